#!/bin/sh
# test_tool_observe_mech_gate.sh - D13: wrong sensors never end a run of `bristle observe` on a mechanism; it finds back.
. tests/kit/kit.sh
model=examples/mech/slider-crank-observed.mech
sed 's/^unknown torque A/drive torque A = 0.15 N*m/' $model >"$box/truth.mech"
quietly "$BR_TOOL" simulate "$box/truth.mech" --until '2 s' --step '1 ms' --seed 3 --csv "$box/clean.csv"

# spoil NAME FROM TO 'assignments to e (encoder), s (speed), a (acceleration)': rows of the log
spoil() {
    awk -F, -v OFS=, -v from="$2" -v to="$3" 'BEGIN { srand(7) }
        NR == 1 { for (i = 1; i <= NF; i++) { if ($i ~ /^encoder /) E = i; if ($i ~ /^speed /) S = i; if ($i ~ /^acceleration /) A = i } }
        NR > 1 && NR - 1 >= from && NR - 1 <= to { e = $E; s = $S; a = $A; '"$4"'; $E = e; $S = s; $A = a }
        NR == 1 || !("'"$1"'" == "late" && NR - 1 < from)' "$box/clean.csv" >"$box/$1.csv"
}
spoil stuck 600 1000 'if (!held) held = e; e = held'
spoil first 1 100 'e += 3; s = 50'
spoil absurd 1 100 'e = -700; s = 1e5; a = 1e7'
spoil noise 700 900 'e += 2000 * (rand() - 0.5); s *= -50'
spoil scale 400 430 's *= 1000; a *= 1000'
spoil late 800 800 ''

for log in stuck first absurd noise scale late; do
    for way in '' --smooth --dense '--method newmark'; do
        code=0
        # shellcheck disable=SC2086
        "$BR_TOOL" observe "$box/$log.csv" --model $model $way --signals 't = t, encoder = encoder, speed = speed, acceleration = acceleration' \
            --json "$box/o.json" --csv "$box/o.csv" >"$box/words" 2>&1 || code=$?
        [ "$code" -le 1 ] || { echo "FAIL: $log $way: exit code $code: $(tail -n 1 "$box/words")"; failed=1; continue; }
        has "$log $way: restarts are counted" "$box/o.json" '"restarts": '
        # behind 500 good rows the angle is right to 10 standard deviations of the encoder
        is "$log $way: where the angle ends" "" "$(paste -d, "$box/$log.csv" "$box/o.csv" | awk -F, '
            NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "A [rad]") a = i; if ($i == "A_est [rad]") b = i } }
            NR > 1 { d = $a - $b } END { if (!(NR > 1000 && d < 0.01 && d > -0.01)) print NR " rows, off by " d " rad" }')"
    done
done

# more than a quarter rejected is a failed check, as for axes
spoil stuck 100 1990 'if (!held) held = e; e = held; s = 1e9 + NR; a = 1e12'
code=0
"$BR_TOOL" observe "$box/stuck.csv" --model $model --signals 't = t, encoder = encoder, speed = speed, acceleration = acceleration' \
    >"$box/words" 2>&1 || code=$?
is "exit code when most is rejected" 1 $code
has "most is rejected" "$box/words" "measurements were rejected"
exit $failed
