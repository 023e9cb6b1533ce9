package dev.pawl.core.interpret;

/** A pattern on event types: {@code *} stands for any text, everything else for itself. Case-sensitive. */
public record Glob(String pattern) {

    public Glob {
        if (pattern.isBlank()) {
            throw new IllegalArgumentException("the pattern is blank");
        }
    }

    public boolean matches(String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int retry = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                retry = t;
            } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
