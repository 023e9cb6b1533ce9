package dev.pawl.core.outbound;

/** The key an effect is signed with, decoded. Never printed. */
public final class SigningKey {

    private final byte[] key;

    public SigningKey(byte[] key) {
        this.key = key.clone();
    }

    byte[] key() {
        return key;
    }

    @Override
    public String toString() {
        return "SigningKey[…]";
    }
}
