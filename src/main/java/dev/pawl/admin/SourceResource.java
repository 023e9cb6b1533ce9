package dev.pawl.admin;

import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** What to enter at a provider, and what it sends. */
@Path("/admin/sources/{source}")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(BearerAuthentication.VIEWER)
public final class SourceResource {

    private final Configuration configuration;
    private final SourceReads reads;
    private final SourceSecrets secrets;
    private final @Nullable String publicUrl;

    SourceResource(
            Configuration configuration,
            SourceReads reads,
            SourceSecrets secrets,
            @ConfigProperty(name = "pawl.public-url") Optional<String> publicUrl) {
        this.configuration = configuration;
        this.reads = reads;
        this.secrets = secrets;
        this.publicUrl = publicUrl.filter(url -> !url.isBlank()).orElse(null);
    }

    @GET
    public Uni<SourceView> source(@PathParam("source") String name) {
        Source source = configuration.current().source(name);
        return source == null
                ? Uni.createFrom().failure(Paths.notFound())
                : reads.typesSeen(name)
                        .flatMap(seen -> (source.backfill() == null
                                        ? Uni.createFrom().<BackfillView>nullItem()
                                        : reads.backfill(source.names()))
                                .map(backfill -> SourceView.of(source, secrets.of(source), publicUrl, seen, backfill)));
    }
}
