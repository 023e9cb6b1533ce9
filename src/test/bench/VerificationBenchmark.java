package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.TimeFormat;
import dev.pawl.core.verify.SignatureLayout.Pairs;
import dev.pawl.core.verify.SignatureLayout.Whole;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One webhook of 2 KiB, verified from the request to the verdict on one thread. Samples: the median is steady on a busy machine. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class VerificationBenchmark {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final byte[] BODY = ("{\"data\":\"" + "x".repeat(2_036) + "\"}").getBytes(UTF_8);

    private record Case(RecipeVerifier verifier, InboundRequest request, List<Secret> secrets) {
        Verification verify() {
            return verifier.verify(request, secrets, NOW);
        }
    }

    private final Case hmac = hmac();
    private final Case ed25519 = publicKey(PublicKeyAlgorithm.ED25519);
    private final Case ecdsa = publicKey(PublicKeyAlgorithm.ECDSA_P256_SHA256);
    private final Case rsa = publicKey(PublicKeyAlgorithm.RSA_SHA256);

    private static Case hmac() {
        TimestampRule time = new TimestampRule(text("{sig:t}"), TimeFormat.SECONDS, Duration.ofMinutes(5), false);
        Proof.Signed proof = new Proof.Signed(
                HmacAlgorithm.SHA256,
                SignaturePlace.header("X-Signature", new Pairs(",", "v1")),
                SignatureEncoding.HEX,
                text("{sig:t}.{body}"));
        return signed(
                VerificationRecipe.signed(proof, KeyEncoding.UTF8, time),
                new Secret("secret", "0123456789abcdef0123456789abcdef".getBytes(UTF_8)));
    }

    private static Case publicKey(PublicKeyAlgorithm algorithm) {
        Proof.Signed proof = new Proof.Signed(
                algorithm, SignaturePlace.header("X-Signature", new Whole()), SignatureEncoding.BASE64, text("{body}"));
        String key = ProviderKeys.get().text(KeyEncoding.PEM, algorithm.kind());
        return signed(
                VerificationRecipe.signed(proof, KeyEncoding.PEM, null),
                AnySecret.of("secret", key, EnumSet.of(KeyEncoding.PEM)));
    }

    private static Case signed(VerificationRecipe recipe, Secret secret) {
        RecipeVerifier verifier = new RecipeVerifier(List.of(recipe));
        InboundRequest plain = new InboundRequest(
                "POST", "/webhooks/p", Map.of("Content-Type", List.of("application/json")), BODY);
        InboundRequest request = new ProviderSigner(verifier).sign(0, plain, secret, NOW);
        Case made = new Case(verifier, request, List.of(secret));
        if (!(made.verify() instanceof Verification.Verified)) {
            throw new IllegalStateException("what is measured must be a genuine request");
        }
        return made;
    }

    private static RequestText text(String text) {
        return RequestText.parse(text, List.of()).fold(read -> read, problem -> {
            throw new IllegalStateException(problem);
        });
    }

    @Benchmark
    public Verification hmacSha256() {
        return hmac.verify();
    }

    @Benchmark
    public Verification ed25519() {
        return ed25519.verify();
    }

    @Benchmark
    public Verification ecdsaP256() {
        return ecdsa.verify();
    }

    @Benchmark
    public Verification rsa2048() {
        return rsa.verify();
    }
}
