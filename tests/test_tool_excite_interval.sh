#!/bin/sh
# test_tool_excite_interval.sh - `bristle excite --criterion`: inputs for `bristle bound`, within limits, and wrong arguments.
. tests/kit.sh
T=$BR_TOOL
R='alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m'
E="excite --criterion interval --params nominal --limits"
"$T" $E 'u = 0.7 N*m, x1 = 20 rad' --error 'x1 = 1 mrad' --range "$R" -o "$box/u.csv" --json "$box/u.json" --report "$box/u.html" >"$box/u.txt"
is "columns" "t [s],u [N*m]" "$(head -1 "$box/u.csv")"
is "rows" 801 "$(wc -l <"$box/u.csv" | tr -d ' ')"
is "a picture" 1 "$(grep -c '<svg' "$box/u.html")"
awk -F, 'NR > 1 && ($2 < 0 || $2 > 0.7) { bad = 1 } END { exit bad }' "$box/u.csv" || { echo "FAIL: torque beyond its limits"; exit 1; }
# width WHICH PARAMETER: of the text
width() { awk -v which="$1" -v name="$2" '$1 == which { for (i = 2; i < NF; i++) if ($i == name) print $(i + 1) }' "$box/u.txt"; }
awk -v a="$(width interval alpha)" -v b="$(width paper alpha)" 'BEGIN { exit !(a > 0 && a < b) }' ||
    { echo "FAIL: not narrower than the paper's: $(cat "$box/u.txt")"; exit 1; }
# the table drives the plant, and its log bounds the parameters as was said
quietly "$T" simulate drive-train "$box/u.csv" --params nominal --signals 't = t, u = u' --step '10 ms' --tolerance 1e-10 --csv "$box/log.csv"
"$T" bound "$box/log.csv" --params nominal --error 'x1 = 1 mrad' --range "$R" --signals 't = t, x1 = x1, u = u' >"$box/b.txt"
has "its log bounds" "$box/b.txt" "consistent"
wrong 2 "--criterion is interval or paper, not 'best'" excite --criterion best --params nominal --limits 'u = 1 N*m, x1 = 9 rad' --range "$R"
wrong 2 "--criterion needs --range" excite --criterion paper --params nominal --limits 'u = 1 N*m, x1 = 9 rad'
wrong 2 "--limits says nothing of x1: 'x1 = 1 rad'" excite --criterion paper --params nominal --limits 'u = 1 N*m' --range "$R"
wrong 2 "--range has no range" excite --criterion paper --params nominal --limits 'u = 1 N*m, x1 = 9 rad' --range 'alpha = 4 1/s'
wrong 4 "no plant that sticks and slips" excite --criterion paper --model lugre --params table-I --limits 'v = 1 m/s' --range 'FC = 1..2 N'
exit $failed
