package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "10s, PT10S",
        "5m, PT5M",
        "1h, PT1H",
        "7d, PT168H",
        "0s, PT0S",
        "PT5M, PT5M",
        "pt5m, PT5M",
        "P2D, PT48H",
        "' 5m ', PT5M"
    })
    void durationsAreWrittenShortOrIso(String text, Duration expected) {
        assertThat(Quantity.duration(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "m", "5x", "-5m", "PT-5M", "5 m", "1.5h", "5M", "999999999999d", "P200000000D", "P1Y"})
    void whatIsNoDurationIsNotGuessed(String text) {
        assertThat(Quantity.duration(text)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "65536, 65536", "512KiB, 524288", "1MiB, 1048576", "25MB, 25000000", "3B, 3"})
    void sizesAreBytesOrHaveAUnit(String text, long expected) {
        assertThat(Quantity.size(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "MiB", "-1", "1.5MiB", "1mib", "1 MiB", "999999999999GiB", "99999999999999999999"})
    void whatIsNoSizeIsNotGuessed(String text) {
        assertThat(Quantity.size(text)).isNull();
    }
}
