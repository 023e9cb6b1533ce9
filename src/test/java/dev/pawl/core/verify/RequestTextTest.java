package dev.pawl.core.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.json.WrittenJson;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTextTest {

    private static final String TARGET = "/in/1?a=b%20c&data.id=ABC&twice=1&twice=2&x%3A%2Fy=%3a%5E";
    private static final String FORM = "b=2&a=1&b=3&b=2&p_signature=zzz&n=%C5%BC+%26";
    private static final String JSON = "{\"n\":10.00,\"e\":1e2,\"t\":\"a\\u00e9\\\"\",\"y\":true,\"z\":null,"
            + "\"o\":{\"k\":[1.50,\"b\"]},\"Token\":\"sig\"}";
    private static final Set<String> GIVEN = Set.of("config:id", "mac", "kid");

    private static RequestScope scope(String body) {
        InboundRequest request = new InboundRequest(
                "PUT",
                TARGET,
                Map.of(
                        "X-Id",
                        List.of(" i1 "),
                        "X-Two",
                        List.of("a", "b"),
                        "X-List",
                        List.of("x-id, X-Other"),
                        "X-Other",
                        List.of("o")),
                body.getBytes(UTF_8));
        PublicUrl url = Recipes.right(PublicUrl.parse("https://hooks.example:8443/base/"));
        return RequestScope.of(request, url, Map.of("config:id", "c1", "mac", "m1"))
                .with(Secret.of("secrets[0]", "s\"1"))
                .signed(Map.of("t", List.of("17"), "v0", List.of("a", "b")), "Token");
    }

    /** The text, or the reason's word. */
    private static String in(String template, String body) {
        return Recipes.right(RequestText.parse(template, GIVEN))
                .in(scope(body))
                .fold(complete -> new String(bytes(complete), UTF_8), reason -> reason.word());
    }

    private static byte[] bytes(RequestText.Complete complete) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        complete.pieces().forEach(all::writeBytes);
        return all.toByteArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{body}                      ; é",
                "{body:sha256-hex}           ; 4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c",
                "{body:crc32}                ; 235179326",
                "{body:escape-unicode}       ; \\u00e9",
                "{header:x-ID}-{sig:t}       ; i1-17",
                "{url}                       ; https://hooks.example:8443/base" + TARGET,
                "{url:no-port}               ; https://hooks.example/base" + TARGET,
                "{url:with-port}             ; https://hooks.example:8443/base" + TARGET,
                "{path|unescaped}            ; /base/in/1?a=b%20c&data.id=ABC&twice=1&twice=2&x:/y=:%5E",
                "{path}                      ; /base" + TARGET,
                "{method}{query:a}           ; PUTb c",
                "{query:data.id|lower}       ; abc",
                "{headers:x-list}            ; `x-id:i1;x-other:o`",
                "{config:id}{mac}            ; c1m1",
                "{secret}{secret|json}       ; s\"1\"s\\\"1\"",
                "{{\"a\":{sig:t}}}           ; {\"a\":17}",
                "{query:none?}{header:none?} ; ``",
            })
    void partsOfARequest(String template, String text) {
        assertThat(in(template, "é")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{json:/n}{json:/e}{json:/y}           ; 10.001e2true",
                "{json:/t}{json:/t|json}               ; aé\"\"aé\\\"\"",
                "{json:/o}{json:/o/k/0}                ; {\"k\":[1.50,\"b\"]}1.50",
                "{json:/z?}{json:/none?}               ; ``",
                "{json:/z|json}                        ; null",
                "{json:lines:y,none,z,n}               ; `y\ntrue\nn\n10.00\n`",
                "{json:sorted-values:Password}         ; s\"11e210.00aé\"true",
            })
    void partsOfAJsonBody(String template, String text) {
        assertThat(in(template, JSON)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{form:a}{form:n}       ; 1ż &",
                "{form:sorted}          ; a1b2b3nż &p_signaturezzz",
                "{form:p_signature}     ; zzz",
            })
    void partsOfAForm(String template, String text) {
        assertThat(in(template, FORM)).isEqualTo(text);
    }

    @Test
    void aFormAsPhpSerializesItCountsBytesAndLeavesTheSignatureOut() {
        String text = Recipes.text("{form:php-serialized}")
                .in(scope("z=1&p_signature=x&a=%C5%BC").signed(Map.of(), "p_signature"))
                .fold(RequestText.Complete::text, reason -> reason.word());

        assertThat(text).isEqualTo("a:2:{s:1:\"a\";s:2:\"ż\";s:1:\"z\";s:1:\"1\";}");
        assertThat(in("{form:php-serialized}", "a=1&a=2")).isEqualTo("signature-malformed");
    }

    @ParameterizedTest
    @CsvSource({
        "{header:none},      signature-missing",
        "{header:x-two},     signature-malformed",
        "{header:x-two?},    signature-malformed",
        "{sig:none},         signature-malformed",
        "{sig:v0},           signature-malformed",
        "{query:none},       signature-missing",
        "{query:twice},      signature-malformed",
        "{json:/z},          signature-missing",
        "{json:/none},       signature-missing",
        "{json:/none|json},  signature-missing",
        "{kid},              signature-missing",
        "{headers:x-two},    signature-malformed",
        "{headers:x-id},     signature-missing",
    })
    void whatIsMissingIsNeverTheEmptyText(String template, String reason) {
        assertThat(in(template, JSON)).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a\":1}{", "{\"a\":1,\"a\":2}", "nul", "[1,]", "\u0000"})
    void brokenJsonIsMalformed(String body) {
        assertThat(in("{json:/a}", body)).isEqualTo("signature-malformed");
        assertThat(in("{json:/a?}", body)).isEqualTo("signature-malformed");
        assertThat(in("{json:lines:a}", body)).isEqualTo("signature-malformed");
        assertThat(in("{json:sorted-values:P}", body)).isEqualTo("signature-malformed");
    }

    @Test
    void brokenFormsAreMalformed() {
        for (String body : List.of("a=%", "a=%zz", "a=%C5", "%=1")) {
            assertThat(in("{form:a}", body)).isEqualTo("signature-malformed");
            assertThat(in("{form:sorted}", body)).isEqualTo("signature-malformed");
        }
        assertThat(in("{form:a}", "a=1&".repeat(FormFields.MOST + 1))).isEqualTo("signature-malformed");
    }

    @Test
    void pointersStartAtTheEventAndWithACaretAtTheRoot() {
        WrittenJson body = Recipes.right(WrittenJson.parse("{\"id\":1,\"l\":[{\"id\":2}]}".getBytes(UTF_8)));
        WrittenJson event = Recipes.right(body.elements(Recipes.right(dev.pawl.core.json.EventPath.parse("/l"))))
                .get(0);

        String text = Recipes.text("{json:/id}{json:^/id}")
                .in(scope("").at(event))
                .fold(RequestText.Complete::text, reason -> reason.word());

        assertThat(text).isEqualTo("21");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "{bdy}               ! unknown part {bdy}",
                "{body:crc31}        ! unknown part {body:crc31}",
                "{header:}           ! unknown part {header:}",
                "{sig}.{body}        ! unknown part {sig}",
                "{}                  ! unknown part {}",
                "{body               ! { without }",
                "body}               ! } without {",
                "{json:id}           ! {json:id}: a pointer starts with / or ^/",
                "{json:lines:}       ! json:lines names a member that is blank",
                "{json:/a~2}         ! in a pointer ~ must be written",
                "{config:other}      ! {config:other} needs other in the source's config",
                "{body?}             ! {body?}: the body is taken as it is",
                "{now}               ! unknown part {now}",
            })
    void mistakesAreTold(String template, String problem) {
        String told = RequestText.parse(template, GIVEN).fold(text -> "none", wrong -> wrong);

        assertThat(told).startsWith(problem);
    }

    @Test
    void unknownTransformationsAreTold() {
        assertThat(RequestText.parse("{path|upper}", GIVEN).<String>fold(text -> "none", wrong -> wrong))
                .isEqualTo("{path|upper}: after | comes lower, json or unescaped");
    }

    @Test
    void aTextKnowsWhatItReads() {
        RequestText text = Recipes.text("v0:{header:X-Id}:{sig:t}:{body:sha256-hex}");

        assertThat(text.coversBody()).isTrue();
        assertThat(text.headers()).containsExactly("x-id");
        assertThat(text.signatureParts()).containsExactly("t");
        assertThat(text.includes(Recipes.text("{header:x-id}"))).isTrue();
        assertThat(text.includes(Recipes.text("{header:x-other}"))).isFalse();
        assertThat(Recipes.text("{json:/id}").coversBody()).isFalse();
        assertThat(Recipes.text("{form:sorted}").coversBody()).isTrue();
        assertThat(Recipes.text("{body:crc32}").coversBody()).isFalse();
    }
}
