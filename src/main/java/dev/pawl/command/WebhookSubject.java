package dev.pawl.command;

import dev.pawl.config.SampleRequest;
import dev.pawl.config.Source;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.Interpretation.Interpreted;
import dev.pawl.core.interpret.Interpretation.NotInterpretable;
import dev.pawl.core.interpret.Interpretation.Outcome.Asserted;
import dev.pawl.core.interpret.Interpretation.Reading;
import dev.pawl.core.interpret.OperationRecipe;
import dev.pawl.core.interpret.Recipe;
import dev.pawl.core.interpret.StateRule;
import dev.pawl.core.interpret.Variation;
import dev.pawl.core.interpret.Variation.FreshName;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Assertion;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The provider, with the sample event of its preset. */
final class WebhookSubject implements DrillSubject {

    private final Source source;
    private final Recipe recipe;
    private final InboundRequest plain;
    private final Assertion sample;
    private final Set<String> realKeys;

    private WebhookSubject(Source source, Recipe recipe, InboundRequest plain, Assertion sample, Set<String> realKeys) {
        this.source = source;
        this.recipe = recipe;
        this.plain = plain;
        this.sample = sample;
        this.realKeys = realKeys;
    }

    /** Or why the source has no sample that leads to an operation. */
    static Parsed<DrillSubject> of(Source source, Instant now) {
        return SampleRequest.plain(source)
                .then(plain -> source.sign(plain, now)
                        .then(request -> source.interpreter().recipe().then(recipe -> {
                            List<Reading> readings = readings(source, request);
                            Assertion first = first(readings);
                            return first == null
                                    ? Parsed.wrong("its sample event leads to no operation here")
                                    : Parsed.of(new WebhookSubject(source, recipe, plain, first, keys(readings)));
                        })));
    }

    private static List<Reading> readings(Source source, InboundRequest request) {
        return source.interpreter()
                .interpret(VerifiedRequest.vouchedFor(request))
                .fold(Interpreted::readings, (NotInterpretable not) -> List.<Reading>of());
    }

    private static @Nullable Assertion first(List<Reading> readings) {
        return readings.stream()
                .<Assertion>mapMulti((reading, next) -> {
                    if (reading.outcome() instanceof Asserted asserted) {
                        next.accept(asserted.assertion());
                    }
                })
                .findFirst()
                .orElse(null);
    }

    private static Set<String> keys(List<Reading> readings) {
        Set<String> keys = new HashSet<>();
        readings.forEach(reading -> {
            if (reading.outcome() instanceof Asserted asserted) {
                keys.add(asserted.assertion().key().key());
            }
        });
        return keys;
    }

    @Override
    public String title() {
        return "source " + source.name() + ", " + sample.key().type() + " is " + sample.state();
    }

    @Override
    public boolean mayRenew() {
        return false;
    }

    @Override
    public DrillAnswers answers() {
        return DrillAnswers.WEBHOOK;
    }

    /** What a request says, once it is signed. */
    private record Read(
            Said said, Assertion assertion, @Nullable String eventId) {}

    private Parsed<Read> read(InboundRequest unsigned, Instant now) {
        return source.sign(unsigned, now).then(request -> {
            List<Reading> readings = readings(source, request);
            Assertion first = first(readings);
            if (first == null) {
                return Parsed.wrong("the changed sample is not understood");
            }
            boolean real = keys(readings).stream().anyMatch(realKeys::contains);
            return real
                    ? Parsed.wrong("its key cannot be varied")
                    : Parsed.of(new Read(
                            new Said(request, first.key()),
                            first,
                            readings.get(0).eventId()));
        });
    }

    private static FreshName fresh(String name, String message) {
        String number = Integer.toUnsignedString((name + message).hashCode());
        return new FreshName(name + message, "9" + "0".repeat(10 - number.length()) + number);
    }

    /** Another message is signed at another time. */
    private static Instant before(Instant now) {
        return now.minusSeconds(1);
    }

    private Variation vary(InboundRequest request) {
        return new Variation(recipe, request);
    }

    /** About the operation of that name, in a message of its own where messages have ids. */
    private Parsed<InboundRequest> named(String name, String message) {
        return vary(plain)
                .about(fresh(name, ""))
                .then(about -> vary(about).called(fresh(name, message)).fold(Parsed::of, noId -> Parsed.of(about)));
    }

    /** A strict machine has the sample wait for what comes before it. */
    private Parsed<InboundRequest> begun(String name) {
        Machine machine = operation().machine();
        return machine.strict() && !machine.state(sample.state()).initial()
                ? Parsed.wrong("its sample is no beginning, and its machine is strict")
                : named(name, "-1");
    }

    private OperationRecipe operation() {
        return recipe.operations().stream()
                .filter(operation -> operation.type().equals(sample.key().type()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Parsed<Said> said(String name, Instant now) {
        return begun(name).then(plainly -> read(plainly, now)).then(read -> Parsed.of(read.said()));
    }

    @Override
    public Parsed<Said> other(String name, Instant now) {
        return begun(name)
                .then(plainly -> read(plainly, now)
                        .then(first -> vary(plainly)
                                .differing(
                                        sample.key().type(),
                                        sample.fingerprint().names())
                                .then(changed -> read(changed, before(now)))
                                .then(second ->
                                        second.said().key().equals(first.said().key())
                                                        && !second.assertion()
                                                                .fingerprint()
                                                                .conflictsWith(first.assertion()
                                                                        .fingerprint())
                                                                .isEmpty()
                                                ? Parsed.of(second.said())
                                                : Parsed.<Said>wrong(
                                                        "its sample has no invariant field besides its key"))));
    }

    @Override
    public Parsed<Said> redelivered(String name, Instant now) {
        return begun(name)
                .then(plainly -> read(plainly, now)
                        .then(first -> named(name, "-2")
                                .then(again -> read(again, before(now)))
                                .then(second -> first.eventId() == null
                                                || first.eventId().equals(second.eventId())
                                        ? Parsed.<Said>wrong(
                                                "its sample carries no id of the event that could be another one")
                                        : Parsed.of(second.said()))));
    }

    @Override
    public Parsed<Overtaken> overtaken(String name, Instant now) {
        Map<String, String> texts = operation().state() instanceof StateRule.Mapped mapped
                ? new TreeMap<>(mapped.map())
                : Map.<String, String>of();
        return begun(name)
                .then(plainly -> read(plainly, now).then(read -> {
                    for (Map.Entry<String, String> text : texts.entrySet()) {
                        Overtaken found = pair(read, plainly, text, now);
                        if (found != null) {
                            return Parsed.of(found);
                        }
                    }
                    return Parsed.wrong(
                            "its sample cannot be made to say what certainly comes before or after " + sample.state());
                }));
    }

    /** Null where this text does not lead to a state that is certainly earlier or later. */
    private @Nullable Overtaken pair(Read read, InboundRequest plainly, Map.Entry<String, String> text, Instant now) {
        Machine machine = operation().machine();
        String other = text.getValue();
        boolean later = machine.reach(sample.state(), other) && !machine.reach(other, sample.state());
        boolean earlier = machine.reach(other, sample.state()) && !machine.reach(sample.state(), other);
        if (later == earlier || (later && machine.strict())) {
            return null;
        }
        Read changed = vary(plainly)
                .saying(sample.key().type(), text.getKey())
                .then(saying -> read(saying, before(now)))
                .<@Nullable Read>fold(said -> said, problem -> null);
        if (changed == null
                || !changed.said().key().equals(read.said().key())
                || !changed.assertion().state().equals(other)) {
            return null;
        }
        return later ? new Overtaken(changed.said(), read.said()) : new Overtaken(read.said(), changed.said());
    }
}
