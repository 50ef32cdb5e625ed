#!/bin/sh
# test_demo_time.sh - `make demo` takes at most 60 s of processor time after the build, and finds the law of the axis: many elements that slip.
#
# Some 30 s with nothing beside it. A busy machine makes it longer, so of two runs the shorter one counts.
. tests/kit/kit.sh
! sanitized || { echo "skipped: sanitizers take their time"; exit 77; }
export BR_TOOL
seconds() { # of the whole demo
    (quietly scripts/demo "$box" && times >"$box/times") || { cat "$box/log"; exit 1; }
    awk 'NR == 2 { gsub("s", ""); split($1, u, "m"); split($2, y, "m"); print 60*u[1] + u[2] + 60*y[1] + y[2] }' "$box/times"
}
found=$(seconds)
awk "BEGIN { exit !($found > 60) }" && found=$(seconds)
between 5 60 "$found" "seconds of processor time"
has "the law found" "$box/demo.html" '<b>Found:</b> maxwell-slip ('
echo "pass: the demo takes $found s of processor time"
