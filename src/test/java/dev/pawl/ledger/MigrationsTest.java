package dev.pawl.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.support.PostgresResource;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class MigrationsTest {

    /** As docs/architecture.md tells those with big tables. */
    @Test
    void anIndexThatWasBuiltBeforehandIsTaken() throws SQLException {
        String schema = PostgresResource.schemaOf(14);
        PostgresResource.inSchema(
                schema,
                "create index concurrently if not exists operation_check_type on operation (source, type, next_check_at)"
                        + " where next_check_at is not null");
        String built = oid(schema);

        PostgresResource.migrate(schema, 14, Integer.MAX_VALUE);

        assertThat(oid(schema)).isEqualTo(built);
        assertThat(definition(schema)).isEqualTo(definition(PostgresResource.freshSchema()));
    }

    private static String oid(String schema) throws SQLException {
        return PostgresResource.inSchema(schema, "select 'operation_check_type'::regclass::oid::text")
                .get(0);
    }

    private static String definition(String schema) throws SQLException {
        return PostgresResource.inSchema(
                        schema,
                        "select indexdef from pg_indexes where schemaname = '" + schema
                                + "' and indexname = 'operation_check_type'")
                .get(0)
                .replace(schema, "pawl");
    }
}
