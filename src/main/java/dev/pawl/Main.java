package dev.pawl;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

@QuarkusMain
public final class Main {
    Main() {}

    public static void main(String... args) {
        Quarkus.run(args);
    }
}
