/** Benchmarks: run by hand, never by the build. What they measured stands in docs/benchmarks.md. */
@NullMarked
package dev.pawl.bench;

import org.jspecify.annotations.NullMarked;
