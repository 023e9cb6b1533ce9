package dev.pawl.intake;

import dev.pawl.config.Source;
import dev.pawl.core.verify.Secret;
import java.util.List;
import java.util.Set;

/** A source as it stood in an earlier configuration. */
final class Renamed {

    private Renamed() {}

    /** Under a name it had then. */
    static Source before(Source source, String name) {
        return as(name, source, source.secrets(), source.pending());
    }

    /** When its secret had yet to come. */
    static Source pending(Source source) {
        return as(source.name(), source, List.of(), true);
    }

    private static Source as(String name, Source source, List<Secret> secrets, boolean pending) {
        return new Source(
                name,
                source.preset(),
                source.scope(),
                source.verifier(),
                secrets,
                source.interpreter(),
                source.limit(),
                source.keptHeaders(),
                source.observe(),
                source.verified(),
                source.operationTypes(),
                source.reception(),
                source.provider(),
                source.given(),
                source.publicUrl(),
                source.secretFormat(),
                pending,
                source.status(),
                source.asking(),
                source.backfill(),
                source.retention(),
                Set.of(),
                source.commands());
    }
}
