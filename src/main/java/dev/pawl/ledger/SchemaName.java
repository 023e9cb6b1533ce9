package dev.pawl.ledger;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The schema Pawl's tables live in. Every statement names it, so that no {@code search_path} is needed (a pooler in
 * transaction mode would lose it) and an application may share the database.
 */
@Singleton
public final class SchemaName {

    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_]{0,62}");

    private final String name;
    /** The statements are constants: a handful, filled once. */
    private final Map<String, String> filled = new ConcurrentHashMap<>();

    /** @throws IllegalArgumentException for a name that PostgreSQL would fold, cut or not take as it is */
    @Inject
    public SchemaName(@ConfigProperty(name = "pawl.db.schema", defaultValue = "pawl") String name) {
        if (!PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "pawl.db.schema must be lower-case letters, digits and underscores, at most 63, not \"" + name
                            + "\"");
        }
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** The statement with every <code>${schema}</code> replaced by the quoted name. */
    public String in(String sql) {
        return filled.computeIfAbsent(sql, statement -> statement.replace("${schema}", '"' + name + '"'));
    }
}
