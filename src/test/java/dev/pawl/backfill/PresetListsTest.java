package dev.pawl.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.backfill.BackfillRun.Progress;
import dev.pawl.config.Source;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import dev.pawl.support.PostgresResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each preset that knows a provider's list makes of it, from the first question to the last page. */
@QuarkusTest
@TestProfile(BackfillProfile.class)
class PresetListsTest extends BackfillFixture {

    private static final String API = "http://127.0.0.1:" + BackfillProfile.port();

    static List<String> presets() {
        return DocumentedList.presets();
    }

    @ParameterizedTest
    @MethodSource("presets")
    void whatWasMissedIsRecoveredFromTheListAsItIsDocumented(String preset) throws SQLException {
        DocumentedList list = DocumentedList.of(preset);
        api.answer(preset, asked -> list.answer(asked, API));
        deliver(source(preset), list.delivered());

        Progress first = run(preset);

        assertThat(first.tally()).isEqualTo(list.tally());
        assertThat(first.complete()).isTrue();
        assertThat(first.trouble()).isNull();
        assertThat(operations(preset)).isEqualTo(list.operations());
        assertThat(api.asked(preset))
                .hasSize(list.pages())
                .allSatisfy(asked -> assertThat(asked.headers()).containsAllEntriesOf(list.headers()));

        inSchema("update source_state set backfill_until = null where source = '" + preset + "'");
        assertThat(run(preset).tally()).isEqualTo(list.again());
        assertThat(operations(preset)).isEqualTo(list.operations());
    }

    private void deliver(Source source, InboundRequest request) {
        ledger.record(
                        source,
                        request,
                        0,
                        Instant.now(),
                        source.interpreter().interpret(VerifiedRequest.vouchedFor(request)))
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    private Set<String> operations(String preset) throws SQLException {
        return new TreeSet<>(inSchema("select o.type || ' ' || o.key || ' ' || o.state || ' ' || t.cause"
                + " from operation o join transition t on t.operation_id = o.id and t.seq = o.seq"
                + " where o.source = '" + preset + "'"));
    }

    private List<String> inSchema(String sql) throws SQLException {
        return PostgresResource.inSchema(schema.name(), sql);
    }
}
