package dev.pawl.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SendersTest {

    private final Senders senders = new Senders("10.0.0.0/8, 192.0.2.1, localhost");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "198.51.100.9 | 203.0.113.7 | 198.51.100.9",
                "10.0.0.1 | 203.0.113.7 | 203.0.113.7",
                "10.0.0.1 | 1.2.3.4, 203.0.113.7 | 203.0.113.7",
                "10.0.0.1 | 1.2.3.4, 203.0.113.7, 10.0.0.2, 192.0.2.1 | 203.0.113.7",
                "10.0.0.1 | , 203.0.113.7 | 203.0.113.7",
                "10.0.0.1 | 203.0.113.7:4711 | 203.0.113.7",
                "10.0.0.1 | [2001:db8::7]:4711 | 2001:db8:0:0:0:0:0:7",
                "10.0.0.1 | 2001:db8::7 | 2001:db8:0:0:0:0:0:7",
                "10.0.0.1 | 10.0.0.3, 10.0.0.2 | 10.0.0.3",
                "10.0.0.1 | `` | unknown",
                "10.0.0.1 | 203.0.113.7, | unknown",
                "10.0.0.1 | unknown | unknown",
                "10.0.0.1 | _hidden, 10.0.0.2 | unknown",
                "10.0.0.1 | :80 | unknown",
                "10.0.0.1 | [::1 | unknown",
                "10.0.0.1 | 999.1.1.1 | unknown"
            })
    void theLastAddressThatIsNoTrustedProxysCounts(String peer, String forwarded, String sender) {
        assertThat(senders.of(peer, List.of(forwarded))).isEqualTo(sender);
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(senders.of("10.0.0.1", List.of("1.2.3.4", "203.0.113.7, 10.0.0.2")))
                .isEqualTo("203.0.113.7");
        assertThat(senders.of("10.0.0.1", List.of())).isEqualTo("10.0.0.1");
    }

    @Test
    void namesCountOnceTheyWereLookedUp() {
        assertThat(senders.of("127.0.0.1", List.of("203.0.113.7"))).isEqualTo("127.0.0.1");
        senders.lookUp();
        assertThat(senders.of("127.0.0.1", List.of("203.0.113.7"))).isEqualTo("203.0.113.7");
    }

    @Test
    void aNameThatIsNotKnownKeepsNothingFromWorking() {
        Senders unknown = new Senders("no-such-host.invalid, 10.0.0.0/8");
        unknown.lookUp();
        assertThat(unknown.of("10.0.0.1", List.of("203.0.113.7"))).isEqualTo("203.0.113.7");
    }

    @Test
    void aNameThatIsNotKnownNowKeepsItsAddressesAndLeavesTheOthersTheirs() throws UnknownHostException {
        Map<String, InetAddress> known = new HashMap<>();
        known.put("one.example", InetAddress.getByName("192.0.2.1"));
        known.put("two.example", InetAddress.getByName("192.0.2.2"));
        Senders senders = new Senders("one.example, two.example", name -> {
            InetAddress address = known.get(name);
            if (address == null) {
                throw new UnknownHostException(name);
            }
            return new InetAddress[] {address};
        });
        senders.lookUp();

        known.remove("one.example");
        known.put("two.example", InetAddress.getByName("192.0.2.3"));
        senders.lookUp();

        assertThat(senders.of("192.0.2.1", List.of("203.0.113.7"))).isEqualTo("203.0.113.7");
        assertThat(senders.of("192.0.2.3", List.of("203.0.113.7"))).isEqualTo("203.0.113.7");
        assertThat(senders.of("192.0.2.2", List.of("203.0.113.7"))).isEqualTo("192.0.2.2");
    }

    @Test
    void withoutAnyNobodyIsBelieved() {
        assertThat(new Senders(" ").of("127.0.0.1", List.of("203.0.113.7"))).isEqualTo("127.0.0.1");
    }
}
