/** HTTP for people: reads through Panache, actions through the ledger. */
@NullMarked
package dev.pawl.admin;

import org.jspecify.annotations.NullMarked;
