package dev.pawl.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.ProviderSigner;
import dev.pawl.core.verify.Verification;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Money is only there where a provider says exactly that: no flag in another spelling, no neighbouring word will do. */
class PresetFlagsTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "\"true\"   | succeeded",
                "\"false\"  | failed",
                "true       | none",
                "false      | none",
                "\"True\"   | none",
                "\"FALSE\"  | none",
                "\"true \"  | none",
                "\"\"       | none",
                "0          | none",
                "1          | none"
            })
    void adyensSuccessIsReadAsItIsWritten(String success, String state) {
        assertThat(states("adyen", adyen(success)))
                .isEqualTo(state.equals("none") ? List.of() : List.of("payment." + state));
    }

    private static String adyen(String success) {
        return """
                {"live":"true","notificationItems":[{"NotificationRequestItem":{"additionalData":{"hmacSignature":""},"pspReference":"7914073381342284",\
                "eventCode":"AUTHORISATION","eventDate":"2026-01-01T00:00:00+01:00","merchantAccountCode":"Shop",\
                "amount":{"currency":"EUR","value":1130},"success":SUCCESS}}]}""".replace("SUCCESS", success);
    }

    /** It is a part of what Adyen signs: without it there is nothing to compare a signature with. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",\"success\":null"})
    void withoutAdyensSuccessThereIsNoProof(String instead) {
        PresetSource source = PresetSource.of("adyen");
        InboundRequest signed = signed(source, adyen("\"true\""));
        String body = new String(signed.body(), UTF_8).replace(",\"success\":\"true\"", instead);
        assertThat(source.verify(
                        new InboundRequest("POST", signed.target(), signed.headers(), body.getBytes(UTF_8)), NOW))
                .isInstanceOf(Verification.Refused.class);
    }

    /** Delayed methods complete the session long before the money comes, if it comes. */
    @ParameterizedTest
    @CsvSource({
        "checkout.session.completed, paid, checkout.paid",
        "checkout.session.completed, unpaid, checkout.submitted",
        "checkout.session.completed, settling, none",
        "checkout.session.completed, Paid, none",
        "checkout.session.async_payment_failed, unpaid, checkout.failed"
    })
    void aCompletedCheckoutIsNotYetAPaidOne(String type, String paid, String state) {
        assertThat(states("stripe", """
                {"id":"evt_1","type":"TYPE","created":1722805964,"livemode":true,\
                "data":{"object":{"id":"cs_1","payment_status":"PAID","status":"complete"}}}""".replace("TYPE", type).replace("PAID", paid)))
                .isEqualTo(state.equals("none") ? List.of() : List.of(state));
    }

    /** A word the preset does not list: kept as invalid, never a neighbour's meaning. */
    @ParameterizedTest
    @CsvSource({
        "processing, payment.processing",
        "requires_action, payment.pending",
        "settling, none",
        "Succeeded, none",
        "succeeded, payment.succeeded"
    })
    void aPaymentsNewEventIsNoGuess(String event, String state) {
        assertThat(states("stripe", """
                {"id":"evt_1","type":"payment_intent.EVENT","created":1722805964,"livemode":true,\
                "data":{"object":{"id":"pi_1","status":"EVENT","amount":1,"currency":"eur"}}}""".replace("EVENT", event)))
                .isEqualTo(state.equals("none") ? List.of() : List.of(state));
    }

    /** Another version of the provider's API: what is not read may look as it likes, what is read must be there. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"api_version\":\"2014-01-31\",\"request\":\"iar_1\"                | \"id\":\"pi_1\"         | payment.succeeded",
                "\"api_version\":\"2099-12-31.new\",\"request\":{\"id\":\"iar_1\"}  | \"id\":\"pi_1\"         | payment.succeeded",
                "\"api_version\":null,\"request\":null,\"pending_webhooks\":[{}] | \"id\":\"pi_1\"         | payment.succeeded",
                "\"api_version\":\"2099-12-31.new\"                            | \"intent\":\"pi_1\"     | none",
                "\"api_version\":\"2099-12-31.new\"                            | \"id\":{\"v\":\"pi_1\"} | none"
            })
    void anotherVersionIsReadWhereWhatIsNeededIsThereAndKeptOtherwise(String envelope, String id, String state) {
        assertThat(states("stripe", """
                {"id":"evt_1","type":"payment_intent.succeeded","created":1722805964,"livemode":true,ENVELOPE,\
                "data":{"object":{ID,"status":"succeeded","amount":1,"currency":"eur"}}}""".replace("ENVELOPE", envelope).replace("ID", id)))
                .isEqualTo(state.equals("none") ? List.of() : List.of(state));
    }

    private static InboundRequest signed(PresetSource source, String body) {
        InboundRequest plain = new InboundRequest("POST", "/webhooks/s", Map.of(), body.getBytes(UTF_8));
        return new ProviderSigner(source.source().verifier())
                .sign(0, plain, Objects.requireNonNull(source.source().secrets().get(0)), NOW);
    }

    /** What is asserted, as type and state. */
    private static List<String> states(String preset, String body) {
        PresetSource source = PresetSource.of(preset);
        Verification verification = source.verify(signed(source, body), NOW);
        assertThat(verification).isInstanceOf(Verification.Verified.class);
        Interpretation interpretation =
                source.source().interpreter().interpret(((Verification.Verified) verification).request());
        return interpretation.fold(
                interpreted -> interpreted.readings().stream()
                        .<List<String>>map(reading -> reading.outcome()
                                .fold(
                                        asserted -> List.of(
                                                asserted.assertion().key().type() + "."
                                                        + asserted.assertion().state()),
                                        ignored -> List.of(),
                                        invalid -> List.of()))
                        .flatMap(List::stream)
                        .toList(),
                not -> List.of("not read: " + not.why()));
    }
}
