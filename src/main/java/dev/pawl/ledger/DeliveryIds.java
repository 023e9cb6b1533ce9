package dev.pawl.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Ids of deliveries: UUID version 7 (RFC 9562), so that the id alone tells the day, and with it the partition. */
public final class DeliveryIds {

    private DeliveryIds() {}

    static UUID next(Instant receivedAt) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (receivedAt.toEpochMilli() << 16) | 0x7000L | random.nextInt(0x1000);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** The UTC day inside the id. Whatever UUID is given, the answer is a day. */
    public static LocalDate day(UUID delivery) {
        long millis = delivery.getMostSignificantBits() >>> 16;
        return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
