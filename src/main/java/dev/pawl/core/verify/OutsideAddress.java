package dev.pawl.core.verify;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An address that a request names and that is to be fetched. Looked at before anybody is asked. */
public final class OutsideAddress {

    private static final int LONGEST = 2_000;

    private OutsideAddress() {}

    /** Https at its own port, at one of these hosts, without a name or password in it; null: must not be fetched. */
    public static @Nullable URI allowed(String address, List<HostPattern> hosts) {
        if (address.length() > LONGEST) {
            return null;
        }
        try {
            URI uri = new URI(address);
            String host = uri.getHost();
            boolean fits = "https".equalsIgnoreCase(uri.getScheme())
                    && host != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && (uri.getPort() == -1 || uri.getPort() == 443)
                    && hosts.stream().anyMatch(allowed -> allowed.fits(host));
            return fits ? uri : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
