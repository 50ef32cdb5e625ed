#!/bin/sh
# test_tool_response.sh - frequency responses of planted logs: what they are, what is in them, and what is not claimed.
. tests/kit/kit.sh
signals='t = t, x = x, u = u'

# parameter FILE NAME KEY: of the first response in a JSON file
parameter() { sed -n "/\"name\": \"$2\"/,/}/s/.*\"$3\": \"*\([-+0-9.a-z]*\).*/\1/p" "$1" | head -n 1; }
# holds FILE NAME TRUTH WIDTH: identifiable, and its interval holds TRUTH and is at most WIDTH wide
holds() {
    is "$2 of $(basename "$1") identifiable" true "$(parameter "$1" "$2" identifiable)"
    low=$(parameter "$1" "$2" low) high=$(parameter "$1" "$2" high)
    awk -v l="$low" -v h="$high" -v t="$3" -v w="$4" 'BEGIN { exit !(l <= t && t <= h && h - l <= w) }' ||
        { echo "FAIL: $(basename "$1"): $2 from $low to $high, not $3 within $4"; exit 1; }
}
respond() { quietly "$BR_TOOL" response "$@" --signals "$signals" --json "$box/r.json"; }

# a multisine of `excite`, held by the drive, on the axis of the thesis in presliding: all three, within narrow intervals
quietly "$BR_TOOL" excite multisine --limits 'F = 1 N' --from '2 Hz' --to '300 Hz' --level '0.02 N' --stay '2 s' \
    --repeats 6 --step '0.5 ms' -o "$box/u.csv"
quietly "$BR_TOOL" simulate mass "$box/u.csv" --signals 't = t, u = u' --params axis --step '0.5 ms' \
    --sensor 'x = noise(0.6) nm' --csv "$box/pre.csv"
respond "$box/pre.csv" --held --csv "$box/r.csv" --report "$box/r.html"
is "method" multisine "$(key "$box/r.json" method)"
is "period" 2 "$(key "$box/r.json" period)"
is "periods" 5 "$(key "$box/r.json" periods)"
is "regime" presliding "$(key "$box/r.json" regime)"
holds "$box/r.json" m 20 0.1
holds "$box/r.json" d 400 1
holds "$box/r.json" k 3.2e6 2e4
between 63.6 63.7 "$(key "$box/r.json" resonance)" "resonance"
is "mismatch" false "$(key "$box/r.json" mismatch)"
is "rows of the table" 31 "$(wc -l <"$box/r.csv" | tr -d ' ')"
has "heading of the table" "$box/r.csv" 'response,f [1/s],re [m/N]'
for words in 'stiffness line 1/sigma0' 'mass line 1/(m w^2)' 'As Boegli 2014, Fig. 4.2' 'They cross at the resonance' '>95 %<' '>noise<'; do
    has "the report" "$box/r.html" "$words"
done

# without --held the delay of half a sample is found, and --held is named
"$BR_TOOL" response "$box/pre.csv" --signals "$signals" >"$box/out"
has "a held command" "$box/out" 'give --held'

# on top of a mean force the axis slides: no stiffness, and the viscous coefficient
lines='1,2,3,5,7,9,13,17,21,29,41,53,71,97,131,171,231'
quietly "$BR_TOOL" simulate mass --params axis --input "u = 89 + 40*multisine_random(3, $lines) N" --until 7.9995 \
    --step '0.5 ms' --sensor 'x = noise(20) nm' --csv "$box/slide.csv"
respond "$box/slide.csv" --from 2 --report "$box/r.html"
is "regime" sliding "$(key "$box/r.json" regime)"
holds "$box/r.json" m 20 0.01
holds "$box/r.json" d 400 0.1
is "stiffness in sliding" false "$(parameter "$box/r.json" k identifiable)"
has "the report of sliding" "$box/r.html" 'damping line 1/(d w)'

"$BR_TOOL" response "$box/slide.csv" --signals "$signals" --from 2 >"$box/out"
has "what damping is" "$box/out" 'd is the local slope of friction dF/dv at'
has "what damping is" "$box/r.html" 'it is sigma2 only far above the Stribeck velocity'
is "a slope that varies" 0 "$(grep -c 'the slope of friction varies' "$box/out" || true)"

# within the Stribeck region it is another slope, which varies with speed: 13.4 of 20 N s/m.
quietly "$BR_TOOL" simulate mass --params fig-2 --at 'm = 5 kg, fr.FC = 3 N, fr.FS = 4 N, fr.sigma0 = 5e4 N/m, fr.sigma1 = 100 N*s/m, fr.sigma2 = 20 N*s/m, fr.vs = 0.1 m/s, v = 0.11 m/s, fr.z = 65 um' \
    --input 'u = 5.4982 + 0.5*multisine_random(4, 2.5,5.5,8.5,11.5,14.5,18,21,24,27,30) N' --until 19.999 --step '1 ms' --sensor 'x = noise(100) nm' --csv "$box/stribeck.csv"
respond "$box/stribeck.csv"
is "regime" sliding "$(key "$box/r.json" regime)"
holds "$box/r.json" d 13.45 1
has "the slope varies" "$box/r.json" 'the slope of friction varies by'

# one spike is named by row and column, and refused where it outweighs the signal
awk -F, -v OFS=, 'NR == 7778 { $2 = 2 } { print }' "$box/stribeck.csv" >"$box/spike.csv"
"$BR_TOOL" response "$box/spike.csv" --signals "$signals" --json "$box/r.json" >"$box/log" 2>&1 || true
has "a spike" "$box/r.json" 'spike.csv: u, row 7777, t = 7.776 s: 2 N between'
awk -F, -v OFS=, 'NR == 7778 { $2 = 1e6 } { print }' "$box/stribeck.csv" >"$box/spike.csv"
wrong 3 'u, row 7777, t = 7.776 s: 1e+06 N between' response "$box/spike.csv" --signals "$signals"

# between the limits nothing of friction is claimed, but the mass; levels are compared as in Fig. 4.3
for level in 0.05 4; do
    quietly "$BR_TOOL" simulate mass --params axis --input "u = $level*multisine_random(3, 2,6,10,14,22,30,42,50,58,70,90,130,190,282) N" \
        --until 3.9995 --step '0.5 ms' --sensor 'x = noise(0.06) nm' --csv "$box/$level.csv"
done
respond "$box/4.csv"
is "stiffness between the limits" false "$(parameter "$box/r.json" k identifiable)"
is "damping between the limits" false "$(parameter "$box/r.json" d identifiable)"
holds "$box/r.json" m 20 12
between 0.001 1 "$(key "$box/r.json" distortion)" "distortion at 4 N"
respond "$box/0.05.csv" "$box/4.csv" --report "$box/r.html"
is "responses" 2 "$(grep -c '"method"' "$box/r.json")"
has "levels compared" "$box/r.html" 'Fig. 4.3'

# frequencies that stop short of the resonance: the mass line is not reached, and not claimed
quietly "$BR_TOOL" simulate mass --params axis --input 'u = multisine(1,2,3,5,7)/50 N' --until 5.9995 --step '0.5 ms' \
    --sensor 'x = noise(0.6) nm' --csv "$box/low.csv"
respond "$box/low.csv"
is "mass from low frequencies" false "$(parameter "$box/r.json" m identifiable)"
is "its value" null "$(parameter "$box/r.json" m value)"
has "why not" "$box/r.json" 'excite higher frequencies'
holds "$box/r.json" k 3.2e6 2e5
is "no resonance without a mass" 0 "$("$BR_TOOL" response "$box/low.csv" --signals "$signals" | grep -c resonance)"

# realisations of one level are averaged; the same one twice is seen
for seed in 1 2 3 4; do
    quietly "$BR_TOOL" excite multisine --limits 'F = 1 N' --from '2 Hz' --to '300 Hz' --level '0.06 N' --stay '1 s' \
        --repeats 4 --step '0.5 ms' --seed $seed --odd -o "$box/u.csv"
    quietly "$BR_TOOL" simulate mass "$box/u.csv" --signals 't = t, u = u' --params axis --step '0.5 ms' \
        --sensor 'x = noise(0.6) nm' --seed $seed --csv "$box/seed$seed.csv"
done
respond "$box"/seed[1-4].csv --held
is "realisations" 4 "$(key "$box/r.json" realisations)"
is "repeated" false "$(key "$box/r.json" repeated)"
holds "$box/r.json" m 20 1
holds "$box/r.json" k 3.2e6 1.5e5
cp "$box/seed1.csv" "$box/again.csv"
respond "$box/seed1.csv" "$box/again.csv" --held
is "repeated" true "$(key "$box/r.json" repeated)"
has "one realisation twice" "$box/r.json" 'the logs repeat one realisation'

# a stepped sine: segments of constant frequency
sum=''
t=0
for f in 5 12 25 40 55 75 110 160; do
    sum="$sum + pulse($t, $((t + 1)))*sin(2*pi*$f*t)"
    t=$((t + 1))
done
quietly "$BR_TOOL" simulate mass --params axis --input "u = 0.02*(${sum# + }) N" --until 7.9995 --step '0.5 ms' \
    --sensor 'x = noise(0.6) nm' --csv "$box/step.csv"
respond "$box/step.csv"
is "method" stepped "$(key "$box/r.json" method)"
is "segments" 8 "$(key "$box/r.json" periods)"
holds "$box/r.json" m 20 2
holds "$box/r.json" k 3.2e6 3e5

# a chirp is neither: Welch's method, which says what it does not know
quietly "$BR_TOOL" simulate mass --params axis --input 'u = 0.02*chirp(1, 300, 20) N' --until 19.9995 --step '0.5 ms' \
    --csv "$box/chirp.csv"
respond "$box/chirp.csv"
is "method" welch "$(key "$box/r.json" method)"
is "distortion" null "$(key "$box/r.json" distortion)"

# units: an angle and a torque; no units
printf 't [s],q [deg],M [N*m]\n' >"$box/turn.csv"
awk 'BEGIN { for (i = 0; i < 4000; i++) { t = i/1000; w = 6.283185307179586
    q = u = 0
    for (k = 1; k < 8; k++) { f = k*k; a = 50 - 0.01*(w*f)^2; b = 0.2*w*f; s = a*a + b*b
        u += cos(w*f*t + k*k); q += (a*cos(w*f*t + k*k) + b*sin(w*f*t + k*k))/s }
    printf "%.4f,%.15g,%.15g\n", t, q*57.29577951308232, u } }' >>"$box/turn.csv"
quietly "$BR_TOOL" response "$box/turn.csv" --signals 't = t, x = q, u = M' --json "$box/r.json"
is "unit of the stiffness" 'N*m/rad' "$(sed -n '/"name": "k"/,/}/s/.*"unit": "\(.*\)",/\1/p' "$box/r.json")"
between 0.00999 0.01001 "$(parameter "$box/r.json" m value)" "moment of inertia"
between 49.99 50.01 "$(parameter "$box/r.json" k value)" "stiffness of a shaft"

# counts of rows add up; nothing identifiable is exit code 1, with all files written
adds() {
    awk '/"read":/ { read = $2 + 0; sum = 0 } /"(used|outside|transient|rest)":/ { sum += $2 } /"rest":/ { logs++; bad += sum != read }
        END { exit bad || logs == 0 }' "$box/r.json" || { echo "FAIL: rows of $1 do not add up"; exit 1; }
}
respond "$box/pre.csv" --from 0.1 --held
adds multisine
has "rows" "$box/log" 'rows: 24000 read, 16000 used; not used: 200 outside of the time range, 4000 transient, 3800 behind the last period'
respond "$box/step.csv"
adds stepped
respond "$box/chirp.csv"
adds welch
respond "$box"/seed[1-4].csv --held
adds realisations
code=0
quietly "$BR_TOOL" simulate mass --params axis --input 'u = 0.02*sin(2*pi*5*t) N' --until 5.9995 --step '0.5 ms' --csv "$box/sine.csv"
"$BR_TOOL" response "$box/sine.csv" --signals "$signals" --json "$box/r.json" --report "$box/r.html" >"$box/out" 2>"$box/err" || code=$?
is "exit code where nothing is identifiable" 1 $code
has "why" "$box/err" 'bristle response: failed: no parameter is identifiable from sine.csv'
has "failures" "$box/r.json" 'no parameter is identifiable from sine.csv'
has "the title of the report" "$box/r.html" '<h1>Frequency response of sine.csv</h1>'
"$BR_TOOL" help response >"$box/out"
has "exit code in the help" "$box/out" 'Exit code 1'
cut -d, -f 1-3 "$box/sine.csv" | sed '1s/.*/t,u,x/' >"$box/plain.csv"
wrong 3 'no unit of the force u' response "$box/plain.csv" --signals 't = t, x = x m, u = u'
wrong 3 'no unit of the position x' response "$box/plain.csv" --signals 't = t, x = x, u = u N'
"$BR_TOOL" response "$box/plain.csv" --signals 't = t, x = x m, u = u A' >"$box/out" 2>&1 || true
has "u is no force" "$box/out" 'mass, damping and stiffness are per A'

# wrong uses, and logs that are none
wrong 2 'no force u' response "$box/pre.csv" --signals 't = t, x = x'
wrong 3 'the log lasts from 0 to' response "$box/pre.csv" --signals "$signals" --from '1000 s'
wrong 2 "--method 'sine'" response "$box/pre.csv" --signals "$signals" --method sine
wrong 2 "--regime 'stick'" response "$box/pre.csv" --signals "$signals" --regime stick
wrong 2 '--period is for a multisine' response "$box/pre.csv" --signals "$signals" --method welch --period 1
wrong 2 '--window is for' response "$box/pre.csv" --signals "$signals" --method stepped --window 1
wrong 3 'no whole number' response "$box/pre.csv" --signals "$signals" --period '1.00012 s'
awk -F, 'NR == 1 || NR % 7 != 3' "$box/low.csv" >"$box/holes.csv"
wrong 3 'bristle table' response "$box/holes.csv" --signals "$signals"
awk -F, -v OFS=, 'NR == 50 { $3 = "" } { print }' "$box/low.csv" >"$box/missing.csv"
wrong 3 'x is missing in row 49' response "$box/missing.csv" --signals "$signals"
awk -F, -v OFS=, 'NR > 1 { $2 = 1 } { print }' "$box/low.csv" >"$box/still.csv"
wrong 3 'the force does not change' response "$box/still.csv" --signals "$signals"
wrong 2 'has no effect' excite ladder --limits 'x = 1 m, a = 1 m/s^2' --from 1 --to 2 --odd
[ "$failed" -eq 0 ] || exit 1
