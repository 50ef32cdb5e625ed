#!/bin/sh
# Forces beside the mass: an offset of each log, a spring, a damper; with planted truths.
. tests/kit/kit.sh

# A mass of 2 kg with Coulomb friction of 3 N, viscous friction s2, a spring k and an offset. C: above 0, it moves forward longer than
# backward, and slower.
plant() { # SEED C OFFSET K S2 FILE
    awk -v seed="$1" -v c="$2" -v offset="$3" -v k="$4" -v s2="$5" 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
        BEGIN { srand(seed); V = 0.05; w = 6; print "t,x,v,u"
            for (i = 0; i <= 3500; i++) {
                t = i*0.001
                v = V*sin(w*t) + c*V*cos(2*w*t) + 0.2*V*sin(2.7*w*t + 1); a = V*w*cos(w*t) - 2*c*V*w*sin(2*w*t) + 0.54*V*w*cos(2.7*w*t + 1)
                x = 0.3 - V/w*cos(w*t) + c*V/(2*w)*sin(2*w*t) - 0.2*V/(2.7*w)*cos(2.7*w*t + 1)
                u = 2*a + 3*(v > 0 ? 1 : v < 0 ? -1 : 0) + s2*v + offset + k*x + noise(0.05)
                printf "%.3f,%.9g,%.9g,%.9g\n", t, x + noise(2e-7), v + noise(2e-5), u } }' >"$6"
}
S='t = t s, x = x m, u = u N'

# ---- an offset of each log: two runs, mostly forward and mostly backward, of an axis that was tilted between them
plant 1 0.7 1 0 10 "$box/a.csv"
plant 2 -0.7 -0.6 0 10 "$box/b.csv"
plant 3 0.3 0.2 0 10 "$box/test.csv"
"$BR_TOOL" identify "$box/a.csv" "$box/b.csv" --signals "$S" --model coulomb --json "$box/one.json" >"$box/log" 2>&1 || true
between 3.1 4 "$(number "$box/one.json" FC value)" "FC of two logs with one offset is biased"
has "different offsets are reported" "$box/log" "the logs have different offsets"
has "and the option that helps" "$box/log" "use --offset each"
quietly "$BR_TOOL" identify "$box/a.csv" "$box/b.csv" --test "$box/test.csv" --signals "$S" --model coulomb --offset each --json "$box/each.json"
between 2.97 3.03 "$(number "$box/each.json" FC value)" "FC with an offset of each log"
between 0.97 1.03 "$(number "$box/each.json" 'offset[1]' value)" "the offset of the first log"
between -0.63 -0.57 "$(number "$box/each.json" 'offset[2]' value)" "the offset of the second"
between 1.97 2.03 "$(number "$box/each.json" m value)" "the mass"
if grep -q 'offset\[3\]' "$box/each.json"; then echo "FAIL: a test log has no offset of its own"; exit 1; fi
# the offset of the test log is 0.2, the mean of the others: it is predicted as well as they are
between 0 2.5 "$(grep -F -A 4 '"of": "test"' "$box/each.json" | sed -n 's/.*"error": \([0-9.e-]*\).*/\1/p' | head -n 1)" "error of the test log"
# equal offsets: nothing is reported
plant 4 -0.7 1 0 10 "$box/same.csv"
quietly "$BR_TOOL" identify "$box/a.csv" "$box/same.csv" --signals "$S" --model coulomb
if grep -q "different offsets" "$box/log"; then echo "FAIL: equal offsets are no reason for a warning"; exit 1; fi
quietly "$BR_TOOL" identify "$box/a.csv" "$box/b.csv" --signals "$S" --model coulomb --offset each --prior 'offset[2] = -0.7..-0.5 N'
quietly "$BR_TOOL" identify "$box/a.csv" "$box/b.csv" --signals "$S" --model coulomb --offset each --predict motion --mass '2 kg' --json "$box/motion.json"
between 2.9 3.1 "$(number "$box/motion.json" FC value)" "FC by the motion, with an offset of each log"
between 0.9 1.1 "$(number "$box/motion.json" 'offset[1]' value)" "the first offset by the motion"
between -0.7 -0.5 "$(number "$box/motion.json" 'offset[2]' value)" "the second one"

# ---- a spring and a damper
plant 5 0.5 -100 400 10 "$box/spring.csv"
"$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --json "$box/none.json" >"$box/log" 2>&1 || true
between 5 1000 "$(key "$box/none.json" fit)" "the error without a spring"
quietly "$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --spring estimate --json "$box/spring.json"
has "the balance of forces" "$box/log" "drive force = friction + m*a + offset + spring*x"
between 398 402 "$(number "$box/spring.json" spring value)" "the spring"
between 2.97 3.03 "$(number "$box/spring.json" FC value)" "FC beside the spring"
between 1.97 2.03 "$(number "$box/spring.json" m value)" "m beside the spring"
between -100.6 -99.4 "$(number "$box/spring.json" offset value)" "the offset has the zero position"
quietly "$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --spring '0.4 N/mm' --mass '2 kg' --json "$box/known.json"
between 2.97 3.03 "$(number "$box/known.json" FC value)" "FC beside a known spring"
if grep -q '"spring"' "$box/known.json"; then echo "FAIL: a known spring is not estimated"; exit 1; fi
has "a known spring is in the heading" "$box/log" "spring 400 N/m"
# a damper is the same as sigma2: one number, and it is said; beside a law without viscous friction it is estimated
quietly "$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --spring estimate --damper estimate --json "$box/damper.json"
has "a damper is the same as sigma2" "$box/log" "a damper makes the same force as sigma2 of coulomb"
if grep -q '"damper"' "$box/damper.json"; then echo "FAIL: a damper beside sigma2"; exit 1; fi
between 9 11 "$(number "$box/damper.json" sigma2 value)" "sigma2 instead of the damper"
quietly "$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --spring estimate --damper '4 N*s/m' --json "$box/part.json"
between 5 7 "$(number "$box/part.json" sigma2 value)" "sigma2 beside a known damper"
quietly "$BR_TOOL" identify "$box/spring.csv" --signals "$S" --model coulomb --fix sigma2 --at 'sigma2 = 0 N*s/m' --spring estimate --damper estimate --json "$box/own.json"
between 9 11 "$(number "$box/own.json" damper value)" "the damper beside a law without viscous friction"
# one sine: mass and spring make the same force
for noise in 0 1; do
    awk -v s="$noise" 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
        BEGIN { srand(7); print "t,x,u"; for (i = 0; i <= 4000; i++) {
            t = i*0.001; x = 0.05*sin(6*t); v = 0.3*cos(6*t); u = (300 - 2*36)*x + 3*(v > 0 ? 1 : -1) + 10*v
            printf "%.3f,%.9g,%.9g\n", t, x + noise(1e-6*s), u + noise(0.05*s) } }' >"$box/sine.csv"
    "$BR_TOOL" identify "$box/sine.csv" --signals "$S" --model coulomb --spring estimate >"$box/log" 2>&1 && { echo "FAIL: mass and spring of one sine"; exit 1; }
    has "mass and spring of one sine" "$box/log" "m, spring of coulomb are not identifiable from this log"
    has "and why" "$box/log" "the motion has one frequency"
done
quietly "$BR_TOOL" identify "$box/sine.csv" --signals "$S" --model coulomb --spring estimate --mass '2 kg' --json "$box/sine.json"
between 298 302 "$(number "$box/sine.json" spring value)" "the spring of one sine with a known mass"

# ---- in the simulated axis: a mass on a spring that is pushed, with friction that holds it at times
awk 'function noise(s,  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return s*e }
    BEGIN { srand(6); m = 1; k = 300; d = 4; FC = 1.5; x = v = 0; h = 1e-4; print "t,x,u"
        for (i = 0; i <= 60000; i++) {
            t = i*h; u = 5*sin(5*t) + 3*sin(11.3*t + 1)
            if (i % 40 == 0) printf "%.4f,%.9g,%.9g\n", t, x + noise(2e-6), u
            free = v + h*(u - k*x - d*v)/m; stick = h*FC/m
            v = free > stick ? free - stick : free < -stick ? free + stick : 0; x += h*v } }' >"$box/pushed.csv"
quietly "$BR_TOOL" identify "$box/pushed.csv" --signals "$S" --mass '1 kg' --model coulomb --fix sigma2 --at 'sigma2 = 0 N*s/m' --spring estimate --damper estimate --predict motion --json "$box/pushed.json"
between 1.47 1.53 "$(number "$box/pushed.json" FC value)" "FC of an axis on a spring, by its motion"
between 298 302 "$(number "$box/pushed.json" spring value)" "the spring, by the motion"
between 3.8 4.2 "$(number "$box/pushed.json" damper value)" "the damper, by the motion"
quietly "$BR_TOOL" identify "$box/pushed.csv" --signals "$S" --mass '1 kg' --model coulomb --spring '300 N/m' --damper '1 N*s/m' --predict motion --json "$box/pushed.json"
between 1.47 1.53 "$(number "$box/pushed.json" FC value)" "FC with a known spring, by the motion"
between 2.8 3.2 "$(number "$box/pushed.json" sigma2 value)" "sigma2 beside a known damper, by the motion"

# ---- wrong uses
wrong 2 "--offset 'some' is none of one, each, none" identify rig/axis --model coulomb --offset some
wrong 2 "--offset and --no-offset exclude each other" identify rig/axis --model coulomb --offset each --no-offset
wrong 2 "--spring '3 kg' is neither a number in" identify rig/axis --model coulomb --spring '3 kg'
wrong 2 "--damper '3 N/m' is neither a number in" identify rig/axis --model coulomb --damper '3 N/m'
wrong 2 "--spring needs the position x" identify "$box/a.csv" --signals 't = t s, v = v m/s, F = u N' --model coulomb --spring estimate
exit $failed
