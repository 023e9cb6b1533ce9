package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** A row of {@code attempt}, to be read only. */
@Entity
@Immutable
@Table(name = "attempt")
@IdClass(AttemptEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class AttemptEntity extends PanacheEntityBase {

    record Key(UUID operationId, String kind, String subject, int n) {}

    @Id
    @Column(name = "operation_id")
    public UUID operationId;

    @Id
    public String kind;

    @Id
    public String subject;

    @Id
    public int n;

    public String cause;
    public String outcome;
    public @Nullable String error;

    @Column(name = "took_ms")
    public @Nullable Integer tookMillis;

    public Instant at;
}
