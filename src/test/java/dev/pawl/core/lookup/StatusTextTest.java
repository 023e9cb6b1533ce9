package dev.pawl.core.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.Parsed;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusTextTest {

    private static final Subject SUBJECT =
            new Subject("a%3Ab:c d", "acct", Map.of("owner", "me"), "t0ken", Map.of("shop", "s.example"));

    private static String about(String text) {
        return StatusText.parse(text)
                .then(parsed -> parsed.about(SUBJECT, value -> URLEncoder.encode(value, StandardCharsets.UTF_8)))
                .fold(all -> all, problem -> "! " + problem);
    }

    @Test
    void referencesStandForWhatTheOperationAndItsSourceSay() {
        assertThat(about("https://{config:shop}/x/{key}/{key:1}/{key:2}?a={account}&o={field:owner}"))
                .isEqualTo("https://s.example/x/a%253Ab%3Ac+d/a%3Ab/c+d?a=acct&o=me");
        assertThat(about("Bearer {token}")).isEqualTo("Bearer t0ken");
        assertThat(about("{{\"q\":\"{key:2}\"}}")).isEqualTo("{\"q\":\"c+d\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{key:3}", "{field:none}", "{config:none}"})
    void aReferenceWithoutAValueIsNeverAnEmptyText(String text) {
        assertThat(about("https://x/" + text)).isEqualTo("! " + text + " has no value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{body}", "{key:0}", "{key:x}", "{field:}", "{nothing}", "{key"})
    void whatIsNoReferenceIsSaid(String text) {
        assertThat(StatusText.parse(text)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://{key}/x",
                "https://{field:host}.example/x",
                "https://{account}.example",
                "https://me:{token}@example/x",
                "ftp://example/x",
                "/x",
                "https:///x"
            })
    void nothingOfAnOperationChoosesTheHost(String address) {
        assertThat(StatusText.parseAddress(address)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api.example/x/{key}", "https://{config:shop}/x", "http://localhost:1/{key}"})
    void addressesWithAFixedHostAreFine(String address) {
        assertThat(StatusText.parseAddress(address)).isInstanceOf(Parsed.Meant.class);
    }
}
