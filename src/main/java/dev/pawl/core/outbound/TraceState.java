package dev.pawl.core.outbound;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the header {@code tracestate} as it may be passed on: the members as they came, in their order, without blanks between
 * them. Pawl adds none of its own.
 *
 * @see <a href="https://www.w3.org/TR/trace-context/#tracestate-header">W3C Trace Context</a>
 */
final class TraceState {

    static final int MAX_MEMBERS = 32;
    static final int MAX_LENGTH = 512;

    /** Longer ones go first where all together are too long. */
    static final int LONG_MEMBER = 128;

    private static final Pattern MEMBER =
            Pattern.compile("([a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})"
                    + "=[ -+\\--<>-~]{0,255}[!-+\\--<>-~]");

    private TraceState() {}

    /**
     * Null where there is nothing, or something that is no such list: then nothing of it is passed on.
     *
     * @param given values of the header, which are one list
     */
    static @Nullable String parse(List<String> given) {
        List<String> members = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (String text : String.join(",", given).split(",", -1)) {
            // Blanks at its end are no part of a value; an empty member is none.
            String member = text.strip();
            if (member.isEmpty()) {
                continue;
            }
            Matcher parts = MEMBER.matcher(member);
            if (!parts.matches() || !keys.add(parts.group(1))) {
                return null;
            }
            members.add(member);
        }
        List<String> left = members.size() > MAX_MEMBERS ? List.of() : shortened(members);
        return left.isEmpty() ? null : String.join(",", left);
    }

    /** Whole members only. The first ones, which were added last, stay longest. */
    private static List<String> shortened(List<String> members) {
        List<String> left = new ArrayList<>(members);
        for (int i = left.size() - 1; i >= 0 && length(left) > MAX_LENGTH; i--) {
            if (left.get(i).length() > LONG_MEMBER) {
                left.remove(i);
            }
        }
        while (length(left) > MAX_LENGTH) {
            left.remove(left.size() - 1);
        }
        return left;
    }

    private static int length(List<String> members) {
        return members.stream().mapToInt(String::length).sum() + Math.max(0, members.size() - 1);
    }
}
