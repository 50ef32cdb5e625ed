#!/bin/sh
# test_tool_identify_doubts.sh - `bristle identify` where a log cannot say what is asked of it, or is not what it seems: it says so.
. tests/kit.sh

# fails WORDS ARGUMENT...: the run ends with 1, and WORDS behind "failed:"; what it prints is in $box/out.
fails() {
    expected=$1 code=0
    shift
    "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" || code=$?
    is "exit code of $*" 1 $code
    has "the verdict of $*" "$box/out" "failed: $expected"
}
# line NAME: of a number, as it was shown
line() { grep "^  $1 " "$box/out"; }
# planted FORMULA SPEED NAME: a log of 4 s with that force F over v, 10 mN of noise; positions have 20 um of it
planted() {
    awk "BEGIN { srand(4); print \"t,v,F,x,n\"; for (i = 0; i < 4000; i++) { v = $2; s = (v > 0) - (v < 0); e = n = -6; for (j = 0; j < 12; j++) { e += rand(); n += rand() }
        x += v*1e-3; print i*1e-3 \",\" v \",\" ($1) + 0.01*e \",\" x \",\" x + 2e-5*n } }" >"$box/$3.csv"
}
V='t = t s, v = v m/s, F = F N'

# one_way_does_not_tell_coulomb_friction_from_an_offset: whatever the search ended with, 0 included
planted '5*s + 20*v' '0.05 + 0.03*sin(i/200)' oneway
planted '-20*v - 5*s' '0.05 + 0.03*sin(i/200)' against
planted '20*v - 5' '-0.05 - 0.03*sin(i/200)' back
for log in oneway against back; do
    fails "this log does not tell FC, offset of coulomb" identify "$box/$log.csv" --signals "$V" --model coulomb --profile all
    case "$(line FC)" in *"does not tell"*"95 %: 0 to inf"*) ;; *) echo "FAIL: $log: $(line FC)"; exit 1 ;; esac
    case "$(line offset)" in *"does not tell"*) ;; *) echo "FAIL: $log: $(line offset)"; exit 1 ;; esac
done
fails "this log does not tell FC, offset of coulomb" identify "$box/against.csv" --signals "$V" --model coulomb
grep -q '^  FC  *0 N  *the log does not tell$' "$box/out" || { echo "FAIL: FC on its bound: $(line FC)"; exit 1; }

# noise_of_a_velocity_is_no_way_back: of a slow motion, from noisy positions
planted '5*s + 200*v' '0.004 + 0.002*sin(i/200)' slow
fails "this log does not tell FC, offset of coulomb" identify "$box/slow.csv" --signals 't = t s, x = n m, F = F N' --model coulomb --cutoff '100 Hz'
has "samples that are left out" "$box/out" "warning: it moves one way only: the velocity points back in"

# what_is_not_needed_is_told_by_a_log_that_turns
planted '20*v - 0.5*s + 2' '0.05*sin(i/200)' turns
"$BR_TOOL" identify "$box/turns.csv" --signals "$V" --model coulomb >"$box/out"
grep -q '^  FC  *0 N  *not needed$' "$box/out" || { echo "FAIL: both ways: $(line FC)"; exit 1; }

# an_interval_holds_the_truth_up_to_the_bound_of_another: FC >= 0 is all that keeps an offset of 5 N from going on
"$BR_TOOL" identify "$box/oneway.csv" --signals "$V" --model coulomb --profile offset >"$box/out" 2>&1 || [ $? -eq 1 ]
line offset | awk '{ exit !($(NF - 2) == "-inf" && $NF > 4.998 && $NF < 5.005) }' || { echo "FAIL: $(line offset)"; exit 1; }

# velocities_that_contradict_positions_are_named, in the words of inspect
planted '5*s + 20*v' '0.05*sin(i/200)' two
fails "" identify "$box/two.csv" --signals 't = t s, x = x m, v = x m/s, F = F N' --model coulomb
said=$(grep '^warning: v is .* times the velocity of x' "$box/out") || { echo "FAIL: no word of v"; exit 1; }
"$BR_TOOL" inspect "$box/two.csv" --signals 't = t s, x = x m, v = x m/s, F = F N' >"$box/inspected"
has "the same words" "$box/inspected" "$said"
"$BR_TOOL" identify "$box/two.csv" --signals 't = t s, x = x m, v = v m/s, F = F N' --model coulomb >"$box/out"
if grep -q "velocity of x" "$box/out"; then echo "FAIL: a v that agrees is named"; exit 1; fi

# the_same_log_twice_is_named, whatever its name
cp "$box/two.csv" "$box/copy.csv"
"$BR_TOOL" identify "$box/two.csv" "$box/copy.csv" --signals "$V" --model coulomb >"$box/out"
has "twice" "$box/out" "copy.csv has the same rows as $box/two.csv: they count twice"
"$BR_TOOL" identify "$box/two.csv" --test "$box/copy.csv" --signals "$V" --model coulomb >"$box/out"
has "fitted and held out" "$box/out" "copy.csv has the same rows as $box/two.csv, which is fitted: nothing is held out"
"$BR_TOOL" identify "$box/two.csv" "$box/turns.csv" --signals "$V" --model coulomb >"$box/out" 2>&1 || [ $? -eq 1 ]
if grep -q "same rows" "$box/out"; then echo "FAIL: two logs are called one"; exit 1; fi
