/**
 * How every HTTP error looks, {@code application/problem+json} (RFC 9457), shared by intake and admin; and how the failure of a
 * call to somebody else is told.
 */
@NullMarked
package dev.pawl.http;

import org.jspecify.annotations.NullMarked;
