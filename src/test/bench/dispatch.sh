#!/usr/bin/env bash
# How long an effect over HTTP takes from the start and from the COMMIT of the transaction that caused it to its receiver, at
# several rates of webhooks: `src/test/bench/dispatch.sh [seconds per rate]` after `./mvnw -B package -DskipTests`. PostgreSQL
# notes when each transaction was committed; a transition's row is never written again, so that its xmin tells which one it was.
# Figures belong into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
seconds=${1:-20}
. src/test/bench/service.sh
receiver=$((http + 2))
java -Xmx256m -cp target/test-classes dev.pawl.bench.EffectLatency "$receiver" &
counting=$!
started+=("$counting")
python3 - "$receiver" src/test/bench/pawl.json >"$work/pawl.json" <<'END'
import json, sys
conf = json.load(open(sys.argv[2]))
conf["effects"] = [{"name": "bench", "when": {"type": "payment"},
                    "http": {"url": f"http://127.0.0.1:{sys.argv[1]}/", "secret": "whsec_MDAxMTIyMzM0NDU1NjY3Nzg4OTlhYWJi"}}]
json.dump(conf, sys.stdout)
END
chmod 755 "$work"
start_postgres
psql -c "alter system set track_commit_timestamp = on"
(cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -m fast -w restart >/dev/null)
psql -d bench -c "create table arrival (webhook_id text, at timestamptz)"
start_service "$work/pawl.json"

first=1
for rate in 400 100 200 400; do # the first one only warms up
    load 32 $((rate * seconds)) $first $rate
    first=$((first + rate * seconds))
    until [ "$(psql -d bench -c "select count(*) from pawl.effect where state <> 'done'")" = 0 ]; do sleep 0.5; done
    curl -sf "http://127.0.0.1:$receiver/" | psql -d bench -c "copy arrival from stdin (format csv)"
    psql -d bench <<SQL
select format('rate=%s effects=%s p50_ms=%s p99_ms=%s from_commit_p50_ms=%s from_commit_p99_ms=%s', $rate, count(*),
    percentile_disc(0.5) within group (order by start), percentile_disc(0.99) within group (order by start),
    percentile_disc(0.5) within group (order by committed), percentile_disc(0.99) within group (order by committed))
from (
    select round(extract(epoch from a.at - e.created_at) * 1000, 1) as start,
        round(extract(epoch from a.at - pg_xact_commit_timestamp(t.xmin)) * 1000, 1) as committed
    from arrival a
    join pawl.effect e using (webhook_id)
    join pawl.transition t on t.operation_id = e.operation_id and t.seq = e.seq) one;
truncate arrival
SQL
done
