package dev.pawl.ledger.wrong;

import dev.pawl.admin.wrong.Known;
import dev.pawl.intake.wrong.Misplaced;
import org.jspecify.annotations.Nullable;

/** The ledger knows admin and intake, and closes a cycle: {@code ArchitectureTest} shows on it that its rules can fail. */
public record Upward(@Nullable Misplaced other, Known known) {}
