package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** A row of {@code claim}, to be read only. */
@Entity
@Immutable
@Table(name = "claim")
@SuppressWarnings("NullAway.Init")
class ClaimEntity extends PanacheEntityBase {

    @Id
    public UUID id;

    public String source;
    public String caller;
    public String type;
    public String key;

    @Column(name = "operation_id")
    public UUID operationId;

    @Column(name = "created_at")
    public Instant createdAt;
}
