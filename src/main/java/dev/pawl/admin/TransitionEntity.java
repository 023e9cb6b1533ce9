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
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code transition}, to be read only. */
@Entity
@Immutable
@Table(name = "transition")
@IdClass(TransitionEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class TransitionEntity extends PanacheEntityBase {

    record Key(UUID operationId, int seq) {}

    @Id
    @Column(name = "operation_id")
    public UUID operationId;

    @Id
    public int seq;

    public String kind;

    @Column(name = "from_state")
    public @Nullable String from;

    @Column(name = "to_state")
    public @Nullable String to;

    public String cause;

    @Column(name = "effects_off")
    public boolean effectsOff;

    public boolean correction;
    public @Nullable String actor;
    public @Nullable String reason;

    @Column(name = "delivery_id")
    public @Nullable UUID deliveryId;

    @JdbcTypeCode(SqlTypes.JSON)
    public @Nullable String detail;

    public Instant at;
}
