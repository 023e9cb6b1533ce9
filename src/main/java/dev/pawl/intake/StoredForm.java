package dev.pawl.intake;

import dev.pawl.core.verify.InboundRequest;
import java.nio.charset.StandardCharsets;

/** What is kept of a request. An event that came with GET stands in the query: that is kept where others have a body. */
final class StoredForm {

    private StoredForm() {}

    static InboundRequest of(InboundRequest request) {
        int query = request.target().indexOf('?');
        if (!request.method().equals("GET") || query < 0 || request.body().length > 0) {
            return request;
        }
        return request.withBody(request.target().substring(query + 1).getBytes(StandardCharsets.ISO_8859_1));
    }
}
