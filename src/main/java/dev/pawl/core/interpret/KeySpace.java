package dev.pawl.core.interpret;

import dev.pawl.core.interpret.Template.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts that a template of an identity can give, taken a little too wide: literals as they are, and for each reference
 * any text without {@code :}, which is encoded in it. Two that do not meet never give one key for two identities.
 */
final class KeySpace {

    /** What must come next, one character each; null: any but {@code :}, once or more. */
    private final List<@Nullable Character> steps = new ArrayList<>();

    KeySpace(Template template) {
        for (Part part : template.parts()) {
            if (part instanceof Part.Literal literal) {
                literal.text().chars().forEach(c -> steps.add((char) c));
            } else {
                steps.add(null);
            }
        }
    }

    private record Place(int here, int there) {}

    /** Whether some text is in both: reads all such texts at once, each place in the two at most once. */
    boolean meets(KeySpace other) {
        Set<Place> seen = new HashSet<>();
        Deque<Place> open = new ArrayDeque<>(List.of(new Place(0, 0)));
        while (!open.isEmpty()) {
            Place place = open.remove();
            if (place.here == steps.size() && place.there == other.steps.size()) {
                return true;
            }
            if (seen.add(place)) {
                follow(other, place, open);
            }
        }
        return false;
    }

    /** The next character may begin the next step of each, or go on with a reference that has begun. */
    private void follow(KeySpace other, Place place, Deque<Place> open) {
        for (int here = place.here; here >= Math.max(place.here - 1, 0); here--) {
            for (int there = place.there; there >= Math.max(place.there - 1, 0); there--) {
                boolean on =
                        (here == place.here || isReference(here)) && (there == place.there || other.isReference(there));
                boolean both = here < steps.size() && there < other.steps.size();
                if (on && both && fit(steps.get(here), other.steps.get(there))) {
                    open.add(new Place(here + 1, there + 1));
                }
            }
        }
    }

    private boolean isReference(int step) {
        return steps.get(step) == null;
    }

    private static boolean fit(@Nullable Character one, @Nullable Character other) {
        if (one == null || other == null) {
            Character literal = one == null ? other : one;
            return literal == null || literal != ':';
        }
        return one.equals(other);
    }
}
