/** Is this request authentic? Pure: request, secrets and time in, a value out. */
@NullMarked
package dev.pawl.core.verify;

import org.jspecify.annotations.NullMarked;
