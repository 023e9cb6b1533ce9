package dev.pawl.core.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OperationKeyTest {

    private static final String SMILE = "\uD83D\uDE00";

    private static OperationKey key(String key) {
        return new OperationKey("shop", "", "payment", key);
    }

    @Test
    void theIdNeverChangesFromReleaseToRelease() {
        OperationKey key = new OperationKey("stripe-eu", "acct_1", "payment", "pi_1");
        assertThat(key.id(0)).isEqualTo(UUID.fromString("a4d936ff-84f3-8ca2-b0a9-58349b3d9858"));
        assertThat(key.id(1)).isNotEqualTo(key.id(0));
    }

    @Test
    void theIdIsAVersion8Uuid() {
        for (int i = 0; i < 1_000; i++) {
            UUID id = key("pay_" + i).id(0);
            assertThat(id.version()).isEqualTo(8);
            assertThat(id.variant()).isEqualTo(2);
        }
    }

    @Test
    void differentPartsNeverCollapseIntoOneId() {
        List<String> parts =
                List.of("a", "aa", "ab", "b", "A", "a:b", "a\u0001", "1", "10", " a", SMILE, "\u00e9", "e\u0301");
        Set<UUID> ids = new HashSet<>();
        int keys = 0;
        for (String scope : parts) {
            for (String type : parts) {
                for (String key : parts) {
                    ids.add(new OperationKey(scope, "", type, key).id(0));
                    ids.add(new OperationKey(scope, key, type, "a").id(1));
                    keys += 2;
                }
            }
        }
        assertThat(ids).hasSize(keys);
    }

    @Test
    void theAccountMayBeEmptyAndThenIsAnAccountOfItsOwn() {
        assertThat(new OperationKey("s", "", "t", "k").id(0)).isNotEqualTo(new OperationKey("s", "k", "t", "k").id(0));
    }

    @Test
    void limitsCountCodePoints() {
        assertThat(key(SMILE.repeat(512)).key()).hasSize(1_024);
        assertThat(OperationKey.problemWith(SMILE.repeat(513), 512)).isEqualTo("too long");
        assertThat(OperationKey.problemWith("x".repeat(512), 512)).isNull();
        assertThat(OperationKey.problemWith("x".repeat(513), 512)).isEqualTo("too long");
    }

    @Test
    void eachPartHasItsOwnLimit() {
        assertThatThrownBy(() -> key("k".repeat(513))).hasMessage("key is too long");
        assertThatThrownBy(() -> new OperationKey("s", "", "t".repeat(65), "k")).hasMessage("type is too long");
        assertThatThrownBy(() -> new OperationKey("s", "a".repeat(256), "t", "k"))
                .hasMessage("account is too long");
        assertThat(new OperationKey("s", "a".repeat(255), "t".repeat(64), "k".repeat(512)))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
    void blankIsNoKey(String blank) {
        assertThat(OperationKey.problemWith(blank, 512)).isEqualTo("blank");
        assertThatThrownBy(() -> key(blank)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "\u0000", "a\uD83D", "\uDE00a", "\uD83D\uD83D\uDE00", "\uDE00\uD83D"})
    void whatPostgresWouldRefuseOrCollapseIsMalformed(String text) {
        assertThat(OperationKey.isStorable(text)).isFalse();
        assertThat(OperationKey.problemWith(text, 512)).isEqualTo("malformed");
        assertThatThrownBy(() -> key(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotMalformedIsTakenAsItIs() {
        assertThat(OperationKey.isStorable(SMILE + "\uFFFD\uFFFF\u0001")).isTrue();
        assertThat(key(" op_1 ")).isNotEqualTo(key("op_1"));
        assertThat(key("OP_1")).isNotEqualTo(key("op_1"));
    }
}
