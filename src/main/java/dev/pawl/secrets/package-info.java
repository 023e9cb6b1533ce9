/** Secrets that providers hand over in a handshake: stored encrypted, known to all replicas. */
@NullMarked
package dev.pawl.secrets;

import org.jspecify.annotations.NullMarked;
