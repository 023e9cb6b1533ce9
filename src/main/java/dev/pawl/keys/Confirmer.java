package dev.pawl.keys;

import dev.pawl.core.verify.HostPattern;
import dev.pawl.core.verify.OutsideAddress;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import org.jboss.logging.Logger;

/** Fetches the address with which a provider asks whether a subscription is wanted. For verified requests only. */
@Singleton
public final class Confirmer {

    private static final Logger LOG = Logger.getLogger(Confirmer.class);

    private final HttpsCalls calls;
    private final Guards guards;

    Confirmer(HttpsCalls calls, Guards guards) {
        this.calls = calls;
        this.guards = guards;
    }

    /**
     * One GET, whose answer is read and dropped. Never fails.
     *
     * @param hosts where the address may be
     * @return whether it was answered 2xx
     */
    public Uni<Boolean> confirm(String address, List<HostPattern> hosts) {
        URI url = OutsideAddress.allowed(address, hosts);
        if (url == null) {
            LOG.warn("an address to confirm is none of the allowed hosts': not fetched");
            return Uni.createFrom().item(false);
        }
        Question question = Question.get(url);
        return Uni.createFrom()
                .completionStage(() ->
                        guards.ask(question.host(), () -> calls.ask(question).toCompletionStage()))
                .map(body -> true)
                .onFailure()
                .recoverWithItem(failure -> {
                    LOG.warnf(
                            "not confirmed at %s: %s",
                            question.host(), NoAnswer.of(failure).reason());
                    return false;
                });
    }
}
