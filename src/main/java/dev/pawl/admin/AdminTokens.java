package dev.pawl.admin;

import dev.pawl.admin.AdminSettings.Role;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Startup;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The tokens, as digests: comparing digests of equal length in constant time tells nobody how long a token is or how much
 * of a guess was right. Created at start, so that an unsafe token ends the process and not the first request.
 */
@Startup
@Singleton
final class AdminTokens {

    private static final Logger LOG = Logger.getLogger(AdminTokens.class);
    private static final int SHORTEST = 16;

    /** Who a token belongs to. */
    record Actor(String name, Role role) {}

    private static final class Known {
        private final byte[] digest;
        private final Actor actor;

        private Known(byte[] digest, Actor actor) {
            this.digest = digest;
            this.actor = actor;
        }
    }

    private final List<Known> tokens = new ArrayList<>();

    @Inject
    AdminTokens(AdminSettings settings, LaunchMode mode) {
        this(settings);
        if (tokens.isEmpty() && mode.isDev()) {
            String token = randomToken();
            add("pawl.admin.token", token, new Actor("admin", Role.OPERATOR));
            LOG.infof("development mode without pawl.admin.token, this one holds until the end: %s", token);
        }
    }

    /** @throws IllegalStateException for a token that is too short or belongs to two actors; names the property only */
    AdminTokens(AdminSettings settings) {
        settings.token()
                .filter(token -> !token.isBlank())
                .ifPresent(token -> add("pawl.admin.token", token, new Actor("admin", Role.OPERATOR)));
        settings.viewerToken()
                .filter(token -> !token.isBlank())
                .ifPresent(token -> add("pawl.admin.viewer-token", token, new Actor("viewer", Role.VIEWER)));
        settings.tokens()
                .forEach((name, token) ->
                        add("pawl.admin.tokens." + name + ".token", token.token(), new Actor(name, token.role())));
    }

    private void add(String property, String token, Actor actor) {
        if (token.length() < SHORTEST) {
            throw new IllegalStateException(property + " is shorter than " + SHORTEST + " characters");
        }
        if (actorOf(token).isPresent()) {
            throw new IllegalStateException(property + " is also another actor's token");
        }
        tokens.add(new Known(digest(token), actor));
    }

    /** Whose token it is. Takes as long for a wrong one as for any right one. */
    Optional<Actor> actorOf(String token) {
        byte[] digest = digest(token);
        Optional<Actor> actor = Optional.empty();
        for (Known known : tokens) {
            if (MessageDigest.isEqual(known.digest, digest)) {
                actor = Optional.of(known.actor);
            }
        }
        return actor;
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String randomToken() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
