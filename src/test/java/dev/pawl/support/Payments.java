package dev.pawl.support;

/** Sources whose payments are told without a proof, as a {@code pawl.yaml} has them; their machine is up to the test. */
public final class Payments {

    private Payments() {}

    /** An entry of {@code sources}, to which lines that are indented by four may be added. */
    public static String source(String name) {
        return """
                  %s:
                    verify: { algorithm: none }
                    event: { id: /id, type: /type, occurredAt: { at: /created, unit: seconds } }
                    operations:
                      payment:
                        machine: pay
                        when: ["payment.*"]
                        key: /op
                        state: { at: /status, map: { pending: pending } }
                        invariant: [/amount]
                        fields: { amount: /amount }
                """.formatted(name);
    }
}
