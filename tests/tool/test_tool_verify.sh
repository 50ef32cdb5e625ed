#!/bin/sh
# test_tool_verify.sh - `bristle verify`: certificates of `bristle bound`, true and damaged.
. tests/kit/kit.sh
T=$BR_TOOL
sha256() { if command -v sha256sum >/dev/null 2>&1; then sha256sum; else shasum -a 256; fi | cut -d' ' -f1; }

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
has "what is proved" "$box/v.txt" "those outside these intervals do not explain the rows:"
# The ends are those that the search told.
grep '"[lh][oi]"' "$box/v.json" | head -n 6 | tr -d ' ,' >"$box/v.ends"
grep '"[lh][oi]"' "$box/d.json" | head -n 6 | tr -d ' ,' >"$box/d.ends"
cmp "$box/v.ends" "$box/d.ends"
# The searched ranges are part of the statement, in every output: those of bound, too.
has "ranges are said" "$box/v.txt" "of the parameters within these ranges, in SI units"
has "and their limit" "$box/v.txt" "nothing is claimed about parameters outside the ranges"
has "ranges of the search" "$box/d.txt" "searched ranges: alpha = 3..6 1/s, beta = 65 rad/s^2/N/m, TF = 0..1 N*m"
for file in v d; do
    tr -d ' \n' <"$box/$file.json" | grep -q '"ranges":{"alpha":{"lo":3,"hi":6' || { echo "FAIL: no ranges in $file.json"; failed=1; }
done
"$T" "$@" --report "$box/d.html" >"$box/log"
has "ranges in the report" "$box/d.html" "searched ranges: alpha = 3..6 1/s"
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

# A certificate names its rows by a hash; with LOG and the options of bound they are compared, with --range the problem, too.
hash=$(sed -n 's/^rows-sha256 //p' "$box/d.proof")
is "digits of the hash" 64 "$(printf %s "$hash" | wc -c)"
is "the hash is that of the rows" "$hash" "$(sed -n '/^log /,/^rows-sha256/p' "$box/d.proof" | sed '$d' | sha256)"
has "without LOG" "$box/v.txt" "for rows with this hash; name the LOG to compare it: sha256 $hash"
has "the hash in JSON" "$box/v.json" "\"rows_sha256\": \"$hash\""
has "not compared" "$box/v.json" '"log_compared": false'
"$T" verify "$box/d.proof" "$box/d.csv" --error 'x1 = 1 mrad' --json "$box/l.json" >"$box/l.txt"
has "with LOG" "$box/l.txt" "for the rows of $box/d.csv: sha256 $hash"
has "compared" "$box/l.json" '"log_compared": true'
set -- verify "$box/d.proof" "$box/d.csv" --params nominal --error 'x1 = 1 mrad'
"$T" "$@" --range 'alpha = 3..6 1/s, TF = 0..1 N*m' >"$box/l.txt"
wrong 1 "another plant or other ranges" "$@" --range 'alpha = 3..7 1/s, TF = 0..1 N*m'
wrong 1 "another plant or other ranges" "$@" --range 'alpha = 3..6 1/s, TF = 0..1 N*m' --slab 1/2
wrong 1 "the certificate is of other rows" verify "$box/d.proof" "$box/d.csv" --error 'x1 = 2 mrad'
wrong 1 "the certificate is of other rows" verify "$box/d.proof" "$box/d.csv" --error 'x1 = 1 mrad' --linear
wrong 1 "the certificate is of other rows" verify "$box/d.proof" "$box/sine.csv" --error 'x1 = 1 mrad'
wrong 1 "the certificate is of other rows" verify "$box/d.proof" "$box/d.csv" "$box/d.csv" --error 'x1 = 1 mrad'
awk -F, -v OFS=, 'NR == 100 { $3 = sprintf("%.17g", $3 + 1e-9) } { print }' "$box/d.csv" >"$box/other.csv"
wrong 1 "the certificate is of other rows" verify "$box/d.proof" "$box/other.csv" --error 'x1 = 1 mrad'
wrong 2 "bristle bound: --signals has no x1; add 'x1 = COLUMN rad'" verify "$box/d.proof" "$box/d.csv" --error 'x1 = 1 mrad' --signals 't = t, u = u'
wrong 2 "LOG needs --error" verify "$box/d.proof" "$box/d.csv"
wrong 2 "--error needs a LOG behind the certificate" verify "$box/d.proof" --error 'x1 = 1 mrad'
wrong 2 "--slab needs --range" verify "$box/d.proof" "$box/d.csv" --error 'x1 = 1 mrad' --slab 1/2

# forged: other ranges, with the steps or without; with hashes made anew what is left proves nothing.
sed 's/^range alpha .*/range alpha 3 4/' "$box/d.proof" >"$box/bad"
wrong 3 "the plant or the ranges are not those that the certificate was written for" verify "$box/bad"
sed '/^slide /d; /^cut /d; /^shrink /d; /^bound /d; /^dead /d; s/^result alpha .*/result alpha 3 4/; s/^result TF .*/result TF 0 1/' "$box/bad" >"$box/bare"
wrong 3 "the plant or the ranges are not those that the certificate was written for" verify "$box/bare"
seal() { # FILE: hashes made anew
    rows=$(sed -n '/^log /,/^rows-sha256/p' "$1" | sed '$d' | sha256)
    all=$(sed '/^rows-sha256/,$d' "$1" | sha256)
    sed "s/^rows-sha256 .*/rows-sha256 $rows/; s/^problem-sha256 .*/problem-sha256 $all/" "$1"
}
seal "$box/d.proof" | cmp - "$box/d.proof"
seal "$box/bare" >"$box/sealed"
wrong 1 "nothing is proved: no step deletes or narrows a box" verify "$box/sealed"
sed 's/^verdict .*/slide 0 0\ncut 0 0 3.5\n&/' "$box/sealed" >"$box/cut"
wrong 1 "nothing is proved" verify "$box/cut"
awk '/^log/ { rows = 1 } rows && NF == 5 && n++ == 50 { $3 -= 1e-3 } { print }' "$box/d.proof" >"$box/bad"
wrong 3 "the rows are not those that the certificate was written for" verify "$box/bad"
sed 's/^bristle certificate 2/bristle certificate 1/; /-sha256/d' "$box/d.proof" >"$box/bad"
wrong 3 "a certificate of version 1, which does not name its log; write it again" verify "$box/bad"
sed 's/^bristle certificate 2/bristle certificate 3/' "$box/d.proof" >"$box/bad"
wrong 3 "unknown version" verify "$box/bad"

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
