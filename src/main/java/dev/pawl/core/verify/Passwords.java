package dev.pawl.core.verify;

import dev.pawl.core.verify.Verification.Reason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Secrets a request carries as they are. */
final class Passwords {

    private static final String BASIC = "basic ";

    private final @Nullable Reason problem;
    private final List<byte[]> offered;

    private Passwords(@Nullable Reason problem, List<byte[]> offered) {
        this.problem = problem;
        this.offered = offered;
    }

    static Passwords tokens(Proof.Token proof, RequestScope scope) {
        SignaturePlace.Carried carried = proof.place().in(scope);
        boolean header = !proof.place().headers().isEmpty();
        return carried.isNothing()
                ? new Passwords(carried.problem(), List.of())
                : new Passwords(
                        null,
                        carried.value().candidates().stream()
                                .map(token -> header ? Found.wire(token) : Found.text(token))
                                .map(Found::bytes)
                                .toList());
    }

    static Passwords basic(RequestScope scope) {
        Found header = scope.header("authorization");
        if (header.problem() != null) {
            return new Passwords(header.problem(), List.of());
        }
        String text = header.text();
        byte[] pair = text.toLowerCase(Locale.ROOT).startsWith(BASIC)
                ? SignatureEncoding.BASE64.decode(text.substring(BASIC.length()).strip())
                : null;
        return pair == null ? new Passwords(Reason.SIGNATURE_MALFORMED, List.of()) : new Passwords(null, List.of(pair));
    }

    /** Null where something is offered. */
    @Nullable
    Reason problem() {
        return problem;
    }

    /** The index of the secret that is offered, or -1. */
    int matching(List<Secret> secrets, KeyEncoding encoding) {
        for (int key = 0; key < secrets.size(); key++) {
            SharedKey shared = secrets.get(key).shared(encoding);
            byte[] expected = secrets.get(key).text().getBytes(StandardCharsets.UTF_8);
            for (byte[] password : offered) {
                if (shared != null && MessageDigest.isEqual(expected, password)) {
                    return key;
                }
            }
        }
        return -1;
    }
}
