/** How the jobs are doing: every run is limited in time, counted, and written down where people look. */
@NullMarked
package dev.pawl.jobs;

import org.jspecify.annotations.NullMarked;
