package dev.pawl.jobs;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;

import dev.pawl.admin.AdminProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(AdminProfile.class)
class JobsHealthTest {

    @Test
    void everyJobIsMissedFromTheStart() {
        int port = ConfigProvider.getConfig().getValue("quarkus.management.test-port", Integer.class);

        given().port(port)
                .get("/q/health/ready")
                .then()
                .body("checks.find { it.name == 'jobs' }.status", equalTo("UP"))
                .body(
                        "checks.find { it.name == 'jobs' }.data",
                        allOf(
                                hasKey("reconcile"),
                                hasKey("expire"),
                                hasKey("retain"),
                                hasKey("parked"),
                                hasKey("reread"),
                                hasKey("partitions"),
                                hasKey("dispatch"),
                                hasKey("secrets")));
    }
}
