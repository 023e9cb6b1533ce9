package dev.pawl.core.interpret;

import static dev.pawl.core.interpret.Given.right;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.JsonBody;
import dev.pawl.core.operation.OperationKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two different business ids are never one operation: through the whole way from bytes to the operation's id. */
class IdentityTest {

    /** Pieces that are easily taken for one another, as they stand in JSON text. */
    private static final List<String> ALPHABET = List.of(
            "a",
            "A",
            ":",
            "%",
            "3A",
            "%3A",
            "%3a",
            "%25",
            " ",
            "/",
            "\\u00e9",
            "e\\u0301",
            "\\ufb01",
            "fi",
            "\\ud83d\\ude00",
            "\\u200b",
            "\\u0131",
            "i");

    private static List<String> values(int length) {
        List<String> values = new ArrayList<>(List.of(""));
        List<String> longest = values;
        for (int n = 0; n < length; n++) {
            List<String> longer = new ArrayList<>();
            for (String value : longest) {
                ALPHABET.forEach(more -> longer.add(value + more));
            }
            values = new ArrayList<>(values);
            values.addAll(longer);
            longest = longer;
        }
        return values.stream().distinct().toList();
    }

    private static Recipe recipe(@Nullable KeyHash hash, String... keys) {
        OperationRecipe base = Given.operation();
        KeyRule key = new KeyRule(
                Arrays.stream(keys)
                        .map(text -> right(Template.parseIdentity(text)))
                        .toList(),
                hash);
        return Given.recipe(
                "",
                Mode.Accepted.ANY,
                Set.of(),
                new OperationRecipe(
                        "payment",
                        base.machine(),
                        base.when(),
                        key,
                        null,
                        new StateRule.Fixed("succeeded"),
                        null,
                        InvariantRule.NONE,
                        Map.of(),
                        Set.of()));
    }

    /** The operation's key, or null where the event is invalid. */
    private static @Nullable OperationKey key(Recipe recipe, String... members) {
        return Given.readings(recipe, Given.event(members))
                .get(0)
                .outcome()
                .<@Nullable OperationKey>fold(asserted -> asserted.assertion().key(), ignored -> null, invalid -> null);
    }

    private static void noTwoOfThemMeet(Map<List<String>, OperationKey> keys) {
        Map<UUID, List<String>> ids = new HashMap<>();
        Map<OperationKey, List<String>> seen = new HashMap<>();
        keys.forEach((from, key) -> {
            assertThat(ids.put(key.id(0), from)).as("%s", from).isNull();
            assertThat(seen.put(key, from)).as("%s", from).isNull();
        });
    }

    /** What two pieces spell is one value however it was put together. */
    private static String meant(String json) {
        return right(JsonBody.parse(('"' + json + '"').getBytes(UTF_8))).textValue();
    }

    @Test
    void aSingleReferenceKeepsEveryDifference() {
        Recipe recipe = recipe(null, "/op");
        Map<List<String>, OperationKey> keys = new HashMap<>();
        for (String value : values(3)) {
            OperationKey key = key(recipe, "op", '"' + value + '"');
            if (meant(value).isBlank()) {
                assertThat(key).isNull();
            } else {
                OperationKey kept = Objects.requireNonNull(key);
                assertThat(kept.key()).isEqualTo(meant(value));
                keys.put(List.of(meant(value)), kept);
            }
        }
        assertThat(keys).hasSizeGreaterThan(4_000);
        noTwoOfThemMeet(keys);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{/x}:{/op}", "p:{/x}:{/op}", "{/x}/:{/op}"})
    void partsNeverRunIntoEachOther(String template) {
        Recipe recipe = recipe(null, template);
        Map<List<String>, OperationKey> keys = new HashMap<>();
        for (String x : values(1)) {
            for (String op : values(2)) {
                OperationKey key = key(recipe, "x", '"' + x + '"', "op", '"' + op + '"');
                if (meant(x).isBlank() || meant(op).isBlank()) {
                    assertThat(key).isNull();
                } else {
                    keys.put(List.of(meant(x), meant(op)), Objects.requireNonNull(key));
                }
            }
        }
        assertThat(keys).hasSizeGreaterThan(5_000);
        noTwoOfThemMeet(keys);
    }

    @Test
    void alternativesNeverMeetAcrossNumbersOfParts() {
        Recipe recipe = recipe(null, "{/x}:{/y}:{/op}", "{/x}:{/op}", "/op");
        Map<List<String>, OperationKey> keys = new HashMap<>();
        List<String> few = List.of("a", "b", ":", "%", "a:b", "a:a:b", "%3A", "a%3Ab", "a%253Ab", "b:%");
        for (String op : few) {
            put(keys, recipe, List.of(op), "op", op);
            for (String x : few) {
                put(keys, recipe, List.of(x, op), "x", x, "op", op);
                for (String y : few) {
                    put(keys, recipe, List.of(x, y, op), "x", x, "y", y, "op", op);
                }
            }
        }
        assertThat(keys).hasSize(10 + 100 + 1_000);
        noTwoOfThemMeet(keys);
    }

    private static void put(Map<List<String>, OperationKey> keys, Recipe recipe, List<String> from, String... members) {
        String[] quoted = members.clone();
        for (int i = 1; i < quoted.length; i += 2) {
            quoted[i] = '"' + quoted[i] + '"';
        }
        OperationKey key = key(recipe, quoted);
        keys.put(from, Objects.requireNonNull(key, from::toString));
    }

    /** Templates of which none is written like another; {@code 1} and {@code 2} stand for references. */
    private static final List<String> SHAPES = List.of(
            "{1}",
            "{1}:{2}", "p:{1}", "p:{1}:{2}", "{1}:p", "{1}:p:{2}", "p{1}:{2}", "{1}p:{2}", "%3A:{1}", ":{1}", "{1}:");

    private static final List<String> TELLING = List.of("a", "p", ":", "%", "b:p", "%3A", "p:a", "ap", "pa", "pp");

    private static Template shaped(String shape, String one, String other) {
        String text = shape.equals("{1}") ? one : shape.replace("{1}", "{" + one + "}");
        return right(Template.parseIdentity(text.replace("{2}", "{" + other + "}")));
    }

    /** Every key that the recipe makes of events that have these members. */
    private static Set<String> keys(Recipe recipe, Template template, String one, String other) {
        Set<String> keys = new HashSet<>();
        boolean two = template.toString().contains(other);
        for (String first : TELLING) {
            for (String second : two ? TELLING : List.of("")) {
                String[] members = two
                        ? new String[] {one, '"' + first + '"', other, '"' + second + '"'}
                        : new String[] {one, '"' + first + '"'};
                keys.add(Objects.requireNonNull(key(recipe, members)).key());
            }
        }
        assertThat(keys).as("each identity has its key").hasSize(two ? 100 : 10);
        return keys;
    }

    @Test
    void whereTwoTemplatesOfAListGiveOneTextTheConfigurationIsRefused() {
        int apart = 0;
        int meeting = 0;
        for (String one : SHAPES) {
            for (String other : SHAPES) {
                Template here = shaped(one, "/x", "/y");
                Template there = shaped(other, "/u", "/v");
                Recipe recipe = recipe(null, here.toString(), there.toString());
                boolean meet = !Collections.disjoint(keys(recipe, here, "x", "y"), keys(recipe, there, "u", "v"));
                assertThat(here.isWrittenLike(there)).isEqualTo(one.equals(other));
                assertThat(here.meets(there)).as("%s and %s", one, other).isEqualTo(there.meets(here));
                if (meet) {
                    assertThat(here.meets(there)).as("%s and %s", one, other).isTrue();
                }
                apart += here.meets(there) ? 0 : 1;
                meeting += meet ? 1 : 0;
            }
        }
        // So that neither half of it is empty.
        assertThat(apart).isGreaterThan(60);
        assertThat(meeting).isGreaterThan(20);
        assertThat(shaped("p:{1}", "/x", "").meets(shaped("{1}:{2}", "/y", "/z")))
                .isTrue();
    }

    @Test
    void accountAndModeNeverRunIntoEachOther() {
        Recipe recipe = recipe(null, "/op");
        Map<List<String>, OperationKey> keys = new HashMap<>();
        for (String account : values(2)) {
            for (String live : List.of("true", "false")) {
                OperationKey key = key(recipe, "account", '"' + account + '"', "livemode", live);
                if (key != null) {
                    keys.put(List.of(live, meant(account)), key);
                }
            }
        }
        assertThat(keys).hasSizeGreaterThan(600);
        noTwoOfThemMeet(keys);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud83d\"",
                "\"a\\ude00\"",
                "\"\\ude00\\ud83d\"",
                "\"a\\u0000\"",
                "\"\"",
                "\" \"",
                "1.0",
                "1e3",
                "true",
                "null",
                "{}",
                "[]",
                "[\"a\"]"
            })
    void whatCouldCollapseIsNoIdentityWithOrWithoutAHash(String value) {
        assertThat(key(recipe(null, "/op"), "op", value)).isNull();
        assertThat(key(recipe(null, "{/op}:{/kind}"), "op", value)).isNull();
        assertThat(key(recipe(new KeyHash(new byte[32]), "/op"), "op", value)).isNull();
    }

    @Test
    void everyDigitOfANumberCounts() {
        Recipe recipe = recipe(null, "/op");
        OperationKey big = Objects.requireNonNull(key(recipe, "op", "12345678901234567890123456789"));
        assertThat(big.key()).isEqualTo("12345678901234567890123456789");
        assertThat(key(recipe, "op", "9007199254740993")).isNotEqualTo(key(recipe, "op", "9007199254740992"));
        assertThat(key(recipe, "op", "7")).isEqualTo(key(recipe, "op", "\"7\""));
    }

    @Test
    void aHashTakesTheKeysPlaceAndKeepsEveryDifference() {
        Recipe recipe = recipe(new KeyHash("0123456789abcdef0123456789abcdef".getBytes(UTF_8)), "/op");
        Map<List<String>, OperationKey> keys = new HashMap<>();
        for (String value : values(2)) {
            OperationKey key = key(recipe, "op", '"' + value + '"');
            if (key != null) {
                assertThat(key.key()).matches("[0-9a-f]{64}");
                keys.put(List.of(meant(value)), key);
            }
        }
        assertThat(keys).hasSizeGreaterThan(300);
        noTwoOfThemMeet(keys);
        OperationKey one = Objects.requireNonNull(key(recipe, "op", "\"ann@shop.example\""));
        assertThat(one).isEqualTo(key(recipe, "op", "\"ann@shop.example\""));
        assertThat(one).isNotEqualTo(key(recipe(new KeyHash(new byte[32]), "/op"), "op", "\"ann@shop.example\""));
        // HMAC-SHA256 by hand (openssl dgst -sha256 -hmac), so that stored identities outlive any change of code.
        assertThat(one.key()).isEqualTo("b050fa1539aaffad17ec2f4b3357cf316683da2c56841e7a8992109dc05de71e");
    }
}
