package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** An event, in its day's partition or kept because of a doubt; to be read only. */
@Entity
@Immutable
@Table(name = "event_all")
@IdClass(EventEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class EventEntity extends PanacheEntityBase {

    record Key(LocalDate receivedOn, UUID deliveryId, int n, int run) {}

    @Id
    @Column(name = "received_on")
    public LocalDate receivedOn;

    @Id
    @Column(name = "delivery_id")
    public UUID deliveryId;

    @Id
    public int n;

    @Id
    public int run;

    public String source;

    @Column(name = "event_id")
    public @Nullable String eventId;

    @Column(name = "event_type")
    public @Nullable String eventType;

    @Column(name = "operation_id")
    public @Nullable UUID operationId;

    public @Nullable String state;

    @Column(name = "occurred_at")
    public @Nullable Instant occurredAt;

    public String verdict;
    public @Nullable String reason;

    @JdbcTypeCode(SqlTypes.JSON)
    public @Nullable String detail;

    public Instant at;

    /** It had been parked; its delivery was not read again. */
    public boolean retried;
}
