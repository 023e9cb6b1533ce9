/** The presets against the providers' own libraries. */
@NullMarked
package dev.pawl.sdk;

import org.jspecify.annotations.NullMarked;
