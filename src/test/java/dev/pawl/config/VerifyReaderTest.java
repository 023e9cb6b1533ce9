package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyReaderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            algorithm: hmac-sha256  | algorithm: hmac-sha257                | sources.p.verify.algorithm: is hmac-sha257, which is not allowed here (hint: did you mean hmac-sha256?)
            algorithm: hmac-sha256  | algorithm: ed25519                    | sources.p.verify.algorithm: is ed25519, which is not supported by this version (hint: one of: hmac-md5, hmac-sha1, hmac-sha256, hmac-sha512, none)
            algorithm: hmac-sha256  | require: []                           | sources.p.verify.require: is not supported by this version (hint: remove it)
            header: X-Signature     | header: 'X Signature'                 | sources.p.verify.signature.header: is not a proper name of a header
            header: X-Signature     | query: sig                            | sources.p.verify.signature.query: is not supported by this version (hint: remove it)
            encoding: hex           | encoding: HEX                         | sources.p.verify.signature.encoding: is HEX, which is not allowed here (hint: did you mean hex?)
            'pairs: ","'            | 'positional: 1'                       | sources.p.verify.signature.parse.positional: is not supported by this version (hint: remove it)
            'pairs: ","'            | 'list: " "'                           | sources.p.verify.signature.parse: is no known shape (hint: { prefix } or { optionalPrefix } or { pairs, take } or { list, prefix })
            '{sig:t}.{body}'        | '{sig:t}.'                            | sources.p.verify.signed: leaves the body out (hint: one captured signature would fit any body: add {body})
            '{sig:t}.{body}'        | '{sig:t}.{url}{body}'                 | sources.p.verify.signed: is wrong: unknown part {url}
            tolerance: 5m           | tolerance: 300                        | 'sources.p.verify.timestamp.tolerance: must be a duration, but is 300 (hint: such as 500ms, 10s, 5m, 1h, 7d or PT5M)'
            tolerance: 5m           | tolerance: 0s                         | 'sources.p.verify.timestamp.tolerance: must be longer than nothing (hint: such as 500ms, 10s, 5m, 1h, 7d or PT5M)'
            future: refuse          | future: reject                        | sources.p.verify.timestamp.future: is reject, which is not allowed here (hint: one of: accept, refuse)
            encoding: utf8          | encoding: sha1-digest                 | 'sources.p.verify.key.encoding: is sha1-digest, which is not supported by this version (hint: one of: base64, hex, utf8, whsec, whsec-or-utf8)'
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
                .containsExactly("secrets[0]", "secrets[0]");
    }
}
