package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {

    private static final String VALID = """
            sources:
              shop: { preset: stripe, mode: test, secrets: ["whsec_of_the_test_0123456789abcdef"] }
            """;

    @TempDir
    Path folder;

    private static TrustedProxies read(String text) {
        return TrustedProxies.parse(text).fold(read -> read, problem -> {
            throw new AssertionError(problem);
        });
    }

    private static InetAddress address(String text) {
        return Objects.requireNonNull(TrustedProxies.address(text), text);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.7, 203.0.113.7, 203.0.113.8",
        "10.0.0.0/8, 10.255.0.1, 11.0.0.1",
        "10.128.0.0/9, 10.128.0.1, 10.127.255.255",
        "10.1.2.3/8, 10.9.9.9, 9.9.9.9",
        "::1, ::1, ::2",
        "2001:db8::/33, 2001:db8:7fff::1, 2001:db8:8000::1",
        "127.0.0.1, ::ffff:127.0.0.1, ::1",
        "::/0, 2001:db8::1, 10.0.0.1"
    })
    void addressesAndNetworksAreTrusted(String text, String within, String outside) {
        assertThat(read(" " + text + " ").trusts(address(within))).isTrue();
        assertThat(read(text).trusts(address(outside))).isFalse();
        assertThat(read("192.0.2.1," + text).trusts(address(within))).isTrue();
    }

    @Test
    void namesAreKeptToBeLookedUp() {
        assertThat(read("localhost, 10.0.0.1,traefik_1 ,a.b-c.example").names())
                .containsExactly("localhost", "traefik_1", "a.b-c.example");
        assertThat(read(" ")).isEqualTo(TrustedProxies.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0",
                "256.1.1.1",
                "10.0.0.0/33",
                "::/129",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "/8",
                "a b",
                "*",
                "::1::",
                "[::1]",
                "10.0.0.1:80",
                "10.0.0.1,",
                ",",
                "http://proxy",
                "proxy/8",
                "fe80::1%eth0",
                "10.0.0.0/8/8"
            })
    void whatIsNoneOfThemIsToldAndNothingStarts(String wrong) throws IOException {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), VALID);
        List<String> mistakes = PawlFileReader.read(file, Map.of("PAWL_TRUSTED_PROXIES", wrong)::get)
                .fold(
                        read -> List.of(),
                        told -> told.mistakes().stream()
                                .map(ConfigMistake::line)
                                .toList());
        assertThat(mistakes)
                .singleElement()
                .asString()
                .startsWith("PAWL_TRUSTED_PROXIES: names")
                .contains("10.0.0.0/8");
    }

    @Test
    void whoTrustsEverybodyIsWarned() throws IOException {
        Path file = Files.writeString(folder.resolve("pawl.yaml"), VALID);
        List<String> warnings = PawlFileReader.read(file, Map.of("PAWL_TRUSTED_PROXIES", "0.0.0.0/0")::get)
                .fold(read -> read.warnings().stream().map(ConfigMistake::line).toList(), told -> List.of("wrong"));
        assertThat(warnings).singleElement().asString().startsWith("PAWL_TRUSTED_PROXIES: trusts everybody");
    }
}
