#!/bin/sh
# test_tool_excite_interval.sh - `bristle excite --criterion`: inputs for `bristle bound`, within limits, and wrong arguments.
. tests/kit/kit.sh
T=$BR_TOOL
R='alpha = 3..6 1/s, beta = 50..80 rad/s^2/N/m'
E="excite --criterion interval --params nominal --limits"
"$T" $E 'u = 0.7 N*m, x1 = 20 rad' --error 'x1 = 1 mrad' --range "$R" -o "$box/u.csv" --json "$box/u.json" --report "$box/u.html" >"$box/u.txt"
is "columns" "t [s],u [N*m]" "$(head -1 "$box/u.csv")"
is "rows" 801 "$(wc -l <"$box/u.csv" | tr -d ' ')"
is "pictures of input, position and velocity" 3 "$(grep -c '<svg' "$box/u.html")"
awk -F, 'NR > 1 && ($2 < 0 || $2 > 0.7) { bad = 1 } END { exit bad }' "$box/u.csv" || { echo "FAIL: torque beyond its limits"; exit 1; }
# The corner of the ranges that goes farthest stays within the limit of the position, and comes near to what is said.
has "whose widths they are" "$box/u.txt" "with an encoder of 0.002 rad per count"
quietly "$T" simulate drive-train "$box/u.csv" --params nominal --at 'alpha = 3 1/s, beta = 80 rad/s^2/N/m' --signals 't = t, u = u' --csv "$box/far.csv"
awk -F, -v said="$(awk '/stays within/ { for (i = 1; i < NF; i++) if ($i == "within") { print $(i + 1); exit } }' "$box/u.txt")" '
    NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^x1 /) at = i; next } $at + 0 > far { far = $at + 0 }
    END { exit !(far <= 20 && far <= 1.001*said && far > 0.95*said) }' "$box/far.csv" || { echo "FAIL: the position leaves its limit: $(cat "$box/u.txt")"; exit 1; }
# width WHICH PARAMETER: of the text
width() { awk -v which="$1" -v name="$2" '$1 == which { for (i = 2; i < NF; i++) if ($i == name) print $(i + 1) }' "$box/u.txt"; }
awk -v a="$(width interval alpha)" -v b="$(width paper alpha)" 'BEGIN { exit !(a > 0 && a < b) }' ||
    { echo "FAIL: not narrower than the paper's: $(cat "$box/u.txt")"; exit 1; }
# where another input is better in all, that is said, and so is how to have it
"$T" $E 'u = 0.7 N*m, x1 = 60 rad' --error 'x1 = 7.7e-4 rad' --range "$R, TF = 0.02..0.3 N*m" >"$box/note.txt"
has "a better row" "$box/note.txt" "note: paper gives smaller widths of all parameters; use --criterion paper"
"$T" excite --criterion tracking --params nominal --limits 'u = 0.7 N*m, x1 = 60 rad' --range "$R" >"$box/note.txt"
is "the row that is asked for" 1 "$(grep -c '^  tracking .*<- selected' "$box/note.txt")"
# the table drives the plant, and its log bounds the parameters as was said
quietly "$T" simulate drive-train "$box/u.csv" --params nominal --signals 't = t, u = u' --step '10 ms' --tolerance 1e-10 --csv "$box/log.csv"
"$T" bound "$box/log.csv" --params nominal --error 'x1 = 1 mrad' --range "$R" --signals 't = t, x1 = x1, u = u' >"$box/b.txt"
has "its log bounds" "$box/b.txt" "consistent"
wrong 2 "--criterion is interval, paper or tracking, not 'best'" excite --criterion best --params nominal --limits 'u = 1 N*m, x1 = 9 rad' --range "$R"
wrong 2 "--criterion needs --range" excite --criterion paper --params nominal --limits 'u = 1 N*m, x1 = 9 rad'
wrong 2 "--limits lacks x1; add 'x1 = 1 rad'" excite --criterion paper --params nominal --limits 'u = 1 N*m' --range "$R"
wrong 2 "--range has no range" excite --criterion paper --params nominal --limits 'u = 1 N*m, x1 = 9 rad' --range 'alpha = 4 1/s'
wrong 1 "u of 0.05 N*m never moves drive-train" $E 'u = 0.05 N*m, x1 = 9 rad' --range 'TF = 0..1 N*m'
wrong 1 "keeps x1 within 9 rad for all parameters of the ranges" $E 'u = 1 N*m, x1 = 9 rad' --range 'TF = 0..1 N*m'
wrong 2 "bristle excite: --for: 'alpha' has no range" excite --criterion paper --params nominal --limits 'u = 1 N*m, x1 = 9 rad' --range 'TF = 0..1 N*m' --for alpha
wrong 4 "no stick-slip plant" excite --criterion paper --model lugre --params table-I --limits 'v = 1 m/s' --range 'FC = 1..2 N'
exit $failed
