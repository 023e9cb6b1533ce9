package dev.pawl.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.TreeSet;

/** Turns a wrong word into a hint: the word that was probably meant, or all that are allowed. */
final class Nearest {

    private static final int MOST_LISTED = 24;

    private Nearest() {}

    static String hint(String wrong, Collection<String> allowed) {
        if (allowed.isEmpty()) {
            return "there is none";
        }
        int limit = Math.max(1, wrong.length() / 3);
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

    /** Levenshtein distance, one row at a time. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
