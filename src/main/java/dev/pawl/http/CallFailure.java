package dev.pawl.http;

import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;

/** Why a call to somebody else failed before there was a whole answer, in words that may be shown. */
public final class CallFailure {

    private CallFailure() {}

    /** Never the message of an unknown exception: it may quote an address with a token in its path. */
    public static String reason(Throwable failure) {
        if (failure instanceof OutgoingCall.Ended || failure instanceof OutgoingCall.TooLong) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof UnknownHostException) {
            return "the host's name is not known";
        }
        if (failure instanceof ConnectException) {
            return "no connection";
        }
        if (failure instanceof SSLException) {
            return "TLS: " + failure.getMessage();
        }
        return "connection failed: " + failure.getClass().getSimpleName();
    }
}
