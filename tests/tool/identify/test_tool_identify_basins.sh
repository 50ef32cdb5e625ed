#!/bin/sh
# Two explanations of one log: an interval by profile likelihood is a union.
. tests/kit/kit.sh

# Friction that peaks at a speed vp: near a single speed v, vp and v^2/vp explain the force alike.
cat >"$box/peak.law" <<'END'
law peak "Friction with a peak"
version 1
input v m/s
param vp m/s > 0
param FP N > 0
output F N
r = abs(v)/vp
F = FP*sign(v)*2*r/(1 + r^2)
END
# spread SPEEDS: speeds around 50 mm/s that differ by such a share, vp = 80 mm/s, FP = 8 N, noise of 50 mN.
spread() {
    awk -v spread="$1" 'BEGIN {
        print "t,v,F"
        for (k = 0; k < 1500; k++) {
            s = (s*16807)%2147483647 + (k == 0)*12345; a = s/2147483647
            s = (s*16807)%2147483647; b = s/2147483647
            v = 0.05*(1 + spread*sin(0.031*k))*(int(k/100)%2 ? -1 : 1)
            r = v/0.08
            printf "%.4f,%.12g,%.9g\n", 0.001*k, v, 8*2*r/(1 + r*r) + 0.05*sqrt(-2*log(a + 1e-12))*cos(6.283185307*b)
        }
    }'
}
S='t = t s, v = v m/s, F = F N'
profile() { "$BR_TOOL" identify "$1" --signals "$S" --model "$box/peak.law" --at 'FP = 8 N' --fix FP --no-offset --profile vp --json "$box/out.json" >"$box/out" 2>&1 || [ $? -eq 1 ]; }

spread 0.0003 >"$box/two.csv"
profile "$box/two.csv"
grep -Eq '0.031[0-9]* to 0.031[0-9]* or 0.0[0-9]* to 0.080' "$box/out" || { echo "FAIL: both explanations: $(cat "$box/out")"; exit 1; }
parts=$(tr -d ' \n' <"$box/out.json" | sed 's/.*"intervals":\[\[//; s/\]\].*//; s/\],\[/,/')
low=$(echo "$parts" | cut -d, -f1)
middle=$(echo "$parts" | cut -d, -f3)
high=$(echo "$parts" | cut -d, -f4)
between "$middle" "$high" 0.08 "the truth"
between 0.030 0.032 "$low" "the other explanation"
is "low of the hull" "$low" "$(key "$box/out.json" low)"
is "high of the hull" "$high" "$(key "$box/out.json" high)"

# Speeds that differ more tell which one it is
spread 0.05 >"$box/one.csv"
profile "$box/one.csv"
if grep -q '[0-9] or [0-9]' "$box/out"; then echo "FAIL: one explanation is two: $(cat "$box/out")"; exit 1; fi

# a_prior_counts_where_searches_end: FC = 1.4e-6 N was said, five standard deviations from what is known, because its residuals are 1 % smaller
quietly "$BR_TOOL" simulate mass --at 'm = 5 kg, fr.sigma0 = 1e5 N/m, fr.sigma1 = 600 N*s/m, fr.FC = 5 N, fr.FS = 7 N, fr.vs = 5 mm/s, fr.sigma2 = 20 N*s/m' \
    --input 'u = 9*sin(2*pi*0.9*t) + 5*sin(2*pi*0.23*t) N' --until 3 --step '2 ms' --seed 1 --sensor 'x = noise(1) um, u = noise(0.05) N' --csv "$box/known.csv"
"$BR_TOOL" identify "$box/known.csv" --signals 't = t, x = x, u = u' --model stribeck --prior 'FC = 4..6 N' --json "$box/known.json" >"$box/log" 2>&1 || true
between 3 7 "$(number "$box/known.json" FC value)" "FC, known to be 5 +- 1"
exit $failed
