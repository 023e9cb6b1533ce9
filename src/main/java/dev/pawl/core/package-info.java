/** The pure core: values in, values out; what its packages share is here. */
@NullMarked
package dev.pawl.core;

import org.jspecify.annotations.NullMarked;
