/** The packaged service as a process: started, killed, and started again. */
@NullMarked
package dev.pawl.service;

import org.jspecify.annotations.NullMarked;
