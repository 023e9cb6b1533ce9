@NullMarked
package dev.pawl.keys;

import org.jspecify.annotations.NullMarked;
