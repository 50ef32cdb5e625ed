#!/bin/sh
# test_tool_mech.sh - `bristle simulate F.mech` and `bristle check F.mech`: tables, JSON, pages, inverse dynamics, wrong input.
. tests/kit/kit.sh
mech=examples/mech

for name in pendulum double-pendulum four-bar slider-crank furuta slider-crank-3 slider-crank-14 slider-crank-flex arm6 bricard n-four-bar; do
    quietly "$BR_TOOL" check $mech/$name.mech
    quietly "$BR_TOOL" simulate $mech/$name.mech --until '0.1 s' --csv "$box/$name.csv" --json "$box/$name.json" \
        --report "$box/$name.html"
    is "rows of $name" 102 "$(wc -l <"$box/$name.csv" | tr -d ' ')"
    has "constraints of $name" "$box/$name.json" '"max_constraint": '
    has "pictures of $name" "$box/$name.html" '<svg'
done
quietly "$BR_TOOL" simulate $mech/andrews-squeezer.mech --until '1 ms' --step '10 us' --report "$box/squeezer.html"
# one scale for both axes and all frames: a crank is as long wherever it points
is "lengths of the crank in four frames" "4 equal" "$(awk -F'[ML" ]' '/class="curve body c0"/ {
    sub(/.* d="M/, ""); split($0, at, /[L "]/); n++
    length_now = sqrt((at[1] - at[3])^2 + (at[2] - at[4])^2)
    if (n > 1 && (length_now - was)^2 > 1e-3) differ++
    was = length_now } END { print n, differ ? "differ" : "equal" }' "$box/slider-crank.html")"
is "columns" "t [s],pivot [rad],pivot_speed [rad/s],bob_x [m],bob_y [m],energy [J]" "$(head -1 "$box/pendulum.csv")"
"$BR_TOOL" check $mech/four-bar.mech >"$box/words"
"$BR_TOOL" check $mech/slider-crank-3.mech >"$box/words3"
has "equilibrium" "$box/words3" "with drives and friction off: A = -1.5708 rad, B = 1.68214 rad"
has "freedoms" "$box/words" "3 bodies, 4 joints, 1 degree of freedom"

# the same run gives the same bytes; BDF-1 gives others
quietly "$BR_TOOL" simulate --model $mech/pendulum.mech --until 0.1 --csv "$box/again.csv"
cmp "$box/again.csv" "$box/pendulum.csv"
quietly "$BR_TOOL" simulate $mech/pendulum.mech --until 0.1 --method bdf1 --csv "$box/bdf1.csv"
cmp -s "$box/bdf1.csv" "$box/pendulum.csv" && { echo "FAIL: BDF-1 gives the rows of alpha"; exit 1; }

# what a run gave, held: the crank needs no force where the run had none
quietly "$BR_TOOL" simulate $mech/four-bar.mech --until 1 --csv "$box/run.csv"
cut -d, -f1,2 "$box/run.csv" >"$box/traj.csv"
quietly "$BR_TOOL" simulate $mech/four-bar.mech --inverse "$box/traj.csv" --csv "$box/force.csv"
is "column of the force" "A_force [N*m]" "$(head -1 "$box/force.csv" | cut -d, -f4)"
is "forces on a free crank" "" \
    "$(awk -F, 'NR > 20 && NR < 980 && ($4 > 0.05 || $4 < -0.05) { print NR ": " $4 }' "$box/force.csv" | head -n 1)"

# steps_that_keep_the_energy_may_be_too_long: a pendulum was 65 % off after 40 s, with 0.03 J of energy missing and no word
sed -n '/gravity/p; /^mechanism/p; /^version/p' $mech/double-pendulum.mech >"$box/rod.mech"
printf 'body rod mass = 1 kg, cog = 0.5, 0, 0 m, inertia = 0, 0.0833, 0.0833 kg*m^2\njoint A revolute rod ground at = 0, 0, 0 m, axis = 0, -1, 0\n' >>"$box/rod.mech"
quietly "$BR_TOOL" simulate "$box/rod.mech" --until 40 --step '20 ms'
has "a swing that is too slow" "$box/log" "warning: coordinates or speeds are off by about 12 % (RMS) of the largest, as steps of twice the length show; use a shorter --step"
quietly "$BR_TOOL" simulate "$box/rod.mech" --until 40 --step '40 ms'
has "steps near what converges" "$box/log" "warning: steps of twice the length do not converge from t = 3.76 s on, so that errors are not known; compare a shorter --step"
for run in "$box/rod.mech --step 2e-3 --until 20" "$mech/slider-crank-observed.mech --until 0.5" "$mech/four-bar.mech --until 1" "$mech/arm6.mech --until 1" "$mech/stage.mech --until 1"; do
    # shellcheck disable=SC2086 # words
    quietly "$BR_TOOL" simulate $run
    if grep -q 'twice the length' "$box/log"; then echo "FAIL: $run: $(grep twice "$box/log")"; exit 1; fi
done
# what_a_column_shows_is_compared_by_its_own_size: a beam that rings on a hub that goes far was 72 % wrong without a word, and so
# was a light body on a spring; a run of a few rows was not looked at
cat >"$box/ring.mech" <<'end'
mechanism ring
version 1
planar
body hub mass = 1 kg, cog = 0, 0 m, inertia = 1 kg*m^2
beam rod clamped mass = 0.02 kg, from = 0, 0 m, to = 0.3, 0 m, rigidity = 4 N*m^2, modes = 1
joint A revolute hub ground at = 0, 0 m
joint B fixed hub rod at = 0, 0 m
drive motor A = 1*pulse(0.1, 0.2) N*m
end
cat >"$box/light.mech" <<'end'
mechanism light
version 1
planar
body s mass = 100 kg, cog = 0, 0 m
body l mass = 0.01 kg, cog = 1, 0 m
joint A prismatic s ground at = 0, 0 m, axis = 1, 0
joint B prismatic l s at = 1, 0 m, axis = 1, 0
spring k B stiffness = 400 N/m
drive motor A = 50*sin(2*pi*0.3*t) N
end
quietly "$BR_TOOL" simulate "$box/ring.mech" --until 1 --step '5 ms'
has "a beam that rings" "$box/log" "off by about"
quietly "$BR_TOOL" simulate "$box/light.mech" --until 3 --step '20 ms'
has "a light body on a spring" "$box/log" "off by about"
quietly "$BR_TOOL" simulate $mech/furuta.mech --until 2 --step '10 ms'
has "dry friction" "$box/log" "of its largest value, as steps of twice the length show; use a shorter --step"
quietly "$BR_TOOL" simulate "$box/rod.mech" --until 1 --step '40 ms' --method bdf1
has "a run of 25 steps" "$box/log" "warning: coordinates or speeds are off by about"
for run in "$box/ring.mech --until 0.3 --step 4e-6" "$box/light.mech --until 3 --step 0.1e-3" "$mech/slider-crank-14.mech --until 0.2"; do
    # shellcheck disable=SC2086 # words
    quietly "$BR_TOOL" simulate $run
    if grep -q 'twice the length' "$box/log"; then echo "FAIL: $run: $(grep twice "$box/log")"; exit 1; fi
done
wrong 4 "nowhere.mech" check "$box/nowhere.mech"
printf 'mechanism m\nplanar\nbody a mass = 0 kg, cog = 0, 0 m\n' >"$box/bad.mech"
wrong 4 "bad.mech:3:6: body a: its mass 0 kg is not above 0" check "$box/bad.mech"
wrong 4 "bad.mech:3:6: body a: its mass 0 kg is not above 0" simulate "$box/bad.mech" --until 1
sed 's/0.1 N\*m/0.1*sin( N*m/' $mech/slider-crank.mech >"$box/bad.mech"
wrong 4 "bad.mech, drives" simulate "$box/bad.mech" --until 1
wrong 2 "--until T is missing" simulate $mech/pendulum.mech
wrong 2 "there is no method 'rk4' for mechanisms; there are alpha, bdf1" simulate $mech/pendulum.mech --until 1 --method rk4
wrong 2 "a mechanism takes no --params" simulate $mech/pendulum.mech --until 1 --params x
wrong 2 "--step is longer than the run" simulate $mech/pendulum.mech --until 1 --step 2
wrong 2 "--inverse is for mechanisms" simulate lugre --inverse "$box/traj.csv"
wrong 3 "the motion names 1 of the joints and distances; double-pendulum has 2 degrees of freedom" \
    simulate $mech/double-pendulum.mech --inverse "$box/traj.csv"
head -n 5 "$box/traj.csv" >"$box/short.csv"
wrong 3 "4 rows; accelerations need 9 or more" simulate $mech/four-bar.mech --inverse "$box/short.csv"

# what contradicts itself in a motion is told: which speed, by how much, where
sed '2,$s/$/,7/; 1s/$/,A_speed [rad\/s]/' "$box/traj.csv" >"$box/speed.csv"
"$BR_TOOL" simulate $mech/four-bar.mech --inverse "$box/speed.csv" --json "$box/speed.json" --report "$box/speed.html" >"$box/words"
has "a speed that positions do not have" "$box/words" "warning: A_speed of the table contradicts its positions: 7 rad/s at t = 0.542 s, where A moves by -9.67007"
has "the same in JSON" "$box/speed.json" "A_speed of the table contradicts its positions"
has "the same on the page" "$box/speed.html" "A_speed of the table contradicts its positions"
"$BR_TOOL" simulate $mech/four-bar.mech --inverse "$box/run.csv" \
    --signals 't = t, A = A, B_speed = 57.29578*B_speed rad/s, C_speed = -C_speed rad/s, D_speed = D_speed' >"$box/words"
has "degrees for radians, of a joint that follows" "$box/words" "apart, as it is 57.3 times that of the positions"
has "another sign" "$box/words" "apart, as it is -1 times that of the positions"
"$BR_TOOL" simulate $mech/four-bar.mech --inverse "$box/run.csv" \
    --signals 't = t, A = A, A_speed = A_speed, B_speed = B_speed, C_speed = C_speed, D_speed = D_speed' >"$box/words"
is "warnings of speeds as they were" 0 "$(grep -c '^warning' "$box/words")"
slide() { # slide FORMULA: a slider-crank whose slider goes so, with a = 10 t + 0.5, for 0.4 s
    awk 'BEGIN { print "t [s],S [m]"; for (k = 0; k < 400; k++) { t = k / 1000; a = 10 * t + 0.5; printf "%.17g,%.17g\n", t, '"$1"' } }'
}
sed '$a start A position = 0.5 rad' $mech/slider-crank.mech >"$box/half.mech"
slide '0.1*cos(a) + sqrt(0.09 - 0.01*sin(a)^2) - 0.4' >"$box/through.csv" # a = pi between 0.264 and 0.265 s: the crank turns back
"$BR_TOOL" simulate "$box/half.mech" --inverse "$box/through.csv" >"$box/words"
has "through a dead centre" "$box/words" "warning: speeds contradict each other: that of C goes from -3.333 to 3.333 rad/s between t = 0.264 and 0.265 s"
slide '-0.0555 - t' >"$box/long.csv" # the slider has 0.2 m
wrong 3 "long.csv, row 146, t = 0.145 s: the motion asks for S = -0.2005 (it came to -0.1995): its parts are too short" simulate "$box/half.mech" --inverse "$box/long.csv"
wrong 3 "row 1, t = 0 s: the motion asks for S = -0.0160973 (it came to 0): it stands at a dead centre of what is asked for" \
    simulate $mech/slider-crank.mech --inverse "$box/through.csv"
slide '-0.2*t' >"$box/at.csv"
wrong 3 "row 1, t = 0 s: the motion asks for speed of S = -0.2 (it came to -" simulate $mech/slider-crank.mech --inverse "$box/at.csv"
slide '-0.2*t^2' >"$box/leaves.csv"
wrong 3 "row 1, t = 0 s: the motion asks for " simulate $mech/slider-crank.mech --inverse "$box/leaves.csv"
awk 'BEGIN { print "t [s],A [rad]"; for (k = 0; k < 400; k++) { a = k / 50 + 1; printf "%.17g,%.17g\n", k / 1000, (a > 3 ? a - 6.283185307179586 : a) } }' >"$box/again.csv"
wrong 3 "--inverse: A goes from 3 to -3.26319 rad between t = 0.1 and 0.101 s, as wrapped angles do; unwrap them" \
    simulate $mech/four-bar.mech --inverse "$box/again.csv"
wrong 3 "--inverse: Z is no joint or distance of four-bar" simulate $mech/four-bar.mech --inverse "$box/run.csv" --signals 't = t, A = A, Z = B'
wrong 3 "--inverse: A is in m here, and in rad in the mechanism" simulate $mech/four-bar.mech --inverse "$box/run.csv" --signals 't = t, A = 2*A m'
wrong 3 "four-bar has 1 degree of freedom: the others follow; --signals chooses" simulate $mech/four-bar.mech --inverse "$box/run.csv"

# a point mass that may turn about the end of a beam turns no mass
printf 'mechanism b\nplanar\nbeam arm clamped mass = 0.3 kg, from = 0, 0 m, to = 0.6, 0 m, rigidity = 4 N*m^2\nbody tip mass = 0.2 kg, cog = 0.6, 0 m\n' >"$box/tip.mech"
printf 'joint W fixed arm ground at = 0, 0 m\njoint T revolute tip arm at = 0.6, 0 m\n' >>"$box/tip.mech"
wrong 4 "body tip can move without moving any mass: give it an inertia" check "$box/tip.mech"
# B6: singular starts, and parts that cannot move, are named
# from a dead centre of the slider no start of the slider leads on; its rods are not too short
{ cat $mech/slider-crank.mech; echo 'start S position = -0.05 m'; } >"$box/ahead.mech"
wrong 4 "cannot be brought to its start S = -0.05 (it came to 0): it stands at a dead centre" check "$box/ahead.mech"
bars() { # bars X: rods of 0.1, 0.3 and |X - 0.4| m on one line, the last one held at X
    printf 'mechanism bars\nplanar\nbody a mass = 1 kg, cog = 0.05, 0 m, inertia = 0.1 kg*m^2\n'
    printf 'body b mass = 1 kg, cog = 0.25, 0 m, inertia = 0.1 kg*m^2\nbody c mass = 1 kg, cog = 0.4, 0 m, inertia = 0.1 kg*m^2\n'
    printf 'joint A revolute a ground at = 0, 0 m\njoint B revolute b a at = 0.1, 0 m\n'
    printf 'joint C revolute c b at = 0.4, 0 m\njoint D revolute c ground at = %s, 0 m\n' "$1"
}
bars 0.2 >"$box/dead.mech"
wrong 4 "a singular position, as a dead centre is: joint" check "$box/dead.mech"
wrong 4 "(rank 10, beside it 11)" simulate "$box/dead.mech" --until 1
bars 0.7 >"$box/straight.mech"
wrong 4 "a singular position that it cannot leave" check "$box/straight.mech"
# as they are where a start leads there, beside it and to where it cannot be brought
{ printf 'mechanism square\nplanar\nbody a mass = 1 kg, cog = 0, 0.5 m, inertia = 0.1 kg*m^2\nbody b mass = 1 kg, cog = 0.5, 1 m, inertia = 0.1 kg*m^2\n'
  printf 'body c mass = 1 kg, cog = 1, 0.5 m, inertia = 0.1 kg*m^2\njoint A revolute a ground at = 0, 0 m\njoint B revolute b a at = 0, 1 m\n'
  printf 'joint C revolute c b at = 1, 1 m\njoint D revolute c ground at = 1, 0 m\n'; } >"$box/square.mech"
for start in '-1.5707963267948966 rad' '-90 deg'; do
    { cat "$box/square.mech"; echo "start A position = $start"; } >"$box/flat.mech"
    wrong 4 "a singular position, as a dead centre is" check "$box/flat.mech"
done
for start in -1.5707953267948966 -1.5707973267948966 -1.5707962267948966; do # 1e-6 and 1e-7 rad beside
    { cat "$box/square.mech"; echo "start A position = $start rad"; } >"$box/near.mech"
    wrong 4 "that is a singular position, as a dead centre is, or within 1e-5 of one" check "$box/near.mech"
done
{ cat "$box/square.mech"; echo 'start A position = -1.57 rad'; } >"$box/beside.mech"
quietly "$BR_TOOL" check "$box/beside.mech"
sed 's/\([0-9.]*\), \([0-9.]*\) m/\1e-6, \2e-6 m/; s/mass = 1/mass = 1e-6/; s/0.1 kg/1e-19 kg/' "$box/square.mech" >"$box/tiny.mech"
"$BR_TOOL" check "$box/tiny.mech" >"$box/words"
has "a machine of micrometres" "$box/words" "1 degree of freedom; 12 coordinates, 11 constraints of rank 11"
sed 's/cog = 1, 0.5 m/cog = 1, 0.2 m/; s/C revolute c b at = 1, 1/C revolute c b at = 1, 0.4/' "$box/square.mech" >"$box/rocks.mech"
echo 'start A position = 3 rad' >>"$box/rocks.mech"
wrong 4 "rocks.mech:10:7: the mechanism cannot be brought to its start A = 3 (it came to " check "$box/rocks.mech"
wrong 4 "): its parts are too short, or it locks on the way" check "$box/rocks.mech"
{ cat $mech/slider-crank.mech; printf 'start A position = 1 rad, speed = 10 rad/s\nstart S speed = 5 m/s\n'; } >"$box/both.mech"
line=$(($(wc -l <"$box/both.mech") - 1))
wrong 4 "both.mech:$line:7: the mechanism cannot start at the speeds A = 10 (it came to " simulate "$box/both.mech" --until 1
# the energy is told from the start on, however high a machine hangs
sed "s/, 0 m/, 1000 m/" $mech/pendulum.mech >"$box/high.mech"
quietly "$BR_TOOL" simulate "$box/high.mech" --until '0.1 s' --csv "$box/high.csv"
is "energy at the start" 0 "$(sed -n 2p "$box/high.csv" | cut -d, -f6)"
is "energy at the end" 0.000 "$(tail -1 "$box/high.csv" | awk -F, '{ printf "%.3f", $6 < 0 ? -$6 : $6 }')"
cut -d, -f1,2 "$box/high.csv" >"$box/held.csv"
quietly "$BR_TOOL" simulate "$box/high.mech" --inverse "$box/held.csv" --csv "$box/inverse.csv"
is "energy at the start of a motion that is held" 0 "$(sed -n 2p "$box/inverse.csv" | awk -F, '{ print $NF }')"
is "and at its end" 0.000 "$(tail -1 "$box/inverse.csv" | awk -F, '{ printf "%.3f", $NF < 0 ? -$NF : $NF }')"
# what the law of a joint expects of its parameters, and does not have, is reported as it is of a law (B7)
printf 'mechanism worn\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\njoint X prismatic b ground at = 0, 0 m, axis = 1, 0\nfriction f X stribeck "FC = 1 N, FS = 0.5 N, vs = 0.01 m/s, sigma2 = 0 N*s/m"\nstart X speed = 0.1 m/s\n' >"$box/worn.mech"
"$BR_TOOL" check "$box/worn.mech" >"$box/words"
has "FS below FC, check" "$box/words" "warning: friction f: law stribeck expects 'static force not below Coulomb force', but here 0.5 < 1 N"
"$BR_TOOL" simulate "$box/worn.mech" --until '10 ms' --json "$box/worn.json" >"$box/words"
has "FS below FC, simulate" "$box/words" "warning: friction f: law stribeck expects 'static force not below Coulomb force', but here 0.5 < 1 N"
has "FS below FC, JSON" "$box/worn.json" "friction f: law stribeck expects"

# what friction holds is at rest
printf 'mechanism block\nplanar\nbody b mass = 1 kg, cog = 0, 0 m\njoint X prismatic b ground at = 0, 0 m, axis = 1, 0\nfriction f X coulomb "FC = 1 N, sigma2 = 0 N*s/m"\nstart X speed = 0.1 m/s\nsensor w speed X sd = 1 m/s\n' >"$box/block.mech"
quietly "$BR_TOOL" simulate "$box/block.mech" --until '1 s' --csv "$box/block.csv"
# what moves by rounding alone has lost no energy
printf 'mechanism incline\nplanar\ngravity = 0, -9.81 m/s^2\nbody b mass = 2 kg, cog = 0, 0 m\njoint S prismatic b ground at = 0, 0 m, axis = 0.8660254037844386, 0.5\nfriction f S coulomb "FC = 0.6 N" normal\n' >"$box/incline.mech"
"$BR_TOOL" simulate "$box/incline.mech" --until '1 s' >"$box/words"
is "warnings of a block that friction holds" 0 "$(grep -c '^warning' "$box/words")"
is "speed, friction and sensor at rest" "0,0,0" "$(tail -1 "$box/block.csv" | cut -d, -f3-5)"
{ cat $mech/pendulum.mech; printf 'joint second revolute mass ground at = 1, 0 m\n'; } >"$box/frame.mech"
"$BR_TOOL" check "$box/frame.mech" >"$box/words"
has "a frame" "$box/words" "no part can move"

# B6: a run that locks says when and where
sed 's/drive motor.*/drive motor A = 1e9 N*m/' $mech/slider-crank.mech >"$box/wild.mech"
wrong 5 "the step of 0.1 s from t = " simulate "$box/wild.mech" --until 1 --step 0.1
# a step that is too long does not put the parts together another way
sed 's/drive motor.*/drive motor A = 1 N*m/' $mech/slider-crank.mech >"$box/fast.mech"
wrong 5 "the step of 0.001 s from t = 0.6" simulate "$box/fast.mech" --until 1
wrong 5 ": the mechanism locks or jumps there, or the step is too long; one of 1.56e-05 s does" simulate "$box/fast.mech" --until 1
quietly "$BR_TOOL" simulate "$box/fast.mech" --until 1 --step '0.1 ms'

# joints that yield, constraints that say the same, and equilibria that are none
"$BR_TOOL" check $mech/slider-crank-14.mech >"$box/words"
has "welded bodies" "$box/words" "slider-crank-14: 14 bodies, welded to 3, 15 joints, 3 degrees of freedom; 36 coordinates"
has "welded bodies in JSON" "$box/slider-crank-14.json" '"blocks": 3'
has "joints that yield" "$box/words" "33 rigid constraints of rank 33, and 2 of compliant joints, which remove no freedom"
{ cat $mech/pendulum.mech; printf 'joint again revolute mass ground at = 0, 0 m\n'; } >"$box/twice.mech"
"$BR_TOOL" check "$box/twice.mech" >"$box/words"
has "each joint once" "$box/words" " joint again (2)"
sed '/^gravity/d' $mech/slider-crank.mech >"$box/level.mech"
"$BR_TOOL" check "$box/level.mech" >"$box/words"
has "nothing pulls" "$box/words" "neutral equilibrium: it rests in any position"
# one direction in which nothing pulls beside one in which it sinks: it goes nowhere along the first by itself
plane() { printf 'mechanism m\nplanar\ngravity = 0, -9.81 m/s^2\n'; cat; }
cart() { # cart X Y: a cart of 2 kg with a pendulum of 1 kg whose centre of gravity is there
    printf 'body c mass = 2 kg, cog = 0, 0 m\nbody p mass = 1 kg, cog = %s, %s m, inertia = 0.01 kg*m^2\n' "$1" "$2"
    printf 'joint X prismatic c ground at = 0, 0 m, axis = 1, 0\njoint P revolute p c at = 0, 0 m\n'
}
cart 0.3 -0.1 | plane >"$box/cart.mech" # the common centre of gravity falls straight down: X = 0.3/3, P = atan(1/3) - pi/2
"$BR_TOOL" check "$box/cart.mech" >"$box/words"
has "a cart under its pendulum" "$box/words" ": X = 0.1 m, P = -1.24905 rad; nothing pulls it along X"
cart 0 0.3 | plane >"$box/upright.mech"
"$BR_TOOL" check "$box/upright.mech" >"$box/words"
has "off a summit, but not along the track" "$box/words" ": X = 0 m, P = -3.14159 rad; nothing pulls it along X"
{ printf 'body a mass = 2 kg, cog = 0.3, 0.1 m, inertia = 0.01 kg*m^2\n'
  for joint in X Y; do
      printf 'joint %s prismatic a ground at = 0, 0 m, axis = 1, 0, stiffness = 1e6 N/m, damping = 10 N*s/m\n' $joint
  done
  printf 'damper oil X damping = 10 N*s/m\nstart equilibrium\npoint q a at = 0, 0 m\n'; } | plane >"$box/slides.mech"
"$BR_TOOL" check "$box/slides.mech" >"$box/words"
has "a carriage on springs" "$box/words" ": X = 0 m, Y = 0 m; nothing pulls it along X, Y"
quietly "$BR_TOOL" simulate "$box/slides.mech" --until '1 ms' --csv "$box/slides.csv"
is "where it begins, and how deep it sinks: 2*9.81/2e6 m" "0.0e+00 -9.81000e-06" \
    "$(sed -n 2p "$box/slides.csv" | awk -F, '{ printf "%.1e %.5e", $2 * $2 < 1e-20 ? 0 : $2, $7 }')"
# without a measure centres of gravity tell
printf 'mechanism m\ngravity = 0, 0, -9.81 m/s^2\nbody p mass = 1 kg, cog = 0.3, 0, 0 m, inertia = 0.01, 0.01, 0.01 kg*m^2\njoint P spherical p ground at = 0, 0, 0 m\n' >"$box/ball.mech"
"$BR_TOOL" check "$box/ball.mech" >"$box/words"
has "down from the side" "$box/words" "friction off: centres of gravity moved by p 0.424264 m"
sed 's/cog = 0.3, 0, 0 m/cog = 0, 0, -0.3 m/' "$box/ball.mech" >"$box/down.mech"
"$BR_TOOL" check "$box/down.mech" >"$box/words"
has "down already" "$box/words" "friction off: as it stands"
# a clamp that bends under a post: 20 N*m/rad holds its 9.81 N*m/rad, 2 N*m/rad do not
post() { printf 'body a mass = 2 kg, cog = 0, 0.5 m, inertia = 0.01 kg*m^2\njoint A fixed a ground at = 0, 0 m, bending = %s N*m/rad\n' "$1"; }
post 20 | plane >"$box/post.mech"
"$BR_TOOL" check "$box/post.mech" >"$box/words"
has "a post that stands" "$box/words" "stable equilibrium near the start, with drives and friction off: as it stands"
post 2 | plane >"$box/post.mech"
"$BR_TOOL" check "$box/post.mech" >"$box/words"
has "a post that falls" "$box/words" "centres of gravity moved by a 1 m"
# a step on the way down that was too long does not make dry joints stick: a shaft whose weight is above turns over
{ printf 'mechanism shaft\ngravity = 0, 0, -9.81 m/s^2\nbody a mass = 2 kg, cog = 0.4, 0, 0.005 m, inertia = 0.02, 0.12, 0.12 kg*m^2\n'
  printf 'joint A revolute a ground at = 0, 0, 0 m, axis = 1, 0, 0, stiffness = 1e6 N/m, damping = 100 N*s/m, bending = 1e4 N*m/rad\n'
  printf 'joint C revolute a ground at = 1, 0, 0 m, axis = 1, 0, 0, stiffness = 1e6 N/m, damping = 100 N*s/m\n'
  printf 'friction fa A coulomb "FC = 0.01 N*m" normal\n'; } >"$box/shaft.mech"
"$BR_TOOL" check "$box/shaft.mech" >"$box/words"
is "half a turn of a shaft" 3.14159 "$(sed -n 's/.*friction off: A = -*\([0-9.e-]*\) rad.*/\1/p' "$box/words")"
# the moment of a clamp is bending*sin(a)*cos(a): a weight across it, m g l cos(a), gives sin(a) = m g l/bending
{ printf 'body a mass = 2 kg, cog = 0.3, 0 m, inertia = 0.05 kg*m^2\njoint A fixed a ground at = 0, 0 m, bending = 10 N*m/rad\n'
  printf 'point q a at = 1, 0 m\npoint foot a at = 0, 0 m\nstart equilibrium\n'; } | plane >"$box/bend.mech"
quietly "$BR_TOOL" simulate "$box/bend.mech" --until '1 ms' --csv "$box/bend.csv"
is "sine of a large bend" -0.588600000 "$(sed -n 2p "$box/bend.csv" | awk -F, '{ printf "%.9f", $3 }')"
# a body is drawn to its centre of gravity where all its joints and points are at one place: 0.3 m, the most there is
sed '/^point q/d' "$box/bend.mech" >"$box/foot.mech"
quietly "$BR_TOOL" simulate "$box/foot.mech" --until '3 ms' --report "$box/foot.html"
is "a body with a point in its one joint" 400 "$(sed -n 's/.*class="curve body.* d="M\([-0-9. L]*\)".*/\1/p' "$box/foot.html" |
    head -n 1 | awk -F'[L ]' '{ w = $1 - $(NF - 1); printf "%.0f", w < 0 ? -w : w }')"
# welded bodies that are no bodies together, and names that are words
welded() { # welded MASS X: three bodies that are welded, the last with this mass at this place
    printf 'body a mass = %s kg, cog = 0.2, 0 m\nbody b mass = 1 kg, cog = 0.4, 0 m\nbody c mass = %s kg, cog = %s, 0 m\n' "$1" "$1" "$2"
    printf 'joint A revolute a ground at = 0, 0 m\njoint F fixed a b at = 0.3, 0 m\njoint G fixed b c at = 0.5, 0 m\n'
}
welded 1.2e308 0.6 | plane >"$box/heavy.mech"
wrong 4 "heavy.mech:6:6: body c: together with the bodies that are welded to it, its mass or inertia is not finite" check "$box/heavy.mech"
welded 1 1e200 | plane >"$box/away.mech"
wrong 4 "away.mech:6:6: body c: together with the bodies that are welded to it, its mass or inertia is not finite" check "$box/away.mech"
for word in loaded equilibrium energy ground t; do
    welded 1 0.6 | plane | sed "s/joint A/joint $word/" >"$box/word.mech"
    wrong 4 "word.mech:7:7: '$word' is a word of the notation and names nothing" check "$box/word.mech"
done
# a step that is too long for a beam says so
"$BR_TOOL" simulate $mech/slider-crank-flex.mech --until '1 s' >"$box/words"
has "energy that the scheme lost" "$box/words" "of the energy exchanged is unaccounted for; use a shorter --step"
for name in pendulum slider-crank-observed; do
    "$BR_TOOL" simulate $mech/$name.mech --until '0.3 s' >"$box/words"
    is "warnings of a good step of $name" 0 "$(grep -c '^warning' "$box/words")"
done

# nothing that is not finite is printed: energies and states of a drive that is too strong
sed 's/= 8\*sin/= 1e308*sin/; /^unknown/d' $mech/stage.mech >"$box/strong.mech"
for method in bdf1 alpha; do
    wrong 5 "is not a finite number" simulate "$box/strong.mech" --until 0.02 --method $method --step 5e-3
done
for size in 1e155 1e200 1e250 1e300 1e305; do
    sed "s/= 8\\*sin/= $size*sin/; /^unknown/d" $mech/stage.mech >"$box/strong.mech"
    "$BR_TOOL" simulate "$box/strong.mech" --until 0.2 --step 5e-3 --json "$box/strong.json" >"$box/words" 2>&1 || true
    ! grep -qE '(^|[^a-z])-?(inf|nan)([^a-z]|$)|null' "$box/words" "$box/strong.json" || { echo "FAIL: not finite at $size N"; failed=1; }
    rm -f "$box/strong.json"
    touch "$box/strong.json"
done

# Points far from the origin: an answer or a message, never a crash; a mechanism of full rank is not singular because it is far away.
for case in 'slider-crank 0.4,_0_m,_axis 1e6,_0_m,_axis 0' 'four-bar 0,_0_m 0,_1e6_m any' 'double-pendulum 0,_0,_0_m -1e100,_0,_0_m any' 'pendulum -1,_0_m -1e100,_0_m any'; do
    # shellcheck disable=SC2086
    set -- $(echo "$case")
    sed "/^joint\|^point/{0,/$(echo "$2" | tr _ ' ')/s//$(echo "$3" | tr _ ' ')/}" $mech/$1.mech >"$box/far.mech"
    cmp -s $mech/$1.mech "$box/far.mech" && { echo "FAIL: $1 is not changed"; failed=1; }
    for command in check simulate; do
        found=0
        MALLOC_PERTURB_=165 "$BR_TOOL" $command "$box/far.mech" ${until-} >"$box/words" 2>&1 || found=$?
        [ $found -le 6 ] || { echo "FAIL: $command of $1 with a point at $3: exit code $found"; failed=1; }
        [ "$4" = any ] || [ $found -eq "$4" ] || { echo "FAIL: $command of $1 with a point at $3: exit code $found: $(cat "$box/words")"; failed=1; }
        until='--until 0.01'
    done
    unset until
done
exit $failed
