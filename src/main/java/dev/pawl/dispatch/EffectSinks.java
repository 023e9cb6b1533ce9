package dev.pawl.dispatch;

import dev.pawl.core.outbound.EffectRule.HttpTarget;
import dev.pawl.core.outbound.EffectRule.KafkaTarget;

/** The sink for each kind of receiver outside. */
record EffectSinks(EffectSink<HttpTarget> http, EffectSink<KafkaTarget> kafka) {}
