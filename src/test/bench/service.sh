# For the benchmarks beside it, to be sourced: a PostgreSQL with the settings of production and the packaged service, both gone
# when the script ends. Everything stays on the loopback interface. Needs Debian's postgresql packages.
# shellcheck shell=bash
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
work=$(mktemp -d) port=${PGPORT:-25431} http=${HTTP_PORT:-25480}
as=(); if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid postgres --regid postgres --clear-groups); chown postgres "$work"; fi
started=()

stop_service() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
    (cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -m fast -w stop >/dev/null 2>&1) || true
    rm -rf "$work"
}
trap stop_service EXIT

psql() { command psql -h 127.0.0.1 -p "$port" -U postgres -X -q -A -t "$@"; }

start_postgres() {
    (cd "$work" && "${as[@]}" "$bin/initdb" -D "$work/data" -A trust -U postgres -E UTF8 >/dev/null)
    (cd "$work" && "${as[@]}" "$bin/pg_ctl" -D "$work/data" -w -l "$work/data/log" \
        -o "-p $port -k $work -h 127.0.0.1 -c shared_buffers=512MB -c max_wal_size=4GB -c max_connections=150" start >/dev/null)
    psql -c "create database bench"
}

start_service() { # CONFIG: the process is in $service; settings may stand in the environment
    PAWL_CONFIG=$1 PAWL_DB_URL="postgresql://127.0.0.1:$port/bench" PAWL_DB_USER=postgres PAWL_DB_PASSWORD=x \
        QUARKUS_HTTP_PORT=$http QUARKUS_HTTP_HOST=127.0.0.1 QUARKUS_MANAGEMENT_PORT=$((http + 1)) \
        QUARKUS_MANAGEMENT_HOST=127.0.0.1 ${JAVA:-java} ${JAVA_OPTIONS:--Xmx256m} \
        -jar target/quarkus-app/quarkus-run.jar >"$work/service.log" 2>&1 &
    service=$!
    started+=("$service")
    until curl -sf -o /dev/null "http://127.0.0.1:$((http + 1))/q/health/ready"; do
        kill -0 "$service" || { tail -3 "$work/service.log"; exit 1; }
        sleep 0.3
    done
}

load() { java -Xmx256m -cp target/test-classes dev.pawl.bench.LoadGenerator "$http" "$@"; }
