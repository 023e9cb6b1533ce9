package dev.pawl.retain;

import dev.pawl.ledger.SchemaName;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/** Runs statements in Pawl's schema. In those about one day, <code>${day}</code> stands for it in the partitions' names. */
final class Statement {

    private final SqlClient client;
    private final SchemaName schema;

    Statement(SqlClient client, SchemaName schema) {
        this.client = client;
        this.schema = schema;
    }

    Statement on(SqlClient other) {
        return new Statement(other, schema);
    }

    String schemaName() {
        return schema.name();
    }

    Uni<RowSet<Row>> run(String sql, Tuple parameters) {
        return Uni.createFrom()
                .completionStage(() ->
                        client.preparedQuery(schema.in(sql)).execute(parameters).toCompletionStage());
    }

    Uni<RowSet<Row>> onDay(String sql, LocalDate day, Tuple parameters) {
        return Uni.createFrom()
                .completionStage(() -> client.preparedQuery(ofDay(sql, day))
                        .execute(parameters)
                        .toCompletionStage());
    }

    /** Without parameters, and outside any transaction. */
    Uni<RowSet<Row>> plain(String sql, LocalDate day) {
        return Uni.createFrom()
                .completionStage(() -> client.query(ofDay(sql, day)).execute().toCompletionStage());
    }

    /** A statement that the database made, of names it knows. */
    Uni<RowSet<Row>> asItIs(String statement) {
        return Uni.createFrom()
                .completionStage(() -> client.query(statement).execute().toCompletionStage());
    }

    private String ofDay(String sql, LocalDate day) {
        return schema.in(sql).replace("${day}", day.format(DateTimeFormatter.BASIC_ISO_DATE));
    }
}
