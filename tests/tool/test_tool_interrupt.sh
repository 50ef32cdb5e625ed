#!/bin/sh
# test_tool_interrupt.sh - H6: Ctrl-C in every long command: it says how far it was, writes what is complete, and ends with code 1.
. tests/kit/kit.sh
needs timeout
model=examples/mech/slider-crank-observed.mech
sensors='t = t, encoder = encoder, speed = speed, acceleration = acceleration'
sed 's/^unknown torque A/drive torque A = 0.15 N*m/' $model >"$box/truth.mech"
quietly "$BR_TOOL" simulate "$box/truth.mech" --until '0.2 s' --step '1 ms' --seed 3 --csv "$box/m.csv"

# interrupt MESSAGE COMMAND ...: it gets SIGINT, or $signal, after a second or two, and says so in one line
interrupt() {
    words=$1 code=0
    shift
    timeout --foreground --preserve-status -s "${signal-INT}" "${after-1}" "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" || code=$?
    shown=$(printf '%s ' "$@" | cut -c 1-90)
    [ $code -eq 1 ] || { echo "FAIL: $shown: exit code $code, expected 1: $(head -n 2 "$box/err")"; failed=1; }
    [ "$(wc -l <"$box/err")" -eq 1 ] || { echo "FAIL: $shown: not one line: $(cat "$box/err")"; failed=1; }
    grep -qF -- "$words" "$box/err" || { echo "FAIL: $shown: no '$words' in: $(cat "$box/err")"; failed=1; }
}
! sanitized || after=5
part='interrupted; the result is that of what was done until then'
# whole FILE ROWS: a table whose rows all have as many fields as its head, at least ROWS and fewer than it would have
whole() {
    is "rows of $1" "" "$(awk -F, -v least="$2" 'NR == 1 { n = NF } NF != n { print "row " NR " has " NF " fields" } END { if (NR <= least) print NR " rows" }' "$1")"
}

interrupt "simulate: $part" simulate lugre --params table-I --input 'v = 1e-3*sin(20*t) m/s' --until '1e6 s' --step '1 s' \
    --csv "$box/o.csv" --json "$box/o.json" --report "$box/o.html"
whole "$box/o.csv" 2
has "JSON of simulate" "$box/o.json" 's of 1000000 s: the rows until then are reported'
has "report of simulate" "$box/o.html" 's of 1000000 s: the rows until then are reported'
is "end of the report" "</html>" "$(tail -n 1 "$box/o.html")"
# between two rows of a tube there may be minutes
interrupt "simulate: interrupted: nothing is proved after 0 s" simulate stick-slip --params fig-6 --verified --range 'k = 1.999..2.001 N/m' \
    --until '60 s' --step '20 s' --csv "$box/tube.csv"
whole "$box/tube.csv" 1
interrupt "simulate: $part" simulate "$box/truth.mech" --until '20 s' --step '20 us' --csv "$box/p.csv" --json "$box/p.json"
whole "$box/p.csv" 2
has "JSON of a mechanism" "$box/p.json" 's of 20 s: the rows until then are reported'

for kind in ekf ukf mhe; do
    interrupt "observe: $part" observe rig/axis --model sgms --params table-4.1 --observer $kind --substeps 1000 \
        --noise 'F = 0.5 N, z = 0.1 N' --csv "$box/q.csv" --json "$box/q.json" --report "$box/q.html"
    whole "$box/q.csv" 1
    has "JSON of $kind" "$box/q.json" 'of 24383: the rows until then are reported'
done
interrupt "of observing; nothing is written" observe rig/axis --model sgms --params table-4.1 --observer smoother \
    --substeps 1000 --csv "$box/none.csv"
interrupt "observe: $part" observe "$box/m.csv" --model $model --signals "$sensors" --step '0.1 us' --csv "$box/r.csv" --json "$box/r.json"
whole "$box/r.csv" 1
has "JSON of the filter of a mechanism" "$box/r.json" 'of 201: the rows until then are reported'
interrupt "of observing; nothing is written" observe "$box/m.csv" --model $model --signals "$sensors" --step '0.1 us' --smooth --csv "$box/none.csv"
interrupt "of tuning; nothing is written" observe "$box/m.csv" --model $model --signals "$sensors" --step '0.1 us' --tune --csv "$box/none.csv"

interrupt "reproduce: $part" reproduce --json "$box/s.json" --report "$box/s.html"
has "text of reproduce" "$box/out" "the others were not run"
has "rows of reproduce" "$box/s.json" '"agrees": true'
is "end of the JSON" "}" "$(tail -n 1 "$box/s.json")"
interrupt "table: $part" table "$box/m.csv" --step '1 ns' --csv "$box/t.csv" --json "$box/t.json"
whole "$box/t.csv" 1000
rm -f "$box/t.csv"

interrupt "of controlling; nothing is written" control rig/axis --robustness --json "$box/none.json"
interrupt "laws were fitted" identify rig/axis --compare all --json "$box/none.json"
! grep -q 'stopped in ;' "$box/err" || { echo "FAIL: $(cat "$box/err")"; failed=1; }
interrupt "excite: $part" excite --optimal d --model lugre --params table-I --limits 'x=1 m, a=2 m/s^2' --duration '1000 s' -o "$box/x.csv"
has "note of excite" "$box/out" "evaluations: the best motion until then"
whole "$box/x.csv" 1000
interrupt "of searching; nothing is written" excite --criterion paper --params nominal --limits 'u=1 Nm,x1=1000 rad' \
    --range 'alpha=4.4..4.6 1/s,TF=0.05..0.15 Nm' --duration '60 s' --step '1 ms' -o "$box/none.csv"
interrupt "of tuning; nothing is written" emit lugre --params table-I --mass 1 --compensator mhe-lugre --rate "20 kHz" -o "$box/none"
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
    mkdir "$box/tmp"
    export TMPDIR="$box/tmp"
    for signal in INT TERM; do
        interrupt "of measuring the sizes; nothing is written" emit sgms --params table-4.1 --observer mhe \
            --noise 'F = 0.5 N, z = 0.1 N' --sizes -o "$box/none"
        is "left behind after $signal" "" "$(ls "$box/tmp")"
    done
fi
# a kind of signal is laid out in one piece, which looks for nobody: it ended with 0, 20 s later
interrupt "bristle: interrupted; nothing is written" excite multisine --limits 'F = 30 N' --from 1 --to 50 --level '5 N' --stay '2000 s' -o "$box/none.csv"
# before a command looks for signals: it waits for its log
mkfifo "$box/wait"
for signal in INT TERM; do
    sleep 30 >"$box/wait" &
    writer=$!
    interrupt "bristle: interrupted; nothing is written" table - --csv "$box/none.csv" <"$box/wait"
    kill $writer
done
for none in none none.csv none.json; do
    [ ! -e "$box/$none" ] || { echo "FAIL: $none was written"; failed=1; }
done
exit $failed
