package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.core.verify.InboundRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request as it arrives. Immutable. */
final class Message {

    record Header(String name, String value) {}

    private final String target;
    private final List<Header> headers;
    private final byte[] body;

    private Message(String target, List<Header> headers, byte[] body) {
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    static Message of(String body) {
        return new Message("/webhooks/s", List.of(), body.getBytes(UTF_8));
    }

    Message to(String other) {
        return new Message(other, headers, body);
    }

    /** One more header. */
    Message with(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(new Header(name, value));
        return new Message(target, more, body);
    }

    Message without(String name) {
        return new Message(
                target,
                headers.stream()
                        .filter(header -> !header.name().equalsIgnoreCase(name))
                        .toList(),
                body);
    }

    Message withHeaders(List<Header> others) {
        return new Message(target, others, body);
    }

    /** Every value of this header through the function. */
    Message mapped(String name, UnaryOperator<String> change) {
        return new Message(
                target,
                headers.stream()
                        .map(header -> header.name().equalsIgnoreCase(name)
                                ? new Header(header.name(), change.apply(header.value()))
                                : header)
                        .toList(),
                body);
    }

    Message withBody(byte[] other) {
        return new Message(target, headers, other);
    }

    /** The body through the function, a character for each byte. */
    Message bodyMapped(UnaryOperator<String> change) {
        return withBody(change.apply(new String(body, ISO_8859_1)).getBytes(ISO_8859_1));
    }

    String target() {
        return target;
    }

    List<Header> headers() {
        return headers;
    }

    byte[] body() {
        return body.clone();
    }

    /** The body, as frameworks hand it to libraries that want text. */
    String text() {
        return new String(body, UTF_8);
    }

    /** Byte for byte, in the same order. */
    boolean isSameAs(Message other) {
        return target.equals(other.target) && headers.equals(other.headers) && Arrays.equals(body, other.body);
    }

    /** The first value, as frameworks hand it out; null: none. */
    @Nullable
    String header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst()
                .orElse(null);
    }

    /** Whether a header stands there with different values. */
    boolean contradicts(String name) {
        return headers.stream()
                        .filter(header -> header.name().equalsIgnoreCase(name))
                        .map(Header::value)
                        .distinct()
                        .count()
                > 1;
    }

    Map<String, List<String>> all() {
        return headers.stream()
                .collect(Collectors.groupingBy(
                        Header::name, LinkedHashMap::new, Collectors.mapping(Header::value, Collectors.toList())));
    }

    InboundRequest inbound() {
        return new InboundRequest("POST", target, all(), body());
    }

    @Override
    public String toString() {
        String lines = headers.stream()
                .map(header -> header.name() + ": " + header.value())
                .collect(Collectors.joining("\n"));
        return "POST " + target + "\n" + lines + "\n\n" + text();
    }
}
