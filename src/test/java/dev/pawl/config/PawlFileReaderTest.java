package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PawlFileReaderTest {

    @TempDir
    private Path folder;

    @Test
    void exampleOfTheDocumentationIsAccepted() {
        Catalog catalog = ConfigFile.of("""
                        sources:
                          stripe-eu:
                            preset: stripe
                            secrets: ["${STRIPE_EU_SECRET}", "${STRIPE_EU_SECRET_OLD:}"]
                            mode: live
                          erp:
                            verify:
                              algorithm: hmac-sha256
                              signature: { header: X-Signature, encoding: hex, parse: { pairs: ",", take: v1 } }
                              signed: "{sig:t}.{body}"
                              timestamp: { from: "{sig:t}", unit: seconds, tolerance: 5m, future: refuse }
                              key: { encoding: utf8 }
                            secrets: ["${ERP_SECRET}"]
                            mode: live
                            accounts: []
                            body: json
                            limit: 1MiB
                            scope: erp
                            event:
                              each: ""
                              id: /id
                              type: /type
                              occurredAt: { at: /created, unit: seconds }
                              account: /account
                              mode: { at: /livemode, live: "true" }
                            operations:
                              payment:
                                machine: payment
                                when: ["payment.*"]
                                key: /data/id
                                reference: /data/metadata/order_id
                                state: { at: /data/status, map: { paid: succeeded, open: pending } }
                                version: /data/version
                                invariant: { always: [/data/currency], from: { succeeded: [/data/amount] } }
                                fields: { amount: /data/amount, order: /data/metadata/order_id }
                                changes: []
                                about: { effect: "…", initiator: "…", sameWhen: "…", newWhen: "…", keyMadeBy: "…" }
                            observe: false
                        machines:
                          payment:
                            strict: false
                            parkFor: 1h
                            states:
                              pending:    { status: processing, initial: true, next: [processing, succeeded, failed, canceled], reconcileAfter: 15m, reconcileAttempts: 10, expireAfter: 7d }
                              processing: { status: processing, next: [succeeded, failed], reconcileAfter: 15m }
                              failed:     { status: failed, next: [processing, succeeded, canceled] }
                              succeeded:  { status: completed, next: [refunded] }
                              canceled:   { status: rejected }
                              refunded:   { status: completed }
                        effects:
                          - name: shop
                            when: { type: payment }
                            http: { url: "http://shop.internal/hooks", secret: "${SHOP_SECRET}", timeout: 10s, rejectOn: [400, 410, 413, 422] }
                            once: false
                            maxAttempts: 20
                            backoff: { first: 1s, max: 1h }
                        """)
                .env("STRIPE_EU_SECRET", "whsec_0123456789abcdef")
                .env("ERP_SECRET", "0123456789abcdef")
                .env("SHOP_SECRET", "whsec_YWNjZXB0YW5jZS1lZmZlY3Qtc2VjcmV0LTAxMjM0NTY3")
                .catalog();

        assertThat(catalog.sources().keySet()).containsExactly("erp", "stripe-eu");
        assertThat(catalog.effects()).extracting(effect -> effect.name()).containsExactly("shop");
        assertThat(catalog.hash()).matches("[0-9a-f]{12}");
    }

    @Test
    void everyMistakeIsReportedAtOnce() {
        assertThat(ConfigFile.of("""
                                sources:
                                  a: { preset: strip, secrets: ["0123456789abcdef0123"] }
                                  b: { preset: github, secrets: [""], observ: true }
                                machines:
                                  m: { states: { one: { status: processing, initial: true, next: [nowhere] } } }
                                effects:
                                  - { name: e, when: {} }
                                retention: { bodies: 0d, tombstone: never }
                                colour: red
                                """).mistakes())
                .containsExactlyInAnyOrder(
                        "retention.bodies: must be longer than nothing (hint: such as 500ms, 10s, 5m, 1h, 7d or PT5M)",
                        "retention.tombstone: is not a known key (hint: did you mean tombstones?)",
                        "colour: is not a known key (hint: one of: effects, machines, retention, sources)",
                        "machines.m.states.one.next[0]: leads to nowhere, which is no state (hint: one of: one)",
                        "sources.a.preset: is strip, which is not allowed here (hint: did you mean stripe?)",
                        "sources.b.observ: is not a known key (hint: did you mean observe?)",
                        "sources.b.secrets: no secret left after empty entries were skipped (hint: is the variable set?)",
                        "effects[0].http: is missing (hint: where should the effect go? http, sql or kafka)");
    }

    @Test
    void jsonIsAcceptedToo() {
        assertThat(ConfigFile.of("""
                        {"sources": {"p": {"preset": "github", "secrets": ["0123456789abcdef"]}},
                         "machines": {}, "effects": [{"name": "app", "when": {}, "http": {
                           "url": "http://127.0.0.1:1/hooks", "secret": "0123456789abcdef"}}]}
                        """).mistakes()).isEmpty();
    }

    @Test
    void missingFileIsAMistake() {
        Path file = folder.resolve("none.yaml");

        assertThat(mistakes(file))
                .singleElement()
                .extracting(ConfigMistake::path, ConfigMistake::message)
                .containsExactly(file.toString(), "does not exist");
    }

    @Test
    void folderIsAMistake() {
        assertThat(mistakes(folder))
                .singleElement()
                .extracting(ConfigMistake::message)
                .isEqualTo("cannot be read");
    }

    @Test
    void fileThatIsNoTextIsAMistake() throws Exception {
        Path file = Files.write(folder.resolve("pawl.yaml"), "sources: \u00e4".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(mistakes(file))
                .singleElement()
                .extracting(ConfigMistake::message)
                .isEqualTo("is not UTF-8 text");
    }

    @Test
    void brokenYamlIsAMistakeWithItsLineAndWithoutItsText() throws Exception {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), """
                sources:
                  p:
                    secrets: ["hunter2-hunter2-hunter2"
                    mode: live
                """);

        List<ConfigMistake> mistakes = mistakes(file);

        assertThat(mistakes).singleElement().extracting(ConfigMistake::path).isEqualTo(file + ":3");
        assertThat(mistakes.toString()).doesNotContain("hunter2");
    }

    @Test
    void repeatedKeyIsAMistakeWithItsLine() throws Exception {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), "sources: {}\nmachines: {}\nsources: {}\n");

        assertThat(mistakes(file))
                .singleElement()
                .extracting(ConfigMistake::path)
                .isEqualTo(file + ":3");
    }

    @Test
    void secondDocumentIsAMistake() throws Exception {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), "sources: {}\n---\nsources: {}\n");

        assertThat(mistakes(file)).hasSize(1);
    }

    @Test
    void aliasIsAMistakeSinceItWouldBeReadAsAName() throws Exception {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), "sources: &s {}\nmachines: *s\n");

        assertThat(mistakes(file))
                .singleElement()
                .extracting(ConfigMistake::path)
                .isEqualTo(file + ":2");
    }

    @Test
    void emptyFileHasNoSource() {
        assertThat(ConfigFile.of("").paths()).containsExactly("sources");
        assertThat(ConfigFile.of("sources: {}").paths()).containsExactly("sources");
        assertThat(ConfigFile.of("- a").mistakes()).contains("pawl.yaml: must be a map, but is a list");
    }

    @Test
    void unsetVariableIsAMistakeAtItsPath() {
        assertThat(ConfigFile.valid()
                        .with("0123456789abcdef-secret", "${ERP_SECRET}")
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith("sources.p.secrets[0]: needs the environment variable ERP_SECRET, which is not set");
    }

    @Test
    void valuesOfPlaceholdersAreNeverShown() {
        String text = String.join(
                "\n",
                ConfigFile.valid()
                        .with("mode: live", "mode: \"${OOPS}\"")
                        .with("machine: payment", "machine: \"${OOPS:hunter2-default}\"")
                        .with("/data/id", "\"${OOPS}\"")
                        .with("5m", "\"${OOPS}\"")
                        .with("\"{sig:t}.{body}\"", "\"{hunter2}${OOPS}\"")
                        .env("OOPS", "hunter2-hunter2")
                        .mistakes());

        assertThat(text).contains("sources.p.mode: is ${OOPS}");
        assertThat(text).contains("machine: is ${OOPS}", "operations.payment.key", "tolerance", "signed");
        assertThat(text).doesNotContain("hunter2");
    }

    @Test
    void secretUnderTheWrongKeyIsNotShown() {
        String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

        assertThat(ConfigFile.valid()
                        .with("mode: live", "mode: " + secret + "\n    secret: " + secret)
                        .mistakes()
                        .toString())
                .contains("sources.p.mode")
                .doesNotContain("whsec_");
    }

    @Test
    void keysCannotForgeLines() {
        assertThat(ConfigFile.of("{\"sources\": {}, \"a\\nb: fine\": 1}").mistakes())
                .anyMatch(line -> line.startsWith("a?b: fine: is not a known key"))
                .noneMatch(line -> line.contains("\n"));
    }

    @Test
    void hashNamesTheContentButNotTheSecrets() {
        String hash = ConfigFile.valid().catalog().hash();

        assertThat(ConfigFile.valid().catalog().hash()).isEqualTo(hash);
        assertThat(ConfigFile.valid()
                        .with("abcdef-secret", "abcdef-other")
                        .catalog()
                        .hash())
                .isEqualTo(hash);
        assertThat(ConfigFile.valid().with("5m", "6m").catalog().hash()).isNotEqualTo(hash);
        assertThat(ConfigFile.valid()
                        .with("5m", "\"${T}\"")
                        .env("T", "5m")
                        .catalog()
                        .hash())
                .isEqualTo(hash);
    }

    private static List<ConfigMistake> mistakes(Path file) {
        return PawlFileReader.read(file, name -> null).fold(read -> List.of(), PawlFile.Wrong::mistakes);
    }
}
