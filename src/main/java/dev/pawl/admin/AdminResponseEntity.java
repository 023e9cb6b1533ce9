package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code admin_response}: what an idempotency key was answered. */
@Entity
@Table(name = "admin_response")
@IdClass(AdminResponseEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class AdminResponseEntity extends PanacheEntityBase {

    record Key(String actor, String key) {}

    @Id
    public String actor;

    @Id
    public String key;

    @Column(name = "request_hash")
    public String requestHash;

    @Column(name = "claimed_at")
    public Instant claimedAt;

    public @Nullable Integer status;
    public @Nullable String body;
}
