#!/bin/sh
# test_tool_inspect.sh - `bristle inspect`: what it says of logs, good and bad, its files, and wrong arguments.
. tests/kit/kit.sh
T=$BR_TOOL

quietly "$T" simulate rig/axis --seed 1 --csv "$box/axis.csv" --mat "$box/axis.mat"
S='t = t, x = q, u = u'

# a table, the same table as a MAT file, and the rig say the same
M='t = t s, x = q m, u = u N'
"$T" inspect "$box/axis.csv" --signals "$S" >"$box/csv.txt"
"$T" inspect "$box/axis.mat" --signals "$M" >"$box/mat.txt"
"$T" inspect "$box/axis.csv" --signals "$S" --json - >"$box/csv.json"
"$T" inspect "$box/axis.mat" --signals "$M" --json - >"$box/mat.json"
for kind in txt json; do
    sed "s/axis\.csv/axis.mat/" "$box/csv.$kind" | cmp -s - "$box/mat.$kind" ||
        { echo "FAIL: $kind of CSV and MAT differ"; diff "$box/csv.$kind" "$box/mat.$kind" | head -n 5; exit 1; }
done
"$T" inspect rig/axis --seed 1 >"$box/rig.txt"
has "the rig" "$box/rig.txt" "24383 rows of 3 signals"
has "its rate" "$box/rig.txt" "10000 Hz"
has "a verdict" "$box/rig.txt" "  yes     presliding stiffness: sigma0 of dahl, lugre, elasto-plastic"

# what it says would help runs as printed: of the axis, of one direction at one speed, and of a machine at rest
mkdir "$box/bin"
ln -s "$T" "$box/bin/bristle"
awk 'BEGIN { print "t,x,u"; for (i = 0; i < 3000; i++) print i/1000 "," i*2e-5 + 1e-6*((i*7)%5) "," 5 + ((i*13)%7)/10 }' >"$box/one.csv"
awk 'BEGIN { print "t,x,u"; for (i = 0; i < 3000; i++) print i/1000 ",0," ((i*13)%7)/1000 }' >"$box/still.csv"
for log in axis one still; do
    x=x
    [ $log = axis ] && x=q
    "$T" inspect "$box/$log.csv" --signals "t = t s, x = $x m, u = u N" --json "$box/$log.json" >"$box/$log.txt"
    sed -n '/^excitation signals that would help/,$s/^  \(bristle excite .*\)/\1/p' "$box/$log.txt" >"$box/commands"
    [ -s "$box/commands" ] || { echo "FAIL: nothing would help $log"; exit 1; }
    while IFS= read -r line; do
        (cd "$box" && PATH=$box/bin:$PATH && quietly sh -c "$line") || exit 1
    done <"$box/commands"
    is "commands of $log in text and JSON" "$(sort -u "$box/commands")" "$(sed -n 's/^ *"command": "\(..*\)",*$/\1/p' "$box/$log.json" | sort -u)"
done
has "static friction" "$box/axis.txt" "  bristle excite ramps --limits 'F = 11 N' --from '1.1 N/s' --to '110 N/s' --level '11 N' -o ramps.csv"
has "the other way, and more speeds" "$box/one.txt" "  bristle excite ladder --limits 'x = 0.03 m, a = "

# without --signals: every column, and what is missing is said
"$T" inspect "$box/axis.csv" >"$box/out"
has "columns" "$box/out" "columns"
has "what to say" "$box/out" "--signals 't = time s"

# A9: what observe refuses is told by row, and nothing is repaired
awk -F, 'NR == 103 { $1 = last } NR == 206 { $1 = 0 } { print; last = $1 }' OFS=, "$box/axis.csv" >"$box/back.csv"
"$T" inspect "$box/back.csv" --signals "$S" >"$box/out"
has "a repeated time" "$box/out" "1 repeated time, which other commands refuse: row 102"
has "a time that runs backwards" "$box/out" "1 decreasing time, which other commands refuse: row 205"
wrong 3 "time must rise: row 102" observe "$box/back.csv" --signals 't = t, x = q, u = u' --model lugre --params table-4.1 --mass '20 kg'

# several logs, JSON, a page
"$T" inspect "$box/axis.csv" "$box/back.csv" --signals "$S" --json "$box/two.json" --report "$box/two.html" >"$box/out"
is "logs in the JSON" 2 "$(grep -c '"log":' "$box/two.json")"
is "pictures" 12 "$(grep -c '<svg' "$box/two.html")"
is "pictures of presliding" 2 "$(grep -c '<svg.*Presliding' "$box/two.html")"
has "the page" "$box/two.html" "What can be identified"

# a picture of a long log has its peak, in a row of its own; presliding with inertia in the force is a mean without it
awk 'BEGIN { print "t [s],x [m],u [N]"; for (i = 0; i < 20001; i++) { t = i/1000; v = 0.05*sin(6*t); a = 0.3*cos(6*t)
    printf "%.3f,%.9g,%.9g\n", t, i == 12345 ? 0.54321 : 0.3 - 0.05/6*cos(6*t), 3*(v > 0 ? 1 : -1) + 30*a } }' >"$box/long.csv"
"$T" inspect "$box/long.csv" --report "$box/long.html" >"$box/out"
has "a peak of a long log" "$box/long.html" "0.54321"
quietly "$T" simulate mass --at 'friction = dahl, m = 20 kg, fr.sigma0 = 2e5 N/m, fr.FC = 10 N' --input 'u = 40*sin(20*t)*sin(t) N' --until 4 --csv "$box/heavy.csv"
"$T" inspect "$box/heavy.csv" --signals 't = t, x = x, u = u' --report "$box/heavy.html" >"$box/out"
has "presliding without inertia" "$box/heavy.html" "without inertia and viscous friction"
if grep -q '"label":"strokes"' "$box/heavy.html"; then echo "FAIL: strokes with their inertia"; exit 1; fi
cut -d, -f1,2 "$box/long.csv" >"$box/still.csv"
"$T" inspect "$box/still.csv" --report "$box/still.html" >"$box/out"
has "the answer where nothing is" "$box/still.html" "Not identifiable from this log: Coulomb friction"
if command -v python3 >/dev/null 2>&1; then
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$box/two.json" || { echo "FAIL: no JSON"; exit 1; }
fi

# A1, A2, A3, A6, A13 and wrong arguments
: >"$box/empty.csv"
printf 't,x\n' >"$box/head.csv"
printf 't,x\n0,1\n1,2\n2,3\n3\n' >"$box/cut.csv"
printf 't,x\n0,1\n1,2\n2,3\n3,' >"$box/unfinished.csv"
head -c 3000 /dev/urandom >"$box/noise.mat"
mkdir "$box/folder.mat"
wrong 3 "the file is empty" inspect "$box/empty.csv"
wrong 3 "no row of numbers" inspect "$box/head.csv"
wrong 3 "1 field, but the table has 2 columns" inspect "$box/cut.csv"
wrong 3 "--allow-truncated" inspect "$box/unfinished.csv"
"$T" inspect "$box/unfinished.csv" --allow-truncated >"$box/out"
has "a cut line" "$box/out" "the last line is truncated and was skipped"
printf 't,x\n0,1\n1,2\n2,3\n3,4' >"$box/open.csv"
wrong 3 "open.csv:5:1: no line end, so its last number may be cut" inspect "$box/open.csv"
"$T" inspect "$box/open.csv" --allow-truncated >"$box/out"
has "a line without end" "$box/out" "the last line is truncated and was skipped"
has "it is not taken" "$box/out" "3 rows of 2 columns"
wrong 3 "no MAT file" inspect "$box/noise.mat"
wrong 6 "folder" inspect "$box/folder.mat"
wrong 6 "No such file" inspect "$box/none.mat"
wrong 2 "LOG" inspect
wrong 2 "--seed has no effect" inspect "$box/axis.csv" --seed 3
wrong 3 "no column 'nothing'" inspect "$box/axis.csv" --signals 't = nothing'
printf 't,x\n0,1\n' >"$box/one.csv"
"$T" inspect "$box/one.csv" >"$box/out"
has "one row" "$box/out" "1 row of 2 columns"
# A force that never changes tells nothing
awk 'BEGIN { print "t,v,F"; for (i = 0; i < 3000; i++) print i/1000 "," 0.01*sin(i/100) ",1" }' >"$box/same.csv"
"$BR_TOOL" inspect "$box/same.csv" --signals 't = t s, v = v m/s, F = F N' >"$box/same.txt"
is "what a constant force can tell" "" "$(grep -E '^  (yes|partly) ' "$box/same.txt")"
# A pendulum: gravity is no presliding, in rad or in degrees
awk 'BEGIN { srand(5); print "t,x,deg,u"; for (i = 0; i < 20000; i++) { t = i*1e-3; w = 6.283*0.7; x = 1.2*sin(w*t); v = 1.2*w*cos(w*t); e = -6;
    for (j = 0; j < 12; j++) e += rand();
    print t "," x "," x*57.29577951 "," (-0.01*w*w*x + 0.05*((v > 0) - (v < 0)) + 0.01*v + 0.5*sin(x) + 0.002*e) } }' >"$box/pendulum.csv"
for x in 'x rad' 'deg deg'; do
    "$T" inspect "$box/pendulum.csv" --signals "t = t s, x = $x, u = u N*m" >"$box/pendulum.txt"
    has "gravity is seen, $x" "$box/pendulum.txt" "Coulomb friction and gravity leave a residual"
    grep -q '^  no      presliding stiffness' "$box/pendulum.txt" || { echo "FAIL: $x: gravity is taken for presliding"; failed=1; }
done

# Rows: those that are read, and what became of them, add up; the excitation signal that helps does not have the size of a spike
awk 'BEGIN { srand(1); print "t,x,u"; for (i = 0; i < 4000; i++) { t = i/1000; v = 0.05*sin(6*t); r = rand()
    printf "%.3f,%.9g,%s\n", t, 0.3 - 0.05/6*cos(6*t), i == 1500 ? "1e9" : i == 1700 ? "" : 3*(v > 0 ? 1 : -1) + 10*v + 0.1*r } }' >"$box/rows.csv"
"$T" inspect "$box/rows.csv" --signals 't = t, x = x m, u = u N' --from '0.5 s' --until '3 s' --json "$box/rows.json" --report "$box/rows.html" >"$box/out"
has "rows read" "$box/out" "2501 rows of 3 signals, of 3002 rows read: 500 before --from, 1 behind --until, where reading stopped"
has "the same in the report" "$box/rows.html" "of 3002 rows read: 500 before --from"
is "rows read add up" "$(key "$box/rows.json" rows_read)" "$(($(key "$box/rows.json" rows) + $(key "$box/rows.json" rows_before) + $(key "$box/rows.json" rows_behind)))"
is "rows of the motion add up" 2501 "$(($(key "$box/rows.json" rows_fitted) + $(key "$box/rows.json" rows_at_rest) + $(key "$box/rows.json" rows_without_force) + $(key "$box/rows.json" rows_without_velocity)))"
has "one value" "$box/out" "1 value of u is missing: row 1701"
has "a time without a unit is in seconds" "$box/out" "t       s     0.5"
if grep -q 'F = 1e+09' "$box/out"; then echo "FAIL: a limit of the size of a spike"; exit 1; fi

# In one direction an offset stands beside FC, FS and the curve, and the report says how uneven the time stamps are
awk 'BEGIN { srand(1); print "t,x,u"; for (i = 0; i < 8000; i++) { t = i/1000 + 0.0002*rand(); v = sin(6*t); v = v > 0 ? 0.05*v : 0; x += v*0.001
    printf "%.6f,%.9g,%.9g\n", t, x, (v > 0 ? 3 + 10*v + 0.01*rand() : 1) } }' >"$box/forward.csv"
"$T" inspect "$box/forward.csv" --signals 't = t s, x = x m, u = u N' --report "$box/forward.html" >"$box/out"
grep -A 1 'static friction at rest' "$box/out" >"$box/static"
has "static friction" "$box/static" "partly"
has "static friction: why" "$box/static" "motion in one direction only: static friction and a force offset cannot be separated"
grep -A 1 'viscous friction: sigma2' "$box/out" >"$box/viscous"
has "viscous friction" "$box/viscous" "motion in one direction only: sigma2 of this direction"
has "uneven stamps in the report" "$box/forward.html" "uneven: "

# a comma that is missing
wrong 4 "a comma is missing before this signal" inspect "$box/rows.csv" --signals 't = t s x = x m'
wrong 4 "a comma is missing before this signal" inspect "$box/rows.csv" --signals 't = t s; x = x m'
quietly "$T" inspect "$box/rows.csv" --signals 't = t s, x = x m, u = (if u >= 0 then u else 2*u) N'

# Columns that are named as signals, with units, need no --signals; without units, or with two forces, they do
awk 'BEGIN { print "t [s],x [mm],u [N]"; for (k = 0; k < 2000; k++) printf "%.3f,%.6f,%.6f\n", k/1000, 10*sin(k/100), (cos(k/100) > 0 ? 3 : -3) + 2*cos(k/100) }' >"$box/named.csv"
quietly "$BR_TOOL" inspect "$box/named.csv"
has "signals by name" "$box/log" "x       m     -0.00999"
quietly "$BR_TOOL" identify "$box/named.csv" --model coulomb --mass "0.001 kg"
has "signals by name" "$box/log" "drive force = friction + m*a + offset, mass 0.001 kg"
sed '1s/u \[N\]/u/' "$box/named.csv" >"$box/unnamed.csv"
wrong 2 "the signals of $box/unnamed.csv are not given; use --signals" identify "$box/unnamed.csv" --model coulomb
awk -F, 'NR == 1 { print $0 ",F [N]"; next } { print $0 "," $3 }' "$box/named.csv" >"$box/two.csv"
wrong 2 "the signals of $box/two.csv are not given; use --signals" identify "$box/two.csv" --model coulomb

# A million columns: too many, and said so.
awk 'BEGIN { printf "t"; for (i = 0; i < 1000000; i++) printf ",c%d", i; print ""; for (k = 0; k < 2; k++) { printf "%d", k; for (i = 0; i < 1000000; i++) printf ",0"; print "" } }' >"$box/wide.csv"
wrong 3 "wide.csv:1: no line end in the first " inspect "$box/wide.csv"
rm "$box/wide.csv"

# Whatever the values are, no number that is printed is nan or inf: standard deviations of huge values are right, others are not used.
odd() { # X U [T]: expressions of row k and of t
    awk "BEGIN { print \"t [s],x [m],u [N]\"; for (k = 0; k < 400; k++) { t = k/100; x = $1; u = $2; print ${3-t} \",\" x \",\" u } }" >"$box/odd.csv"
    "$T" inspect "$box/odd.csv" --json "$box/odd.json" >"$box/odd.txt" 2>&1 || { echo "FAIL: inspect of $1, $2: $(head -n 3 "$box/odd.txt")"; failed=1; }
    ! grep -iE '(^|[^a-z])(nan|inf)([^a-z]|$)' "$box/odd.txt" || { echo "FAIL: $1, $2: a number that is none"; failed=1; }
}
for x in 0 '1e200*sin(t)' '1e307*sin(3*t)' '(k == 200)*1e300' '1e-200*sin(t)' '(k % 2)*1e308' 'k < 200 ? "" : 1e155*t'; do
    for u in 0 'cos(t)' '1e200*cos(t)' '(k % 2 ? 1 : -1)*1e308' 't'; do
        odd "$x" "$u"
    done
done
odd '1e200*(k % 2 ? 1 : -1)' 1
grep -qE '^x .* 1\.00125e200 ' "$box/odd.txt" || { echo "FAIL: sd of +-1e200: $(grep '^x ' "$box/odd.txt")"; failed=1; }
odd t t
for x in 1.7e308 1e308; do # two rows: the standard deviation is larger than the values
    printf 't [s],F\n0,%s\n1,-%s\n' $x $x >"$box/odd.csv"
    quietly "$T" inspect "$box/odd.csv" --json "$box/odd.json"
    ! grep -iE '(^|[^a-z])(nan|inf)([^a-z]|$)' "$box/log" || { echo "FAIL: two rows of $x: a number that is none"; failed=1; }
    ! grep '"sd": null' "$box/odd.json" || { echo "FAIL: two rows of $x: no standard deviation"; failed=1; }
done
for time in '1e306*k' '1e-200*k*1e-110' '(k % 2)*1e308'; do
    awk "BEGIN { print \"t [s],x [m]\"; for (k = 0; k < 100; k++) print $time \",\" k }" >"$box/odd.csv"
    wrong 3 "are not those of a clock" inspect "$box/odd.csv"
done
# rounding_errors_are_not_called_steps: without a position there is no encoder
quietly "$T" simulate lugre --params table-I --input 'v = 0.3*sin(2*pi*0.5*t)*sin(2*pi*0.11*t) mm/s' --until '20 s' --step '1 ms' --csv "$box/speed.csv"
"$T" inspect "$box/speed.csv" --signals 't = t, v = v, F = F' >"$box/out" || [ $? -eq 1 ]
grep -q 'rows within the break-away length$' "$box/out" || { echo "FAIL: presliding of a log without a position"; exit 1; }

# bristles_that_turn_are_no_delay: "6 rows earlier" was warned of beside -0.001 +- 0.1 samples
"$BR_TOOL" simulate mass --at 'm = 5 kg, fr.sigma0 = 1e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 5 N, fr.FS = 7 N, fr.vs = 5 mm/s, fr.sigma2 = 20 N*s/m' \
    --input 'u = 9*sin(2*pi*0.9*t) + 5*sin(2*pi*0.23*t) + 4*sin(2*pi*4.1*t) N' --until 8 --step '1 ms' --seed 1 \
    --sensor 'x = noise(0.2) um' --csv "$box/turn.csv" >/dev/null
"$BR_TOOL" inspect "$box/turn.csv" --signals 't = t, x = x, F = F' >"$box/turn"
has "the delay of sliding" "$box/turn" "force to motion -0.00"
! grep -q "possible delay" "$box/turn" || { echo "FAIL: two delays on one page"; exit 1; }

# a_jump_of_the_position_is_named: identify named it, inspect did not
awk -F, 'NR == 1 || NR < 5962 || NR > 5972 { if (NR > 5972) { $1 = sprintf("%.3f", $1 - 0.011) } print $1 "," $2 "," $3 }' "$box/turn.csv" >"$box/lost.csv"
head -n 1 "$box/turn.csv" | cut -d , -f 1-3 >"$box/head" && sed 1d "$box/lost.csv" >>"$box/head"
"$BR_TOOL" inspect "$box/head" --signals 't = t, x = x' >"$box/lost" || [ $? -eq 1 ]
has "rows that were lost" "$box/lost" "x jumps by 0.0035"
"$BR_TOOL" inspect "$box/turn.csv" --signals 't = t, x = x' >"$box/lost" || [ $? -eq 1 ]
! grep -q "x jumps" "$box/lost" || { echo "FAIL: a jump in a log without one"; failed=1; }
exit $failed
