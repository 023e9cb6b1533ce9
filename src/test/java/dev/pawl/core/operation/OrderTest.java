package dev.pawl.core.operation;

import static dev.pawl.core.operation.Given.minute;
import static dev.pawl.core.operation.Given.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.operation.Order.Relation;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class OrderTest {

    @Test
    void timesOrder() {
        assertThat(minute(2).relationTo(minute(1))).isEqualTo(Relation.NEWER);
        assertThat(minute(1).relationTo(minute(2))).isEqualTo(Relation.OLDER);
        assertThat(minute(1).relationTo(minute(1))).isEqualTo(Relation.EQUAL);
        assertThat(minute(2).newerThan(minute(1))).isTrue();
        assertThat(minute(1).newerThan(minute(1))).isFalse();
    }

    @Test
    void whereThereIsAVersionTimesDoNotCount() {
        Order early = new Order(7L, Instant.parse("2026-01-01T00:00:00Z"));
        Order late = new Order(7L, Instant.parse("2026-01-02T00:00:00Z"));
        assertThat(early.relationTo(late)).isEqualTo(Relation.EQUAL);
        assertThat(new Order(8L, early.occurredAt()).relationTo(late)).isEqualTo(Relation.NEWER);
    }

    @Test
    void versionsAreNumbersNotText() {
        assertThat(version(10).relationTo(version(9))).isEqualTo(Relation.NEWER);
    }

    @Test
    void ordersOfDifferentKindsHaveNoRelation() {
        assertThat(version(1).relationTo(minute(1))).isEqualTo(Relation.UNKNOWN);
        assertThat(minute(1).relationTo(version(1))).isEqualTo(Relation.UNKNOWN);
        assertThat(minute(1).relationTo(Order.NONE)).isEqualTo(Relation.UNKNOWN);
        assertThat(Order.NONE.relationTo(Order.NONE)).isEqualTo(Relation.UNKNOWN);
        assertThat(Order.NONE.known()).isFalse();
    }

    @Test
    void whatTheDatabaseCannotKeepDoesNotOrder() {
        Order asReceived = Order.at(Instant.parse("2026-01-01T00:00:00.123456789Z"));
        Order asStored = Order.at(Instant.parse("2026-01-01T00:00:00.123456Z"));
        assertThat(asReceived).isEqualTo(asStored);
        assertThat(asReceived.relationTo(asStored)).isEqualTo(Relation.EQUAL);
    }

    @Test
    void theDetailGivesTheOrderBack() {
        Order both = new Order(7L, Instant.parse("2026-01-01T00:00:00.123456Z"));
        for (Order order : new Order[] {both, minute(1), version(-1), Order.NONE}) {
            assertThat(Order.fromDetail(order.toDetail())).isEqualTo(order);
        }
    }
}
