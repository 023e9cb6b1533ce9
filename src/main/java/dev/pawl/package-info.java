/**
 * Pawl: verified, deduplicated, one-directional processing of webhooks.
 *
 * <ul>
 *   <li>{@code core} — the functional core: verify, interpret, decide, sign. No framework, no clock, no I/O.
 *   <li>{@code config} — {@code pawl.yaml} and settings.
 *   <li>{@code ledger} — the only way to change an operation.
 *   <li>{@code secrets} — the secrets of sources, those that providers hand over among them.
 *   <li>{@code keys} — keys and certificates that only providers have.
 *   <li>{@code intake}, {@code dispatch}, {@code admin}, {@code reread} — the shell: HTTP in, effects out, people, changes
 *       of the configuration.
 * </ul>
 *
 * Dependencies point downwards only: shell → ledger → config → core.
 */
@NullMarked
package dev.pawl;

import org.jspecify.annotations.NullMarked;
