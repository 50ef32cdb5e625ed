#!/bin/sh
# test_tool_observe_mech.sh - `bristle observe LOG --model F.mech`: unknown inputs found, tuned, dense, wrong input.
. tests/kit/kit.sh
model=examples/mech/slider-crank-observed.mech
signals='t = t, speed = speed, A = A, torque = torque, pin = pin'

# a log of the model itself, its torque known and its sensors noisy
sed 's/^unknown torque A/drive torque A = 0.3 + 0.2*sin(30*t) N*m/' $model >"$box/truth.mech"
quietly "$BR_TOOL" simulate "$box/truth.mech" --until '0.2 s' --step '0.1 ms' --seed 5 --csv "$box/log.csv"
"$BR_TOOL" observe "$box/log.csv" --model $model --signals "$signals" --unknown 'torque = 3 N*m' \
    --json "$box/few.json" --csv "$box/few.csv" --report "$box/few.html" >"$box/words"
has "summary" "$box/words" "rank of the covariance: 3, at most 3"
has "page" "$box/few.html" "<svg"
has "mechanism drawn" "$box/few.html" "The mechanism"
has "a title says a word once" "$box/few.html" '"title":"Torque over time"'
has "band of the torque" "$box/few.csv" "torque_est [N*m],torque_sd [N*m]"
value() { sed -n "s/.*\"$2\": \([-0-9.e+]*\).*/\1/p" "$1" | sed -n "${3}p"; }
below() { awk -v a="$2" -v b="$3" 'BEGIN { exit !(a + 0 == a && a < b) }' || { echo "FAIL: $1: $2, not below $3"; failed=1; }; }
below "torque" "$(value "$box/few.json" torque 1)" 0.2
below "angle" "$(value "$box/few.json" A 1)" 0.005
below "constraints" "$(value "$box/few.json" max_constraint 1)" 1e-8
below "NIS" "$(value "$box/few.json" nis 1)" 1.1
# a drive may be unknown too; its formula then plays no part
quietly "$BR_TOOL" observe "$box/log.csv" --model "$box/truth.mech" --signals "$signals" --unknown 'torque = 3 N*m' \
    --csv "$box/drive.csv"
cmp "$box/few.csv" "$box/drive.csv" || failed=1

# the dense filter of the paper, of BDF-1, gives the same, the L-curve a step in between
head -n 200 "$box/log.csv" >"$box/short.csv"
for way in '' --dense; do
    quietly "$BR_TOOL" observe "$box/short.csv" --model $model --signals "$signals" --method bdf1 $way --csv "$box/way$way.csv"
done
is "largest difference of dense filter and few columns" "" "$(paste -d, "$box/way.csv" "$box/way--dense.csv" | awk -F, '
    NR > 1 { for (i = 1; i <= NF / 2; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; s = $i < 0 ? -$i : $i
             if (d > 1e-8 * (1 + s)) print NR ": column " i ": " $i " " $(i + NF / 2) } }' | head -n 1)"
quietly "$BR_TOOL" observe "$box/short.csv" --model $model --signals "$signals" --tune --json "$box/tune.json"
has "L-curve" "$box/tune.json" '"Q_d": [0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000, 100000]'
has "corner" "$box/tune.json" '"corner": '
has "what was chosen" "$box/tune.json" '"chosen": '
quietly "$BR_TOOL" simulate "$box/truth.mech" --until '0.5 s' --step '1 ms' --seed 5 --csv "$box/apart.csv"
"$BR_TOOL" observe "$box/apart.csv" --model $model --signals 't = t, encoder = encoder, speed = speed' --tune >"$box/words"
has "what Q_d is" "$box/words" "(variance that inputs gain from row to row)"
has "what to use where the model is right" "$box/words" "use --unknown 'torque: walk = 1 N*m'"
# steps of second order; other methods are not for mechanisms
"$BR_TOOL" observe "$box/short.csv" --model $model --signals "$signals" --method newmark --json "$box/newmark.json" >"$box/words"
has "method" "$box/words" "method newmark"
has "method in JSON" "$box/newmark.json" '"method": "newmark"'
wrong 2 "there are bdf1, newmark" observe "$box/short.csv" --model $model --signals "$signals" --method rk4
# a drive that was logged is known
quietly "$BR_TOOL" observe "$box/short.csv" --model "$box/truth.mech" --signals 't = t, speed = speed, torque = torque'
# longer rows, shorter steps
awk 'NR == 1 || NR % 10 == 2' "$box/log.csv" >"$box/coarse.csv"
quietly "$BR_TOOL" observe "$box/coarse.csv" --model $model --signals "$signals" --step '0.1 ms'

# a gap is told, and Q_d is that of the usual row
awk 'NR < 50 || NR > 150' "$box/short.csv" >"$box/gap.csv"
"$BR_TOOL" observe "$box/gap.csv" --model $model --signals "$signals" --unknown 'torque = 3 N*m' >"$box/words"
has "gap" "$box/words" "warning: 1 gap in the rows, the longest 0.0102 s at t = 0.0047 s (sample time 0.0001 s)"
has "Q_d of the usual row" "$box/words" "(variance Q_d = 0.0009 per row)"
wrong 2 "steps are too many; use a longer --step" observe "$box/short.csv" --model $model --signals "$signals" --step '1e-14 s'

# an outlier is named without a gate, and rejected by default; without --signals the sensors are asked for (D12)
awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^speed /) c = i } NR == 101 { $c = "1e200" } 1' "$box/short.csv" >"$box/far.csv"
wrong 3 "row 100 of the log, t = 0.0099 s: speed is 1e+200" observe "$box/far.csv" --model $model --signals "$signals" --gate none
"$BR_TOOL" observe "$box/far.csv" --model $model --signals "$signals" --json "$box/far.json" >"$box/words"
has "rejected" "$box/words" "1 measurement was beyond the gate, and rejected"
has "rejected in JSON" "$box/far.json" '"rejected": 1'
# to the bits of an empty cell: estimates, innovations, what was compared, and the L-curve
sed 's/1e200//' "$box/far.csv" >"$box/empty.csv"
for log in far empty; do
    quietly "$BR_TOOL" observe "$box/$log.csv" --model $model --signals "$signals" --gate 10 --tune --json "$box/$log.json" \
        --csv "$box/$log.out"
    sed '/"log": /d; /"rejected": /d; /"warnings": /d' "$box/$log.json" >"$box/$log.rest"
done
cmp "$box/far.out" "$box/empty.out" || failed=1
cmp "$box/far.rest" "$box/empty.rest" || failed=1
below "speed less its estimate, an outlier left out" "$(value "$box/far.json" speed 1)" 0.2
wrong 2 "--gate '3 N' is not a number from 0.1 to 1e9" observe "$box/far.csv" --model $model --signals "$signals" --gate '3 N'
wrong 2 "--signals 't = COLUMN s, encoder = COLUMN rad" observe "$box/far.csv" --model $model

# the torque of paper 001's 14 bodies, by a model of all of them and by one of three
for n in 14 3; do
    { cat examples/mech/slider-crank-$n.mech; echo 'sensor w speed A sd = 0.1 rad/s'; } >"$box/sc$n.mech"
done
quietly "$BR_TOOL" simulate "$box/sc14.mech" --until '0.01 s' --step '0.1 ms' --seed 1 --csv "$box/sc.csv"
for n in 14 3; do
    quietly "$BR_TOOL" observe "$box/sc.csv" --model "$box/sc$n.mech" --signals 't = t, w = w' --unknown 'motor = 3 N*m' \
        --csv "$box/sc$n.csv"
    is "torque of $n bodies comes second" "motor_est [N*m]" "$(head -1 "$box/sc$n.csv" | cut -d, -f2)"
done
below "torques of 14 and 3 bodies, share" "$(paste -d, "$box/sc14.csv" "$box/sc3.csv" | awk -F, 'NR == 1 { n = 0
    for (i = 1; i <= NF; i++) if ($i == "motor_est [N*m]") c[++n] = i } NR > 1 { d = $c[1] - $c[2]; s += d * d; q += $c[1] * $c[1] }
    END { print sqrt(s / q) }')" 0.01

# smoothed over the log: the torque is found better
quietly "$BR_TOOL" observe "$box/log.csv" --model $model --signals "$signals" --unknown 'torque = 3 N*m' --smooth \
    --json "$box/smooth.json" --csv "$box/smooth.csv"
has "smoothed" "$box/smooth.json" '"smoothed": true'
below "torque, smoothed" "$(value "$box/smooth.json" torque 1)" \
    "$(awk -v a="$(value "$box/few.json" torque 1)" 'BEGIN { print 0.7 * a }')"

# inputs that go on another way, and their sums; the sine has the frequency of the torque
for way in ramp 'decay 0.5 s = 1 N*m' 'walk = 0.1 N*m + sine 4.775 Hz = 0.1 N*m' 'walk + order 2 A'; do
    "$BR_TOOL" observe "$box/short.csv" --model $model --signals "$signals" --unknown "torque: $way" \
        --json "$box/way.json" >"$box/words"
    has "model of $way" "$box/way.json" "\"model\": \"$(echo "$way" | sed 's/ [=+].*//')\""
done

# docs/mechanism-estimation.md: a load that ripples, by a walk and with the ripple's frequency, filtered and smoothed
stage=examples/mech/stage.mech
sed 's/^unknown load A/drive load A = 1 + 2*sin(31.41592653589793*t) N/' $stage >"$box/stage.mech"
quietly "$BR_TOOL" simulate "$box/stage.mech" --until '4 s' --step '1 ms' --seed 3 --csv "$box/stage.csv"
load_by() { # load_by MODEL BOUND [--smooth]
    # shellcheck disable=SC2086 # the last one may be missing
    quietly "$BR_TOOL" observe "$box/stage.csv" --model $stage --signals 't = t, x = x, load = load' --unknown "load: $1" \
        $3 --json "$box/way.json"
    below "load by $1 $3" "$(value "$box/way.json" load 1)" "$2"
}
load_by 'walk = 10 N' 1.7 ''
load_by 'walk = 10 N' 0.4 --smooth
load_by 'walk = 1 N + sine 5 Hz = 0.3 N' 0.7 ''
load_by 'walk = 1 N + sine 5 Hz = 0.3 N' 0.15 --smooth
# and its parameters from far off
"$BR_TOOL" observe "$box/stage.csv" --model "$box/stage.mech" --signals 't = t, x = x' --json "$box/stage.json" \
    --estimate 'log(leaf.stiffness) = 35 N/m, track.gamma4 = 0.6 N' --prior 'track.gamma4 = 0.5 N' --report "$box/stage.html" \
    --noise 'leaf.stiffness = 0.01 1/s^(1/2), track.gamma4 = 0.1 N/s^(1/2)' >"$box/words"
is "table of parameters" "parameter unit value sd sd if autocorrelated error of the step end of the filter its sd start prior sd" \
    "$(grep '^parameter' "$box/words" | tr -s ' ')"
is "start and prior in words" "0.6 0.5" "$(awk '/^track.gamma4/ { print $(NF - 1), $NF }' "$box/words")"
has "picture of a parameter" "$box/stage.html" "track.gamma4"
awk -F'[:,]' '/"value"/ { v = $2 } /"sd"/ { s = $2; if (++n == 1 && (v - 50)^2 > 9 * s * s) exit 1
    if (n == 2 && (v - 1)^2 > 9 * s * s) exit 1; if (n == 2) exit 0 }' "$box/stage.json" ||
    { echo "FAIL: planted parameters are not found"; failed=1; }

# the same log, whatever the start and the step: what is planted lies within what is claimed, and what moves is named. Noise of 0.5 mm that
# correlates by 0.9 from row to row, a row every 2 ms
sed '/^unknown/d' $stage >"$box/quiet.mech"
quietly "$BR_TOOL" simulate "$box/quiet.mech" --until '4 s' --step '0.2 ms' --csv "$box/fine.csv"
awk -F, 'BEGIN { dice = 3; pi = atan2(0, -1) }
    function even() { dice = dice * 16807 % 2147483647; return dice / 2147483647 } # the same in every awk
    function normal() { return sqrt(-2 * log(even())) * cos(2 * pi * even()) }
    NR == 1 { print "t [s],x [m]"; n = normal() } NR > 1 && (NR - 2) % 10 == 0 { n = 0.9 * n + sqrt(0.19) * normal()
    printf "%.9g,%.12g\n", $1, $2 + 5e-4 * n }' "$box/fine.csv" >"$box/coloured.csv"
fitted() { # fitted NAME START [OPTION...]: JSON and words of that name; answers whether parameters lie within 3 sd_coloured
    to=$box/$1 start=$2
    shift 2
    "$BR_TOOL" observe "$box/coloured.csv" --model "$box/quiet.mech" --signals 't = t, x = x' --json "$to.json" --report "$to.html" \
        --estimate "leaf.stiffness = $start N/m, track.gamma4, track.sigma2" "$@" >"$to.txt" 2>&1 || true
    awk -F'[:,]' '/"fit"/ { exit } /"value"/ { v = $2 } /"sd_coloured"/ { t = n == 0 ? 50 : n == 1 ? 1 : 0.5; n++
        out = out || !((v - t)^2 < 9 * $2 * $2) } END { print n, out ? "outside" : "inside" }' "$to.json"
}
first() { sed -n "s/.*\"$2\": \(.*[^,]\),*\$/\1/p" "$box/$1.json" | head -n 1; } # first NAME KEY
is "parameters by bdf1" "3 inside" "$(fitted bdf1 50 --method bdf1)"
is "parameters by bdf1, another start" "3 inside" "$(fitted moved 40 --method bdf1)"
is "parameters by newmark" "3 inside" "$(fitted newmark 40 --method newmark)"
below "how far the start moves the fit, N/m" "$(awk "BEGIN { d = $(first bdf1 value) - $(first moved value); print d < 0 ? -d : d }")" 0.002
has "a residual that is autocorrelated" "$box/newmark.txt" "warning: autocorrelated residuals of x (lag 1: 0."
has "what the step moves" "$box/bdf1.txt" "warning: track.sigma2 moves by 0.0"
has "what helps then" "$box/bdf1.txt" " s' or --method newmark"
! grep 'if the step is halved' "$box/newmark.txt" || failed=1
for view in txt html; do
    has "where the filter ended, $view" "$box/moved.$view" "of its standard deviations from the fit over the whole log"
    has "where to start, $view" "$box/moved.$view" "start it there: --estimate 'leaf.stiffness = "
    has "table of parameters, $view" "$box/moved.$view" "sd if autocorrelated"
done
for key in sd_coloured step_shift step_error other filter_value filter_sd on_bound second_start second_gain whiteness lag_1 settled runs; do
    has "JSON" "$box/moved.json" "\"$key\": "
done
is "estimates are those of the fit" 2 "$(grep -c "\"value\": $(first newmark value)," "$box/newmark.json")"
fitted only 40 --method bdf1 --filter-only >/dev/null
is "value without the fit" "$(first moved filter_value)" "$(first only value)"
is "standard deviation without the fit" "$(first moved filter_sd)" "$(first only sd)"
is "what only the fit knows" null "$(first only sd_coloured)"
has "no fit" "$box/only.json" '"fit": {}'

# a damping beside that of the scheme: some K*h, 0.05 N*s/m at 1 ms; a fifth of the step is a fifth of it
{ sed '/^friction/d; /^unknown/d' $stage; echo 'damper oil A damping = 1 N*s/m'; } >"$box/oil.mech"
quietly "$BR_TOOL" simulate "$box/oil.mech" --until '4 s' --step '1 ms' --seed 3 --csv "$box/oil.csv"
for h in 1 0.2; do
    "$BR_TOOL" observe "$box/oil.csv" --model "$box/oil.mech" --signals 't = t, x = x' --estimate oil.damping --step "$h ms" --method bdf1 \
        --json "$box/oil-$h.json" >"$box/oil-$h"
done
has "braking is told" "$box/oil-1" "warning: numerical damping of bdf1 equals 0.046"
has "and less of it" "$box/oil-0.2" "warning: numerical damping of bdf1 equals 0.0093"
has "energy of braking" "$box/oil-1" "numerical damping of the scheme: "
below "bias that the braking does not explain" "$(awk -F'[:,]' '/"value"/ { v = $2 } /"braking"/ { d = v + $2 - 1
    print d < 0 ? -d : d; exit }' "$box/oil-1.json")" 0.012
# newmark, the default, does not brake, and passes the check of the step
"$BR_TOOL" observe "$box/oil.csv" --model "$box/oil.mech" --signals 't = t, x = x' --estimate oil.damping \
    --json "$box/oil.json" >"$box/words"
! grep "numerical damping of newmark" "$box/words" || failed=1
! grep "if the step is halved" "$box/words" || failed=1
below "bias of newmark" "$(awk -F'[:,]' '/"value"/ { d = $2 - 1; print d < 0 ? -d : d; exit }' "$box/oil.json")" 0.002
has "summary wraps on narrow pages" "$box/few.html" '<pre class="words">'

# appendix A of paper 001; mech/slider-crank and mech/l-curve take longer
quietly "$BR_TOOL" reproduce mech/forward-scheme

log=$box/short.csv
wrong 2 "--unknown needs a mechanism" observe rig/exact --model lugre --params table-4.1 --unknown F
wrong 2 "has no drive or unknown input 'load'" observe "$log" --model $model --signals "$signals" --unknown load
wrong 2 "is not an amount above 0 in N*m" observe "$log" --model $model --signals "$signals" --unknown 'torque = 3 N'
wrong 2 "is not an input model; use walk, ramp, decay 0.1 s, sine 5 Hz, order 2 JOINT" observe "$log" --model $model --signals "$signals" \
    --unknown 'torque: sine 5'
wrong 2 "is not an amount above 0 in N*m/s" observe "$log" --model $model --signals "$signals" --unknown 'torque: ramp = 3 N*m'
wrong 2 "--smooth cannot be combined with --dense" observe "$log" --model $model --signals "$signals" --smooth --dense
wrong 2 "--smooth needs a mechanism" observe rig/exact --model lugre --params table-4.1 --smooth
wrong 2 "--filter-only needs a mechanism" observe rig/exact --model lugre --params table-4.1 --filter-only
wrong 2 "'track.FC' is not a parameter of slider-crank-observed; there are track.gamma1" \
    observe "$log" --model $model --signals "$signals" --estimate track.FC
wrong 2 "names track.gamma4 twice" observe "$log" --model $model --signals "$signals" --estimate 'track.gamma4, track.gamma4'
wrong 2 "track.gamma4 needs a start value in N, not '3 m'" observe "$log" --model $model --signals "$signals" \
    --estimate 'track.gamma4 = 3 m'
wrong 2 "track.gamma4 cannot start at -1 N" observe "$log" --model $model --signals "$signals" --estimate 'track.gamma4 = -1 N'
wrong 2 "is not NAME = VALUE with a name of --estimate" observe "$log" --model $model --signals "$signals" --prior 'x = 1'
wrong 2 "track.gamma4 needs a standard deviation" observe "$log" --model $model --signals "$signals" \
    --estimate track.gamma4 --prior 'track.gamma4 = 1 kg'
wrong 2 "names torque twice" observe "$log" --model $model --signals "$signals" --unknown 'torque, torque'
wrong 2 "--params has no effect on a mechanism" observe "$log" --model $model --signals "$signals" --params x
wrong 2 "no input is unknown" observe "$log" --model "$box/truth.mech" --signals 't = t, speed = speed' --tune
wrong 3 "no sensor of slider-crank-observed is measured" observe "$log" --model $model --signals 't = t, A = A'
wrong 3 "nothing is not a sensor, drive, unknown input or joint" observe "$log" --model $model --signals 't = t, nothing = A'
wrong 3 "speed has unit N here and 1/s in the mechanism" observe "$log" --model $model --signals 't = t, speed = pin'
wrong 4 "there is no body 'flywheel'" observe "$log" --signals 't = t, speed = speed' --model "$(
    sed 's/accelerometer slider/accelerometer flywheel/' $model >"$box/missing.mech"; echo "$box/missing.mech")"
sed 's/encoder angle A sd = 0.001 rad/encoder angle A/' $model >"$box/bare.mech"
wrong 4 "sensor encoder has no standard deviation" observe "$log" --model "$box/bare.mech" --signals 't = t, encoder = A'
# Friction that forgets: where the mass slides, nothing is left of the doubt about deflections after some hundred rows, and less than
# a double can square after some more. Few columns, the dense filter and the smoother go on.
for law in 'lugre table-I' 'dahl example'; do
    printf 'mechanism slide\nplanar\nbody cart mass = 1 kg, cog = 0, 0 m\njoint X prismatic cart ground at = 0, 0 m, axis = 1, 0\nfriction fr X %s\n' "$law" >"$box/slide.mech"
    printf 'drive push X = 3*sin(3*t) N\nsensor sx displacement X sd = 1e-4 m\n' >>"$box/slide.mech"
    quietly "$BR_TOOL" simulate "$box/slide.mech" --until '2 s' --csv "$box/slide.csv" --seed 4
    set -- observe "$box/slide.csv" --model "$box/slide.mech" --signals 't = t, sx = sx, push = push, X = X' --unknown 'push = 5 N' --method bdf1
    for way in '' --dense --smooth; do
        quietly "$BR_TOOL" "$@" $way --csv "$box/way$way.csv" --json "$box/way$way.json"
        below "$law $way: position" "$(value "$box/way$way.json" X 1)" 6e-5
        below "$law $way: force" "$(value "$box/way$way.json" push 1)" 0.5
    done
    is "$law: largest difference of dense filter and few columns" "" "$(paste -d, "$box/way.csv" "$box/way--dense.csv" | awk -F, '
        NR > 1 { for (i = 1; i <= NF / 2; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; s = $i < 0 ? -$i : $i
                 if (!(d <= 1e-8 * (1 + s))) print NR ": column " i ": " $i " " $(i + NF / 2) } }' | head -n 1)"
done
# Steep friction: where no step leads on from row to row, shorter ones do.
printf 'mechanism steep\nplanar\nbody m1 mass = 2 kg, cog = 0, 0 m\njoint A prismatic m1 ground at = 0, 0 m, axis = 1, 0\nspring k1 A stiffness = 50 N/m\nfriction f1 A lugre fig-3.5\n' >"$box/steep.mech"
printf 'drive motor A = 8*sin(3*t) + 3*sin(7*t) N\ndrive load A = 1*sin(2*t) N\nsensor x displacement A sd = 0.1 mm\n' >>"$box/steep.mech"
quietly "$BR_TOOL" simulate "$box/steep.mech" --until '5 s' --step '31.25 us' --csv "$box/fine.csv" --seed 3
awk 'NR == 1 || NR % 32 == 2' "$box/fine.csv" >"$box/steep.csv"
for way in '' --smooth; do
    quietly "$BR_TOOL" observe "$box/steep.csv" --model "$box/steep.mech" --signals 't = t, x = x, load = load, A = A' --unknown 'load = 2 N' $way --json "$box/way$way.json"
    below "steep friction $way: position" "$(value "$box/way$way.json" A 1)" 4e-5
    below "steep friction $way: force" "$(value "$box/way$way.json" load 1)" 0.2
done
sed 's/lugre fig-3.5/maxwell-slip table-B.3 "FC = 2 N"/' "$box/steep.mech" >"$box/modes.mech"
"$BR_TOOL" observe "$box/steep.csv" --model "$box/modes.mech" --signals 't = t, x = x' --unknown 'load = 2 N' >"$box/out" 2>"$box/err" || true
has "a law with modes" "$box/out" "warning: f1: law maxwell-slip has modes, which the filter does not correct"
# 95 % of what is measured is inside 95 %, where the model is right: a mass with a force that walks as the filter has it, by BDF-1
printf 'mechanism mass\nplanar\nbody m mass = 1 kg, cog = 0, 0 m\njoint A prismatic m ground at = 0, 0 m, axis = 1, 0\n' >"$box/mass.mech"
printf 'unknown f A walk = 5 N\nsensor x displacement A sd = 1 mm\nsensor acc accelerometer m at = 0, 0 m, axis = 1, 0, sd = 0.3 m/s^2\n' \
    >>"$box/mass.mech"
awk 'function noise() { s = -6; for (j = 0; j < 12; j++) { seed = (seed * 16807) % 2147483647; s += seed / 2147483647 } return s }
    BEGIN { seed = 4711; h = 0.001; print "t,x,acc,A,f"; for (k = 0; k < 6000; k++) {
        printf "%.3f,%.9g,%.9g,%.9g,%.9g\n", k * h, x + 0.001 * noise(), f + 0.3 * noise(), x, f
        v += h * f; x += h * v; f += 5 * sqrt(h) * noise() } }' >"$box/mass.csv"
mass='t = t s, x = x m, acc = acc m/s^2, A = A m, f = f N'
for way in '' --dense --smooth; do
    "$BR_TOOL" observe "$box/mass.csv" --model "$box/mass.mech" --signals "$mass" $way >"$box/words"
    is "shares inside 95 % $way" "x acc" "$(awk '$2 == "measured" && $5 > 93.8 && $5 < 96.2 { printf "%s%s", n++ ? " " : "", $1 }' "$box/words")"
    ! grep '^warning' "$box/words" || failed=1
done
# a log without a measurement is none; some that are missing are counted; numbers without end are named wherever they lead
awk -F, -v OFS=, 'NR > 1 { $2 = $3 = "" } 1' "$box/mass.csv" >"$box/none.csv"
wrong 3 "no measurement after the first row" observe "$box/none.csv" --model "$box/mass.mech" --signals "$mass"
awk -F, -v OFS=, 'NR > 1 && NR % 100 == 0 { $2 = "" } 1' "$box/mass.csv" >"$box/some.csv"
"$BR_TOOL" observe "$box/some.csv" --model "$box/mass.mech" --signals "$mass" >"$box/words"
has "missing measurements" "$box/words" "warning: 60 of 6000 measurements of x are missing: time update only"
for far in 1e100 1e150 1e200 1e308; do
    awk -F, -v OFS=, -v far=$far 'NR == 301 { $2 = far } 1' "$box/mass.csv" >"$box/end.csv"
    wrong 3 "row 300 of the log, t = 0.299 s: x is 1e+" observe "$box/end.csv" --model "$box/mass.mech" --signals "$mass" --gate none
done
# bands that are too narrow because BDF-1 brakes: told, with what helps; newmark has no such words
printf 'mechanism swing\nplanar\nbody m mass = 1 kg, cog = 0, 0 m\njoint A prismatic m ground at = 0, 0 m, axis = 1, 0\nspring k A stiffness = 4000 N/m\n' \
    >"$box/swing.mech"
printf 'unknown f A walk = 10 N\nsensor x displacement A sd = 1 mm\nstart A position = 0.05 m, position_sd = 1 mm\n' >>"$box/swing.mech"
awk 'function noise() { s = -6; for (j = 0; j < 12; j++) { seed = (seed * 16807) % 2147483647; s += seed / 2147483647 } return s }
    BEGIN { seed = 4711; w = sqrt(4000); print "t,x,A"; for (k = 0; k < 2000; k++) { x = 0.05 * cos(w * k / 1000)
        printf "%.3f,%.9g,%.9g\n", k / 1000, x + 0.001 * noise(), x } }' >"$box/swing.csv"
swing() { # swing WALK ARGUMENT...
    walk=$1; shift; code=0
    "$BR_TOOL" observe "$box/swing.csv" --model "$box/swing.mech" --signals 't = t s, x = x m, A = A m' --unknown "f = $walk N" "$@" \
        >"$box/words" 2>"$box/err" || code=$?
}
swing 10 --method bdf1
is "exit code of bands that are too narrow" 0 $code
has "NIS above 2" "$box/words" "warning: standard deviations cannot be trusted: innovations are"
has "what helps" "$box/words" "the numerical damping of bdf1 ("
has "compared and outside" "$box/words" "warning: standard deviations cannot be trusted: A of the log is inside the 95 % band of its estimate in"
swing 2 --method bdf1
is "exit code of a filter that is braked" 1 $code
has "what helps there" "$box/err" "the numerical damping of bdf1 ("
swing 10
is "exit code by newmark" 0 $code
! grep 'trusted\|numerical damping of bdf1' "$box/words" || failed=1
# a joint that dry friction holds for ever is named; what a law requires is held against the estimates
printf 'mechanism dry\nplanar\nbody m mass = 2 kg, cog = 0, 0 m\njoint A prismatic m ground at = 0, 0 m, axis = 1, 0\nspring k A stiffness = 50 N/m\n' \
    >"$box/frame.mech"
printf 'drive load A = 5*sin(3*t) + 3*sin(7*t) N\nsensor x displacement A sd = 0.1 mm\n' >>"$box/frame.mech"
{ cat "$box/frame.mech"; echo 'friction f1 A coulomb "FC = 1 N"'; } >"$box/dry.mech"
lugre='sigma0 = 1000 N/m, sigma1 = 10 N*s/m, sigma2 = 0 N*s/m, vs = 0.05 m/s, FC = 1 N'
{ cat "$box/frame.mech"; echo "friction f1 A lugre \"$lugre, FS = 1 N\""; } >"$box/smooth.mech"
quietly "$BR_TOOL" simulate "$box/dry.mech" --until '2 s' --step '1 ms' --seed 1 --csv "$box/dry.csv"
set -- observe "$box/dry.csv" --signals 't = t, x = x' --unknown 'load = 20 N'
code=0
"$BR_TOOL" "$@" --model "$box/dry.mech" >"$box/words" 2>"$box/err" || code=$?
is "exit code of a joint that is held" 1 $code
has "sticks" "$box/err" "sticking joint A (dry friction f1) in 100 % of the rows, which a filter cannot correct; use a law that is smooth at rest"
"$BR_TOOL" "$@" --model "$box/smooth.mech" --json "$box/smooth.json" >"$box/words"
below "NIS of a smooth law" "$(value "$box/smooth.json" nis 1)" 1.2
! grep 'sticking\|requires' "$box/words" || failed=1
"$BR_TOOL" "$@" --model "$box/smooth.mech" --estimate 'f1.FC = 5 N' --prior 'f1.FC = 0.1 N' >"$box/words"
has "what a law requires" "$box/words" "warning: final parameters of f1 violate a requirement of its law: lugre expects 'static force not below Coulomb force', but here 1 < "
# a wrong noise is noticed
sed 's/sd = 0.1 rad/sd = 0.001 rad/' $model >"$box/sure.mech"
code=0
"$BR_TOOL" observe "$log" --model "$box/sure.mech" --signals "$signals" --unknown 'torque = 0.01 N*m' >"$box/out" \
    2>"$box/err" || code=$?
is "exit code of a filter that is too sure" 1 $code
has "reason" "$box/err" "times as large as expected"
exit $failed
