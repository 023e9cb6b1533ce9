/** The state machine of an operation type: states, edges, reachability. */
@NullMarked
package dev.pawl.core.machine;

import org.jspecify.annotations.NullMarked;
