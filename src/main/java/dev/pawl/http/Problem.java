package dev.pawl.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/**
 * An error as told to a client (RFC 9457). Never holds a stack trace, a class name or anything of the request but names.
 *
 * @param type stable, {@code urn:pawl:problem:<slug>}
 * @param title the same for every problem of the type
 * @param detail what is wrong this time, or null where the type says all
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type, String title, int status, @Nullable String detail) {

    public static final String MEDIA_TYPE = "application/problem+json";

    private static Problem of(String slug, String title, int status, @Nullable String detail) {
        return new Problem("urn:pawl:problem:" + slug, title, status, detail);
    }

    /** 400: a query parameter, path parameter or header that cannot be used. */
    public static Problem invalidParameter(String detail) {
        return of("invalid-parameter", "Invalid parameter", 400, detail);
    }

    /** 400: a body that cannot be used. */
    public static Problem invalidBody(String detail) {
        return of("invalid-body", "Invalid body", 400, detail);
    }

    /** 400: a request that is no proper HTTP. */
    public static Problem badRequest() {
        return of("bad-request", "Bad request", 400, null);
    }

    /** 401, without a word on why. */
    public static Problem unauthenticated() {
        return of("unauthenticated", "Authentication required", 401, null);
    }

    /** 403, without a word on why. */
    public static Problem forbidden() {
        return of("forbidden", "Not allowed", 403, null);
    }

    public static Problem notFound() {
        return of("not-found", "Not found", 404, null);
    }

    public static Problem methodNotAllowed() {
        return of("method-not-allowed", "Method not allowed", 405, null);
    }

    public static Problem notAcceptable() {
        return of("not-acceptable", "No such representation", 406, null);
    }

    /** 409: what the request builds on has changed or is gone; {@code slug} says what. */
    public static Problem conflict(String slug, String title, String detail) {
        return of(slug, title, 409, detail);
    }

    /** 410: it existed, and retention has removed it. */
    public static Problem gone(String detail) {
        return of("gone", "No longer kept", 410, detail);
    }

    /** 410: a source that its owner has taken out of service; a provider may stop sending. */
    public static Problem retired() {
        return of("retired", "No longer in service", 410, null);
    }

    /** 408: a body that did not end in time. */
    public static Problem tooSlow() {
        return of("too-slow", "Body did not end in time", 408, null);
    }

    public static Problem tooLarge(int limit) {
        return of("too-large", "Body too large", 413, "the limit is " + limit + " bytes");
    }

    public static Problem unsupportedMediaType() {
        return of("unsupported-media-type", "Unsupported media type", 415, null);
    }

    /** 422: an {@code Idempotency-Key} that was used for another request. */
    public static Problem keyReused() {
        return of("key-reused", "Idempotency key reused", 422, "the key was used for another request");
    }

    /** 422: a body that can be read and still cannot be used. */
    public static Problem unprocessable(String detail) {
        return of("unprocessable", "Unprocessable body", 422, detail);
    }

    /** 503: nothing is known to be done; the same request may be sent again. */
    public static Problem unavailable() {
        return of("unavailable", "Not available now", 503, "nothing is known to be done; try again");
    }

    /** Any other status, without detail. */
    public static Problem status(int status) {
        return of("http-" + status, status < 500 ? "Request refused" : "Internal error", status, null);
    }

    /** A response that may still get headers. */
    public Response.ResponseBuilder response() {
        return Response.status(status)
                .type(MEDIA_TYPE)
                .header("X-Content-Type-Options", "nosniff")
                .entity(this);
    }
}
