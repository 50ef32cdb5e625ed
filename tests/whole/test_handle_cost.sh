#!/bin/sh
# test_handle_cost.sh - a call through a public handle costs at most 2 %, or 50 instructions (10 ns at 5 a nanosecond), over the call inside.
#
# Instructions, which callgrind counts the same on a busy machine as on an idle one: bench_api runs 1000 calls of either kind for each row.
. tests/kit/kit.sh
needs valgrind
needs callgrind_annotate
bench=$BR_BUILD/bench/bench_api
[ -d "$BR_BUILD/bench" ] || { echo "skipped: this build has no benches (sanitizers)"; exit 77; }
quietly cmake --build "$BR_BUILD" --parallel 2 --target bench_api
BENCH_SHORT=1 quietly valgrind --tool=callgrind --callgrind-out-file="$box/calls" --dump-after=compare --separate-callers=1 "$bench"
rows=0
for dump in "$box"/calls.*; do
    callgrind_annotate --inclusive=yes --threshold=100 "$dump" >"$box/row" 2>/dev/null
    # "  735,475 ( 0.1%)  file:handle_compensator'compare [...]"
    counts=$(awk '/:(handle|inside)_[a-z]+.compare/ { gsub(/,/, "", $1); name = $0; sub(/.*:/, "", name); sub(/_.*/, "", name); n[name] = $1 }
        END { if (n["handle"] && n["inside"]) print n["handle"], n["inside"] }' "$box/row")
    [ -n "$counts" ] || continue
    rows=$((rows + 1))
    awk -v row=$rows -v counts="$counts" 'BEGIN { split(counts, n, " "); more = (n[1] - n[2]) / 1000; all = n[2] / 1000
        printf "row %d: %.0f instructions over %.0f, %.2f %%\n", row, more, all, 100 * more / all
        exit more > 50 && more > 0.02 * all }' || { echo "FAIL: row $rows of bench_api"; failed=1; }
done
between 13 100 "$rows" "rows of bench_api"
exit "$failed"
