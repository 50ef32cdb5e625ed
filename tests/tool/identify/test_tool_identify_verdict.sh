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
has "its reason" "$box/log" "coulomb: the fewest parameters of all laws that explain the log as well as the best one"
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
