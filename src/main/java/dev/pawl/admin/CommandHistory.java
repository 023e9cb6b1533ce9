package dev.pawl.admin;

import dev.pawl.admin.CommandsView.AnswerView;
import dev.pawl.admin.CommandsView.AttemptView;
import dev.pawl.admin.CommandsView.ClaimView;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.UUID;

/**
 * What commands have to do with an operation.
 *
 * @param newRuns ids of the operations its command runs as anew, oldest first
 */
record CommandHistory(List<String> newRuns, CommandsView view) {

    private static final String NEW_RUNS = "from OperationEntity o where o.newOf = ?1 order by o.createdAt desc, o.id";

    private static final String CLAIMS = "from ClaimEntity c where c.operationId = ?1 order by c.createdAt desc, c.id";

    private static final String ATTEMPTS = """
            from AttemptEntity a
            where a.operationId = ?1 and a.kind = 'command'
            order by a.at desc, a.n desc
            """;

    /** Only inside a session. */
    static Uni<CommandHistory> of(UUID operation) {
        return Newest.of(ClaimEntity.<ClaimEntity>find(CLAIMS, operation))
                .flatMap(claims -> claims.rows().isEmpty()
                        ? Uni.createFrom().item(new CommandHistory(List.of(), CommandsView.NONE))
                        : withClaims(operation, claims));
    }

    private static Uni<CommandHistory> withClaims(UUID operation, Newest<ClaimEntity> claims) {
        return Newest.of(OperationEntity.<OperationEntity>find(NEW_RUNS, operation))
                .flatMap(newer -> Newest.of(AttemptEntity.<AttemptEntity>find(ATTEMPTS, operation))
                        .flatMap(attempts -> ResponseEntity.<ResponseEntity>findById(operation)
                                .map(answer -> new CommandHistory(
                                        newer.map(row -> row.id.toString()),
                                        new CommandsView(
                                                attempts.map(AttemptView::of),
                                                attempts.truncated(),
                                                claims.map(ClaimView::of),
                                                claims.truncated(),
                                                answer == null ? null : AnswerView.of(answer))))));
    }
}
