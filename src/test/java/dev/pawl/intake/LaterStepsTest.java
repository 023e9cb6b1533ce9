package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.send;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.admin.AdminProfile;
import dev.pawl.ledger.DatabaseState;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A key that is too coarse would take a later, legitimate step for a repeat of an earlier one. */
@QuarkusTest
@TestProfile(AdminProfile.class)
class LaterStepsTest {

    @Inject
    DatabaseState database;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void everyStepOfAPaymentCountsOnceAndItsRepeatsNever() {
        String payment = fresh("pay");
        List<String> steps = new ArrayList<>(List.of(
                event(payment, "pending", ""),
                event(payment, "succeeded", ""),
                refund(payment, "r1"),
                // The same amount again, under another id.
                refund(payment, "r2"),
                dispute(payment)));

        assertThat(steps.stream().map(LaterStepsTest::verdict)).containsOnly("applied");
        Collections.reverse(steps);
        // The payment's own first step is older than what it has become; all others are what is known.
        assertThat(steps.stream().map(LaterStepsTest::verdict))
                .containsExactly("duplicate", "duplicate", "duplicate", "duplicate", "stale");

        assertThat(one(
                        "select string_agg(type || ' ' || state || ' ' || seq, ', ' order by type, key) from ~.operation"
                                + " where key like ?",
                        payment + "%"))
                .isEqualTo("dispute lost 1, payment succeeded 2, refund succeeded 1, refund succeeded 1");
        assertThat(one(
                        "select count(*) from ~.transition t join ~.operation o on o.id = t.operation_id"
                                + " where o.key like ?",
                        payment + "%"))
                .isEqualTo("5");
    }

    private static String verdict(String event) {
        return send(signed(event)).verdicts().get(0);
    }

    private static String refund(String payment, String id) {
        return event(payment, "succeeded", ",\"refund\":\"" + payment + "_" + id + "\"")
                .replace("payment.", "refund.");
    }

    private static String dispute(String payment) {
        return event(payment, "lost", ",\"dispute\":\"" + payment + "_d1\"").replace("payment.", "dispute.");
    }
}
