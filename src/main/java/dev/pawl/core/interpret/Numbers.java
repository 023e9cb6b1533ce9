package dev.pawl.core.interpret;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Exact numbers as text. Digits are taken as they are: no exponent, however large, makes a long text of a short one. */
final class Numbers {

    private static final int MAX_PLAIN_SCALE = 1_000;
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");

    private Numbers() {}

    /** Without exponent where that stays short: {@code 10.50}, {@code 1000} for 1e3. */
    static String plain(BigDecimal number) {
        return Math.abs((long) number.scale()) <= MAX_PLAIN_SCALE ? number.toPlainString() : number.toString();
    }

    /** The whole number a text of digits names, or null when it is none that fits. */
    static @Nullable Long whole(String text) {
        if (!WHOLE.matcher(text).matches()) {
            return null;
        }
        BigInteger number = new BigInteger(text);
        return number.bitLength() < Long.SIZE ? number.longValue() : null;
    }

    /**
     * As RFC 8785 writes numbers (ECMAScript's form), from the exact digits: equal numbers have equal texts, and numbers a
     * {@code double} cannot tell apart have different ones.
     */
    static String canonical(BigDecimal number) {
        String digits = number.unscaledValue().abs().toString();
        long point = digits.length() - (long) number.scale();
        digits = withoutTrailingZeros(digits);
        if (digits.equals("0")) {
            return digits;
        }
        String sign = number.signum() < 0 ? "-" : "";
        int length = digits.length();
        if (length <= point && point <= 21) {
            return sign + digits + "0".repeat((int) point - length);
        }
        if (0 < point && point <= 21) {
            return sign + digits.substring(0, (int) point) + "." + digits.substring((int) point);
        }
        if (-6 < point && point <= 0) {
            return sign + "0." + "0".repeat((int) -point) + digits;
        }
        String fraction = length == 1 ? "" : "." + digits.substring(1);
        return sign + digits.charAt(0) + fraction + "e" + (point > 0 ? "+" : "-") + Math.abs(point - 1);
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }
}
