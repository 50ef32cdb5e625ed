#!/bin/sh
# test_identify_tribometer.sh - `bristle identify` on all of a tribometer's log: the best law, and how many elements. For `make soak`.
. tests/kit/kit.sh

# of FILE LAW KEY: the first value behind KEY in the part of a law without variant
of() { awk -v law="\"law\": \"$2\"" -v key="\"$3\": " 'index($0, law) { on = 1 } on && index($0, "\"variant\": \"direction\"") { on = 0 } on && (at = index($0, key)) { s = substr($0, at + length(key)); sub(/,$/, "", s); print s; exit }' "$1"; }

D=../shared/data
if [ -e $D/tribometer/tribometer.csv ]; then
    quietly "$BR_TOOL" identify $D/tribometer/tribometer.csv --signals 't = t_s s, x = position_mm um, F = -1e-6*friction_uN N' \
        --from '14 s' --hold-out 35% --compare 'dahl, maxwell-slip' --json "$box/tribo.json"
    is "tribometer: the best law" maxwell-slip "$(key "$box/tribo.json" best)"
    is "tribometer: elements" 2 "$(of "$box/tribo.json" maxwell-slip elements)"
    between 4.35 4.45 "$(of "$box/tribo.json" maxwell-slip held_out)" "tribometer: held-out error of elements"
    between 11.25 11.35 "$(of "$box/tribo.json" dahl held_out)" "tribometer: held-out error of Dahl"
else
    echo "no $D/tribometer: left out"
fi
