#!/bin/sh
# test_bench.sh - every bench runs, each part of it once, and gives rows: `make bench` ends with a table.
. tests/kit/kit.sh
[ -d "$BR_BUILD/bench" ] || { echo "skipped: this build has no benches (sanitizers)"; exit 77; }
quietly cmake --build "$BR_BUILD" --parallel 2 --target benches
BENCH_SHORT=1 timeout 600 scripts/bench "$BR_BUILD" "$box/bench.json" >"$box/table" 2>"$box/err" ||
    { echo "FAIL: scripts/bench: $(cat "$box/err")"; exit 1; }
has "the table" "$box/table" "written: $box/bench.json"
for source in bench/bench_*.c; do
    name=$(basename "$source" .c)
    [ -x "$BR_BUILD/bench/$name" ] || { [ "$name" = bench_sim ] && continue; echo "FAIL: $name was not built"; failed=1; continue; }
    has "rows of $name" "$box/bench.json" "{\"program\": \"$name\", "
done
# Whatever is compared was measured: no time is missing or the same in all rows of a program.
awk -F'"baseline_seconds": ' 'NF > 1 { name = $1; sub(/.*"program": "/, "", name); sub(/".*/, "", name); time = $2 + 0
        bad += !(time > 0 && time < 1000); if (seen[name]++ && time != first[name]) differs[name] = 1; if (seen[name] == 1) first[name] = time }
    END { for (n in seen) if (seen[n] > 3 && !differs[n]) { print "FAIL: the baseline of " n " is a constant"; bad++ } exit bad > 0 }' "$box/bench.json" || failed=1
exit $failed
