#!/bin/sh
# test_tool_stack.sh - J6: commands run with a stack of 128 kB, as threads and small systems have: what is large is on the heap. With little memory
# or one file handle they run, or say so.
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
for name in stribeck/curves lugre/presliding sgms/behaviours sgms/transitions ep/low-velocity ep/fidelity maxwell/shaping interval/reference mech/forward-scheme; do
    small reproduce $name
done

# scarce LIMIT ARGUMENT...: with so little of something it works (0, 1), or says in one line what is short (3: a file that does not open, 6)
scarce() {
    limit=$1
    shift
    found=0
    (ulimit $limit && exec "$T" "$@") >"$box/out" 2>"$box/err" </dev/null || found=$?
    case $found in
    0 | 1) ;;
    3 | 6) [ "$(wc -l <"$box/err")" -eq 1 ] || { echo "FAIL: bristle $*, ulimit $limit: not one line: $(cat "$box/err")"; failed=1; } ;;
    *) echo "FAIL: bristle $*: exit code $found with ulimit $limit: $(tail -n 1 "$box/err")"; failed=1 ;;
    esac
}
for limit in '-n 4' '-v 65536' '-v 131072'; do
    (ulimit $limit && "$T" --version) >"$box/out" 2>&1 || { echo "note: no program starts with ulimit $limit"; continue; }
    scarce "$limit" simulate lugre --params table-I --input 'v = 1 m/s' --until 0.1 --csv "$box/s.csv" --json "$box/s.json"
    scarce "$limit" emit lugre --params table-I --observer ekf --rate 1000 --noise 'F = 0.1 N' --force -o "$box/few"
    scarce "$limit" observe "$box/l.csv" --model lugre --params table-I --signals 't = t, v = v, F = F' --observer smoother
    scarce "$limit" identify "$box/l.csv" --signals 't = t, v = v, F = F' --model dahl
    scarce "$limit" inspect "$box/l.csv"
    scarce "$limit" check lugre
    scarce "$limit" bound "$box/d.csv" --error 'x1 = 1 mrad' --params nominal --range 'TF = 0..1 N*m'
done
# A long log needs more addresses than memory: who has a limit of them is told so, and what to do.
if (ulimit -v 65536 && "$T" --version) >"$box/out" 2>&1; then
    awk 'BEGIN { print "t [s],v [m/s],F [N]"; for (k = 0; k < 700000; k++) printf "%.3f,%d,%d\n", k/1000, k%7 - 3, k%5 - 2 }' >"$box/long.csv"
    found=0
    (ulimit -v 65536 && exec "$T" observe "$box/long.csv" --model dahl --params example) >"$box/out" 2>"$box/err" || found=$?
    is "exit code without addresses" 6 $found
    has "what to do" "$box/err" "out of memory; addresses are limited to 65536 kB (ulimit -v), and mapped files count: raise the limit"
    is "lines of it" 1 "$(wc -l <"$box/err")"
fi
# rows of JSON go to the file as those of CSV do: 47 MB of them, within 64 MB of memory in all, and they are those of the table
if (ulimit -d 65536 && "$T" --version) >"$box/out" 2>&1; then
    (ulimit -d 65536 && exec "$T" simulate dahl --params example --input 'v = sin(2*pi*t) mm/s' --until 600 --step 0.001 --method rk4 \
        --json "$box/many.json" --csv "$box/many.csv") >"$box/out" 2>&1 || { echo "FAIL: JSON of many rows: $(tail -n 1 "$box/out")"; failed=1; }
    is "times in JSON and in CSV" "$(sed -n 's/^    "t": \[\(.*\)\],$/\1/p' "$box/many.json" | tr -d ' ' | tr , '\n' | cksum)" \
        "$(tail -n +2 "$box/many.csv" | cut -d, -f1 | cksum)"
fi
exit $failed
