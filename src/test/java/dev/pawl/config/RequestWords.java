package dev.pawl.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says in words what a text made from a request is: <code>{sig:t}.{body}</code> is a part of the signature, a dot and the body. */
final class RequestWords {

    private static final Pattern PART = Pattern.compile("\\{\\{|}}|\\{[^{}]*}|[^{}]+");
    private static final Map<String, String> WHOLE = Map.ofEntries(
            Map.entry("body", "the body"),
            Map.entry("body:sha256-hex", "the SHA-256 of the body in hex"),
            Map.entry("body:crc32", "the CRC-32 of the body in decimal"),
            Map.entry("body:escape-unicode", "the body with every character beyond ASCII written as `\\uXXXX`"),
            Map.entry("url", "the URL (`PAWL_PUBLIC_URL` and what follows it, as received)"),
            Map.entry("url:no-port", "the URL without its port"),
            Map.entry("url:with-port", "the URL with its port"),
            Map.entry("path", "the path with its query"),
            Map.entry("method", "the method"),
            Map.entry("form:sorted", "names and values of the form's fields, sorted by name"),
            Map.entry("form:php-serialized", "all other fields of the form, serialized as PHP does"),
            Map.entry("secret", "the secret"),
            Map.entry("mac", "what Pawl computes with the secret"),
            Map.entry("kid", "the id of the key"),
            Map.entry("now", "the time in seconds"));
    private static final Map<String, String> NAMED = Map.of(
            "header", "header ",
            "sig", "the signature's part ",
            "query", "query parameter ",
            "form", "form field ",
            "config", "your ");
    private static final Map<String, String> CHANGED = Map.of(
            "lower", " in lower case",
            "json", " as JSON",
            "unescaped", " with its percent-escapes decoded");

    private RequestWords() {}

    static String of(String template) {
        List<String> words = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        Matcher matcher = PART.matcher(template);
        while (matcher.find()) {
            String part = matcher.group();
            if (part.startsWith("{") && part.endsWith("}")) {
                flush(literal, words);
                words.add(reference(part.substring(1, part.length() - 1)));
            } else {
                literal.append(part.equals("{{") ? "{" : part.equals("}}") ? "}" : part);
            }
        }
        flush(literal, words);
        return Markdown.listed(words);
    }

    private static void flush(StringBuilder literal, List<String> words) {
        if (literal.length() > 0) {
            words.add(Markdown.code(literal.toString()));
            literal.setLength(0);
        }
    }

    private static String reference(String written) {
        int bar = written.indexOf('|');
        String name = bar < 0 ? written : written.substring(0, bar);
        String change = bar < 0 ? "" : known(CHANGED.get(written.substring(bar + 1)), written);
        return name.endsWith("?")
                ? plain(name.substring(0, name.length() - 1)) + " (nothing where it is absent)" + change
                : plain(name) + change;
    }

    private static String plain(String name) {
        String whole = WHOLE.get(name);
        if (whole != null) {
            return whole;
        }
        String kind = name.substring(0, Math.max(name.indexOf(':'), 0));
        String rest = name.substring(name.indexOf(':') + 1);
        return switch (kind) {
            case "json" -> json(rest);
            case "headers" -> "the headers that header " + Markdown.code(rest) + " lists, each with its value";
            case "config" -> "your " + Markdown.code("config." + rest);
            default -> known(NAMED.get(kind), name) + Markdown.code(rest);
        };
    }

    private static String json(String rest) {
        if (rest.startsWith("lines:")) {
            return "name and value, a line each, of the body's members "
                    + Markdown.codes(Stream.of(rest.substring("lines:".length()).split(",")));
        }
        if (rest.startsWith("sorted-values:")) {
            return "the values of the body's other members sorted by name, the secret among them under the name "
                    + Markdown.code(rest.substring("sorted-values:".length()));
        }
        return "the body's " + Markdown.code(rest);
    }

    /** What has no words here yet is not to be left out in silence. */
    private static String known(@Nullable String words, String written) {
        if (words == null) {
            throw new IllegalArgumentException("no words for {" + written + "}");
        }
        return words;
    }
}
