#!/bin/sh
# test_tool_bound_set.sh - `bristle bound` of laws without modes: which parameters explain a log.
. tests/kit/kit.sh
T=$BR_TOOL
quietly "$T" simulate stribeck --params fig-3.1a --input 'v = 0.01 + 0.5*t m/s' --until 1 --step '50 ms' --csv "$box/s.csv"
S='t = t, v = v, F = F'
R='FC = 0.05..0.2 N, FS = 0.2..0.4 N'
"$T" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 10 mN, v = 0.1 mm/s' --range "$R" \
    --json "$box/s.json" --report "$box/s.html" >"$box/s.txt"
has "verdict" "$box/s.txt" "consistent: parameters that explain the log are proved to exist"
has "JSON" "$box/s.json" '"verdict": "consistent"'
for file in s.txt s.html; do
    has "the searched ranges in $file" "$box/$file" "searched ranges: FC = 0.05..0.2 N, FS = 0.2..0.4 N"
done
tr -d ' \n' <"$box/s.json" | grep -q '"ranges":{"FC":{"lo":0.0[0-9]*,"hi":0.2' || { echo "FAIL: no ranges in JSON: $(tail -n 15 "$box/s.json")"; exit 1; }
"$T" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range 'FC = 0.05..0.3 N, FS = 0.3..9 N' >"$box/p.txt"
awk '/^of the range/ { found = $4 + $9 + $13; near = found > 99.999 && found < 100.001 && $9 < 100 } END { exit !near }' "$box/p.txt" ||
    { echo "FAIL: shares: $(cat "$box/p.txt")"; exit 1; }
for n in 1 3; do
    quietly "$T" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 10 mN, v = 0.1 mm/s' --range "$R" --threads $n --json "$box/t$n.json"
done
cmp "$box/t1.json" "$box/t3.json" || { echo "FAIL: three threads find something else than one"; exit 1; }
# And two processes of MPI; where the tool was built without it, mpirun starts two searches.
if command -v mpirun >/dev/null 2>&1; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    timeout 60 mpirun --oversubscribe -n 2 "$T" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 10 mN, v = 0.1 mm/s' \
        --range "$R" --json "$box/mpi.json" >"$box/mpi.txt" 2>"$box/mpi.err" || { cat "$box/mpi.err"; exit 1; }
    cmp "$box/t1.json" "$box/mpi.json" || { echo "FAIL: two processes find something else than one"; exit 1; }
fi
has "the ranges on the page" "$box/s.html" "ranges: $R"
is "a picture" 1 "$(grep -c '<svg' "$box/s.html")"
for line in 'FC 0.1 0.03' 'FS 0.3 0.05'; do
    # shellcheck disable=SC2086
    set -- $line
    awk -v name="$1" -v x="$2" -v near="$3" '$1 == name { found = $2 <= x && x <= $4 && $4 - $2 < near } END { exit !found }' "$box/s.txt" ||
        { echo "FAIL: $1: $(cat "$box/s.txt")"; exit 1; }
done
found=0
"$T" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range 'FC = 0.15..0.2 N' --json "$box/i.json" >"$box/i.txt" 2>"$box/i.err" || found=$?
is "exit code of what nothing explains" 1 $found
has "words of it" "$box/i.txt" "inconsistent: the last box was deleted at row"
has "JSON of what nothing explains" "$box/i.json" '"verdict": "inconsistent"'
# Ctrl-C, once: what is known by then is told.
quietly "$T" simulate lugre --params table-I --input 'v = 0.001*sin(6*t) m/s' --until 4 --step '1 ms' --csv "$box/l.csv"
for after in 1 5 25; do # a busy machine may not have begun by then
    timeout --foreground --preserve-status -s INT $after "$T" bound "$box/l.csv" --model lugre --params table-I --linear --error 'F = 1 mN' \
        --range 'FC = 0.8..1.2 N, FS = 1.2..2 N, sigma0 = 1e4..2e5 N/m' --signals "$S" --boxes 1e9 --json "$box/c.json" >"$box/c.txt" && break
done
has "an interrupted search" "$box/c.txt" "undecided; interrupted, the reported part holds"
has "its JSON" "$box/c.json" '"interrupted": true'
wrong 2 "--error names no measured state or output" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'v = 1 mm/s' --range "$R"
wrong 2 "--error of F must be one positive number" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 0 N' --range "$R"
wrong 2 "has no input, state or output 'G'" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'G = 1 N' --range "$R"
wrong 2 "--range has no range" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range 'FC = 0.1 N'
wrong 2 "--signals has no F; add 'F = COLUMN" bound "$box/s.csv" --model stribeck --params fig-3.1a --signals 't = t, v = v' --error 'F = 1 mN' --range "$R"
wrong 2 "takes one LOG, not 2" bound "$box/s.csv" "$box/s.csv" --model stribeck --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range "$R"
wrong 2 "--renew is for plants" bound "$box/s.csv" --model stribeck --renew FC --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range "$R"
wrong 2 "--rules is for plants" bound "$box/s.csv" --model stribeck --rules paper --params fig-3.1a --signals "$S" --error 'F = 1 mN' --range "$R"
exit $failed
