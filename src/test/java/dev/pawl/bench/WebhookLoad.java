package dev.pawl.bench;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signed webhooks of about 2 KiB, prepared before the clock runs, so that the generator costs little on cores it shares with
 * the service. One in five repeats an earlier operation under a new event id.
 */
final class WebhookLoad {

    private static final int BODY_SIZE = 2_048;
    private static final String OPERATION_MARK = "op_0000000000";
    private static final String EVENT_MARK = "evt_0000000000";

    private final byte[] head;
    private final byte[] body;
    private final int operationAt;
    private final int eventAt;
    private final int signatureAt;
    private final int[] operations;
    private final byte[][] signatures;

    WebhookLoad(String path, String secret, int count, int firstOperation, double repeats) {
        long now = System.currentTimeMillis() / 1000;
        String text = "{\"id\":\"" + EVENT_MARK + "\",\"op\":\"" + OPERATION_MARK + "\",\"type\":\"payment.updated\","
                + "\"status\":\"succeeded\",\"amount\":1000,\"currency\":\"EUR\",\"created\":" + now
                + ",\"livemode\":true,\"account\":\"acct_1\",\"lines\":[";
        StringBuilder padded = new StringBuilder(text);
        for (int i = 0; padded.length() < BODY_SIZE - 60; i++) {
            padded.append(i == 0 ? "" : ",")
                    .append("{\"sku\":\"article-")
                    .append(i)
                    .append("\",\"quantity\":1}");
        }
        body = padded.append("]}").toString().getBytes(StandardCharsets.US_ASCII);
        operationAt = text.indexOf(OPERATION_MARK) + 3;
        eventAt = text.indexOf(EVENT_MARK) + 4;
        String start =
                "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length + "\r\nX-P-Signature: t=" + now + ",v1=";
        signatureAt = start.length();
        head = (start + "0".repeat(64) + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        operations = new int[count];
        signatures = new byte[count][];
        prepare(now, secret, firstOperation, repeats);
    }

    private void prepare(long now, String secret, int firstOperation, double repeats) {
        Random random = new Random(firstOperation);
        int fresh = 0;
        Mac mac = mac(secret);
        byte[] prefix = (now + ".").getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < operations.length; i++) {
            boolean repeat = fresh > 1_000 && random.nextDouble() < repeats;
            operations[i] = firstOperation + (repeat ? random.nextInt(fresh - 500) : fresh++);
            fill(body, 0, i);
            mac.update(prefix);
            signatures[i] = HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.US_ASCII);
        }
    }

    private static Mac mac(String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void fill(byte[] target, int offset, int index) {
        digits(target, offset + operationAt, operations[index]);
        digits(target, offset + eventAt, operations[0] + index);
    }

    private static void digits(byte[] target, int at, int value) {
        int rest = value;
        for (int i = 9; i >= 0; i--) {
            target[at + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    int count() {
        return operations.length;
    }

    int requestSize() {
        return head.length + body.length;
    }

    /** Writes the whole request with this number. */
    void write(int index, byte[] target) {
        System.arraycopy(head, 0, target, 0, head.length);
        System.arraycopy(signatures[index], 0, target, signatureAt, 64);
        System.arraycopy(body, 0, target, head.length, body.length);
        fill(target, head.length, index);
    }
}
