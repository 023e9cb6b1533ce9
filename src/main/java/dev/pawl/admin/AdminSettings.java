package dev.pawl.admin;

import io.smallrye.config.ConfigMapping;
import java.util.Map;
import java.util.Optional;

/** Who may use {@code /admin}. Without any token nobody may. */
@ConfigMapping(prefix = "pawl.admin")
interface AdminSettings {

    /** Bearer token of the actor {@code admin}, an operator. At least 16 characters. */
    Optional<String> token();

    /** Bearer token of the actor {@code viewer}, who may only look. At least 16 characters. */
    Optional<String> viewerToken();

    /** Further tokens, by the actor's name. */
    Map<String, NamedToken> tokens();

    /** One actor's access. */
    interface NamedToken {

        /** Bearer token, at least 16 characters. */
        String token();

        /** {@code viewer} or {@code operator}. */
        Role role();
    }

    /** What somebody may do; an operator may do all a viewer may. */
    enum Role {
        VIEWER,
        OPERATOR
    }
}
