package dev.pawl.core.handshake;

import dev.pawl.core.verify.HostPattern;
import dev.pawl.core.verify.RequestScope;
import dev.pawl.core.verify.Secret;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The handshakes of a source. */
public final class Handshakes {

    public static final Handshakes NONE = new Handshakes(List.of());

    private final List<HandshakeRule> rules;

    public Handshakes(List<HandshakeRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * What to do for a request that is a handshake.
     *
     * @param secret what the provider hands over; null: nothing
     * @param confirmUrl what to fetch first; null: nothing
     * @param confirmHosts where it may be
     */
    public record Reply(
            @Nullable String secret, @Nullable String confirmUrl, List<HostPattern> confirmHosts, Answer answer) {}

    public Set<String> methods() {
        return rules.stream().map(HandshakeRule::method).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether one with this method asks for an authentic request. */
    public boolean verifies(String method) {
        return rules.stream().anyMatch(rule -> rule.verified() && rule.method().equals(method));
    }

    /** Whether a provider hands the source's secret over in one of them. */
    public boolean bringSecret() {
        return rules.stream().anyMatch(rule -> rule.secret() != null);
    }

    /**
     * The reply of the first handshake that the request fulfils; null where it is none, or none that can be answered.
     *
     * @param secret one of the source's; null: it has none
     * @param authentic only handshakes that ask for an authentic request; false: only those that do not
     */
    public @Nullable Reply reply(String method, boolean authentic, RequestScope scope, @Nullable Secret secret) {
        for (HandshakeRule rule : rules) {
            if (rule.method().equals(method)
                    && rule.verified() == authentic
                    && rule.when().stream().allMatch(condition -> condition.holdsIn(scope))) {
                Reply reply = reply(rule, scope, secret);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    private static @Nullable Reply reply(HandshakeRule rule, RequestScope scope, @Nullable Secret known) {
        String secret = rule.secret() == null ? null : AnswerRule.rendered(rule.secret(), scope);
        HandshakeRule.Confirm confirm = rule.confirm();
        String url = confirm == null ? null : AnswerRule.rendered(confirm.url(), scope);
        Answer answer = rule.answer().in(scope, known);
        boolean complete =
                answer != null && (rule.secret() == null || secret != null) && (confirm == null || url != null);
        return complete && answer != null
                ? new Reply(secret, url, confirm == null ? List.of() : confirm.hosts(), answer)
                : null;
    }
}
