package dev.pawl.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.impl.NoStackTraceThrowable;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class DatabaseTroubleTest {

    @Test
    void refusedConnectionIsAnOutageHoweverWrapped() {
        Throwable refused = new ConnectException("refused");

        assertThat(DatabaseTrouble.isOutage(refused)).isTrue();
        assertThat(DatabaseTrouble.isOutage(new CompletionException(new IllegalStateException(refused))))
                .isTrue();
    }

    @Test
    void poolWithoutAFreeConnectionIsAnOutage() {
        assertThat(DatabaseTrouble.isOutage(new NoStackTraceThrowable("Timeout")))
                .isTrue();
    }

    @Test
    void ourOwnFaultIsNone() {
        assertThat(DatabaseTrouble.isOutage(new IllegalStateException("fault"))).isFalse();
    }

    @Test
    void ringOfCausesEnds() {
        IllegalStateException one = new IllegalStateException("one");
        IllegalStateException other = new IllegalStateException("other", one);
        one.initCause(other);

        assertThat(DatabaseTrouble.isOutage(other)).isFalse();
    }
}
