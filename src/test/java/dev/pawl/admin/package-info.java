/** People's requests, against a real database. */
@NullMarked
package dev.pawl.admin;

import org.jspecify.annotations.NullMarked;
