/** JSON, read strictly and in one place: bodies, pointers into them, and where their events are. */
@NullMarked
package dev.pawl.core.json;

import org.jspecify.annotations.NullMarked;
