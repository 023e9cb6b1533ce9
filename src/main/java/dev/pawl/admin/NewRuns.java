package dev.pawl.admin;

import dev.pawl.admin.DeliveryReads.WithBody;
import dev.pawl.config.Commands;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.CommandReader;
import dev.pawl.core.interpret.CommandReading.Understood;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.IdempotencyKey;
import dev.pawl.core.operation.Cause;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Ledger.Operator;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Commands that an operator has carried out once more, as new operations: the stored body is read again, under a new key of
 * the same caller.
 */
@Singleton
final class NewRuns {

    static final String ACTION = "run-as-new";

    private static final String CLAIMS = """
            from ClaimEntity c
            where c.operationId = ?1
            order by case when c.key = ?2 then 0 else 1 end, c.createdAt, c.id
            """;

    /** The delivery that took the key: later ones with it may have another body. */
    private static final String COMMANDS = """
            from EventEntity e
            where e.operationId = ?1 and e.eventId = ?2 and e.source = ?3 and e.eventType = ?4 and e.run = 0
                and e.verdict in ('applied', 'duplicate', 'stale') and e.reason is null
            order by e.receivedOn, e.deliveryId
            """;

    private final Reads reads;
    private final DeliveryReads deliveries;
    private final Ledger ledger;
    private final Configuration configuration;
    private final InstantSource clock;

    NewRuns(Reads reads, DeliveryReads deliveries, Ledger ledger, Configuration configuration, InstantSource clock) {
        this.reads = reads;
        this.deliveries = deliveries;
        this.ledger = ledger;
        this.configuration = configuration;
        this.clock = clock;
    }

    /** A key in use, and the delivery that brought it; null: that is gone. */
    private record Brought(ClaimEntity claim, @Nullable UUID delivery) {}

    /** The new operation's id. */
    Uni<UUID> run(UUID operation, JsonFields fields, @Nullable Integer expectedSeq, Operator operator) {
        if (fields.text("state") != null || fields.text("adopt") != null) {
            throw JsonFields.invalid("state and adopt belong to resolve");
        }
        String confirm = fields.requiredText("confirm");
        String key = IdempotencyKey.parse(List.of(fields.requiredText("key"))).fold(read -> read, problem -> {
            throw JsonFields.invalid("key must be 1 to 512 characters of printable ASCII");
        });
        return reads.inSession(() -> brought(operation, confirm))
                .flatMap(brought -> stored(brought)
                        .map(delivery -> command(brought.claim(), delivery, key))
                        .flatMap(command ->
                                PeoplesRequests.backHere(ledger.runAsNew(command, operation, expectedSeq, operator))))
                .map(run -> run.fold(made -> made.operation(), refused -> {
                    throw ActionProblems.of(refused.why());
                }));
    }

    private static Uni<Brought> brought(UUID operation, String confirm) {
        return OperationEntity.<OperationEntity>findById(operation)
                .onItem()
                .ifNull()
                .failWith(Paths::notFound)
                .flatMap(row -> ClaimEntity.<ClaimEntity>find(CLAIMS, operation, confirm)
                        .<ClaimEntity>firstResult())
                .onItem()
                .ifNull()
                .failWith(ActionProblems::notACommand)
                .flatMap(claim -> claim.key.equals(confirm)
                        ? EventEntity.<EventEntity>find(COMMANDS, operation, claim.key, claim.source, claim.type)
                                .<EventEntity>firstResult()
                                .map(event -> new Brought(claim, event == null ? null : event.deliveryId))
                        : Uni.createFrom()
                                .failure(JsonFields.invalid("confirm must be the operation's idempotency key")));
    }

    private Uni<WithBody> stored(Brought brought) {
        UUID delivery = brought.delivery();
        return delivery == null
                ? Uni.createFrom().failure(gone())
                : deliveries.withBody(delivery).map(NewRuns::kept);
    }

    private static WithBody kept(WithBody delivery) {
        return switch (delivery.trace) {
            case KEPT -> delivery;
            case GONE, NEVER_SEEN -> throw gone();
        };
    }

    private static ProblemException gone() {
        return new ProblemException(Problem.gone("the command's body has been removed by retention"));
    }

    private Ledger.Command command(ClaimEntity claim, WithBody delivery, String key) {
        Source source = configuration.current().source(claim.source);
        Commands commands = source == null ? null : source.commands();
        CommandRecipe.Type type =
                commands == null ? null : commands.recipe().types().get(claim.type);
        if (source == null
                || commands == null
                || type == null
                || configuration.current().retired().sources().contains(source.name())) {
            throw ActionProblems.sourceGone();
        }
        Instant now = clock.instant();
        InboundRequest request = request(claim, delivery);
        Understood said = CommandReader.read(
                        commands.recipe(), type, VerifiedRequest.restored(request), key, claim.caller, now)
                .fold(
                        understood -> understood,
                        unreadable -> {
                            throw ActionProblems.unreadable(unreadable.why());
                        },
                        unusable -> {
                            throw ActionProblems.unreadable(unusable.why());
                        });
        Understood operators = new Understood(said.assertion().causedBy(Cause.OPERATOR), said.uniqueValue());
        return new Ledger.Command(source, request, -1, now, claim.caller, key, operators);
    }

    private static InboundRequest request(ClaimEntity claim, WithBody delivery) {
        return new InboundRequest(
                "POST",
                "/operations/" + claim.source + '/' + claim.type,
                JsonText.lists(Objects.requireNonNull(delivery.row).headers),
                Objects.requireNonNull(delivery.body));
    }
}
