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

/** A row of {@code effect} without its payload, to be read only. */
@Entity
@Immutable
@Table(name = "effect")
@IdClass(EffectEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class EffectEntity extends PanacheEntityBase {

    record Key(UUID operationId, int seq, String name) {}

    @Id
    @Column(name = "operation_id")
    public UUID operationId;

    @Id
    public int seq;

    @Id
    public String name;

    @Column(name = "webhook_id")
    public String webhookId;

    public String state;
    public int attempts;

    @Column(name = "due_at")
    public Instant dueAt;

    @Column(name = "last_error")
    public @Nullable String lastError;

    @Column(name = "last_attempt_at")
    public @Nullable Instant lastAttemptAt;

    @Column(name = "created_at")
    public Instant createdAt;

    @Column(name = "finished_at")
    public @Nullable Instant finishedAt;

    /** Given up, so that somebody has to look. */
    boolean refused() {
        return state.equals("rejected") || state.equals("dead");
    }
}
