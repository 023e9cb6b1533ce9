package dev.pawl.core.verify;

import dev.pawl.core.json.WrittenJson;
import dev.pawl.core.verify.Verification.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link RequestText} reads from: one request and what is known beside it. Body and query are taken apart when a
 * text first asks for them, and only once. For one request and one thread.
 */
public final class RequestScope {

    private final InboundRequest request;
    private final @Nullable PublicUrl url;
    private final Map<String, String> given;
    private final Taken taken;
    private final @Nullable WrittenJson element;
    private final Map<String, List<String>> signature;
    private final String signatureName;
    private final @Nullable String secret;

    /** The parts that were taken apart already; null: not yet; empty: it cannot be done. */
    private record Taken(
            AtomicReference<@Nullable Optional<WrittenJson>> json,
            AtomicReference<@Nullable Optional<FormFields>> form,
            AtomicReference<@Nullable Optional<FormFields>> query) {}

    private RequestScope(
            InboundRequest request,
            @Nullable PublicUrl url,
            Map<String, String> given,
            Taken taken,
            @Nullable WrittenJson element,
            Map<String, List<String>> signature,
            String signatureName,
            @Nullable String secret) {
        this.request = request;
        this.url = url;
        this.given = given;
        this.taken = taken;
        this.element = element;
        this.signature = signature;
        this.signatureName = signatureName;
        this.secret = secret;
    }

    /**
     * @param url where texts may name the request's own address
     * @param given values by the whole reference, such as {@code config:webhook_id} or {@code now}
     */
    public static RequestScope of(InboundRequest request, @Nullable PublicUrl url, Map<String, String> given) {
        Taken taken = new Taken(new AtomicReference<>(), new AtomicReference<>(), new AtomicReference<>());
        return new RequestScope(request, url, given, taken, null, Map.of(), "", null);
    }

    /** One more value, such as {@code mac}. */
    public RequestScope with(String reference, String value) {
        Map<String, String> more = new HashMap<>(given);
        more.put(reference, value);
        return new RequestScope(request, url, more, taken, element, signature, signatureName, secret);
    }

    /** {@code {secret}} is this one's text. */
    public RequestScope with(Secret configured) {
        return new RequestScope(request, url, given, taken, element, signature, signatureName, configured.text());
    }

    /** JSON pointers start at this event. */
    RequestScope at(WrittenJson event) {
        return new RequestScope(request, url, given, taken, event, signature, signatureName, secret);
    }

    /** @param name the signature's own member or field, which {@code sorted-values} and {@code php-serialized} leave out */
    RequestScope signed(Map<String, List<String>> parts, String name) {
        return new RequestScope(request, url, given, taken, element, parts, name, secret);
    }

    InboundRequest request() {
        return request;
    }

    @Nullable
    PublicUrl url() {
        return url;
    }

    String signatureName() {
        return signatureName;
    }

    @Nullable
    String secret() {
        return secret;
    }

    Found given(String reference) {
        String value = given.get(reference);
        return value == null ? Found.absent(Reason.SIGNATURE_MISSING) : Found.text(value);
    }

    /** A header's only value. Blanks around it are no part of it; two different values are nobody's honest request. */
    Found header(String name) {
        String found = null;
        for (String raw : request.header(name)) {
            String value = raw.strip();
            if (found != null && !value.equals(found)) {
                return Found.malformed();
            }
            found = value;
        }
        return found == null || found.isEmpty() ? Found.absent(Reason.SIGNATURE_MISSING) : Found.wire(found);
    }

    /** A part of the taken-apart signature. Equal copies are one: a proxy may join a header that came twice. */
    Found signaturePart(String name) {
        List<String> found = signature.getOrDefault(name, List.of());
        List<String> values = found.size() > 1 ? found.stream().distinct().toList() : found;
        if (values.isEmpty()) {
            return Found.absent(Reason.SIGNATURE_MALFORMED);
        }
        return values.size() == 1 && !values.get(0).isEmpty() ? Found.wire(values.get(0)) : Found.malformed();
    }

    /** The body as JSON, at the event in question; null where it is no acceptable JSON. */
    @Nullable
    WrittenJson json() {
        return element != null ? element : root();
    }

    @Nullable
    WrittenJson root() {
        return once(taken.json, () -> WrittenJson.parse(request.body()).fold(json -> json, problem -> null));
    }

    @Nullable
    FormFields form() {
        return once(taken.form, () -> FormFields.parse(request.body()));
    }

    @Nullable
    FormFields query() {
        return once(taken.query, () -> FormFields.parse(request.query()));
    }

    private static <T> @Nullable T once(AtomicReference<@Nullable Optional<T>> memory, Supplier<@Nullable T> read) {
        Optional<T> known = memory.get();
        if (known == null) {
            known = Optional.ofNullable(read.get());
            memory.set(known);
        }
        return known.orElse(null);
    }
}
