package dev.pawl.keys;

import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** All there is outside of a service under test: some hosts of providers, and a trap everywhere else. */
@Alternative
@Singleton
public final class SmallWorld {

    /** Two of tests, and those the samples of presets have their keys at. */
    private static final Set<String> HOSTS = Set.of(
            "api.keys.test",
            "away.keys.test",
            "sns.eu-west-1.amazonaws.com",
            "api.ebay.com",
            "api.github.com",
            "api.paypal.com",
            "production.plaid.com",
            "secure.tpay.com",
            "sns.eu-central-1.amazonaws.com",
            "www.googleapis.com");

    private final KeyServer server = new KeyServer(HOSTS.toArray(String[]::new));
    private final TrapServer trap = new TrapServer();
    private final AtomicLong later = new AtomicLong();
    private final List<String> lookups = new CopyOnWriteArrayList<>();

    @Produces
    @Alternative
    @Singleton
    HttpsCalls calls(Vertx vertx) {
        return new HttpsCalls(
                vertx, new Outside(this::lookUp, address -> true, server.trust(), Duration.ofSeconds(30)));
    }

    @Produces
    @Alternative
    @Singleton
    KeyFetcher fetcher(HttpsCalls calls, Guards guards) {
        return new KeyFetcher(calls, guards, () -> System.nanoTime() + later.get());
    }

    private List<InetSocketAddress> lookUp(String host, int port) {
        lookups.add(host);
        return List.of(HOSTS.contains(host) && port == 443 ? server.address() : trap.address());
    }

    /** One server for all hosts. */
    public KeyServer server() {
        return server;
    }

    public TrapServer trap() {
        return trap;
    }

    /** Names that were looked up. */
    public List<String> lookups() {
        return List.copyOf(lookups);
    }

    /** Lets time pass for what is kept of keys. */
    public void pass(Duration time) {
        later.addAndGet(time.toNanos());
    }

    @PreDestroy
    void close() {
        server.close();
        trap.close();
    }
}
