package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnusableStatementsTest {

    @Test
    void oneRestsForAWhileAndIsThenTriedAgain() {
        AtomicLong now = new AtomicLong(-5);
        UnusableStatements statements = new UnusableStatements(now::get);
        assertThat(statements.rests("a")).isFalse();

        statements.failed("a");

        assertThat(statements.rests("a")).isTrue();
        assertThat(statements.rests("b")).isFalse();
        now.addAndGet(UnusableStatements.PAUSE.toNanos() - 1);
        assertThat(statements.rests("a")).isTrue();
        now.incrementAndGet();
        assertThat(statements.rests("a")).isFalse();
        statements.failed("a");
        assertThat(statements.rests("a")).isTrue();
    }
}
