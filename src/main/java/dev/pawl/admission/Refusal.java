package dev.pawl.admission;

/** Why a request goes no further, as far as its sender may know. */
public enum Refusal {
    /** The source's owner has taken it out of service. */
    RETIRED(410),
    METHOD(405),
    CODING(415),
    TOO_LARGE(413),
    /** Of a method that only handshakes have, and none of them. */
    NO_HANDSHAKE(403),
    UNAUTHENTIC(401),
    /** What is needed to tell is not there yet; the sender may try again. */
    UNAVAILABLE(503);

    private final int status;

    Refusal(int status) {
        this.status = status;
    }

    /** The HTTP status it is answered with. */
    public int status() {
        return status;
    }
}
