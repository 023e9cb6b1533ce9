#!/usr/bin/env bash
# Measures how long one webhook takes to verify: src/test/bench/verification.sh [JMH options]
set -euo pipefail
cd "$(dirname "$0")/../../.."

maven="${MVN:-./mvnw}"
"$maven" -q -B -Dquick -Pbench test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.classpath
classpath="target/bench-classes:target/test-classes:target/classes:$(cat target/bench.classpath)"
rm -rf target/bench-classes
mkdir -p target/bench-classes
javac -d target/bench-classes -cp "$classpath" src/test/bench/VerificationBenchmark.java
exec java -cp "$classpath" org.openjdk.jmh.Main VerificationBenchmark "$@"
