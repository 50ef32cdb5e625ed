#!/bin/sh
# test_tool_identify.sh - `bristle identify`: planted and published numbers, laws compared, its files, its verdict, wrong arguments.
. tests/kit/kit.sh

# fails WORDS ARGUMENT...: the run ends with 1, and a line on stderr that has WORDS in it; what it prints is in $box/out.
fails() {
    expected=$1 code=0
    shift
    "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" || code=$?
    is "exit code of $*" 1 $code
    has "the line of $*" "$box/err" "bristle identify: failed: $expected"
    has "the same among the words" "$box/out" "failed: $expected"
}

# A log with a planted truth: LuGre along a slow and a fast motion, 5 mN of noise
cat >"$box/truth" <<'T'
sigma0 = 2e5 N/m
sigma1 = 300 N*s/m
sigma2 = 20 N*s/m
FC = 5 N
FS = 7 N
vs = 2 mm/s
T
quietly "$BR_TOOL" simulate lugre --params "$box/truth" --until '4 s' --step '1 ms' \
    --input 'v = 0.01*sin(2*pi*0.7*t) + 0.002*sin(2*pi*3.1*t) m/s' --sensor 'F = noise(0.005) N' --seed 3 --csv "$box/log.csv"
V='t = t, v = v, F = F'
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$V" --model lugre --json "$box/lugre.json" --save-params "$box/found" --report "$box/page.html"
for p in 'sigma0 2e5' 'sigma1 300' 'FC 5' 'FS 7' 'vs 2e-3' 'sigma2 20'; do
    # shellcheck disable=SC2086
    set -- $p
    found=$(number "$box/lugre.json" "$1" value) sd=$(number "$box/lugre.json" "$1" sd)
    awk -v v="$found" -v t="$2" -v sd="$sd" 'BEGIN { d = v - t; exit !(d*d < 25*sd*sd && sd > 0 && sd < 0.1*t) }' ||
        { echo "FAIL: $1 is $found with sd $sd, planted was $2"; exit 1; }
done
between 0.05 0.2 "$(key "$box/lugre.json" fit)" "error of the planted law, per cent"
is "all numbers are told" true "$(key "$box/lugre.json" identifiable)"
has "a page" "$box/page.html" "Friction force over velocity"
has "the answer for one law, which is not the best of several" "$box/page.html" "lugre: fit error"
grep -q '^sigma0 = [0-9.e]* N/m$' "$box/found" || { echo "FAIL: no unit in the file"; exit 1; }
has "the covariance" "$box/found" "# covariance"
quietly "$BR_TOOL" check lugre --params "$box/found"
quietly "$BR_TOOL" eval lugre --params "$box/found" --at 'v = 1 mm/s, z = 0 m'

# The law that made the log does best, and its extra numbers pay
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$V" --compare 'coulomb, dahl, lugre' --json "$box/all.json"
is "the best law" lugre "$(key "$box/all.json" best)"
has "what pays" "$box/all.json" ": justified (BIC -"
between 0.05 0.2 "$(key "$box/all.json" held_out)" "held-out error of the best"

# Intervals by profile likelihood hold the planted truth, and about two standard deviations where nothing bends
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$V" --model lugre --profile 'FC, sigma0' --json "$box/profile.json"
bound() { grep -F -A 7 "\"$1\": {" "$box/profile.json" | sed -n "s/.*\"$2\": \([-0-9.e]*\).*/\1/p" | head -n 1; }
between "$(bound FC low)" "$(bound FC high)" 5 "FC within its interval"
between "$(bound sigma0 low)" "$(bound sigma0 high)" 2e5 "sigma0 within its interval"
between 3.5 4.4 "$(awk "BEGIN { print ($(bound FC high) - $(bound FC low))/$(bound FC sd_coloured) }")" "width of the interval of FC in sd"
is "no interval that was not asked for" "" "$(bound vs low)"

# What is known before counts as one measurement more: here it is worth more than the log. It is wrong (5 is true), and that shows
"$BR_TOOL" identify "$box/log.csv" --signals "$V" --model lugre --prior 'FC = 5.9999..6.0001 N' --json "$box/prior.json" >"$box/log" 2>&1 && {
    echo "FAIL: a wrong prior passes"
    exit 1
}
has "a wrong prior" "$box/log" "autocorrelated residuals: model mismatch"
between 5.9 6.01 "$(number "$box/prior.json" FC value)" "FC by its prior"

# Friction over speed without any law: a ladder of speeds, both ways, with a dip
awk 'BEGIN { srand(3); print "t,v,F"; for (i = 0; i < 12000; i++) { k = int(i/500); v = (k % 2 ? -1 : 1)*1e-3*1.5^int(k/2); s = v > 0 ? 1 : -1;
    a = v*s; e = -6; for (j = 0; j < 12; j++) e += rand();
    print i*1e-3 "," v "," s*(5 + 3*exp(-(a/4e-3)^2)) + 20*v + 0.05*e } }' >"$box/ladder.csv"
quietly "$BR_TOOL" identify "$box/ladder.csv" --signals 't = t s, v = v m/s, F = F N' --model stribeck --json "$box/ladder.json" --map "$box/map.csv" --report "$box/ladder.html"
curve() { sed -n '/"curve": {/,/}/p' "$box/ladder.json" | sed -n "s/.*\"$1\": \([-0-9.e]*\).*/\1/p"; }
between 4.95 5.05 "$(curve FC)" "FC of the map"
between 7.8 8.2 "$(curve FS)" "FS of the map"
between 3.8e-3 4.2e-3 "$(curve vs)" "vs of the map"
"$BR_TOOL" identify "$box/ladder.csv" --signals 't = t s, v = v m/s, F = F N' --model stribeck --map - >"$box/map-out.csv"
cmp -s "$box/map.csv" "$box/map-out.csv" || { echo "FAIL: --map - writes more than the table"; exit 1; }
is "a point for every speed" 25 "$(wc -l <"$box/map.csv" | tr -d ' ')"
awk -F, 'NR > 1 { s = $1 > 0 ? 1 : -1; F = s*(5 + 3*exp(-($1/4e-3)^2)) + 20*$1; d = F - $2; if (d*d > 16*$3*$3) bad++ } END { exit bad > 0 }' "$box/map.csv" ||
    { echo "FAIL: points of the map are off by more than 4 sd"; exit 1; }
has "the map as a picture" "$box/ladder.html" "Means over segments of constant speed"
has "no loops, no virgin curve" "$box/ladder.json" '"branches": 0'

# Loops within presliding: the virgin curve is that of the springs
quietly "$BR_TOOL" simulate maxwell-slip --at 'n = 2, kappa = 4e5, 1e5 N/m, nu = 0.4, 0.6, FC = 5 N, sigma2 = 0 N*s/m' --input 'v = 6.2832e-5*cos(2*pi*t)*(1 + 0.3*t) m/s' --until '4 s' --step '1 ms' --csv "$box/loops.csv"
awk -F, 'BEGIN { x = 0 } NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /^v/) v = i; if ($i ~ /^F/) F = i; } print "t,x,F"; next } { print $1 "," x "," $F; x += $v*1e-3 }' "$box/loops.csv" >"$box/loops2.csv"
# positions by Euler's rule are half a sample late, which is found; the second spring never slips, so its limit is not identifiable
fails "nu[1], nu[2], FC" identify "$box/loops2.csv" --signals 't = t s, x = x m, F = F N' --model maxwell-slip --json "$box/loops.json"
between 0.49 0.51 "$(sed -n '/"state": "estimated"/,/}/p' "$box/loops.json" | sed -n 's/.*"samples": \([-0-9.e]*\).*/\1/p')" "delay in samples"
between 3.999e5 4.001e5 "$(number "$box/loops.json" "kappa[1]" value)" "stiffness of the first spring"
between 0.999e5 1.001e5 "$(number "$box/loops.json" "kappa[2]" value)" "stiffness of the second spring"
# at 3 um: both springs; (4e5 + 1e5)*3e-6
sed -n '/"virgin"/,$p' "$box/loops.json" | awk -F: '/"x"/ { x = $2 + 0 } /"F"/ { F = $2 + 0; y = 4e5*(x < 5e-6 ? x : 5e-6) + 1e5*(x < 3e-5 ? x : 3e-5); if (x > 2e-6) { n++; if (F < 0.9*y || F > 1.1*y) bad++ } } END { print n + 0, bad + 0 }' >"$box/virgin"
between 5 1000 "$(cut -d ' ' -f 1 "$box/virgin")" "points of the virgin curve"
is "virgin curve of the springs" 0 "$(cut -d ' ' -f 2 "$box/virgin")"

# Force in, position out: a mass with a planted law, moved by a force
cat >"$box/plant" <<'T'
friction = dahl
m = 2 kg
fr.sigma0 = 2e4 N/m
fr.FC = 5 N
fr.sigma2 = 20 N*s/m
T
for seed in 1 2; do
    quietly "$BR_TOOL" simulate mass --params "$box/plant" --until '3 s' --step '1 ms' --seed $seed \
        --input "u = 9*sin(2*pi*1.3*t) + $seed*sin(2*pi*4.1*t) N" --sensor 'x = noise(1e-5) m' --csv "$box/axis$seed.csv"
done
X='t = t, x = x, u = u'
quietly "$BR_TOOL" identify "$box/axis1.csv" --test "$box/axis2.csv" --signals "$X" --model dahl --predict motion --no-offset --json "$box/motion.json"
between 1.99 2.01 "$(number "$box/motion.json" m value)" "mass from a free run"
between 4.95 5.05 "$(number "$box/motion.json" FC value)" "Coulomb force from a free run"
between 0 0.1 "$(key "$box/motion.json" fit)" "error of the motion, per cent"
between 0 0.5 "$(key "$box/motion.json" held_out)" "error on the other log, per cent"
quietly "$BR_TOOL" identify "$box/axis1.csv" --until '0.8 s' --signals "$X" --model dahl --predict motion --no-offset --profile 'FC' --json "$box/profile.json" --report "$box/motion.html"
between 3.3 4.6 "$(awk "BEGIN { print ($(bound FC high) - $(bound FC low))/$(bound FC sd_coloured) }")" "width of the interval of FC from a free run in sd"
has "a page of positions" "$box/motion.html" "Position over time"
awk "BEGIN { d = $(number "$box/motion.json" m value) - 2; exit !(d*d < 100*$(number "$box/motion.json" m sd)^2) }" ||
    { echo "FAIL: the mass of the free run is more than 10 sd off 2 kg"; exit 1; }
quietly "$BR_TOOL" identify "$box/axis1.csv" --signals "$X" --model dahl --predict motion --piece '0.5 s' --json "$box/pieces.json"
between 1.98 2.02 "$(number "$box/pieces.json" m value)" "mass from pieces"

# A single spike in the drive force moves a free axis to its end: it is named, and --robust takes it out
awk -F, 'BEGIN { OFS = "," } NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^u/) c = i } NR == 752 { $c = 2000 } { print }' "$box/axis1.csv" >"$box/spike.csv"
"$BR_TOOL" identify "$box/spike.csv" --signals "$X" --model dahl --no-offset >"$box/spike.txt" 2>&1 || true
has "the spike is named" "$box/spike.txt" "row 751, t = 0.75 s: 2000 N between"
quietly "$BR_TOOL" identify "$box/spike.csv" --until '1.5 s' --signals "$X" --model dahl --predict motion --no-offset --robust --json "$box/spike.json"
between 1.99 2.01 "$(number "$box/spike.json" m value)" "mass from a free run with a spike"

# A pause of seconds parts a log; of a long one windows are taken, and said
awk 'BEGIN { srand(2); print "t,x,u"; w = 4.4; for (i = 0; i < 150000; i++) { t = i*1e-3 + (i > 12000 ? 7 : 0); x = 0.12*sin(w*t); v = 0.12*w*cos(w*t);
    printf "%.3f,%.9g,%.6g\n", t, x, -w*w*x*10 + 5*((v > 0) - (v < 0)) + 20*v + 0.05*(rand() - 0.5) } }' >"$box/long.csv"
head -n 20001 "$box/long.csv" >"$box/pause.csv"
quietly "$BR_TOOL" identify "$box/pause.csv" --signals 't = t s, x = x m, u = u N' --model coulomb --json "$box/pause.json"
between 9.999 10.001 "$(number "$box/pause.json" m value)" "mass across a pause"
"$BR_TOOL" identify "$box/long.csv" --signals 't = t s, x = x m, u = u N' --model coulomb --rows 1e5 --json "$box/windows.json" >"$box/windows.txt"
has "windows of a long log" "$box/windows.txt" "windows spread over its 150000 rows"
between 9.999 10.001 "$(number "$box/windows.json" m value)" "mass from windows"
between 4.999 5.001 "$(number "$box/windows.json" FC value)" "Coulomb force from windows"
wrong 2 "not a number from 1e5" identify "$box/long.csv" --signals 't = t s, x = x m, u = u N' --model coulomb --rows 10

# What is held out does not move what is fitted; a gap in the force is no force that is held
quietly "$BR_TOOL" identify "$box/axis1.csv" --signals "$X" --model coulomb --json "$box/alone.json"
quietly "$BR_TOOL" identify "$box/axis1.csv" --test "$box/axis2.csv" --signals "$X" --model coulomb --json "$box/tested.json"
is "the mass with and without a test" "$(number "$box/alone.json" m value | cut -c 1-11)" "$(number "$box/tested.json" m value | cut -c 1-11)"
awk -F, 'BEGIN { OFS = "," } NR > 1000 && NR < 1400 { $2 = "" } { print }' "$box/axis1.csv" >"$box/hole.csv"
quietly "$BR_TOOL" identify "$box/hole.csv" --until '1.8 s' --signals "$X" --model dahl --predict motion --no-offset --json "$box/hole.json"
between 1.99 2.01 "$(number "$box/hole.json" m value)" "mass beside a hole"
# An error is a share of the same force, be the mass known or not; and a force of the wrong sign is no success
m=$(number "$box/alone.json" m value)
quietly "$BR_TOOL" identify "$box/axis1.csv" --signals "$X" --model coulomb --mass "$m kg" --json "$box/known.json"
is "error with the mass known" "$(key "$box/alone.json" fit | cut -c 1-6)" "$(key "$box/known.json" fit | cut -c 1-6)"
fails "no law here explains this log: coulomb is off by" identify "$box/axis1.csv" --signals 't = t, x = x, u = -u N' --model coulomb
# Outliers count less
awk -F, 'BEGIN { OFS = "," } NR > 1 && NR % 97 == 0 { $NF = $NF + 30 } { print }' "$box/log.csv" >"$box/wild.csv"
quietly "$BR_TOOL" identify "$box/wild.csv" --signals "$V" --model lugre --robust --no-offset --json "$box/robust.json"
between 4.98 5.02 "$(number "$box/robust.json" FC value)" "FC beside outliers"
# What --robust has done is not recommended again.
quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = 0.01*sin(t) m/s' --until 1 --csv "$box/bend.csv"
"$BR_TOOL" identify "$box/bend.csv" --signals 't = t, v = v, F = F' --model dahl --robust >"$box/bend.txt" 2>&1 || true
has "outliers under --robust" "$box/bend.txt" "robust standard deviations; --robust has reduced their weight"

# Coloured residuals are told from white ones, be they decimated or not, and by how much standard deviations are too small
for rho in 0 0.9; do
    awk -v rho=$rho 'BEGIN { srand(3); print "t,v,F"; for (i = 0; i < 5000; i++) { v = 0.01*sin(i/150) + 0.004*sin(i/37); n = -6
        for (j = 0; j < 12; j++) n += rand(); e = rho*e + 0.02*n; print i*1e-3 "," v "," 5*((v > 0) - (v < 0)) + 20*v + e } }' >"$box/ar$rho.csv"
done
W='t = t s, v = v m/s, F = F N'
"$BR_TOOL" identify "$box/ar0.csv" --signals "$W" --model coulomb --decimate 10 >"$box/white"
grep -q "autocorrelated residuals" "$box/white" && { echo "FAIL: white residuals are not called white"; exit 1; }
quietly "$BR_TOOL" identify "$box/ar0.9.csv" --signals "$W" --model coulomb --json "$box/ar.json"
between 2.5 4.5 "$(key "$box/ar.json" colour)" "factor of coloured residuals" # 4.36 in the limit
has "what that means" "$box/ar.json" "the standard deviations for autocorrelated residuals"

# A law of the user's own, with names of its own, starts from its units alone
cat >"$box/mine.law" <<'L'
law mine "Tanh friction"
version 1
input  v      m/s
param  grip   N      > 0
param  edge   m/s    > 0
param  oil    N*s/m  >= 0
output F      N
F = grip*tanh(v/edge) + oil*v
L
quietly "$BR_TOOL" simulate "$box/mine.law" --at 'grip = 3 N, edge = 0.5 mm/s, oil = 40 N*s/m' --until '2 s' --step '1 ms' \
    --input 'v = 0.01*sin(2*pi*0.7*t) m/s' --sensor 'F = noise(0.01) N' --csv "$box/own.csv"
quietly "$BR_TOOL" identify "$box/own.csv" --signals "$V" --model "$box/mine.law" --json "$box/own.json"
between 2.98 3.02 "$(number "$box/own.json" grip value)" "grip"
between 0.48e-3 0.52e-3 "$(number "$box/own.json" edge value)" "edge"
between 39 41 "$(number "$box/own.json" oil value)" "oil"

# A11: what the log cannot tell is said, with exit code 1
"$BR_TOOL" simulate lugre --params "$box/truth" --until '1 s' --step '1 ms' --input 'v = 0.05 m/s' --csv "$box/even.csv" >/dev/null
fails "sigma0, sigma1, FC, FS, vs, sigma2, offset of lugre are not identifiable from this log" identify "$box/even.csv" --signals "$V" --model lugre
awk 'NR == 1 { print "t,v,F"; next } { print (NR - 2)*1e-3 ",0,1" }' "$box/log.csv" >"$box/rest.csv"
wrong 1 "nothing moves" identify "$box/rest.csv" --signals 't = t s, v = v m/s, F = F N' --model coulomb
printf 't,v,F\n' >"$box/none.csv" # A1
wrong 3 "no row of numbers" identify "$box/none.csv" --signals 't = t s, v = v m/s, F = F N' --model coulomb
printf 't,v,F\n0,1,1\n1,2,2\n2,1,1\n' >"$box/few.csv"
wrong 3 "too few" identify "$box/few.csv" --signals 't = t s, v = v m/s, F = F N' --model lugre

# Wrong arguments
wrong 2 "no law given" identify "$box/log.csv" --signals "$V"
wrong 2 "--model fits one law and --compare several; give one of them" identify "$box/log.csv" --signals "$V" --model dahl --compare all
wrong 2 "is not a list of laws; write 'coulomb, lugre'" identify "$box/log.csv" --signals "$V" --compare 'dahl lugre'
wrong 3 "write them behind the columns" identify "$box/rest.csv" --signals 't = t, v = v, F = F' --model dahl
wrong 2 "--hold-out" identify "$box/log.csv" --signals "$V" --model dahl --hold-out 2
wrong 2 "'FX'" identify "$box/log.csv" --signals "$V" --model dahl --fix FX
wrong 2 "no value" identify "$box/log.csv" --signals "$V" --model dahl --fix FC
wrong 2 "--mass has no effect" identify "$box/log.csv" --signals "$V" --model dahl --mass '2 kg'
wrong 3 "do not fit together" identify "$box/log.csv" --signals 't = t, v = v, F = v m/s' --model dahl
wrong 3 "give the position x or the velocity v" identify "$box/log.csv" --signals 't = t, F = F' --model dahl
# A friction force that is given as a drive force has no inertia in it
code=0
"$BR_TOOL" identify "$box/log.csv" --signals 't = t, v = v, u = F N' --model dahl >"$box/out" 2>&1 || code=$?
is "a drive force without inertia: exit code" 1 $code
has "a drive force without inertia" "$box/out" "m of dahl is not identifiable from this log"
wrong 2 "none of force, motion and step" identify "$box/log.csv" --signals "$V" --model dahl --predict sideways
wrong 2 "a motion is fitted where a drive force u is measured" identify "$box/log.csv" --signals "$V" --model dahl --predict motion
wrong 2 "--piece needs --predict motion" identify "$box/log.csv" --signals "$V" --model dahl --piece '1 s'
wrong 2 "is not a positive time" identify "$box/log.csv" --signals "$V" --model dahl --predict motion --piece '0 s'
wrong 2 "--test and --hold-out exclude each other" identify "$box/log.csv" --signals "$V" --model dahl --test "$box/log.csv" --hold-out 20%
wrong 6 "cannot be read" identify "$box/log.csv" --signals "$V" --model dahl --test "$box/absent.csv"
wrong 2 "--direction needs a single law" identify "$box/log.csv" --signals "$V" --compare dahl --direction
awk 'NR == 1 { print "t,v,F"; next } { print (NR - 2)*1e-3 "," sin(NR/50) ",1" }' "$box/log.csv" >"$box/same.csv"
wrong 1 "the same throughout" identify "$box/same.csv" --signals 't = t s, v = v m/s, F = F N' --model coulomb
wrong 2 "named twice" identify "$box/axis1.csv" --signals "$X" --model dahl --save-params "$box/axis1.csv"
wrong 2 "named twice" identify "$box/axis1.csv" --signals "$X" --model dahl --test "$box/axis2.csv" --json "$box/axis2.csv"
wrong 2 "too many" identify "$box/axis1.csv" --signals "$X" --model dahl --predict motion --piece '5 ms'
wrong 2 "--profile cannot be combined with --prior" identify "$box/log.csv" --signals "$V" --model dahl --profile FC --prior 'FC = 1..2 N'
wrong 2 "a range that is likely" identify "$box/log.csv" --signals "$V" --model dahl --prior 'FC = -2..-1 N'
wrong 2 "q is no parameter of this fit" identify "$box/log.csv" --signals "$V" --model dahl --profile q
wrong 2 "q is not estimated" identify "$box/log.csv" --signals "$V" --model dahl --prior 'q = 1..2 N'
wrong 2 "FC needs a range that is likely" identify "$box/log.csv" --signals "$V" --model dahl --prior 'FC = 1..2 kg'
wrong 4 "no law" identify "$box/log.csv" --signals "$V" --model nothing
[ $failed -eq 0 ] || exit 1
