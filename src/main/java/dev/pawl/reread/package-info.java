/** Takes a changed configuration into use while the service runs, or says why not. */
@NullMarked
package dev.pawl.reread;

import org.jspecify.annotations.NullMarked;
