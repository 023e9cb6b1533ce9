package dev.pawl.admin;

import dev.pawl.config.Configuration;
import dev.pawl.reconcile.Circuits;
import dev.pawl.secrets.SourceSecrets;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How Pawl is doing: the first thing to look at. */
@Path("/admin/status")
@RolesAllowed(BearerAuthentication.VIEWER)
@Produces(MediaType.APPLICATION_JSON)
public final class StatusResource {

    private final StatusReads reads;
    private final Configuration configuration;
    private final SourceSecrets secrets;
    private final Circuits circuits;
    private final String version;

    StatusResource(
            StatusReads reads,
            Configuration configuration,
            SourceSecrets secrets,
            Circuits circuits,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.reads = reads;
        this.configuration = configuration;
        this.secrets = secrets;
        this.circuits = circuits;
        this.version = version;
    }

    @GET
    public Uni<StatusView> status(@Context UriInfo uri) {
        return reads.snapshot()
                .map(snapshot -> StatusView.of(configuration, secrets::isWaiting, circuits::of, version, snapshot));
    }
}
