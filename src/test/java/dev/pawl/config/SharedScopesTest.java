package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Outcome.Asserted;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two sources of one scope, every way of naming against every other: where they are taken, no two things have one identity
 * and nothing has two; where they are refused, there are events that show why.
 */
class SharedScopesTest {

    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final Pattern REFERENCE = Pattern.compile("\\{(/[a-z]+)}");
    private static final String HASHED = "{ at: /a, store: hash }";
    private static final List<String> KEYS = List.of(
            "/a", "['{/a}:{/b}']", "['{/b}:{/a}']", "['r:{/b}', /a]", "['p:{/a}']", "['p:{/a}', 'r:{/b}']", HASHED);
    private static final List<String> ACCOUNTS = List.of("", "/account", "x:{/account}");
    private static final List<String> MODES = List.of("", "live", "test", "any");
    private static final List<String> IDS = List.of("p", "r", "1", "p:1", "r:1", "p%3A1", "1:1");
    private static final List<String> WHOSE = List.of("m", "x:m", "live", "live:m", "test", "x:live");

    /** @param account empty: not mapped */
    private record Way(String key, String account, String mode) {

        String source() {
            return """
                    scope: s
                    verify: { algorithm: token, signature: { header: X-Token } }
                    secrets: [token-0123456789abcdef]
                    """ + (mode.isEmpty() ? "" : "mode: " + mode + "\n") + """
                    event:
                      type: /type
                    """
                    + (account.isEmpty() ? "" : "  account: '" + account + "'\n")
                    + (mode.isEmpty() ? "" : "  mode: { at: /live, live: real, test: play }\n") + """
                    operations:
                      payment: { machine: payment, when: ['*'], state: { value: succeeded }, key: %s }
                    """.formatted(key);
        }

        ConfigFile with(Way other) {
            return ConfigFile.withSource(source(), "  q:\n" + other.source().indent(4))
                    .env("PAWL_KEY", KEY);
        }
    }

    private record Named(Map<String, String> event, OperationKey key) {}

    @Test
    void keysOfOneScopeNeverMeet() {
        List<Map<String, String>> events = new ArrayList<>();
        for (String a : IDS) {
            events.add(Map.of("a", a, "account", "m", "live", "real"));
            IDS.forEach(b -> events.add(Map.of("a", a, "b", b, "account", "m", "live", "real")));
        }
        List<Way> ways =
                KEYS.stream().map(key -> new Way(key, "/account", "live")).toList();

        assertThat(taken(ways, events)).isEqualTo(11 + 2);
    }

    @Test
    void accountsAndModesOfOneScopeNeverMeet() {
        List<Map<String, String>> events = new ArrayList<>();
        for (String account : WHOSE) {
            events.add(Map.of("a", "1", "account", account, "live", "real"));
            events.add(Map.of("a", "1", "account", account, "live", "play"));
        }
        events.add(Map.of("a", "1", "live", "real"));
        events.add(Map.of("a", "1", "live", "play"));
        List<Way> ways = ACCOUNTS.stream()
                .flatMap(account -> MODES.stream().map(mode -> new Way("/a", account, mode)))
                .toList();

        // Of 16 pairs of modes 8 go together, and of 9 pairs of accounts 3.
        assertThat(taken(ways, events)).isEqualTo(8 * 3);
    }

    /** How many pairs of ways may share a scope. */
    private static int taken(List<Way> ways, List<Map<String, String>> events) {
        Map<Way, List<Named>> named = new HashMap<>();
        ways.forEach(way -> named.put(way, named(way, events)));
        int taken = 0;
        for (Way one : ways) {
            for (Way other : ways) {
                List<String> mistakes = one.with(other).mistakes();
                List<String> wrong = wrong(one, named.get(one), other, named.get(other));
                if (mistakes.isEmpty()) {
                    taken++;
                    assertThat(wrong).as("%s and %s", one, other).isEmpty();
                } else {
                    assertThat(mistakes).allMatch(line -> line.startsWith("sources.q.") && line.contains("source p,"));
                    boolean shown = !wrong.isEmpty() || (one.key.equals(HASHED) != other.key.equals(HASHED));
                    assertThat(shown)
                            .as("%s and %s are refused in vain", one, other)
                            .isTrue();
                }
            }
        }
        return taken;
    }

    private static List<String> wrong(Way one, @Nullable List<Named> here, Way other, @Nullable List<Named> there) {
        List<String> wrong = new ArrayList<>();
        for (Named mine : Objects.requireNonNull(here)) {
            for (Named theirs : Objects.requireNonNull(there)) {
                boolean same = meaning(one, mine, other).equals(meaning(other, theirs, one));
                if (same != mine.key.equals(theirs.key)) {
                    wrong.add(mine + " " + theirs);
                }
            }
        }
        return wrong;
    }

    /** What an event is about, as far as the two can tell. */
    private static List<Object> meaning(Way way, Named named, Way other) {
        String account = way.account.isEmpty() ? other.account : way.account;
        boolean moded = !way.mode.isEmpty() && !other.mode.isEmpty();
        return List.of(
                moded ? String.valueOf(named.event.get("live")) : "",
                account.isEmpty() || !named.event.containsKey("account") ? "" : parts(account, named.event),
                parts(fitting(way.key, named.event), named.event));
    }

    private static String fitting(String key, Map<String, String> event) {
        return Stream.of(
                        key.replaceAll("[\\[\\]' ]|\\{ at:|, store: hash }", "").split(","))
                .filter(template -> !template.contains("/b") || event.containsKey("b"))
                .findFirst()
                .orElseThrow();
    }

    /** Literals in their order, values by name. */
    private static List<Object> parts(String template, Map<String, String> event) {
        String text = template.startsWith("/") ? "{" + template + "}" : template;
        Map<String, String> values = new HashMap<>();
        for (MatchResult reference : REFERENCE.matcher(text).results().toList()) {
            String name = reference.group(1).substring(1);
            values.put(name, String.valueOf(event.get(name)));
        }
        return List.of(REFERENCE.matcher(text).replaceAll("_"), values);
    }

    private static List<Named> named(Way way, List<Map<String, String>> events) {
        Source source = Objects.requireNonNull(ConfigFile.withSource(way.source(), "")
                .env("PAWL_KEY", KEY)
                .catalog()
                .source("p"));
        List<Named> named = new ArrayList<>();
        for (Map<String, String> event : events) {
            StringBuilder body = new StringBuilder("{\"type\":\"t\"");
            event.forEach((name, value) -> body.append(",\"%s\":\"%s\"".formatted(name, value)));
            byte[] bytes = body.append('}').toString().getBytes(StandardCharsets.UTF_8);
            source.interpreter()
                    .interpret(VerifiedRequest.vouchedFor(new InboundRequest("POST", "/webhooks/p", Map.of(), bytes)))
                    .fold(Interpretation.Interpreted::readings, not -> List.<Interpretation.Reading>of())
                    .forEach(reading -> {
                        if (reading.outcome() instanceof Asserted asserted) {
                            named.add(new Named(event, asserted.assertion().key()));
                        }
                    });
        }
        assertThat(named).as("%s", way).isNotEmpty();
        return named;
    }

    private static final String COMMANDS = """
            kind: command
            scope: s
            verify: { algorithm: token, signature: { header: X-Token } }
            secrets: [token-0123456789abcdef]
            event: { account: /account }
            operations:
              payment: { machine: payment, state: { value: succeeded }, key: /id, unique: [/order] }
            """;

    private static final String SHARED =
            " differs from that of the same operation type in source p, which has the same scope (hint: sources of one"
                    + " scope share operations: ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            machine: payment, state: { value: succeeded } | machine: simple, state: { value: done } | operations.payment.machine: | use machine payment, or another scope)
            unique: [/order]           | unique: [/customer]         | operations.payment.unique: | the same business identity would count twice, or two as one, or another scope)
            , unique: [/order]         | ``                          | operations.payment.unique: | the same business identity would count twice, or two as one, or another scope)
            unique: [/order]           | unique: [/order, /shop]     | operations.payment.unique: | the same business identity would count twice, or two as one, or another scope)
            key: /id,                  | key: 'order:{/id}',         | operations.payment.key:    | two could get one key, or one two; write it alike, or another scope)
            key: /id,                  | key: { at: /id, store: hash }, | operations.payment.key.store: | store it in one way, since a key and its hash are two operations, or another scope)
            event: { account: /account } | event: {}                 | event.account:             | map the account in all of them, written alike (a command's is its caller), or another scope)
            """)
    void commandsAreHeldAgainstEachOther(String part, String replacement, String path, String hint) {
        String other = COMMANDS.replace(part, replacement);
        assertThat(other).isNotEqualTo(COMMANDS);

        assertThat(ConfigFile.withSource(COMMANDS, "  q:\n" + other.indent(4))
                        .env("PAWL_KEY", KEY)
                        .mistakes())
                .containsExactly("sources.q." + path + SHARED + hint);
    }

    @Test
    void commandsAndWebhooksMeetWhereBothNameTheOperation() {
        String events = new Way("/a", "/account", "live").source();
        String byCaller = COMMANDS.replace("event: { account: /account }\n", "");

        assertThat(ConfigFile.withSource(COMMANDS, "  q:\n" + events.indent(4)).mistakes())
                .isEmpty();
        assertThat(ConfigFile.withSource(
                                byCaller,
                                "  q:\n" + new Way("/a", "", "").source().indent(4))
                        .paths())
                .containsExactly("sources.q.event.account");
        assertThat(ConfigFile.withSource(
                                COMMANDS,
                                "  q:\n"
                                        + new Way("/a", "/account", "any")
                                                .source()
                                                .indent(4))
                        .paths())
                .containsExactly("sources.q.mode");
    }

    /** Both would be the caller "default": a key of one would be a key of the other. */
    @Test
    void callersOfTwoSourcesAreNamedWhereTheirKeysAreTheOperations() {
        String nameless = COMMANDS.replace("event: { account: /account }\n", "").replace("key: /id, ", "");
        String named =
                nameless.replace("secrets: [token-0123456789abcdef]", "callers: { till: token-0123456789abcdef }");

        assertThat(ConfigFile.withSource(nameless, "  q:\n" + nameless.indent(4))
                        .mistakes())
                .containsExactly("sources.q.callers:" + SHARED
                        + "keys of one would be keys of the other; name callers, or map the key, or another scope)");
        assertThat(ConfigFile.withSource(nameless, "  q:\n" + named.indent(4)).mistakes())
                .isEmpty();
    }

    @Test
    void everySourceIsHeldAgainstEveryOther() {
        String[] modes = {"", "live", "test"};
        StringBuilder more = new StringBuilder();
        for (int n = 1; n < modes.length; n++) {
            more.append("  q")
                    .append(n)
                    .append(":\n")
                    .append(new Way("/a", "/account", modes[n]).source().indent(4));
        }

        assertThat(ConfigFile.withSource(new Way("/a", "/account", modes[0]).source(), more.toString())
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith("sources.q2.mode: differs from that of the same operation type in source q1,");
    }

    @Test
    void partsOfAnAccountCannotRunIntoEachOther() {
        assertThat(ConfigFile.withSource(new Way("/a", "{/account}{/b}", "live").source(), "")
                        .paths())
                .containsExactly("sources.p.event.account");
        assertThat(ConfigFile.withSource(new Way("/a", "{/account}:{/b}", "live").source(), "")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void whatIsWrongAnywayIsToldOnce() {
        String wrong = new Way("/a", "/account", "live").source().replace("mode: live", "mode: lively");

        assertThat(ConfigFile.withSource(new Way("/a", "/account", "test").source(), "  q:\n" + wrong.indent(4))
                        .paths())
                .containsExactly("sources.q.mode");
        assertThat(ConfigFile.withSource(
                                new Way("/a", "/account", "test").source(),
                                "  q:\n"
                                        + new Way("[{/a}, /b]", "/account", "live")
                                                .source()
                                                .indent(4))
                        .paths())
                .contains("sources.q.mode");
    }
}
