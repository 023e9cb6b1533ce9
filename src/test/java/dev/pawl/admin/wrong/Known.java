package dev.pawl.admin.wrong;

/** Known by the ledger, which must not be: {@code ArchitectureTest} shows on it that its rules can fail. */
public record Known(String name) {}
