package dev.pawl.intake;

import dev.pawl.config.TrustedProxies;
import io.quarkus.scheduler.Scheduled;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request. Behind a trusted proxy that is the last address in {@code X-Forwarded-For} which is no trusted proxy's:
 * what stands before it was written by whoever it is. Nothing else is taken from such headers, and the request stays as it
 * came. Thread-safe.
 *
 * <p>Quarkus' own forwarding is not used: it takes the first address, which a stranger can write, changes {@code Host}, asks
 * for names during requests, and leaves a request with an empty first address without any answer.
 */
@Singleton
final class Senders {

    static final String UNKNOWN = "unknown";

    private static final Logger LOG = Logger.getLogger(Senders.class);
    private static final String FORWARDED_FOR = "X-Forwarded-For";

    /** Some proxies add the port. */
    private static final Pattern WITH_PORT = Pattern.compile("(?:\\[([0-9A-Fa-f:.]*)]|([0-9.]*))(?::[0-9]{1,5})?");

    private final TrustedProxies proxies;
    private final AtomicReference<Map<String, Set<InetAddress>>> named = new AtomicReference<>(Map.of());
    private final Lookup lookup;

    /** Asks what a name stands for. */
    interface Lookup {
        InetAddress[] allOf(String name) throws UnknownHostException;
    }

    @Inject
    Senders(@ConfigProperty(name = TrustedProxies.PROPERTY, defaultValue = " ") String configured) {
        this(configured, InetAddress::getAllByName);
    }

    Senders(String configured, Lookup lookup) {
        // A wrong one has stopped the start.
        this.proxies = TrustedProxies.parse(configured).fold(read -> read, problem -> TrustedProxies.NONE);
        this.lookup = lookup;
    }

    /** The sender's address, or {@value #UNKNOWN}; never another text of the request. */
    String of(HttpServerRequest http) {
        SocketAddress remote = http.remoteAddress();
        String peer = remote == null ? null : remote.hostAddress();
        return peer == null ? UNKNOWN : of(peer, http.headers().getAll(FORWARDED_FOR));
    }

    /** @param forwarded the values of the header, in their order */
    String of(String peer, List<String> forwarded) {
        InetAddress nearest = TrustedProxies.address(peer);
        String[] said = forwarded.isEmpty()
                ? new String[0]
                : String.join(",", forwarded).split(",", -1);
        for (int i = said.length - 1; i >= 0 && nearest != null && trusts(nearest); i--) {
            nearest = address(said[i].strip());
        }
        return nearest == null ? UNKNOWN : nearest.getHostAddress();
    }

    private boolean trusts(InetAddress address) {
        return proxies.trusts(address)
                || Objects.requireNonNull(named.get()).values().stream()
                        .anyMatch(addresses -> addresses.contains(address));
    }

    private static @Nullable InetAddress address(String written) {
        Matcher matcher = WITH_PORT.matcher(written);
        if (!matcher.matches()) {
            return TrustedProxies.address(written);
        }
        String six = matcher.group(1);
        return TrustedProxies.address(six == null ? matcher.group(2) : six);
    }

    /** Never during a request. A name that is not known now keeps the addresses it had. */
    @Scheduled(every = "30s", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    void lookUp() {
        if (proxies.names().isEmpty()) {
            return;
        }
        Map<String, Set<InetAddress>> before = Objects.requireNonNull(named.get());
        Map<String, Set<InetAddress>> found = new HashMap<>();
        for (String name : proxies.names()) {
            try {
                found.put(name, Set.copyOf(List.of(lookup.allOf(name))));
            } catch (UnknownHostException e) {
                LOG.warnf("trusted proxy %s is not known by that name now", name);
                found.put(name, before.getOrDefault(name, Set.of()));
            }
        }
        named.set(Map.copyOf(found));
    }
}
