/** What effects say and to whom, how they are signed and when they are tried again. Pure. */
@NullMarked
package dev.pawl.core.outbound;

import org.jspecify.annotations.NullMarked;
