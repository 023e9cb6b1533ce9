/**
 * Development only: an embedded PostgreSQL, a demo source, a first webhook. Its entry point is chosen by the {@code dev}
 * profile alone, so nothing in a package or a native image leads here, and the libraries it needs are not in them.
 */
@NullMarked
package dev.pawl.dev;

import org.jspecify.annotations.NullMarked;
