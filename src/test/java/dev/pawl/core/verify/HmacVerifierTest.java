package dev.pawl.core.verify;

import static dev.pawl.support.WebhookScenario.NOW;
import static dev.pawl.support.WebhookScenario.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.SignatureLayout.ListOf;
import dev.pawl.core.verify.SignatureLayout.Pairs;
import dev.pawl.core.verify.SignatureLayout.Prefix;
import dev.pawl.core.verify.SignatureLayout.Whole;
import dev.pawl.support.HandMadeHmac;
import dev.pawl.support.WebhookScenario;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HmacVerifierTest {

    private static final String MISSING = "signature-missing";
    private static final String MALFORMED = "signature-malformed";
    private static final String WRONG = "signature-wrong";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String ZEROES = "00".repeat(32);

    private final Verifier verifier = new RecipeVerifier(List.of(Recipes.get("p")));

    private static List<Secret> secrets(String... texts) {
        return IntStream.range(0, texts.length)
                .mapToObj(i -> new Secret("secrets[" + i + "]", texts[i].getBytes(UTF_8)))
                .toList();
    }

    /** The key's index, or the reason's word. */
    private static String outcome(Verifier verifier, InboundRequest request, String... secrets) {
        return verifier.verify(request, secrets(secrets), NOW)
                .fold(
                        verified -> Integer.toString(verified.key()),
                        refused -> refused.reason().word(),
                        needed -> "key needed");
    }

    private String outcome(WebhookScenario scenario) {
        return outcome(verifier, scenario.request(), SECRET);
    }

    @Test
    void genuineRequestIsVerifiedWithItsExactBytes() {
        byte[] body = {0, (byte) 0xC3, '\r', '\n', ' '};
        InboundRequest request = WebhookScenario.valid().withBody(body).request();

        byte[] verified = verifier.verify(request, secrets(SECRET), NOW)
                .fold(yes -> yes.request().request().body(), no -> new byte[0], needed -> new byte[0]);

        assertThat(verified).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n", "  "})
    void lineEndsAndBlanksBelongToTheBody(String end) {
        WebhookScenario scenario = WebhookScenario.valid().withBody(WebhookScenario.BODY + end);

        assertThat(outcome(scenario)).isEqualTo("0");
        assertThat(outcome(scenario.withTamperedBody(WebhookScenario.BODY.getBytes(UTF_8))))
                .isEqualTo(WRONG);
    }

    @Test
    void theSecretThatFitsIsNamed() {
        InboundRequest request = WebhookScenario.valid().request();

        assertThat(outcome(verifier, request, "retired secret, long", SECRET)).isEqualTo("1");
        assertThat(outcome(verifier, request, SECRET, "retired secret, long")).isEqualTo("0");
        assertThat(outcome(verifier, request, "retired secret, long")).isEqualTo(WRONG);
    }

    @Test
    void withoutSecretsNothingIsVerified() {
        assertThat(outcome(verifier, WebhookScenario.valid().request())).isEqualTo(WRONG);
    }

    @Test
    void anyOfTheSignaturesMayFit() {
        String right = WebhookScenario.valid().hex();
        String time = "t=" + NOW.getEpochSecond();

        assertThat(outcome(WebhookScenario.valid().withSignature(time + ",v1=" + ZEROES + ",v1=" + right)))
                .isEqualTo("0");
        assertThat(outcome(WebhookScenario.valid()
                        .withSignature("v1=nonsense,v9=" + ZEROES + ",v1=" + right + "," + time)))
                .isEqualTo("0");
    }

    @Test
    void anotherVersionIsNoSignatureHoweverRightItsBytes() {
        String right = WebhookScenario.valid().hex();
        String time = "t=" + NOW.getEpochSecond();

        assertThat(outcome(WebhookScenario.valid().withSignature(time + ",v0=" + right)))
                .isEqualTo(MALFORMED);
        assertThat(outcome(WebhookScenario.valid().withSignature(time + ",V1=" + right)))
                .isEqualTo(MALFORMED);
        assertThat(outcome(WebhookScenario.valid().withSignature(time + ",v0=" + right + ",v1=" + ZEROES)))
                .isEqualTo(WRONG);
    }

    @Test
    void thirtyTwoSignaturesAreExaminedAndMoreRefused() {
        String right = WebhookScenario.valid().hex();
        String time = "t=" + NOW.getEpochSecond();

        assertThat(outcome(WebhookScenario.valid().withSignature(time + (",v1=" + ZEROES).repeat(31) + ",v1=" + right)))
                .isEqualTo("0");
        assertThat(outcome(WebhookScenario.valid().withSignature(time + ",v1=" + right + (",v1=" + ZEROES).repeat(32))))
                .isEqualTo(MALFORMED);
    }

    @Test
    void aHeaderThatAProxyJoinedWithItsCopyIsStillOne() {
        WebhookScenario valid = WebhookScenario.valid();
        assertThat(outcome(valid.withSignature(valid.signature() + ", " + valid.signature())))
                .isEqualTo("0");
    }

    /** Which of the two the provider wrote nobody knows: taken only where both say the same but for the signature itself. */
    @Test
    void aHeaderThatAProxyJoinedWithAnotherIsNone() {
        WebhookScenario valid = WebhookScenario.valid();
        String good = valid.signature();
        String other = "t=1,v1=" + ZEROES;

        assertThat(outcome(valid.withSignature(good + ", " + other))).isEqualTo(MALFORMED);
        assertThat(outcome(valid.withSignature(other + ", " + good))).isEqualTo(MALFORMED);
        Verifier github = new RecipeVerifier(List.of(Recipes.get("github")));
        String whole = "sha256=" + overBody(valid);
        WebhookScenario pushed = valid.inHeader("X-Hub-Signature-256");
        assertThat(outcome(github, pushed.withSignature(whole).request(), SECRET))
                .isEqualTo("0");
        assertThat(outcome(
                        github,
                        pushed.withSignature(whole + ",sha256=" + ZEROES).request(),
                        SECRET))
                .isEqualTo(MALFORMED);
        assertThat(outcome(
                        github,
                        pushed.withSignature("sha256=" + ZEROES + "," + whole).request(),
                        SECRET))
                .isEqualTo(MALFORMED);
    }

    private static String overBody(WebhookScenario scenario) {
        return HexFormat.of().formatHex(HandMadeHmac.sha256(SECRET.getBytes(UTF_8), scenario.body()));
    }

    @Test
    void anotherAlgorithmsPrefixIsNoSignatureHoweverRightItsBytes() {
        Verifier github = new RecipeVerifier(List.of(Recipes.get("github")));
        WebhookScenario valid = WebhookScenario.valid().inHeader("X-Hub-Signature-256");
        String hex = overBody(valid);

        for (String header :
                List.of("sha1=" + hex, "sha1=" + hex.substring(24), "SHA256=" + hex, hex, "sha256=sha256=" + hex)) {
            assertThat(outcome(github, valid.withSignature(header).request(), SECRET))
                    .as(header)
                    .isEqualTo(MALFORMED);
        }
        assertThat(outcome(
                        github,
                        valid.withSignature("sha256=" + hex.substring(24)).request(),
                        SECRET))
                .isIn(MALFORMED, WRONG);
        assertThat(outcome(
                        github,
                        valid.inHeader("X-Hub-Signature")
                                .withSignature("sha1=" + hex)
                                .request(),
                        SECRET))
                .isEqualTo(MISSING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t=,v1=",
                "v1",
                "=",
                ",,,,",
                "t=1767225600",
                "v1=é",
                "t=1767225600,v1=0",
                "t=1767225600,v1=zz",
                "t=1767225600,v1=sha256=00",
                "t=9999999999999999999999999,v1=00",
                "t=-1,v1=00",
                "t=1767225600000,v1=00",
                "t=1767225600,t=1767225601,v1=00",
                "v1=00"
            })
    void oddHeadersAreMalformed(String header) {
        assertThat(outcome(WebhookScenario.valid().withSignature(header))).isEqualTo(MALFORMED);
    }

    @Test
    void aThousandSignaturesAreMalformed() {
        assertThat(outcome(WebhookScenario.valid().withSignature("t=1" + ",v1=00".repeat(1000))))
                .isEqualTo(MALFORMED);
    }

    @Test
    void missingAndBlankHeadersAreMissing() {
        InboundRequest bare = new InboundRequest("POST", "/", java.util.Map.of(), new byte[0]);

        assertThat(outcome(verifier, bare, SECRET)).isEqualTo(MISSING);
        assertThat(outcome(WebhookScenario.valid().withSignature("  "))).isEqualTo(MISSING);
    }

    @Test
    void theSameValueTwiceIsOneValueButTwoValuesAreNone() {
        String right = WebhookScenario.valid().signature();

        assertThat(outcome(WebhookScenario.valid().withHeader("X-P-Signature", right, right)))
                .isEqualTo("0");
        assertThat(outcome(WebhookScenario.valid().withHeader("X-P-Signature", right, "t=1,v1=00")))
                .isEqualTo(MALFORMED);
    }

    @Test
    void namesOfHeadersHaveNoCaseAndBlanksAroundValuesDoNotCount() {
        WebhookScenario scenario = WebhookScenario.valid().inHeader("x-P-SIGNATURE");

        assertThat(outcome(scenario)).isEqualTo("0");
        assertThat(outcome(scenario.withSignature(" " + scenario.signature() + "\t")))
                .isEqualTo("0");
    }

    @Test
    void theFirstHeaderPresentCounts() {
        Verifier both = new RecipeVerifier(List.of(Recipes.recipe(
                HmacAlgorithm.SHA256,
                SignaturePlace.headers(List.of("X-New", "X-Old"), false, new Pairs(",", "v1")),
                SignatureEncoding.HEX,
                "{sig:t}.{body}",
                null)));
        WebhookScenario old = WebhookScenario.valid().inHeader("X-Old");

        assertThat(outcome(both, old.request(), SECRET)).isEqualTo("0");
        assertThat(outcome(
                        both,
                        WebhookScenario.valid()
                                .inHeader("X-New")
                                .withHeader("X-Old", "t=1767225600,v1=" + ZEROES)
                                .request(),
                        SECRET))
                .isEqualTo("0");
        assertThat(outcome(
                        both,
                        old.withHeader("X-New", "t=1767225600,v1=" + ZEROES).request(),
                        SECRET))
                .isEqualTo(WRONG);
    }

    @Test
    void exactlyAtToleranceIsGoodAndOneSecondMoreIsNot() {
        assertThat(outcome(WebhookScenario.valid().withTimestamp(NOW.minus(TOLERANCE))))
                .isEqualTo("0");
        assertThat(outcome(WebhookScenario.valid().withTimestamp(NOW.plus(TOLERANCE))))
                .isEqualTo("0");
        assertThat(outcome(WebhookScenario.valid()
                        .withTimestamp(NOW.minus(TOLERANCE).minusSeconds(1))))
                .isEqualTo("timestamp-too-old");
        assertThat(outcome(WebhookScenario.valid()
                        .withTimestamp(NOW.plus(TOLERANCE).plusSeconds(1))))
                .isEqualTo("timestamp-in-future");
    }

    @Test
    void aRecipeMayAcceptTheFuture() {
        Verifier lenient = new RecipeVerifier(List.of(Recipes.pairs("X-P-Signature", true)));
        WebhookScenario early = WebhookScenario.valid().withTimestamp(NOW.plus(Duration.ofDays(400)));

        assertThat(outcome(lenient, early.request(), SECRET)).isEqualTo("0");
    }

    @Test
    void theAgeIsToldOnlyOfWhatIsSignedRight() {
        WebhookScenario old = WebhookScenario.valid().withTimestamp(NOW.minus(Duration.ofDays(9)));

        assertThat(outcome(old.withSecret("somebody else's secret"))).isEqualTo(WRONG);
        assertThat(outcome(old)).isEqualTo("timestamp-too-old");
    }

    @Test
    void nonsenseIsNoTimeHoweverWellSigned() {
        assertThat(outcome(WebhookScenario.valid().withTimestamp("soon"))).isEqualTo(MALFORMED);
    }

    @Test
    void theRecipeThatGetsFurthestGivesTheReason() {
        Verifier two = new RecipeVerifier(List.of(Recipes.get("p"), Recipes.get("github")));
        WebhookScenario old = WebhookScenario.valid().withTimestamp(NOW.minus(Duration.ofDays(9)));

        assertThat(outcome(two, old.request(), SECRET)).isEqualTo("timestamp-too-old");
        assertThat(outcome(two, WebhookScenario.valid().withSignature("?").request(), SECRET))
                .isEqualTo(MALFORMED);
    }

    @Test
    void anyRecipeMayFit() {
        Verifier two = new RecipeVerifier(List.of(Recipes.get("github"), Recipes.get("p")));

        assertThat(outcome(two, WebhookScenario.valid().request(), SECRET)).isEqualTo("0");
    }

    @Test
    void aSignedHeaderThatIsMissingOrAmbiguousRefuses() {
        Verifier standard = new RecipeVerifier(List.of(Recipes.get("standard-webhooks")));
        WebhookScenario noId = WebhookScenario.valid()
                .inHeader("webhook-signature")
                .withSignature("v1," + "A".repeat(43) + "=")
                .withHeader("webhook-timestamp", "1767225600");

        assertThat(outcome(standard, noId.request(), SECRET)).isEqualTo(MISSING);
        assertThat(outcome(standard, noId.withHeader("webhook-id", "").request(), SECRET))
                .isEqualTo(MISSING);
        assertThat(outcome(standard, noId.withHeader("webhook-id", "a", "b").request(), SECRET))
                .isEqualTo(MALFORMED);
        assertThat(outcome(standard, noId.withHeader("webhook-id", "a").request(), SECRET))
                .isEqualTo(WRONG);
    }

    @Test
    void headerBytesAboveAsciiAreSignedAsTheyWereOnTheWire() {
        VerificationRecipe recipe = Recipes.recipe(
                HmacAlgorithm.SHA256,
                SignaturePlace.header("X-S", new Whole()),
                SignatureEncoding.HEX,
                "é{header:X-Id}",
                null);
        byte[] key = SECRET.getBytes(UTF_8);
        byte[] hmac = HandMadeHmac.sha256(key, "é".getBytes(UTF_8), new byte[] {(byte) 0xE9});
        InboundRequest request = WebhookScenario.valid()
                .inHeader("X-S")
                .withSignature(HexFormat.of().formatHex(hmac))
                .withHeader("X-Id", "é")
                .request();

        assertThat(outcome(new RecipeVerifier(List.of(recipe)), request, SECRET))
                .isEqualTo("0");
    }

    @Test
    void layoutsTakeValuesApart() {
        assertThat(new Prefix("sha256=", true).read("00").candidates()).containsExactly("00");
        assertThat(new Prefix("sha256=", true).read("sha256=00").candidates()).containsExactly("00");
        assertThat(new Prefix("sha256=", false).read("00").candidates()).isEmpty();
        assertThat(new ListOf(",", "v1=").read("v1=a, v2=b,v1=c").candidates()).containsExactly("a", "c");
        assertThat(new ListOf(" ", "v1,").read("v1,a   v1a,b v1,c").candidates())
                .containsExactly("a", "c");
        assertThat(new Pairs(";", "s").read("t=1;s=a=;u=2").candidates()).containsExactly("a=");
    }

    @Test
    void signedHeadersAreThoseWorthKeepingAndNeverSignatures() {
        Verifier verifiers =
                new RecipeVerifier(List.of(Recipes.get("standard-webhooks"), Recipes.get("p"), Recipes.get("github")));

        assertThat(verifiers.signedHeaders()).containsExactlyInAnyOrder("webhook-id", "webhook-timestamp");
    }

    @Test
    void timesMayBeWrittenInOtherUnits() {
        Verifier millis = new RecipeVerifier(List.of(Recipes.recipe(
                HmacAlgorithm.SHA256,
                SignaturePlace.header("X-P-Signature", new Pairs(",", "v1")),
                SignatureEncoding.HEX,
                "{sig:t}.{body}",
                new TimestampRule(Recipes.text("{sig:t}"), TimeFormat.MILLIS, TOLERANCE, false))));
        WebhookScenario inMillis = WebhookScenario.valid().withTimestamp(Long.toString(NOW.toEpochMilli()));

        assertThat(outcome(millis, inMillis.request(), SECRET)).isEqualTo("0");
        assertThat(outcome(millis, WebhookScenario.valid().request(), SECRET)).isEqualTo(MALFORMED);
    }

    @Test
    void withoutVerificationEverythingIsVerifiedByNoKey() {
        InboundRequest bare = new InboundRequest("POST", "/", java.util.Map.of(), new byte[0]);

        assertThat(outcome(new NoVerification(), bare)).isEqualTo("-1");
    }

    @Test
    void manyThreadsMayUseOneSecret() {
        InboundRequest request = WebhookScenario.valid().request();
        List<Secret> shared = secrets("retired secret, long", SECRET);

        boolean all = IntStream.range(0, 2_000)
                .parallel()
                .allMatch(i -> verifier.verify(request, shared, NOW)
                        .fold(yes -> yes.key() == 1, no -> false, needed -> false));

        assertThat(all).isTrue();
    }
}
