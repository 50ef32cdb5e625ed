#!/bin/sh
# test_tool_observe_logs.sh - D12, A4: every observer on logs without motion, with few rows, repeated times, huge and missing values.
. tests/kit/kit.sh
# log NAME ROWS 'awk statements on x, v, F and t of row i'
log() {
    awk -v rows="$2" 'BEGIN { print "t [s],x [m],v [m/s],F [N]"; for (i = 0; i < rows; i++) {
        t = i / 1000; x = 0.01 * sin(i / 10); v = cos(i / 10); F = (v > 0 ? 1 : -1) + 0.1 * v; '"$3"'; print t "," x "," v "," F } }' >"$box/$1.csv"
}
log usual 100 ''
log constant_v 100 'v = 0.5'
log zero_v 100 'v = 0'
log constant_F 100 'F = 2'
log all_zero 100 'x = v = F = 0'
log missing_F 100 'F = ""'
log missing 100 'x = v = F = ""'
log huge_v 100 'v = v "e300"'
log huge_F 100 'F = F "e300"'
log spike_F 100 'if (i == 50) F = 1e308'
log tiny 100 'v = v "e-300"; F = F "e-300"'
log one 1 ''
log two 2 ''
log three 3 ''
log repeated 100 'if (i == 50) t = 0.049'
log same_time 100 't = 0'
log backward 100 'if (i == 50) t = 0.02'
log late 100 't = 1e15 + i'
log gap 100 'if (i > 50) t += 1e6'
for file in "$box"/*.csv; do
    for kind in ekf ukf mhe smoother; do
        for order in '' '--order full --mass 1'; do
            name=${file##*/} code=0
            [ -z "$order" ] || set -- --signals 't = t, x = x, u = F'
            [ -n "$order" ] || set --
            # shellcheck disable=SC2086
            "$BR_TOOL" observe "$file" --model dahl --params example --observer $kind $order "$@" --json "$box/o.json" --report "$box/o.html" \
                --csv "$box/o.out" >"$box/text" 2>"$box/err" || code=$?
            say="${name%.csv} $kind $order: exit code $code"
            case $code in
            0 | 1)
                ! grep -wiE '(nan|-?inf)' "$box/text" "$box/err" || { echo "FAIL: $say: a number that is none"; failed=1; }
                ! sed '/^<\/main>/,$d' "$box/o.html" | grep -qE '[>" ,[](nan|-?inf)[]<" ,]' || { echo "FAIL: $say: none in the report"; failed=1; }
                ! grep -qi inf "$box/o.out" || { echo "FAIL: $say: an infinite estimate"; failed=1; } ;;
            3 | 4 | 5) [ "$(wc -l <"$box/err")" -eq 1 ] || { echo "FAIL: $say: not one line"; failed=1; } ;;
            *) echo "FAIL: $say: $(cat "$box/err")"; failed=1 ;;
            esac
            [ "$name" != usual.csv ] || [ "$code" -le 1 ] || { echo "FAIL: $say"; failed=1; }
        done
    done
done
exit $failed
