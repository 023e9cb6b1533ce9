package dev.pawl.admin;

import dev.pawl.admission.Admission.Greeted;
import dev.pawl.admission.Admission.Refused;
import dev.pawl.core.handshake.Answer;
import dev.pawl.core.handshake.Handshakes.Reply;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.Secret;
import dev.pawl.ledger.Rehearsal.Caused;
import dev.pawl.ledger.Rehearsal.Rehearsed;
import dev.pawl.ledger.SelfTest;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request that was tried out would have come to.
 *
 * @param status of the answer its sender would get
 * @param verified whether it is authentic; false as well for a handshake that nobody signs
 * @param refused why it would go no further; null: it would
 * @param secret name of the secret that fits; null: none is needed, or it is no delivery
 * @param handshake what would be answered; null: it is none
 */
@RegisterForReflection
record DryRun(
        int status,
        boolean verified,
        @Nullable String refused,
        @Nullable String secret,
        @Nullable Greeting handshake,
        List<Said> verdicts) {

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    static DryRun refused(Refused refused) {
        return new DryRun(refused.refusal().status(), false, refused.cause(), null, null, List.of());
    }

    static DryRun greeted(Greeted greeted) {
        Greeting greeting = Greeting.of(greeted.reply());
        int status = greeted.reply().answer().status();
        return new DryRun(status, greeted.authentic(), null, null, greeting, List.of());
    }

    /** @param success the provider's own words; null: ours */
    static DryRun admitted(@Nullable Secret secret, @Nullable Answer success, List<Rehearsed> rehearsed) {
        boolean refused = rehearsed.stream().anyMatch(Rehearsed::isRefused);
        return new DryRun(
                refused ? UNAVAILABLE : success == null ? OK : success.status(),
                true,
                null,
                secret == null ? null : secret.name(),
                null,
                rehearsed.stream().map(Said::of).toList());
    }

    /**
     * The answer to a handshake.
     *
     * @param body its first 4096 characters
     * @param bringsSecret whether it would hand over the source's secret
     * @param confirms what would be fetched before it is answered; null: nothing
     */
    @RegisterForReflection
    record Greeting(
            Map<String, String> headers,
            String body,
            boolean bringsSecret,
            @Nullable String confirms) {

        private static final int LONGEST = 4_096;

        static Greeting of(Reply reply) {
            String body = reply.answer().body();
            return new Greeting(
                    reply.answer().headers(),
                    body.substring(0, Math.min(body.length(), LONGEST)),
                    reply.secret() != null,
                    reply.confirmUrl());
        }
    }

    /**
     * One event, read for one operation type.
     *
     * @param effects names of the effects it would cause, in order
     * @param ran what came of those that are statements, where they ran, by name: "done", or why not
     */
    @RegisterForReflection
    record Said(
            String verdict,
            @Nullable String reason,
            @Nullable String event,
            @Nullable String type,
            @Nullable String operation,
            @Nullable Asserted asserted,
            List<String> effects,
            Map<String, String> ran) {

        static Said of(Rehearsed rehearsed) {
            return new Said(
                    rehearsed.verdict(),
                    rehearsed.reason(),
                    rehearsed.reading().eventId(),
                    rehearsed.reading().eventType(),
                    rehearsed.operation() == null ? null : rehearsed.operation().toString(),
                    Asserted.of(rehearsed),
                    rehearsed.effects().stream().map(Caused::name).toList(),
                    ran(rehearsed));
        }

        private static Map<String, String> ran(Rehearsed rehearsed) {
            Map<String, String> ran = new TreeMap<>();
            for (Caused effect : rehearsed.effects()) {
                if (effect.ran() != null) {
                    // Of several of one name the first that is not done holds up the others.
                    ran.merge(effect.name(), effect.ran(), (one, other) -> one.equals(SelfTest.DONE) ? other : one);
                }
            }
            return ran;
        }
    }

    /** What an event says about an operation. Times as everywhere: ISO 8601. */
    @RegisterForReflection
    record Asserted(
            String scope,
            String account,
            String type,
            String key,
            String state,
            @Nullable Instant occurredAt,
            @Nullable Long version,
            Map<String, String> fields,
            Map<String, String> invariant) {

        static @Nullable Asserted of(Rehearsed rehearsed) {
            if (rehearsed.assertion() == null) {
                return null;
            }
            OperationKey key = rehearsed.assertion().key();
            return new Asserted(
                    key.scope(),
                    key.account(),
                    key.type(),
                    key.key(),
                    rehearsed.assertion().state(),
                    rehearsed.assertion().order().occurredAt(),
                    rehearsed.assertion().order().version(),
                    rehearsed.assertion().fields(),
                    rehearsed.assertion().fingerprint().fields());
        }
    }
}
