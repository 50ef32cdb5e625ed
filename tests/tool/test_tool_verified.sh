#!/bin/sh
# test_tool_verified.sh - `bristle simulate --verified`: tubes hold the plain run, files, wrong arguments.
. tests/kit/kit.sh
T=$BR_TOOL

# inside LAW PARAMS COLUMN ARGUMENT...: the plain run stays between COLUMN.lo and COLUMN.hi in every row.
inside() {
    column=$1 range=$2
    shift 2
    "$T" simulate "$@" --step '20 ms' --tolerance 1e-10 --csv "$box/plain.csv" >/dev/null
    quietly "$T" simulate "$@" --step '20 ms' --verified --range "$range" --csv "$box/tube.csv"
    awk -F, -v name="$column" 'FNR == 1 { for (i = 1; i <= NF; i++) { n = $i; sub(/ .*/, "", n); at[FILENAME, n] = i }; next }
        FILENAME == ARGV[1] { x[FNR] = $(at[FILENAME, name]); rows++; next }
        { lo = $(at[FILENAME, name ".lo"]); hi = $(at[FILENAME, name ".hi"]); slack = 1e-7*(lo < 0 ? -lo : lo) + 1e-12
          if (!(lo - slack <= x[FNR] && x[FNR] <= hi + slack && lo <= hi)) { print "row " FNR ": " x[FNR] " is not in " lo ".." hi; bad = 1 }
          rows-- } END { exit bad || rows }' "$box/plain.csv" "$box/tube.csv" || { echo "FAIL: $* left its tube"; exit 1; }
}
inside F 'sigma0 = 9e4..1.1e5 N/m' lugre --params table-I --input 'x = 20*sin(2*pi*t) um' --until 1
inside z 'FC = 0.9..1.1 N' dahl --params example --input 'v = 1e-4*points(0, 0, 0.5, 1, 1, -1) m/s' --until 1
inside F 'zba = 7e-6..8e-6 m' elasto-plastic --params table-I --input 'v = 1e-4*bernstein(0, 1, 0, 3, -3, 1) m/s' --until 1
inside F 'FC = 8.9..9.1 N' maxwell-slip --params table-B.3 --input 'x = 20*sin(2*pi*t) um' --until 1
inside F 'C = 14..16 N/s' gms --params table-4.1 --input 'v = 1e-4*chirp(1, 4, 1) m/s' --until 1
inside x2 'alpha = 4.4..4.6 1/s' drive-train --params nominal --input 'u = 0.3*square(1) N*m' --until 2

# the header, the page and what is said; an input that may be off; a recorded input
"$T" simulate lugre --params table-I --verified --range 'v = 0.9..1.1 mm/s' --until 1 --csv "$box/v.csv" --json "$box/v.json" --report "$box/v.html" >"$box/v.txt"
is "columns" "t [s],z.lo [m],z.hi [m],F.lo [N],F.hi [N]" "$(head -1 "$box/v.csv")"
has "verdict" "$box/v.txt" "lugre: verified from 0 to 1 s in 1001 rows"
has "JSON" "$box/v.json" '"verified_until": 1'
is "pictures" 2 "$(grep -c '<svg' "$box/v.html")"
printf 't [s],v [mm/s]\n0,0\n1,1\n' >"$box/in.csv"
quietly "$T" simulate lugre "$box/in.csv" --params table-I --signals 't = t, v = v' --linear --verified --error 'v = 1 um/s'

# what escapes is told, with what is proved before it
cat >"$box/escape.law" <<'END'
law escape
state x = 1
param a 1/s
output y
x' = a*x^2
y = x
END
found=0
"$T" simulate "$box/escape.law" --at 'a = 1 1/s' --verified --until 2 --csv "$box/e.csv" >"$box/e.txt" 2>"$box/e.err" || found=$?
is "exit code of what escapes" 1 $found
has "words of what escapes" "$box/e.txt" "lost: no bounded set was found after 0.9"

# What leaves the numbers is lost, too: the rows before it are told.
found=0
"$T" simulate drive-train --verified --params nominal --input 'u = 1e308 N*m' --until 1 --step '10 ms' --csv "$box/ov.csv" >"$box/ov.txt" 2>&1 || found=$?
is "exit code of what leaves the numbers" 1 $found
has "words of what leaves the numbers" "$box/ov.txt" "lost: no bounded set was found after"
[ -s "$box/ov.csv" ] || { echo "FAIL: no rows of what leaves the numbers"; failed=1; }

# ranges win over --at, as later lists do, and each list has its own columns
"$T" simulate lugre --at 'sigma0 = 1e5 N/m, sigma1 = 300 N*s/m, FC = 1 N, FS = 1.5 N, vs = 1e-3 m/s' --verified --range 'FC = 0.9..1.1 N' --input 'v = 1 mm/s' \
    --until 0.1 --step '10 ms' --csv "$box/both.csv" >"$box/both.txt"
"$T" simulate lugre --params table-I --verified --range 'sigma1 = 300 N*s/m, sigma2 = 0 N*s/m, FC = 0.9..1.1 N' --input 'v = 1 mm/s' --until 0.1 --step '10 ms' --csv "$box/one.csv" >"$box/one.txt"
cmp "$box/both.csv" "$box/one.csv" || { echo "FAIL: --at and --range"; exit 1; }
wrong 4 "--range:1:1: law lugre has no quantity 'FX'" simulate lugre --params table-I --at 'FC = 1 N' --verified --range 'FX = 1 N' --input 'v = 1 mm/s' --until 1
wrong 2 "--range needs --verified" simulate lugre --params table-I --range 'v = 1 mm/s' --until 1
wrong 2 "--method cannot be used with --verified" simulate lugre --params table-I --verified --method dopri --until 1
wrong 2 "--error is for inputs" simulate lugre --params table-I --verified --at 'v = 1 mm/s' --error 'z = 1 um' --until 1
cat >"$box/pair.law" <<'END'
law pair
input v m/s
state x m
state y m
output F m
modes one, two
x' = v in one
x' = -v in two
y' = v
from one to two if x > 0*y
from two to one if x < 0*y
F = x
END
wrong 4 "pair: no tube: of laws with modes only those with one decoupled state for each element" simulate "$box/pair.law" --verified --at 'v = 1 mm/s' --until 1
wrong 4 "--range:1:6: a range goes from the smaller to the larger number" simulate lugre --params table-I --verified --range 'FC = 2..1 N, v = 1 m/s' --until 1
# Any velocity up to 1 m/s: a step to a row, and bristles within FS/sigma0; the page says what the tube is of.
"$T" simulate lugre --params table-I --verified --range 'v = -1..1 m/s' --until 1 --step '10 ms' --report "$box/any.html" >"$box/any.txt"
has "as many steps as rows" "$box/any.txt" "101 rows; 100 steps"
has "the limit of the bristles" "$box/any.txt" "z        -0.0000150000"
has "ranges on the page" "$box/any.html" "ranges: <code>v = -1..1 m/s</code>"
# Ctrl-C, and the word that schedulers send: what is proved by then is written, and the exit code says that it is not all.
for word in INT TERM; do
    for after in 2 10 30; do # a busy machine may not have begun by then
        found=0
        timeout --foreground --preserve-status -s $word $after "$BR_TOOL" simulate lugre --params table-I --verified --at 'FC = 1..1.1 N' \
            --input 'v = 0.01*sin(t) m/s' --until 10000 --step '1 ms' --csv "$box/cut.csv" --json "$box/cut.json" >"$box/cut.txt" 2>&1 || found=$?
        [ $found -ne 1 ] || break
    done
    is "exit code of a tube ended by $word" 1 $found
    has "where it ends" "$box/cut.txt" "interrupted: the tube holds until "
    has "its JSON" "$box/cut.json" '"interrupted": true'
    until=$(sed -n 's/.*the tube holds until \([0-9.e-]*\) s.*/\1/p' "$box/cut.txt")
    awk -v a="$until" -v b="$(tail -n 1 "$box/cut.csv" | cut -d, -f1)" 'BEGIN { exit !(a > 0 && a - b < 1e-9*a && b - a < 1e-9*a) }' ||
        { echo "FAIL: the last row is not at $until s"; exit 1; }
    rm "$box/cut.csv"
done
exit $failed
