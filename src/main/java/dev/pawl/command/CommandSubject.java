package dev.pawl.command;

import dev.pawl.config.Commands;
import dev.pawl.config.Source;
import dev.pawl.core.Parsed;
import dev.pawl.core.interpret.CommandReader;
import dev.pawl.core.interpret.CommandReading.Understood;
import dev.pawl.core.interpret.CommandReading.Unreadable;
import dev.pawl.core.interpret.CommandReading.Unusable;
import dev.pawl.core.interpret.CommandRecipe;
import dev.pawl.core.interpret.CommandRecipe.Renew;
import dev.pawl.core.interpret.CommandSample;
import dev.pawl.core.interpret.CommandSample.Words;
import dev.pawl.core.interpret.IdempotencyKey;
import dev.pawl.core.machine.Machine;
import dev.pawl.core.operation.Fingerprint;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.VerifiedRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The first caller of a source of commands, with a body made up for the type. */
final class CommandSubject implements DrillSubject {

    private final Source source;
    private final Commands commands;
    private final CommandRecipe.Type type;
    private final CommandSample sample;

    CommandSubject(Source source, Commands commands, CommandRecipe.Type type) {
        this.source = source;
        this.commands = commands;
        this.type = type;
        this.sample = new CommandSample(commands.recipe(), type);
    }

    private String typeName() {
        return type.operation().type();
    }

    @Override
    public String title() {
        return "source " + source.name() + ", command " + typeName();
    }

    @Override
    public boolean mayRenew() {
        return type.renew() == Renew.CALLER;
    }

    @Override
    public DrillAnswers answers() {
        return DrillAnswers.COMMAND;
    }

    private record Made(Said said, Fingerprint fingerprint) {}

    private Parsed<Said> commanded(String key, Words words, Instant now) {
        return made(key, words, now).then(made -> Parsed.of(made.said()));
    }

    private Parsed<Made> made(String key, Words words, Instant now) {
        return sample.body(words).then(body -> {
            InboundRequest plain = new InboundRequest(
                    "POST",
                    "/operations/" + source.name() + "/" + typeName(),
                    Map.of("Content-Type", List.of("application/json"), IdempotencyKey.HEADER, List.of(key)),
                    body);
            return source.sign(plain, now)
                    .then(request -> CommandReader.read(
                                    commands.recipe(),
                                    type,
                                    VerifiedRequest.vouchedFor(request),
                                    key,
                                    commands.caller(0),
                                    now)
                            .<Parsed<Made>>fold(
                                    (Understood understood) -> Parsed.of(new Made(
                                            new Said(
                                                    request,
                                                    understood.assertion().key()),
                                            understood.assertion().fingerprint())),
                                    (Unreadable unreadable) -> Parsed.wrong(unreadable.why()),
                                    (Unusable unusable) ->
                                            Parsed.wrong("a made-up body does not do: " + unusable.why())));
        });
    }

    @Override
    public Parsed<Said> said(String name, Instant now) {
        return commanded(name, Words.of(name, now), now);
    }

    @Override
    public Parsed<Said> other(String name, Instant now) {
        Words words = Words.of(name, now);
        return made(name, words, now)
                .then(first -> made(name, words.differing(), now)
                        .then(second -> first.fingerprint().equals(second.fingerprint())
                                ? Parsed.<Said>wrong("nothing in it is invariant besides its key")
                                : Parsed.of(second.said())));
    }

    @Override
    public Parsed<Said> redelivered(String name, Instant now) {
        return Parsed.wrong("a command has no other id than its key");
    }

    @Override
    public Parsed<Overtaken> overtaken(String name, Instant now) {
        if (!type.keyMapped() || type.wholeBody()) {
            return Parsed.wrong("two commands are never about one operation, unless key and invariant are mapped");
        }
        Machine machine = type.operation().machine();
        Set<String> states = new TreeSet<>(type.operation().state().states());
        for (String newer : states) {
            for (String older : states) {
                if (!machine.strict() && machine.reach(older, newer) && !machine.reach(newer, older)) {
                    Words words = Words.of(name, now);
                    return commanded(name, words.saying(newer), now)
                            .then(said -> commanded(
                                            name + "-0", words.saying(older).earlier(), now)
                                    .then(before -> Parsed.of(new Overtaken(said, before))));
                }
            }
        }
        return Parsed.wrong("it asserts no state that certainly comes before another one");
    }
}
