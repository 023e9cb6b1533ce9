/** What does an authentic request say? Pure: recipe and bytes in, assertions out. */
@NullMarked
package dev.pawl.core.interpret;

import org.jspecify.annotations.NullMarked;
