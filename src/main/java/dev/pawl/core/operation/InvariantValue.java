package dev.pawl.core.operation;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Whether two ways to write an invariant value mean the same. It decides when values are compared and never what is stored,
 * so that what is kept is what was sent, and what was stored before counts as it did.
 */
final class InvariantValue {

    /** As amounts are written. With leading zeros it may be an id, of which every digit counts. */
    private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");

    /** ISO 4217. */
    private static final Pattern CURRENCY = Pattern.compile("[A-Za-z]{3}");

    private InvariantValue() {}

    /** @param name the field's; both values are canonical JSON, or the hash of a long one */
    static boolean same(String name, String value, String other) {
        return value.equals(other) || meaning(name, value).equals(meaning(name, other));
    }

    private static String meaning(String name, String value) {
        String text = unquoted(value);
        if (DECIMAL.matcher(text).matches()) {
            return new BigDecimal(text).stripTrailingZeros().toString();
        }
        return CURRENCY.matcher(text).matches() && name.toLowerCase(Locale.ROOT).contains("currency")
                ? text.toUpperCase(Locale.ROOT)
                : value;
    }

    /** A text with an escape in it is neither a number nor a currency. */
    private static String unquoted(String value) {
        return value.length() > 1 && value.startsWith("\"") ? value.substring(1, value.length() - 1) : value;
    }
}
