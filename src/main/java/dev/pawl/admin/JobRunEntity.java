package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code job_run}: the latest run of a job, whichever replica it was. */
@Entity
@Immutable
@Table(name = "job_run")
@SuppressWarnings("NullAway.Init")
class JobRunEntity extends PanacheEntityBase {

    @Id
    public String job;

    @Column(name = "last_run_at")
    public Instant lastRunAt;

    @Column(name = "last_success_at")
    public @Nullable Instant lastSuccessAt;

    @Column(name = "last_error")
    public @Nullable String lastError;

    @JdbcTypeCode(SqlTypes.JSON)
    public @Nullable String detail;
}
