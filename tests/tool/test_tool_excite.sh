#!/bin/sh
# test_tool_excite.sh - `bristle excite`: tables within their limits that simulate takes, words, wrong arguments.
. tests/kit/kit.sh
E="$BR_TOOL excite"
L='x = 50 mm, v = 0.1 m/s, a = 2 m/s^2'

# most FILE: the largest sizes of the second column, and of its first and second differences over time
most() {
    awk -F, 'function size(y) { return y < 0 ? -y : y }
        NR > 1 { y = $2; h = $1 - t
            if (size(y) > a) a = size(y)
            if (NR > 2 && size(y - p)/h > b) b = size(y - p)/h
            if (NR > 3 && size(y - 2*p + q)/h^2 > c) c = size(y - 2*p + q)/h^2
            q = p; p = y; t = $1 }
        END { printf "%.5g %.5g %.5g\n", a, b, c }' "$1"
}

# a ladder with the sizes of a law: a tenth of the Stribeck velocity to ten times, at the limit of acceleration
$E ladder --model lugre --params table-I --limits "$L" -o "$box/v.csv" --json "$box/v.json" --report "$box/v.html" >"$box/v"
is "columns of positions" "t [s],x [m]" "$(head -1 "$box/v.csv")"
has "its speeds" "$box/v" 'ladder: 10 speeds from 0.0001 to 0.01 m/s'
has "its law" "$box/v" 'sizes from lugre: FC 1 N, FS 1.5 N, vs 0.001 m/s, presliding length 1e-05 m'
has "its closest limit" "$box/v" ' 100 %, smallest margin'
is "way, speed and acceleration in the table" "0.010025 0.01 2" "$(most "$box/v.csv")"
is "rows of table and JSON" "$(($(wc -l <"$box/v.csv") - 1))" "$(key "$box/v.json" rows)"
is "duration of table and JSON" "$(tail -1 "$box/v.csv" | cut -d, -f1)" "$(key "$box/v.json" duration)"
is "closest in JSON" a "$(key "$box/v.json" closest)"
is "pictures of position and velocity" 2 "$(grep -c '<svg' "$box/v.html")"
$E ladder --model lugre --params table-I --limits "$L" -o - | quietly cmp - "$box/v.csv"

# the law's sizes give way to limits, and to options
$E ladder --model lugre --params table-I --limits 'x = 5 mm, v = 4 mm/s, a = 2 m/s^2' -o "$box/w.csv" >"$box/w"
is "a lower limit of speed" 0.004 "$(most "$box/w.csv" | cut -d' ' -f2)"
has "what it says of that" "$box/w" 'note: speed limited to 0.004 m/s; the law suggests 0.01 m/s'
$E ladder --model lugre --params table-I --limits 'x = 5 mm, a = 2 m/s^2' --to '20 mm/s' >"$box/w"
has "a size of one's own" "$box/w" 'from 0.0001 to 0.02 m/s'
has "a range that is too short to stay" "$box/w" 'note: the range allows 0.49 s at 0.02 m/s, less than --stay 2 s'
# a range in which ten times the Stribeck velocity is not reached
$E ladder --model stribeck --params fig-3.1a --limits 'x = 50 mm, a = 5 m/s^2' -o "$box/w.csv" >/dev/null
is "what the range allows" "0.5 5" "$(most "$box/w.csv" | cut -d' ' -f2,3)"

# loops are slow: the smallest stroke, to and fro over 2*2 um, lasts 0.2 s
$E loops --model lugre --params table-I --limits "$L" -o "$box/loops.csv" >"$box/loops"
is "loops up to five lengths" "5e-05 2e-05" "$(most "$box/loops.csv" | cut -d' ' -f1,2)"
$E loops --model lugre --params table-I --limits "$L" --stay '2 s' -o "$box/slow.csv" >/dev/null
is "slower ones" "5e-05 2e-06" "$(most "$box/slow.csv" | cut -d' ' -f1,2)"
has "amplitudes on both sides of the length" "$box/loops" 'loops: 6 amplitudes from 2e-06 to 5e-05 m, 4 times'
$E loops --model sgms --params table-4.1 --limits "$L" >"$box/loops"
has "static force, and the length until the last element slips" "$box/loops" 'FS 10.08 N, vs 0.001 m/s, presliding length 4.728e-05 m'
$E loops --model maxwell-slip --at 'kappa = 1, 2 N/mm, nu = 0.5, 0.5, FC = 1 N' --limits "$L" >"$box/loops"
has "the first element slips last" "$box/loops" 'FC 1 N, FS 1 N, presliding length 0.0005 m'
$E loops --limits 'x = 100 um, v = 1 m/s, a = 1000 m/s^2' --from '2 um' --to '50 um' >"$box/loops"
has "the position is closest" "$box/loops" ' 50 %, smallest margin'

# forces
F='F = 30 N'
$E staircase --model lugre --params table-4.1 --limits "$F, rate = 20 N/s" -o "$box/stairs.csv" >"$box/stairs"
is "columns of forces" "t [s],u [N]" "$(head -1 "$box/stairs.csv")"
is "the top, and the rate" "8.1 20" "$(most "$box/stairs.csv" | cut -d' ' -f1,2)"
has "the closest limit" "$box/stairs" ' 100 %, smallest margin'
$E ramps --model lugre --params table-4.1 --limits "$F" -o "$box/ramps.csv" >"$box/ramps"
is "ramps beyond the static force" "12.096 100.8" "$(most "$box/ramps.csv" | cut -d' ' -f1,2)"
has "their rates" "$box/ramps" 'ramps: 5 rates from 1.008 to 100.8 N/s, to 12.1 N'
has "what is not known" "$box/ramps" 'note: the motion under a force is not known in advance'
$E ramps --model lugre --params table-4.1 --limits 'F = 10 N' >"$box/ramps"
has "ramps that reach nothing" "$box/ramps" 'note: ramps to 10 N stay below the static friction force 10.08 N: no break-away'
$E multisine --limits "$F" --from '1 Hz' --to '100 Hz' --level '2 N' --stay 1 --repeats 2 -o "$box/m.csv" >"$box/m"
is "rms of the multisine" 2.000 "$(awk -F, 'NR > 1 { s += $2*$2 } END { printf "%.3f", sqrt(s/(NR - 1)) }' "$box/m.csv")"
is "its second period" "$(sed -n 102p "$box/m.csv" | cut -d, -f2 | xargs printf %.9g)" "$(sed -n 1102p "$box/m.csv" | cut -d, -f2 | xargs printf %.9g)"
for f in '30 1.35' '5 1'; do
    $E multisine --model lugre --params table-4.1 --limits "F = ${f% *} N" --from 1 --to 100 >"$box/m"
    has "rms within ${f% *} N" "$box/m" "RMS ${f#* } N"
done
$E multisine --model lugre --params table-4.1 --limits "$F" --from 1 --to 100 --level 5 >"$box/m"
has "peaks beyond presliding" "$box/m" 'exceed the Coulomb force 9 N: the motion leaves presliding'

# simulate takes them: loops with a law reach its Coulomb force, a staircase leaves a mass where it was
"$BR_TOOL" simulate lugre "$box/loops.csv" --params table-I --signals 't = t, q = x' --input 'x = q' --linear --step 0.01 --csv "$box/f.csv" >/dev/null
is "force of the loops" 1.5 "$(cut -d, -f4 "$box/f.csv" | awk 'NR > 1 && $1 > a { a = $1 } END { printf "%.1f", a }')"
"$BR_TOOL" simulate mass "$box/stairs.csv" --params axis --at 'friction = lugre, fr = table-4.1' --signals 't = t, u = u' --step 0.01 --csv "$box/f.csv" >/dev/null
is "way of the staircase, below 1 mm" 1 "$(cut -d, -f3 "$box/f.csv" | awk 'NR > 1 && ($1 > 1e-3 || $1 < -1e-3) { n++ } END { print n == 0 }')"

# no room: exit code 1, old files intact
echo old >"$box/old"
wrong 1 "bristle excite: a speed of 0.2 m/s is beyond the limit, 0.1 m/s" excite ladder --limits "$L" --from 0.01 --to 0.2 -o "$box/old"
wrong 1 "is not reached, at 2 m/s^2, within half of +-0.001 m" excite ladder --limits 'x = 1 mm, a = 2 m/s^2' --from 0.01 --to 0.1
wrong 1 "bristle excite: steps up to 40 N are beyond the limit of the force, 30 N" excite staircase --limits "$F" --to '40 N'
wrong 1 "bristle excite: loops of 0.06 m are beyond the limit of the position, 0.05 m" excite loops --limits "$L" --from '1 mm' --to '60 mm'
wrong 1 "N, beyond the limit of the force, 30 N: a --level of " excite multisine --limits "$F" --from 1 --to 100 --level 20
level=$(sed -n 's/.* a --level of \([0-9.]*\) N keeps to it$/\1/p' "$box/err")
quietly "$BR_TOOL" excite multisine --limits "$F" --from 1 --to 100 --level "$level" -o "$box/level.csv"
wrong 1 "more than 100000000 samples" excite ramps --limits "$F" --from 1e-7 --to 1 --level 10
wrong 1 "of 0.1 m/s are reached; use a shorter --step" excite ladder --limits "$L" --from 0.01 --to 0.1 --stay 0.1 --rest 0.1 --step 5
wrong 1 "bristle excite: with rows of 10 s only 0 of 10 N are reached; use a shorter --step" excite ramps --limits "$F" --from 100 --to 1000 --level 10 --step 10

# wrong arguments
wrong 2 "bristle excite: no KIND; give one of staircase, ramps, loops, ladder, multisine" excite --limits "$L"
wrong 2 "bristle excite: --limits LIST is missing" excite ladder
wrong 2 "there is no kind 'lader'; did you mean ladder; there are staircase, ramps, loops, ladder, multisine" excite lader --limits "$L"
wrong 2 "bristle excite: ladder needs --from, a speed in m/s; give it, or a law (--model, --params)" excite ladder --limits "$L"
wrong 2 "bristle excite: ladder needs --to, a speed in m/s; give it, or a law (--model, --params)" excite ladder --limits "$L" --from 1
wrong 2 "bristle excite: ramps needs --level, a force in N; give it, or a law" excite ramps --limits "$F" --from 1 --to 2
wrong 2 "bristle excite: ladder needs --from, a speed in m/s; the law has no parameter for it" excite ladder --limits "$L" --model dahl --params example
wrong 2 "bristle excite: --from 2 m/s is not below --to 1 m/s" excite ladder --limits "$L" --from 2 --to 1
wrong 2 "bristle excite: the law makkar has no Coulomb force FC" excite ladder --limits "$L" --model makkar --params fig-3.1b
wrong 2 "bristle excite: --params and --at need a law; give --model NAME" excite ladder --limits "$L" --params table-I
wrong 2 "bristle excite: a parameter is a range; give single values" excite ladder --limits "$L" --model coulomb --at 'FC = 1..2 N'
wrong 4 "no value for FC" excite ladder --limits "$L" --model coulomb
wrong 4 "it has table-I" excite ladder --limits "$L" --model lugre --params tabel-I
for s in 0 -1 nan 1e999 '1 m' x '1..2'; do
    wrong 2 "bristle excite: --to '$s' is not a speed above 0, such as 2 m/s" excite ladder --limits "$L" --to="$s"
done
for f in '1 1/s' '1 rad' '0 rad/s' '-1 Hz'; do
    wrong 2 "bristle excite: --to '$f' is not a frequency above 0, such as 2 Hz, 12 rad/s or 120 rpm" excite multisine --limits "$F" --to="$f"
done
TURNS='of an axis that turns, --limits are in rad and N*m'
wrong 2 "bristle excite: --from '0.1 rad/s' is not a speed above 0, such as 2 m/s; $TURNS" excite ladder --limits "$L" --from '0.1 rad/s' --to 1
wrong 2 "--limits: a needs a number above 0 with its unit, such as a = 2 rad/s^2; --limits are those of an axis that turns" excite ladder --limits 'a = 2 m/s^2, x = 1 rad' --from 0.1 --to 1
wrong 2 "bristle excite: --from '1 m/s' is not a speed above 0, such as 2 rad/s; --limits are those of an axis that turns" excite ladder --limits 'x = 1 rad, a = 2 rad/s^2' --from '1 m/s' --to 2
wrong 2 "FC of the law is in N, but the axis of --limits turns" excite ladder --limits 'x = 1 rad, a = 2 rad/s^2' --model coulomb --at 'FC = 1 N'
wrong 2 "bristle excite: --level '2 N*m' is not a force above 0, such as 2 N; $TURNS" excite ramps --limits "$F" --level '2 N*m'
wrong 2 "FC of the law is in N*m, but the axis of --limits slides; give both in m and N, or in rad and N*m" excite ladder --limits "$L" --model coulomb --at 'FC = 1 Nm'

# An axis that turns: the numbers of one that slides, in rad and N*m.
miss() {
    echo "FAIL: $*"
    failed=1
}
turned() { # a signal, in units of a sliding axis
    to_rotary='s/kg/kg*m^2/g; s#s/m#s/rad#g; s/ N/ N*m/g; s/\bmm\b/mrad/g; s/ m\b/ rad/g'
    (cd "$box" && "$BR_TOOL" excite "$@" -o - --report slides.html >slides.csv && "$BR_TOOL" excite "$@" --json slides.json >slides.txt) || exit 1
    for word; do
        set -- "$@" "$(printf '%s' "$word" | sed "$to_rotary")"
        shift
    done
    (cd "$box" && "$BR_TOOL" excite "$@" -o - --report turns.html >turns.csv && "$BR_TOOL" excite "$@" --json turns.json >turns.txt) || exit 1
    sed '1d' "$box/slides.csv" >"$box/slides.rows"
    sed '1d' "$box/turns.csv" >"$box/turns.rows"
    cmp "$box/slides.rows" "$box/turns.rows" || miss "other numbers: $*"
    [ "$(wc -l <"$box/turns.rows")" -gt 100 ] || miss "no rows: $*"
    [ "$(head -1 "$box/turns.csv")" = "$(head -1 "$box/slides.csv" | sed 's/\[m\]/[rad]/; s/\[N\]/[N*m]/')" ] || miss "other columns: $*"
    ! grep -E '[0-9] (N|m|m/s|N/s)\b[^*]' "$box/turns.txt" || miss "units of a sliding axis: $*"
}
turned ladder --limits 'x = 50 mm, a = 2 m/s^2, F = 3 N' --from '0.1 mm/s' --to '20 mm/s' --steps 4
turned loops --limits 'x = 50 mm, a = 2 m/s^2' --from '1 mm' --to '20 mm' --steps 3
turned ramps --limits 'F = 30 N, rate = 100 N/s' --from '1 N/s' --to '20 N/s' --level '20 N'
turned staircase --limits 'F = 30 N' --to '20 N'
turned multisine --limits 'F = 30 N' --from '1 Hz' --to '20 Hz' --level '3 N'
turned ladder --limits 'x = 50 mm, a = 2 m/s^2' --model stribeck --at 'FC = 1 N, FS = 1.5 N, vs = 1 mm/s, sigma2 = 1 N*s/m'
turned --optimal d --limits 'x = 50 mm, a = 2 m/s^2, F = 30 N' --model stribeck --at 'FC = 1 N, FS = 1.5 N, vs = 1 mm/s, sigma2 = 1 N*s/m' --mass '1 kg' --budget 20 --duration '2 s'
for n in 0 1.5 1001 '2 m' x; do
    wrong 2 "bristle excite: --steps '$n' is not an integer from 1 to 1000" excite ladder --limits "$L" --steps "$n"
done
wrong 2 "bristle excite: 1000 levels up to the top times 1000 repeats are more than 100000 moves" excite staircase --limits "$F" --to 1 --steps 1000 --repeats 1000
wrong 2 "bristle excite: --rest '0' is not a positive time" excite ladder --limits "$L" --rest 0
wrong 2 "bristle excite: --stay '1e7' is not below 1e6 s" excite ladder --limits "$L" --stay 1e7
wrong 2 "bristle excite: --from has no effect on staircase" excite staircase --limits "$F" --from 1
wrong 2 "bristle excite: --level has no effect on ladder" excite ladder --limits "$L" --level 1
wrong 2 "bristle excite: --rest has no effect on multisine" excite multisine --limits "$F" --rest 1
wrong 2 "bristle excite: a multisine needs an rms, a period of whole samples, and lines below 500 Hz" excite multisine --limits "$F" --from 1 --to 600 --level 1
wrong 2 "bristle excite: ladder needs a limit of the acceleration; add it to --limits, as in 'a = 2 m/s^2'" excite ladder --limits 'x = 1 m'
wrong 2 "bristle excite: ramps needs a limit of the force; add it to --limits, as in 'F = 2 N'" excite ramps --limits 'x = 1 m'
wrong 2 "there is no limit 'rat'; did you mean rate; there are x, v, a, F, rate" excite ramps --limits 'rat = 1 N/s'
wrong 4 "--limits:1:10: x is given a second time" excite ladder --limits 'x = 1 m, x = 2 m'
for x in '1' '1 s' '0 m' '-1 m' '1..2 m' '1, 2 m' 'far'; do
    wrong 2 "--limits: x needs a number above 0 with its unit, such as x = 2 m" excite ladder --limits "x = $x"
done
wrong 4 "--limits:1:" excite ladder --limits 'x = = 1 m'
wrong 2 "only one of --json and -o can go to standard output" excite ladder --limits "$L" --from 0.01 --to 0.1 -o - --json -
wrong 6 "cannot be written" excite ladder --limits "$L" --from 0.01 --to 0.1 -o "$box/none/x.csv"
is "the old file" old "$(cat "$box/old")"
exit $failed
