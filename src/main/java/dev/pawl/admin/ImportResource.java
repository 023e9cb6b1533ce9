package dev.pawl.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.pawl.admin.PeoplesRequests.Answer;
import dev.pawl.config.Configuration;
import dev.pawl.config.Source;
import dev.pawl.core.interpret.Interpretation;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.http.Problem;
import dev.pawl.http.ProblemException;
import dev.pawl.ledger.Ledger;
import dev.pawl.ledger.Ledger.Operator;
import dev.pawl.ledger.Ledger.Recorded;
import dev.pawl.ledger.Origin;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes history in, a chunk of lines at a time: through the same interpreter and ledger as what is delivered, with cause
 * {@code import}. Nothing is verified, the operator vouches for it. Lines that came before come to {@code duplicate}.
 */
@Path("/admin/import")
@Produces(MediaType.APPLICATION_JSON)
public final class ImportResource {

    private static final int LIMIT = 8 << 20;
    private static final int MOST_LINES = 1_000;
    private static final int AT_ONCE = 256;
    private static final Set<String> PARAMETERS = Set.of("source", "effects", "reason", "line");

    private final PeoplesRequests requests;
    private final Configuration configuration;
    private final Ledger ledger;
    private final InstantSource clock;

    ImportResource(PeoplesRequests requests, Configuration configuration, Ledger ledger, InstantSource clock) {
        this.requests = requests;
        this.configuration = configuration;
        this.ledger = ledger;
        this.clock = clock;
    }

    /**
     * {@code ?reason=…}, and {@code source=} where lines are bare events, {@code effects=off}, {@code line=} the number of the
     * first line.
     */
    @POST
    @Consumes("application/x-ndjson")
    @RolesAllowed(BearerAuthentication.OPERATOR)
    public Uni<Response> take(@Context HttpServerRequest http, @Context UriInfo uri) {
        QueryParameters parameters = new QueryParameters(uri, PARAMETERS);
        String source = parameters.text("source");
        boolean effectsOff = "off".equals(parameters.oneOf("effects", List.of("on", "off")));
        String reason = parameters.text("reason");
        int first = number(parameters.text("line"));
        if (reason == null || reason.isBlank()) {
            throw new ProblemException(Problem.invalidParameter("reason is required"));
        }
        if (source != null && configuration.current().source(source) == null) {
            throw new ProblemException(Problem.invalidParameter("source is not configured"));
        }
        Operator operator = new Operator(requests.actor(), reason);
        return requests.answer(http, LIMIT, body -> {
            List<ImportLine> lines = ImportLine.all(body, first, source);
            if (lines.size() > MOST_LINES) {
                throw new ProblemException(Problem.invalidBody("at most " + MOST_LINES + " lines at a time"));
            }
            return AuditEntity.record(
                            operator.actor(), "import", source == null ? "sources" : "source/" + source, reason, null)
                    .flatMap(told -> PeoplesRequests.backHere(taken(lines, Origin.imported(effectsOff), operator)))
                    .map(Answer::ok);
        });
    }

    private static int number(@Nullable String text) {
        if (text != null && !text.matches("[1-9][0-9]{0,8}")) {
            throw new ProblemException(Problem.invalidParameter("line must be a number from 1 on"));
        }
        return text == null ? 1 : Integer.parseInt(text);
    }

    private Uni<Imported> taken(List<ImportLine> lines, Origin origin, Operator operator) {
        return Multi.createFrom()
                .iterable(lines)
                .onItem()
                .transformToUni(line -> taken(line, origin, operator))
                .merge(AT_ONCE)
                .collect()
                .asList()
                .map(ImportResource::summary);
    }

    private Uni<Done> taken(ImportLine line, Origin origin, Operator operator) {
        InboundRequest request = line.request();
        Source source = line.source() == null ? null : configuration.current().source(line.source());
        if (request == null || source == null) {
            return Uni.createFrom()
                    .item(Done.refused(line, line.wrong() == null ? "source is not configured" : line.wrong()));
        }
        if (request.body().length > source.limit()) {
            return Uni.createFrom().item(Done.refused(line, "longer than the source's limit"));
        }
        Interpretation said = source.interpreter().interpret(VerifiedRequest.vouchedFor(request));
        return ledger.recordHistory(source, request, origin, operator, clock.instant(), said)
                .map(recorded -> Done.recorded(line, recorded, said));
    }

    private static Imported summary(List<Done> all) {
        Map<String, Long> verdicts = new TreeMap<>();
        all.forEach(done -> done.verdicts().forEach(verdict -> verdicts.merge(verdict, 1L, Long::sum)));
        return new Imported(
                all.size(),
                verdicts,
                all.stream()
                        .filter(done -> done.why() != null)
                        .map(done -> new InvalidLine(done.line(), done.delivery(), done.why()))
                        .sorted(Comparator.comparingInt(InvalidLine::line))
                        .toList());
    }

    /** What became of a line. {@code why}: what is invalid in it; null: nothing. */
    private record Done(
            int line,
            List<String> verdicts,
            @Nullable String delivery,
            @Nullable String why) {

        static Done refused(ImportLine line, String why) {
            return new Done(line.number(), List.of(), null, why);
        }

        static Done recorded(ImportLine line, Recorded recorded, Interpretation said) {
            return new Done(
                    line.number(), recorded.verdicts(), recorded.delivery().toString(), invalid(said));
        }

        private static @Nullable String invalid(Interpretation said) {
            return said.<@Nullable String>fold(
                    interpreted -> interpreted.readings().stream()
                            .map(Done::invalid)
                            .filter(why -> why != null)
                            .findFirst()
                            .orElse(null),
                    unreadable -> unreadable.why());
        }

        private static @Nullable String invalid(Reading reading) {
            return reading.outcome()
                    .<@Nullable String>fold(asserted -> null, ignored -> null, invalid -> invalid.reason());
        }
    }

    /**
     * The answer.
     *
     * @param lines without blank ones
     * @param verdicts how many by word; a line may have several
     * @param invalid lines that could not be read
     */
    @RegisterForReflection
    record Imported(int lines, Map<String, Long> verdicts, List<InvalidLine> invalid) {}

    /** @param delivery under which its bytes are kept, to be replayed; absent: it is not kept */
    @RegisterForReflection
    record InvalidLine(
            int line,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String delivery,

            String why) {}
}
