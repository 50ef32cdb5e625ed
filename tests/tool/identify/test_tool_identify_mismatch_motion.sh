#!/bin/sh
# test_tool_identify_mismatch_motion.sh - `bristle identify --predict motion` and `step` where friction or a gain is not what the law says: it is not sure.
. tests/kit/kit.sh
. tests/kit/lugre_log.sh
U='t = t s, v = v m/s, u = u N'
for kind in plain curved gain; do lugre $kind 1500 0.001; done

# fits_of_the_motion_and_predictions_are_checked_too: FC = 2.83 +- 0.02 by predictions and 2.80 +- 0.02 by the motion was said
for fit in step motion; do
    "$BR_TOOL" identify "$box/curved.csv" --signals "$U" --model lugre --predict $fit --json "$box/curved.json" >"$box/log" 2>&1 || true
    has "one more term in a fit of the motion" "$box/log" "with a term v |v| sigma2 = "
    has "JSON" "$box/curved.json" '"cause": "speed"'
    for p in 'FC 3' 'FS 4.5' 'sigma2 10'; do holds curved ${p% *} ${p#* }; done
done
"$BR_TOOL" identify "$box/gain.csv" --signals "$U" --model lugre --predict step --json "$box/gain.json" >"$box/log" 2>&1 || true
has "gain of one side by predictions" "$box/gain.json" '"cause": "side"'
for p in 'm 5' 'FC 3' 'FS 4.5'; do holds gain ${p% *} ${p#* }; done
quietly "$BR_TOOL" identify "$box/plain.csv" --signals "$U" --model lugre --predict step --json "$box/plain.json"
if grep -q '"mismatch"' "$box/plain.json"; then echo "FAIL: a mismatch of a right model, by predictions"; failed=1; fi
exit $failed
