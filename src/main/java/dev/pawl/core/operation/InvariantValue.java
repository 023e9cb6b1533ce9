package dev.pawl.core.operation;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
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

    /** Words by which a field is known as an amount wherever they stand in its name. */
    private static final List<String> AMOUNT = List.of("amount", "total", "price", "balance");

    /** Words that are parts of others, too ({@code network}, {@code feedback}): they count alone. */
    private static final Set<String> AMOUNT_ALONE =
            Set.of("fee", "fees", "net", "gross", "sum", "value", "cost", "costs", "tax", "vat", "paid", "money");

    private static final Pattern WORDS = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");

    private InvariantValue() {}

    /** @param name the field's; both values are canonical JSON, or the hash of a long one */
    static boolean same(String name, String value, String other) {
        if (value.equals(other)) {
            return true;
        }
        String one = unquoted(value);
        String two = unquoted(other);
        if (DECIMAL.matcher(one).matches() && DECIMAL.matcher(two).matches()) {
            // Outside amounts a text is no quantity: 7.1 and 7.10 are two chapters, and may be two orders.
            boolean text = isText(value) || isText(other);
            return (text && !isAmount(name))
                    ? one.equals(two)
                    : new BigDecimal(one).compareTo(new BigDecimal(two)) == 0;
        }
        return CURRENCY.matcher(one).matches()
                && name.toLowerCase(Locale.ROOT).contains("currency")
                && one.equalsIgnoreCase(two);
    }

    private static boolean isAmount(String name) {
        String small = name.toLowerCase(Locale.ROOT);
        return AMOUNT.stream().anyMatch(small::contains)
                || WORDS.splitAsStream(name).anyMatch(word -> AMOUNT_ALONE.contains(word.toLowerCase(Locale.ROOT)));
    }

    private static boolean isText(String value) {
        return value.length() > 1 && value.startsWith("\"");
    }

    /** A text with an escape in it is neither a number nor a currency. */
    private static String unquoted(String value) {
        return isText(value) ? value.substring(1, value.length() - 1) : value;
    }
}
