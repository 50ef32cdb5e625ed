#!/bin/sh
# One wrong value in 20,000 rows is named with its row and column; where it dominates the fit it is refused; --robust goes on.
. tests/kit/kit.sh

awk 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
    BEGIN { srand(1); V = 0.05; w = 6; print "time,enc,speed,acc,force,friction"
        for (i = 0; i < 20000; i++) {
            t = i*0.001
            v = V*sin(w*t) + 0.4*V*sin(2.7*w*t + 1); a = V*w*cos(w*t) + 1.08*V*w*cos(2.7*w*t + 1)
            x = 0.3 - V/w*cos(w*t) - 0.4*V/(2.7*w)*cos(2.7*w*t + 1); F = 3*(v > 0 ? 1 : -1) + 10*v + noise(0.05)
            printf "%.3f,%.9g,%.9g,%.9g,%.9g,%.9g\n", t, x + noise(2e-7), v + noise(1e-5), a, 2*a + 1 + F, F } }' >"$box/clean.csv"
head -n 5001 "$box/clean.csv" >"$box/short.csv"
# with COLUMN VALUE [LOG]: the same log with one value in row 3001 of a column
with() { awk -F, -v OFS=, -v name="$1" -v value="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i } NR == 3002 { $c = value } { print }' "$box/${3:-clean}.csv" >"$box/one.csv"; }
# identifiable FILE: what inspect says is
identifiable() { sed -n '/^identifiable/,/^excitation/p' "$1" | grep -E '^  (yes|partly|no) '; }
X='t = time s, x = enc m, u = force N'
V='t = time s, x = enc m, v = speed m/s, a = acc m/s^2, u = force N'
F='t = time s, v = speed m/s, F = friction N'

while read -r column value signal unit signals log; do
    case $signals in X) S=$X ;; V) S=$V ;; F) S=$F ;; esac
    with "$column" "$value" "$log"
    wrong 1 "one.csv: $signal (column $column), row 3001, t = 3 s: $value $unit between" identify "$box/one.csv" --signals "$S" --model coulomb --json "$box/no.json"
    [ ! -e "$box/no.json" ] || { echo "FAIL: refused, but written"; exit 1; }
    quietly "$BR_TOOL" identify "$box/one.csv" --signals "$S" --model coulomb --robust --json "$box/robust.json"
    has "what --robust rejects" "$box/log" "$signal (column $column), row 3001, t = 3 s"
    between 2.98 3.02 "$(number "$box/robust.json" FC value)" "FC beside $value in $column"
    between 9.7 10.3 "$(number "$box/robust.json" sigma2 value)" "sigma2 beside $value in $column"
    [ "$signals" = F ] || between 1.98 2.02 "$(number "$box/robust.json" m value)" "m beside $value in $column"
    S=$(echo "$S" | sed 's/, a = acc m.s^2//')
    quietly "$BR_TOOL" inspect "$box/one.csv" --signals "$S" --json "$box/inspect.json"
    [ "$signal" = a ] || has "inspect names it" "$box/log" "1 spike of $signal, up to"
    [ "$signal" = a ] || has "inspect names its row" "$box/log" ": row 3001"
    [ -e "$box/$log.$signals" ] || "$BR_TOOL" inspect "$box/$log.csv" --signals "$S" >"$box/$log.$signals" 2>&1
    is "inspect: identifiable beside $value in $column" "$(identifiable "$box/$log.$signals")" "$(identifiable "$box/log")"
done <<'END'
enc 1e+300 x m X clean
enc 1e+09 x m X short
enc -1e+09 x m X short
enc 0.4 x m X short
speed 1e+300 v m/s V short
speed 1e+09 v m/s V clean
speed 1e+09 v m/s F short
acc 1e+09 a m/s^2 V short
force 1e+300 u N X short
force 1e+09 u N X short
friction -1e+300 F N F short
friction 1e+09 F N F clean
END

# A small spike is named, and the fit goes on; rows that are not taken do not count
with force 60
quietly "$BR_TOOL" identify "$box/one.csv" --signals "$X" --model coulomb --json "$box/small.json"
has "a small spike is a warning" "$box/log" "u (column force), row 3001, t = 3 s: 60 N between"
between 2.95 3.05 "$(number "$box/small.json" FC value)" "FC beside a small spike"
with enc 1e9
quietly "$BR_TOOL" identify "$box/one.csv" --signals "$X" --model coulomb --from '8 s' --json "$box/behind.json"
between 2.98 3.02 "$(number "$box/behind.json" FC value)" "FC behind the spike"
if grep -q spike "$box/log"; then echo "FAIL: a spike outside of --from is of no concern"; exit 1; fi
quietly "$BR_TOOL" identify "$box/clean.csv" --signals "$X" --model coulomb
if grep -q spike "$box/log"; then echo "FAIL: a clean log has no spikes"; exit 1; fi
# Behind the first 65536 rows inspect looks at rows as they come
awk 'BEGIN { print "t,x,u"; for (i = 0; i < 90000; i++) { t = i*0.001; v = 0.3*cos(6*t); x = 0.05*sin(6*t); u = -3.6*x*20 + 3*(v > 0 ? 1 : -1) + 10*v
    printf "%.3f,%.9g,%.9g\n", t, i == 80000 ? 1e9 : x, i == 70000 ? -1e300 : u } }' >"$box/long.csv"
quietly "$BR_TOOL" inspect "$box/long.csv" --signals 't = t s, x = x m, u = u N'
has "a spike far in a log" "$box/log" "1 spike of x, up to 1e+09 m: row 80001"
has "and one of the force" "$box/log" "1 spike of u, up to 1e+300 N: row 70001"
has "the stroke is that of the motion" "$box/log" "position  from -0.05 to 0.05 m"
has "and FC is identifiable" "$box/log" "  yes     Coulomb friction"

# a_jump_of_the_position_is_named: rows are lost and times go on; m = 1.50 +- 0.15 for 5 kg was said of such a log
awk -F, -v OFS=, 'NR < 2500 || NR > 2511 { if (NR > 1) $1 = sprintf("%.3f", 0.001*n++); print }' "$box/short.csv" >"$box/lost.csv"
"$BR_TOOL" identify "$box/lost.csv" --signals "$X" --model coulomb >"$box/log" 2>&1 || true
has "a jump of the position" "$box/log" "lost.csv: x jumps by "
has "where it jumps" "$box/log" " from row 2498 to the next, t = 2.497 s: "
"$BR_TOOL" identify "$box/lost.csv" --signals "$X" --model coulomb --from '3 s' >"$box/log" 2>&1 || true
if grep -q jumps "$box/log"; then echo "FAIL: a jump outside of --from is of no concern"; exit 1; fi
"$BR_TOOL" identify "$box/short.csv" --signals "$X" --model coulomb >"$box/log" 2>&1 || true
if grep -q jumps "$box/log"; then echo "FAIL: a jump where there is none"; exit 1; fi
exit $failed
