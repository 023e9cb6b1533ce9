package dev.pawl.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.TreeSet;

/** Turns a wrong word into a hint: the word that was probably meant, or all that are allowed. */
final class Nearest {

    private static final int MOST_LISTED = 24;
    private static final int LONGEST = 64;

    private Nearest() {}

    static String hint(String wrong, Collection<String> allowed) {
        if (allowed.isEmpty()) {
            return "there is none";
        }
        int limit = Math.max(1, wrong.length() / 3);
        if (wrong.length() > LONGEST) {
            return list(allowed);
        }
        return allowed.stream()
                .filter(word -> distance(lower(wrong), lower(word)) <= limit)
                .min(Comparator.comparingInt((String word) -> distance(lower(wrong), lower(word)))
                        .thenComparing(Comparator.naturalOrder()))
                .map(word -> "did you mean " + word + "?")
                .orElseGet(() -> list(allowed));
    }

    private static String list(Collection<String> allowed) {
        TreeSet<String> words = new TreeSet<>(allowed);
        String listed = String.join(", ", words.stream().limit(MOST_LISTED).toList());
        return "one of: " + listed + (words.size() > MOST_LISTED ? ", …" : "");
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }

    /** Edits that turn one word into the other: a letter put in, left out or changed, or two neighbours swapped. */
    private static int distance(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : fewest(a, i, b, j, edits);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int fewest(String a, int i, String b, int j, int[][] edits) {
        int changed = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int fewest = Math.min(changed, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
    }
}
