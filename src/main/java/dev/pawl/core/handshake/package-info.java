/** What a provider asks before it sends events, and every answer made from a request. Pure: a request in, an answer out. */
@NullMarked
package dev.pawl.core.handshake;

import org.jspecify.annotations.NullMarked;
