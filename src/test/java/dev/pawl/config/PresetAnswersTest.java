package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.lookup.Answer;
import dev.pawl.core.lookup.AnswerReader;
import dev.pawl.core.lookup.Question;
import dev.pawl.core.lookup.StatusRecipe;
import dev.pawl.core.lookup.Subject;
import dev.pawl.core.machine.Machine;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How presets ask their providers, and what they read in answers of the shape that the providers document. */
class PresetAnswersTest {

    private static final String TOKEN = "t0ken";

    /** Everything a question may be about. */
    private static final Map<String, String> FIELDS =
            Map.of("owner", "acme", "name", "shop", "number", "42", "payment", "tr_5B8c");

    record Case(String preset, String type, String key, String url, String answer, String state) {
        @Override
        public String toString() {
            return preset + ' ' + type + ' ' + state;
        }
    }

    private static Case ask(String preset, String type, String key, String url, String answer, String state) {
        return new Case(preset, type, key, "https://" + url, answer, state);
    }

    static List<Case> cases() {
        return List.of(
                ask("stripe", "payment", "pi_1", "api.stripe.com/v1/payment_intents/pi_1", """
                        {"id":"pi_1","object":"payment_intent","amount":4990,"currency":"eur","status":"succeeded"}""", "succeeded"),
                ask("paypal", "payment", "3C6", "api-m.paypal.com/v2/payments/captures/3C6", """
                        {"id":"3C6","status":"COMPLETED","amount":{"currency_code":"EUR","value":"49.90"},"update_time":"2024-08-04T21:12:44Z"}""", "succeeded"),
                ask("paypal", "checkout", "5O1", "api-m.paypal.com/v2/checkout/orders/5O1", """
                        {"id":"5O1","status":"VOIDED","intent":"CAPTURE"}""", "abandoned"),
                ask("paypal", "checkout", "5O1", "api-m.paypal.com/v2/checkout/orders/5O1", """
                        {"id":"5O1","status":"COMPLETED","update_time":"2024-08-04T21:12:44Z",\
                        "purchase_units":[{"payments":{"captures":[{"id":"3C6","status":"PENDING"}]}}]}""", "submitted"),
                ask(
                        "adyen-platform",
                        "payout",
                        "3JPKV5",
                        "balanceplatform-api-live.adyen.com/btl/v4/transfers/3JPKV5",
                        """
                        {"id":"3JPKV5","status":"booked","amount":{"currency":"EUR","value":4990}}""",
                        "paid"),
                ask(
                        "mollie-classic",
                        "payment",
                        "tr_7UhSN1zuXS",
                        "api.mollie.com/v2/payments/tr_7UhSN1zuXS",
                        """
                        {"resource":"payment","id":"tr_7UhSN1zuXS","status":"paid","amount":{"value":"49.90","currency":"EUR"}}""",
                        "succeeded"),
                ask("mollie", "payment", "tr_7UhSN1zuXS", "api.mollie.com/v2/payments/tr_7UhSN1zuXS", """
                        {"resource":"payment","id":"tr_7UhSN1zuXS","status":"failed","amount":{"value":"49.90","currency":"EUR"}}""", "failed"),
                ask(
                        "mollie",
                        "refund",
                        "re_4qqhO89gsT",
                        "api.mollie.com/v2/payments/tr_5B8c/refunds/re_4qqhO89gsT",
                        """
                        {"resource":"refund","id":"re_4qqhO89gsT","status":"processing","paymentId":"tr_5B8c","amount":{"value":"5.95","currency":"EUR"}}""",
                        "pending"),
                ask("square", "payment", "bP9m", "connect.squareup.com/v2/payments/bP9m", """
                        {"payment":{"id":"bP9m","status":"COMPLETED","amount_money":{"amount":4990,"currency":"EUR"},"updated_at":"2024-08-04T21:12:44.123Z"}}""", "succeeded"),
                ask("gocardless", "payment", "PM123", "api.gocardless.com/payments/PM123", """
                        {"payments":{"id":"PM123","status":"confirmed","amount":4990,"currency":"EUR"}}""", "succeeded"),
                ask("paddle", "payment", "txn_1", "api.paddle.com/transactions/txn_1", """
                        {"data":{"id":"txn_1","status":"completed","currency_code":"EUR","details":{"totals":{"grand_total":"4990"}},"updated_at":"2024-08-04T21:12:44.123456Z"},"meta":{}}""", "succeeded"),
                ask("razorpay", "payment", "pay_1", "api.razorpay.com/v1/payments/pay_1", """
                        {"id":"pay_1","entity":"payment","amount":4990,"currency":"INR","status":"captured"}""", "succeeded"),
                ask(
                        "paystack",
                        "payment",
                        "order-4711",
                        "api.paystack.co/transaction/verify/order-4711",
                        """
                        {"status":true,"message":"Verification successful","data":{"reference":"order-4711","status":"success","amount":4990,"currency":"NGN"}}""",
                        "succeeded"),
                ask(
                        "flutterwave-v3",
                        "payment",
                        "408136545",
                        "api.flutterwave.com/v3/transactions/408136545/verify",
                        """
                        {"status":"success","data":{"id":408136545,"tx_ref":"order-4711","amount":4990,"currency":"NGN","status":"successful"}}""",
                        "succeeded"),
                ask(
                        "checkout-com",
                        "payment",
                        "pay_mbabizu",
                        "api.checkout.com/payments/pay_mbabizu",
                        """
                        {"id":"pay_mbabizu","amount":4990,"currency":"EUR","status":"Captured"}""",
                        "succeeded"),
                charge("processing", "NEW", "SIGNED", "PENDING"),
                charge("succeeded", "NEW", "SIGNED", "PENDING", "COMPLETED"),
                charge("failed", "NEW", "EXPIRED"),
                ask(
                        "xendit",
                        "checkout",
                        "579c8d61f23fa4ca35e52da4",
                        "api.xendit.co/v2/invoices/579c8d61f23fa4ca35e52da4",
                        """
                        {"id":"579c8d61f23fa4ca35e52da4","external_id":"order-4711","status":"PAID","amount":4990,"paid_amount":4990,"currency":"IDR"}""",
                        "paid"),
                ask(
                        "shopify",
                        "order",
                        "820982911946154508",
                        "sample-shop/admin/api/2025-07/orders/820982911946154508.json",
                        """
                        {"order":{"id":820982911946154508,"financial_status":"paid","currency":"EUR","total_price":"49.90","updated_at":"2024-08-04T21:12:44+02:00"}}""",
                        "paid"),
                ask("github", "pull-request", "55120:42", "api.github.com/repos/acme/shop/pulls/42", """
                        {"id":2290711,"number":42,"state":"closed","merged":true,"updated_at":"2026-03-04T10:15:30Z"}""", "merged"));
    }

    private static Case charge(String state, String... timeline) {
        StringBuilder list = new StringBuilder();
        for (String status : timeline) {
            list.append(list.isEmpty() ? "" : ",")
                    .append("{\"time\":\"2024-08-04T21:12:44Z\",\"status\":\"")
                    .append(status)
                    .append("\"}");
        }
        return ask(
                "coinbase-commerce",
                "payment",
                "5e1b8a72",
                "api.commerce.coinbase.com/charges/5e1b8a72",
                "{\"data\":{\"id\":\"5e1b8a72\",\"code\":\"QX7K2N9B\",\"pricing\":{\"local\":{\"amount\":\"49.90\",\"currency\":\"EUR\"}},"
                        + "\"timeline\":[" + list + "]},\"warnings\":[]}",
                state);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aDocumentedAnswerTellsTheState(Case one) {
        Asked asked = asked(one.preset, one.type);
        Source source = asked.source;
        Asking asking = Objects.requireNonNull(source.asking());
        Subject subject = new Subject(one.key, "", FIELDS, asking.token(), asking.config());
        Question question = Question.about(asked.recipe.request(), subject).fold(read -> read, problem -> {
            throw new AssertionError(problem);
        });
        assertThat(question.url()).isEqualTo(one.url);
        assertThat(question.headers().values())
                .as("proves who asks")
                .anyMatch(value -> value.contains(TOKEN) || value.startsWith("Basic "));

        Answer answer = asked.read(one.answer);
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Answer.Found.class, found -> assertThat(found.state()).isEqualTo(one.state));
        assertThat(asked.read("{}")).as("says nothing").isInstanceOf(Answer.Unreadable.class);
    }

    /** The amount is compared although it stands beside the list and not in it. */
    @Test
    void whatIsInvariantMayStandOutsideTheListThatTellsTheState() {
        Answer answer = asked("coinbase-commerce", "payment").read(charge("succeeded", "COMPLETED").answer);
        assertThat(answer).isInstanceOfSatisfying(Answer.Found.class, found -> {
            assertThat(found.fingerprint().fields()).containsOnlyKeys("amount", "currency");
            assertThat(found.fields()).containsEntry("code", "QX7K2N9B");
        });
    }

    @Test
    void theProvidersThatPeopleAskMostCanBeAsked() {
        Set<String> named = new TreeSet<>();
        cases().forEach(one -> named.add(one.preset));
        assertThat(named)
                .containsExactly(
                        "adyen-platform",
                        "checkout-com",
                        "coinbase-commerce",
                        "flutterwave-v3",
                        "github",
                        "gocardless",
                        "mollie",
                        "mollie-classic",
                        "paddle",
                        "paypal",
                        "paystack",
                        "razorpay",
                        "shopify",
                        "square",
                        "stripe",
                        "xendit");
    }

    private record Asked(Source source, StatusRecipe recipe, Machine machine) {
        private Answer read(String answer) {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            return AnswerReader.read(
                    recipe,
                    machine,
                    new AnswerReader.Response(200, Map.of(), body),
                    Instant.parse("2026-01-01T00:00:00Z"));
        }
    }

    private static Asked asked(String preset, String type) {
        ObjectNode own = PresetSource.entry(preset);
        own.putObject("status").put("token", TOKEN);
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.putObject("sources").set("p", own);
        Source source =
                Objects.requireNonNull(ConfigFile.of(file.toString()).catalog().source("p"));
        String machine = source.operationTypes().stream()
                .filter(one -> one.type().equals(type))
                .findFirst()
                .orElseThrow()
                .machine();
        return new Asked(
                source,
                Objects.requireNonNull(source.status().get(type), preset),
                Objects.requireNonNull(BuiltInMachines.all().get(machine)));
    }
}
