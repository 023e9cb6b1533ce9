/** HTTP for providers: translate, verify, call the ledger, answer. */
@NullMarked
package dev.pawl.intake;

import org.jspecify.annotations.NullMarked;
