package dev.pawl.command;

import dev.pawl.command.DrillReads.Became;
import dev.pawl.command.DrillReads.Unreadable;
import dev.pawl.command.DrillSubject.Said;
import dev.pawl.command.DrillWire.Heard;
import dev.pawl.core.Parsed;
import dev.pawl.core.operation.OperationKey;
import dev.pawl.core.verify.InboundRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Plays the scenarios that every idempotent integration should survive and that need no killing, and tells what became of each. */
final class Drill {

    private static final String APPLIED = "applied";
    private static final String DUPLICATE = "duplicate";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final DrillSubject subject;
    private final DrillWire wire;
    private final DrillReads reads;
    private final PrintStream out;
    private final String run;
    private final Instant now;
    private boolean failed;
    private boolean played;

    /** @param run makes the names of its operations; no other drill has it */
    Drill(DrillSubject subject, DrillWire wire, DrillReads reads, PrintStream out, String run, Instant now) {
        this.subject = subject;
        this.wire = wire;
        this.reads = reads;
        this.out = out;
        this.run = run;
        this.now = now;
    }

    /** What is sent; the answers. */
    private interface Play {
        List<Heard> play() throws IOException, Unreadable;
    }

    /** What is wrong with the answers, given what became of the operation. */
    private interface Check {
        Optional<String> wrong(List<Heard> answers, Became became);
    }

    /** @param right the verdicts that are right, in one way or another; the last way is the usual one */
    private record Scenario(List<List<String>> right, OperationKey key, Play play, Check check) {}

    /** @return whether everything that could be played ended as it should, and anything could */
    boolean run() throws IOException, Unreadable {
        out.println(subject.title());
        DrillAnswers answers = subject.answers();
        Check again = both(answers::inOrder);
        play(
                "same request twice",
                said("1").then(first -> ending(first, () -> inOrder(first, first), DUPLICATE, again)));
        play(
                "two at once",
                said("2")
                        .then(first ->
                                ending(first, () -> together(first.request()), DUPLICATE, both(answers::together))));
        play("retry after a cut connection", said("3").then(this::retried));
        play(
                "same key, other payload",
                said("4")
                        .then(first -> subject.other(name("4"), at("4"))
                                .then(second -> ending(
                                        first,
                                        () -> inOrder(first, second),
                                        "conflict",
                                        both(answers::otherPayload)))));
        play(
                "old event after newer one",
                subject.overtaken(name("5"), at("5"))
                        .then(both -> ending(
                                both.newer(),
                                () -> inOrder(both.newer(), both.older()),
                                "stale",
                                both(answers::separate))));
        play(
                "redelivery, other delivery id",
                said("6")
                        .then(first -> subject.redelivered(name("6"), at("6"))
                                .then(second -> ending(first, () -> inOrder(first, second), DUPLICATE, again))));
        return played && !failed;
    }

    /** The first may have come to nothing: then the retry is the first. */
    private Parsed<Scenario> retried(Said said) {
        List<List<String>> right = List.of(List.of(APPLIED), List.of(APPLIED, DUPLICATE));
        return Parsed.of(new Scenario(right, said.key(), () -> cut(said), this::wrongRetry));
    }

    private Optional<String> wrongRetry(List<Heard> answers, Became became) {
        Heard retry = answers.get(0);
        return became.verdicts().contains(DUPLICATE)
                ? subject.answers().again(null, retry)
                : subject.answers().first(retry);
    }

    private static Check both(BiFunction<Heard, Heard, Optional<String>> pair) {
        return (answers, became) -> pair.apply(answers.get(0), answers.get(1));
    }

    private String name(String scenario) {
        return "drill-" + run + "-" + scenario;
    }

    /** Apart from each other: where only the time is signed, one signature is good for one body. */
    private Instant at(String scenario) {
        return now.minusSeconds(2L * Integer.parseInt(scenario));
    }

    private Parsed<Said> said(String scenario) {
        return subject.said(name(scenario), at(scenario));
    }

    private static Parsed<Scenario> ending(Said first, Play play, String second, Check check) {
        return Parsed.of(new Scenario(List.of(List.of(APPLIED, second)), first.key(), play, check));
    }

    private List<Heard> inOrder(Said first, Said second) throws IOException {
        return List.of(wire.send(first.request()), wire.send(second.request()));
    }

    private List<Heard> cut(Said said) throws IOException, Unreadable {
        wire.sendAndHangUp(said.request());
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (reads.of(said.key()) == null && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return List.of(wire.send(said.request()));
    }

    private List<Heard> together(InboundRequest request) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            CountDownLatch start = new CountDownLatch(2);
            Callable<Heard> send = () -> {
                start.countDown();
                start.await();
                return wire.send(request);
            };
            List<Heard> answers = new ArrayList<>();
            for (Future<Heard> answer : threads.invokeAll(List.of(send, send))) {
                answers.add(answer.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private void play(String name, Parsed<Scenario> wanted) throws IOException, Unreadable {
        if (wanted instanceof Parsed.Wrong<Scenario> wrong) {
            out.println("%-30s not applicable: %s".formatted(name, wrong.problem()));
        }
        if (wanted instanceof Parsed.Meant<Scenario> meant) {
            Scenario scenario = meant.value();
            played = true;
            List<Heard> answers = scenario.play().play();
            told(name, scenario, answers, reads.of(scenario.key()));
        }
    }

    private void told(String name, Scenario scenario, List<Heard> answers, @Nullable Became became) {
        if (became != null && became.renewed() && subject.mayRenew()) {
            out.println(
                    "%-30s not applicable: it had failed before its repeat, which ran it again (renew: caller); answers %s"
                            .formatted(name, answers));
            return;
        }
        Optional<String> wrong =
                became == null ? Optional.empty() : scenario.check().wrong(answers, became);
        boolean right = became != null
                && wrong.isEmpty()
                && scenario.right().stream()
                        .anyMatch(verdicts -> sorted(verdicts).equals(sorted(became.verdicts())))
                && became.moves() == 1
                && became.twice().isEmpty();
        failed |= !right;
        List<String> usual = scenario.right().get(scenario.right().size() - 1);
        out.println("%-30s expected: %s, one move   found: %s; answers %s%s   %s"
                .formatted(
                        name,
                        String.join(" + ", usual),
                        found(became),
                        answers,
                        wrong.map(what -> ", " + what).orElse(""),
                        right ? "ok" : "FAILED"));
    }

    private static String found(@Nullable Became became) {
        return became == null
                ? "no such operation"
                : "%s, moves %d, effects %d%s, %s"
                        .formatted(
                                String.join(" + ", became.verdicts()),
                                became.moves(),
                                became.effects(),
                                became.twice().isEmpty() ? "" : " (twice: " + String.join(", ", became.twice()) + ")",
                                became.state());
    }

    private static List<String> sorted(List<String> words) {
        return words.stream().sorted().toList();
    }
}
