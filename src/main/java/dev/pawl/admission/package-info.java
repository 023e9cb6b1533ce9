/** What a webhook comes to before anything is written. */
@NullMarked
package dev.pawl.admission;

import org.jspecify.annotations.NullMarked;
