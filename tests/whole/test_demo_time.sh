#!/bin/sh
# test_demo_time.sh - `make demo` takes at most 60 s of processor time after the build, and finds the law of the axis: many elements that slip.
#
# A busy machine makes every second longer. There the demo may take 400 times as long as the simulation of its axis (200 to 300 are needed).
. tests/kit/kit.sh
! sanitized || { echo "skipped: sanitizers take their time"; exit 77; }
export BR_TOOL
# seconds COMMAND...: its processor time, and that of what it starts.
seconds() {
    (quietly "$@" && times >"$box/times") || { cat "$box/log"; exit 1; }
    awk 'NR == 2 { gsub("s", ""); split($1, u, "m"); split($2, y, "m"); print 60*u[1] + u[2] + 60*y[1] + y[2] }' "$box/times"
}
axis() {
    for _ in 1 2 3 4 5; do
        "$BR_TOOL" simulate rig/axis --csv "$box/axis.csv"
    done
}
before=$(seconds axis)
found=$(seconds scripts/demo "$box")
most=$(seconds axis | awk -v before="$before" '{ most = 400 * (before + $1) / 10; print (most > 60 ? most : 60) }')
between 5 "$most" "$found" "seconds of processor time"
has "the law found" "$box/demo.html" '<b>Found:</b> maxwell-slip ('
echo "pass: the demo takes $found s of processor time, of at most $most"
