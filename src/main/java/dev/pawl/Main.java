package dev.pawl;

import dev.pawl.command.CommandLine;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.List;
import java.util.OptionalInt;

/** The executable's entry point. Development has its own, {@code dev.pawl.dev.DevMain}. */
@QuarkusMain
public final class Main {

    Main() {}

    public static void main(String... arguments) {
        OptionalInt exit = CommandLine.run(List.of(arguments), System.getenv(), System.out, System.err);
        if (exit.isPresent()) {
            System.exit(exit.getAsInt());
        }
        Quarkus.run();
    }
}
