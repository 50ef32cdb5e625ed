#!/bin/sh
# test_tool_identify_rows.sh - `bristle identify` counts the rows that are used, and why others are not: the counts add up.
. tests/kit/kit.sh

awk 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
    BEGIN { srand(1); V = 0.05; w = 6; print "time,enc,speed,acc,force,friction"
        for (i = 0; i < 4000; i++) {
            t = i*0.001
            v = V*sin(w*t) + 0.4*V*sin(2.7*w*t + 1); a = V*w*cos(w*t) + 1.08*V*w*cos(2.7*w*t + 1)
            x = 0.3 - V/w*cos(w*t) - 0.4*V/(2.7*w)*cos(2.7*w*t + 1); F = 3*(v > 0 ? 1 : -1) + 10*v + noise(0.05)
            printf "%.3f,%.9g,%.9g,%.9g,%.9g,%.9g\n", t, x + noise(2e-7), v + noise(1e-5), a, 2*a + 1 + F, F } }' >"$box/clean.csv"
awk -F, 'NR == 1 || $1 < 2 || $1 >= 2.5' "$box/clean.csv" >"$box/gap.csv"
# two rows alone between two gaps
awk -F, 'NR == 1 || $1 < 1 || $1 >= 1.5 || ($1 >= 1.2 && $1 < 1.202)' "$box/clean.csv" >"$box/alone.csv"
awk -F, -v OFS=, 'NR == 1002 || NR == 2002 { $5 = $6 = 1e9 } { print }' "$box/clean.csv" >"$box/spikes.csv"
awk -F, -v OFS=, 'NR > 1 && NR % 500 == 2 { $5 = $6 = "nan" } NR == 1300 { $2 = "" } { print }' "$box/clean.csv" >"$box/nan.csv"
# one direction, with rest between the strokes and an encoder of steps
awk 'BEGIN { srand(2); print "time,enc,friction"; x = 0
    for (i = 0; i < 4000; i++) { t = i*0.001; v = 0.02*sin(3*t); v = v > 0 ? v : 0; x += v*0.001
        printf "%.3f,%.9g,%.9g\n", t, x + 2e-8*(rand() - 0.5), (v > 0 ? 2 + 30*v : 1.5) + 0.02*(rand() - 0.5) } }' >"$box/rest.csv"
X='t = time s, x = enc m, u = force N'
F='t = time s, v = speed m/s, F = friction N'

# count KEY: the numbers behind a key of the counts in $box/o.json, of all logs
count() { awk '/"rows": \[/ { on = 1 } on && /^  \}\],/ { on = 0 } on && /^    \}\],/ { on = 0 } on' "$box/o.json" | sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" | tr '\n' ' ' | sed 's/ $//'; }
# adds WORDS READ ARGUMENT...: the run succeeds, has read that many rows of each log, and its counts add up.
adds() {
    words=$1 read=$2
    shift 2
    "$BR_TOOL" identify "$@" --json "$box/o.json" >"$box/log" 2>&1 || true
    is "rows read, $words" "$read" "$(count read)"
    awk '/"rows": \[/ { on = 1 } !on { next }
        /"read":/ { read = $2 + 0; sum = 0 }
        /"(used|outside|between_windows|ends|spikes|missing|direction|short_segments|test)":/ { sum += $2 }
        /"test":/ { logs++; if (sum != read) bad = 1 }
        /"hold_out"/ { exit }
        END { exit bad || logs == 0 }' "$box/o.json" || { echo "FAIL: $words: the counts do not add up"; grep -A 60 '"rows": \[' "$box/o.json"; exit 1; }
}

adds "clean" 4000 "$box/clean.csv" --signals "$F" --model coulomb
is "all used" 4000 "$(count used)"
has "all used, as text" "$box/log" "rows: 4000 read, all used"
adds "ends" 4000 "$box/clean.csv" --signals "$X" --model coulomb
is "ends of the filter" 100 "$(count ends)"
has "ends, as text" "$box/log" "rows: 4000 read, 3900 used as 390 filtered residuals; not used: 100 at the ends"
adds "gap" 3500 "$box/gap.csv" --signals "$X" --model coulomb --report "$box/gap.html"
is "ends of segments" 200 "$(count ends)"
has "the gap is reported" "$box/log" "gap.csv: 1 gap of more than five samples, of 0.501 s at t = 1.999 s"
has "the gap in JSON" "$box/o.json" "1 gap of more than five samples"
has "rows in the report" "$box/gap.html" "rows read"
adds "rows alone" 3502 "$box/alone.csv" --signals "$F" --model coulomb
is "rows alone" 2 "$(count short_segments)"
has "two gaps" "$box/log" "2 gaps of more than five samples, the widest of 0.299 s at t = 1.201 s"
adds "spikes" 4000 "$box/spikes.csv" --signals "$X" --model coulomb --robust
is "spikes" 2 "$(count spikes)"
adds "spikes of the friction force" 4000 "$box/spikes.csv" --signals "$F" --model coulomb --robust
is "spikes alone" "2 3998" "$(count spikes) $(count used)"
adds "missing cells" 4000 "$box/nan.csv" --signals "$F" --model coulomb
is "missing" "8 3992" "$(count missing) $(count used)"
adds "missing cells, a position bridged" 4000 "$box/nan.csv" --signals "$X" --model coulomb
is "missing beside ends" "7 3893" "$(count missing) $(count used)"
adds "rest" 4000 "$box/rest.csv" --signals 't = time s, x = enc m, F = friction N' --model coulomb
between 500 2200 "$(count direction)" "rows at rest in a log of one direction"
adds "hold-out" 4000 "$box/clean.csv" --signals "$F" --model coulomb --hold-out 0.25
is "hold-out rows" 1000 "$(count hold_out_rows)"
adds "two logs, a test log and a range" "3500 4000 4000" "$box/gap.csv" "$box/spikes.csv" --test "$box/nan.csv" --signals "$X" --model coulomb --robust --from '0.5 s'
is "outside" "500 500 500" "$(count outside)"
is "of the test log" "0 0 3450" "$(count test)"
adds "motion" 4000 "$box/nan.csv" --signals "$X" --model coulomb --predict motion
is "positions are fitted where forces are missing" "1 3899" "$(count missing) $(count used)"
adds "a law with another input" 4000 "$box/clean.csv" --signals "$F, u = force N" --model karnopp
adds "several laws" 4000 "$box/nan.csv" --signals "$F" --compare coulomb,stribeck
