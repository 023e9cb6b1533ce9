package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationReaderTest {

    private static final String PATH = "sources.p.operations.payment";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            machine: payment        | machine: paymet                  | .machine: is paymet, which is not allowed here (hint: did you mean payment?)
            'when: ["payment.*"]'   | 'when: []'                       | .when: is missing (hint: globs on the event type, such as "payment.*")
            'when: ["payment.*"]'   | 'when: [" "]'                    | .when[0]: is empty
            'when: ["payment.*"]'   | 'unless: [" "]'                  | .unless[0]: is empty
            key: /data/id           | key: []                          | '.key: is missing (hint: where the provider''s stable business id is, such as /data/id)'
            key: /data/id           | 'key: ["{/a}{/b}"]'              | '.key[0]: is wrong: the parts of an identity must be separated by : as in {/a}:{/b}'
            key: /data/id           | 'key: { at: /email, store: hash }' | '.key.store: is hash, which needs PAWL_KEY (hint: make one: openssl rand -base64 32)'
            key: /data/id           | 'key: { at: /email, store: salted }' | .key.store: is salted, which is not allowed here
            key: /data/id           | 'key: { store: plain }'          | .key.at: is missing
            key: /data/id           | 'key: { at: /email, stored: hash }' | .key.stored: is not a known key
            key: /data/id           | 'key: ["id-{/a}", /b]'           | '.key[1]: could give the same text as another of the list'
            key: /data/id           | 'key: ["p:{/x}", "{/y}:{/z}"]'   | '.key[1]: could give the same text as another of the list'
            key: /data/id           | 'key: [/a, /b]'                  | '.key[1]: could give the same text as another of the list (hint: where both hold the same id: key: { at: [...], same: true }'
            key: /data/id           | 'key: { at: ["{/x}:{/y}", "a:{/z}"], same: true }' | '.key.at[1]: could give the same text as another of the list'
            key: /data/id           | 'key: { at: /a, same: always }'  | .key.same: must be true or false
            at: /data/status        | at: status                       | .state.at: is wrong
            paid: succeeded         | paid: suceeded                   | '.state.map.paid: is suceeded, but machine payment has no such state (hint: did you mean succeeded?)'
            'map: { paid: succeeded, open: pending }' | map: {}        | '.state.map: is missing or empty (hint: which of the provider''s words means which state)'
            'map: {'                | 'value: pending, map: {'         | .state: has both value and map
            '[/data/currency]'      | '[currency]'                     | .invariant[0]: is wrong
            '[/data/currency]'      | '[/a/id, /b/id]'                 | '.invariant[1]: has the name id, as another pointer has (hint: write { name: pointer } instead of a list)'
            '[/data/currency]'      | '[""]'                           | .invariant[0]: has no name
            '[/data/currency]'      | '{ always: [/a], from: { paid: [/b] } }' | .invariant.from.paid: is no state of machine payment
            '[/data/currency]'      | '{ always: [/a], form: {} }'     | '.invariant.form: is not a known key (hint: did you mean from?)'
            'fields: { amount'      | 'fields: { 9amount'              | .fields.9amount: is not a proper name of a field
            '/data/amount }'        | amount }                         | .fields.amount: is wrong
            """)
    void eachPartIsChecked(String part, String replacement, String mistake) {
        assertThat(ConfigFile.valid().with(part, replacement).mistakes())
                .anyMatch(line -> line.startsWith(PATH + mistake));
    }

    @Test
    void aKeyCanBeKeptAsAHashWithTheProcessKey() {
        ConfigFile file =
                ConfigFile.valid().with("key: /data/id", "key: { at: [/email, /id], same: true, store: hash }");

        assertThat(file.env("PAWL_KEY", "c2hvcnQ=").mistakes())
                .contains("PAWL_KEY: is shorter than 32 bytes (hint: make one: openssl rand -base64 32)");
        assertThat(file.env("PAWL_KEY", "no key at all").mistakes())
                .anyMatch(line -> line.startsWith("PAWL_KEY: is not base64"));
        assertThat(file.env("PAWL_KEY", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void changesAreFields() {
        assertThat(ConfigFile.valid()
                        .with("fields:", "changes: [amont]\n        fields:")
                        .mistakes())
                .containsExactly(
                        PATH + ".changes[0]: is amont, but there is no such field (hint: did you mean amount?)");
    }

    @Test
    void wordsOfCommandsAndUnknownOnesAreMistakes() {
        assertThat(ConfigFile.valid()
                        .with(
                                "fields:",
                                "unique: [/a]\n        colour: red\n        about: { who: me }\n        fields:")
                        .paths())
                .containsExactlyInAnyOrder(PATH + ".unique", PATH + ".colour", PATH + ".about.who");
    }

    @Test
    void missingPartsAreNamedOneByOne() {
        assertThat(ConfigFile.of(
                                "sources: { p: { preset: standard-webhooks, secrets: [\"whsec_MDEyMzQ1Njc4OWFiY2RlZg==\"],"
                                        + " operations: { payment: } } }")
                        .paths())
                .containsExactly(PATH + ".machine", PATH + ".when", PATH + ".key", PATH + ".state");
    }

    @Test
    void shortFormsMeanTheSame() {
        assertThat(ConfigFile.valid()
                        .with("[\"payment.*\"]", "payment.*")
                        .with("key: /data/id", "key: [/data/id, \"{/a}:{/b}\"]")
                        .with("{ at: /data/status, map: { paid: succeeded, open: pending } }", "{ value: succeeded }")
                        .with("[/data/currency]", "{ currency: /data/currency, from: /data/from }")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void invariantsOfDifferentStatesMayShareANameAndAPointer() {
        assertThat(ConfigFile.valid()
                        .with(
                                "[/data/currency]",
                                "{ from: { succeeded: [/data/amount], refunded: { amount: /data/amount } } }")
                        .mistakes())
                .isEmpty();
    }

    @Test
    void operationOfAMachineThatIsWrongItselfIsNotBlamed() {
        assertThat(ConfigFile.withSource(
                                ConfigFile.SOURCE,
                                "machines: { payment: { states: { a: { status: completed, initial: 1 } } } }")
                        .paths())
                .containsExactly("machines.payment.states.a.initial");
    }
}
