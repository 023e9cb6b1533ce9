package dev.pawl.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pawl.service.Way.Message;
import dev.pawl.support.FakeReceiver;
import dev.pawl.support.FakeServer.Request;
import dev.pawl.support.KafkaBroker;
import dev.pawl.support.Parallel;
import dev.pawl.support.PostgresResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;

/** One service process and everything that its effects reach: a table, a receiver, a topic. */
final class EightWorld implements AutoCloseable {

    /** A claim of a process that was killed holds for the effect's timeout and 15 s more. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    final FakeReceiver receiver = new FakeReceiver();
    final Wire wire = new Wire(PostgresResource.port());
    final RunningService service;

    private final ObjectMapper json = new ObjectMapper();
    private final Path folder;
    private final OwnDatabase database;
    final KafkaBroker broker = new KafkaBroker();
    private final Topic topic = new Topic(broker.servers(), "eight");

    EightWorld() {
        try {
            folder = Files.createTempDirectory("pawl-eight");
            database = OwnDatabase.create("eight");
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
        query(
                "create table credit (ref text primary key, times int not null, amount int not null check (amount < 5000))");
        service = new RunningService(
                        folder,
                        database.urlAt(wire.port()),
                        Map.of(
                                "PAWL_CONFIG",
                                Path.of("src/test/resources/eight/pawl.yaml")
                                        .toAbsolutePath()
                                        .toString(),
                                "EIGHT_RECEIVER",
                                receiver.url("/hooks").toString(),
                                "KAFKA_BOOTSTRAP_SERVERS",
                                broker.servers(),
                                "PAWL_DISPATCH_EVERY",
                                "1s",
                                "PAWL_RETAIN_EVERY",
                                "1s",
                                "PAWL_RETAIN_DELAYED",
                                "1s"))
                .start()
                .ready();
    }

    /** The answer's status and body; null where the connection broke. */
    @Nullable
    HttpResponse<String> send(Way way, Message said) {
        return service.post(way.path(), way.headers(said), way.body(said));
    }

    HttpResponse<String> answered(Way way, Message said) {
        return Objects.requireNonNull(send(way, said), "the connection broke");
    }

    /** @param source that hears of payments in the same way as the way's own */
    HttpResponse<String> answeredAt(Way way, String source, Message said) {
        String path = way.path().replace(way.source(), source);
        return Objects.requireNonNull(service.post(path, way.headers(said), way.body(said)), "the connection broke");
    }

    /** Each message twice at once, from two threads that have met; the answers in pairs. */
    List<HttpResponse<String>> answeredInPairs(Way way, List<Message> messages) {
        List<CyclicBarrier> starts =
                messages.stream().map(said -> new CyclicBarrier(2)).toList();
        return Parallel.map(2 * messages.size(), n -> {
            try {
                starts.get(n / 2).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            return answered(way, messages.get(n / 2));
        });
    }

    /** {@code kill -9}, and a new process. What the old one had sent to the database and not got there is lost. */
    void restart() {
        service.kill();
        wire.cut();
        wire.open();
        wire.mend();
        service.start().ready();
        // The old one may have had its turn at retention, which nobody else gets for minutes.
        query("update pawl.retain_claim set until = now()");
    }

    /** What the provider, or for a command the bank behind it, says in the end. */
    HttpResponse<String> ended(Way way, Message said) {
        String path = way == Way.WEBHOOK ? way.path() : "/webhooks/clearing";
        return Objects.requireNonNull(service.post(path, Way.WEBHOOK.headers(said), Way.WEBHOOK.body(said)));
    }

    /** {@code kill -9} between COMMIT and answer, and a new process; what the sender has heard: null. */
    @Nullable
    HttpResponse<String> killedAfterCommitOf(Way way, Message said) {
        List<@Nullable HttpResponse<String>> heard = new ArrayList<>();
        Thread sender = new Thread(() -> heard.add(send(way, said)));
        wire.keepBackCommitOf(said.payment());
        sender.start();
        await().pollInterval(Duration.ofMillis(5)).until(() -> knows(said.payment()));
        restart();
        await().until(() -> !sender.isAlive());
        return heard.get(0);
    }

    /** Sends all of a request and hangs up without waiting for anything. */
    void sendAndHangUp(Way way, Message said) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.getOutputStream().write(way.request(said));
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> query(String sql) {
        try {
            return database.query(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A transaction of the application's, open while something runs. */
    void whileLocked(String statement, Runnable action) throws SQLException {
        database.during(statement, action);
    }

    boolean knows(String payment) {
        return !query("select id::text from pawl.operation where key = '" + payment + "'")
                .isEmpty();
    }

    /** What the admin API shows of the payment. */
    JsonNode shown(Way way, String payment) {
        return shownAt(way.source(), payment);
    }

    JsonNode shownAt(String source, String payment) {
        return read("/admin/operations/" + source + "/payment/" + payment);
    }

    private JsonNode read(String path) {
        try {
            return json.readTree(service.told(path));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Words of a list in the order shown. */
    static List<String> words(JsonNode list, String member) {
        return list.valueStream().map(item -> item.path(member).asText()).toList();
    }

    /** How often which effect was tried. */
    static int attempts(JsonNode shown, String effect) {
        return shown.path("effects")
                .valueStream()
                .filter(item -> item.path("name").asText().equals(effect))
                .mapToInt(item -> item.path("attempts").asInt())
                .sum();
    }

    /** Requests of the payment's operation at the receiver. */
    List<Request> received(JsonNode shown) {
        String id = shown.path("id").asText();
        return receiver.received().stream()
                .filter(request -> request.header("webhook-id").startsWith(id + "_"))
                .toList();
    }

    /** The statement ran once; call and record came with one id each, whoever saw how many of them. */
    JsonNode assertOneEffectEach(Way way, String payment) {
        return assertOneEffectEach(way, payment, 1);
    }

    /** @param moves with the last of which it has succeeded */
    JsonNode assertOneEffectEach(Way way, String payment, int moves) {
        await(payment)
                .atMost(RECOVERY)
                .untilAsserted(() -> assertThat(words(shown(way, payment).path("effects"), "state"))
                        .containsExactly("done", "done", "done"));
        JsonNode shown = shown(way, payment);
        String id = shown.path("id").asText();
        assertThat(words(shown.path("transitions"), "kind").stream().filter("move"::equals))
                .hasSize(moves);
        assertThat(count("operation where key = '" + payment + "'")).isEqualTo("1");
        assertThat(count("transition where kind = 'move' and operation_id = '" + id + "'"))
                .isEqualTo(String.valueOf(moves));
        assertThat(query("select name || seq || state from pawl.effect where operation_id = '" + id + "'"))
                .containsExactlyInAnyOrder("credit" + moves + "done", "shop" + moves + "done", "bus" + moves + "done");
        assertThat(times(payment)).containsExactly("1");
        assertThat(idsReceived(shown)).containsExactly(id + "_" + moves + "_succeeded_shop");
        assertThat(new TreeSet<>(topic.idsOf(id))).containsExactly(id + "_" + moves + "_succeeded_bus");
        return shown;
    }

    /** As {@link #assertOneEffectEach}, and nobody saw anything twice. */
    JsonNode assertOnce(Way way, String payment) {
        JsonNode shown = assertOneEffectEach(way, payment);
        assertThat(received(shown)).hasSize(1);
        assertThat(topic.idsOf(shown.path("id").asText())).hasSize(1);
        assertThat(attempts(shown, "shop")).isEqualTo(1);
        assertThat(attempts(shown, "bus")).isEqualTo(1);
        return shown;
    }

    void assertNothingOutside(Message said, String operation) {
        assertThat(count("operation where key = '" + said.payment() + "'")).isEqualTo("1");
        assertThat(times(said.payment())).isEmpty();
        assertThat(query("select name from pawl.effect where operation_id = '" + operation + "'"))
                .isEmpty();
        assertThat(receiver.received()).noneMatch(request -> request.body().contains(said.payment()));
        assertThat(recordsOf(operation)).isEmpty();
    }

    void assertNeverHeardOf(Message said) {
        assertThat(knows(said.payment())).isFalse();
        assertThat(query("select key from pawl.claim where key = '" + said.id() + "'"))
                .isEmpty();
        assertThat(query("select id::text from pawl.delivery where position('" + said.payment()
                        + "' in convert_from(body, 'UTF8')) > 0"))
                .isEmpty();
        assertThat(receiver.received()).noneMatch(request -> request.body().contains(said.payment()));
    }

    /** The states of the payment's effects of this name. */
    Set<String> effect(Message said, String name) {
        return query("select e.state from pawl.effect e join pawl.operation o on o.id = e.operation_id"
                + " where e.name = '" + name + "' and o.key = '" + said.payment() + "'");
    }

    private String count(String rows) {
        return query("select count(*)::text from pawl." + rows).iterator().next();
    }

    /** How often the statement ran; empty: never. */
    Set<String> times(String payment) {
        return query("select times::text from credit where ref = '" + payment + "'");
    }

    Set<String> idsReceived(JsonNode shown) {
        Set<String> ids = new TreeSet<>();
        received(shown).forEach(request -> ids.add(request.header("webhook-id")));
        return ids;
    }

    List<String> recordsOf(String operation) {
        return topic.idsOf(operation);
    }

    @Override
    public void close() throws IOException {
        service.close();
        topic.close();
        broker.close();
        wire.close();
        receiver.close();
    }
}
