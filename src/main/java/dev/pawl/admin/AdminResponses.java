package dev.pawl.admin;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Claims of idempotency keys and their answers. Uniqueness is the primary key's. */
@Singleton
final class AdminResponses {

    private static final String CLAIM = """
            insert into AdminResponseEntity (actor, key, requestHash, claimedAt)
            values (:actor, :key, :hash, instant)
            on conflict do nothing
            """;

    private static final String TAKE_OVER = """
            update AdminResponseEntity r set r.claimedAt = instant
            where r.actor = :actor and r.key = :key and r.requestHash = :hash and r.status is null
                and r.claimedAt < instant - 60 second
            """;

    private static final String KEEP = """
            update AdminResponseEntity r set r.status = :status, r.body = :body
            where r.actor = :actor and r.key = :key and r.status is null
            """;

    private static final String RELEASE =
            "delete from AdminResponseEntity r where r.actor = :actor and r.key = :key and r.status is null";

    private final Reads reads;

    AdminResponses(Reads reads) {
        this.reads = reads;
    }

    /** Whose request it is, and which. */
    record Claim(String actor, String key, String hash) {
        private Map<String, Object> id() {
            return Map.of("actor", actor, "key", key);
        }

        private Map<String, Object> all() {
            return Map.of("actor", actor, "key", key, "hash", hash);
        }
    }

    /** An answer as it was given. */
    record Stored(int status, String body) {}

    enum State {
        OURS,
        OTHER_REQUEST,
        RUNNING,
        ANSWERED
    }

    /** @param stored only with {@code ANSWERED} */
    record Outcome(State state, @Nullable Stored stored) {}

    Uni<Outcome> claim(Claim claim) {
        return reads.inSession(
                () -> execute(CLAIM, claim.all()).flatMap(inserted -> inserted == 1 ? ours() : met(claim)));
    }

    private static Uni<Outcome> met(Claim claim) {
        return AdminResponseEntity.<AdminResponseEntity>findById(
                        new AdminResponseEntity.Key(claim.actor(), claim.key()))
                .flatMap(row -> {
                    if (row == null) {
                        // Released in between: whoever asks again finds out.
                        return Uni.createFrom().item(new Outcome(State.RUNNING, null));
                    }
                    if (!row.requestHash.equals(claim.hash())) {
                        return Uni.createFrom().item(new Outcome(State.OTHER_REQUEST, null));
                    }
                    Integer status = row.status;
                    return status == null
                            ? execute(TAKE_OVER, claim.all())
                                    .flatMap(taken -> taken == 1
                                            ? ours()
                                            : Uni.createFrom().item(new Outcome(State.RUNNING, null)))
                            : Uni.createFrom()
                                    .item(new Outcome(
                                            State.ANSWERED, new Stored(status, row.body == null ? "" : row.body)));
                });
    }

    private static Uni<Outcome> ours() {
        return Uni.createFrom().item(new Outcome(State.OURS, null));
    }

    Uni<Void> keep(Claim claim, Stored answer) {
        Map<String, Object> parameters = new java.util.HashMap<>(claim.id());
        parameters.put("status", answer.status());
        parameters.put("body", answer.body());
        return reads.inSession(() -> execute(KEEP, parameters)).replaceWithVoid();
    }

    Uni<Void> release(Claim claim) {
        return reads.inSession(() -> execute(RELEASE, claim.id())).replaceWithVoid();
    }

    /** One statement, its own transaction. */
    private static Uni<Integer> execute(String statement, Map<String, Object> parameters) {
        return Panache.getSession()
                .flatMap(session -> session.withTransaction(transaction -> {
                    var mutation = session.createMutationQuery(statement);
                    parameters.forEach(mutation::setParameter);
                    return mutation.executeUpdate();
                }));
    }
}
