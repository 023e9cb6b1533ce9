package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceReaderTest {

    @Test
    void sourceSpelledOutIsReadyToUse() {
        Source source = source(ConfigFile.valid());

        assertThat(source.scope()).isEqualTo("p");
        assertThat(source.preset()).isNull();
        assertThat(source.limit()).isEqualTo(1 << 20);
        assertThat(source.verified()).isTrue();
        assertThat(source.observe()).isFalse();
        assertThat(source.secrets()).extracting(secret -> secret.name()).containsExactly("secrets[0]");
        assertThat(source.keptHeaders()).containsExactly("content-type", "user-agent");
        assertThat(source.operationTypes())
                .containsExactly(new Source.OperationType(
                        "payment", "payment", List.of("payment.*"), List.of(), "/data/id", Map.of()));
    }

    @Test
    void headersThatAreReadAreKeptButNeverASignature() {
        assertThat(source(ConfigFile.valid()
                                .with("\"{sig:t}.{body}\"", "\"{sig:t}.{header:X-Id}.{body}\"")
                                .with("id: /id", "id: \"{header:X-Event}\""))
                        .keptHeaders())
                .containsExactly("content-type", "user-agent", "x-event", "x-id");
    }

    @Test
    void whatIsKnownOfTheProviderIsRead() {
        Source source = source(ConfigFile.valid().with("mode: live", """
                mode: live
                    methods: [PUT, POST]
                    encodings: [gzip]
                    refusal: empty
                    acknowledgeWithin: 10s
                    retryWindow: 72h
                    provider: { name: Prov, docs: "https://prov.example/docs", endpoint: "Settings", secret: "The secret" }
                    configNeeds: { webhook_id: "shown beside the webhook" }
                    config: { webhook_id: "WH-1" }
                    sample:
                      query: a=1
                      headers: { X-Event: paid }
                      body: '{"id":1}'
                      expect: payment.succeeded"""));

        assertThat(source.reception())
                .isEqualTo(new Reception(
                        Set.of("PUT", "POST"), true, source.reception().handshakes(), null, true));
        assertThat(source.reception().allow()).isEqualTo("POST, PUT");
        assertThat(source.keptHeaders()).contains("content-encoding");
        assertThat(source.given()).containsExactly(Map.entry("config:webhook_id", "WH-1"));
        assertThat(source.provider())
                .isEqualTo(new Provider(
                        "Prov",
                        "https://prov.example/docs",
                        "Settings",
                        "The secret",
                        Duration.ofSeconds(10),
                        Duration.ofDays(3),
                        Map.of("webhook_id", "shown beside the webhook"),
                        new Provider.Sample(
                                "POST", "a=1", Map.of("X-Event", "paid"), "{\"id\":1}", "payment.succeeded")));
        assertThat(source.toString()).doesNotContain("WH-1");
    }

    @Test
    void whatARecipeNeedsFromTheUserIsAskedForInThePresetsWords() {
        ConfigFile asking = ConfigFile.valid().with("mode: live", "mode: live\n    configNeeds: { id: 'in settings' }");
        // Only for asking the provider, which nobody does here.
        assertThat(asking.mistakes()).isEmpty();
        assertThat(asking.with("\"{sig:t}.{body}\"", "\"{sig:t}.{config:id}.{body}\"")
                        .mistakes())
                .contains("sources.p.config.id: is missing (hint: in settings)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            methods: [DELETE]                 | sources.p.methods[0]: is DELETE, which is not allowed here
            methods: []                       | sources.p.methods: is an empty list
            refusal: silent                   | sources.p.refusal: is silent, which is not allowed here
            encodings: [br]                   | sources.p.encodings[0]: is br, which is not allowed here
            acknowledgeWithin: 0s             | sources.p.acknowledgeWithin: must be longer than nothing
            retryWindow: soon                 | sources.p.retryWindow: must be a duration
            provider: { doc: x }              | sources.p.provider.doc: is not a known key
            provider: { docs: 'http://x' }    | sources.p.provider.docs: must be an address
            sample: { body: '{}' }            | sources.p.sample.expect: is missing
            sample: { body: '{}', expect: x } | sources.p.sample.expect: must be
            body: 'form:'                     | sources.p.body: is wrong
            body: xml                         | sources.p.body: is wrong: no such form of a body
            """)
    void whatIsSaidOfTheProviderIsChecked(String line, String mistake) {
        assertThat(ConfigFile.valid()
                        .with("mode: live", "mode: live\n    " + line)
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith(mistake);
    }

    /** A signature over the body alone would fit any event that comes with GET. */
    @Test
    void eventsInAQueryMustBeWhatIsVerified() {
        assertThat(taking("methods: [GET]\n    body: form").paths()).containsExactly("sources.p.verify");
        assertThat(taking("methods: [GET]\n    body: json").paths())
                .containsExactlyInAnyOrder("sources.p.methods", "sources.p.verify");
        assertThat(taking("methods: [GET]\n    body: form")
                        .with("\"{sig:t}.{body}\"", "\"{sig:t}.{path}.{body}\"")
                        .mistakes())
                .isEmpty();
    }

    private static ConfigFile taking(String lines) {
        return ConfigFile.valid().with("mode: live", "mode: live\n    " + lines);
    }

    @Test
    void eachKeyIsChecked() {
        assertThat(ConfigFile.valid()
                        .with("mode: live", "modes: live")
                        .with("event:", "body: forms\n    limit: 33MiB\n    scope: A\n    observe: maybe\n    event:")
                        .paths())
                .containsExactlyInAnyOrder(
                        "sources.p.modes",
                        "sources.p.body",
                        "sources.p.limit",
                        "sources.p.scope",
                        "sources.p.observe",
                        "sources.p.mode");
    }

    @Test
    void unknownKeyGetsTheLikeliestOne() {
        assertThat(ConfigFile.valid()
                        .with("mode: live", "mode: live\n    limt: 1MiB")
                        .mistakes())
                .containsExactly("sources.p.limt: is not a known key (hint: did you mean limit?)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            secrets: []                                  | sources.p.secrets: no secret left after empty entries were skipped
            secrets: ['', ' ']                           | sources.p.secrets: no secret left after empty entries were skipped
            secrets: ''                                  | sources.p.secrets: no secret left after empty entries were skipped
            secrets: ~                                   | sources.p.secrets: is missing
            secrets: [short]                             | sources.p.secrets[0]: is shorter than 16 bytes
            secrets: [1234567890123456]                  | sources.p.secrets[0]: must be text, but is a number
            secrets: ['', '"0123456789abcdef"']          | sources.p.secrets[1]: has quotes around it
            secrets: ['sk_live_0123456789abcdef']        | sources.p.secrets[0]: is an API key
            """)
    void secretsAreStrict(String secrets, String mistake) {
        assertThat(ConfigFile.valid()
                        .with("secrets: [\"0123456789abcdef-secret\"]", secrets)
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith(mistake);
    }

    @Test
    void encodedSecretsAreDecodedStrictly() {
        assertThat(ConfigFile.valid()
                        .with("encoding: utf8", "encoding: whsec")
                        .with("0123456789abcdef-secret", "whsec_!!!!")
                        .paths())
                .containsExactly("sources.p.secrets[0]");
    }

    @Test
    void blanksAroundASecretAreLeftOutWithAWarning() {
        assertThat(ConfigFile.valid()
                        .with("0123456789abcdef-secret", "0123456789abcdef\\n")
                        .warnings())
                .containsExactly("sources.p.secrets[0]: has blanks or line ends around it, which are left out");
    }

    @Test
    void emptyEntriesAreSkippedAndNamesStayThoseOfTheFile() {
        assertThat(source(ConfigFile.valid().with("secrets: [", "secrets: [\"${OLD:}\", "))
                        .secrets())
                .extracting(secret -> secret.name())
                .containsExactly("secrets[1]");
    }

    @Test
    void modeIsNeededExactlyWhereEventsCarryOne() {
        assertThat(ConfigFile.valid().with("mode: live\n", "\n").mistakes())
                .containsExactly("sources.p.mode: is missing");
        assertThat(ConfigFile.valid().with("mode: live\n", "mode: Live\n").mistakes())
                .containsExactly("sources.p.mode: is Live, which is not allowed here (hint: did you mean live?)");
        assertThat(ConfigFile.valid()
                        .with("mode: { at: /livemode, live: \"true\" }", "")
                        .mistakes())
                .containsExactly("sources.p.mode: is given, but the events' mode is not mapped"
                        + " (hint: map event.mode, or remove it)");
        assertThat(ConfigFile.valid().with("mode: live\n", "mode: any\n").mistakes())
                .isEmpty();
    }

    @Test
    void modeValuesMayBeWrittenAsTheProviderSendsThem() {
        assertThat(ConfigFile.valid().with("live: \"true\"", "live: true").mistakes())
                .isEmpty();
        assertThat(ConfigFile.valid()
                        .with("live: \"true\"", "live: prod, test: sandbox")
                        .mistakes())
                .isEmpty();
        assertThat(ConfigFile.valid().with("live: \"true\"", "live: prod").paths())
                .containsExactly("sources.p.event.mode");
        assertThat(ConfigFile.valid().with(", live: \"true\"", "").paths())
                .containsExactly("sources.p.event.mode.live");
    }

    @Test
    void accountsNeedAMappedAccount() {
        assertThat(ConfigFile.valid()
                        .with("      account: /account\n", "")
                        .with("event:", "accounts: [acct_1]\n    event:")
                        .paths())
                .containsExactly("sources.p.accounts");
    }

    @Test
    void eventIsChecked() {
        assertThat(ConfigFile.valid()
                        .with("id: /id", "id: nowhere\n      each: items\n      colour: red")
                        .with("type: /type", "type: []")
                        .with("unit: seconds }\n      account", "unit: fortnights }\n      account")
                        .paths())
                .containsExactlyInAnyOrder(
                        "sources.p.event.colour",
                        "sources.p.event.each",
                        "sources.p.event.id",
                        "sources.p.event.type",
                        "sources.p.event.occurredAt.unit");
    }

    @Test
    void sourceWithoutOperationsIsValidAndSaysSo() {
        String source = ConfigFile.SOURCE.substring(0, ConfigFile.SOURCE.indexOf("operations:"));

        assertThat(ConfigFile.withSource(source, "").warnings())
                .singleElement()
                .asString()
                .startsWith("sources.p.operations: is empty");
    }

    @Test
    void sourcesThatShareOperationsObserveTogether() {
        String other =
                "  q:\n" + ConfigFile.SOURCE.concat("scope: p\nobserve: true\n").indent(4);

        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, other).mistakes())
                .singleElement()
                .asString()
                .startsWith("sources.q.observe: is true, but source p of the same scope has operations of type payment")
                .endsWith("(hint: observe in every source of the scope, or give this one another scope)");
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE + "observe: true\n", other)
                        .mistakes())
                .isEmpty();
        assertThat(ConfigFile.withSource(ConfigFile.SOURCE, other.replace("scope: p", "scope: q"))
                        .mistakes())
                .isEmpty();
    }

    @Test
    void nameOfASourceFitsIntoAnAddress() {
        assertThat(ConfigFile.valid().with("  p:", "  P_1:").mistakes())
                .containsExactly("sources.P_1: is not a proper name of a source"
                        + " (hint: lower-case letters, digits and -, at most 64)");
    }

    @Test
    void emptySourceIsAMistake() {
        assertThat(ConfigFile.of("sources: { p: , q: text }").paths()).containsExactly("sources.p", "sources.q");
    }

    private static Source source(ConfigFile file) {
        return Objects.requireNonNull(file.catalog().source("p"));
    }
}
