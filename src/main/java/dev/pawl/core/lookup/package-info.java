/** Asking a provider what has become of an operation: what to send, and how to read the answer. */
@NullMarked
package dev.pawl.core.lookup;

import org.jspecify.annotations.NullMarked;
