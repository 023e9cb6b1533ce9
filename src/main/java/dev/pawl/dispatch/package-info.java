/** Sends the effects that committed transitions caused. */
@NullMarked
package dev.pawl.dispatch;

import org.jspecify.annotations.NullMarked;
