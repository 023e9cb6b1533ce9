package dev.pawl.config;

import dev.pawl.core.Parsed;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code PAWL_TRUSTED_PROXIES}: whose word on where a request came from counts. Nobody's where it is not set: a stranger can
 * write whatever they like into {@code X-Forwarded-For}.
 *
 * @param names of hosts; somebody has to look up what they are
 */
public record TrustedProxies(List<Network> networks, List<String> names) {

    public static final String PROPERTY = "pawl.trusted-proxies";
    public static final TrustedProxies NONE = new TrustedProxies(List.of(), List.of());

    static final String VARIABLE = "PAWL_TRUSTED_PROXIES";
    static final String HINT = "addresses, networks such as 10.0.0.0/8, or host names, separated by commas";

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]{7,15}|[0-9A-Fa-f:.]{0,45}:[0-9A-Fa-f:.]{0,45}");
    private static final Pattern BITS = Pattern.compile("[0-9]{1,3}");

    /** The last label begins with a letter, so that half an address is no name. */
    private static final Pattern NAME =
            Pattern.compile("([A-Za-z0-9_]([A-Za-z0-9_-]{0,62})\\.)*[A-Za-z_]([A-Za-z0-9_-]{0,62})\\.?");

    public TrustedProxies {
        networks = List.copyOf(networks);
        names = List.copyOf(names);
    }

    /**
     * Addresses that begin alike.
     *
     * @param bits how many of the address count
     */
    public record Network(InetAddress address, int bits) {

        boolean contains(InetAddress other) {
            byte[] mine = address.getAddress();
            byte[] theirs = other.getAddress();
            if (mine.length != theirs.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % Byte.SIZE);
                if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Blank: none. */
    public static Parsed<TrustedProxies> parse(String text) {
        if (text.isBlank()) {
            return Parsed.of(NONE);
        }
        List<Network> networks = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            String written = item.strip();
            Network network = network(written);
            if (network != null) {
                networks.add(network);
            } else if (NAME.matcher(written).matches()) {
                names.add(written);
            } else {
                return Parsed.wrong(
                        written.isEmpty()
                                ? "names an empty proxy"
                                : "names \"" + written + "\", which is no address, network or host name");
            }
        }
        return Parsed.of(new TrustedProxies(networks, names));
    }

    /** By its address alone. */
    public boolean trusts(InetAddress proxy) {
        return networks.stream().anyMatch(network -> network.contains(proxy));
    }

    /** Whether it says that anybody may claim to be somebody else. */
    boolean everybody() {
        return networks.stream().anyMatch(network -> network.bits() == 0);
    }

    /** An address alone is the network that has no other. */
    private static @Nullable Network network(String written) {
        int slash = written.indexOf('/');
        InetAddress address = address(slash < 0 ? written : written.substring(0, slash));
        if (address == null) {
            return null;
        }
        int most = address.getAddress().length * Byte.SIZE;
        String bits = slash < 0 ? String.valueOf(most) : written.substring(slash + 1);
        return BITS.matcher(bits).matches() && Integer.parseInt(bits) <= most
                ? new Network(address, Integer.parseInt(bits))
                : null;
    }

    /** The address a text spells; null where it is none. Nobody is asked for a name. */
    public static @Nullable InetAddress address(String text) {
        boolean spelled = ADDRESS.matcher(text).matches()
                && SocketAddress.inetSocketAddress(0, text).hostAddress() != null;
        try {
            return spelled ? InetAddress.getByName(text) : null;
        } catch (UnknownHostException e) {
            // Digits and colons that Vert.x takes for an address and Java does not.
            return null;
        }
    }
}
