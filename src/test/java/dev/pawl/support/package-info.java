/** What tests of several packages share. */
@NullMarked
package dev.pawl.support;

import org.jspecify.annotations.NullMarked;
