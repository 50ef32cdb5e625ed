#!/bin/sh
# test_tool_delay.sh - the delay between force and motion: estimated with every fit, reported with its standard deviation, and used.
. tests/kit/kit.sh

# number FILE NAME KEY: of a parameter of the first law
number() { grep -F -A 3 "\"$2\": {" "$1" | sed -n "s/.*\"$3\": \([-0-9.e]*\).*/\1/p" | head -n 1; }
# delay FILE KEY: of the first law
delay() { sed -n '/"state": "/,/}/p' "$1" | sed -n "s/.*\"$2\": \"*\([-0-9.a-z ]*\)\"*,*\$/\1/p" | head -n 1; }
# near WORDS FOUND SD TRUTH SDS
near() {
    awk -v v="$2" -v sd="$3" -v t="$4" -v most="$5" 'BEGIN { d = v - t; exit !(sd > 0 && d*d <= most*most*sd*sd) }' ||
        { echo "FAIL: $1 is $2 with sd $3, not $4"; exit 1; }
}

# An axis with LuGre friction under a digital drive that holds its command for 1 ms
cat >"$box/truth" <<'T'
m = 5 kg
fr.sigma0 = 1e5 N/m
fr.sigma1 = 600 N*s/m
fr.sigma2 = 20 N*s/m
fr.FC = 5 N
fr.FS = 7 N
fr.vs = 5 mm/s
T
F='1.6*(3*sin(2*pi*0.6*t) + 2.6*sin(2*pi*1.7*t + 1) + 2*sin(2*pi*5.3*t + 2) + 1.2*sin(2*pi*13*t) + 0.6*sin(2*pi*31*t + 3))'
noise='function gauss(   e, j) { e = -6; for (j = 0; j < 12; j++) e += rand(); return e } BEGIN { srand(seed); pi = atan2(0, -1); FS = "," }'
awk "$noise BEGIN { print \"t,u\"; for (i = 0; i <= 8000; i++) { t = i*1e-3; printf \"%.3f,%.6f\\n\", t, $F } }" >"$box/command.csv"
quietly "$BR_TOOL" simulate mass "$box/command.csv" --params "$box/truth" --signals 't = t s, u = u N' --step '1 ms' --until '8 s' --sensor 'x = noise(2e-8) m' --csv "$box/held.csv"
awk -v seed=3 "$noise"' NR == 1 { print "t,x,u" } NR > 1 { printf "%s,%s,%.6f\n", $1, $3, $2 + 0.4*gauss() }' "$box/held.csv" >"$box/log.csv"
S='t = t s, x = x m, u = u N'
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model lugre --json "$box/held.json" --report "$box/held.html"
near sigma1 "$(number "$box/held.json" sigma1 value)" "$(number "$box/held.json" sigma1 sd_coloured)" 600 3
awk -v v="$(number "$box/held.json" sigma1 value)" 'BEGIN { exit !(v > 570 && v < 630) }' || { echo "FAIL: sigma1 is off by more than 5 %"; exit 1; }
near "delay of a held command" "$(delay "$box/held.json" samples)" "$(delay "$box/held.json" samples_sd)" 0.5 3
is "it is estimated" estimated "$(delay "$box/held.json" state)"
has "in words" "$box/held.json" "as of a drive that holds its command for a sample (--held)"
has "in the report" "$box/held.html" "delay between force and motion"
# the test sees the difference: without a delay the mass is wrong by many standard deviations
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model lugre --delay 0 --json "$box/none.json"
awk -v v="$(number "$box/none.json" m value)" -v sd="$(number "$box/none.json" m sd)" 'BEGIN { exit !(v - 5 > 5*sd) }' || { echo "FAIL: without a delay the mass is right, too"; exit 1; }
is "no delay was asked for" given "$(delay "$box/none.json" state)"
# given outright
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model lugre --held --json "$box/said.json"
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model lugre --delay '0.5 ms' --json "$box/told.json"
digits() { number "$1" sigma1 value | awk '{ printf "%.12g", $1 }'; } # the step is a median of differences of stamps
is "half a sample" "$(digits "$box/told.json")" "$(digits "$box/said.json")"
near sigma1 "$(number "$box/said.json" sigma1 value)" "$(number "$box/said.json" sigma1 sd_coloured)" 600 3

# Predictions: 0.4 N of noise, which the axis did not feel, move the mass by some standard deviations; they say so, and include it
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model lugre --held --predict step --json "$box/step.json"
near "mass by predictions" "$(number "$box/step.json" m value)" "$(number "$box/step.json" m sd_coloured)" 5 2
awk -v v="$(number "$box/step.json" m value)" -v sd="$(number "$box/step.json" m sd)" 'BEGIN { exit !(v - 5 > 5*sd) }' || { echo "FAIL: predictions are not biased here"; exit 1; }
has "noise of the force" "$box/step.json" "noise of the force biases these predictions"
has "held" "$box/step.json" '"held": true'
# a profile beside an estimated delay: about 2 standard deviations to each side
quietly "$BR_TOOL" identify "$box/log.csv" --signals "$S" --model coulomb --predict force --profile m --json "$box/profile.json"
of_m() { grep -F -A 7 '"m": {' "$box/profile.json" | sed -n "s/.*\"$1\": \([-0-9.e]*\).*/\1/p" | head -n 1; }
between 2.5 7 "$(awk "BEGIN { print ($(of_m high) - $(of_m low))/$(of_m sd_coloured) }")" "width of the interval of m in sd"
between "$(of_m low)" "$(of_m high)" "$(of_m value)" "mass in its interval"

# inspect finds it, too, where the axis slides mostly: within 3 standard deviations and 0.15 samples
awk -F, 'NR == 1 { print } NR > 1 { printf "%s,%.6f\n", $1, 6*$2 }' "$box/command.csv" >"$box/strong.csv"
quietly "$BR_TOOL" simulate mass "$box/strong.csv" --params "$box/truth" --signals 't = t s, u = u N' --step '1 ms' --until '8 s' --sensor 'x = noise(2e-8) m' --csv "$box/slides.csv"
"$BR_TOOL" inspect "$box/slides.csv" --signals 't = t, x = x, u = u' --json "$box/inspect.json" >"$box/text"
key() { sed -n "s/.*\"$2\": \([-0-9.e]*\).*/\1/p" "$1" | head -n 1; }
near "delay of inspect" "$(key "$box/inspect.json" delay_samples)" "$(key "$box/inspect.json" delay_samples_sd)" 0.5 3
awk -v v="$(key "$box/inspect.json" delay_samples)" 'BEGIN { exit !(v > 0.35 && v < 0.65) }' || { echo "FAIL: inspect: $(key "$box/inspect.json" delay_samples) samples"; exit 1; }
"$BR_TOOL" inspect "$box/slides.csv" --signals 't = t, x = x, u = u' >"$box/text"
has "what helps" "$box/text" "half a sample is a drive that holds its command: identify --held"

# Planted delays, sign included: found within 3 standard deviations, and the parameters with them
quietly "$BR_TOOL" simulate mass --params "$box/truth" --input "u = $F N" --step '1 ms' --until '8 s' --sensor 'x = noise(2e-8) m' --csv "$box/smooth.csv"
for tau in -1.3 0 0.5 2.2; do
    awk -v seed=5 -v tau=$tau "$noise NR == 1 { print \"t,x,u\" } NR > 1 { t = \$1 + 1e-3*tau; printf \"%s,%s,%.6f\\n\", \$1, \$3, $F + 0.4*gauss() }" "$box/smooth.csv" >"$box/late.csv"
    quietly "$BR_TOOL" identify "$box/late.csv" --signals "$S" --model lugre --json "$box/late.json"
    if [ $tau = 0 ] && [ "$(delay "$box/late.json" state)" = "not identifiable" ]; then
        is "then it is 0" 0 "$(delay "$box/late.json" samples)"
    else
        near "planted delay $tau" "$(delay "$box/late.json" samples)" "$(delay "$box/late.json" samples_sd)" $tau 3
    fi
    near "sigma1 at delay $tau" "$(number "$box/late.json" sigma1 value)" "$(number "$box/late.json" sigma1 sd_coloured)" 600 3
done

# The simulated axis sees the force that much later: its error with the delay is less than half of that without
awk -v seed=5 -v tau=2.2 "$noise NR == 1 { print \"t,x,u\" } NR > 1 { t = \$1 + 1e-3*tau; printf \"%s,%s,%.6f\\n\", \$1, \$3, $F + 0.02*gauss() }" "$box/smooth.csv" >"$box/late.csv"
quietly "$BR_TOOL" identify "$box/late.csv" --signals "$S" --model lugre --json "$box/late.json"
quietly "$BR_TOOL" identify "$box/late.csv" --signals "$S" --model lugre --delay 0 --json "$box/none.json"
free() { sed -n '/"free_run": {/,/}/p' "$1" | sed -n 's/.*"error": \([-0-9.e]*\).*/\1/p' | head -n 1; }
awk -v a="$(free "$box/late.json")" -v b="$(free "$box/none.json")" 'BEGIN { exit !(a > 0 && a < 0.5*b) }' || { echo "FAIL: simulation: $(free "$box/late.json") and $(free "$box/none.json") %"; exit 1; }

# A small motion that comes to rest at every turn: what Coulomb's law lacks there looks like a delay of five samples. It is not used; should
# it be one, standard deviations have that in them. With a low-pass filter on the force it is a delay below 0, and no delay.
# stick SEED [TAU]: a PD loop on an axis with m = 5 kg, FC = 3 N, sigma2 = 10 N*s/m; TAU: time constant of that filter, s
stick() {
    awk -v seed="$1" -v tau="${2:-0}" -v size="${3:-0.01}" '
    function uniform() { seed = (seed*16807) % 2147483647; return seed/2147483647 }
    function normal() { return sqrt(-2*log(uniform()))*cos(6.283185307179586*uniform()) }
    BEGIN {
        m = 5; FC = 3; sigma2 = 10; dt = 0.001; h = dt/20
        for (i = 0; i < 3; i++) { w[i] = 3.141592653589793*(1 + 1.37*i); phase[i] = 6.283185307179586*uniform() }
        print "t,x,u"
        for (k = 0; k < 5000; k++) {
            t = k*dt; r = rv = 0
            for (i = 0; i < 3; i++) {
                r += size/(1 + i)*(sin(w[i]*t + phase[i]) - sin(phase[i])); rv += size/(1 + i)*w[i]*cos(w[i]*t + phase[i])
            }
            e = x + 1e-7*normal(); slope += 0.3*((e - last)/dt - slope); last = e
            u = 5000*(r - e) + 200*(rv - slope)
            printf "%.3f,%.9g,%.9g\n", t, e, (tau > 0 ? slow : u) + (tau > 0 ? 0.02 : 0.1)*normal()
            for (i = 0; i < 20; i++) {
                if (tau > 0) slow += h/tau*(u - slow)
                side = v > 0 ? 1 : v < 0 ? -1 : u > FC ? 1 : u < -FC ? -1 : 0
                if (side == 0) continue
                n = v + h*(u - FC*side - sigma2*v)/m
                if (n*side <= 0) n = 0
                x += h*(v + n)/2; v = n
            }
        }
    }'
}
for seed in 1 3; do
    stick $seed >"$box/stick.csv"
    "$BR_TOOL" identify "$box/stick.csv" --signals "$S" --model coulomb --predict force --json "$box/stick.json" >/dev/null 2>&1 || [ $? -eq 1 ]
    is "seed $seed: what looks like a delay" 'too long' "$(delay "$box/stick.json" state)"
    has "and is told" "$box/stick.json" "samples fit best, more than a delay should be"
    for p in 'FC 3' 'sigma2 10' 'm 5'; do
        near "${p% *} of seed $seed" "$(number "$box/stick.json" "${p% *}" value)" "$(number "$box/stick.json" "${p% *}" sd_coloured)" "${p#* }" 2
    done
done
stick 2 0.01 0.05 >"$box/slow.csv"
"$BR_TOOL" identify "$box/slow.csv" --signals "$S" --model coulomb --json "$box/slow.json" >/dev/null 2>&1 || [ $? -eq 1 ]
has "a filtered force" "$box/slow.json" "the force follows the motion, as behind a low-pass filter"

# Bristles that turn around reversals look like a force that is early: inspect is not taken in, with noise or steps of the position
awk 'BEGIN { print "t,u"; for (i = 0; i <= 4000; i++) { t = i*1e-3; w = 2*atan2(0, -1)*t; printf "%.3f,%.9f\n", t, 6*sin(1.3*w) + 4*sin(0.37*w) + 3*sin(4.1*w) } }' >"$box/waves.csv"
for sensor in 'noise(0.02)' 'noise(0.2)' 'noise(0.2) | quantise(2)'; do
    for late in 0 2.5; do
        quietly "$BR_TOOL" simulate mass "$box/waves.csv" --linear --signals 't = t s, u = u N' --at 'm = 2 kg, fr.sigma0 = 2e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 3 N, fr.FS = 4.5 N, fr.vs = 2 mm/s, fr.sigma2 = 20 N*s/m' --step '1 ms' --sensor "x = $sensor um, u = delay(${late}e-3) | noise(0.02) N" --csv "$box/waves_late.csv"
        quietly "$BR_TOOL" inspect "$box/waves_late.csv" --signals 't = t, x = x, u = u' --json "$box/waves.json"
        near "delay of inspect, $sensor um" "$(key "$box/waves.json" delay_samples)" "$(key "$box/waves.json" delay_samples_sd)" "-$late" 3
        awk -v sd="$(key "$box/waves.json" delay_samples_sd)" 'BEGIN { exit !(sd < 0.3) }' || { echo "FAIL: inspect does not know the delay"; exit 1; }
    done
done

wrong 2 "--held and --delay exclude each other" identify "$box/log.csv" --signals "$S" --model lugre --held --delay '1 ms'
wrong 2 "--delay 'soon' is not a time such as 0.5 ms, or 0" identify "$box/log.csv" --signals "$S" --model lugre --delay soon
wrong 2 "--delay '1 s' is more than 100 samples of 1 ms" identify "$box/log.csv" --signals "$S" --model lugre --delay '1 s'
exit $failed
