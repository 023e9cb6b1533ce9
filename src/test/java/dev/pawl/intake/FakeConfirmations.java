package dev.pawl.intake;

import dev.pawl.core.verify.HostPattern;
import io.quarkus.test.Mock;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notes what was to be fetched; the address says what comes of it. */
@Mock
@Singleton
final class FakeConfirmations implements Confirmations {

    private final List<String> asked = new CopyOnWriteArrayList<>();

    List<String> asked() {
        return asked;
    }

    @Override
    public Uni<Boolean> confirm(String url, List<HostPattern> hosts) {
        asked.add(url);
        return url.endsWith("broken")
                ? Uni.createFrom().failure(new IllegalStateException("not reachable"))
                : Uni.createFrom().item(url.endsWith("yes"));
    }
}
