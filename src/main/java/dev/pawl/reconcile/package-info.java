/** What time brings: providers are asked about operations that are stuck or in doubt, and operations expire. */
@NullMarked
package dev.pawl.reconcile;

import org.jspecify.annotations.NullMarked;
