package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.LoggedLines;
import jakarta.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what may be sent: whatever it is, nothing of it ends in the log as an exception or an error. */
abstract class FaultlessIntake {

    @Inject
    DatabaseState database;

    private final LoggedLines faults = LoggedLines.faults();

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @AfterEach
    void nothingWentWrongInside() {
        faults.close();
        assertThat(faults.all()).isEmpty();
    }
}
