package dev.pawl.intake;

import dev.pawl.core.verify.HostPattern;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Fetches an address that an authentic request names, which is how a provider wants to be told that it is welcome. */
public interface Confirmations {

    /**
     * One GET, never anywhere else than to these hosts, over https, without following a redirect.
     *
     * @param hosts where the address may be
     * @return whether it was answered 2xx; fails only where that is not known
     */
    Uni<Boolean> confirm(String url, List<HostPattern> hosts);
}
