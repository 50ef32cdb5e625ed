#!/bin/sh
# test_tool_control.sh - `bristle control`: its table, its files, the condition of an observer, wrong arguments.
. tests/kit/kit.sh
C="$BR_TOOL control"
A="lugre --params table-I --mass 1"
Q="--stroke 0.2e-3 --period 0.2 --step 5e-4 --bandwidth 100"

# of NAME KEY FILE: a number of one compensator
of() { sed -n "/\"name\": \"$1\"/,/}/s/^ *\"$2\": \([^,]*\),*\$/\1/p" "$3"; }
# less A B
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 < b + 0) }' || { echo "FAIL: $1 is not below $2"; exit 1; }; }

# shellcheck disable=SC2086 # lists of words
{
# the baselines are always there; errors and commands over time; a page with pictures
$C $A $Q --compensators model --json "$box/c.json" --csv "$box/c.csv" --report "$box/c.html" >"$box/c"
is "compensators" "none pid disturbance model" "$(sed -n 's/^ *"name": "\(.*\)",$/\1/p' "$box/c.json" | tr '\n' ' ' | sed 's/ $//')"
has "its axis" "$box/c" 'lugre, 1 kg; sine of 0.0002 m, period 0.2 s, 2 times; sample time 0.0005 s'
has "its rule" "$box/c" 'feedback bandwidth 100 rad/s: Kp 1e+04, Kd 200; 8 tuning runs each'
has "that it is too good to be true" "$box/c" 'model knows the exact friction'
has "where sigma1 comes from" "$box/c" "sigma0 1e+05 N/m, sigma1 316.2 N*s/m, of the law"
less "$(of pid rms "$box/c.json")" "$(of none rms "$box/c.json")"
less "$(of model rms "$box/c.json")" "$(of pid rms "$box/c.json")"
is "columns" "t [s],reference [m],e_none [m],u_none [N],e_pid [m],u_pid [N],e_disturbance [m],u_disturbance [N],e_model [m],u_model [N]" \
    "$(head -1 "$box/c.csv")"
is "rows" 1801 "$(wc -l <"$box/c.csv" | tr -d ' ')"
# RMS as bars; friction, command, reference; each tracking error on axes of its own
is "pictures" 8 "$(grep -c '<svg' "$box/c.html")"
is "bars" 4 "$(grep -c 'class="bar"' "$box/c.html")"
is "axes of tracking errors" 4 "$(grep -c '<svg.*Tracking error e of' "$box/c.html")"
$C $A $Q --compensators model --csv - 2>/dev/null | quietly cmp - "$box/c.csv"

# wrong knowledge, sensors, limits
$C $A $Q --compensators model --wrong '50 %' --json "$box/w.json" >"$box/w"
has "what is known" "$box/w" 'wrong by +50 %'
less "$(of model rms "$box/c.json")" "$(of model rms "$box/w.json")"
is "a PID knows no friction" "$(of pid rms "$box/c.json")" "$(of pid rms "$box/w.json")"
$C $A $Q --compensators coulomb --encoder '1 um' --noise '0.1 um' --delay 1 --limits 'F = 1.2 N, rate = 1e3 N/s' \
    --share 0.8 --dead-band '1 um/s' --fade-in '10 ms' --velocity measured --csv "$box/l.csv" >"$box/l"
has "sensors" "$box/l" 'encoder 1e-06 m, noise 1e-07 m, delay of 1 samples'
is "commands beyond the limit" 0 "$(awk -F, 'NR > 1 { for (i = 4; i <= NF; i += 2) if ($i > 1.2 || $i < -1.2) n++ } END { print n + 0 }' "$box/l.csv")"
$C $A $Q --compensators lugre --share 1.2 >"$box/s"
has "too much of it" "$box/s" 'warning: a share of 1.2 overcompensates friction'
has "an observer that is not allowed" "$box/s" 'warning: the LuGre observer violates Theorem 1 of Canudas de Wit et al. 1995'

# cases
$C $A $Q --compensators none --robustness --json "$box/r.json" >"$box/r"
is "headings" 1 "$(grep -c '^case *none *pid *disturbance$' "$box/r")"
is "a case" 1 "$(grep -c '^mass -50 %  *[0-9]' "$box/r")"
is "cases in JSON" 15 "$(sed -n 's/^ *"cases": \[\(.*\)\],*$/\1/p' "$box/r.json" | tr ',' '\n' | grep -c .)"
is "none keeps nothing" 0 "$(of none keeps "$box/r.json")"

# Hz are turns a second; what is lost is said so, and does not shorten the tables of others
$C $A --period 0.2 --step 5e-4 --compensators none --bandwidth '16 Hz' >"$box/z"
has "bandwidth" "$box/z" 'feedback bandwidth 100.5 rad/s'
$C lugre --params table-I --mass '20 g' $Q --compensators lugre --share 5 --csv "$box/x.csv" >"$box/x"
is "a run that is lost" 1 "$(grep -c '^lugre  *unstable  *unstable' "$box/x")"
is "rows beside it" 1801 "$(wc -l <"$box/x.csv" | tr -d ' ')"

# a law by any other name, and in other units of its state, is the same; an assumed sigma1 is no ground for a verdict
sed 's/^law lugre/law mine/' laws/lugre.law >"$box/mine.law"
$C "$box/mine.law" --params table-I --mass 1 $Q --compensators lugre >"$box/n"
$C $A $Q --compensators lugre >"$box/o"
is "numbers of a renamed law" "$(sed 1d "$box/o")" "$(sed 1d "$box/n")"
$C lugre --params table-I --at 'form = force' --mass 1 $Q --compensators lugre --json "$box/p.json" >/dev/null
$C $A $Q --compensators lugre --json "$box/o.json" >/dev/null
is "stiffness by force" "$(key "$box/o.json" sigma0)" "$(key "$box/p.json" sigma0)"
less "$(of lugre rms "$box/p.json")" "$(of pid rms "$box/p.json")"
found=0
$C sgms --params table-4.1 --mass 20 --feedback '2000, 400' >"$box/g" 2>"$box/err" || found=$?
is "S-GMS has no sigma1" 1 $found
has "its words" "$box/g" 'no verdict about G(s): law sgms has no sigma1'

# H(s): Theorems 1 and 2
$C $A --feedback '2000, 400' --json "$box/h.json" >"$box/h"
has "an H(s) that is allowed" "$box/h" 'G(s) is strictly positive real, with a margin: so is G(s - e) up to e = 5.06 1/s, where it fails at 0 rad/s'
is "in JSON" true "$(key "$box/h.json" strict)"
$C $A --feedback '0, 2000, 400 / 0, 1' --report "$box/h.html" >"$box/i"
has "powers of s that cancel" "$box/i" 'up to e = 5.06 1/s'
is "a picture of Re G" 1 "$(grep -c '<svg' "$box/h.html")"
$C $A --feedback '10' --loop velocity >"$box/h"
has "velocity" "$box/h" 'up to e = 10 1/s'
found=0
$C $A --feedback '4, 3, 6 / 0, 1' >"$box/h" 2>"$box/err" || found=$?
is "one that is not" 1 $found
has "its words" "$box/h" 'Re G < 0 from 1.75 rad/s on, phase -164.3 deg at 43.6 rad/s'
}

wrong 2 "no mass; give --mass" control lugre --params table-I
wrong 4 "no value for" control lugre --mass 1
wrong 4 "there is no law" control nobody --mass 1
wrong 2 "is not a friction law" control mass --params axis --mass 1
wrong 2 "no compensator 'nobody'" control lugre --params table-I --mass 1 --compensators pid,nobody
wrong 2 "--wrong" control lugre --params table-I --mass 1 --wrong=-2
wrong 2 "--stroke" control lugre --params table-I --mass 1 --stroke '2 s'
wrong 2 "neither sine nor moves" control lugre --params table-I --mass 1 --course square
wrong 2 "neither reference nor measured" control lugre --params table-I --mass 1 --velocity both
wrong 2 "integer number of samples" control lugre --params table-I --mass 1 --delay 0.5
wrong 2 "--limits" control lugre --params table-I --mass 1 --limits 'x = 1 m'
wrong 2 "F = 30 N" control lugre --params table-I --mass 1 --limits 'F = 30 mm'
wrong 2 "F = 30 N" control lugre --params table-I --mass 1 --limits 'rate = 3 K'
wrong 2 "is empty" control lugre --params table-I --mass 1 --compensators ,
wrong 2 "--loop needs --feedback" control lugre --params table-I --mass 1 --loop velocity
wrong 2 "leave out --compensators" control lugre --params table-I --mass 1 --feedback 1 --compensators nobody
wrong 2 "20 samples" control lugre --params table-I --mass 1 --step '10 s'
wrong 2 "too light" control lugre --params table-I --mass '1 ng'
wrong 2 "beyond 1e9 rad/s" control lugre --params table-I --mass 1 --bandwidth 1e200
wrong 2 "cannot be made" control lugre --params table-I --mass 1 --bandwidth 9e8
wrong 4 "requires '0 < zba < zC', but here 0.000011 >= 0.00001 m" control elasto-plastic --params table-I --at 'zba = 11 um' --mass 1
wrong 2 "too large or too small" control lugre --params table-I --mass 1 --feedback '1e308, 1e308'
wrong 2 "v comes from the reference" control lugre --params table-I --at 'v = 1 mm/s' --mass 1
wrong 2 "not a list of coefficients" control lugre --params table-I --mass 1 --feedback '1,,2'
wrong 2 "denominator is zero" control lugre --params table-I --mass 1 --feedback '1 / 0'
wrong 2 "there is no table" control lugre --params table-I --mass 1 --feedback 1 --csv "$box/x"
wrong 2 "--params, --at and --mass have no effect on a rig" control rig/exact --mass 1
wrong 2 "has no mass" control rig/consistent
wrong 2 "a parameter is a range" control lugre --params table-I --at 'FC = 1..2 N' --mass 1
exit $failed
