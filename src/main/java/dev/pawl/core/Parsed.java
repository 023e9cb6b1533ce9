package dev.pawl.core;

import java.util.function.Function;

/** A configured text, read: what it means, or what is wrong with it, in words for whoever wrote it. */
public sealed interface Parsed<T> {

    <R> R fold(Function<T, R> meant, Function<String, R> wrong);

    /** The next step of reading; what is wrong already stays so. */
    default <R> Parsed<R> then(Function<T, Parsed<R>> next) {
        return fold(next, Parsed::wrong);
    }

    static <T> Parsed<T> of(T value) {
        return new Meant<>(value);
    }

    static <T> Parsed<T> wrong(String problem) {
        return new Wrong<>(problem);
    }

    record Meant<T>(T value) implements Parsed<T> {
        @Override
        public <R> R fold(Function<T, R> meant, Function<String, R> wrong) {
            return meant.apply(value);
        }
    }

    record Wrong<T>(String problem) implements Parsed<T> {
        @Override
        public <R> R fold(Function<T, R> meant, Function<String, R> wrong) {
            return wrong.apply(problem);
        }
    }
}
