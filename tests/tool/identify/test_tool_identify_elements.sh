#!/bin/sh
# Which parameters a log shows: shares that the law fixes, how many elements, what is about 0, and speeds that the log never had.
. tests/kit/kit.sh
V='t = t s, v = v m/s, F = F N'
NOISE='function noise(  i, e) { e = -6; for (i = 0; i < 12; i++) e += rand(); return e }'

# slipping KAPPA SHARE FILE: two elements in parallel (a share of 1: one), 3 N and 10 N*s/m, in motions of millimetres; noise of 0.02 N
slipping() {
    awk -v k1="$1" -v nu="$2" "$NOISE"' function stop(z, w) { return z > w ? w : z < -w ? -w : z }
        BEGIN { srand(3); print "t,v,F"; k[1] = k1; k[2] = 2e4; w[1] = 3*nu; w[2] = 3*(1 - nu)
            for (i = 0; i < 3000; i++) { t = i*2e-3; v = 4e-3*cos(9*t) + 3e-3*cos(3.1*t + 1)
                for (j = 1; j <= 2; j++) z[j] = stop(z[j] + k[j]*0.5*(v + last)*(i > 0 ? 2e-3 : 0), w[j])
                last = v; printf "%.3f,%.10g,%.8g\n", t, v, z[1] + z[2] + 10*v + 0.02*noise() } }' >"$3"
}
near() { # NAME LOW HIGH
    between "$2" "$3" "$(number "$box/out.json" "$1" value)" "$1"
}

# the_share_of_one_element_is_fixed: it is 1 by the law, and no bound
slipping 3e4 1 "$box/one.csv"
quietly "$BR_TOOL" identify "$box/one.csv" --signals "$V" --model maxwell-slip --json "$box/out.json"
is "elements of one" 1 "$(key "$box/out.json" elements)"
near 'kappa[1]' 29500 30500
grep -q '^  nu\[1\]  *1  *-  *fixed' "$box/log" || { echo "FAIL: the only share is not fixed"; cat "$box/log"; exit 1; }
has "its note" "$box/log" "nu[1] = 1: fixed by what the law requires, not estimated"
if grep -q "at its bound" "$box/log"; then echo "FAIL: a fixed share is at its bound"; exit 1; fi
quietly "$BR_TOOL" identify "$box/one.csv" --signals "$V" --model maxwell-slip --at 'n = 1'

# two_elements_are_found_from_speeds, and their order is no second explanation
slipping 1e5 0.4 "$box/two.csv"
quietly "$BR_TOOL" identify "$box/two.csv" --signals "$V" --model maxwell-slip --json "$box/out.json"
is "elements of two" 2 "$(key "$box/out.json" elements)"
near 'kappa[1]' 98000 102000
near 'kappa[2]' 19600 20400
near 'nu[1]' 0.39 0.41
if grep -q "two explanations" "$box/log"; then echo "FAIL: the order of elements explains nothing"; cat "$box/log"; exit 1; fi

# elements_are_found_in_a_log_that_mostly_slides: they slip within a ten-thousandth of its range
awk "$NOISE"' function stop(z, w) { return z > w ? w : z < -w ? -w : z }
    BEGIN { srand(4); print "t,x,v,F"; for (i = 0; i < 5000; i++) { t = i*1e-3; x = 0.05*sin(3*t) + 2e-4*sin(50*t)
        v = 0.15*cos(3*t) + 0.01*cos(50*t); a = stop(a + 1e5*(x - last), 1.2); b = stop(b + 2e4*(x - last), 1.8); last = x
        printf "%.3f,%.10g,%.10g,%.8g\n", t, x, v, a + b + 10*v + 0.02*noise() } }' >"$box/far.csv"
quietly "$BR_TOOL" identify "$box/far.csv" --signals 't = t s, x = x m, v = v m/s, F = F N' --model maxwell-slip --delay 0 --json "$box/out.json"
is "elements of a log that slides" 2 "$(key "$box/out.json" elements)"
near 'kappa[1]' 9e4 1.1e5
near 'kappa[2]' 18000 22000

# what_is_about_0_is_known_to_be: with and without a value that lands on 0
for seed in 1 2 3 4; do
    awk -v seed=$seed "$NOISE"' BEGIN { srand(seed); print "t,v,F"; for (i = 0; i < 1500; i++) { t = i*2e-3
        v = 0.05*sin(6*t) + 0.02*sin(17*t + 1); print t "," v "," 3*((v > 0) - (v < 0)) + 0.05*noise() } }' >"$box/zero.csv"
    quietly "$BR_TOOL" identify "$box/zero.csv" --signals "$V" --model coulomb --json "$box/out.json"
    near sigma2 0 0.2
    if ! grep -q '^  sigma2  *0  *N\*s/m  *not needed' "$box/log" && awk -v v="$(number "$box/out.json" sigma2 value)" -v sd="$(number "$box/out.json" sigma2 sd_coloured)" 'BEGIN { exit !(v < sd) }'; then
        has "seed $seed: what is about 0" "$box/log" "is about 0: one standard deviation of it makes"
    fi
done

# a_speed_that_the_log_never_had_is_not_ok
awk "$NOISE"' BEGIN { srand(8); print "t,v,F"; for (i = 0; i < 6000; i++) { t = i*1e-3; v = 0.03*sin(6*t) + 0.01*sin(17*t + 1)
    s = (v > 0) - (v < 0); print t "," v "," s*(3 + 2*exp(-(v/0.06)^2)) + 0.005*noise() } }' >"$box/slow.csv"
"$BR_TOOL" identify "$box/slow.csv" --signals "$V" --model stribeck >"$box/log" 2>&1 || true
has "a Stribeck velocity beyond all speeds" "$box/log" "vs beyond the range of the log"
