#!/bin/sh
# test_tool_verify.sh - `bristle verify`: certificates of `bristle bound`, true and damaged.
. tests/kit/kit.sh
T=$BR_TOOL

# The checker shares arithmetic, text and memory with the search, and nothing else.
if grep -h '^#include "' src/bound/verify/*.[ch] | grep -v '"num/\|"bound/verify/verify.h"'; then
    echo "FAIL: the checker includes more than room num"
    failed=1
fi

quietly "$T" simulate drive-train --params nominal --input 'u = square(1) N*m' --until 2 --csv "$box/d.csv"
set -- bound "$box/d.csv" --params nominal --error 'x1 = 1 mrad' --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --passes 2 --boxes 60
"$T" "$@" --certificate "$box/d.proof" --json "$box/d.json" >"$box/d.txt"
has "where it is" "$box/d.txt" "certificate written to "
"$T" verify "$box/d.proof" --json "$box/v.json" >"$box/v.txt"
has "the plant" "$box/v.txt" "forward: w' = (-alpha)*w + (beta)*(u - (TF))"
has "what is proved" "$box/v.txt" "parameters outside these intervals, in SI units, do not explain the rows:"
# The ends are those that the search told.
grep '"[lh][oi]"' "$box/v.json" | tr -d ' ,' >"$box/v.ends"
grep '"[lh][oi]"' "$box/d.json" | head -n 6 | tr -d ' ,' >"$box/d.ends"
cmp "$box/v.ends" "$box/d.ends"
has "bound asked the checker" "$box/d.json" '"verified": true'

# An input with an error of its own, and one that comes and goes through it, are proved again. Where a step is longer than
# sixteen times what damping takes the checker gives up, and bound says what verify will say.
"$T" bound "$box/d.csv" --params nominal --error 'x1 = 1 mrad, u = 0.01 N*m' --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --boxes 60 \
    --certificate "$box/s.proof" --json "$box/s.json" >"$box/s.txt"
"$T" verify "$box/s.proof" >"$box/sv.txt"
has "proved" "$box/s.json" '"verified": true'
"$T" simulate drive-train --params nominal --input 'u = 0.5*sin(2*pi*t) N*m' --until 4 --step '10 ms' --csv "$box/sine.csv" >/dev/null
for error in 'x1 = 0.01 mrad' 'x1 = 1 mrad, u = 1e-4 N*m' 'x1 = 1 mrad, u = 0.04 N*m'; do
    found=0
    "$T" bound "$box/sine.csv" --params nominal --error "$error" --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --boxes 60 \
        --certificate "$box/s.proof" --json "$box/s.json" >"$box/s.txt" 2>&1 || found=$?
    has "proved with $error" "$box/s.json" '"verified": true'
    "$T" verify "$box/s.proof" >"$box/sv.txt"
done
"$T" simulate drive-train --params nominal --at 'alpha = 2500 1/s' --input 'u = square(1) N*m' --until 1 --step '10 ms' --csv "$box/fast.csv" >/dev/null
"$T" bound "$box/fast.csv" --params nominal --error 'x1 = 1e-5 rad' --range 'alpha = 2000..3000 1/s, TF = 0..1 N*m' --boxes 20 \
    --certificate "$box/n.proof" --json "$box/n.json" >"$box/n.txt"
has "not proved" "$box/n.json" '"verified": false'
has "and said" "$box/n.txt" "'bristle verify' cannot prove it"
found=0
"$T" verify "$box/n.proof" >"$box/nv.txt" 2>&1 || found=$?
is "exit code of what is not proved" 1 $found

found=0
"$T" bound "$box/d.csv" --params nominal --error 'x1 = 1 mrad' --range 'alpha = 6..7 1/s' --certificate "$box/no.proof" >"$box/no.txt" 2>&1 || found=$?
is "exit code of an inconsistent log" 1 $found
"$T" verify "$box/no.proof" >"$box/no.txt"
has "a proof that nothing explains the log" "$box/no.txt" "no parameters of these ranges, in SI units, explain the rows:"

# Lines that end as on another system say the same.
sed "s/\$/$(printf '\r')/" "$box/d.proof" >"$box/crlf.proof"
"$T" verify "$box/crlf.proof" --json "$box/crlf.json" >"$box/crlf.txt"
cmp "$box/v.json" "$box/crlf.json"

# damaged
sed "s/alpha/al$(printf '\033')[2Jpha/" "$box/d.proof" >"$box/bad"
wrong 3 "a name has letters, digits, _ and dots only" verify "$box/bad"
awk '/^result alpha/ { $4 -= 0.01 } { print }' "$box/d.proof" >"$box/bad"
wrong 1 "reach beyond this interval" verify "$box/bad"
awk '/^dead/ && !n++ { $3 = 2 } { print }' "$box/d.proof" >"$box/bad"
wrong 1 "not proved: this box may explain" verify "$box/bad"
sed 's/^verdict .*/verdict inconsistent/' "$box/d.proof" >"$box/bad"
wrong 1 "not proved: boxes are left" verify "$box/bad"
sed '$d' "$box/d.proof" | sed '/^verdict/,$d' >"$box/bad"
wrong 3 "cut short" verify "$box/bad"
wrong 3 'this is no certificate' verify "$box/d.csv"
wrong 6 "cannot be read" verify "$box/none"
exit $failed
