package dev.pawl.core.handshake;

import dev.pawl.core.verify.Condition;
import dev.pawl.core.verify.HostPattern;
import dev.pawl.core.verify.RequestText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question of the provider that is no event, and its answer.
 *
 * @param when all must hold
 * @param verified whether only a request that is authentic is answered
 * @param secret the source's secret, which the provider hands over here; null: none
 * @param confirm an address to be fetched before the answer; null: none
 */
public record HandshakeRule(
        String method,
        List<Condition> when,
        boolean verified,
        @Nullable RequestText secret,
        @Nullable Confirm confirm,
        AnswerRule answer) {

    public HandshakeRule {
        when = List.copyOf(when);
    }

    /**
     * Where a provider wants to be asked back.
     *
     * @param hosts nothing else is ever asked
     */
    public record Confirm(RequestText url, List<HostPattern> hosts) {
        public Confirm {
            hosts = List.copyOf(hosts);
        }
    }
}
