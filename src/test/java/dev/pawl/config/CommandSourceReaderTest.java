package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CommandSourceReaderTest {

    private static final String COMMANDS = """
            kind: command
            verify: { algorithm: token, signature: { header: Authorization, parse: { prefix: "Bearer " } } }
            callers:
              shop: ["shop-token-0123456789ab", "shop-old-token-0123456789"]
              till: "till-token-0123456789ab"
            operations:
              credit:
                machine: simple
                state: { value: done }
                fields: { amount: /amount }
            """;

    private static ConfigFile commands() {
        return ConfigFile.withSource(COMMANDS, "");
    }

    private static Commands read(ConfigFile file) {
        Source source = Objects.requireNonNull(file.catalog().source("p"));
        return Objects.requireNonNull(source.commands());
    }

    @Test
    void neitherEventTypeNorKeyNeedToBeMapped() {
        Commands commands = read(commands());
        CommandRecipe.Type credit =
                Objects.requireNonNull(commands.recipe().types().get("credit"));
        assertThat(credit.keyMapped()).isFalse();
        assertThat(credit.wholeBody()).isTrue();
        assertThat(credit.unique()).isEmpty();
        assertThat(credit.renew()).isEqualTo(Renew.OPERATOR);
    }

    @Test
    void theSecretTellsTheCaller() {
        Commands commands = read(commands());
        assertThat(commands.callerBySecret()).containsExactly("shop", "shop", "till");
        assertThat(commands.caller(2)).isEqualTo("till");
        assertThat(commands.caller(-1)).isEqualTo("default");
        assertThat(read(commands().with("""
                callers:
                      shop: ["shop-token-0123456789ab", "shop-old-token-0123456789"]
                      till: "till-token-0123456789ab"
                """.strip(), "secrets: [one-token-0123456789ab]"))
                        .callerBySecret())
                .containsExactly("default");
    }

    @Test
    void aTypeSaysMoreThanItsSource() {
        ConfigFile file = commands()
                .with("kind: command", "kind: command\n    renew: caller")
                .with(
                        "fields:",
                        "renew: nobody\n        unique: [/a, /b]\n        key: /id\n        invariant: [/c]\n        fields:");
        CommandRecipe.Type credit =
                Objects.requireNonNull(read(file).recipe().types().get("credit"));
        assertThat(credit.renew()).isEqualTo(Renew.NOBODY);
        assertThat(credit.unique()).hasSize(2);
        assertThat(credit.keyMapped()).isTrue();
        assertThat(credit.wholeBody()).isFalse();
    }

    @Test
    void whatIsForWebhooksIsAMistake() {
        assertThat(commands()
                        .with(
                                "kind: command",
                                "kind: command\n    pending: true\n    event: { type: /type, each: /all }")
                        .with("machine: simple", "machine: simple\n        when: [\"x\"]\n        unless: [\"y\"]")
                        .mistakes())
                .extracting(line -> line.replaceAll(" \\(hint.*", ""))
                .contains(
                        "sources.p.pending: is not for commands",
                        "sources.p.event.type: is not for commands",
                        "sources.p.event.each: is not for commands",
                        "sources.p.operations.credit.when: is given, but the path of a command names the operation type",
                        "sources.p.operations.credit.unless: is given, but the path of a command names the operation type");
    }

    @Test
    void whatIsForCommandsIsAMistakeElsewhere() {
        assertThat(ConfigFile.valid()
                        .with("mode: live", "mode: live\n    renew: caller\n    callers: { a: [0123456789abcdef0] }")
                        .with("machine: payment", "machine: payment\n        unique: [/a]")
                        .mistakes())
                .extracting(line -> line.replaceAll(" \\(hint.*", ""))
                .containsExactlyInAnyOrder(
                        "sources.p.renew: is for commands only",
                        "sources.p.callers: is for commands only",
                        "sources.p.operations.payment.unique: is for commands only");
    }

    @Test
    void twoCallersMayNotShareASecretAndNobodyIsLeftWithout() {
        assertThat(commands()
                        .with("till-token-0123456789ab", "shop-token-0123456789ab")
                        .mistakes())
                .containsExactly("sources.p.callers.till: is a secret of caller shop too"
                        + " (hint: one of its own for each caller)");
        assertThat(commands().with("\"till-token-0123456789ab\"", "[]").mistakes())
                .anyMatch(line -> line.startsWith("sources.p.callers.till: "));
        assertThat(commands()
                        .with("kind: command", "kind: command\n    secrets: [0123456789abcdef0]")
                        .mistakes())
                .containsExactly("sources.p.secrets: is given beside callers (hint: name a caller for it there)");
    }

    @Test
    void whatCallersWouldShareIsAMistake() {
        ConfigFile mapped = commands().with("kind: command", "kind: command\n    event: { account: /account }");

        assertThat(mapped.mistakes())
                .containsExactly(
                        "sources.p.operations.credit.key: is not mapped, while the account is: callers would share"
                                + " their idempotency keys (hint: map the key as well, or do not map event.account)");
        assertThat(mapped.with("machine: simple", "machine: simple\n        key: /id")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void aCommandThatIsOnlyObservedWouldBeAnsweredForNothing() {
        assertThat(commands()
                        .with("kind: command", "kind: command\n    observe: true")
                        .mistakes())
                .containsExactly("sources.p.observe: is not for commands (hint: remove it, or kind: webhook)");
    }

    @Test
    void nothingBeginsAnewInAScopeThatTakesCommands() {
        String neighbour = """
              q:
                scope: p
                retention: { afterExpiry: new }
                verify: { algorithm: token, signature: { header: X-Token } }
                secrets: [another-token-0123456789]
                event: { type: /type }
                operations:
                  credit: { machine: simple, when: [done], key: /id, state: { value: done } }
            """;

        assertThat(ConfigFile.withSource(COMMANDS, neighbour).mistakes())
                .contains("sources.q.retention.afterExpiry: cannot be new where commands are taken, here or in the same"
                        + " scope (hint: blocked or checked)");
    }

    @Test
    void aStateIsReadFromTheBody() {
        assertThat(commands().with("{ value: done }", "{ map: { a: done } }").mistakes())
                .extracting(line -> line.replaceAll(" \\(hint.*", ""))
                .containsExactly("sources.p.operations.credit.state: does not say where a command tells the state");
    }
}
