package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.lookup.BackfillRecipe.Item;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of an element that is passed over. */
class ElementsTest {

    private static final List<JsonNode> PAGE = List.of(element("one"), element("two"), element("three"));

    private static JsonNode element(String id) {
        return JsonNodeFactory.instance.objectNode().put("id", id);
    }

    private static Elements.Failed passedOver() {
        Map<String, Integer> sick = Map.of();
        Elements.Taken taken = null;
        for (int run = 1; run <= 4; run++) {
            taken = new Elements(
                            sick,
                            element -> element.path("id").asText().equals("two")
                                    ? Uni.createFrom().failure(new IllegalStateException("sick"))
                                    : Uni.createFrom().item(new Tally(1, 1, 0, 0, 0, 0, 0)))
                    .take(PAGE, 4)
                    .await()
                    .indefinitely();
            sick = taken.sick();
        }
        return Objects.requireNonNull(Objects.requireNonNull(taken).passedOver());
    }

    private static Item item(@Nullable String id) {
        return new Item(
                null, id == null ? null : new Pointer(false, List.of(id)), new Pointer(false, List.of()), null, null);
    }

    @Test
    void itIsNamedByItsId() {
        assertThat(BackfillRun.name(item("id"), passedOver(), 7)).isEqualTo("two");
    }

    @Test
    void withoutAnIdItIsNamedByItsPlace() {
        assertThat(BackfillRun.name(item(null), passedOver(), 7)).isEqualTo("element 2 of the run's page 7");
        assertThat(BackfillRun.name(item("number"), passedOver(), 7)).isEqualTo("element 2 of the run's page 7");
    }
}
