package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.RequestText.Rendered;
import dev.pawl.core.verify.Verification.Reason;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Something more that must hold of a request: a text is there, equals another, or has a certain form. */
public final class Condition {

    /** A longer text is not looked at: some patterns take long over it. */
    private static final int LONGEST = 1_000;

    private final RequestText from;
    private final @Nullable RequestText equal;
    private final @Nullable Pattern pattern;
    private final boolean optional;

    private Condition(RequestText from, @Nullable RequestText equal, @Nullable Pattern pattern, boolean optional) {
        this.from = from;
        this.equal = equal;
        this.pattern = pattern;
        this.optional = optional;
    }

    /** Everything the text refers to is there. */
    public static Condition present(RequestText from) {
        return new Condition(from, null, null, false);
    }

    /** @param optional whether it need not hold where {@code from} is absent */
    public static Condition equal(RequestText from, RequestText to, boolean optional) {
        return new Condition(from, to, null, optional);
    }

    /** @param regex on the whole text */
    public static Parsed<Condition> matching(RequestText from, String regex, boolean optional) {
        try {
            return Parsed.of(new Condition(from, null, Pattern.compile(regex), optional));
        } catch (PatternSyntaxException e) {
            return Parsed.wrong("is no regular expression: " + e.getDescription());
        }
    }

    /** Null where it holds. */
    @Nullable
    Reason problemIn(RequestScope scope) {
        Rendered rendered = from.in(scope);
        if (rendered instanceof Complete complete) {
            return problemWith(complete, scope);
        }
        Reason reason = rendered.fold(complete -> Reason.CONDITION_UNMET, missing -> missing);
        return optional && reason == Reason.SIGNATURE_MISSING ? null : reason;
    }

    /** Whether it holds. */
    public boolean holdsIn(RequestScope scope) {
        return problemIn(scope) == null;
    }

    private @Nullable Reason problemWith(Complete found, RequestScope scope) {
        if (equal != null) {
            return equal.in(scope).<@Nullable Reason>fold(wanted -> isSame(found, wanted) ? null : unequal(), r -> r);
        }
        String text = found.text();
        boolean fits = pattern == null
                || (text.length() <= LONGEST && pattern.matcher(text).matches());
        return fits ? null : Reason.CONDITION_UNMET;
    }

    /** A body other than the one whose hash is signed is a wrong signature like any other. */
    private Reason unequal() {
        return vouchesForBody() ? Reason.SIGNATURE_WRONG : Reason.CONDITION_UNMET;
    }

    private static boolean isSame(Complete found, Complete wanted) {
        return MessageDigest.isEqual(HashAlgorithm.SHA256.of(found.pieces()), HashAlgorithm.SHA256.of(wanted.pieces()));
    }

    /** Whether it compares something with the whole body. */
    public boolean vouchesForBody() {
        return equal != null && equal.coversBody();
    }

    /** Whether only texts of a certain form fulfil it. */
    public boolean isPattern() {
        return pattern != null;
    }

    public RequestText from() {
        return from;
    }

    /** Null where it is no comparison. */
    @Nullable
    RequestText equal() {
        return equal;
    }
}
