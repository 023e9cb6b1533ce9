package dev.pawl.config;

import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Interpreter;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.PublicUrl;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verifier;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One configured intake, ready to use.
 *
 * @param preset name of the preset it is based on, or null where everything is spelled out
 * @param verifier checks any of the source's recipes
 * @param limit greatest body, in bytes
 * @param keptHeaders lower-case names of the headers stored with a delivery: those the recipes read, and a few harmless ones
 * @param observe record and decide, cause no effects
 * @param verified false for {@code algorithm: none}
 * @param operationTypes for people: what is mapped
 * @param given what texts made from requests may refer to, by reference such as {@code config:webhook_id}; may hold secrets
 * @param publicUrl the address providers use; null: not known
 * @param secretFormat how a secret that a provider hands over is read
 * @param pending may be without a secret
 * @param backfill how to have the provider list what it has sent; null: it is not asked
 * @param formerly names it had before, oldest first: rows under them are its own
 * @param status how to ask the provider for one operation, by operation type; for those types where it can be asked
 * @param asking that it may be asked; null: nothing is asked
 * @param commands what is taken instead of webhooks; null: webhooks
 */
public record Source(
        String name,
        @Nullable String preset,
        String scope,
        Verifier verifier,
        List<Secret> secrets,
        Interpreter interpreter,
        int limit,
        List<String> keptHeaders,
        boolean observe,
        boolean verified,
        List<OperationType> operationTypes,
        Reception reception,
        Provider provider,
        Map<String, String> given,
        @Nullable PublicUrl publicUrl,
        SecretFormat secretFormat,
        boolean pending,
        Map<String, StatusRecipe> status,
        @Nullable Asking asking,
        @Nullable Backfill backfill,
        Retention retention,
        Set<String> formerly,
        @Nullable Commands commands) {

    public Source {
        given = Map.copyOf(given);
        status = Map.copyOf(status);
        formerly = Collections.unmodifiableSet(new LinkedHashSet<>(formerly));
        secrets = List.copyOf(secrets);
        keptHeaders = List.copyOf(keptHeaders);
        operationTypes = List.copyOf(operationTypes);
    }

    /** What its rows may be under. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(formerly);
        names.add(name);
        return names;
    }

    /** The name that stays when it is renamed: where a primary key decides, all replicas write under this one. */
    public String firstName() {
        return formerly.isEmpty() ? name : formerly.iterator().next();
    }

    /**
     * Whether its secret is one that a provider hands over. Nobody signs that request, so that a stranger's is taken only
     * where nothing else can verify: somebody said {@code pending}, and no secret is configured.
     */
    public boolean learnsItsSecret() {
        return pending && secrets.isEmpty();
    }

    /** A request as the provider would sign it, by the configured secrets; or why it cannot be. */
    public Parsed<InboundRequest> sign(InboundRequest plain, Instant now) {
        if (!verified) {
            return Parsed.of(plain);
        }
        return learnsItsSecret()
                ? Parsed.wrong(
                        "no secret is configured, and the one that the provider hands over is only in the service's"
                                + " database")
                : verifier.sign(plain, secrets, now);
    }

    /** Whether the provider is asked about operations of a type. */
    public boolean asksAbout(String type) {
        return asking != null && status.containsKey(type);
    }

    /** What texts made from a request may refer to. */
    public RequestScope scopeOf(InboundRequest request) {
        return RequestScope.of(request, publicUrl, given);
    }

    /** Not its parts: some are secret. */
    @Override
    public String toString() {
        return "Source[" + name + "]";
    }

    /**
     * What a source knows about one operation type, for people.
     *
     * @param when globs on the provider's event type
     * @param identity how the key is read, as configured
     * @param about effect, initiator, sameWhen, newWhen, keyMadeBy; any may be missing
     */
    public record OperationType(
            String type,
            String machine,
            List<String> when,
            List<String> unless,
            String identity,
            Map<String, String> about) {
        public OperationType {
            when = List.copyOf(when);
            unless = List.copyOf(unless);
            about = Map.copyOf(about);
        }
    }
}
