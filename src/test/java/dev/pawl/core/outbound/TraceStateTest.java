package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceStateTest {

    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private static String members(int count) {
        return IntStream.range(0, count).mapToObj(n -> "k" + n + "=v").collect(Collectors.joining(","));
    }

    private static String member(String key, int length) {
        return key + "=" + "v".repeat(length - key.length() - 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "congo=t61rcWkgMzE | congo=t61rcWkgMzE",
                "'a=1 ,\t b=2, ,' | a=1,b=2",
                "a= x y | a= x y",
                "fw529a3039@dt=FfA~!-+ | fw529a3039@dt=FfA~!-+",
                "a_b-c*d/e=1;2 | a_b-c*d/e=1;2"
            })
    void theMembersArePassedOnInTheirOrder(String given, String passedOn) {
        assertThat(TraceState.parse(List.of(given.replace("\\t", "\t")))).isEqualTo(passedOn);
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(TraceState.parse(List.of("a=1", "b=2,c=3"))).isEqualTo("a=1,b=2,c=3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "a", "a=", "=1", "A=1", "1=1", "a=1,a=2", "a=b=c", "a=ü", "a=\u0001", "a@B=1"})
    void whatIsNoSuchListIsNone(String given) {
        assertThat(TraceState.parse(List.of(given))).isNull();
    }

    @Test
    void thereAreAtMost32Members() {
        assertThat(TraceState.parse(List.of(members(TraceState.MAX_MEMBERS)))).isEqualTo(members(32));
        assertThat(TraceState.parse(List.of(members(TraceState.MAX_MEMBERS + 1))))
                .isNull();
    }

    @Test
    void keysAndValuesHaveAtMost256CharactersEach() {
        String longest = "k".repeat(255) + "=" + "v".repeat(256);
        assertThat(TraceState.parse(List.of(longest))).isEqualTo(longest);
        assertThat(TraceState.parse(List.of(longest + "v"))).isNull();
        assertThat(TraceState.parse(List.of("k".repeat(257) + "=v"))).isNull();
        assertThat(TraceState.parse(List.of("k".repeat(256) + "=" + "v".repeat(256))))
                .as("513 characters")
                .isNull();
    }

    @Test
    void of512CharactersLongMembersGoFirstAndThenTheLast() {
        String fits = member("a", 100) + "," + member("b", 100) + "," + member("c", 200) + "," + member("d", 109);
        assertThat(fits).hasSize(TraceState.MAX_LENGTH);
        assertThat(TraceState.parse(List.of(fits))).isEqualTo(fits);
        assertThat(TraceState.parse(List.of(fits + ",e=1")))
                .isEqualTo(member("a", 100) + "," + member("b", 100) + "," + member("d", 109) + ",e=1");

        List<String> all =
                IntStream.range(0, 6).mapToObj(n -> member("k" + n, 100)).toList();
        assertThat(TraceState.parse(all)).isEqualTo(String.join(",", all.subList(0, 5)));
    }

    @Test
    void itIsNothingWithoutATrace() {
        List<String> state = List.of("a=1");
        assertThat(Trace.of(List.of(PARENT), state, "c")).isEqualTo(new Trace(PARENT, "a=1", "c"));
        assertThat(Trace.of(List.of(PARENT), List.of("nonsense"), "c")).isEqualTo(new Trace(PARENT, "c"));
        assertThat(Trace.of(List.of("nonsense"), state, "c")).isEqualTo(new Trace(null, "c"));
        assertThat(Trace.of(List.of(), state, null)).isEqualTo(Trace.NONE);
    }
}
