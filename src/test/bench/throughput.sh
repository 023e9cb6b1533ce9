#!/usr/bin/env bash
# Webhooks per second through Pawl against pgbench writing the same rows, one transaction per webhook, on one PostgreSQL in
# one run: `src/test/bench/throughput.sh [rounds]` after `./mvnw -B package -DskipTests`. Figures belong into
# docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
rounds=${1:-3} count=${COUNT:-60000} connections=${CONNECTIONS:-192}
. src/test/bench/service.sh
start_postgres
start_service src/test/bench/pawl.json

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
