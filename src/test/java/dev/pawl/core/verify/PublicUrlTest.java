package dev.pawl.core.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evidence: twilio/twilio-node#321, twilio/twilio-python#392 and #751, bmlt-enabled/yap#1629. */
class PublicUrlTest {

    private static PublicUrl url(String text) {
        return PublicUrl.parse(text).fold(url -> url, problem -> {
            throw new AssertionError(problem);
        });
    }

    /** Signed is what was entered at the provider, letter by letter; only the scheme has no other spelling. */
    @ParameterizedTest
    @CsvSource({
        "https://hooks.example, https://hooks.example/in, https://hooks.example/in, https://hooks.example:443/in",
        "https://Hooks.Example/, https://Hooks.Example/in, https://Hooks.Example/in, https://Hooks.Example:443/in",
        "HTTPS://hooks.example, https://hooks.example/in, https://hooks.example/in, https://hooks.example:443/in",
        "https://hooks.example:443, https://hooks.example:443/in, https://hooks.example/in, https://hooks.example:443/in",
        "http://hooks.example, http://hooks.example/in, http://hooks.example/in, http://hooks.example:80/in",
        "https://hooks.example:8443/a%2Fb/, https://hooks.example:8443/a%2Fb/in, https://hooks.example/a%2Fb/in,"
                + " https://hooks.example:8443/a%2Fb/in"
    })
    void anAddressIsWhatItIsConfiguredToBe(String text, String asIs, String withoutPort, String withPort) {
        assertThat(url(text).of("/in")).isEqualTo(asIs);
        assertThat(url(text).withoutPort("/in")).isEqualTo(withoutPort);
        assertThat(url(text).withPort("/in")).isEqualTo(withPort);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/webhooks/p?b=2&a=1&c=x+y%20z",
                "/webhooks/p?a=1&a=&A=%c3%A9&=&&x",
                "/webhooks/p?next=https://a@b:443/?c#",
                "/webhooks//p;v=1?"
            })
    void whatCameAfterTheHostIsLeftAsItCame(String target) {
        assertThat(url("https://hooks.example").of(target)).isEqualTo("https://hooks.example" + target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://user:password@hooks.example",
                "https://user@hooks.example",
                "https://hooks.example?a=1",
                "https://hooks.example#a",
                "ftp://hooks.example",
                "hooks.example",
                "https://",
                "https://hooks example"
            })
    void anythingElseIsRefusedWithoutRepeatingIt(String text) {
        assertThat(PublicUrl.parse(text).<String>fold(url -> "taken", problem -> problem))
                .isEqualTo("is not an address such as https://hooks.example");
    }
}
