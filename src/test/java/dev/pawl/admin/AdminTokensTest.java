package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.admin.AdminSettings.NamedToken;
import dev.pawl.admin.AdminSettings.Role;
import dev.pawl.admin.AdminTokens.Actor;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdminTokensTest {

    private static final String ADMIN = "0123456789abcdef-admin";
    private static final String VIEWER = "0123456789abcdef-viewer";
    private static final String ALICE = "0123456789abcdef-alice";

    private record Settings(Optional<String> token, Optional<String> viewerToken, Map<String, NamedToken> tokens)
            implements AdminSettings {}

    private record Named(String token, Role role) implements NamedToken {}

    private static AdminTokens tokens(String admin, String viewer, Map<String, NamedToken> named) {
        return new AdminTokens(new Settings(Optional.of(admin), Optional.of(viewer), named));
    }

    @Test
    void everyTokenBelongsToItsActor() {
        AdminTokens tokens = tokens(ADMIN, VIEWER, Map.of("alice", new Named(ALICE, Role.VIEWER)));

        assertThat(tokens.actorOf(ADMIN)).contains(new Actor("admin", Role.OPERATOR));
        assertThat(tokens.actorOf(VIEWER)).contains(new Actor("viewer", Role.VIEWER));
        assertThat(tokens.actorOf(ALICE)).contains(new Actor("alice", Role.VIEWER));
    }

    @Test
    void nearlyRightIsWrong() {
        AdminTokens tokens = tokens(ADMIN, VIEWER, Map.of());

        assertThat(tokens.actorOf("")).isEmpty();
        assertThat(tokens.actorOf(ADMIN + "x")).isEmpty();
        assertThat(tokens.actorOf(ADMIN.substring(1))).isEmpty();
        assertThat(tokens.actorOf(ADMIN.toUpperCase(java.util.Locale.ROOT))).isEmpty();
    }

    @Test
    void withoutTokensNobodyIsKnown() {
        AdminTokens tokens = new AdminTokens(new Settings(Optional.empty(), Optional.of(" "), Map.of()));

        assertThat(tokens.actorOf("")).isEmpty();
        assertThat(tokens.actorOf(" ")).isEmpty();
    }

    @Test
    void shortTokenStopsTheStartAndIsNotPrinted() {
        assertThatThrownBy(() -> tokens("too-short", VIEWER, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pawl.admin.token")
                .hasMessageNotContaining("too-short");
    }

    @Test
    void tokenOfTwoActorsStopsTheStart() {
        assertThatThrownBy(() -> tokens(ADMIN, ADMIN, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pawl.admin.viewer-token")
                .hasMessageNotContaining(ADMIN);
    }
}
