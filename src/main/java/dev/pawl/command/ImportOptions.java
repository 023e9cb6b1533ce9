package dev.pawl.command;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code pawl import} is told.
 *
 * @param file {@code -} is the standard input
 * @param source whose bare events the lines are; null: each line names its own
 */
record ImportOptions(String file, @Nullable String source, boolean effectsOff, String reason) {

    private static final String USUAL_REASON = "import by command";

    /** Empty when the arguments are not understood. */
    static Optional<ImportOptions> of(List<String> arguments) {
        if (arguments.isEmpty() || arguments.size() % 2 == 0 || arguments.get(0).startsWith("--")) {
            return Optional.empty();
        }
        String source = null;
        String reason = USUAL_REASON;
        boolean effectsOff = false;
        for (int i = 1; i < arguments.size(); i += 2) {
            String value = arguments.get(i + 1);
            switch (arguments.get(i)) {
                case "--source" -> source = value;
                case "--reason" -> reason = value;
                case "--effects" -> {
                    if (!value.equals("off") && !value.equals("on")) {
                        return Optional.empty();
                    }
                    effectsOff = value.equals("off");
                }
                default -> {
                    return Optional.empty();
                }
            }
        }
        return Optional.of(new ImportOptions(arguments.get(0), source, effectsOff, reason));
    }
}
