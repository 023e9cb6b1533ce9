package dev.pawl.sdk;

import dev.pawl.sdk.Message.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Damage to a request: what networks, proxies, mistaken senders and attackers do to it. */
final class Mutations {

    private static final String ALPHABET = "tv10,=. +/_-abcdefABCDEFé|&:;%\"";
    private static final List<String> SEPARATORS = List.of(" ", ",", ", ", ";", "&", "");

    private final Random random;

    Mutations(Random random) {
        this.random = random;
    }

    /** Always another request than the one given. */
    Message damaged(Message message) {
        Message result = once(message);
        while (result.isSameAs(message)) {
            result = once(message);
        }
        return result;
    }

    private Message once(Message message) {
        Message result = message;
        for (int more = random.nextInt(4) == 0 ? 2 : 1; more > 0; more--) {
            boolean inBody = message.headers().isEmpty() || random.nextInt(4) == 0;
            result = inBody ? result.withBody(body(result.body())) : result.withHeaders(headers(result.headers()));
        }
        return result;
    }

    private byte[] body(byte[] body) {
        if (body.length == 0) {
            return new byte[] {'x'};
        }
        int at = random.nextInt(body.length);
        StringBuilder bytes = new StringBuilder(new String(body, java.nio.charset.StandardCharsets.ISO_8859_1));
        switch (random.nextInt(6)) {
            case 0, 1 -> bytes.setCharAt(at, (char) (bytes.charAt(at) ^ (1 << random.nextInt(8))));
            case 2 -> bytes.deleteCharAt(at);
            case 3 -> bytes.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            case 4 -> bytes.setLength(at);
            default -> bytes.append(random.nextBoolean() ? '\n' : ' ');
        }
        return bytes.toString().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    private List<Header> headers(List<Header> headers) {
        List<Header> result = new ArrayList<>(headers);
        if (result.isEmpty()) {
            return result;
        }
        int at = random.nextInt(result.size());
        Header header = result.get(at);
        switch (random.nextInt(8)) {
            case 0 -> result.remove(at);
            case 1 -> result.add(header);
            case 2 -> result.add(random.nextInt(result.size() + 1), new Header(header.name(), value(header.value())));
            case 3 -> result.set(at, new Header(recased(header.name()), header.value()));
            default -> result.set(at, new Header(header.name(), value(header.value())));
        }
        return result;
    }

    /** Without blanks around it: those a server takes away. */
    private String value(String value) {
        return changed(value).strip();
    }

    private String changed(String value) {
        if (value.isEmpty()) {
            return value;
        }
        StringBuilder text = new StringBuilder(value);
        int at = random.nextInt(value.length());
        char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        switch (random.nextInt(10)) {
            case 0 -> text.setLength(at);
            case 1 -> text.delete(0, at);
            case 2 -> text.setLength(value.length() - 1);
            case 3 -> text.setCharAt(at, c);
            case 4 -> text.insert(at, c);
            case 5 -> text.deleteCharAt(at);
            case 6 -> {
                return recased(value);
            }
            case 7 -> {
                return beside(value);
            }
            case 8 -> {
                return prefixChanged(value);
            }
            default -> {
                return otherDigit(value);
            }
        }
        return text.toString();
    }

    /** Two values in one, as while a key is being changed: one of them may be wrong. */
    private String beside(String value) {
        String separator = SEPARATORS.get(random.nextInt(SEPARATORS.size()));
        StringBuilder other = new StringBuilder(value);
        if (random.nextBoolean()) {
            int at = random.nextInt(value.length());
            other.setCharAt(at, other.charAt(at) == 'a' ? 'b' : 'a');
        }
        return random.nextBoolean() ? value + separator + other : other + separator + value;
    }

    private String prefixChanged(String value) {
        int end = Math.max(value.indexOf('='), value.indexOf(','));
        String rest = end < 0 || end == value.length() - 1 ? value : value.substring(end + 1);
        return List.of("", "v0=", "v1=", "v1,", "v2,", "sha256=").get(random.nextInt(6)) + rest;
    }

    /** Such as in a time. */
    private String otherDigit(String value) {
        StringBuilder text = new StringBuilder(value);
        int at = random.nextInt(value.length());
        for (int i = 0; i < value.length(); i++) {
            int place = (at + i) % value.length();
            if (Character.isDigit(text.charAt(place))) {
                text.setCharAt(place, (char) ('0' + random.nextInt(10)));
                return text.toString();
            }
        }
        return value;
    }

    private String recased(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        return upper.equals(text) || random.nextBoolean() ? text.toLowerCase(Locale.ROOT) : upper;
    }
}
