package dev.pawl.intake;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** The time of receipt. Leases and due times never use it: those follow the database's clock. */
final class Clock {

    @Produces
    @Singleton
    InstantSource system() {
        return InstantSource.system();
    }
}
