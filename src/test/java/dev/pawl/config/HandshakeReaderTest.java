package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandshakeReaderTest {

    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    private static ConfigFile with(String line) {
        return ConfigFile.valid().with("mode: live", "mode: live\n    " + line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'handshake: [{ method: PUT }]'                 | sources.p.handshake[0].method: is PUT, which is not allowed here
            'handshake: [{ method: POST }]'                | sources.p.handshake[0]: has no condition
            'handshake: [{ method: GET, wenn: [] }]'       | sources.p.handshake[0].wenn: is not a known key
            'handshake: [{ method: GET, answer: { status: 302 } }]'                            | sources.p.handshake[0].answer.status: must be between 200 and 299
            'handshake: [{ method: GET, answer: { text: "{mac}" } }]'                          | sources.p.handshake[0].answer.text: is wrong: unknown part {mac}
            'handshake: [{ method: GET, answer: { text: "{config:token}" } }]'                 | sources.p.handshake[0].answer.text: is wrong
            'handshake: [{ method: GET, answer: { text: a, json: {} } }]'                      | sources.p.handshake[0].answer: has both text and json
            'handshake: [{ method: GET, answer: { headers: { Location: "/x" } } }]'            | sources.p.handshake[0].answer.headers.Location: is no header an answer may have
            'handshake: [{ method: GET, answer: { headers: { Content-Type: text/html }, text: "{query:x}" } }]'       | sources.p.handshake[0].answer.headers.Content-Type: does not fit the body
            'handshake: [{ method: GET, answer: { headers: { Content-Type: "{header:Accept}" }, text: "a" } }]'       | sources.p.handshake[0].answer.headers.Content-Type: does not fit the body
            'handshake: [{ method: GET, answer: { headers: { Content-Type: text/html }, json: { a: "{query:x}" } } }]' | sources.p.handshake[0].answer.headers.Content-Type: does not fit the body
            'handshake: [{ method: GET, mac: { algorithm: sha256, encoding: hex, of: "{query:x}" } }]'                | sources.p.handshake[0].mac.of: holds no secret
            'handshake: [{ method: GET, mac: { algorithm: rsa-sha256, encoding: hex, of: "{query:x}" } }]'            | sources.p.handshake[0].mac.algorithm: is rsa-sha256, which is not allowed here
            'handshake: [{ method: GET, mac: { algorithm: hmac-sha256, encoding: hex, of: "{query:x}" } }]'           | sources.p.handshake[0].mac: proves whatever a stranger sends
            'handshake: [{ method: GET, when: [{ from: "{query:x}" }], mac: { algorithm: hmac-sha256, encoding: hex, of: "{query:x}" } }]'             | sources.p.handshake[0].mac: proves whatever a stranger sends
            'handshake: [{ method: GET, when: [{ from: "{query:y}", matches: "[a-z]+" }], mac: { algorithm: hmac-sha1, encoding: hex, of: "{query:x}" } }]' | sources.p.handshake[0].mac: proves whatever a stranger sends
            'handshake: [{ method: GET, confirm: { url: "{query:u}", hosts: [a.example] } }]'  | sources.p.handshake[0].confirm: asks an address that a stranger may name
            'handshake: [{ method: POST, when: [{ from: "{query:x}" }], confirm: { url: "{json:/u}" } }]'             | sources.p.handshake[0].confirm.hosts: is missing
            'handshake: [{ method: POST, when: [{ from: "{query:x}" }], confirm: { url: "{json:/u}", hosts: ["*.com"] } }]' | sources.p.handshake[0].confirm.hosts[0]: is wrong
            'handshake: [{ method: POST, when: [{ from: "{header:S}" }], secret: "{header:S}" }]'                     | sources.p.handshake[0].secret: needs PAWL_KEY to be stored with
            'success: { body: a }'                         | sources.p.success.body: is not a known key
            'success: { status: 500 }'                     | sources.p.success.status: must be between 200 and 299
            'pending: soon'                                | sources.p.pending: must be true or false
            'body: jws:/signedPayload'                     | sources.p.body: reads a signed text that is not the one that is verified
            """)
    void eachPartIsChecked(String line, String mistake) {
        assertThat(with(line).mistakes()).singleElement().asString().startsWith(mistake);
    }

    @Test
    void aSecretIsNeverBroughtByAnAuthenticRequest() {
        assertThat(
                        with("handshake: [{ method: POST, verified: true, when: [{ from: \"{header:S}\" }], secret: \"{header:S}\" }]")
                                .env("PAWL_KEY", KEY)
                                .paths())
                .containsExactly("sources.p.handshake[0].verified");
    }

    @Test
    void aProofIsForAuthenticRequestsOrForTextsOfOneForm() {
        String mac = "mac: { algorithm: hmac-sha256, encoding: hex, of: \"{query:x}\" }";
        assertThat(with("handshake: [{ method: GET, verified: true, " + mac + " }]")
                        .mistakes())
                .isEmpty();
        String when = "when: [{ from: \"{query:x}\", matches: \"[a-z]+\" }]";
        assertThat(with("handshake: [{ method: GET, " + when + ", " + mac + " }]")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void aPendingSourceNeedsNoSecretAndAnyOtherDoes() {
        String secrets = "secrets: [\"0123456789abcdef-secret\"]";
        assertThat(ConfigFile.valid().with(secrets, "pending: true").mistakes()).isEmpty();
        assertThat(ConfigFile.valid()
                        .with(secrets, "secrets: [\"${NONE:}\"]\n    pending: true")
                        .mistakes())
                .isEmpty();
        assertThat(ConfigFile.valid().with(secrets, "pending: false").paths()).containsExactly("sources.p.secrets");
        assertThat(ConfigFile.valid()
                        .with(secrets, "secrets: [short]\n    pending: true")
                        .paths())
                .containsExactly("sources.p.secrets[0]");
    }

    @Test
    void aSecretThatOnlyAnAnswerNeedsIsReadForIt() {
        String line =
                "handshake: [{ method: GET, when: [{ from: \"{query:x}\", matches: \"[a-z]+\" }], mac: { algorithm: hmac-sha256, encoding: hex, of: \"{query:x}\","
                        + " key: { encoding: hex } }, answer: { text: \"{mac}\" } }]";
        assertThat(with(line).paths()).containsExactly("sources.p.secrets[0]");
        assertThat(with(line)
                        .with("0123456789abcdef-secret", "00112233445566778899aabbccddeeff")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void whatASignedBodyHoldsIsReadFromTheVerifiedPlaceOnly() {
        String jws = """
                verify: { algorithm: jws, signature: { json: /signedPayload }, key: { encoding: certificate }, jws: { algorithms: [ES256], x5c: true }, covers: fields }
                """.strip();
        String verify = ConfigFile.SOURCE
                .substring(0, ConfigFile.SOURCE.indexOf("secrets:"))
                .indent(4);
        assertThat(ConfigFile.valid()
                        .with(verify, "    " + jws + "\n    body: jws:/other\n")
                        .paths())
                .contains("sources.p.body");
        assertThat(ConfigFile.valid()
                        .with(verify, "    " + jws + "\n    body: jws:/signedPayload\n")
                        .paths())
                .doesNotContain("sources.p.body");
    }
}
