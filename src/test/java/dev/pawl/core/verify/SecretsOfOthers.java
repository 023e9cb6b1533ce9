package dev.pawl.core.verify;

import dev.pawl.core.Parsed;

/** Secrets as published examples have them: too short for any configuration. */
public final class SecretsOfOthers {

    private SecretsOfOthers() {}

    public static Secret of(String text) {
        Secret secret = Secret.of("example", text);
        return right(right(secret.takenAs(KeyEncoding.UTF8)).takenAs(KeyEncoding.SHA1_DIGEST));
    }

    private static Secret right(Parsed<Secret> parsed) {
        return parsed.fold(secret -> secret, problem -> {
            throw new AssertionError(problem);
        });
    }
}
