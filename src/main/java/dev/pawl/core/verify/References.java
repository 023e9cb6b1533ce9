package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.verify.TextPart.Reference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what stands in the braces of a {@link RequestText}. */
final class References {

    private static final String KNOWN = "known are body, body:sha256-hex, body:crc32, body:escape-unicode, header:Name,"
            + " sig:name, url, url:no-port, url:with-port, path, method, query:name, form:name, form:sorted,"
            + " form:php-serialized, json:/pointer, json:lines:A,B, json:sorted-values:Name, headers:name, config:name,"
            + " secret";

    private References() {}

    static Parsed<TextPart> parse(String text, Collection<String> given) {
        int bar = text.lastIndexOf('|');
        Transform transform = bar < 0 ? Transform.NONE : Transform.of(withoutMark(text.substring(bar + 1)));
        if (transform == null) {
            return Parsed.wrong("{" + text + "}: after | comes lower, json or unescaped");
        }
        String marked = bar < 0 ? text : text.substring(0, bar);
        boolean optional = marked.endsWith("?") || (bar >= 0 && text.endsWith("?"));
        return reference(withoutMark(marked), given).then(reference -> {
            if (reference == BodyPart.RAW && (optional || transform != Transform.NONE)) {
                return Parsed.wrong("{" + text + "}: the body is taken as it is");
            }
            return Parsed.of(
                    optional || transform != Transform.NONE
                            ? new TextPart.Adjusted(reference, optional, transform)
                            : reference);
        });
    }

    private static String withoutMark(String text) {
        return text.endsWith("?") ? text.substring(0, text.length() - 1) : text;
    }

    private static Parsed<Reference> reference(String text, Collection<String> given) {
        if (given.contains(text)) {
            return Parsed.of(new TextPart.Given(text));
        }
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String argument = colon < 0 ? "" : text.substring(colon + 1);
        if (kind.equals("json") && colon >= 0) {
            return json(argument);
        }
        if (kind.equals("config") && !argument.isBlank()) {
            return Parsed.wrong("{" + text + "} needs " + argument + " in the source's config");
        }
        Reference simple = argument.isEmpty() && colon < 0 ? bare(kind) : named(kind, argument);
        return simple == null ? Parsed.wrong("unknown part {" + text + "}; " + KNOWN) : Parsed.of(simple);
    }

    private static @Nullable Reference bare(String kind) {
        return switch (kind) {
            case "body" -> BodyPart.RAW;
            case "url" -> new TextPart.Url(TextPart.Port.AS_CONFIGURED);
            case "path" -> new TextPart.Path();
            case "method" -> new TextPart.Method();
            case "secret" -> new TextPart.SecretText();
            default -> null;
        };
    }

    private static @Nullable Reference named(String kind, String argument) {
        if (argument.isBlank()) {
            return null;
        }
        return switch (kind) {
            case "body" -> BodyPart.of(argument);
            case "header" -> new TextPart.Header(argument.toLowerCase(Locale.ROOT));
            case "headers" -> new TextPart.NamedHeaders(argument.toLowerCase(Locale.ROOT));
            case "sig" -> new TextPart.Named(argument);
            case "url" -> url(argument);
            case "query" -> new TextPart.Query(argument);
            case "form" -> form(argument);
            default -> null;
        };
    }

    private static @Nullable Reference url(String argument) {
        return switch (argument) {
            case "no-port" -> new TextPart.Url(TextPart.Port.NEVER);
            case "with-port" -> new TextPart.Url(TextPart.Port.ALWAYS);
            default -> null;
        };
    }

    private static Reference form(String argument) {
        return switch (argument) {
            case "sorted" -> new TextPart.WholeForm(false);
            case "php-serialized" -> new TextPart.WholeForm(true);
            default -> new TextPart.Form(argument);
        };
    }

    private static Parsed<Reference> json(String argument) {
        if (argument.startsWith("lines:")) {
            List<Pointer> members = new ArrayList<>();
            for (String name : argument.substring("lines:".length()).split(",", -1)) {
                if (name.isBlank()) {
                    return Parsed.wrong("json:lines names a member that is blank");
                }
                members.add(new Pointer(false, List.of(name.strip())));
            }
            return Parsed.of(new TextPart.JsonLines(members));
        }
        if (argument.startsWith("sorted-values:")) {
            String name = argument.substring("sorted-values:".length());
            return name.isBlank()
                    ? Parsed.wrong("json:sorted-values:… names no member for the secret")
                    : Parsed.of(new TextPart.SortedValues(name));
        }
        return argument.startsWith("/") || argument.startsWith("^/")
                ? Pointer.parse(argument).then(pointer -> Parsed.of(new TextPart.Json(pointer)))
                : Parsed.wrong("{json:" + argument + "}: a pointer starts with / or ^/");
    }
}
