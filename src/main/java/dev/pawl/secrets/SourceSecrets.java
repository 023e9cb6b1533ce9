package dev.pawl.secrets;

import dev.pawl.config.Configuration;
import dev.pawl.config.PawlKey;
import dev.pawl.config.Source;
import dev.pawl.core.verify.Secret;
import dev.pawl.jobs.JobRuns;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.SchemaName;
import dev.pawl.secrets.SecretRows.Stored;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Pool;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of all sources: those of the configuration, or, of a pending source without any, what its provider handed
 * over. The first one handed over stays until an operator has it forgotten, since nobody signs a handshake and a stranger
 * could bring one, too; it stays when the source is renamed. Thread-safe.
 */
@Singleton
public final class SourceSecrets {

    private static final Logger LOG = Logger.getLogger(SourceSecrets.class);

    private static final String JOB = "secrets";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final long SECOND = 1_000_000_000L;

    private final Configuration configuration;
    private final SecretRows rows;
    private final JobRuns runs;
    private final @Nullable SecretCipher cipher;
    private final AtomicLong lastRead = new AtomicLong(System.nanoTime() - SECOND);
    private volatile Map<String, String> brought = Map.of();
    private volatile Map<String, List<Secret>> keys = Map.of();

    public SourceSecrets(
            Configuration configuration, Pool pool, SchemaName schema, DatabaseState database, JobRuns runs) {
        this.configuration = configuration;
        this.runs = runs;
        this.rows = new SecretRows(pool, schema, database);
        PawlKey key = configuration.current().key();
        this.cipher = key == null ? null : new SecretCipher(key.derived(PawlKey.Use.SOURCE_SECRET));
    }

    /** All that may have signed a request. What is stored counts for nothing where a secret is configured. */
    public List<Secret> of(Source source) {
        if (!source.learnsItsSecret()) {
            return source.secrets();
        }
        Map<String, List<Secret>> known = keys;
        return source.names().stream()
                .flatMap(name -> known.getOrDefault(name, List.of()).stream())
                .toList();
    }

    /** Whether the source cannot verify anything yet. */
    public boolean isWaiting(Source source) {
        return source.learnsItsSecret() && of(source).isEmpty();
    }

    /**
     * A provider hands a secret over.
     *
     * @return whether it is the source's secret now; false: another one is, or none is taken, or it cannot be one
     */
    public Uni<Boolean> bring(Source source, String secret) {
        if (cipher == null || !mayBring(source, secret)) {
            return Uni.createFrom().item(false);
        }
        return rows.bring(source, cipher.encrypt(owner(source.firstName()), secret))
                .invoke(first -> {
                    if (first) {
                        LOG.infof("a provider handed over the secret of source %s: stored encrypted", source.name());
                    }
                })
                .flatMap(first -> read())
                .map(all -> all.stream()
                        .anyMatch(row -> source.names().contains(row.source) && isEqual(secret, decrypted(row))));
    }

    /** Whether {@link #bring} would say yes, as far as is known here. Writes nothing. */
    public boolean wouldTake(Source source, String secret) {
        Map<String, String> known = brought;
        List<String> texts =
                source.names().stream().map(known::get).filter(Objects::nonNull).toList();
        return cipher != null
                && mayBring(source, secret)
                && (texts.isEmpty() || texts.stream().anyMatch(text -> isEqual(secret, text)));
    }

    private static boolean mayBring(Source source, String secret) {
        return source.learnsItsSecret()
                && !source.secretFormat().read(SecretRows.NAME, secret).isEmpty();
    }

    private static boolean isEqual(String secret, @Nullable String known) {
        return known != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8), known.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads again what other replicas may have stored, but not more than once a second. Whether anything has changed. */
    public Uni<Boolean> refresh() {
        long last = lastRead.get();
        long now = System.nanoTime();
        if (cipher == null || now - last < SECOND || !lastRead.compareAndSet(last, now)) {
            return Uni.createFrom().item(false);
        }
        Map<String, String> before = brought;
        return read().map(all -> !before.equals(brought));
    }

    /** The text to enter at the provider; empty where there is none, or somebody has seen it. */
    public Uni<Optional<String>> show(Source source, Operator operator) {
        return rows.show(source, operator)
                .map(shown -> shown.stream().findFirst().flatMap(row -> Optional.ofNullable(decrypted(row))));
    }

    /** The next handshake may bring another. False: there was none. */
    public Uni<Boolean> forget(Source source, Operator operator) {
        return rows.forget(source, operator).call(() -> read());
    }

    @Scheduled(every = "10s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> readAgain() {
        return runs.watch(JOB, LIMIT, refresh().replaceWithVoid());
    }

    private Uni<List<Stored>> read() {
        return rows.all().invoke(this::keep);
    }

    private void keep(List<Stored> stored) {
        Map<String, String> texts = new HashMap<>();
        Map<String, List<Secret>> read = new HashMap<>();
        for (Stored row : stored) {
            Source source = configuration.current().source(row.source);
            String text = decrypted(row);
            if (text == null) {
                LOG.errorf(
                        "the stored secret of source %s cannot be decrypted: is %s another one now?",
                        row.source, PawlKey.VARIABLE);
            } else if (source != null) {
                texts.put(row.source, text);
                read.put(row.source, source.secretFormat().read(SecretRows.NAME, text));
            }
        }
        keys = Map.copyOf(read);
        brought = Map.copyOf(texts);
    }

    private @Nullable String decrypted(Stored row) {
        return cipher == null ? null : cipher.decrypt(owner(row.source), row.secret);
    }

    private static String owner(String source) {
        return source + "/" + SecretRows.NAME;
    }
}
