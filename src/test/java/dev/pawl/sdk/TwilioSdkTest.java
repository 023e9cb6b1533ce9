package dev.pawl.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.twilio.security.RequestValidator;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Forms: the library only verifies. */
final class TwilioSdkTest extends SdkContract {

    private static final String SIGNATURE = "X-Twilio-Signature";
    private static final String TARGET = "/webhooks/s?tenant=7";

    TwilioSdkTest() {
        super(preset("twilio"), Difference.contradiction(SIGNATURE), Difference.padding(SIGNATURE));
    }

    @Override
    List<String> bodies() {
        return List.of(
                "CallSid=CA1234567890ABCDE&Caller=%2B14158675310&Digits=1234&From=%2B14158675310&To=%2B18005551212",
                "MessageSid=SM1&Body=Gr%C3%BC%C3%9Fe%2C+%E6%9D%B1%E4%BA%AC&From=%2B4930&To=%2B4940",
                "Body=&MessageStatus=delivered");
    }

    @Override
    Message signed(String body, String secret, Instant at) throws Exception {
        StringBuilder text = new StringBuilder(ADDRESS + TARGET);
        new TreeMap<>(fields(body)).forEach((name, value) -> text.append(name).append(value));
        return Message.of(body).to(TARGET).with(SIGNATURE, Hmac.base64("HmacSHA1", secret, text.toString()));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        String url = ADDRESS + message.target();
        return new RequestValidator(secret).validate(url, fields(message.text()), message.header(SIGNATURE));
    }

    /** As frameworks read a form: of several values the first. */
    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : form.split("&", -1)) {
            String[] parts = field.split("=", 2);
            String value = parts.length == 2 ? parts[1] : "";
            if (!field.isEmpty()) {
                fields.putIfAbsent(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(value, UTF_8));
            }
        }
        return fields;
    }
}
