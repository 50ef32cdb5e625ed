#!/bin/sh
# test_identify_motion_starts.sh - fits of motion end near the planted parameters of a stick-slip log, and a richer law is not worse.
. tests/kit/kit.sh

# A mass that a spring pulls one way over a Stribeck curve: m 1.5 kg, FC 4 N, FS 6 N, vs 5 mm/s, sigma2 2 N*s/m; 4000 rows, 7 slips.
awk 'BEGIN {
    m = 1.5; FC = 4; FS = 6; vs = 0.005; s2 = 2; k = 370; V = 0.01; dt = 2e-5; srand(1)
    print "t,x,u"
    for (i = 0; i <= 400000; i++) {
        t = i*dt; u = k*(V*t - x)
        if (i % 100 == 0) printf "%.4f,%.9g,%.6g\n", t, x + 2e-7*(rand() + rand() - 1), u
        if (v == 0 && u <= FS) continue
        v += dt*(u - FC - (FS - FC)*exp(-(v/vs)^2) - s2*v)/m
        if (v < 0) v = 0
        x += dt*v
    }
}' >"$box/slip.csv"

# value LAW NAME: a parameter of a law, from the JSON of a comparison
value() { awk -v law="\"law\": \"$1\"" -v name="\"$2\": {" 'index($0, "\"law\": ") { on = index($0, law) } on && index($0, "\"variant\": \"direction\"") { on = 0 } on && index($0, name) { found = 1 } on && found && /"value": / { sub(/.*"value": /, ""); sub(/,.*/, ""); print; exit }' "$box/slip.json"; }
fit() { awk -v law="\"law\": \"$1\"" 'index($0, "\"law\": ") { on = index($0, law) } on && index($0, "\"variant\": \"direction\"") { on = 0 } on && /"fit": / { sub(/.*"fit": /, ""); sub(/,.*/, ""); print; exit }' "$box/slip.json"; }

# a_fit_of_motion_finds_the_planted_slip: from the fit of forces alone the search ends at 1 % or more, with a mass of 2 to 9 kg
"$BR_TOOL" identify "$box/slip.csv" --signals 't = t s, x = x m, u = u N' --no-offset --hold-out 0 --predict motion --compare 'coulomb, stribeck' --json "$box/slip.json" >"$box/out" 2>&1 || [ $? -eq 1 ]
between 0 0.2 "$(fit stribeck)" "fit error of stribeck"
between 1.4 1.6 "$(value stribeck m)" "mass"
between 3.7 4.3 "$(value stribeck FC)" "FC"
between 5.8 6.2 "$(value stribeck FS)" "FS"
# a_richer_law_is_not_worse
between 0 "$(fit coulomb)" "$(fit stribeck)" "fit error of stribeck, not above that of coulomb"
