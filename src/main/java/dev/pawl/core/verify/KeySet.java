package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.json.Pointer;
import dev.pawl.core.json.WrittenJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Public keys a provider handed out. */
public final class KeySet {

    /** More than any provider has at once. */
    static final int MOST = 100;

    private static final Parsed<KeySet> NONE = Parsed.wrong("an answer without a key that can be used");

    private final List<TrustedKey> keys;

    private KeySet(List<TrustedKey> keys) {
        this.keys = List.copyOf(keys);
    }

    static Parsed<KeySet> read(KeyFormat format, KeyRequest.@Nullable Listed listed, byte[] answer) {
        if (listed == null && (format == KeyFormat.PEM || format == KeyFormat.CERTIFICATE)) {
            String text = FormFields.utf8(answer);
            return text == null
                    ? NONE
                    : PublicKeyDecoder.decode(encoding(format), text).then(KeySet::of);
        }
        return WrittenJson.parse(answer).then(json -> {
            if (format == KeyFormat.JWKS) {
                return each(json, new Pointer(false, List.of("keys")))
                        .then(keys -> of(keys.stream().map(JsonWebKey::read).toList()));
            }
            return listed == null ? JsonWebKey.read(json).then(KeySet::of) : listed(format, listed, json);
        });
    }

    private static KeyEncoding encoding(KeyFormat format) {
        return format == KeyFormat.CERTIFICATE ? KeyEncoding.CERTIFICATE : KeyEncoding.PEM;
    }

    private static Parsed<KeySet> listed(KeyFormat format, KeyRequest.Listed listed, WrittenJson json) {
        Parsed<List<WrittenJson>> items = listed.each() == null ? Parsed.of(List.of(json)) : each(json, listed.each());
        return items.then(
                all -> of(all.stream().map(item -> key(format, listed, item)).toList()));
    }

    private static Parsed<List<WrittenJson>> each(WrittenJson json, Pointer list) {
        return json.elements(new EventPath(list.segments()));
    }

    private static Parsed<TrustedKey> key(KeyFormat format, KeyRequest.Listed listed, WrittenJson item) {
        String id = listed.id() == null ? null : item.text(listed.id());
        String text = item.text(listed.key());
        if (text == null) {
            return Parsed.wrong("no key");
        }
        KeyEncoding encoding = format == KeyFormat.JWK ? KeyEncoding.JWK : encoding(format);
        return PublicKeyDecoder.decode(encoding, text).then(key -> Parsed.of(id == null ? key : key.named(id)));
    }

    private static Parsed<KeySet> of(TrustedKey key) {
        return Parsed.of(new KeySet(List.of(key)));
    }

    /** Those that can be used; a set may hold keys for other purposes. */
    private static Parsed<KeySet> of(List<Parsed<TrustedKey>> read) {
        List<TrustedKey> usable = new ArrayList<>();
        for (Parsed<TrustedKey> key : read) {
            if (usable.size() < MOST) {
                key.fold(usable::add, problem -> false);
            }
        }
        return usable.isEmpty() ? NONE : Parsed.of(new KeySet(usable));
    }

    /** Those whose certificate bears one of these common names. */
    Parsed<KeySet> issuedTo(List<String> subjects) {
        List<TrustedKey> theirs =
                keys.stream().filter(key -> key.isIssuedTo(subjects)).toList();
        return theirs.isEmpty()
                ? Parsed.wrong("a certificate that is not for " + String.join(" or ", subjects))
                : Parsed.of(new KeySet(theirs));
    }

    /** Whether a key of this id is among them; null: any. */
    public boolean has(@Nullable String id) {
        return !called(id).isEmpty();
    }

    /** The keys of this id; a key without one is any. */
    List<TrustedKey> called(@Nullable String id) {
        return id == null
                ? keys
                : keys.stream()
                        .filter(key -> key.id() == null || id.equals(key.id()))
                        .toList();
    }
}
