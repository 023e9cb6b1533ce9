package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code audit}: who did what to which thing, and why. Only ever added. */
@Entity
@Table(name = "audit")
@SuppressWarnings("NullAway.Init")
class AuditEntity extends PanacheEntityBase {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    public @Nullable Long id;

    /** By the database's clock. */
    @Column(insertable = false, updatable = false)
    public @Nullable Instant at;

    public String actor;
    public String action;
    public String subject;
    public @Nullable String reason;

    @JdbcTypeCode(SqlTypes.JSON)
    public @Nullable String detail;

    /**
     * Writes down what is about to be done, before it is done: then nothing an operator does goes unrecorded, even when the
     * answer is lost.
     */
    static Uni<Void> record(
            String actor, String action, String subject, @Nullable String reason, @Nullable String detail) {
        AuditEntity entry = new AuditEntity();
        entry.actor = actor;
        entry.action = action;
        entry.subject = subject;
        entry.reason = reason;
        entry.detail = detail;
        return Panache.withTransaction(entry::persist).replaceWithVoid();
    }
}
