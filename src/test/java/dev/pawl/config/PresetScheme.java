package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.pawl.core.json.EventPath;
import dev.pawl.core.verify.AnySecret;
import dev.pawl.core.verify.InboundRequest;
import dev.pawl.core.verify.KeyRing;
import dev.pawl.core.verify.Secret;
import dev.pawl.core.verify.Verification;
import dev.pawl.core.verify.Verification.KeyNeeded;
import dev.pawl.core.verify.Verifier;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How a preset verifies, and nothing else of it: for tests that play the provider. */
public final class PresetScheme {

    private final Scheme scheme;
    private final byte[] providersAnswer;

    private PresetScheme(Scheme scheme, byte[] providersAnswer) {
        this.scheme = scheme;
        this.providersAnswer = providersAnswer;
    }

    /**
     * @param address what the service is called from outside
     * @param config what the source says beside the preset
     */
    public static PresetScheme of(String preset, String address, Map<String, String> config) {
        ObjectNode source = JsonNodeFactory.instance.objectNode();
        JsonNode whole = PresetLibrary.preset(preset);
        source.set("verify", whole.path("verify"));
        config.forEach((name, value) -> source.withObjectProperty("config").put(name, value));
        Mistakes mistakes = new Mistakes();
        Placeholders placeholders = new Placeholders(name -> name.equals(RecipeContext.PUBLIC_URL) ? address : null);
        ConfigNode node = ConfigNode.of(new ConfigNode.Reading(mistakes, placeholders, null), "sources.s", source);
        EventPath each = EventPath.parse(whole.path("event").path("each").asText())
                .fold(path -> path, problem -> {
                    throw new AssertionError(problem);
                });
        Scheme scheme = new VerifyReader(RecipeContext.of(node, each)).read(node.at("verify"));
        assertThat(mistakes.all()).as(preset).isEmpty();
        return new PresetScheme(Objects.requireNonNull(scheme), new byte[0]);
    }

    /** The same, where the provider answers this to anybody who asks for its key. */
    public PresetScheme withProvidersAnswer(byte[] answer) {
        return new PresetScheme(scheme, answer);
    }

    public Verification verify(InboundRequest request, List<String> configured, Instant now) {
        List<Secret> secrets = configured.stream()
                .map(text -> AnySecret.of("secret", text, scheme.encodings()))
                .toList();
        Verifier verifier = scheme.verifier();
        Verification verification = verifier.verify(request, secrets, KeyRing.EMPTY, now);
        if (!(verification instanceof KeyNeeded needed)) {
            return verification;
        }
        KeyRing keys = needed.request()
                .keysIn(providersAnswer)
                .fold(set -> KeyRing.EMPTY.with(needed.request(), set), problem -> {
                    throw new AssertionError(problem);
                });
        return verifier.verify(request, secrets, keys, now);
    }
}
