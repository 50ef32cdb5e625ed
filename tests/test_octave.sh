#!/bin/sh
# test_octave.sh - the MEX: the examples of docs/octave.md run, what is wrong is said, columns are those of the tool.
. tests/kit.sh
needs octave-cli
needs mkoctfile

cp -r octave "$box/octave"
sed "s:-I\.\./include:-I$PWD/include:" octave/Makefile >"$box/octave/Makefile"
quietly make -C "$box/octave" "LIBRARY=$BR_BUILD"

"$BR_TOOL" simulate lugre --params table-I --input 'v = 1e-3*sin(2*pi*t) m/s' --until 1 --csv "$box/told.csv" >/dev/null
export BR_CSV="$box/told.csv"
awk '/^```octave/ { on = 1; next } /^```/ { on = 0 } on' docs/octave.md >"$box/page.m"
[ "$(grep -c assert "$box/page.m")" -ge 4 ] || { echo "FAIL: docs/octave.md has hardly any example"; exit 1; }
# How it ends is told by its last words: some builds of Octave fail while they end.
cp tests/octave_faults.m "$box/faults.m"
(cd "$box" && octave-cli --quiet --no-init-file --eval 'source page.m; source faults.m; disp done' >"$box/out" 2>&1) || true
grep -qx done "$box/out" || sed 's/^/  | /' "$box/out"
has "docs/octave.md and faults" "$box/out" "pass: faults"
echo "pass: $(grep -c assert "$box/page.m") assertions of docs/octave.md"
