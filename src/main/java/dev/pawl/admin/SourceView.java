package dev.pawl.admin;

import dev.pawl.config.Provider;
import dev.pawl.config.Source;
import dev.pawl.core.verify.Secret;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a source is and what to enter at the provider.
 *
 * @param webhook where to send, as a path, or the whole URL where {@code pawl.public-url} is known
 * @param covers what the signature proves: {@code body}, {@code fields} of it, or {@code none} of it
 * @param confirm what follows for money and states where that is not the whole body; null: nothing
 * @param secrets names of those that verify, {@code handshake} for one that the provider handed over; never a value
 * @param limit greatest body, in bytes
 * @param pending may be without a secret until the provider hands one over
 * @param backfill null: the provider is not asked what it has sent
 */
@RegisterForReflection
record SourceView(
        String source,
        @Nullable String preset,
        String scope,
        String webhook,
        boolean verified,
        String covers,
        @Nullable String confirm,
        List<String> secrets,
        int limit,
        boolean observe,
        boolean pending,
        ProviderView provider,
        List<MappedType> operations,
        TypesSeen typesSeen,
        @Nullable BackfillView backfill) {

    /** Who sends, and what to enter there; anything may be missing. Durations as ISO 8601. */
    @RegisterForReflection
    record ProviderView(
            @Nullable String name,
            @Nullable String docs,
            @Nullable String endpoint,
            @Nullable String secret,
            @Nullable String acknowledgeWithin,
            @Nullable String retryWindow) {

        static ProviderView of(Provider provider) {
            return new ProviderView(
                    provider.name(),
                    provider.docs(),
                    provider.endpoint(),
                    provider.secret(),
                    text(provider.acknowledgeWithin()),
                    text(provider.retryWindow()));
        }

        private static @Nullable String text(@Nullable Duration duration) {
            return duration == null ? null : duration.toString();
        }
    }

    /** An operation type and the events that are about it. */
    @RegisterForReflection
    record MappedType(String type, String machine, List<String> when, List<String> unless, Map<String, String> about) {}

    /** Event types among the newest events of all sources since {@code since}, commonest first. */
    @RegisterForReflection
    record TypesSeen(Instant since, int newestEvents, List<TypeSeen> types) {}

    /** {@code mapped}: at least one of them was about an operation type. */
    @RegisterForReflection
    record TypeSeen(String type, long events, boolean mapped) {}

    static SourceView of(
            Source source,
            List<Secret> secrets,
            @Nullable String publicUrl,
            TypesSeen seen,
            @Nullable BackfillView backfill) {
        return new SourceView(
                source.name(),
                source.preset(),
                source.scope(),
                (publicUrl == null ? "" : publicUrl.replaceAll("/+$", ""))
                        + (source.commands() == null
                                ? SourceHint.path(source.name())
                                : "/operations/" + source.name() + "/{type}"),
                source.verified(),
                source.verifier().covers().word(),
                SourceHint.confirm(source),
                secrets.stream().map(Secret::name).toList(),
                source.limit(),
                source.observe(),
                source.pending(),
                ProviderView.of(source.provider()),
                source.operationTypes().stream()
                        .map(type ->
                                new MappedType(type.type(), type.machine(), type.when(), type.unless(), type.about()))
                        .toList(),
                seen,
                backfill);
    }
}
