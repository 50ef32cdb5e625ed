#!/bin/sh
# test_tool_identify_progress.sh - one bar from 0 to 100 % over all laws of a comparison, with the names of those that run.
. tests/kit/kit.sh
needs script

rows=5000
! sanitized || rows=1200
awk -v rows=$rows 'BEGIN { print "t,v,F"; srand(2); for (i = 0; i < rows; i++) { t = i*1e-3; v = 0.02*sin(8*t) + 0.01*sin(2.3*t); print t "," v "," (v > 0 ? 5 : -5) + 20*v + 0.1*(rand() - 0.5) } }' >"$box/log.csv"
script -qec "'$BR_TOOL' identify '$box/log.csv' --signals 't = t s, v = v m/s, F = F N' --hold-out 0.3 --compare 'coulomb, dahl, lugre'" "$box/tty" >/dev/null 2>&1 || [ $? -eq 1 ]
tr '\r' '\n' <"$box/tty" | sed -n 's/^identifying \[[#.]*\] *\([0-9]*\) %\(.*\)/\1\2/p' >"$box/bar"
[ -s "$box/bar" ] || { echo "skipped: it took less than a second"; exit 77; }
# the_bar_never_goes_back
awk -F '[ ,]' '$1 < last { print "FAIL: the bar goes from " last " back to " $1 " %"; bad = 1 } { last = $1 } END { exit bad }' "$box/bar"
# the_law_that_runs_is_named
has "names of laws" "$box/bar" lugre
has "names of laws" "$box/bar" "with direction"
