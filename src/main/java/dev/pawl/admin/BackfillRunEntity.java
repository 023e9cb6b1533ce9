package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** A row of {@code backfill_run}: what came of listing what a provider has sent. */
@Entity
@Immutable
@Table(name = "backfill_run")
@SuppressWarnings("NullAway.Init")
class BackfillRunEntity extends PanacheEntityBase {

    @Id
    public UUID id;

    public String source;

    @Column(name = "started_at")
    public Instant startedAt;

    @Column(name = "ended_at")
    public @Nullable Instant endedAt;

    public int pages;
    public int listed;
    public int recovered;
    public int matched;
    public int ignored;
    public int invalid;
    public int doubtful;

    @Column(name = "passed_over")
    public int passedOver;

    public boolean complete;
    public @Nullable String error;
}
