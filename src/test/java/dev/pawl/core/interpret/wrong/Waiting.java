package dev.pawl.core.interpret.wrong;

import io.smallrye.mutiny.Uni;

/** An interpreter that waits for something: {@code ArchitectureTest} shows on it that its rules can fail. */
public record Waiting(Uni<String> answer) {}
