package dev.pawl.sdk;

import com.pusher.rest.PusherAbstract;
import com.pusher.rest.SignatureUtil;
import com.pusher.rest.data.Validity;
import dev.pawl.config.PresetScheme;
import java.net.URI;
import java.time.Instant;
import java.util.Map;

/** The header says with which of the app's keys it is signed; the library knows one, and so does a source. */
final class PusherSdkTest extends SdkContract {

    private static final String SIGNATURE = "X-Pusher-Signature";
    private static final String KEY = "X-Pusher-Key";
    private static final String APP_KEY = "278d425bdf160c739803";

    PusherSdkTest() {
        super(
                PresetScheme.of("pusher", ADDRESS, Map.of("key", APP_KEY)),
                Difference.contradiction(SIGNATURE),
                Difference.contradiction(KEY),
                Difference.hexCase(SIGNATURE, ""));
    }

    /** As it verifies, without its client for the provider's API. */
    private static final class Library extends PusherAbstract<String> {

        private Library(String secret) {
            super("3", APP_KEY, secret);
        }

        @Override
        protected String doGet(URI uri) {
            throw new AssertionError("nobody is asked");
        }

        @Override
        protected String doPost(URI uri, String body) {
            throw new AssertionError("nobody is asked");
        }
    }

    @Override
    Message signed(String body, String secret, Instant at) {
        return Message.of(body).with(KEY, APP_KEY).with(SIGNATURE, SignatureUtil.sign(body, secret));
    }

    @Override
    boolean accepts(Message message, String secret, Instant now) {
        return new Library(secret)
                        .validateWebhookSignature(message.header(KEY), message.header(SIGNATURE), message.text())
                == Validity.VALID;
    }
}
