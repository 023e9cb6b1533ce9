package dev.pawl.keys;

import dev.pawl.core.verify.KeyRequest;
import dev.pawl.core.verify.KeySet;
import dev.pawl.keys.KeyAnswer.Obtained;
import io.smallrye.faulttolerance.api.RateLimitException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.jboss.logging.Logger;

/**
 * Obtains keys from providers. A provider is asked once for all requests that wait for the same document, and as rarely as
 * the recipe says; what a stranger's request names never makes it be asked more often than {@link KeyCache#AGAIN}.
 * Thread-safe.
 */
@Singleton
public final class KeyFetcher {

    private static final Logger LOG = Logger.getLogger(KeyFetcher.class);

    private final HttpsCalls calls;
    private final Guards guards;
    private final LongSupplier nanos;
    private final KeyCache cache = new KeyCache();
    private final Map<KeyRequest, Future<Fetched>> running = new HashMap<>();

    @Inject
    KeyFetcher(HttpsCalls calls, Guards guards) {
        this(calls, guards, System::nanoTime);
    }

    KeyFetcher(HttpsCalls calls, Guards guards, LongSupplier nanos) {
        this.calls = calls;
        this.guards = guards;
        this.nanos = nanos;
    }

    /** What became of asking, the same for all who waited. */
    private sealed interface Fetched {
        <T> T fold(Function<KeySet, T> keys, Function<NoAnswer, T> none);
    }

    private record Read(KeySet keys) implements Fetched {
        @Override
        public <T> T fold(Function<KeySet, T> fresh, Function<NoAnswer, T> none) {
            return fresh.apply(keys);
        }
    }

    private record Nothing(NoAnswer why) implements Fetched {
        @Override
        public <T> T fold(Function<KeySet, T> fresh, Function<NoAnswer, T> none) {
            return none.apply(why);
        }
    }

    /**
     * Never fails.
     *
     * @param source whose request needs the key: it pays for what is new
     */
    public Uni<KeyAnswer> keysFor(KeyRequest request, String source) {
        return Uni.createFrom().deferred(() -> find(request, source));
    }

    private Uni<KeyAnswer> find(KeyRequest request, String source) {
        Promise<Fetched> mine = Promise.promise();
        Future<Fetched> fetch;
        boolean first;
        synchronized (this) {
            KeyAnswer kept = cache.look(request, nanos.getAsLong());
            if (kept != null) {
                return Uni.createFrom().item(kept);
            }
            first = !cache.knows(request);
            fetch = running.getOrDefault(request.document(), mine.future());
            running.put(request.document(), fetch);
        }
        if (fetch == mine.future()) {
            ask(request.document(), source, first).onComplete(fetched -> mine.complete(fetched.result()));
        }
        // A future of its own for everybody: one who goes away takes nobody with them.
        return Uni.createFrom().completionStage(fetch::toCompletionStage).map(fetched -> answer(request, fetched));
    }

    private synchronized KeyAnswer answer(KeyRequest request, Fetched fetched) {
        return fetched.fold(Obtained::new, why -> cache.without(request, why, nanos.getAsLong()));
    }

    private Future<Fetched> ask(KeyRequest document, String source, boolean first) {
        Question question = Question.of(document);
        Supplier<CompletionStage<byte[]>> call = () -> calls.ask(question).toCompletionStage();
        return Future.succeededFuture()
                .compose(start -> Future.fromCompletionStage(
                        first ? guards.askFirst(source, question.host(), call) : guards.ask(question.host(), call)))
                .map(bytes -> read(document, bytes))
                .otherwise(failure -> nothing(document, question.host(), failure));
    }

    private Fetched read(KeyRequest document, byte[] bytes) {
        return document.keysIn(bytes)
                .fold(
                        keys -> {
                            synchronized (this) {
                                running.remove(document);
                                cache.keep(document, keys, nanos.getAsLong());
                            }
                            return new Read(keys);
                        },
                        problem -> nothing(document, Question.of(document).host(), NoAnswer.refused(problem)));
    }

    private Fetched nothing(KeyRequest document, String host, Throwable failure) {
        NoAnswer why = why(failure);
        // A question too many says nothing about this one, and a stranger would fill the log with them.
        boolean worthKeeping = !(failure instanceof RateLimitException);
        synchronized (this) {
            running.remove(document);
            if (worthKeeping) {
                cache.failed(document, why, nanos.getAsLong());
            }
        }
        if (worthKeeping) {
            LOG.warnf("no keys from %s: %s", host, why.reason());
        }
        return new Nothing(why);
    }

    private static NoAnswer why(Throwable failure) {
        if (failure instanceof CircuitBreakerOpenException) {
            return NoAnswer.unreachable("not asked: the host did not answer the last times");
        }
        return failure instanceof RateLimitException
                ? NoAnswer.refused("not asked: too many new questions")
                : NoAnswer.of(failure);
    }
}
