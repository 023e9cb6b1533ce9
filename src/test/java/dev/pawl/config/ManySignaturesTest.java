package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.Verification;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DocuSign signs with every key the account has, each in a header of its own. */
class ManySignaturesTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final String FIRST = "X-DocuSign-Signature-1";

    @ParameterizedTest
    @CsvSource({
        "1, 1, true",
        "11, 11, true",
        "11, 1, true",
        "17, 17, true",
        "32, 32, true",
        "100, 1, true",
        "100, 20, true",
        "100, 33, false"
    })
    void oursMayBeAnyOfTheFirstThirtyTwo(int signatures, int ours, boolean genuine) {
        PresetSource preset = PresetSource.of("docusign");
        InboundRequest signed = preset.signed(NOW);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int n = 1; n <= signatures; n++) {
            String other = Base64.getEncoder()
                    .encodeToString(("the signature of another key " + n + "......")
                            .substring(0, 32)
                            .getBytes(StandardCharsets.UTF_8));
            headers.put(
                    "X-DocuSign-Signature-" + n,
                    List.of(n == ours ? signed.header(FIRST).get(0) : other));
        }

        Verification verification =
                preset.verify(new InboundRequest(signed.method(), signed.target(), headers, signed.body()), NOW);

        assertThat(verification instanceof Verification.Verified).isEqualTo(genuine);
    }
}
