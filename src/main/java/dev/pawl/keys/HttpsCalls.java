package dev.pawl.keys;

import dev.pawl.http.CallFailure;
import dev.pawl.http.OutgoingCall;
import dev.pawl.http.OutgoingCall.TooLong;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Asks over https, and nobody who is not to be asked: a host's name is looked up here, every address it has is checked, and
 * the connection goes to the checked address. So a name that leads elsewhere a moment later leads nowhere. No redirect is
 * followed; an answer has to be short and soon.
 */
@Singleton
final class HttpsCalls {

    static final int LONGEST_ANSWER = 64 * 1024;

    private static final int PER_HOST = 2;
    /** Shorter than the usual server's, so that a connection is rarely closed under a request. */
    private static final int KEEP_ALIVE_SECONDS = 4;
    /** Looking up blocks its thread, however long it takes: those who wait here must not be in anybody's way. */
    private static final int LOOKING_UP = 4;

    private final Vertx vertx;
    private final Outside outside;
    private final HttpClient client;
    private final WorkerExecutor lookups;

    @Inject
    HttpsCalls(Vertx vertx) {
        this(vertx, Outside.INTERNET);
    }

    HttpsCalls(Vertx vertx, Outside outside) {
        this.vertx = vertx;
        this.outside = outside;
        this.lookups = vertx.createSharedWorkerExecutor("pawl-names", LOOKING_UP);
        HttpClientOptions options =
                new HttpClientOptions().setKeepAliveTimeout(KEEP_ALIVE_SECONDS).setDecompressionSupported(false);
        if (outside.trust() != null) {
            options.setTrustOptions(outside.trust());
        }
        this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(PER_HOST));
    }

    @PreDestroy
    void close() {
        client.close();
        lookups.close();
    }

    /** The body of a 2xx; fails with {@link NoAnswer} and nothing else. */
    Future<byte[]> ask(Question question) {
        return OutgoingCall.within(
                        vertx, outside.patience(), () -> connect(question), question.body(), HttpsCalls::receive)
                .recover(failure -> Future.failedFuture(NoAnswer.of(failure)));
    }

    private Future<HttpClientRequest> connect(Question question) {
        return lookups.executeBlocking(() -> outside.names().lookUp(question.host(), question.port()), false)
                .compose(addresses -> connect(question, checked(addresses), 0));
    }

    /** One address of this network among public ones is a trick: then none of them is used. */
    private List<InetSocketAddress> checked(List<InetSocketAddress> addresses) {
        if (addresses.isEmpty()) {
            throw NoAnswer.unreachable("the host's name has no address");
        }
        if (!addresses.stream().map(InetSocketAddress::getAddress).allMatch(outside.allowed())) {
            throw NoAnswer.refused("the host's name leads to an address that is not public");
        }
        return addresses;
    }

    private Future<HttpClientRequest> connect(Question question, List<InetSocketAddress> addresses, int number) {
        return client.request(options(question, addresses.get(number)))
                .recover(failure -> failure instanceof ConnectException && number + 1 < addresses.size()
                        ? connect(question, addresses, number + 1)
                        : Future.failedFuture(failure));
    }

    /** The host's name stays in the request and in TLS; only where the connection goes to is settled. */
    private RequestOptions options(Question question, InetSocketAddress address) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(question.method()))
                .setSsl(true)
                .setHost(question.host())
                .setPort(question.port())
                .setURI(question.target())
                .setServer(SocketAddress.inetSocketAddress(
                        address.getPort(), address.getAddress().getHostAddress()))
                .setFollowRedirects(false)
                .setConnectTimeout(outside.patience().toMillis())
                .putHeader("user-agent", "Pawl");
        if (question.body() != null) {
            options.putHeader("content-type", "application/json");
        }
        question.headers().forEach(options::putHeader);
        return options;
    }

    private static Future<byte[]> receive(HttpClientResponse response) {
        int status = response.statusCode();
        if (status < 200 || status > 299) {
            String reason = "status " + status;
            boolean sick = status == 429 || status > 499;
            return OutgoingCall.unread(response, sick ? NoAnswer.unreachable(reason) : NoAnswer.refused(reason));
        }
        return OutgoingCall.body(response, LONGEST_ANSWER)
                .recover(failure -> Future.failedFuture(
                        failure instanceof TooLong ? NoAnswer.refused(CallFailure.reason(failure)) : failure));
    }
}
