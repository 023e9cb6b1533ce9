package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** A row of {@code response} without its body, to be read only. */
@Entity
@Immutable
@Table(name = "response")
@SuppressWarnings("NullAway.Init")
class ResponseEntity extends PanacheEntityBase {

    @Id
    @Column(name = "operation_id")
    public UUID operationId;

    public String ended;
    public int status;
    public Instant at;
}
