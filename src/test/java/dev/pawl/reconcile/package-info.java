@NullMarked
package dev.pawl.reconcile;

import org.jspecify.annotations.NullMarked;
