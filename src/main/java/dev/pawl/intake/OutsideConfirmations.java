package dev.pawl.intake;

import dev.pawl.core.verify.HostPattern;
import dev.pawl.keys.Confirmer;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;

/** Confirms where the provider says. */
@Singleton
final class OutsideConfirmations implements Confirmations {

    private final Confirmer confirmer;

    OutsideConfirmations(Confirmer confirmer) {
        this.confirmer = confirmer;
    }

    @Override
    public Uni<Boolean> confirm(String url, List<HostPattern> hosts) {
        return confirmer.confirm(url, hosts);
    }
}
