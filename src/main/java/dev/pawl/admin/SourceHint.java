package dev.pawl.admin;

import dev.pawl.admin.StatusView.Tally;
import dev.pawl.config.Source;
import dev.pawl.core.verify.Coverage;
import dev.pawl.ledger.SignedOnce;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What strikes about a source, in a sentence that says where to look. Never a value of a secret. */
final class SourceHint {

    private SourceHint() {}

    /** @param waiting whether the source has no secret yet */
    static @Nullable String of(String name, @Nullable Source source, boolean waiting, Tally tally) {
        if (source == null) {
            return "no longer configured: its operations are kept, but its webhooks are answered 404";
        }
        if (!source.verified()) {
            return "not verified (algorithm: none): anybody who can reach " + path(name) + " can write operations";
        }
        if (waiting) {
            return "pending: it has no secret yet, so that events are answered 503; "
                    + (source.reception().handshakes().bringSecret()
                            ? "the provider hands it over when a webhook is made that points to " + path(name)
                            : "set sources." + name + ".secrets");
        }
        return refusedOnly(tally) ? refused(name, tally) : null;
    }

    /** Since the last authentic delivery, or ever, there was nothing but refusals. */
    private static boolean refusedOnly(Tally tally) {
        Instant refused = tally.last("refused");
        Instant received = tally.last("received");
        return tally.sum("refused") > 0 && refused != null && (received == null || refused.isAfter(received));
    }

    private static @Nullable String refused(String name, Tally tally) {
        if (tally.of("refused", "key-not-obtainable"::equals) == tally.sum("refused")) {
            return "the key to check what arrives can not be had from the provider: see the log, and whether https to its"
                    + " host is open from here";
        }
        boolean never = tally.sum("received") == 0;
        String setting = "sources." + name + ".secrets";
        if (tally.of("refused", "signature-wrong"::equals) > 0) {
            return never
                    ? "none of the configured secrets fits what arrives: check " + setting
                            + ", and that nothing in between changes the body"
                    : "since the last authentic delivery none of the configured secrets fits: was the secret changed"
                            + " at the provider? check " + setting;
        }
        if (tally.of("refused", SignedOnce.REUSED::equals) > 0) {
            return "signed values came again with another body: somebody who saw a request may be making up others;"
                    + " this provider does not sign its bodies, so have the provider's status confirm what matters";
        }
        if (!never) {
            return null;
        }
        if (tally.of("refused", cause -> cause.startsWith("signature-")) > 0) {
            return "what arrives carries no usable signature: check that signing is switched on at the provider, and"
                    + " sources." + name + ".preset or verify";
        }
        return tally.of("refused", cause -> cause.startsWith("timestamp-")) > 0
                ? "what arrives is signed with a time that is too far away: check this machine's clock, and"
                        + " sources." + name + ".verify.timestamp.tolerance"
                : null;
    }

    /** What the owner must see to where a proof leaves the body, or a part of it, to anybody; null: it leaves nothing. */
    static @Nullable String confirm(Source source) {
        Coverage covers = source.verifier().covers();
        if (covers == Coverage.BODY || !source.verified()) {
            return null;
        }
        String gap = covers == Coverage.NONE
                ? "what proves the sender says nothing about the body: whoever sees one request can put another body to it"
                : "only some fields of the body are signed: whoever sees one request can change the others";
        String asked = source.operationTypes().stream()
                .map(Source.OperationType::type)
                .filter(source::asksAbout)
                .collect(Collectors.joining(", "));
        return gap + "; have money and states confirmed by the provider's status API ("
                + (asked.isEmpty()
                        ? "not asked about anything here: see sources." + source.name() + ".status"
                        : "asked about " + asked + ": action reconcile")
                + ")";
    }

    static String path(String name) {
        return "/webhooks/" + name;
    }
}
