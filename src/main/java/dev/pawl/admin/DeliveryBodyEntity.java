package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** The body of a row of {@code delivery_all}, apart so that nothing but a request for it loads it. */
@Entity
@Immutable
@Table(name = "delivery_all")
@IdClass(DeliveryEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class DeliveryBodyEntity extends PanacheEntityBase {

    @Id
    @Column(name = "received_on")
    public LocalDate receivedOn;

    @Id
    public UUID id;

    public byte @Nullable [] body;
}
