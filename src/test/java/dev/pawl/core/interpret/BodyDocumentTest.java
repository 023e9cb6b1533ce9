package dev.pawl.core.interpret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.JsonBody;
import dev.pawl.core.verify.FormFields;
import dev.pawl.core.verify.InboundRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDocumentTest {

    private static final int LIMIT = 1 << 20;

    /** The document as JSON, or {@code !} and the problem. */
    private static String read(String format, InboundRequest request) {
        return BodyDocument.of(Given.right(BodyFormat.parse(format)), request, LIMIT)
                .fold(root -> root.toString(), problem -> "!" + problem);
    }

    private static String read(String format, String body) {
        return read(format, request(Map.of(), body.getBytes(UTF_8)));
    }

    private static InboundRequest request(Map<String, List<String>> headers, byte[] body) {
        return new InboundRequest("POST", "/webhooks/p", headers, body);
    }

    private static InboundRequest gzipped(byte[] body) {
        return request(Map.of("Content-Encoding", List.of("GZIP")), body);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            a=1&b=two             | {"a":"1","b":"two"}
            a=x+y%20z%2B          | {"a":"x y z+"}
            a=1&b=2&a=3&a=        | {"a":["1","3",""],"b":"2"}
            a                     | {"a":""}
            a=b=c                 | {"a":"b=c"}
            &&a=1&&               | {"a":"1"}
            =1                    | {"":"1"}
            a[b]=1&c%5Bd%5D=2     | {"a[b]":"1","c[d]":"2"}
            na%6De=Zo%C3%AB       | {"name":"Zoë"}
            name=Zoë              | {"name":"Zoë"}
            a=%e2%82%AC           | {"a":"€"}
            n=12345678901234567890.10 | {"n":"12345678901234567890.10"}
            """)
    void aFormIsADocumentOfTexts(String body, String document) {
        assertThat(read("form", body)).isEqualTo(document);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a=%", "a=%1", "a=%zz", "%=1", "a=%C3", "a=%ED%A0%80", "a=%FF", "a=%C0%80", "a=%-1", "a=%+1"})
    void aFormIsReadStrictly(String body) {
        assertThat(read("form", body)).isEqualTo("!not a form in UTF-8, or one with too many fields");
    }

    @Test
    void rawBytesThatAreNoUtf8AreNoForm() {
        assertThat(read("form", request(Map.of(), "a=ë".getBytes(ISO_8859_1))))
                .isEqualTo("!not a form in UTF-8, or one with too many fields");
    }

    @Test
    void aFormHasLimits() {
        assertThat(read("form", "a=1&".repeat(FormFields.MOST))).startsWith("{\"a\":[\"1\",");
        assertThat(read("form", "a=1&".repeat(FormFields.MOST + 1)))
                .isEqualTo("!not a form in UTF-8, or one with too many fields");
        assertThat(read("form", "n".repeat(JsonBody.MAX_NAME_CHARS + 1) + "=1"))
                .isEqualTo("!a form beyond the limits of size");
        assertThat(read("form", "")).isEqualTo("{}");
        assertThat(read("form", "&&")).isEqualTo("{}");
    }

    @Test
    void aFormSentWithGetStandsInTheAddress() {
        InboundRequest get = new InboundRequest("GET", "/webhooks/p?id=7&name=x+y%20z", Map.of(), new byte[0]);
        assertThat(read("form", kept(get))).isEqualTo("{\"id\":\"7\",\"name\":\"x y z\"}");
        assertThat(read("form", kept(new InboundRequest("GET", "/webhooks/p", Map.of(), "id=8".getBytes(UTF_8)))))
                .isEqualTo("{}");
        assertThat(read("form", kept(new InboundRequest("POST", "/webhooks/p?id=7", Map.of(), "id=8".getBytes(UTF_8)))))
                .isEqualTo("{\"id\":\"8\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            a=1&token=s&b=2 a=1&b=2
            token=s ''
            token ''
            token=s&token=t&a a
            a&%74oken=s a
            a&Token=s&token%zz=s a&Token=s&token%zz=s
            &token=s&&a=token& &&a=token&
            a=1&to+ken=s a=1&to+ken=s
            """)
    void aSecretInTheAddressIsLeftOutAndNothingElse(String query, String kept) {
        InboundRequest get = new InboundRequest("GET", "/webhooks/p?" + query, Map.of(), new byte[0]);
        assertThat(new String(kept(get, "token").body(), UTF_8)).isEqualTo(kept);
        assertThat(new String(kept(get).body(), UTF_8)).isEqualTo(query);
    }

    private static InboundRequest kept(InboundRequest request, String... secretFields) {
        Recipe json = Given.recipe("", Mode.Accepted.ANY, Set.of(), Given.operation());
        Recipe form = new Recipe(
                json.source(),
                json.scope(),
                BodyFormat.FORM,
                json.each(),
                json.id(),
                json.type(),
                json.occurredAt(),
                json.account(),
                json.mode(),
                json.accepted(),
                json.accounts(),
                json.operations());
        return new RecipeInterpreter(form, 1_000, Set.of(secretFields)).kept(request);
    }

    @Test
    void jsonStandsInAFormField() {
        assertThat(read("form:payload", "x=1&payload=%7B%22a%22%3A+10.00%7D&y=2"))
                .isEqualTo("{\"a\":10.00}");
        assertThat(read("form:data:base64", "data=" + base64("{\"a\":1}").replace("=", "%3D")))
                .isEqualTo("{\"a\":1}");
        assertThat(read("form:data:base64", "data=eyJhIjoiPz8_In0")).isEqualTo("{\"a\":\"???\"}");
    }

    @Test
    void jsonStandsInJson() {
        String inner = base64("{\"a\":[\"é\",1e400]}");
        assertThat(read("json:/message/data:base64", "{\"message\":{\"data\":\"" + inner + "\"}}"))
                .isEqualTo("{\"a\":[\"é\",1E+400]}");
        String payload = Base64.getUrlEncoder().withoutPadding().encodeToString("{\"a\":1}".getBytes(UTF_8));
        assertThat(read("jws:/signedPayload", "{\"signedPayload\":\"e30." + payload + ".c2ln\"}"))
                .isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            form:payload       | x=1                          | no text where the document should be
            form:payload       | payload=%7B%7D&payload=%7B%7D | no text where the document should be
            form:payload       | payload=                     | empty body
            form:payload       | payload=%7B%22a%22%3A1%2C%22a%22%3A2%7D | JSON with a duplicate key or with something after its end
            form:data:base64   | data=%21%21%21%21            | not base64
            form:data:base64   | data=eyJhIjoxfQ%3D           | not base64
            form:data:base64   | data=%2Fw%3D%3D              | not UTF-8
            json:/d:base64     | {"d":{}}                     | no text where the document should be
            json:/d:base64     | {"d":"eyJh Ijox fQ=="}       | not base64
            jws:/p             | {"p":"e30"}                  | no JWS
            jws:/p             | {"p":"e30.e30.e30.e30"}      | no JWS
            jws:/p             | {"p":"e30.e30+.e30"}         | no JWS
            jws:/p             | {"p":"e30.e.e30"}            | not base64
            json               | a=1                          | not JSON at line 1, column 1
            """)
    void whatIsWrappedWronglyIsRefused(String format, String body, String problem) {
        assertThat(read(format, body)).isEqualTo("!" + problem);
    }

    @Test
    void aCompressedBodyIsInflated() {
        byte[] body = gzip("{\"a\":1}".getBytes(UTF_8));
        assertThat(read("json", gzipped(body))).isEqualTo("{\"a\":1}");
        assertThat(read("form", gzipped(gzip("a=1".getBytes(UTF_8))))).isEqualTo("{\"a\":\"1\"}");
        assertThat(read("json", request(Map.of("content-encoding", List.of("identity")), "{}".getBytes(UTF_8))))
                .isEqualTo("{}");
    }

    @Test
    void aBombDoesNotGoOff() {
        byte[] fits = new byte[LIMIT];
        Arrays.fill(fits, (byte) ' ');
        fits[0] = '7';
        assertThat(read("json", gzipped(gzip(fits)))).isEqualTo("7");
        assertThat(read("json", gzipped(gzip(Arrays.copyOf(fits, LIMIT + 1))))).isEqualTo("!too large when inflated");
        byte[] bomb = gzip(new byte[256 << 20]);
        assertThat(bomb.length).isLessThan(LIMIT);
        assertThat(read("json", gzipped(bomb))).isEqualTo("!too large when inflated");
    }

    @Test
    void damagedCompressionNeverThrows() {
        byte[] good = gzip("{\"a\":\"some text that is long enough\"}".getBytes(UTF_8));
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
            if (bad.length > 0) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThat(read("json", gzipped(bad))).isNotEmpty();
        }
        assertThat(read("json", gzipped("{}".getBytes(UTF_8)))).isEqualTo("!not gzip");
        assertThat(read("json", gzipped(Arrays.copyOf(good, good.length - 1)))).isEqualTo("!not gzip");
        assertThat(read("json", request(Map.of("content-encoding", List.of("gzip", "gzip")), good)))
                .isEqualTo("!a content coding that is not understood");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "xml",
                "JSON",
                "form:",
                "form::base64",
                "jws:",
                "jws:a",
                "jws:/a:base64",
                "json:/a",
                "json::base64",
                "json:a:base64",
                "jws:/a~2"
            })
    void otherFormsAreMistakes(String text) {
        assertThat(BodyFormat.parse(text).<String>fold(format -> "right", problem -> "wrong"))
                .isEqualTo("wrong");
    }
}
