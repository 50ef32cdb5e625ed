#!/bin/sh
# test_tool_rig.sh - `bristle simulate rig/NAME`: tables, pages, JSON, wrong arguments.
. tests/kit/kit.sh

for rig in axis exact consistent; do
    quietly "$BR_TOOL" simulate rig/$rig --seed 3 --csv "$box/$rig.csv"
    is "rows of rig/$rig" 24384 "$(wc -l <"$box/$rig.csv" | tr -d ' ')"
    is "numbers missing in rig/$rig" 0 "$(grep -c nan "$box/$rig.csv")"
done
is "columns of rig/axis" "t [s],q [m],u [N],q_true [m],v_true [m/s],a_true [m/s^2],F_true [N],w_true [N],z[1]_true [N]" \
    "$(head -1 "$box/axis.csv" | cut -d, -f1-9)"
is "columns of rig/exact" "w_true [N],v [m/s],F [N],z[1]_true [N],z[2]_true [N],z[3]_true [N],z[4]_true [N]" \
    "$(head -1 "$box/exact.csv" | cut -d, -f8-)"
is "columns of rig/consistent" "t [s],v [m/s],F [N],F_true [N],kappa[1]_true [N/m]" "$(head -1 "$box/consistent.csv" | cut -d, -f1-5)"
is "forces of a row" "" "$(awk -F, 'NR > 1 { e = $3 + $8 - 20*$6 - $7; if (e > 1e-9 || e < -1e-9) print NR }' "$box/axis.csv")"

# a seed is a log: the same again, on standard output too; another seed is another log; 1 where none is given
"$BR_TOOL" simulate rig/exact --seed 3 --csv - | quietly cmp - "$box/exact.csv"
"$BR_TOOL" simulate --model rig/consistent --csv - >"$box/1.csv"
"$BR_TOOL" simulate rig/consistent --seed 1 --csv - | quietly cmp - "$box/1.csv"
cmp -s "$box/1.csv" "$box/consistent.csv" && { echo "FAIL: another seed gives the same log"; exit 1; }

# a log drives a model as any table does
quietly "$BR_TOOL" simulate sgms "$box/exact.csv" --params table-4.1 --signals 't = t, v = v' --step '0.1 ms' --until '0.1 s' --method rosenbrock

quietly "$BR_TOOL" simulate rig/axis --report "$box/r.html" --json "$box/r.json"
is "figures of the page, as Fig. 4.5 a to d" 4 "$(grep -c '<svg' "$box/r.html")"
is "what the JSON file is of" 'rig/axis' "$(sed -n 's/.*"rig": "\([a-z/]*\)".*/\1/p' "$box/r.json")"
is "rigs" 3 "$("$BR_TOOL" simulate --list | grep -c '^rig/')"

echo old >"$box/old"
wrong 2 "bristle simulate: there is no rig 'rig/axes'; did you mean rig/axis? 'bristle simulate --list' lists them" simulate rig/axes --csv "$box/old"
wrong 2 "bristle simulate: a rig takes no --until; only --seed can be changed" simulate rig/axis --until 3 --csv "$box/old"
wrong 2 "bristle simulate: a rig takes no --sensor; only --seed can be changed" simulate rig/axis --sensor 'q = noise(1) nm' --csv "$box/old"
wrong 2 "bristle simulate: a rig takes no second argument; only --seed can be changed" simulate rig/axis log.csv --csv "$box/old"
wrong 2 "bristle simulate: --seed '-1' is not an integer from 0 to 2^53" simulate rig/axis --seed -1 --csv "$box/old"
is "what stood there" old "$(cat "$box/old")"
