package dev.pawl.config;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.outbound.EffectQuestion;
import dev.pawl.core.outbound.EffectQuestion.Condition;
import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectRule.Target;
import dev.pawl.core.outbound.EffectText;
import dev.pawl.core.outbound.Repeat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code repeat} and {@code verify} of an effect: what follows when it is not known whether it was done. */
final class RepeatReader {

    static final Set<String> WORDS = Set.of("keyed", "ask", "never");
    static final Set<String> VERIFY_KEYS = Set.of("request", "done", "notDone");
    static final Set<String> REQUEST_KEYS = Set.of("method", "url", "headers");
    static final Set<String> CONDITION_KEYS = Set.of("status", "at", "value");
    static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    private RepeatReader() {}

    /** @param target null: wrong itself, so that nothing is said about it */
    static Repeat read(ConfigNode effect, @Nullable Target target) {
        ConfigNode node = effect.at("repeat");
        String word = node.isAbsent() ? "keyed" : node.word(WORDS);
        ConfigNode verify = effect.at("verify");
        boolean asks = "ask".equals(word);
        if (!asks && word != null && !verify.isAbsent()) {
            verify.mistake("is only for repeat: ask", null);
        }
        if (target != null && !(target instanceof HttpTarget) && word != null && !word.equals("keyed")) {
            node.mistake("other than keyed is for http only", null);
        }
        if (asks) {
            if (target instanceof HttpTarget http && http.text() != null) {
                node.mistake("cannot be ask for a text to people", "keyed or never");
            }
            EffectQuestion question = question(verify);
            return question == null ? Repeat.Always.KEYED : new Repeat.Ask(question);
        }
        return "never".equals(word) ? Repeat.Always.NEVER : Repeat.Always.KEYED;
    }

    private static @Nullable EffectQuestion question(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "how to ask: { request: { url: … }, done: { … }, notDone: { … } }");
            return null;
        }
        node.allow(VERIFY_KEYS, Set.of());
        ConfigNode request = node.at("request");
        request.allow(REQUEST_KEYS, Set.of());
        String method =
                request.at("method").isAbsent() ? "GET" : request.at("method").word(METHODS);
        EffectText url = Meaning.required(request.at("url"), EffectText::address);
        Map<String, EffectText> headers = new LinkedHashMap<>();
        request.at("headers").entries().forEach((name, value) -> {
            EffectText text = Meaning.required(value, EffectText::question);
            if (text != null) {
                headers.put(name, text);
            }
        });
        Condition done = condition(node.at("done"));
        Condition notDone = condition(node.at("notDone"));
        if (done != null && done.equals(notDone)) {
            node.at("notDone").mistake("is the same as done", "an answer that fits both says nothing");
        }
        return method == null || url == null || done == null || notDone == null
                ? null
                : new EffectQuestion(method, url, headers, done, notDone);
    }

    private static @Nullable Condition condition(ConfigNode node) {
        if (node.isAbsent()) {
            node.mistake("is missing", "{ status: 404 } or { at: /state, value: paid }");
            return null;
        }
        node.allow(CONDITION_KEYS, Set.of());
        Set<Integer> statuses = new LinkedHashSet<>();
        node.at("status").oneOrMore().forEach(item -> statuses.add(item.whole(200, 200, 599)));
        Pointer at = Meaning.optional(node.at("at"), Pointer::parse);
        Set<String> values = new LinkedHashSet<>();
        node.at("value").oneOrMore().forEach(item -> {
            String value = item.value();
            if (value != null) {
                values.add(value);
            }
        });
        if (statuses.isEmpty() && node.at("at").isAbsent()) {
            node.mistake("names neither a status nor a place in the answer", "{ status: 404 }");
        }
        if (!values.isEmpty() && node.at("at").isAbsent()) {
            node.at("value").mistake("needs at, which says where it stands", "at: /state");
        }
        return new Condition(statuses, at, values);
    }
}
