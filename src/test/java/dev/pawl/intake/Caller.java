package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.intake.Provider.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.jspecify.annotations.Nullable;

/**
 * An application that sends commands.
 *
 * @param token empty: it has none
 */
record Caller(String source, String token) {

    static final Caller SHOP = new Caller("cmd", "shop-token-0123456789abcdef");
    static final Caller SHOP_BEFORE_ROTATION = new Caller("cmd", "shop-old-token-0123456789abc");
    static final Caller TILL = new Caller("cmd", "till-token-0123456789abcdef");
    static final Caller BANK = new Caller("bank", "bank-token-0123456789abcdef");
    static final Caller STRANGER = new Caller("cmd", "stranger-token-0123456789ab");

    /** @param key null: without the header */
    Answer post(String type, @Nullable String key, String body, String... headers) {
        return Provider.exchange(request(type, key, headers).POST(BodyPublishers.ofString(body)));
    }

    HttpRequest.Builder request(String path, @Nullable String key, String... headers) {
        HttpRequest.Builder request = Provider.request("/operations/" + source + '/' + path);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
    }

    Answer get(String path) {
        return Provider.exchange(Provider.request(path).header("Authorization", "Bearer " + token));
    }

    Answer head(String path) {
        return Provider.exchange(Provider.request(path)
                .header("Authorization", "Bearer " + token)
                .method("HEAD", BodyPublishers.noBody()));
    }

    /** What the bank says about a payout. */
    static Answer bankSays(String id, String status, int amount) {
        return Provider.exchange(Provider.request("/webhooks/bank-events")
                .header("Authorization", "Bearer bank-events-token-0123456789")
                .POST(BodyPublishers.ofString("{\"type\":\"payout.updated\",\"account\":\"a1\",\"id\":\"" + id
                        + "\",\"status\":\"" + status + "\",\"amount\":" + amount + "}")));
    }

    /** An operator's word. */
    static void resolve(String operation, String state) {
        Answer answer = Provider.exchange(Provider.request("/admin/operations/" + operation + "/actions")
                .header("Authorization", "Bearer " + CommandProfile.OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"action\":\"resolve\",\"state\":\"" + state + "\",\"reason\":\"by phone\"}")));
        assertThat(answer.status()).isEqualTo(200);
    }

    static String payout(String id, int amount) {
        return "{\"account\":\"a1\",\"id\":\"" + id + "\",\"amount\":" + amount + "}";
    }

    static @Nullable String header(Answer answer, String name) {
        return answer.response().headers().firstValue(name).orElse(null);
    }
}
