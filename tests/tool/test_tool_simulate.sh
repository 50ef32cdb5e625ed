#!/bin/sh
# test_tool_simulate.sh - `bristle simulate` and `bristle reproduce`: files, words, wrong arguments.
. tests/kit/kit.sh

# a plant with its set; the table has what the summary says
quietly "$BR_TOOL" simulate stick-slip --params fig-6 --until '20 s' --step '10 ms' --csv "$box/s.csv" --json "$box/s.json" --report "$box/s.html"
is "rows of the table" 2002 "$(wc -l <"$box/s.csv" | tr -d ' ')"
is "its columns" "t [s],vp [m/s],x [m],v [m/s],y [m],fr.z [m],F [N],S [N]" "$(head -1 "$box/s.csv")"
is "the last time" 20 "$(tail -1 "$box/s.csv" | cut -d, -f1)"
is "the end of the spring" 2.0000 "$(tail -1 "$box/s.csv" | cut -d, -f5 | xargs printf %.4f)"
is "figures of the page" 6 "$(grep -c '<svg' "$box/s.html")"
is "what the JSON file says of friction" lugre "$(sed -n 's/.*"friction": "\([a-z]*\)".*/\1/p' "$box/s.json")"

# the same, as numbers on standard output and nothing else
"$BR_TOOL" simulate stick-slip --params fig-6 --until 20 --step 0.01 --csv - >"$box/o.csv"
quietly cmp "$box/s.csv" "$box/o.csv"

# another law in the plant; a law driven by a formula; a recorded signal drives as the formula it was made by
quietly "$BR_TOOL" simulate stick-slip --params fig-6 --at 'friction = elasto-plastic, fr = table-I' --until 20
quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = points(0, 0, 1, 1, 2, -1) mm/s' --until 2 --step 0.01 --csv "$box/v.csv"
quietly "$BR_TOOL" simulate lugre "$box/v.csv" --params table-I --signals 't = t, v = v' --linear --until 2 --step 0.01 --csv "$box/w.csv"
is "the force from the record" "$(tail -1 "$box/v.csv" | cut -d, -f4 | cut -c1-6)" "$(tail -1 "$box/w.csv" | cut -d, -f4 | cut -c1-6)"
for method in stiff dopri bosh lie midpoint gauss4 rosenbrock exponential; do
    "$BR_TOOL" simulate lugre --params table-I --input 'v = 0.1*sin(t) mm/s' --until 2 --step '1 ms' --method $method --csv "$box/$method.csv" >/dev/null
    is "force by $method" "$(tail -1 "$box/stiff.csv" | cut -d, -f4 | cut -c1-5)" "$(tail -1 "$box/$method.csv" | cut -d, -f4 | cut -c1-5)"
done
quietly "$BR_TOOL" simulate maxwell-slip --params table-B.3 --input 'v = 10*sin(t) um/s' --until 2 --step '1 ms' --method exact

# a law driven by a position: the force is that of its velocity; what jumps has none
for input in 'v = 0.2*pi*cos(2*pi*t) mm/s' 'x = 0.1*sin(2*pi*t) mm' 'v = rate(1e-4*sin(2*pi*t)) m/s'; do
    is "force at $input" 1.3396 "$("$BR_TOOL" simulate lugre --params table-I --input "$input" --until 2 --csv - | tail -1 | cut -d, -f4 | xargs printf %.4f)"
done
wrong 4 "--input: a position jumps at t = 0.25, and has no rate there" simulate lugre --params table-I --input 'x = square(0.5) mm' --until 1
printf 't [s],q [um]\n0,0\n1,20\n2,-20\n' >"$box/q.csv"
is "velocity of a recorded position" -0.00004 "$("$BR_TOOL" simulate lugre "$box/q.csv" --params table-I --signals 't = t, q = q' --input 'x = q' --linear --csv - | sed -n 900p | cut -d, -f2)"
wrong 4 "--linear takes straight lines" simulate lugre "$box/q.csv" --params table-I --signals 't = t, q = q' --input 'x = q'

# sensors: the same seed gives the same numbers, another one others; what is dropped is nan
sense() { "$BR_TOOL" simulate lugre --params table-I --input 'v = sin(t) mm/s' --until 1 --sensor 'F = noise(0.1) | drop(0.2) N, z = quantise(1) um' --csv - "$@"; }
sense >"$box/1.csv"
sense --seed 1 | quietly cmp - "$box/1.csv"
sense --seed 2 | cmp -s - "$box/1.csv" && { echo "FAIL: another seed gives the same noise"; exit 1; }
is "missing values, about 200" 1 "$(grep -c nan "$box/1.csv" | awk '{ print ($1 > 150 && $1 < 250) }')"
is "quantised to 1 um" 0 "$(cut -d, -f3 "$box/1.csv" | awk 'NR > 1 { d = $1*1e6; if (d - int(d + 0.5) > 1e-6 || int(d + 0.5) - d > 1e-6) n++ } END { print n + 0 }')"

printf 't [s],v [mm/s]\n1,1\n2,2\n3,3\n' >"$box/late.csv"

# warnings: a step that differs from smaller ones is one, whatever the law and the method
for m in lie rk4 midpoint gauss4 rosenbrock; do
    quietly "$BR_TOOL" simulate gms --params table-4.1 --input 'v = 0.1*sin(4*pi*t) m/s' --until 1 --step '1 ms' --method $m
    has "gms by $m" "$box/log" "warning: $m is not accurate here:"
done
# a break-away in the second half of a step: two half steps end where the whole one does
for m in lie rk4 midpoint gauss4 rosenbrock; do
    quietly "$BR_TOOL" simulate maxwell-slip --params table-B.3 --at 'kappa = 100, 100, 100, 100 N/mm, nu = .25, .25, .25, .25, FC = 8 N' --input 'v = 39 mm/s' --until 0.02 --step '1 ms' --method $m
    has "break-away by $m" "$box/log" "warning: $m is not accurate here: 1 of 20"
done
# what goes wrong in one row of eight, whichever of the eight
for at in 0 3 6 7; do
    awk -v at=$at 'BEGIN { print "t [s],v [m/s]"; for (k = 0; k < 200; k++) print k*0.005 "," (k % 8 == at ? (k % 16 < 8 ? 0.1 : -0.1) : 0) }' >"$box/pulse.csv"
    quietly "$BR_TOOL" simulate lugre "$box/pulse.csv" --signals 't = t, v = v' --params table-4.1 --step 0.005 --until 0.9 --method midpoint
    has "pulses at $at of 8" "$box/log" "warning: midpoint is not accurate here:"
done
# a log that stands still but for one sample of 1e159 m/s did not end in 40 s: squares of its derivatives overflow
for e in 1e80 1e140 1e159 1e250 1e300; do
    awk -v e=$e 'BEGIN { print "t [s],v [m/s]"; for (k = 0; k < 200; k++) print k/10 "," (k == 152 ? e : 0) }' >"$box/far.csv"
    code=0
    timeout 20 "$BR_TOOL" simulate lugre "$box/far.csv" --params table-I --signals 't = t, v = v' >"$box/far" 2>&1 || code=$?
    between 0 5 $code "exit code with a sample of $e m/s"
    has "the row of $e m/s" "$box/far" "input v is $(echo $e | sed 's/e/e+/') m/s at 15.2 s, in row 153 of the log: beyond 1e9 in its SI unit"
done
# one reversal is wrong, by 10 % of the largest force, in two rows of 600: every step is checked
awk 'BEGIN { print "t [s],v [m/s]"; for (k = 0; k < 600; k++) printf "%.17g,%.17g\n", k/100, 0.01*exp(-6*(1 - k/600))*sin(atan2(0, -1)*k/200) }' >"$box/reversal.csv"
quietly "$BR_TOOL" simulate lugre "$box/reversal.csv" --signals 't = t, v = v' --params fig-3.5 --step 0.01 --until 5.99 --method midpoint --csv "$box/reversals.csv"
has "one reversal" "$box/log" "warning: midpoint is not accurate here:"
# break-aways now and then in a long run: friction was off by 80 % without a word
quietly "$BR_TOOL" simulate two-mass --params table --input 'u = 9*sin(2*t + 1) N' --until 20 --step '5 ms' --method midpoint
has "break-aways" "$box/log" "warning: midpoint is not accurate here:"
quietly "$BR_TOOL" simulate sgms --params table-4.1 --input 'v = 0.1*sin(4*pi*t) m/s' --until 1 --step '1 ms' --method rk4
has "sgms by rk4" "$box/log" "warning: rk4 is not accurate here:"
# errors that are small in each step add up: an oscillation that a method damps, or shifts, by a fifth and more without a step of
# which that could be said; substeps that a method chooses itself are no finer in half a step
cat >"$box/swing.law" <<'END'
law swing "Mass on a spring"
version 1
input u m/s^2 "acceleration"
state x m "position"
state v m/s "velocity"
param w rad/s > 0 "natural frequency"
output y m "position"
x' = v
v' = u - w*w*x
y = x
END
swing() { # METHOD STEP
    quietly "$BR_TOOL" simulate "$box/swing.law" --at 'w = 10 rad/s, x = 1 m' --input 'u = 0 m/s^2' --until 20 --method "$1" --step "$2"
}
for m in 'lie 0.01' 'lie 0.003' 'lie 0.001' 'midpoint 0.01'; do
    swing "${m% *}" "${m#* }"
    has "a swing by $m" "$box/log" "warning: errors of ${m% *} add up: from a run with half the step this one is "
done
for m in 'gauss4 0.01' 'rk4 0.01' 'midpoint 0.001'; do
    swing "${m% *}" "${m#* }"
    if grep -q 'half the step' "$box/log"; then echo "FAIL: a swing by $m: $(grep half "$box/log")"; exit 1; fi
done
# inputs that are held: half a row or step late, which damps or drives a resonance; a shorter step with straight lines has nothing to say
swing_by() { # OPTION...
    quietly "$BR_TOOL" simulate "$box/swing.law" "$box/force.csv" --at 'w = 30 rad/s' --signals 't = t, u = u' --until 5 "$@"
}
awk 'BEGIN { print "t [s],u [m/s^2]"; for (k = 0; k <= 500; k++) printf "%.17g,%.17g\n", k/100, 3*sin(31*k/100) }' >"$box/force.csv"
for m in stiff dopri; do
    swing_by --method $m
    has "a force that was measured, by $m" "$box/log" "warning: signals are held from row to row: on straight lines (--linear) this run is "
    swing_by --method $m --linear
    if grep -q warning "$box/log"; then echo "FAIL: straight lines by $m: $(grep warning "$box/log")"; exit 1; fi
done
for m in rk4 gauss4; do
    swing_by --method $m --step '10 ms'
    has "a force that was measured, by $m" "$box/log" "warning: inputs are held over each step: with their means this run is "
    has "what to do, by $m" "$box/log" "use a shorter --step, or --method stiff, and straight lines between rows (--linear)"
    swing_by --method $m --step '10 ms' --linear
    has "straight lines that are held over steps, by $m" "$box/log" "use a shorter --step, or --method stiff"
    swing_by --method $m --step '0.5 ms' --linear
    if grep -q warning "$box/log"; then echo "FAIL: short steps by $m: $(grep warning "$box/log")"; exit 1; fi
done
quietly "$BR_TOOL" simulate "$box/swing.law" --at 'w = 30 rad/s' --input 'u = 3*sin(31*t) m/s^2' --until 5 --step '10 ms' --method gauss4
has "a formula that is held" "$box/log" "warning: inputs are held over each step: with their means this run is "
# jumps of an input at rows, or within steps, are no difference
for m in exact rk4; do
    quietly "$BR_TOOL" simulate maxwell-slip --params table-B.3 --input 'v = 20*square(0.1) um/s' --until 1 --step '1 ms' --method $m
    if grep -q 'held over' "$box/log"; then echo "FAIL: jumps at rows by $m: $(grep held "$box/log")"; exit 1; fi
done
# updates beside the rates of the law: long steps were off without a word
updates() { # STEP INPUT
    quietly "$BR_TOOL" simulate elasto-plastic --params table-II --method update --step "$1" --until 1 --input "$2" --csv "$box/updates.csv"
}
updates '10 ms' 'v = 2*sin(2*pi*10*t) mm/s'
has "updates with long steps" "$box/log" "warning: from the rates of the law (--method stiff) this run of its update is "
updates '0.1 ms' 'v = 1*sin(2*pi*t) mm/s'
if grep -q 'from the rates' "$box/log"; then echo "FAIL: short steps of an update: $(grep rates "$box/log")"; exit 1; fi
# a start from rest: what a state has been after one step is no size of it; steps of 1e-4 of the largest value were "32.6 % off"
quietly "$BR_TOOL" simulate stick-slip --params fig-6 --input 'vp = 0.9*sin(20*t) mm/s' --until 0.1 --step '0.1 ms' --method midpoint
if grep -q 'is not accurate here' "$box/log"; then echo "FAIL: a start: $(grep accurate "$box/log")"; exit 1; fi
for m in 'gms exact' 'sgms rosenbrock' 'sgms gauss4' 'sgms midpoint' 'dam gauss4' 'dam lie'; do
    quietly "$BR_TOOL" simulate "${m% *}" --params table-4.1 --input 'v = 0.1*sin(4*pi*t) m/s' --until 1 --step '1 ms' --method "${m#* }"
    if grep -q 'is not accurate here' "$box/log"; then echo "FAIL: $m: $(grep accurate "$box/log")"; exit 1; fi
done
"$BR_TOOL" simulate mass --params axis --input 'u = 12*sin(2*pi*t) N' --until 1 --method dopri >"$box/warn"
has "an explicit method on a stiff model" "$box/warn" 'warning: the model is stiff: stability limited the steps of dopri to about'
"$BR_TOOL" simulate lugre --params table-I --input 'v = 1e-3 m/s' --until 1 --step 0.1 --method rk4 >"$box/warn"
has "a step beyond stability" "$box/warn" 'warning: rk4 is guaranteed stable only for steps below'

# wrong arguments: one line, the right exit code, old files intact
echo old >"$box/old"
S="simulate stick-slip --params fig-6"
wrong 2 "bristle simulate: --until T is missing; see 'bristle simulate --help'" $S --csv "$box/old"
for t in 0 -1 nan 1e999 '1 m' '1..2' x; do
    wrong 2 "bristle simulate: --until '$t' is not a positive time such as 10 s or 0.5 ms" $S --csv "$box/old" --until "$t"
    wrong 2 "bristle simulate: --step '$t' is not a positive time such as 10 s or 0.5 ms" $S --csv "$box/old" --until 1 --step "$t"
done
wrong 2 "bristle simulate: --step is longer than the run" $S --until 1 --step 2
wrong 2 "bristle simulate: there is no method 'sitff'; did you mean stiff; there are stiff, dopri, bosh, rk4, midpoint, gauss4, lie, rosenbrock, exponential, exact, update" $S --until 1 --method sitff
wrong 2 "bristle simulate: --tolerance '2' is not a number between 1e-13 and 0.1" $S --until 1 --tolerance 2
wrong 2 "bristle simulate: MODEL is missing; see 'bristle simulate --help'" simulate --until 1
wrong 2 "bristle simulate: --signals needs a table; give FILE.csv after the model" $S --until 1 --signals 't = t'
wrong 2 "bristle simulate: the signals of x.csv are not given; use --signals 't = time, v = speed'" $S x.csv --until 1
wrong 2 "bristle simulate: only one of --csv and --json can go to standard output" $S --until 1 --csv - --json -
# A step whose Newton iteration did not converge is among those that are checked: its state is 2.6 % off, and its force 13.6 %.
is "a step that did not converge" 1 "$("$BR_TOOL" simulate elasto-plastic --params table-II --input 'v = 100*sin(2*pi*7*t+0.37)+12.3*square(5.1) mm/s' --step '1 ms' --until 0.8 --method gauss4 --csv "$box/ep.csv" | grep -c '^warning: gauss4 is not accurate here: 1 of .* at worst by 13.6 %')"
# R2: a table on standard output has no place for warnings; they go to standard error. They went nowhere, and states 88 times too large looked right.
for to in --csv --mat; do
    "$BR_TOOL" simulate gms --params table-4.1 --input 'v = 10*sin(17*t) mm/s' --until 1 --step '5 ms' --method lie $to - 2>"$box/beside" >/dev/null
    is "warning beside $to -" 1 "$(grep -c '^warning: lie is not accurate here' "$box/beside")"
done
"$BR_TOOL" simulate gms --params table-4.1 --input 'v = 10*sin(17*t) mm/s' --until 1 --step '20 us' --method exact --csv - 2>"$box/beside" >/dev/null
is "a table without warnings" "" "$(cat "$box/beside")"
wrong 2 "bristle simulate: the run would take about 1e+301 steps, and 1e9 are allowed; use --until '9e+07 s' or less" simulate lugre --params table-I --input 'v = sin(t) mm/s' --until 1e300
wrong 2 "no run goes beyond 1e+18 s" simulate lugre --params table-I --input 'v = 1 mm/s' --until 1e300
wrong 2 "method exponential does not fit this model: exact for uncoupled affine rates, fixed step" $S --until 1 --method exponential
wrong 2 "the law has no update (z+ = ...)" $S --until 1 --method update
wrong 4 "bristle: law lugre: no value for sigma0, sigma1, FC, FS, vs; --params gives parameters, as in --params table-I" simulate lugre --until 1
wrong 4 "--input:1:1: no value for the input v; give it here or among the values of the model" simulate lugre --params table-I --until 1
wrong 6 "$box/none/x.csv: cannot be written: No such file or directory" $S --until 1 --csv "$box/none/x.csv"
wrong 5 "--input: input v is not a finite number at t = 0.5" simulate lugre --params table-I --input 'v = 1/(t - 0.5) m/s' --until 1 --step 0.5 --method lie --csv "$box/old"
is "the old file" old "$(cat "$box/old")"

for seed in -1 0.5 9007199254740992 9007199254740993; do
    wrong 2 "bristle simulate: --seed '$seed' is not an integer from 0 to 2^53 - 1" $S --until 1 --seed=$seed
done
printf 't,v\n1,2\n' >"$box/one.csv"
wrong 3 "$box/one.csv: it has fewer than 2 rows; signals need a step of time" simulate lugre "$box/one.csv" --params table-I --signals 't = t s, v = v m/s'
mkfifo "$box/pipe"
wrong 6 "$box/pipe: cannot be written: no process reads this pipe" $S --until 1 --csv "$box/pipe"
wrong 4 "--sensor:1:1" $S --until 1 --sensor 'q = noise(1) N'

wrong 2 "is named twice and would be overwritten; give different names" $S --until 1 --csv "$box/two" --json "$box/two"
wrong 2 "is named twice and would be overwritten; give different names" simulate lugre "$box/v.csv" --params table-I --signals 't = t, v = v' --csv "$box/./v.csv"
wrong 5 "input v is not a finite number at t = 1" simulate viscous --at 'sigma2 = 1 N*s/m' --input 'v = 1/(1-t) m/s' --until 1 --step 0.1 --csv "$box/old"

# a record runs from its first time to its last; one that begins where it would end is refused
printf 't [s],v [mm/s]\n-1,1\n-0.5,2\n0,3\n' >"$box/neg.csv"
"$BR_TOOL" simulate lugre "$box/neg.csv" --params table-I --signals 't = t, v = v' --csv - >"$box/neg.out"
is "times of the record" "-1 0" "$(sed -n 2p "$box/neg.out" | cut -d, -f1) $(tail -1 "$box/neg.out" | cut -d, -f1)"
wrong 2 "the run would end at 0.5 s, where the record begins" simulate lugre "$box/late.csv" --params table-I --signals 't = t, v = v' --until 0.5

# short motions of an input between two rows of a plain step are not missed
is "way of a short pulse" 5.3174e-05 "$("$BR_TOOL" simulate stick-slip --params fig-6 --input 'vp = 1e-3*exp(-((t-3.3)/3e-2)^2) m/s' --until 10 --csv - | tail -1 | cut -d, -f5 | xargs printf %.4e)"
# an input that switches often, a sharp force, and a solution that leaves its range end, each in its way
quietly timeout 20 "$BR_TOOL" simulate mass --params axis --input 'u = 100*exp(-((t-0.5)/1e-2)^2) N' --until 1
printf 'law grows\ninput v m/s\nstate x m\noutput y m\nparam T = 1 s\nx'"'"' = x/T + 0*v\ny = x\n' >"$box/grows.law"
wrong 5 "t = 7" simulate "$box/grows.law" --at 'x = 1 m' --input 'v = 1 m/s' --until 1000
printf 'law way\ninput v m/s\nstate x m\noutput y m\nx'"'"' = v\ny = x\n' >"$box/way.law"
quietly timeout 20 "$BR_TOOL" simulate "$box/way.law" --input 'v = square(1e-3) m/s' --until 1

# kinks of abs and of comparisons are located, each where it is passed
kinks() { "$BR_TOOL" simulate "$@" --json - | sed -n 's/.*"kinks": \([0-9]*\).*/\1/p'; }
is "kinks of abs(v), where the mass stops" 1 "$(($(kinks stick-slip --params fig-6 --until 20) > 0))"
printf 'law bends\ninput v m/s\nparam L = 0.3 m\nstate x m\noutput y m\nx'"'"' = if x < L then v else 2*v\ny = x\n' >"$box/bends.law"
is "the kink of a comparison" 1 "$(kinks "$box/bends.law" --input 'v = 1 m/s' --until 1)"

# fixed steps hold the input of their beginning: 0, then 0.5 over half a second each
is "a held input" 0.2500 "$("$BR_TOOL" simulate "$box/way.law" --input 'v = ramp(0, 1) m/s' --method rk4 --step 0.5 --until 1 --csv - | tail -1 | cut -d, -f3 | xargs printf %.4f)"
# a row has the modes that its inputs make: the friction of an axis at rest, 0.5 N*m, stood beside a torque that moves it; it is 0.1 at most
for m in stiff rk4 gauss4 lie; do
    is "friction where a torque begins, $m" 0.10 "$("$BR_TOOL" simulate drive-train --params nominal --input 'u = 0.5*step(0.1) N*m' --until 0.2 --step '5 ms' --method $m --csv - 2>/dev/null |
        awk -F, '$2 == 0.5 && !n++ { printf "%.2f", $5 }')"
done
# a tighter tolerance takes more steps
steps() { "$BR_TOOL" simulate stick-slip --params fig-6 --until 20 --tolerance "$1" --json - | sed -n 's/.*"steps": \([0-9]*\).*/\1/p'; }
is "more steps for a tighter tolerance" 1 "$(($(steps 1e-9) > 2 * $(steps 1e-5)))"
# updates give the force of the update, with the step as dt; an input that nobody looks at needs no value
quietly "$BR_TOOL" simulate elasto-plastic --params table-II --input 'v = sin(2*pi*t) mm/s' --until 1
"$BR_TOOL" simulate elasto-plastic --params table-II --method update --step 1e-4 --until 1 --csv "$box/up.csv" \
    --input 'v = 1e-3*sin(2*pi*t) m/s, dx = 1e-7*sin(2*pi*t) m' >/dev/null
is "column dt" 0.0001 "$(sed -n 3p "$box/up.csv" | cut -d, -f3)"
is "force of the update" 1.0823 "$(sed -n 500p "$box/up.csv" | cut -d, -f6 | xargs printf %.4f)"
"$BR_TOOL" simulate elasto-plastic --params table-II --method update --step 1e-4 --until 1 --csv "$box/follows.csv" \
    --input 'v = 1e-3*sin(2*pi*t) m/s' >/dev/null
is "force with the displacement that follows from the velocity" 1.0823 "$(sed -n 500p "$box/follows.csv" | cut -d, -f6 | xargs printf %.4f)"
# a force that jumps holds a mass for ever: that is said
wrong 1 "take a law with presliding" simulate mass --at 'm = 1 kg, v = 1 m/s, friction = coulomb, fr.FC = 1 N' --input 'u = 0 N' --until 3

# a law that holds a force at rest gets the one that its plant applies: it rests below FS, and breaks away above
held() { "$BR_TOOL" simulate "$@" --until 1 --method dopri --csv - | tail -1; }
is "rest under 0.2 N" "1,0.2,0,0,0.2" "$(held mass --at 'm = 1 kg, friction = karnopp, fr = example' --input 'u = 0.2 N')"
is "break-away under 0.4 N" 0.2907 "$(held mass --at 'm = 1 kg, friction = karnopp, fr = example' --input 'u = 0.4 N' | cut -d, -f4 | xargs printf %.4f)"
is "rest of drive and load" "1,0.2,0,0,0,0,0,0.2,0,0" "$(held two-mass --params table --at 'friction1 = karnopp, fr1 = example, friction2 = static-kinetic, fr2 = fig-3.1a' --input 'u = 0.2 N')"
is "a pulled mass at rest, its friction and the spring" "0.2000 0.2000" "$(held stick-slip --params fig-6 --at 'friction = karnopp, fr = example' | cut -d, -f6,7 | tr , ' ' | xargs printf '%.4f %.4f')"

# reproduce
"$BR_TOOL" reproduce --list >"$box/list"
has "the list" "$box/list" 'lugre/stick-slip'
"$BR_TOOL" reproduce lugre/stick-slip --json "$box/r.json" --report "$box/r.html" >"$box/r"
has "a row" "$box/r" 'agrees   the mass breaks away at about sigma0 g(0)'
has "its JSON" "$box/r.json" '"agrees": true'
has "its figure" "$box/r.html" '<svg'
wrong 2 "bristle reproduce: there is no experiment 'lugre/stickslip'; did you mean lugre/stick-slip? 'bristle reproduce --list' lists them" reproduce lugre/stickslip
wrong 2 "bristle reproduce: there is no experiment 'xyz'; 'bristle reproduce --list' lists them" reproduce xyz

# At rest to the last digit, for a minute: a long step behind a short one does not follow it far away
quietly "$BR_TOOL" simulate observer-loop --params unit-mass --at 'xd = 1 m, x = 0 m, v = 0 m/s, i = 0 m*s, zh = 0 m, fr.z = 0 m' \
    --until '80 s' --step '20 ms' --csv "$box/rest.csv"
awk -F, 'NR > 1 && $1 > 20 { d = $5 - 1; if (d*d > 1e-18) far = 1 } END { exit far }' "$box/rest.csv" ||
    { echo "FAIL: a loop that has settled leaves its place"; exit 1; }

# A row at a break has the value from the right, however its time was rounded: 150*1e-3 is below 3*0.05, and was the old value
for method in stiff rk4; do
    quietly "$BR_TOOL" simulate lugre --params table-I --input 'v = 1e-3*square(0.1) m/s' --until '2 s' --step '1 ms' --method $method --csv "$box/square.csv"
    is "rows of the wrong side, $method" "" "$(awk -F, 'NR > 1 { k = NR - 2; if ($2 * (int(k / 50) % 2 ? -1 : 1) < 0) print k }' "$box/square.csv")"
done
exit $failed
