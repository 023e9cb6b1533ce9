package dev.pawl.admin;

import static dev.pawl.admin.Admin.fresh;
import static dev.pawl.admin.Shop.command;
import static dev.pawl.admin.Shop.id;
import static dev.pawl.admin.Shop.resolve;
import static dev.pawl.admin.Shop.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.nullValue;

import dev.pawl.ledger.DatabaseState;
import dev.pawl.ledger.Upkeep;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands whose operations are so old that nothing of them is remembered. */
@QuarkusTest
@TestProfile(CommandsProfile.class)
class ForgottenCommandTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    @Inject
    DatabaseState database;

    @Inject
    Upkeep upkeep;

    @BeforeEach
    void databaseIsUpToDate() {
        await().until(database::ready);
    }

    @Test
    void whenATombstoneGoesItsKeyItsBusinessIdentityAndItsAnswerGoAndTheCommandIsNew() {
        String key = fresh("cmd");
        String order = "{\"orderId\":\"" + fresh("o") + "\"}";
        command("order", key, order).then().statusCode(202);
        String id = id("order", key);
        resolve(id, "done");
        sql("update operation set updated_at = now() - interval '3 days' where id = '" + id + "'");
        Map<UUID, Integer> only = Map.of(UUID.fromString(id), 0);

        assertThat(upkeep.entomb(only).await().atMost(SOON)).isEqualTo(1);
        command("order", key, order).then().statusCode(410);
        command("order", fresh("cmd"), order).then().statusCode(409);
        assertThat(rows(id)).isEqualTo("claim 1, unique_claim 1, response 1");
        assertThat(sql("select ended || ' ' || status || ' ' || headers || ' ' || length(body) from response"
                        + " where operation_id = '" + id + "'"))
                .as("an answer holds fields, which a tombstone does not keep")
                .isEqualTo("completed 410 {} 0");

        assertThat(upkeep.forget(only).await().atMost(SOON)).isEqualTo(1);
        assertThat(rows(id)).isEqualTo("claim 0, unique_claim 0, response 0");
        command("order", key, order).then().statusCode(202).header("Idempotency-Replayed", nullValue());
        assertThat(rows(id)).isEqualTo("claim 1, unique_claim 1, response 0");
    }

    private static String rows(String id) {
        return sql("select 'claim ' || (select count(*) from claim where operation_id = '" + id + "')"
                + " || ', unique_claim ' || (select count(*) from unique_claim where operation_id = '" + id + "')"
                + " || ', response ' || (select count(*) from response where operation_id = '" + id + "')");
    }
}
