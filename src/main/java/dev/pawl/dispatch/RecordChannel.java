package dev.pawl.dispatch;

import io.smallrye.mutiny.Uni;
import java.util.Map;

/** The way to the Kafka cluster: one producer for all topics, connected by whoever is first to look for one. */
interface RecordChannel {

    /** Ends well once the topic is known, from then on at once; connects where nothing did before. */
    Uni<Void> find(String topic);

    /** Ends well once the cluster has confirmed the record, and fails as the client does. */
    Uni<Void> send(String topic, String key, Map<String, String> headers, byte[] value);

    Traffic traffic(String topic);

    /**
     * What has gone over the wire so far, by the client's own counters; of no use as figures, only to be compared.
     *
     * @param heard bytes from the cluster
     * @param handedOver records of the topic that were given to a connection
     */
    record Traffic(double heard, double handedOver) {

        /** There was never a client. */
        static final Traffic NONE = new Traffic(0, 0);

        boolean nothingHeardSince(Traffic before) {
            return heard == before.heard;
        }

        boolean nothingSentSince(Traffic before) {
            return handedOver == before.handedOver;
        }
    }
}
