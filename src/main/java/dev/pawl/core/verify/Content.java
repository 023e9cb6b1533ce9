package dev.pawl.core.verify;

import dev.pawl.core.verify.RequestText.Complete;
import dev.pawl.core.verify.RequestText.Rendered;
import dev.pawl.core.verify.Verification.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a signature covers in one request; it may differ from secret to secret. */
final class Content {

    private final RequestText text;
    private final RequestScope scope;
    private final @Nullable Rendered same;

    Content(RequestText text, RequestScope scope) {
        this.text = text;
        this.scope = scope;
        this.same = text.usesSecret() ? null : text.in(scope);
    }

    /** Null where there is something. */
    @Nullable
    Reason problem() {
        return same == null || same instanceof Complete ? null : same.fold(all -> null, reason -> reason);
    }

    /** For one secret; null where something is missing. */
    @Nullable
    List<byte[]> pieces(Secret secret) {
        Rendered rendered = same == null ? text.in(scope.with(secret)) : same;
        return rendered instanceof Complete complete ? complete.pieces() : null;
    }

    /** Null where something is missing, or it needs a secret. */
    @Nullable
    List<byte[]> pieces() {
        return same instanceof Complete complete ? complete.pieces() : null;
    }
}
