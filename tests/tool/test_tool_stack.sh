#!/bin/sh
# test_tool_stack.sh - J6: commands run with a stack of 128 kB, as threads and small systems have: what is large is on the heap.
. tests/kit/kit.sh
T=$BR_TOOL
if LC_ALL=C grep -q __asan_init "$T"; then
    echo "skipped: sanitizers need more stack"
    exit 77
fi
quietly "$T" simulate lugre --params table-I --input 'v = 0.01*sin(t) m/s' --until 1 --csv "$box/l.csv"
quietly "$T" simulate drive-train --params nominal --input 'u = square(1) N*m' --until 1 --csv "$box/d.csv"
small() { # ARGUMENT...: ends by itself, whatever it answers
    found=0
    (ulimit -s 128 && exec "$T" "$@") >"$box/out" 2>&1 || found=$?
    [ $found -le 1 ] || { echo "FAIL: bristle $*: exit code $found with a stack of 128 kB: $(tail -n 1 "$box/out")"; failed=1; }
}
small emit lugre --params table-I -o "$box/e.c"
small emit lugre --params table-I --observer ekf --estimate FC --rate 1000 --noise 'F = 0.1 N' -o "$box/ekf"
small emit lugre --params table-I --observer mhe --estimate FC --rate 1000 --noise 'F = 0.1 N' --mixed -o "$box/mhe"
small emit lugre --params table-I --compensator pid --mass '1 kg' --rate 1000 -o "$box/pid"
small check lugre
small check lugre --params table-I
small check examples/mech/arm6.mech
small simulate examples/mech/pendulum.mech --until 0.01
small simulate lugre --params table-I --input 'v = 1 m/s' --until 0.1
small simulate lugre --params table-I --verified --input 'v = 1 m/s' --until 0.001
small observe "$box/l.csv" --model lugre --params table-I --signals 't = t, v = v, F = F' --estimate FC
small identify "$box/l.csv" --signals 't = t, v = v, F = F' --model dahl
small inspect "$box/l.csv"
small laws lugre
small eval lugre --params table-I --at 'v = 1 m/s, z = 0 m'
small control lugre --params table-I --mass '1 kg'
small bound "$box/d.csv" --error 'x1 = 1 mrad' --params nominal --range 'TF = 0..1 N*m' --certificate "$box/d.crt"
small verify "$box/d.crt"
exit $failed
