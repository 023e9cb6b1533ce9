package dev.pawl.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String GIVEN = "00-" + TRACE + "-b7ad6b7169203331-01";

    @Test
    void theTraceStaysAndTheSpanIsOurs() {
        assertThat(new Trace(Trace.traceparent(List.of(GIVEN)), null).next(255))
                .isEqualTo("00-" + TRACE + "-00000000000000ff-01");
        assertThat(Trace.NONE.next(255)).isNull();
    }

    @Test
    void aLaterVersionIsReadAsFarAsItIsKnown() {
        assertThat(Trace.traceparent(List.of("cc-" + TRACE + "-b7ad6b7169203331-03-what-the-future-brings")))
                .isEqualTo(GIVEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
                "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"
            })
    void aMalformedTraceIsNone(String header) {
        assertThat(Trace.traceparent(List.of(header))).isNull();
    }

    @Test
    void whatIsGivenTwiceIsNone() {
        assertThat(Trace.traceparent(List.of(GIVEN, GIVEN))).isNull();
        assertThat(Trace.correlationId(List.of("a", "b"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\nb", "<script>", "-x", "ü"})
    void aCorrelationIdThatMightDoHarmIsNone(String header) {
        assertThat(Trace.correlationId(List.of(header))).isNull();
    }

    @Test
    void aUsualCorrelationIdIsKept() {
        assertThat(Trace.correlationId(List.of(" req_4:7/a=b@c ".strip()))).isEqualTo("req_4:7/a=b@c");
        assertThat(Trace.correlationId(List.of("x".repeat(129)))).isNull();
    }
}
