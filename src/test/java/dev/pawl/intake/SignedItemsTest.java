package dev.pawl.intake;

import static dev.pawl.intake.Provider.exchange;
import static dev.pawl.intake.Provider.footprint;
import static dev.pawl.intake.Provider.fresh;
import static dev.pawl.intake.Provider.one;
import static dev.pawl.intake.Provider.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.adyen.model.notification.NotificationRequest;
import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.util.HMACValidator;
import dev.pawl.intake.Provider.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.SignatureException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A batch in which every item is signed by itself, as Adyen sends them: all of it counts, or nothing. */
@QuarkusTest
@TestProfile(IntakeProfile.class)
class SignedItemsTest extends FaultlessIntake {

    private static final String KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
    private static final int AMOUNT = 1130;

    private final List<String> payments = List.of(fresh("psp"), fresh("psp"), fresh("psp"));

    private String batch() throws IOException, SignatureException {
        StringBuilder items = new StringBuilder();
        for (String payment : payments) {
            items.append(items.isEmpty() ? "" : ",").append("""
                    {"NotificationRequestItem":{"additionalData":{"hmacSignature":"@%s@"},\
                    "amount":{"currency":"EUR","value":%d},"pspReference":"%s","eventCode":"AUTHORISATION",\
                    "eventDate":"2026-01-01T00:00:00+01:00","merchantAccountCode":"Shop",\
                    "merchantReference":"order:4\\\\2","success":"true"}}""".formatted(payment, AMOUNT, payment));
        }
        String body = "{\"live\":\"false\",\"notificationItems\":[" + items + "]}";
        for (NotificationRequestItem item : NotificationRequest.fromJson(body).getNotificationItems()) {
            body = body.replace("@" + item.getPspReference() + "@", new HMACValidator().calculateHMAC(item, KEY));
        }
        return body;
    }

    private static Answer sent(String body) {
        return exchange(request("/webhooks/adyen").POST(BodyPublishers.ofString(body)));
    }

    private String operations() {
        return one("select count(*) from ~.operation where key = any(?)", (Object) payments.toArray(new String[0]));
    }

    @Test
    void everyItemOfAGenuineBatchHasItsVerdictAndItsRow() throws Exception {
        Answer answer = sent(batch());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("[accepted]");
        for (int n = 0; n < payments.size(); n++) {
            assertThat(one(
                            "select e.n || ' ' || e.verdict || ' ' || o.state from ~.event e"
                                    + " join ~.operation o on o.id = e.operation_id where o.key = ?",
                            payments.get(n)))
                    .isEqualTo(n + " applied succeeded");
        }
        assertThat(one(
                        "select count(distinct e.delivery_id) || ' ' || count(*) from ~.event e"
                                + " join ~.operation o on o.id = e.operation_id where o.key = any(?)",
                        (Object) payments.toArray(new String[0])))
                .isEqualTo("1 3");
        assertThat(operations()).isEqualTo("3");
    }

    @Test
    void oneItemThatIsNotGenuineLeavesNoRowOfAny() throws Exception {
        String genuine = batch();
        String before = footprint();
        for (String payment : payments) {
            String item = "\"value\":" + AMOUNT + "},\"pspReference\":\"" + payment + "\"";
            assertThat(genuine).contains(item);
            String dearer = genuine.replace(item, item.replace("1130", "9130"));
            String unsigned = genuine.replaceAll(
                    "\\{\"hmacSignature\":\"[^\"]*\"}(?=[^}]*},\"pspReference\":\"" + payment + "\")", "{}");
            for (String body : List.of(dearer, unsigned)) {
                assertThat(body).isNotEqualTo(genuine);
                assertThat(sent(body).status()).as(body).isEqualTo(401);
            }
        }

        assertThat(footprint()).isEqualTo(before);
        assertThat(operations()).isEqualTo("0");
        assertThat(sent(genuine).status()).isEqualTo(200);
        assertThat(operations()).isEqualTo("3");
    }
}
