package dev.pawl.core.wrong;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Everything the core must not do: {@code ArchitectureTest} shows on it that its rules can fail. */
public final class Impure {

    private static int calls;

    private Object last = "";

    public List<Object> everythingForbidden() {
        calls++;
        last = List.of(Instant.now(), Clock.systemUTC(), System.nanoTime(), System.currentTimeMillis());
        return List.of(last, calls, UUID.randomUUID(), Math.random(), new TextNode("json"), Path.of("file"));
    }
}
