@NullMarked
package dev.pawl.intake;

import org.jspecify.annotations.NullMarked;
