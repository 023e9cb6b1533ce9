/** Has providers list what they have sent, and passes what is missing through interpreter and ledger. */
@NullMarked
package dev.pawl.backfill;

import org.jspecify.annotations.NullMarked;
