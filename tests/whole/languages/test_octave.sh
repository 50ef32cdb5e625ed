#!/bin/sh
# test_octave.sh - the MEX: the examples of docs/octave.md run, what is wrong is said, columns are those of the tool.
. tests/kit/kit.sh
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
cp tests/whole/languages/octave_faults.m "$box/faults.m"
(cd "$box" && octave-cli --quiet --no-init-file --eval 'source page.m; source faults.m; disp done' >"$box/out" 2>&1) || true
grep -qx done "$box/out" || sed 's/^/  | /' "$box/out"
has "docs/octave.md and faults" "$box/out" "pass: faults"
grep 'calls of' "$box/out" || true # of soaks
echo "pass: $(grep -c assert "$box/page.m") assertions of docs/octave.md"

# Ctrl-C ends a run that would go on for minutes, and what comes behind it is answered as ever.
cat >"$box/long.m" <<'END'
addpath octave
disp begun
fflush (stdout);
try
  bristle_simulate ('mass', 'at', 'friction = lugre, fr = table-I, m = 1 kg', 'input', 'u = 2*sin(6*t) N', 'until', '4000 s', 'step', '1 ms');
catch e
  disp (e.message)
end
disp (numel (bristle_call ({'laws'})) > 1000)
fflush (stdout);
END
(cd "$box" && exec timeout 60 octave-cli --quiet --no-init-file long.m >long.out 2>&1) &
running=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q begun "$box/long.out" 2>/dev/null && break
    sleep 0.5
done
sleep 0.5
# once: timeout would pass on a second one, which may come when the first has been answered
kill -INT "$(ps -o pid= --ppid "$running" | head -n 1 || true)" 2>/dev/null || kill -INT "$running" 2>/dev/null || true
wait "$running" || true
has "Ctrl-C" "$box/long.out" "bristle: stopped"
is "Ctrl-C" 1 "$(grep -cx '1' "$box/long.out")"
echo "pass: Ctrl-C"
