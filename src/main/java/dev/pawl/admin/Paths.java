package dev.pawl.admin;

import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import java.util.UUID;
import java.util.regex.Pattern;

/** Ids in paths. */
final class Paths {

    private static final Pattern CANONICAL =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");

    private Paths() {}

    /** Whatever is no UUID names nothing: 404, as for any other unknown id. */
    static UUID id(String text) {
        if (!CANONICAL.matcher(text).matches()) {
            throw notFound();
        }
        return UUID.fromString(text);
    }

    /** Whatever is no small number names nothing. */
    static int number(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw notFound();
        }
        return Integer.parseInt(text);
    }

    static ProblemException notFound() {
        return new ProblemException(Problem.notFound());
    }
}
