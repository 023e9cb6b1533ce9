package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreferenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wait=5 | 5",
                "respond-async, wait=5 | 5",
                "Wait = 5 | 5",
                "wait=\"5\" | 5",
                "wait=5; a=b | 5",
                "wait=31 | 30",
                "wait=999999999 | 30",
                "wait=0 | 0",
                "wait=-1 | 0",
                "wait=soon | 0",
                "wait=9999999999 | 0",
                "await=5 | 0"
            })
    void onlyAWaitThatCanBeReadCounts(String header, int seconds) {
        assertThat(Preference.wait(List.of(header))).isEqualTo(Duration.ofSeconds(seconds));
    }
}
