package dev.pawl.intake;

import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** That of a machine which is ahead of the database and of the providers. */
@Alternative
@Singleton
public class FastClock implements InstantSource {

    static final Duration AHEAD = Duration.ofMinutes(4);

    @Override
    public Instant instant() {
        return Instant.now().plus(AHEAD);
    }
}
