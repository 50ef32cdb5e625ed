#!/bin/sh
# Logs that stick and slip are fitted by their motion, and errors are those of every log, fitted and held out apart.
. tests/kit/kit.sh

# A mass of 1 kg on dry friction FC and viscous friction s2, pulled through a spring by a moving base; friction takes momentum
# up to FC*h in a step, so the mass stays where it is as long as friction holds it.
plant() { # SEED FC S2 FILE
    awk -v seed="$1" -v FC="$2" -v s2="$3" 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
        BEGIN { srand(seed); pi = 3.141592653589793; m = 1; k = 400; x = v = 0; h = 1e-4; print "t,x,u"
            for (i = 0; i <= 60000; i++) {
                t = i*h; y = 0.012*sin(2*pi*0.9*t) + 0.006*sin(2*pi*0.37*t + 1) - 0.006*sin(1); u = k*(y - x)
                if (i % 40 == 0) printf "%.4f,%.9g,%.9g\n", t, x + noise(2e-6), u
                free = v + h*(u - s2*v)/m; stick = h*FC/m
                v = free > stick ? free - stick : free < -stick ? free + stick : 0
                x += h*v } }' >"$4"
}
plant 1 1.62 2 "$box/slip.csv"
S='t = t s, x = x m, u = u N'

quietly "$BR_TOOL" identify "$box/slip.csv" --signals "$S" --mass '1 kg' --model coulomb --json "$box/slip.json"
has "why the motion is fitted" "$box/log" "its motion is fitted"
between 1.615 1.625 "$(number "$box/slip.json" FC value)" "FC of a log that sticks and slips"
between 1.95 2.05 "$(number "$box/slip.json" sigma2 value)" "sigma2 of it"
# The fit along the measured motion takes noise for the direction of friction at rest: that is why
"$BR_TOOL" identify "$box/slip.csv" --signals "$S" --mass '1 kg' --model coulomb --predict force --json "$box/force.json" >"$box/log" 2>&1 || true
between 0.3 1.5 "$(number "$box/force.json" FC value)" "FC by the force, too small"

# A force that is logged 1.3 samples early: the delay is estimated with the motion, and without it FC is wrong by many sds
awk -F, 'NR == 1 { print; next } { t[NR] = $1; x[NR] = $2; u[NR] = $3 }
    END { for (k = 2; k <= NR - 2; k++) printf "%.4f,%.9g,%.9g\n", t[k], x[k], u[k + 1] + 0.3*(u[k + 2] - u[k + 1]) }' "$box/slip.csv" >"$box/early.csv"
quietly "$BR_TOOL" identify "$box/early.csv" --signals "$S" --mass '1 kg' --model coulomb --json "$box/early.json"
near() { awk -v v="$2" -v sd="$3" -v want="$4" 'BEGIN { d = v - want; exit !((d < 0 ? -d : d) <= 3*sd && sd > 0) }' || { echo "FAIL: $1: $2 +- $3, planted $4"; exit 1; }; }
delay() { sed -n '/"state": "/,/}/p' "$box/early.json" | sed -n "s/.*\"$1\": \"*\([-0-9.a-z ]*\)\"*,*\$/\1/p" | head -n 1; }
is "the delay of a motion" estimated "$(delay state)"
near "the delay of a motion, samples" "$(delay samples)" "$(delay samples_sd)" 1.3
between 0 0.1 "$(delay samples_sd)" "its sd"
near "FC with a delay" "$(number "$box/early.json" FC value)" "$(number "$box/early.json" FC sd_coloured)" 1.62
quietly "$BR_TOOL" identify "$box/early.csv" --signals "$S" --mass '1 kg' --model coulomb --delay 0 --json "$box/none.json"
awk -v v="$(number "$box/none.json" FC value)" -v sd="$(number "$box/none.json" FC sd)" 'BEGIN { exit !(v - 1.62 > 5*sd || 1.62 - v > 5*sd) }' || { echo "FAIL: FC is right without the delay"; exit 1; }

# Errors of every log: a test log of another friction, whose errors stand apart
plant 2 1.625 2 "$box/other.csv"
quietly "$BR_TOOL" identify "$box/slip.csv" --test "$box/other.csv" --signals "$S" --mass '1 kg' --model coulomb --json "$box/two.json"
has "a table of errors" "$box/log" "errors of every log"
of() { # ROWS KEY: of the rows "fitted" or "test"
    grep -F -A 6 "\"of\": \"$1\"" "$box/two.json" | sed -n "s/.*\"$2\": \([-0-9.e]*\).*/\1/p" | head -n 1
}
top() { sed -n '/"free_run": {/,/}/p' "$box/two.json" | sed -n "s/.*\"$1\": \([-0-9.e]*\).*/\1/p" | head -n 1; }
between 0 0.1 "$(of fitted free_run)" "simulation of the fitted log"
between 0.1 50 "$(of test free_run)" "simulation of the test log"
is "the error of fitted logs is theirs alone" "$(of fitted free_run)" "$(top error)"
is "that of test logs, too" "$(of test free_run)" "$(top held_out)"
