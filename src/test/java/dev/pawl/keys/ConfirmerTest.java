package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.verify.HostPattern;
import dev.pawl.keys.KeyServer.Asked;
import dev.pawl.keys.KeyServer.Reply;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfirmerTest {

    private static final String HOST = "sns.eu-west-1.amazonaws.com";
    private static final List<HostPattern> HOSTS =
            HostPattern.parse("sns.*.amazonaws.com").fold(List::of, problem -> List.<HostPattern>of());

    private final Vertx vertx = Vertx.vertx();
    private final KeyServer server = new KeyServer(HOST);
    private final TrapServer trap = new TrapServer();
    private final HttpsCalls calls = new HttpsCalls(
            vertx,
            new Outside(
                    (host, port) -> List.of(host.equals(HOST) && port == 443 ? server.address() : trap.address()),
                    address -> true,
                    server.trust(),
                    Duration.ofSeconds(30)));
    private final Confirmer confirmer = new Confirmer(calls, new Guards() {
        @Override
        public CompletionStage<byte[]> ask(String host, Supplier<CompletionStage<byte[]>> call) {
            return call.get();
        }

        @Override
        public CompletionStage<byte[]> askFirst(String source, String host, Supplier<CompletionStage<byte[]>> call) {
            throw new IllegalStateException("a verified request has no limit of its own");
        }
    });

    @BeforeEach
    void anew() {
        server.forget();
        server.answer(Reply.ok("<ConfirmSubscriptionResponse/>"));
    }

    @AfterAll
    void close() {
        server.close();
        trap.close();
        calls.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private boolean confirm(String address) {
        return confirmer.confirm(address, HOSTS).await().atMost(Duration.ofSeconds(60));
    }

    @Test
    void theAddressIsFetchedAsItIs() {
        assertThat(confirm("https://" + HOST + "/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:t&Token=2336"))
                .isTrue();
        assertThat(server.asked())
                .containsExactly(new Asked(
                        "GET", HOST, "/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:t&Token=2336", "null", ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 400, 403, 404, 500, 503})
    void anythingBut2xxConfirmsNothing(int status) {
        server.answer(Reply.status(status));
        assertThat(confirm("https://" + HOST + "/")).isFalse();
        assertThat(server.asked()).hasSize(1);
    }

    /** Evidence: novuhq/novu#11223, usesend/useSend#444, penpot/penpot#11092. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not an address",
                "/relative",
                "//sns.eu-west-1.amazonaws.com/",
                "http://169.254.169.254/latest/meta-data",
                "https://169.254.169.254/latest/meta-data",
                "http://sns.eu-west-1.amazonaws.com/",
                "ftp://sns.eu-west-1.amazonaws.com/",
                "file:///etc/passwd",
                "https://sns.eu-west-1.amazonaws.com.evil.test/",
                "https://evil.test/sns.eu-west-1.amazonaws.com",
                "https://evil.test#sns.eu-west-1.amazonaws.com",
                "https://evil.test?x=sns.eu-west-1.amazonaws.com",
                "https://snsXeu-west-1.amazonaws.com/",
                "https://sns.amazonaws.com/",
                "https://x@sns.eu-west-1.amazonaws.com/",
                "https://x:y@sns.eu-west-1.amazonaws.com/",
                "https://sns.eu-west-1.amazonaws.com@evil.test/",
                "https://sns.eu-west-1.amazonaws.com:8443/",
                "https://sns.eu-west-1.amazonaws.com:22/",
                "https://sns.eu-west-1.amazonaws.com\\@evil.test/",
                "https://sns.eu-west-1.amazonaws.com%2eevil.test/",
                "https://sns.eu-west-1.amazonaws.com\t.evil.test/",
                "https://sns.evil.test\r\nHost: sns.eu-west-1.amazonaws.com/",
                "https://[::ffff:127.0.0.1]/",
                "https://[::1]/",
                "https://127.0.0.1/",
                "https://2130706433/",
                "https://0x7f.0.0.1/",
                "https://localhost/",
                "https://sns.eu-west-1.amazonaws.com./",
                "https://sns.eu-west-1.amazonaws.com/#fragment",
                "https://ѕns.eu-west-1.amazonaws.com/"
            })
    void nobodyElseIsConnectedTo(String address) {
        assertThat(confirm(address)).isFalse();
        assertThat(server.asked()).isEmpty();
        assertThat(trap.caught()).isZero();
    }

    @Test
    void anAddressAsLongAsABookIsNotFetched() {
        assertThat(confirm("https://" + HOST + "/" + "a".repeat(2_000))).isFalse();
        assertThat(server.asked()).isEmpty();
    }
}
