package dev.pawl.keys;

import java.net.Inet4Address;
import java.net.InetAddress;

/**
 * Whether an address is one of the public internet: never this machine, its network, or a cloud's metadata. From the IANA
 * registries of special-purpose IPv4 and IPv6 addresses (RFC 6890 and its updates).
 */
final class PublicAddress {

    private static final String[] NOT_PUBLIC_4 = {
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        // learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16: a metadata service.
        "168.63.129.16/32"
    };

    private PublicAddress() {}

    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return isPublic4(bytes, 0);
        }
        // ::ffff:0:0/96, an IPv4 address in other clothes; Java hands most of them out as IPv4 already.
        if (zero(bytes, 0, 10) && bytes[10] == -1 && bytes[11] == -1) {
            return isPublic4(bytes, 12);
        }
        // 64:ff9b::/96 (RFC 6052): how networks with IPv6 only reach IPv4.
        if (word(bytes, 0) == 0x64 && word(bytes, 2) == 0xff9b && zero(bytes, 4, 12)) {
            return isPublic4(bytes, 12);
        }
        return isPublic6(bytes);
    }

    /** Only 2000::/3 is given out, and in it some blocks lead elsewhere: 2001::/23, 2001:db8::/32, 2002::/16, 3fff::/20. */
    private static boolean isPublic6(byte[] bytes) {
        int first = word(bytes, 0);
        int second = word(bytes, 2);
        boolean special = (first == 0x2001 && (second < 0x200 || second == 0xdb8))
                || first == 0x2002
                || (first == 0x3fff && second < 0x1000);
        return (first & 0xe000) == 0x2000 && !special;
    }

    private static boolean isPublic4(byte[] bytes, int from) {
        int address = (word(bytes, from) << 16) | word(bytes, from + 2);
        for (String block : NOT_PUBLIC_4) {
            if (isIn(address, block)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(int address, String block) {
        int slash = block.indexOf('/');
        int start = 0;
        for (String part : block.substring(0, slash).split("\\.", -1)) {
            start = (start << 8) | Integer.parseInt(part);
        }
        int mask = -1 << (32 - Integer.parseInt(block.substring(slash + 1)));
        return (address & mask) == start;
    }

    private static int word(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }

    private static boolean zero(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
