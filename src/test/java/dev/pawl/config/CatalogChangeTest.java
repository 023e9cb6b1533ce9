package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CatalogChangeTest {

    private static final String MORE = """
            machines:
              own:
                states:
                  open: { status: processing, initial: true, next: [done, dropped] }
                  done: { status: completed }
                  dropped: { status: rejected }
            effects:
              - { name: shop, when: {}, http: { url: "http://shop.example/", secret: "0123456789abcdef-secret" } }
            """;

    private CatalogChange to(String source, String more) {
        return CatalogChange.between(
                ConfigFile.withSource(ConfigFile.SOURCE, MORE).catalog(),
                ConfigFile.withSource(source, more).catalog());
    }

    @Test
    void theSameAgainTakesNothingAway() {
        assertThat(to(ConfigFile.SOURCE, MORE).takesNothingAway()).isTrue();
    }

    @Test
    void moreTakesNothingAway() {
        String more = MORE.replace(
                "next: [done, dropped] }", "next: [done, dropped, late] }\n      late: { status: failed }");
        assertThat(to(ConfigFile.SOURCE, more).takesNothingAway()).isTrue();
    }

    @Test
    void aStateThatIsGoneIsNamed() {
        String more = MORE.replace("[done, dropped]", "[done]").replace("      dropped: { status: rejected }\n", "");
        assertThat(to(ConfigFile.SOURCE, more))
                .isEqualTo(new CatalogChange(Set.of(), Map.of("own", Set.of("dropped")), Set.of(), Map.of()));
    }

    @Test
    void aMachineAndAnEffectThatAreGoneAreNamedUnlessRetired() {
        assertThat(to(ConfigFile.SOURCE, ""))
                .isEqualTo(new CatalogChange(
                        Set.of(), Map.of("own", Set.of("done", "dropped", "open")), Set.of("shop"), Map.of()));
        String retired = """
                machines:
                  own: { retired: true }
                effects:
                  - { name: shop, retired: true }
                """;
        assertThat(to(ConfigFile.SOURCE, retired).takesNothingAway()).isTrue();
    }

    @Test
    void anEffectThatIsOfAnotherKindNowIsGone() {
        String kafka = MORE.replaceAll("http: \\{ url.*", "kafka: { topic: moves } }");

        assertThat(to(ConfigFile.SOURCE, kafka).effects()).containsExactly("shop");
        assertThat(to(ConfigFile.SOURCE, MORE.replace("shop.example", "new.example"))
                        .effects())
                .isEmpty();
    }

    @Test
    void anotherKeyOrScopeIsAnotherIdentity() {
        Map<String, Set<String>> payments = Map.of("p", Set.of("payment"));
        assertThat(to(ConfigFile.SOURCE.replace("key: /data/id", "key: /data/other"), MORE)
                        .identities())
                .isEqualTo(payments);
        assertThat(to(ConfigFile.SOURCE + "scope: shared\n", MORE).identities()).isEqualTo(payments);
    }

    /** Stored payments are the account's of one mode: those of the other, or of both, would be others or taken for them. */
    @Test
    void anotherAccountOrModeIsAnotherIdentity() {
        Map<String, Set<String>> payments = Map.of("p", Set.of("payment"));
        for (String mode : List.of("test", "any")) {
            assertThat(to(ConfigFile.SOURCE.replace("mode: live", "mode: " + mode), MORE)
                            .identities())
                    .isEqualTo(payments);
        }
        assertThat(to(ConfigFile.SOURCE.replace("account: /account", "account: /shop"), MORE)
                        .identities())
                .isEqualTo(payments);
        assertThat(to(ConfigFile.SOURCE.replace("  account: /account\n", ""), MORE)
                        .identities())
                .isEqualTo(payments);
        String unmoded = ConfigFile.SOURCE
                .replace("mode: live\n", "")
                .replace("  mode: { at: /livemode, live: \"true\" }\n", "");
        assertThat(to(unmoded, MORE).identities()).isEmpty();
    }

    @Test
    void aSourceThatIsGoneIsNamed() {
        CatalogChange change = CatalogChange.between(
                ConfigFile.valid().catalog(),
                ConfigFile.of("sources:\n  other:\n" + ConfigFile.SOURCE.indent(4))
                        .catalog());
        assertThat(change.sources()).containsExactly("p");
    }
}
