/** What the executable does besides serving: {@code check}, {@code drill}, {@code health}, {@code import}, {@code send}, {@code status}. Runs without starting Quarkus. */
@NullMarked
package dev.pawl.command;

import org.jspecify.annotations.NullMarked;
