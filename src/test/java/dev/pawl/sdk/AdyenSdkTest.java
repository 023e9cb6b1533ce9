package dev.pawl.sdk;

import com.adyen.model.notification.NotificationRequest;
import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.util.HMACValidator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;

/** Every item of a batch carries its own signature, over eight of its values. */
final class AdyenSdkTest extends SdkContract {

    private static final String PLACE = "@";
    private static final ObjectMapper STRICT =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    AdyenSdkTest() {
        super(
                preset("adyen"),
                new Difference(
                        "a date that is none: the library cannot read the item, Pawl looks at what is signed",
                        message -> message.bodyMapped(body -> body.replaceAll(
                                "(\"eventDate\":)\"[ -~&&[^\"]]*\"", "$1\"2026-01-01T00:00:00+01:00\""))),
                new Difference(
                        "what is nearly JSON, such as a name without its quotation mark: the library guesses, Pawl refuses",
                        message -> message.bodyMapped(body -> isJson(body) ? body : "")),
                new Difference(
                        "base64 without its padding: Pawl compares bytes, the library compares text",
                        message -> message.bodyMapped(
                                body -> body.replaceAll("(\"hmacSignature\":\"[A-Za-z0-9+/]{43})\"", "$1=\""))));
    }

    private static boolean isJson(String body) {
        try {
            STRICT.readTree(body);
            return true;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** What is not signed may change: a card's last digits, blanks between values. */
    @Override
    int leastAccepted() {
        return 50;
    }

    @Override
    List<String> secrets() {
        return List.of(
                "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
                "0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F20");
    }

    /** Templates: the signature belongs where {@code @} is. */
    @Override
    List<String> bodies() {
        String item = """
                {"NotificationRequestItem":{"additionalData":{"hmacSignature":"@","cardSummary":"7777"},\
                "amount":{"currency":"EUR","value":1130},"pspReference":"7914073381342284",\
                "eventCode":"AUTHORISATION","eventDate":"2026-01-01T00:00:00+01:00",\
                "merchantAccountCode":"TestMerchant","merchantReference":"Größe:4\\\\2","success":"true"}}""";
        String refund = item.replace("AUTHORISATION", "REFUND")
                .replace("\"pspReference\"", "\"originalReference\":\"7914073381342284\",\"pspReference\"");
        return List.of(
                "{\"live\":\"false\",\"notificationItems\":[" + item + "]}",
                "{\"live\":\"true\",\"notificationItems\":[" + item + "," + refund + "]}");
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        String signed = body;
        for (NotificationRequestItem item : NotificationRequest.fromJson(body).getNotificationItems()) {
            String signature = new HMACValidator().calculateHMAC(item, secret);
            int place = signed.indexOf(PLACE);
            signed = signed.substring(0, place) + signature + signed.substring(place + 1);
        }
        return Message.of(signed);
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) throws Exception {
        List<NotificationRequestItem> items =
                NotificationRequest.fromJson(message.text()).getNotificationItems();
        for (NotificationRequestItem item : items) {
            if (!new HMACValidator().validateHMAC(item, secret)) {
                return false;
            }
        }
        return !items.isEmpty();
    }
}
