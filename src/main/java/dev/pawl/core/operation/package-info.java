/** Operations, what is asserted about them, and the decision. */
@NullMarked
package dev.pawl.core.operation;

import org.jspecify.annotations.NullMarked;
