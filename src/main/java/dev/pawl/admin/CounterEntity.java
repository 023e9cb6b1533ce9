package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A row of {@code counter}: what one replica slot has counted; summed on reading. */
@Entity
@Immutable
@Table(name = "counter")
@IdClass(CounterEntity.Key.class)
@SuppressWarnings("NullAway.Init")
class CounterEntity extends PanacheEntityBase {

    record Key(int slot, String source, String kind, String name) {}

    @Id
    public int slot;

    @Id
    public String source;

    @Id
    public String kind;

    @Id
    public String name;

    public long n;
    public Instant at;
}
