package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** A row of {@code source_state}, as far as people see it. */
@Entity
@Immutable
@Table(name = "source_state")
@SuppressWarnings("NullAway.Init")
class SourceStateEntity extends PanacheEntityBase {

    @Id
    public String source;

    @Column(name = "first_started_at")
    public Instant firstStartedAt;

    @Column(name = "backfill_until")
    public @Nullable Instant backfillUntil;
}
