#!/bin/sh
# Lays out the files of the native image's container below target/native-root.
#   deploy/native-root.sh EXECUTABLE [--scratch]
# With --scratch everything an empty base lacks is added: the libraries the executable asks for, certificates, a user.
set -eu
executable=${1:?the executable, for example target/pawl-0.1.0-SNAPSHOT-runner}
cd "$(dirname "$0")/.."
root=target/native-root
rm -rf "$root"
mkdir -p "$root/opt/pawl" "$root/etc/pawl"
install -m 0755 "$executable" "$root/opt/pawl/pawl"
beside=$(dirname "$executable")/lib-native
[ ! -d "$beside" ] || cp -R "$beside" "$root/opt/pawl/"

if [ "${2:-}" = --scratch ]; then
    mkdir -p "$root/etc/ssl/certs" "$root/tmp"
    chmod 1777 "$root/tmp"
    # The loader and the libraries, at the paths under which they are looked for.
    for file in "$root/opt/pawl/pawl" "$root"/opt/pawl/lib-native/*.so; do
        [ ! -e "$file" ] || ldd "$file"
    done | sed -n 's/.*[[:space:]]\(\/[^ ]*\) (0x.*/\1/p' | grep -v "/$root/" | sort -u | while read -r library; do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
    # Names are resolved by modules that are loaded while running and so are not listed above.
    for module in libnss_dns.so.2 libnss_files.so.2 libresolv.so.2; do
        library=$(ldconfig -p | sed -n "s/.*$module (.*x86-64.*) => //p" | head -n 1)
        [ -z "$library" ] || { mkdir -p "$root$(dirname "$library")" && cp -L "$library" "$root$library"; }
    done
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    echo 'pawl:x:10001:10001::/:' >"$root/etc/passwd"
    echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
fi
