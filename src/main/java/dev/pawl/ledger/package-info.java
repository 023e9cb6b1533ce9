/** The only writer of operations: group commit over the Reactive PG client. */
@NullMarked
package dev.pawl.ledger;

import org.jspecify.annotations.NullMarked;
