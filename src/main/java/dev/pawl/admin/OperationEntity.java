package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code operation}, to be read only. JSON columns as text. */
@Entity
@Immutable
@Table(name = "operation")
@SuppressWarnings("NullAway.Init")
class OperationEntity extends PanacheEntityBase {

    @Id
    public UUID id;

    public String scope;
    public String source;
    public String account;
    public String type;
    public String key;
    public int generation;
    public @Nullable String reference;
    public String machine;
    public String state;
    public String status;

    /** As text: a JSON column that holds an array cannot be mapped. Null: none. */
    @Formula("jsonb_pretty(attention)")
    public @Nullable String attention;

    /** Worded as the partial index is, so that it serves the list of what needs a look. */
    @Formula("attention is not null")
    public boolean needsAttention;

    @Column(name = "occurred_at")
    public @Nullable Instant occurredAt;

    public @Nullable Long version;
    public int seq;

    @JdbcTypeCode(SqlTypes.JSON)
    public String fields;

    @JdbcTypeCode(SqlTypes.JSON)
    public String fingerprint;

    public int deliveries;
    public int duplicates;
    public int conflicts;

    @Column(name = "next_check_at")
    public @Nullable Instant nextCheckAt;

    @Column(name = "expires_at")
    public @Nullable Instant expiresAt;

    public boolean tombstone;

    @Column(name = "correlation_id")
    public @Nullable String correlationId;

    @Column(name = "new_of")
    public @Nullable UUID newOf;

    @Column(name = "created_at")
    public Instant createdAt;

    @Column(name = "updated_at")
    public Instant updatedAt;
}
