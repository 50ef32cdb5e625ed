#!/bin/sh
# Logs of t, v and u, without a position: accelerations are made from velocities, and velocities are simulated and fitted.
. tests/kit/kit.sh

# 2 kg, FC 3 N, sigma2 10 N s/m, offset 1 N; time stamps are off by up to a share J of the step; a pause of 2 s behind 4 s if P
plant() { # J P FILE
    awk -v jitter="$1" -v pause="$2" 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
        BEGIN { srand(1); V = 0.05; w = 6; print "t,v,u"
            for (i = 0; i <= 8000; i++) {
                t = (i + jitter*(2*rand() - 1))*0.001 + (pause && i > 4000 ? 2 : 0)
                v = V*sin(w*t) + 0.4*V*sin(2.7*w*t + 1); a = V*w*cos(w*t) + 1.08*V*w*cos(2.7*w*t + 1)
                printf "%.6f,%.9g,%.9g\n", t, v + noise(2e-5), 2*a + 3*(v > 0 ? 1 : -1) + 10*v + 1 + noise(0.05) } }' >"$3"
}
S='t = t s, v = v m/s, u = u N'
truth() { # FILE TEXT
    between 2.98 3.02 "$(number "$1" FC value)" "FC $2"
    between 9.7 10.3 "$(number "$1" sigma2 value)" "sigma2 $2"
    between 1.98 2.02 "$(number "$1" m value)" "m $2"
    between 0.98 1.02 "$(number "$1" offset value)" "offset $2"
}
plant 0 0 "$box/even.csv"
for how in central zero-phase; do
    quietly "$BR_TOOL" identify "$box/even.csv" --signals "$S" --model coulomb --differentiate $how --json "$box/v.json" --report "$box/v.html"
    has "where the acceleration is from" "$box/log" "acceleration from velocity: $how"
    has "the simulation is of the velocity" "$box/log" "RMS error of the velocity"
    truth "$box/v.json" "from velocities, $how"
    between 0 2 "$(sed -n '/"free_run": {/,/}/p' "$box/v.json" | sed -n 's/.*"error": \([0-9.e-]*\).*/\1/p' | head -n 1)" "simulated velocities"
done
quietly "$BR_TOOL" identify "$box/even.csv" --signals "$S" --model coulomb --predict motion --json "$box/motion.json" --report "$box/motion.html"
has "velocities are fitted" "$box/log" "fitted: the velocity (force in, motion out)"
has "in the report, too" "$box/motion.html" "Velocity over time"
truth "$box/motion.json" "from simulated velocities"
plant 0.3 0 "$box/uneven.csv"
quietly "$BR_TOOL" identify "$box/uneven.csv" --signals "$S" --model coulomb --json "$box/uneven.json"
truth "$box/uneven.json" "of uneven time stamps"
plant 0 1 "$box/pause.csv"
quietly "$BR_TOOL" identify "$box/pause.csv" --signals "$S" --model coulomb --json "$box/pause.json"
truth "$box/pause.json" "of a log with a pause"

# Stick and slip: what rests is fitted by its motion, by velocities, too
awk 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
    BEGIN { srand(2); pi = 3.141592653589793; m = 1; k = 400; x = v = 0; h = 1e-4; print "t,v,u"
        for (i = 0; i <= 60000; i++) {
            t = i*h; y = 0.012*sin(2*pi*0.9*t) + 0.006*sin(2*pi*0.37*t + 1) - 0.006*sin(1); u = k*(y - x)
            if (i % 40 == 0) printf "%.4f,%.9g,%.9g\n", t, v + noise(1e-4), u
            free = v + h*(u - 2*v)/m; stick = h*1.62/m
            v = free > stick ? free - stick : free < -stick ? free + stick : 0; x += h*v } }' >"$box/slip.csv"
quietly "$BR_TOOL" identify "$box/slip.csv" --signals "$S" --mass '1 kg' --model coulomb --predict motion --json "$box/slip.json"
between 1.61 1.63 "$(number "$box/slip.json" FC value)" "FC of a log that sticks and slips, by its velocity"
between 1.9 2.1 "$(number "$box/slip.json" sigma2 value)" "sigma2 of it"

wrong 2 "--spring needs the position x" identify "$box/even.csv" --signals "$S" --model coulomb --spring estimate
head -n 3 "$box/even.csv" >"$box/short.csv"
wrong 3 "2 rows are too few for an acceleration from velocities" identify "$box/short.csv" --signals "$S" --model coulomb
exit $failed
