package dev.pawl.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.admin.AdminSettings.Role;
import dev.pawl.http.Problem;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.runtime.QuarkusPrincipal;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * {@code Authorization: Bearer …} for people. Looks at nothing but {@code /admin} and {@code /console}: a provider's own
 * {@code Authorization} header on a webhook is none of its business.
 */
@Singleton
final class BearerAuthentication implements HttpAuthenticationMechanism {

    static final String VIEWER = "viewer";
    static final String OPERATOR = "operator";

    private static final String SCHEME = "Bearer ";

    private final AdminTokens tokens;
    private final String refusal;

    BearerAuthentication(AdminTokens tokens, ObjectMapper json) throws JsonProcessingException {
        this.tokens = tokens;
        this.refusal = json.writeValueAsString(Problem.unauthenticated());
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext context, IdentityProviderManager identities) {
        List<String> credentials = context.request().headers().getAll(HttpHeaders.AUTHORIZATION);
        if (credentials.isEmpty() || !isForPeople(context.normalizedPath())) {
            return Uni.createFrom().optional(Optional.empty());
        }
        Optional<AdminTokens.Actor> actor = credentials.size() == 1 ? actorOf(credentials.get(0)) : Optional.empty();
        return actor.map(known -> Uni.createFrom().item(identityOf(known)))
                .orElseGet(() -> Uni.createFrom().failure(new AuthenticationFailedException()));
    }

    private Optional<AdminTokens.Actor> actorOf(String credentials) {
        return credentials.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? tokens.actorOf(credentials.substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    /** On the safe side: whatever merely begins like these paths is looked at too. */
    private static boolean isForPeople(String normalizedPath) {
        return normalizedPath.startsWith("/admin") || normalizedPath.startsWith("/console");
    }

    private static SecurityIdentity identityOf(AdminTokens.Actor actor) {
        QuarkusSecurityIdentity.Builder identity = QuarkusSecurityIdentity.builder()
                .setPrincipal(new QuarkusPrincipal(actor.name()))
                .addRole(VIEWER);
        if (actor.role() == Role.OPERATOR) {
            identity.addRole(OPERATOR);
        }
        return identity.build();
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext context) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate", "Bearer"));
    }

    @Override
    public Uni<Boolean> sendChallenge(RoutingContext context) {
        HttpServerResponse response = context.response();
        if (response.ended()) {
            return Uni.createFrom().item(true);
        }
        response.setStatusCode(401)
                .putHeader("WWW-Authenticate", "Bearer")
                .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
        return Uni.createFrom()
                .completionStage(response.end(refusal).toCompletionStage())
                .replaceWith(true);
    }
}
