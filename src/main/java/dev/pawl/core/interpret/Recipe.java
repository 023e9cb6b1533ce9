package dev.pawl.core.interpret;

import dev.pawl.core.json.EventPath;
import dev.pawl.core.operation.OperationKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a source's bodies are read: provider knowledge as data.
 *
 * @param id the provider's id of an event
 * @param type the first one of which everything is present is the event type (GitHub's {@code action} is not always there);
 *     empty: nothing is read as events, since the requests are commands
 * @param account the provider's account; null: none in the events
 * @param mode null: events carry none
 * @param accepted counts only where {@code mode} is mapped
 * @param accounts the source's own; empty: any
 */
public record Recipe(
        String source,
        String scope,
        BodyFormat body,
        EventPath each,
        @Nullable Template id,
        List<Template> type,
        @Nullable TimeRule occurredAt,
        @Nullable Template account,
        @Nullable ModeRule mode,
        Mode.Accepted accepted,
        Set<String> accounts,
        List<OperationRecipe> operations) {

    /** @throws IllegalArgumentException when the scope cannot be part of an identity, or accounts are listed where events carry
     *     none */
    public Recipe {
        type = List.copyOf(type);
        accounts = Set.copyOf(accounts);
        operations = List.copyOf(operations);
        String problem = OperationKey.problemWith(scope, OperationKey.MAX_TYPE);
        if (problem != null) {
            throw new IllegalArgumentException("scope is " + problem);
        }
        if (account == null && !accounts.isEmpty()) {
            throw new IllegalArgumentException("accounts are listed, but events carry none");
        }
    }

    /** Lower-case names of the request headers it reads; they must be stored for a replay to give the same. */
    public Set<String> headers() {
        Set<String> names = new HashSet<>();
        templates().forEach(template -> names.addAll(template.headers()));
        return Set.copyOf(names);
    }

    private Stream<Template> templates() {
        Stream<Template> own = Stream.of(
                        Stream.ofNullable(id),
                        type.stream(),
                        Stream.ofNullable(occurredAt).map(TimeRule::at),
                        Stream.ofNullable(account),
                        Stream.ofNullable(mode).flatMap(rule -> rule.at().stream()))
                .flatMap(stream -> stream);
        return Stream.concat(own, operations.stream().flatMap(Recipe::templates));
    }

    private static Stream<Template> templates(OperationRecipe operation) {
        Stream<Template> state =
                operation.state() instanceof StateRule.Mapped mapped ? Stream.ofNullable(mapped.at()) : Stream.empty();
        return Stream.of(
                        operation.key().at().stream(),
                        Stream.ofNullable(operation.reference()),
                        state,
                        Stream.ofNullable(operation.version()),
                        operation.fields().values().stream())
                .flatMap(stream -> stream);
    }
}
