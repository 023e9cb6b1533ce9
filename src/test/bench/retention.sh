#!/usr/bin/env bash
# What intake notices while retention lets a big day go: `src/test/bench/retention.sh [deliveries] [rounds]` after
# `./mvnw -B package -DskipTests`. Fills an old day with so many deliveries (default 5 million) by SQL, then runs the same load
# without and with retention at work and shows both p99. Needs Debian's postgresql packages. Everything stays on the loopback
# interface and ends by itself; figures belong into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
size=${1:-5000000} rounds=${2:-3} count=${COUNT:-12000} connections=${CONNECTIONS:-64} rate=${RATE:-300}
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
work=$(mktemp -d) port=${PGPORT:-25441} http=${HTTP_PORT:-25490}
as=(); if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid postgres --regid postgres --clear-groups); chown postgres "$work"; fi
service=
stop_service() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    [ -z "$service" ] || wait "$service" 2>/dev/null || true
    service=
}
stop() {
    stop_service
    (cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -m fast -w stop >/dev/null 2>&1) || true
    rm -rf "$work"
}
trap stop EXIT

(cd "$work" && "${as[@]}" "$bin/initdb" -D "$work/data" -A trust -U postgres -E UTF8 >/dev/null)
(cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -l "$work/data/log" \
    -o "-p $port -k $work -h 127.0.0.1 -c shared_buffers=512MB -c max_wal_size=8GB -c max_connections=150" start >/dev/null)
psql() { command psql -h 127.0.0.1 -p "$port" -U postgres -X -q -A -t "$@"; }
psql -c "create database bench"

start_service() { # RETAIN_EVERY
    PAWL_CONFIG=src/test/bench/pawl.json PAWL_DB_URL="postgresql://127.0.0.1:$port/bench" PAWL_DB_USER=postgres PAWL_DB_PASSWORD=x \
        PAWL_RETAIN_EVERY=$1 QUARKUS_HTTP_PORT=$http QUARKUS_HTTP_HOST=127.0.0.1 \
        QUARKUS_MANAGEMENT_PORT=$((http + 1)) QUARKUS_MANAGEMENT_HOST=127.0.0.1 \
        ${JAVA:-java} ${JAVA_OPTIONS:--Xmx256m} -Dpawl.retain.delayed="${2:-1s}" -jar target/quarkus-app/quarkus-run.jar \
        >"$work/service.log" 2>&1 &
    service=$!
    until curl -sf -o /dev/null "http://127.0.0.1:$((http + 1))/q/health/ready"; do
        kill -0 "$service" || { tail -3 "$work/service.log"; exit 1; }
        sleep 0.3
    done
}
load() { java -Xmx256m -cp target/test-classes dev.pawl.bench.LoadGenerator "$http" "$@"; }

# A day that is over, one delivery in a thousand of it in doubt; ids tell the day.
fill() {
    psql -d bench <<SQL
set search_path to pawl;
select make_partitions(date '2025-01-01', 1);
set synchronous_commit = off;
create temporary table made as
select n, (lpad(to_hex(1735732800000 + n % 40000000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id,
    md5('op ' || n)::uuid as operation_id
from generate_series(1, $size) n;
insert into delivery (received_on, id, source, received_at, secret, headers, body)
select date '2025-01-01', id, 'p', '2025-01-01T12:00:00Z', 0, '{}', convert_to(repeat('x', 600), 'UTF8') from made;
insert into event (received_on, delivery_id, n, run, source, operation_id, state, verdict, at)
select date '2025-01-01', id, 0, 0, 'p', operation_id, 'succeeded',
    case when n % 1000 = 0 then 'invalid' else 'applied' end, '2025-01-01T12:00:00Z' from made;
vacuum (analyze) pawl.delivery_20250101; -- or autovacuum does it in the middle of one of the two
vacuum (analyze) pawl.event_20250101;
checkpoint;
SQL
}

first=1
echo "warming up"
start_service 24h 24h
for _ in 1 2; do load "$connections" "$count" $first >/dev/null; first=$((first + count)); done
stop_service
for round in $(seq "$rounds"); do
    fill
    start_service 24h 24h
    load "$connections" "$count" $first "$rate" >/dev/null; first=$((first + count))
    quiet=$(load "$connections" "$count" $first "$rate"); first=$((first + count))
    stop_service
    start_service 1h "$((count / rate + 12))s" # as warm as the other one, and in the middle of the second load
    load "$connections" "$count" $first "$rate" >/dev/null; first=$((first + count))
    busy=$(load "$connections" "$count" $first "$rate"); first=$((first + count))
    until [ "$(psql -d bench -c "select count(*) from pg_class where relname ~ '^(gone_)?(delivery|event)_20250101$'")" = 0 ]; do sleep 1; done
    stop_service
    echo "round=$round without: $quiet"
    echo "round=$round with:    $busy kept=$(psql -d bench -c "select count(*) from pawl.delivery_kept")"
    p99() { sed -E 's/.*p99_ms=([0-9.]+).*/\1/' <<<"$1"; }
    echo "round=$round p99_ratio=$(awk "BEGIN { printf \"%.2f\", $(p99 "$busy") / $(p99 "$quiet") }")"
    psql -d bench -c "truncate pawl.delivery_kept, pawl.event_kept"
done
