/** How errors look. */
@NullMarked
package dev.pawl.http;

import org.jspecify.annotations.NullMarked;
