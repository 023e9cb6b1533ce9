package dev.pawl.core.verify;

import dev.pawl.core.Parsed;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** The address under which providers reach the service; some sign it. Never taken from the request, which anybody can write. */
public final class PublicUrl {

    private final String scheme;
    private final String host;
    private final int port;
    private final String path;

    private PublicUrl(String scheme, String host, int port, String path) {
        this.scheme = scheme;
        this.host = host;
        this.port = port;
        this.path = path;
    }

    /** Reads such as {@code https://hooks.example}; a slash at the end means nothing. */
    public static Parsed<PublicUrl> parse(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if ((!scheme.equals("https") && !scheme.equals("http"))
                    || uri.getHost() == null
                    || uri.getRawUserInfo() != null
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null) {
                return Parsed.wrong("is not an address such as https://hooks.example");
            }
            String path = uri.getRawPath();
            String base = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
            return Parsed.of(new PublicUrl(scheme, uri.getHost(), uri.getPort(), base));
        } catch (URISyntaxException e) {
            return Parsed.wrong("is not an address such as https://hooks.example");
        }
    }

    /** @param target raw path and query */
    String of(String target) {
        return port < 0 ? withoutPort(target) : scheme + "://" + host + ":" + port + path + target;
    }

    String withoutPort(String target) {
        return scheme + "://" + host + path + target;
    }

    /** The path a provider calls, of which a proxy may have taken the beginning away. */
    String path(String target) {
        return path + target;
    }

    /** With the scheme's own port where the address names none. */
    String withPort(String target) {
        int shown = port >= 0 ? port : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + host + ":" + shown + path + target;
    }
}
