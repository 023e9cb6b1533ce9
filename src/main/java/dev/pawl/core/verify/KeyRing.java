package dev.pawl.core.verify;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys obtained from the provider, by what was asked. */
public final class KeyRing {

    public static final KeyRing EMPTY = new KeyRing(Map.of());

    private final Map<KeyRequest, KeySet> obtained;

    private KeyRing(Map<KeyRequest, KeySet> obtained) {
        this.obtained = Map.copyOf(obtained);
    }

    /** With the answer to one more question. */
    public KeyRing with(KeyRequest request, KeySet keys) {
        Map<KeyRequest, KeySet> more = new HashMap<>(obtained);
        more.put(request.document(), keys);
        return new KeyRing(more);
    }

    /** Null where nobody asked yet. */
    @Nullable
    KeySet answerTo(KeyRequest request) {
        return obtained.get(request.document());
    }
}
