#!/bin/sh
# A law earns a star only where it beats the simplest models on rows that it has not seen; else the verdict says what is against it.
. tests/kit/kit.sh

# planted FORCE FILE: v along a slow and a fast sine, both ways; temp drifts; e: noise of sd 1
planted() {
    awk 'function noise(  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return e }
        BEGIN { srand(5); print "t,v,F,temp,other"; for (i = 0; i < 6000; i++) { t = i*2e-3
            v = 0.01*sin(2*3.14159265*0.9*t) + 0.02*sin(2*3.14159265*0.23*t); s = v > 0 ? 1 : -1; e = noise()
            temp = 20 + 5*sin(2*3.14159265*0.05*t); print t "," v "," '"$1"' "," temp "," noise() } }' >"$2"
}
V='t = t s, v = v m/s, F = F N'

# noise_is_no_friction
planted 'e' "$box/noise.csv"
code=0
"$BR_TOOL" identify "$box/noise.csv" --signals "$V" --compare 'coulomb, stribeck' >"$box/out" 2>"$box/err" || code=$?
is "exit code for noise" 1 $code
if grep -q '^\* ' "$box/out"; then echo "FAIL: a star for noise"; exit 1; fi

# coulomb_wins_where_it_is_the_truth, and says why
planted '5*s + 20*v + 0.1*e' "$box/coulomb.csv"
quietly "$BR_TOOL" identify "$box/coulomb.csv" --signals "$V" --compare 'coulomb, stribeck, dahl' --json "$box/coulomb.json"
has "the star" "$box/log" "* coulomb "
has "its reason" "$box/log" "coulomb: the fewest parameters of the laws with verdict ok that explain the log as well as the best of these"
has "baselines" "$box/log" "baselines: no friction 1"

# a_richer_law_that_is_no_better_is_marked
"$BR_TOOL" identify "$box/coulomb.csv" --signals "$V" --model dahl >"$box/out" 2>&1 || true
if grep -q '^\* ' "$box/out"; then echo "FAIL: a star for dahl on a log of Coulomb friction"; exit 1; fi

# a_column_that_friction_depends_on_is_named, of a log that has others
planted '(5 + 0.4*(temp - 20))*s + 0.05*e' "$box/warm.csv"
awk -F, 'BEGIN { OFS = "," } { print $1, $2, $3, $4, $5 }' "$box/warm.csv" >"$box/warm2.csv"
"$BR_TOOL" identify "$box/warm2.csv" --signals "$V" --model coulomb >"$box/out" 2>&1 || true
has "what residuals follow" "$box/out" "the residuals follow column temp times the direction of motion"
"$BR_TOOL" identify "$box/coulomb.csv" --signals "$V" --model coulomb >"$box/out" 2>&1
if grep -q "residuals follow" "$box/out"; then echo "FAIL: a column is named where nothing follows one"; exit 1; fi

# terms_that_cancel_each_other_earn_no_star: a log that hardly ever turns back
awk 'BEGIN { srand(7); print "t,v,F"; for (i = 0; i < 4000; i++) { t = i*2e-3; v = 0.02 + 0.0201*sin(6*t); s = v > 0 ? 1 : -1
    e = -6; for (j = 0; j < 12; j++) e += rand(); print t "," v "," 5*s + 20*v + 0.3*e } }' >"$box/oneway.csv"
"$BR_TOOL" identify "$box/oneway.csv" --signals "$V" --model coulomb --direction >"$box/out" 2>&1 || true
if grep -q '^\* ' "$box/out"; then echo "FAIL: a star for parameters that cancel"; cat "$box/out"; exit 1; fi

# of_a_log_without_noise_the_simplest_law_wins: differences of rounding decide nothing
awk 'BEGIN { print "t,v,F"; for (i = 0; i < 3000; i++) { t = i*0.001; v = 0.05*sin(6*t) + 0.02*sin(17*t + 1)
    printf "%.3f,%.17g,%.17g\n", t, v, 3*((v > 0) - (v < 0)) + 10*v } }' >"$box/exact.csv"
quietly "$BR_TOOL" identify "$box/exact.csv" --signals "$V" --compare 'coulomb, stribeck' --report "$box/exact.html"
has "the star of an exact log" "$box/log" "* coulomb  "
has "an exact law" "$box/log" "than coulomb, which is exact but for rounding: not justified"
if grep -q "autocorrelated residuals: model mismatch" "$box/log"; then echo "FAIL: a mismatch of rounding"; exit 1; fi
has "a table of several laws" "$box/exact.html" "Laws compared"
quietly "$BR_TOOL" identify "$box/exact.csv" --signals "$V" --model coulomb --report "$box/exact.html"
if grep -q "Laws compared" "$box/exact.html"; then echo "FAIL: one law is compared with none"; exit 1; fi

# few_rows_decide_nothing: a law with more parameters does not win on twelve
head -n 13 "$box/coulomb.csv" >"$box/few.csv"
"$BR_TOOL" identify "$box/few.csv" --signals "$V" --compare 'coulomb, stribeck' >"$box/out" 2>&1 || true
if grep -q '^\* stribeck' "$box/out"; then echo "FAIL: a star for stribeck on twelve rows of Coulomb friction"; cat "$box/out"; exit 1; fi

# an_error_of_a_simulated_position_follows_no_column: with friction that never lets go it is the position itself
awk 'BEGIN { srand(3); print "t,x,u"; for (i = 0; i < 6000; i++) { t = i*0.002; u = 2.6 + 1.2*sin(3*t) + 0.025*t; F = 2.2 + 0.9*x
    a = v != 0 || u > F ? (u - F - 8*v)/2 : 0; w = v + a*0.002; v = w < 0 ? 0 : w; x += v*0.002
    printf "%.3f,%.9g,%.9g\n", t, x + 2e-6*(rand() - 0.5), u } }' >"$box/stick.csv"
"$BR_TOOL" identify "$box/stick.csv" --signals 't = t s, x = x m, u = u N' --model coulomb --mass '2 kg' --at 'FC = 100 N' --fix FC --no-offset >"$box/out" 2>&1 || true
has "the motion is fitted" "$box/out" "its motion is fitted"
if grep -q "residuals follow" "$box/out"; then echo "FAIL: residuals of a simulated position follow a column"; cat "$box/out"; exit 1; fi

# points_too_fast_for_a_curve_do_not_contradict_the_law: FS above FC, and the reason why the points do not show it
printf 'sigma0 = 2e5 N/m\nsigma1 = 300 N*s/m\nsigma2 = 20 N*s/m\nFC = 5 N\nFS = 7 N\nvs = 2 mm/s\n' >"$box/truth"
quietly "$BR_TOOL" simulate lugre --params "$box/truth" --until '4 s' --step '1 ms' \
    --input 'v = 0.1*sin(2*pi*0.7*t) + 0.02*sin(2*pi*3.1*t) m/s' --sensor 'F = noise(0.05) N' --seed 3 --csv "$box/fast.csv"
quietly "$BR_TOOL" identify "$box/fast.csv" --signals 't = t, v = v, F = F' --model lugre --json "$box/fast.json"
between 6.4 7.5 "$(number "$box/fast.json" FS value)" "FS of fast motions"
has "why points do not fall" "$box/log" "friction does not fall with speed in these points, of which the slowest is at"
if grep -q "simulated motion" "$box/log"; then echo "FAIL: errors of a simulation that was not made"; exit 1; fi

# one terminal shows a failure once
if command -v script >/dev/null 2>&1 && script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "$BR_TOOL identify $box/oneway.csv --signals '$V' --compare stribeck,dahl" /dev/null >"$box/out" 2>&1 || true
    is "failures on a terminal" 1 "$(grep -c 'failed: ' "$box/out")"
fi
