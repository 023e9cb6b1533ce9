/** What is kept, and for how long: jobs that let old things go, and try again what waits. */
@NullMarked
package dev.pawl.retain;

import org.jspecify.annotations.NullMarked;
