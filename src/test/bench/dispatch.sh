#!/usr/bin/env bash
# How long an effect over HTTP takes from the transaction that caused it to its receiver, at several rates of webhooks:
# `src/test/bench/dispatch.sh [seconds per rate]` after `./mvnw -B package -DskipTests`. Figures belong into docs/benchmarks.md.
set -euo pipefail
cd "$(dirname "$0")/../../.."
seconds=${1:-20}
. src/test/bench/service.sh
receiver=$((http + 2))
java -Xmx256m -cp target/test-classes dev.pawl.bench.EffectLatency "$receiver" >"$work/latency" &
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
start_service "$work/pawl.json"

first=1
for rate in 200 200 100 400; do # the first one only warms up
    load 32 $((rate * seconds)) $first $rate
    first=$((first + rate * seconds))
    until [ "$(psql -d bench -c "select count(*) from pawl.effect where state <> 'done'")" = 0 ]; do sleep 0.5; done
    curl -sf "http://127.0.0.1:$receiver/report?rate=$rate"
done
