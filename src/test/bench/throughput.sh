#!/usr/bin/env bash
# Webhooks per second through Pawl against pgbench writing the same rows, one transaction per webhook, on one PostgreSQL in
# one run: `src/test/bench/throughput.sh [rounds]` after `./mvnw -B package -DskipTests`. Needs Debian's postgresql packages.
# Everything stays on the loopback interface and ends by itself; figures belong into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
rounds=${1:-3} count=${COUNT:-60000} connections=${CONNECTIONS:-192}
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
work=$(mktemp -d) port=${PGPORT:-25431} http=${HTTP_PORT:-25480}
as=(); if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid postgres --regid postgres --clear-groups); chown postgres "$work"; fi
service=
stop() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    [ -z "$service" ] || wait "$service" 2>/dev/null || true
    (cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -m fast -w stop >/dev/null 2>&1) || true
    rm -rf "$work"
}
trap stop EXIT

(cd "$work" && "${as[@]}" "$bin/initdb" -D "$work/data" -A trust -U postgres -E UTF8 >/dev/null)
(cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -l "$work/data/log" \
    -o "-p $port -k $work -h 127.0.0.1 -c shared_buffers=512MB -c max_wal_size=4GB -c max_connections=150" start >/dev/null)
psql() { command psql -h 127.0.0.1 -p "$port" -U postgres -X -q -A -t "$@"; }
psql -c "create database bench"

PAWL_CONFIG=src/test/bench/pawl.json PAWL_DB_URL="postgresql://127.0.0.1:$port/bench" PAWL_DB_USER=postgres PAWL_DB_PASSWORD=x \
    QUARKUS_HTTP_PORT=$http QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_MANAGEMENT_PORT=$((http + 1)) QUARKUS_MANAGEMENT_HOST=127.0.0.1 \
    ${JAVA:-java} ${JAVA_OPTIONS:--Xmx256m} -jar target/quarkus-app/quarkus-run.jar >"$work/service.log" 2>&1 &
service=$!
until curl -sf -o /dev/null "http://127.0.0.1:$((http + 1))/q/health/ready"; do
    kill -0 "$service" || { tail -3 "$work/service.log"; exit 1; }
    sleep 0.3
done

load() { java -Xmx256m -cp target/test-classes dev.pawl.bench.LoadGenerator "$http" "$@"; }
baseline() { # CLIENTS RUN SECONDS: transactions per second
    pgbench -h 127.0.0.1 -p "$port" -U postgres -n -M prepared -f src/test/bench/one-per-webhook.sql -D i=0 -D run="$2" \
        -c "$1" -j 2 -T "$3" bench 2>/dev/null | sed -n 's/^tps = \([0-9.]*\).*/\1/p'
}

echo "warming up"
first=1
for _ in 1 2; do load "$connections" "$count" $first >/dev/null; first=$((first + count)); done
best=0 clients=0 run=1
for c in 2 4 8 16 32; do
    tps=$(baseline $c $run 6); run=$((run + 1))
    echo "pgbench clients=$c tps=$tps"
    if awk "BEGIN { exit !($tps > $best) }"; then best=$tps clients=$c; fi
done
for round in $(seq "$rounds"); do
    psql -d bench -c checkpoint
    tps=$(baseline $clients $run 8); run=$((run + 1))
    psql -d bench -c checkpoint
    line=$(load "$connections" "$count" $first); first=$((first + count))
    rate=$(sed -E 's/.*per_second=([0-9]+).*/\1/' <<<"$line")
    echo "round=$round pgbench=$tps pawl: $line ratio=$(awk "BEGIN { printf \"%.2f\", $rate / $tps }")"
done
half=$(awk "BEGIN { printf \"%d\", $rate / 2 }")
echo "half load: $(load "$connections" $((count / 2)) $first "$half")"; first=$((first + count / 2))
echo "rss_mib=$(awk '/VmHWM/ { printf "%d", $2 / 1024 }' "/proc/$service/status")"
sent=$((first - 1))
echo "sent=$sent stored=$(psql -d bench -c "select count(*) from pawl.delivery where headers ? 'content-type' and source = 'p' and convert_from(body, 'UTF8') like '{%'") " \
    "received_counter=$(psql -d bench -c "select sum(n) from pawl.counter where kind = 'received'")" \
    "transitions_not_one=$(psql -d bench -c "select count(*) from (select operation_id from pawl.transition group by 1 having count(*) <> 1) x")"
