package dev.pawl.dev;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A payment event as Stripe sends it, signed with the demo source's secret.
 *
 * @param signature value of the header {@code Stripe-Signature}
 */
record DemoWebhook(String body, String signature) {

    static final String PATH = "/webhooks/demo";
    private static final String SECRET = "whsec_demo_only_not_a_secret_4fT9xQ2mVb7";
    private static final String BODY = """
            {"id":"evt_%1$s","object":"event","type":"payment_intent.succeeded","created":%2$s,"livemode":false,\
            "data":{"object":{"id":"pi_%1$s","object":"payment_intent","status":"succeeded","amount":1999,\
            "currency":"eur","metadata":{"order_id":"order-%1$s"}}}}""";

    static DemoWebhook about(String payment, Instant now) throws GeneralSecurityException {
        String time = Long.toString(now.getEpochSecond());
        String body = BODY.formatted(payment, time);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signed = mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8));
        return new DemoWebhook(body, "t=" + time + ",v1=" + HexFormat.of().formatHex(signed));
    }

    /** The same for a shell: signs when it is pasted, so that it does not grow old. */
    static String command(String server, String payment) {
        return """
                t=$(date +%%s); body='%s'
                curl -sS %s%s -H 'Content-Type: application/json' --data-binary "$body" \\
                  -H "Stripe-Signature: t=$t,v1=$(printf %%s "$t.$body" | openssl dgst -sha256 -hmac '%s' | sed 's/.* //')"
                """.formatted(BODY.formatted(payment, "'$t'"), server, PATH, SECRET);
    }
}
