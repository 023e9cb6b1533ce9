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
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A delivery, in its day's partition or kept because of a doubt, without its body; to be read only. */
@Entity
@Immutable
@Table(name = "delivery_all")
@IdClass(DeliveryEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class DeliveryEntity extends PanacheEntityBase {

    record Key(LocalDate receivedOn, UUID id) {}

    @Id
    @Column(name = "received_on")
    public LocalDate receivedOn;

    @Id
    public UUID id;

    public String source;

    @Column(name = "received_at")
    public Instant receivedAt;

    public short secret;
    public String cause;

    @Column(name = "effects_off")
    public boolean effectsOff;

    @JdbcTypeCode(SqlTypes.JSON)
    public String headers;

    public @Nullable String traceparent;

    public @Nullable String tracestate;

    @Column(name = "correlation_id")
    public @Nullable String correlationId;

    /** The body's length, known without reading it; null: the body is no longer kept. */
    @Formula("octet_length(body)")
    public @Nullable Integer size;
}
