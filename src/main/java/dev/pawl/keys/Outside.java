package dev.pawl.keys;

import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the world outside is reached. Tests have a small world of their own; no setting leads there, or somebody would make it
 * one day.
 *
 * @param allowed which addresses may be connected to
 * @param trust null: the certificate authorities Java trusts
 * @param patience for everything from looking up a name to the end of an answer
 */
record Outside(
        Names names,
        Predicate<InetAddress> allowed,
        @Nullable TrustOptions trust,
        Duration patience) {

    /** The internet. */
    static final Outside INTERNET = new Outside(Outside::lookUp, PublicAddress::isPublic, null, Duration.ofSeconds(1));

    /** Where a host is. May take long. */
    @FunctionalInterface
    interface Names {
        List<InetSocketAddress> lookUp(String host, int port) throws UnknownHostException;
    }

    private static List<InetSocketAddress> lookUp(String host, int port) throws UnknownHostException {
        return Arrays.stream(InetAddress.getAllByName(host))
                .map(address -> new InetSocketAddress(address, port))
                .toList();
    }
}
