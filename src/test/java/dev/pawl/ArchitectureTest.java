package dev.pawl;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import dev.pawl.admin.wrong.Known;
import dev.pawl.core.interpret.wrong.Waiting;
import dev.pawl.core.verify.wrong.Asking;
import dev.pawl.core.wrong.Impure;
import dev.pawl.intake.wrong.Misplaced;
import dev.pawl.ledger.wrong.Upward;
import jakarta.ws.rs.HttpMethod;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The directions of dependencies. Every rule is also shown a class that breaks it, so that none can pass without looking. */
final class ArchitectureTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.pawl");
    private static final JavaClasses WRONG = new ClassFileImporter()
            .importClasses(Impure.class, Asking.class, Waiting.class, Known.class, Misplaced.class, Upward.class);

    private static final String[] SHELL = {
        "dev.pawl.admission..",
        "dev.pawl.admin..",
        "dev.pawl.intake..",
        "dev.pawl.keys..",
        "dev.pawl.reconcile..",
        "dev.pawl.dispatch..",
        "dev.pawl.backfill..",
        "dev.pawl.jobs..",
        "dev.pawl.retain.."
    };
    private static final String[] SQL_CLIENT = {
        "io.vertx.sqlclient..", "io.vertx.pgclient..", "io.vertx.mutiny.sqlclient..", "io.vertx.mutiny.pgclient.."
    };

    private static final ArchRule CORE_IS_PLAIN_JAVA = classes()
            .that()
            .resideInAPackage("dev.pawl.core..")
            .and()
            .resideOutsideOfPackages(
                    "dev.pawl.core.json..",
                    "dev.pawl.core.interpret..",
                    "dev.pawl.core.outbound..",
                    "dev.pawl.core.verify..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.pawl.core..", "java..", "javax.crypto..", "org.jspecify..");

    private static final ArchRule VERIFYING_ADDS_ONLY_CURVES = classes()
            .that()
            .resideInAPackage("dev.pawl.core.verify..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.pawl.core..", "java..", "javax.crypto..", "org.jspecify..", "org.bouncycastle..");

    private static final ArchRule READING_AND_WRITING_JSON_ADDS_ONLY_JACKSON = classes()
            .that()
            .resideInAnyPackage("dev.pawl.core.json..", "dev.pawl.core.interpret..", "dev.pawl.core.outbound..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.pawl.core..", "java..", "javax.crypto..", "org.jspecify..", "com.fasterxml.jackson..");

    private static final ArchRule CORE_HAS_NO_IO = noClasses()
            .that()
            .resideInAPackage("dev.pawl.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio.file..", "java.net.http..", "java.sql..")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.io\\.(File.*|RandomAccessFile)|java\\.net\\..*(Socket|Connection)|java\\.net\\.URL");

    private static final ArchRule CORE_HAS_NO_CLOCK_AND_NO_CHANCE = noClasses()
            .that()
            .resideInAPackage("dev.pawl.core..")
            .should()
            .callMethodWhere(isCall("java\\.time\\..*", "now"))
            .orShould()
            .callMethodWhere(isCall("java\\.time\\.(Clock|InstantSource)", "system.*|tick.*"))
            .orShould()
            .callMethodWhere(isCall("java\\.lang\\.System", ".*Time.*|getenv|getProperty"))
            .orShould()
            .callMethodWhere(isCall("java\\.util\\.UUID", "randomUUID"))
            .orShould()
            .callMethodWhere(isCall("java\\.lang\\.Math", "random"))
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("java\\.util\\.(Random|concurrent\\.ThreadLocalRandom)|java\\.security\\.SecureRandom");

    private static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("dev.pawl.(**)").should().beFreeOfCycles();

    private static final ArchRule CONFIG_AND_LEDGER_KNOW_NO_SHELL = noClasses()
            .that()
            .resideInAnyPackage("dev.pawl.config..", "dev.pawl.ledger..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SHELL);

    private static final ArchRule SQL_HAS_ITS_PLACES = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.pawl.ledger..",
                    "dev.pawl.dispatch..",
                    "dev.pawl.reconcile..",
                    "dev.pawl.retain..",
                    "dev.pawl.jobs..",
                    "dev.pawl.backfill..",
                    "dev.pawl.secrets..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SQL_CLIENT);

    private static final ArchRule ASKING_OUTSIDE_HAS_ITS_PLACES = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.pawl.keys..",
                    "dev.pawl.dispatch..",
                    "dev.pawl.reconcile..",
                    "dev.pawl.backfill..",
                    "dev.pawl.dev..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching("io\\.vertx\\.core\\.http\\.HttpClient|java\\.net\\.http\\.HttpClient");

    private static final ArchRule PANACHE_IS_FOR_READING_IN_ADMIN = noClasses()
            .that()
            .resideOutsideOfPackage("dev.pawl.admin..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.quarkus.hibernate..", "org.hibernate..", "jakarta.persistence..");

    private static final ArchRule NOBODY_KNOWS_ADMIN = knownByNobody("admin");

    private static final ArchRule NOBODY_KNOWS_INTAKE = knownByNobody("intake");

    /** A draft lives within one call and is the only mutable value. */
    private static final ArchRule VALUES_ARE_FINAL = fields().that()
            .areDeclaredInClassesThat(resideInAnyPackage("dev.pawl.core..", "dev.pawl.config.."))
            .and()
            .areDeclaredInClassesThat(describe(
                    "are no drafts", (JavaClass type) -> !type.getSimpleName().equals("Draft")))
            .should()
            .beFinal();

    private static final ArchRule NOTHING_STATIC_CHANGES =
            fields().that().areStatic().should().beFinal();

    /** Both stop at the first byte that differs, which a clock can see. */
    private static final ArchRule PROOFS_ARE_COMPARED_IN_CONSTANT_TIME = noClasses()
            .that()
            .resideInAnyPackage("dev.pawl.core.verify..", "dev.pawl.secrets..", "dev.pawl.admin..")
            .should()
            .callMethodWhere(isCall("java.util.Arrays", "equals|compare|mismatch|deepEquals"));

    /** It counts, logs and limits what it reads; there is no other limit. */
    private static final ArchRule BODIES_ARE_READ_BY_THE_BODY_READER = methods()
            .that()
            .areMetaAnnotatedWith(HttpMethod.class)
            .should(ArchCondition.from(describe(
                    "have no parameter that is a body",
                    method -> method.getParameters().stream()
                            .noneMatch(parameter -> parameter.getAnnotations().isEmpty()))));

    private static final List<Named<ArchRule>> RULES = List.of(
            Named.of("core is plain Java", CORE_IS_PLAIN_JAVA),
            Named.of("verifying adds only curves", VERIFYING_ADDS_ONLY_CURVES),
            Named.of("reading and writing JSON adds only Jackson", READING_AND_WRITING_JSON_ADDS_ONLY_JACKSON),
            Named.of("core has no I/O", CORE_HAS_NO_IO),
            Named.of("core has no clock and no chance", CORE_HAS_NO_CLOCK_AND_NO_CHANCE),
            Named.of("packages have no cycles", PACKAGES_HAVE_NO_CYCLES),
            Named.of("config and ledger know no shell", CONFIG_AND_LEDGER_KNOW_NO_SHELL),
            Named.of("SQL has its places", SQL_HAS_ITS_PLACES),
            Named.of("asking outside has its places", ASKING_OUTSIDE_HAS_ITS_PLACES),
            Named.of("Panache is for reading in admin", PANACHE_IS_FOR_READING_IN_ADMIN),
            Named.of("nobody knows admin", NOBODY_KNOWS_ADMIN),
            Named.of("nobody knows intake", NOBODY_KNOWS_INTAKE),
            Named.of("values are final", VALUES_ARE_FINAL),
            Named.of("nothing static changes", NOTHING_STATIC_CHANGES),
            Named.of("proofs are compared in constant time", PROOFS_ARE_COMPARED_IN_CONSTANT_TIME),
            Named.of("bodies are read by the body reader", BODIES_ARE_READ_BY_THE_BODY_READER));

    private static ArchRule knownByNobody(String feature) {
        String packages = "dev.pawl." + feature + "..";
        return noClasses()
                .that()
                .resideInAPackage("dev.pawl..")
                .and()
                .resideOutsideOfPackage(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(packages);
    }

    private static DescribedPredicate<JavaCall<?>> isCall(String type, String method) {
        return target(owner(nameMatching(type))).and(target(nameMatching(method)));
    }

    static List<Named<ArchRule>> rules() {
        return RULES;
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(ArchRule rule) {
        rule.check(MAIN);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void canFail(ArchRule rule) {
        assertThat(rule.evaluate(WRONG).hasViolation()).isTrue();
    }

    /** Each forbidden call on its own, since one found would hide that others are not looked for. */
    @Test
    void everyForbiddenCallIsSeen() {
        String report = CORE_HAS_NO_CLOCK_AND_NO_CHANCE
                .evaluate(WRONG)
                .getFailureReport()
                .toString();
        assertThat(report)
                .contains("Instant.now()", "Clock.systemUTC()", "UUID.randomUUID()", "Math.random()")
                .contains("System.nanoTime()", "System.currentTimeMillis()");
    }

    @Test
    void everyPackageIsLookedAt() {
        assertThat(MAIN.stream().map(JavaClass::getPackageName))
                .contains("dev.pawl.core.machine", "dev.pawl.core.operation", "dev.pawl.core.verify")
                .contains(
                        "dev.pawl.core.json",
                        "dev.pawl.core.interpret",
                        "dev.pawl.core.outbound",
                        "dev.pawl.config",
                        "dev.pawl.ledger");
        assertThat(MAIN.stream().map(JavaClass::getPackageName)).noneMatch(name -> name.endsWith(".wrong"));
    }
}
