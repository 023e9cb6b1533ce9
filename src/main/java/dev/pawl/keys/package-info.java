/**
 * Asks providers: for keys and certificates, and to confirm a subscription. The only place that fetches an address which a
 * request from outside may have named.
 */
@NullMarked
package dev.pawl.keys;

import org.jspecify.annotations.NullMarked;
