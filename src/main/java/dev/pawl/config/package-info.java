/** pawl.yaml and the process's settings: read whole, every mistake at once. */
@NullMarked
package dev.pawl.config;

import org.jspecify.annotations.NullMarked;
