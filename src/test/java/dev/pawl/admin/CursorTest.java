package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

    private static final Cursor CURSOR = new Cursor(
            Instant.parse("2026-01-01T00:00:00.123456Z"), UUID.fromString("00000000-0000-8000-8000-000000000001"));

    @Test
    void textLeadsBackToTheSamePlace() {
        assertThat(Cursor.of(CURSOR.text())).contains(CURSOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "%%%", "MjAyNg", "MjAyNi0wMS0wMVQwMDowMDowMFogeA"})
    void whatNoPageGaveIsNoCursor(String text) {
        assertThat(Cursor.of(text)).isEmpty();
    }

    @Test
    void rowTooManyMakesAnotherPage() {
        List<Integer> rows = IntStream.rangeClosed(1, 4).boxed().toList();

        Page<Integer> page = Page.of(rows, 3, row -> CURSOR);
        Page<Integer> last = Page.of(rows, 4, row -> CURSOR);

        assertThat(page.items()).containsExactly(1, 2, 3);
        assertThat(page.next()).isEqualTo(CURSOR.text());
        assertThat(last.items()).hasSize(4);
        assertThat(last.next()).isNull();
    }
}
