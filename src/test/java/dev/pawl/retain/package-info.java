@NullMarked
package dev.pawl.retain;

import org.jspecify.annotations.NullMarked;
