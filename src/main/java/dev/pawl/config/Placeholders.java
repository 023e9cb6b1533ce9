package dev.pawl.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${NAME}}, {@code ${NAME:default}} and {@code ${file:/path}} in texts of the configuration. A variable may
 * also be given as a file, named by {@code NAME_FILE}. Values are put in as they are: a placeholder in a value stays text.
 */
final class Placeholders {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String FILE = "file:";
    private static final long LONGEST_FILE = 64 * 1024;

    private final Function<String, @Nullable String> environment;

    Placeholders(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    /** For texts that come with the program and hold none. */
    static Placeholders none() {
        return new Placeholders(name -> null);
    }

    @Nullable
    String variable(String name) {
        return environment.apply(name);
    }

    /** The text with every placeholder replaced; null, with a mistake noted, where one has no value. */
    @Nullable
    String expand(String text, String path, Mistakes mistakes) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        StringBuilder expanded = new StringBuilder();
        boolean complete = true;
        while (matcher.find()) {
            String value = valueOf(matcher.group(1), path, mistakes);
            complete &= value != null;
            matcher.appendReplacement(expanded, Matcher.quoteReplacement(value == null ? "" : value));
        }
        matcher.appendTail(expanded);
        return complete ? expanded.toString() : null;
    }

    /** The text as it may be shown: no value and no default of a placeholder. */
    static String unresolved(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            String inner = found.group(1);
            int colon = inner.startsWith(FILE) ? -1 : inner.indexOf(':');
            return Matcher.quoteReplacement("${" + (colon < 0 ? inner : inner.substring(0, colon)) + "}");
        });
    }

    private @Nullable String valueOf(String placeholder, String path, Mistakes mistakes) {
        if (placeholder.startsWith(FILE)) {
            return contentOf(placeholder.substring(FILE.length()), path, mistakes);
        }
        int colon = placeholder.indexOf(':');
        String name = colon < 0 ? placeholder : placeholder.substring(0, colon);
        if (!NAME.matcher(name).matches()) {
            mistakes.add(
                    path, "holds a placeholder without a proper name", "${NAME}, ${NAME:default} or ${file:/path}");
            return null;
        }
        String value = environment.apply(name);
        if (value != null) {
            return value;
        }
        String file = environment.apply(name + "_FILE");
        if (file != null) {
            return contentOf(file, path, mistakes);
        }
        if (colon >= 0) {
            return placeholder.substring(colon + 1);
        }
        mistakes.add(
                path,
                "needs the environment variable " + name + ", which is not set",
                "set it, or " + name + "_FILE, or give a default: ${" + name + ":default}");
        return null;
    }

    private static @Nullable String contentOf(String file, String path, Mistakes mistakes) {
        try {
            Path target = Path.of(file);
            if (Files.size(target) > LONGEST_FILE) {
                mistakes.add(path, "names the file " + file + ", which is longer than 64 KiB", null);
                return null;
            }
            String content = Files.readString(target);
            return withoutLastLineBreak(content.startsWith("\uFEFF") ? content.substring(1) : content);
        } catch (CharacterCodingException e) {
            mistakes.add(path, "names the file " + file + ", which is not UTF-8 text", null);
        } catch (IOException | InvalidPathException e) {
            mistakes.add(
                    path,
                    "names the file " + file + ", which cannot be read",
                    "does it exist, and may this user read it?");
        }
        return null;
    }

    private static String withoutLastLineBreak(String content) {
        if (content.endsWith("\r\n")) {
            return content.substring(0, content.length() - 2);
        }
        return content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
    }
}
