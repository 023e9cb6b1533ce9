package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.util.Locale;
import java.util.regex.Pattern;

/** A host, or several: {@code *} stands for one or more whole labels, as in {@code sns.*.amazonaws.com}. */
public final class HostPattern {

    private static final Pattern HOST = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)+");

    private final String before;
    private final String after;
    private final boolean star;

    private HostPattern(String before, String after, boolean star) {
        this.before = before;
        this.after = after;
        this.star = star;
    }

    /** Below {@code *} there must be at least two labels, or it would be anybody's host. */
    public static Parsed<HostPattern> parse(String text) {
        String host = text.toLowerCase(Locale.ROOT);
        if (!host.contains("*")) {
            return HOST.matcher(host).matches()
                    ? Parsed.of(new HostPattern(host, "", false))
                    : Parsed.wrong("is no name of a host");
        }
        int star = host.indexOf('*');
        String before = host.substring(0, star);
        String after = host.substring(star + 1);
        boolean whole = (before.isEmpty() || before.endsWith(".")) && after.startsWith(".");
        return whole
                        && HOST.matcher(before + "x" + after).matches()
                        && HOST.matcher(after.substring(1)).matches()
                ? Parsed.of(new HostPattern(before, after, true))
                : Parsed.wrong("is no name of a host; one * may stand for whole labels, as in *.example.com");
    }

    boolean fits(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (!HOST.matcher(name).matches()) {
            return false;
        }
        return star
                ? name.length() > before.length() + after.length() && name.startsWith(before) && name.endsWith(after)
                : name.equals(before);
    }
}
