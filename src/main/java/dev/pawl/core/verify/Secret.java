package dev.pawl.core.verify;

/** Key material, decoded. Never printed. */
public final class Secret {

    private final String name;
    private final byte[] key;

    /** @param name where it is configured, such as {@code secrets[0]} */
    public Secret(String name, byte[] key) {
        this.name = name;
        this.key = key.clone();
    }

    public String name() {
        return name;
    }

    byte[] key() {
        return key;
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}
