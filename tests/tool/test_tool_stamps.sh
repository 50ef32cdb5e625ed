#!/bin/sh
# test_tool_stamps.sh - time stamps that are not even: identify and inspect use those there are, and say how uneven they are.
. tests/kit/kit.sh

# number FILE NAME KEY: of a parameter of the first law
number() { grep -F -A 3 "\"$2\": {" "$1" | sed -n "s/.*\"$3\": \([-0-9.e]*\).*/\1/p" | head -n 1; }
# key FILE NAME: the first number or word behind a key
key() { sed -n "s/.*\"$2\": \"*\([-+0-9.a-z]*\)\"*,*\$/\1/p" "$1" | head -n 1; }
# within FILE NAME TRUTH SDS: a parameter, by its standard deviation
within() {
    awk -v v="$(number "$1" "$2" value)" -v t="$3" -v sd="$(number "$1" "$2" sd)" -v most="$4" \
        'BEGIN { d = v - t; exit !(sd > 0 && d*d <= most*most*sd*sd) }' ||
        { echo "FAIL: $1: $2 is $(number "$1" "$2" value) with sd $(number "$1" "$2" sd), not $3"; exit 1; }
}

# Planted: an arm with m 5, sigma2 20 and FC 3. mixed: steps of 10 and 12 ms. random: 6 to 14 ms. jitter: samples every 10 ms,
# stamps with 1.2 ms of noise, as an operating system makes them. rounded: samples every 8.33 ms, stamps in whole ms
cat >"$box/plant.awk" <<'A'
function gauss(   e, j) { e = -6; for (j = 0; j < 12; j++) e += rand(); return e }
BEGIN { srand(seed); print "t,x,u"; t = 0; last = -1; pi = atan2(0, -1)
  for (i = 0; i < 6000; i++) {
    x = v = a = 0
    for (k = 1; k <= 4; k++) { w = 2*pi*(0.11 + 0.31*k); A = 0.4/k; p = 1.3*k*k
      x += A*sin(w*t + p); v += A*w*cos(w*t + p); a -= A*w*w*sin(w*t + p) }
    stamp = how == "jitter" ? t + 0.0012*gauss() : how == "rounded" ? int(1000*t + 0.5)/1000 : t
    if (stamp <= last) stamp = last + 1e-5
    last = stamp
    printf "%.6f,%.9f,%.6f\n", stamp, x + noise*gauss(), 5*a + 20*v + 3*((v > 0) - (v < 0)) + 2*gauss()
    t += how == "mixed" ? (i % 6 < 3 || i % 13 == 0 ? 0.010 : 0.012) : how == "random" ? 0.006 + 0.008*rand() : how == "rounded" ? 1/120 : 0.010
  } }
A
S='t = t s, x = x rad, u = u N*m'
plant() { awk -v how="$1" -v seed="$2" -v noise="$3" -f "$box/plant.awk" >"$box/$1.csv"; }
for how in mixed random; do
    for seed in 7 8 9; do
        plant $how $seed 2e-6
        quietly "$BR_TOOL" identify "$box/$how.csv" --signals "$S" --model coulomb --json "$box/$how.json"
        for p in 'm 5' 'sigma2 20' 'FC 3'; do
            # shellcheck disable=SC2086
            within "$box/$how.json" ${p% *} ${p#* } "$([ $seed -eq 7 ] && echo 2 || echo 3)"
        done
    done
    "$BR_TOOL" identify "$box/$how.csv" --signals "$S" --model coulomb >"$box/text"
    ! grep -q "stamps jitter" "$box/text" || { echo "FAIL: stamps of $how are right"; exit 1; }
    ! "$BR_TOOL" inspect "$box/$how.csv" --signals "$S" | grep -q "stamps jitter" || { echo "FAIL: inspect: stamps of $how are right"; exit 1; }
done

# other ways to a velocity: the mass as from even steps, within 1 %, where steps taken as 10 ms gave 4.2
plant even 7 2e-6
for kind in zero-phase kalman lowpass window; do
    for how in even mixed; do
        quietly "$BR_TOOL" identify "$box/$how.csv" --signals "$S" --model coulomb --differentiate $kind --cutoff '20 Hz' --json "$box/$how.json"
    done
    awk -v m="$(number "$box/mixed.json" m value)" -v e="$(number "$box/even.json" m value)" 'BEGIN { exit !(m > 0.99*e && m < 1.01*e) }' ||
        { echo "FAIL: $kind: the mass is $(number "$box/mixed.json" m value), of even steps $(number "$box/even.json" m value)"; exit 1; }
done

# stamps that are wrong, of samples that are even: the warning, and the mass all the same, to 1 %
for how in jitter rounded; do
    plant $how 7 2e-6
    quietly "$BR_TOOL" identify "$box/$how.csv" --signals "$S" --model coulomb --json "$box/$how.json"
    has "the warning" "$box/$how.json" "the time stamps jitter, the samples do not"
    awk -v m="$(number "$box/$how.json" m value)" 'BEGIN { exit !(m > 4.95 && m < 5.05) }' ||
        { echo "FAIL: $how: the mass is $(number "$box/$how.json" m value)"; exit 1; }
    "$BR_TOOL" inspect "$box/$how.csv" --signals "$S" >"$box/text"
    has "inspect warns, too" "$box/text" "warning: the time stamps jitter, the samples do not"
    has "and sees the force" "$box/text" "leave a residual of 3 %"
done

# no position noise is taken for jitter
plant mixed 7 1e-3
quietly "$BR_TOOL" identify "$box/mixed.csv" --signals "$S" --model coulomb --json "$box/noisy.json"
! grep -q "stamps jitter" "$box/noisy.json" || { echo "FAIL: noise is taken for jitter"; exit 1; }

# inspect says how uneven they are
plant mixed 7 2e-6
"$BR_TOOL" inspect "$box/mixed.csv" --signals "$S" --json "$box/inspect.json" >/dev/null
"$BR_TOOL" inspect "$box/mixed.csv" --signals "$S" >"$box/text"
has "how uneven" "$box/text" "uneven: 46 % of the steps are off by more than 5 %, 10 to 12 ms"
awk -v u="$(key "$box/inspect.json" uneven)" 'BEGIN { exit !(u > 0.45 && u < 0.47) }' || { echo "FAIL: uneven is $(key "$box/inspect.json" uneven)"; exit 1; }

# stamps that do not rise are refused with the command that helps, and it does
awk 'NR == 100 { print } { print }' "$box/mixed.csv" >"$box/twice.csv"
wrong 3 "time must rise: row 100 does not (1 repeated times, 0 backward); reject such rows: bristle table" identify "$box/twice.csv" --signals "$S" --model coulomb
quietly "$BR_TOOL" table "$box/twice.csv" --csv "$box/rising.csv"
quietly "$BR_TOOL" identify "$box/rising.csv" --signals "$S" --model coulomb

# The arm of eight machines: joints 1 and 3 of a UR10e as they are, against the same log on an even grid
[ -d ../shared/data/ur10e ] || { [ $failed -eq 0 ] && echo "skipped: joints of the UR10e, no ../shared/data; the rest passed" && exit 77; exit 1; }
cat >"$box/even.awk" <<'A'
BEGIN { FS = ","; print "t,x,u"; n = 0 }
{ t[n] = $1; x[n] = $X; u[n] = $U; n++ }
END { for (i = k = 0; t[0] + i*0.01 <= t[n - 1]; i++) { g = t[0] + i*0.01
    while (k + 2 < n && t[k + 1] <= g) k++
    b = k - 1 < 0 ? 0 : k - 1 > n - 4 ? n - 4 : k - 1; s = 0
    for (j = b; j < b + 4; j++) { w = 1; for (l = b; l < b + 4; l++) if (l != j) w *= (g - t[l])/(t[j] - t[l]); s += w*x[j] }
    printf "%.4f,%.9f,%.6f\n", g, s, u[k] + (u[k + 1] - u[k])*(g - t[k])/(t[k + 1] - t[k]) } }
A
for joint in '1 2 14 10.0' '3 4 16 8.46 --gravity'; do
    # shellcheck disable=SC2086
    set -- $joint
    log=../shared/data/ur10e/ur-20_01_22-joint_$1.csv
    awk -v X="$2" -v U="$3" -f "$box/even.awk" "$log" >"$box/even.csv"
    quietly "$BR_TOOL" identify "$box/even.csv" ${5:-} --signals "t = t s, x = x rad, u = $4*u N*m" --model coulomb --delay 0 --json "$box/even.json"
    quietly "$BR_TOOL" identify "$log" ${5:-} --signals "t = #1 s, x = #$2 rad, u = $4*#$3 N*m" --model coulomb --delay 0 --json "$box/joint.json"
    for name in m sigma2 FC; do
        within "$box/joint.json" $name "$(number "$box/even.json" $name value)" 1
    done
done
exit $failed
