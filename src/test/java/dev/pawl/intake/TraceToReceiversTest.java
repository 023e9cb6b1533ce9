package dev.pawl.intake;

import static dev.pawl.intake.Provider.event;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pawl.intake.Provider.Answer;
import dev.pawl.ledger.DatabaseState;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeServer.Request;
import dev.pawl.support.KafkaBroker;
import dev.pawl.support.PostgresResource;
import dev.pawl.support.WebhookScenario;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

/** What a provider's request carries for those who follow it reaches whoever gets its effects. */
@QuarkusTest
@TestProfile(TraceProfile.class)
class TraceToReceiversTest {

    private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
    private static final String CAME = "00-" + TRACE_ID + "-b7ad6b7169203331-01";
    private static final String STATE = "vendor=a,other=b";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** The same trace, in a span of the attempt's own. */
    private static final Pattern GOES = Pattern.compile("00-" + TRACE_ID + "-(?!b7ad6b7169203331)[0-9a-f]{16}-01");

    @Inject
    DatabaseState database;

    @Test
    void oneTraceAndOneCorrelationIdGoFromTheRequestToEveryReceiver() throws SQLException {
        await().until(database::ready);
        execute("drop table if exists traced");
        execute("create table traced (traceparent text, tracestate text, correlation text)");
        String key = fresh("op");
        try (FakeReceiver receiver = new FakeReceiver(TraceProfile.receiver());
                KafkaBroker broker = new KafkaBroker(TraceProfile.broker())) {
            assertThat(said(key).verdicts()).containsExactly("applied");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(one(
                                    "select string_agg(e.name || ' ' || e.state, ', ' order by e.name)"
                                            + " from ~.effect e join ~.operation o on o.id = e.operation_id"
                                            + " where o.key = ?",
                                    key))
                            .isEqualTo("http done, kafka done, sql done"));

            Request request = receiver.received().get(0);
            assertThat(request.header("traceparent")).matches(GOES);
            assertThat(request.header("tracestate")).isEqualTo(STATE);
            assertThat(request.header("correlation-id")).isEqualTo("req-7");
            ConsumerRecord<String, String> record = record(broker);
            assertThat(header(record, "traceparent")).matches(GOES);
            assertThat(header(record, "tracestate")).isEqualTo(STATE);
            assertThat(header(record, "correlation-id")).isEqualTo("req-7");
            assertThat(one("select concat_ws(' ', traceparent, tracestate, correlation) from traced"))
                    .isEqualTo(CAME + " " + STATE + " req-7");
        }
    }

    private static Answer said(String key) {
        WebhookScenario event = signed(event(key, "paid", ""));
        HttpRequest.Builder request = Provider.request("/webhooks/p")
                .POST(BodyPublishers.ofByteArray(event.body()))
                .header("traceparent", CAME)
                .header("tracestate", STATE)
                .header("X-Correlation-ID", "req-7");
        event.headers().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        return Provider.exchange(request);
    }

    private static ConsumerRecord<String, String> record(KafkaBroker broker) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.servers(),
                "group.id",
                UUID.randomUUID().toString(),
                "auto.offset.reset",
                "earliest");
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("traced"));
            await().atMost(PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                return !records.isEmpty();
            });
        }
        return records.get(0);
    }

    private static String header(ConsumerRecord<?, ?> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = PostgresResource.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
