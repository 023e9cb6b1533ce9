package dev.pawl.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads lists: a wrong item is noted and left out, so that the others are still checked. */
final class Items {

    private Items() {}

    /** What each of the items says, in their order. */
    static <T> List<T> read(List<ConfigNode> items, Function<ConfigNode, @Nullable T> reader) {
        List<T> all = new ArrayList<>();
        for (ConfigNode item : items) {
            T read = reader.apply(item);
            if (read != null) {
                all.add(read);
            }
        }
        return all;
    }

    /** Texts, none of which may be blank. */
    static List<String> texts(List<ConfigNode> items) {
        return read(items, ConfigNode::requiredText);
    }

    /** Whether there is no item, by absence or by an empty list. */
    static boolean none(ConfigNode node) {
        return node.isAbsent() || isEmptyList(node);
    }

    /** Whether somebody wrote a list and nothing in it. */
    static boolean isEmptyList(ConfigNode node) {
        return node.isList() && node.json().isEmpty();
    }
}
