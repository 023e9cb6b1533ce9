package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.support.HandMadeHmac;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyReaderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            algorithm: hmac-sha256  | algorithm: hmac-sha257                | sources.p.verify.algorithm: is hmac-sha257, which is not allowed here (hint: did you mean hmac-sha256?)
            algorithm: hmac-sha256  | algorithm: es256                      | sources.p.verify.algorithm: is es256, which is not allowed here
            algorithm: hmac-sha256  | algorithm: ed25519                    | 'sources.p.verify.key.encoding: is utf8, which is not allowed here (hint: one of: certificate, ed25519-base64, ed25519-hex, jwk, pem, spki-base64, whpk)'
            algorithm: hmac-sha256  | algorithm: sha256                     | 'sources.p.verify.signed: leaves the secret out (hint: anybody can compute a plain hash: add {secret})'
            algorithm: hmac-sha256  | algorithm: token                      | sources.p.verify.signed: is not for algorithm token (hint: remove it)
            algorithm: hmac-sha256  | algorithm: basic                      | sources.p.verify.signature: is not for algorithm basic (hint: remove it)
            algorithm: hmac-sha256  | algorithm: jws                        | 'sources.p.verify.jws: is missing (hint: at least which algorithms are allowed: { algorithms: [ES256] })'
            header: X-Signature     | header: 'X Signature'                 | sources.p.verify.signature.header: is not a proper name of a header
            header: X-Signature     | header: X-Signature, query: sig       | 'sources.p.verify.signature: names 2 places (hint: one of header, query, form, json)'
            header: X-Signature     | json: sig                             | sources.p.verify.signature.json: is wrong: a pointer starts with /
            header: X-Signature     | header: X-Signature, which: any       | 'sources.p.verify.signature.which: is given, but there is only one place'
            encoding: hex           | encoding: HEX                         | sources.p.verify.signature.encoding: is HEX, which is not allowed here (hint: did you mean hex?)
            'pairs: ","'            | 'positional: 1'                       | sources.p.verify.signature.parse: is no known shape
            'pairs: ","'            | 'list: " "'                           | 'sources.p.verify.signature.parse: is no known shape (hint: { prefix } or { optionalPrefix } or { pairs, take } or { list, prefix } or { positional, names } or { base64json })'
            take: v1                | 'take: "{header:X}"'                  | sources.p.verify.signature.parse.take: must be the same in every request
            take: v1                | 'take: "{config:nothing}"'            | 'sources.p.verify.signature.parse.take: is wrong: {config:nothing} needs nothing in the source''s config'
            '{sig:t}.{body}'        | '{sig:t}.'                            | 'sources.p.verify.signed: leaves the body out (hint: one captured signature would fit any body: add {body}, or say covers: fields or none)'
            '{sig:t}.{body}'        | '{sig:t}.{url}{body}'                 | 'sources.p.verify.signed: needs the address providers use, which is not known (hint: set PAWL_PUBLIC_URL'
            '{sig:t}.{body}'        | '{sig:t}.{bdy}'                       | sources.p.verify.signed: is wrong: unknown part {bdy}
            tolerance: 5m           | tolerance: 300                        | 'sources.p.verify.timestamp.tolerance: must be a duration, but is 300 (hint: such as 500ms, 10s, 5m, 1h, 7d or PT5M)'
            tolerance: 5m           | tolerance: 0s                         | 'sources.p.verify.timestamp.tolerance: must be longer than nothing (hint: such as 500ms, 10s, 5m, 1h, 7d or PT5M)'
            'from: "{sig:t}"'       | 'from: "{sig:t}0"'                    | sources.p.verify.timestamp.from: must be one reference
            future: refuse          | future: reject                        | sources.p.verify.timestamp.future: is reject, which is not allowed here (hint: one of: accept, refuse)
            encoding: utf8          | encoding: pem                         | 'sources.p.verify.key.encoding: is pem, which is not allowed here (hint: '
            encoding: utf8          | 'fetch: { url: "https://a.example" }' | sources.p.verify.key.fetch: is not for this algorithm (hint: only public keys can be fetched)
            """)
    void eachPartIsChecked(String part, String replacement, String mistake) {
        assertThat(ConfigFile.valid().with(part, replacement).mistakes()).anyMatch(line -> line.startsWith(mistake));
    }

    @Test
    void partOfTheSignatureExistsOnlyInPairs() {
        assertThat(ConfigFile.valid()
                        .with("parse: { pairs: \",\", take: v1 }", "parse: { prefix: \"v1=\" }")
                        .paths())
                .containsExactly("sources.p.verify.signed", "sources.p.verify.timestamp.from");
        assertThat(ConfigFile.valid().with("take: v1", "take: t").paths())
                .containsExactly("sources.p.verify.signed", "sources.p.verify.timestamp.from");
    }

    @Test
    void timeThatIsNotSignedIsWorthAWarning() {
        assertThat(ConfigFile.valid()
                        .with("from: \"{sig:t}\"", "from: \"{header:X-Time}\"")
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("sources.p.verify.timestamp.from: is not signed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"~", "[]", "{}", "text"})
    void sourceWithoutVerificationDoesNotStart(String verify) {
        String source = "verify: " + verify + "\n" + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("secrets:"));

        assertThat(ConfigFile.withSource(source, "").paths()).anyMatch(path -> path.startsWith("sources.p.verify"));
    }

    @Test
    void noVerificationMustBeSaidAndIsWorthAWarning() {
        String open = "verify: { algorithm: none }\n" + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("mode:"));
        ConfigFile file = ConfigFile.withSource(open, "");

        assertThat(Objects.requireNonNull(file.catalog().source("p")).verified())
                .isFalse();
        assertThat(file.warnings()).singleElement().asString().startsWith("sources.p.verify: is none");
        assertThat(ConfigFile.withSource(open + "secrets: [\"0123456789abcdef\"]\n", "")
                        .paths())
                .containsExactly("sources.p.secrets");
    }

    @Test
    void noVerificationBesideARecipeIsAMistake() {
        String source =
                "verify: [{ algorithm: none }]\n" + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("secrets:"));

        assertThat(ConfigFile.withSource(source, "").paths()).contains("sources.p.verify[0].algorithm");
    }

    @Test
    void anyOfSeveralRecipesMayReadTheSecretInItsOwnWay() {
        String recipe = "{ algorithm: hmac-sha256, signature: { header: X-S, encoding: base64 }, signed: \"{body}\","
                + " key: { encoding: %s } }";
        String source = "verify: [" + recipe.formatted("utf8") + ", " + recipe.formatted("whsec") + "]\n"
                + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("secrets:"));
        ConfigFile file =
                ConfigFile.withSource(source, "").with("0123456789abcdef-secret", "whsec_MDEyMzQ1Njc4OWFiY2RlZg==");

        assertThat(Objects.requireNonNull(file.catalog().source("p")).secrets())
                .extracting(secret -> secret.name())
                .containsExactly("secrets[0]");
        String raw = signature("whsec_MDEyMzQ1Njc4OWFiY2RlZg==");
        String decoded = signature("0123456789abcdef");
        assertThat(verified(file, raw)).isTrue();
        assertThat(verified(file, decoded)).isTrue();
        assertThat(verified(file, signature("MDEyMzQ1Njc4OWFiY2RlZg=="))).isFalse();
        file.with(recipe.formatted("utf8") + ", ", "");
        assertThat(verified(file, raw)).isFalse();
        assertThat(verified(file, decoded)).isTrue();
        assertThat(file.with("whsec_MDEyMzQ1Njc4OWFiY2RlZg==", "whsec_not-base64-but-long")
                        .mistakes())
                .containsExactly("sources.p.secrets[0]: is not valid base64 (after whsec_)");
    }

    private static String signature(String key) {
        return Base64.getEncoder().encodeToString(HandMadeHmac.sha256(key.getBytes(UTF_8), "{}".getBytes(UTF_8)));
    }

    private static boolean verified(ConfigFile file, String signature) {
        Source source = Objects.requireNonNull(file.catalog().source("p"));
        InboundRequest request =
                new InboundRequest("POST", "/webhooks/p", Map.of("X-S", List.of(signature)), "{}".getBytes(UTF_8));
        return source.verifier()
                .verify(request, source.secrets(), Instant.EPOCH)
                .fold(verified -> true, refused -> false, needed -> false);
    }

    private static ConfigFile verified(String verify, String secrets) {
        String source = "verify:\n" + verify.indent(2) + "secrets: [" + secrets + "]\n"
                + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("mode:"));
        return ConfigFile.withSource(source, "");
    }

    private static final String ED25519 = """
            algorithm: ed25519
            signature: { header: X-S, encoding: hex }
            signed: "{body}"
            key: { encoding: ed25519-hex }
            """;

    @Test
    void publicKeysAreListedUnderSecretsAndReadStrictly() {
        String key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

        assertThat(Objects.requireNonNull(
                                verified(ED25519, '"' + key + '"').catalog().source("p"))
                        .secrets())
                .hasSize(1);
        assertThat(verified(ED25519, "\"d75a\"").mistakes())
                .containsExactly("sources.p.secrets[0]: is not an Ed25519 key of 32 bytes in hex");
        assertThat(verified(ED25519.replace("ed25519-hex", "pem"), '"' + key + '"')
                        .mistakes())
                .containsExactly("sources.p.secrets[0]: is not a public key as -----BEGIN PUBLIC KEY-----"
                        + " … -----END PUBLIC KEY-----");
        assertThat(verified(
                                ED25519.replace("algorithm: ed25519", "algorithm: ecdsa-p256-sha256")
                                        .replace("ed25519-hex", "ed25519-hex"),
                                '"' + key + '"')
                        .mistakes())
                .containsExactly("sources.p.secrets[0]: is a key for another algorithm: ED25519");
    }

    @Test
    void lessThanTheBodyMustBeSaid() {
        String fields = ED25519.replace("{body}", "{header:X-Id}");
        String key = "\"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\"";

        assertThat(verified(fields, key).paths()).containsExactly("sources.p.verify.signed");
        assertThat(verified(fields + "covers: none\n", key).mistakes()).isEmpty();
        assertThat(verified(fields + "covers: all\n", key).paths()).containsExactly("sources.p.verify.covers");
        assertThat(verified(fields + "covers: none\nonce: \"{header:X-Id}\"\n", key)
                        .mistakes())
                .isEmpty();
        assertThat(verified(ED25519 + "once: \"{header:X-Id}\"\n", key).paths())
                .containsExactly("sources.p.verify.once");
    }

    private static final String JWS = """
            algorithm: jws
            signature: { header: Authorization, parse: { prefix: "Bearer " } }
            jws: { algorithms: [RS256], bodyHash: { claim: h, encoding: hex }, claims: { iss: [a, b] }, maxAge: 5m }
            key:
              fetch:
                url: "https://keys.example.com/{kid}"
                hosts: [keys.example.com]
                format: jwks
            """;

    private static ConfigFile fetched(String verify) {
        String source =
                "verify:\n" + verify.indent(2) + ConfigFile.SOURCE.substring(ConfigFile.SOURCE.indexOf("mode:"));
        return ConfigFile.withSource(source, "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RS256          | RS257           | sources.p.verify.jws.algorithms[0]: is RS257, which is not allowed here
            RS256          | none            | sources.p.verify.jws.algorithms[0]: is none, which is not allowed here
            '[RS256]'      | '[RS256, HS256]' | sources.p.verify.jws.algorithms: mixes shared secrets and public keys
            RS256          | HS256           | sources.p.verify.key.fetch: is not for this algorithm
            'bodyHash: { claim: h, encoding: hex }, ' | '' | 'sources.p.verify.covers: leaves the body out'
            maxAge: 5m     | detached: true  | sources.p.verify.jws.detached: leaves no payload that could claim anything
            maxAge: 5m     | 'x5c: { leaf: apple }' | sources.p.verify.jws.x5c.leaf: is no object identifier
            keys.example.com] | '"*.com"]'   | sources.p.verify.key.fetch.hosts[0]: is wrong: is no name of a host; one * may stand for whole labels
            hosts:         | host:           | sources.p.verify.key.fetch.hosts: is missing
            format: jwks   | format: pkcs12  | sources.p.verify.key.fetch.format: is pkcs12, which is not allowed here
            format: jwks   | 'body: "{kid}"' | sources.p.verify.key.fetch.body: is given, but a GET has none
            '{kid}'        | '{key}'         | sources.p.verify.key.fetch.url: is wrong: unknown part {key}
            """)
    void keysFromTheProviderHaveTheirBounds(String part, String replacement, String mistake) {
        String changed = replacement == null ? "" : replacement;

        assertThat(fetched(JWS).mistakes()).isEmpty();
        assertThat(fetched(JWS).with(part, changed).mistakes()).anyMatch(line -> line.startsWith(mistake));
    }

    @Test
    void whereAllKeysComeFromTheProviderThereAreNoSecrets() {
        assertThat(Objects.requireNonNull(fetched(JWS).catalog().source("p")).secrets())
                .isEmpty();
        assertThat(verified(JWS, "\"0123456789abcdef\"").mistakes())
                .containsExactly("sources.p.secrets: is given, but nothing is verified with it"
                        + " (hint: remove it: the key comes from the provider)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '{ from: "{header:X}", equals: "1", matches: "1" }' | 'sources.p.verify.require[0]: has both equals and matches'
            '{ from: "{header:X}", matches: "(" }'              | 'sources.p.verify.require[0].matches: is wrong: is no regular expression'
            '{ from: "{sig:x}", equals: "1" }'                  | 'sources.p.verify.require: reads {sig:x}, which the signature does not have'
            '{ from: "{header:X}", optional: true }'            | 'sources.p.verify.require[0].optional: leaves nothing to hold'
            '{ equals: "1" }'                                   | 'sources.p.verify.require[0].from: is missing'
            '{ from: "{header:X}", equals: "{config:x}" }'      | 'sources.p.verify.require[0].equals: is wrong: {config:x} needs x'
            """)
    void conditionsAreChecked(String condition, String mistake) {
        assertThat(verified(
                                ED25519 + "require: [" + condition + "]\n",
                                "\"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\"")
                        .mistakes())
                .anyMatch(line -> line.startsWith(mistake));
    }

    @Test
    void apiKeysAreSecretsOnlyWhereTheProviderSignsWithThem() {
        String recipe = """
                algorithm: hmac-sha512
                signature: { header: X-S, encoding: hex }
                signed: "{body}"
                """;
        String key = "\"sk_live_0123456789abcdef\"";

        assertThat(verified(recipe, key).mistakes())
                .containsExactly("sources.p.secrets[0]: is an API key, not a signing secret");
        assertThat(verified(recipe + "key: { apiKey: true }\n", key).mistakes()).isEmpty();
    }

    /** Where the provider has one text for the whole header, that text is the secret; elsewhere it is not. */
    @Test
    void aHeadersValueIsASecretOnlyWhereTheProviderSendsItWhole() {
        String token = "algorithm: token\ncovers: none\nsignature: { header: Authorization%s }\n";
        String key = "\"Bearer 0123456789abcdef\"";

        assertThat(verified(token.formatted(""), key).mistakes()).isEmpty();
        assertThat(verified(token.formatted(", parse: { prefix: \"Bearer \" }"), key)
                        .mistakes())
                .containsExactly("sources.p.secrets[0]: is an Authorization header, not a signing secret");
        assertThat(verified("algorithm: basic\ncovers: none\n", "\"user:a long pass phrase\"")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void publicAddressMayBePartOfWhatIsSigned() {
        ConfigFile file = verified(
                ED25519.replace("{body}", "{url}{body}"),
                "\"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\"");

        assertThat(file.paths()).containsExactly("sources.p.verify.signed");
        assertThat(file.env("PAWL_PUBLIC_URL", "https://hooks.example").mistakes())
                .isEmpty();
    }
}
