package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.support.HandMadeHmac;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** The two ways in which {@code eight/pawl.yaml} hears of a payment. */
enum Way {
    WEBHOOK("bank", "/webhooks/bank") {
        @Override
        String body(Message said) {
            return "{\"type\":\"payment.updated\",\"timestamp\":\"" + said.at()
                    + "\",\"data\":{\"account\":\"a\",\"id\":\"" + said.payment() + "\",\"status\":\"" + said.status()
                    + "\",\"amount\":" + said.amount() + "}}";
        }

        /** As Standard Webhooks says: over id, time and body. */
        @Override
        Map<String, String> headers(Message said) {
            String time = Long.toString(Instant.now().getEpochSecond());
            String signed = said.id() + "." + time + "." + body(said);
            byte[] hmac = HandMadeHmac.sha256(
                    SECRET.getBytes(StandardCharsets.UTF_8), signed.getBytes(StandardCharsets.UTF_8));
            return Map.of(
                    "webhook-id",
                    said.id(),
                    "webhook-timestamp",
                    time,
                    "webhook-signature",
                    "v1," + Base64.getEncoder().encodeToString(hmac));
        }
    },

    COMMAND("till", "/operations/till/payment") {
        @Override
        String body(Message said) {
            return "{\"account\":\"a\",\"id\":\"" + said.payment() + "\",\"status\":\"" + said.status()
                    + "\",\"amount\":" + said.amount() + ",\"at\":\"" + said.at() + "\"}";
        }

        @Override
        Map<String, String> headers(Message said) {
            return Map.of("Authorization", "Bearer till-token-0123456789abcdef", "Idempotency-Key", said.id());
        }
    };

    private static final String SECRET = "eight-scenarios-secret-001";

    private final String source;
    private final String path;

    Way(String source, String path) {
        this.source = source;
        this.path = path;
    }

    String source() {
        return source;
    }

    String path() {
        return path;
    }

    abstract String body(Message said);

    abstract Map<String, String> headers(Message said);

    /**
     * What is said about a payment.
     *
     * @param id of the message itself: the provider's event, the caller's idempotency key
     */
    record Message(String id, String payment, String status, int amount, Instant at) {

        static Message succeeded(String payment) {
            return new Message("m_" + payment, payment, "succeeded", 1_000, Instant.parse("2026-03-04T10:15:30Z"));
        }

        /** There is more to come. */
        static Message begun(String payment) {
            return new Message("m_" + payment, payment, "pending", 1_000, Instant.parse("2026-03-04T10:15:30Z"));
        }

        /** What became of it, told by another message. */
        Message ended() {
            return new Message(id + "_ended", payment, "succeeded", amount, at.plusSeconds(60));
        }

        Message withAmount(int other) {
            return new Message(id, payment, status, other, at);
        }

        /** What was true before, said by another message that comes late. */
        Message before() {
            return new Message(id + "_before", payment, "pending", amount, at.minusSeconds(60));
        }
    }

    /** An answer of 200 with this verdict; a command's 201 is replayed for a duplicate, and for nothing else. */
    void assertTaken(HttpResponse<String> answer, String verdict) {
        switch (this) {
            case WEBHOOK -> {
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("\"verdicts\":[\"" + verdict + "\"]");
            }
            case COMMAND -> {
                assertThat(answer.statusCode()).isEqualTo(201);
                assertThat(replayed(answer)).isEqualTo(verdict.equals("duplicate"));
            }
        }
    }

    /** Taken, and open: a command is accepted, and is answered 409 when it comes again. */
    void assertOpen(HttpResponse<String> answer, boolean again) {
        switch (this) {
            case WEBHOOK -> assertTaken(answer, again ? "duplicate" : "applied");
            case COMMAND -> {
                assertThat(answer.statusCode()).isEqualTo(again ? 409 : 202);
                assertThat(replayed(answer)).isFalse();
            }
        }
    }

    static boolean replayed(HttpResponse<String> answer) {
        return answer.headers().firstValue("Idempotency-Replayed").isPresent();
    }

    /** As it goes over the wire. */
    byte[] request(Message said) {
        byte[] body = body(said).getBytes(StandardCharsets.UTF_8);
        Map<String, String> all = new HashMap<>(headers(said));
        all.put("Host", "127.0.0.1");
        all.put("Content-Length", Integer.toString(body.length));
        StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\n");
        all.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return (head + "\r\n" + body(said)).getBytes(StandardCharsets.UTF_8);
    }
}
