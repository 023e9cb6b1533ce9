package dev.pawl.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.100.100.200",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.254",
                "168.63.129.16",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.1",
                "192.168.0.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::10.0.0.1",
                "::ffff:0:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::8.8.8.8",
                "100::1",
                "2001::1",
                "2001:1ff::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:808:808::1",
                "3fff::1",
                "3fff:fff::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1"
            })
    void notOfTheInternet(String text) throws UnknownHostException {
        assertThat(PublicAddress.isPublic(InetAddress.getByName(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "168.63.129.15",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2600::1",
                "2a00:1450::1",
                "3ffe:ffff::1",
                "3fff:1000::1",
                "64:ff9b::808:808"
            })
    void ofTheInternet(String text) throws UnknownHostException {
        assertThat(PublicAddress.isPublic(InetAddress.getByName(text))).isTrue();
    }

    /** Java turns most of these into IPv4 by itself; whoever makes one by hand gets no further either. */
    @Test
    void anAddressInOtherClothesIsTheSame() throws UnknownHostException {
        assertThat(PublicAddress.isPublic(InetAddress.getByName("::ffff:127.0.0.1")))
                .isFalse();
        assertThat(PublicAddress.isPublic(InetAddress.getByName("::ffff:8.8.8.8")))
                .isTrue();
        byte[] mapped = new byte[16];
        mapped[10] = -1;
        mapped[11] = -1;
        mapped[12] = (byte) 169;
        mapped[13] = (byte) 254;
        mapped[14] = (byte) 169;
        mapped[15] = (byte) 254;
        assertThat(PublicAddress.isPublic(Inet6Address.getByAddress("mapped", mapped, -1)))
                .isFalse();
    }
}
