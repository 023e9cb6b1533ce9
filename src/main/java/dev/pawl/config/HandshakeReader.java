package dev.pawl.config;

import dev.pawl.core.handshake.AnswerRule;
import dev.pawl.core.handshake.HandshakeRule;
import dev.pawl.core.handshake.HandshakeRule.Confirm;
import dev.pawl.core.verify.Condition;
import dev.pawl.core.verify.HmacAlgorithm;
import dev.pawl.core.verify.HostPattern;
import dev.pawl.core.verify.RequestMac;
import dev.pawl.core.verify.RequestText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code handshake}: what a provider asks before it sends events. */
final class HandshakeReader {

    static final Set<String> KEYS = Set.of("method", "when", "verified", "mac", "secret", "confirm", "answer");
    static final Set<String> CONFIRM = Set.of("url", "hosts");
    static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "POST");
    private final RecipeContext context;
    private final MacReader macs;

    HandshakeReader(RecipeContext context, MacReader macs) {
        this.context = context;
        this.macs = macs;
    }

    List<HandshakeRule> read(ConfigNode node) {
        List<HandshakeRule> rules = new ArrayList<>();
        for (ConfigNode item : node.oneOrMore()) {
            HandshakeRule rule = rule(item);
            if (rule != null) {
                rules.add(rule);
            }
        }
        return rules;
    }

    private @Nullable HandshakeRule rule(ConfigNode node) {
        int before = node.mistakes().count();
        node.allow(KEYS, Set.of());
        String method = node.at("method").word(METHODS);
        List<Condition> when = new ConditionReader(context).read(node.at("when"));
        boolean post = "POST".equals(method);
        boolean brings = !node.at("secret").isAbsent();
        boolean verified = node.at("verified").flag(post && !brings);
        if (post && when.isEmpty() && node.at("when").isAbsent()) {
            node.mistake("has no condition", "every event would be taken for a handshake: add when");
        }
        if (verified && brings) {
            node.at("verified").mistake("is true, but such a request is never signed", "remove it");
        }
        RequestText secret = context.optional(node.at("secret"));
        if (brings && node.pawlKey() == null) {
            node.at("secret").mistake("needs " + PawlKey.VARIABLE + " to be stored with", PawlKey.HINT);
        }
        Confirm confirm = confirm(node.at("confirm"), verified);
        RequestMac mac = macs.read(node.at("mac"));
        node.at("answer").allow(AnswerReader.KEYS, Set.of());
        if (mac != null && !verified) {
            proofOfAnything(node.at("mac"), mac, when);
        }
        AnswerRule answer = new AnswerReader(context, mac).read(node.at("answer"));
        return node.mistakes().count() > before || method == null || answer == null
                ? null
                : new HandshakeRule(method, when, verified, secret, confirm, answer);
    }

    /** A stranger must not get an event signed by asking for it. */
    private static void proofOfAnything(ConfigNode node, RequestMac mac, List<Condition> when) {
        boolean bounded = when.stream()
                .anyMatch(condition -> condition.isPattern() && condition.from().includes(mac.of()));
        if (mac.algorithm() instanceof HmacAlgorithm && !mac.of().isConstant() && !bounded) {
            node.mistake(
                    "proves whatever a stranger sends, an event too",
                    "add a when with matches that fits the challenge and no event");
        }
    }

    private @Nullable Confirm confirm(ConfigNode node, boolean verified) {
        if (node.isAbsent()) {
            return null;
        }
        node.allow(CONFIRM, Set.of());
        if (!verified) {
            node.mistake("asks an address that a stranger may name", "only a verified handshake can be confirmed");
        }
        RequestText url = context.required(node.at("url"));
        List<HostPattern> hosts =
                Items.read(node.at("hosts").oneOrMore(), item -> Meaning.required(item, HostPattern::parse));
        if (Items.none(node.at("hosts"))) {
            node.at("hosts").mistake("is missing", "where the address may be");
        }
        return url == null ? null : new Confirm(url, hosts);
    }
}
