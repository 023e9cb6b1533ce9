package dev.pawl.core.verify;

import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.Verification.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One piece of a {@link RequestText}. */
sealed interface TextPart permits TextPart.Literal, TextPart.Adjusted, TextPart.Reference {

    Found read(RequestScope scope);

    /** The reference itself; null for a literal. */
    default @Nullable Reference reference() {
        return null;
    }

    /** The same text in every request. */
    record Literal(String text) implements TextPart {
        @Override
        public Found read(RequestScope scope) {
            return Found.text(text);
        }
    }

    /**
     * A reference with {@code ?} or a transformation.
     *
     * @param optional whether absence counts as the empty text
     */
    record Adjusted(Reference reference, boolean optional, Transform transform) implements TextPart {
        @Override
        public Found read(RequestScope scope) {
            Found found = transform == Transform.JSON ? reference.readJson(scope) : reference.read(scope);
            if (found.problem() != null) {
                return optional && found.isAbsent() ? Found.text("") : found;
            }
            return switch (transform) {
                case NONE, JSON -> found;
                case LOWER -> Found.text(found.text().toLowerCase(Locale.ROOT));
                case UNESCAPED -> Found.wire(Transform.unescaped(found.text()));
            };
        }
    }

    /** Something the request holds, or that is known beside it. */
    sealed interface Reference extends TextPart
            permits BodyPart,
                    Header,
                    Named,
                    Url,
                    Path,
                    Method,
                    Query,
                    Form,
                    WholeForm,
                    Json,
                    JsonLines,
                    SortedValues,
                    NamedHeaders,
                    Given,
                    SecretText {

        @Override
        default Reference reference() {
            return this;
        }

        /** As a JSON value. */
        default Found readJson(RequestScope scope) {
            Found found = read(scope);
            return found.problem() == null ? Found.text(WrittenJson.quoted(found.text())) : found;
        }
    }

    /** @param name lower case */
    record Header(String name) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            return scope.header(name);
        }
    }

    /** A named part of the signature itself, such as {@code t}. */
    record Named(String name) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            return scope.signaturePart(name);
        }
    }

    /** How the port of the request's address is written. */
    enum Port {
        AS_CONFIGURED,
        NEVER,
        ALWAYS
    }

    record Url(Port port) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            PublicUrl url = scope.url();
            if (url == null) {
                return Found.absent(Reason.SIGNATURE_MISSING);
            }
            String target = scope.request().target();
            return Found.wire(
                    switch (port) {
                        case AS_CONFIGURED -> url.of(target);
                        case NEVER -> url.withoutPort(target);
                        case ALWAYS -> url.withPort(target);
                    });
        }
    }

    /** Raw, with the query. */
    record Path() implements Reference {
        @Override
        public Found read(RequestScope scope) {
            PublicUrl url = scope.url();
            String target = scope.request().target();
            return Found.wire(url == null ? target : url.path(target));
        }
    }

    record Method() implements Reference {
        @Override
        public Found read(RequestScope scope) {
            return Found.text(scope.request().method());
        }
    }

    record Query(String name) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            FormFields query = scope.query();
            return query == null ? Found.malformed() : query.value(name);
        }
    }

    record Form(String name) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            FormFields form = scope.form();
            return form == null ? Found.malformed() : form.value(name);
        }
    }

    /** All fields of a form in an order of their own. */
    record WholeForm(boolean php) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            FormFields form = scope.form();
            if (form == null) {
                return Found.malformed();
            }
            String text = php ? form.phpSerialized(scope.signatureName()) : form.sorted();
            return text == null ? Found.malformed() : Found.text(text);
        }
    }

    record Json(Pointer pointer) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            WrittenJson json = scope.json();
            return json == null ? Found.malformed() : found(json.text(pointer));
        }

        @Override
        public Found readJson(RequestScope scope) {
            WrittenJson json = scope.json();
            return json == null ? Found.malformed() : found(json.json(pointer));
        }

        private static Found found(@Nullable String text) {
            return text == null ? Found.absent(Reason.SIGNATURE_MISSING) : Found.text(text);
        }
    }

    /** Name and value of members that are there, each on a line of its own. */
    record JsonLines(List<Pointer> members) implements Reference {
        public JsonLines {
            members = List.copyOf(members);
        }

        @Override
        public Found read(RequestScope scope) {
            WrittenJson json = scope.json();
            if (json == null) {
                return Found.malformed();
            }
            StringBuilder lines = new StringBuilder();
            for (Pointer member : members) {
                String value = json.text(member);
                if (value != null) {
                    lines.append(member.name()).append('\n').append(value).append('\n');
                }
            }
            return Found.text(lines.toString());
        }
    }

    /**
     * The root's scalars one after the other, sorted by name, the signature left out.
     *
     * @param secretName under which the secret is among them
     */
    record SortedValues(String secretName) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            WrittenJson json = scope.root();
            String secret = scope.secret();
            if (json == null || secret == null) {
                return Found.malformed();
            }
            SortedMap<String, String> values = new TreeMap<>(json.scalars());
            values.remove(scope.signatureName());
            values.put(secretName, secret);
            return Found.text(String.join("", values.values()));
        }
    }

    /**
     * The headers a header names.
     *
     * @param name lower case
     */
    record NamedHeaders(String name) implements Reference {
        private static final int MOST = 64;

        @Override
        public Found read(RequestScope scope) {
            Found list = scope.header(name);
            if (list.problem() != null) {
                return list;
            }
            Map<String, String> values = new TreeMap<>();
            String[] names = list.text().split(",", MOST + 1);
            for (String raw : names) {
                String header = raw.strip().toLowerCase(Locale.ROOT);
                Found value = scope.header(header);
                if (value.problem() != null || names.length > MOST) {
                    return value.problem() == null ? Found.malformed() : value;
                }
                values.put(header, header + ":" + value.text());
            }
            return Found.wire(String.join(";", new ArrayList<>(values.values())));
        }
    }

    /** What is given beside the request, such as {@code config:webhook_id}. */
    record Given(String name) implements Reference {
        @Override
        public Found read(RequestScope scope) {
            return scope.given(name);
        }
    }

    record SecretText() implements Reference {
        @Override
        public Found read(RequestScope scope) {
            String secret = scope.secret();
            return secret == null ? Found.absent(Reason.SIGNATURE_WRONG) : Found.text(secret);
        }
    }
}
