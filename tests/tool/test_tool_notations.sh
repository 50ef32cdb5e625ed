#!/bin/sh
# test_tool_notations.sh - laws in the notation of other programs: Modelica with as many equations as unknowns, joints and tables
# whose numbers and errors are those of the law. The programs themselves are not run here, and every text says so.
. tests/kit/kit.sh

# as NOTATION MODEL OPTIONS...: the text, in $box/text
as() {
    notation=$1
    shift
    "$BR_TOOL" emit "$@" --as "$notation" -o - >"$box/text" || { echo "FAIL: emit $* --as $notation"; exit 1; }
    has "$notation" "$box/text" "not run by our tests"
}

# Numbers of Reals that are neither parameters nor inputs, and of equations, arrays element by element.
count='
function size(s) { return match(s, /^[^("=]*\[[0-9]+\]/) ? substr(s, index(s, "[") + 1) + 0 : 1 }
/^initial equation/ { part = 1 } /^equation/ { part = 2 }
part < 1 && /^  (Real|output Real|Boolean) / { unknown += size($0) }
part == 2 && / = / { equation++ }
END { print unknown - equation, equation }'
tried=0
"$BR_TOOL" laws --json - >"$box/laws.json"
for law in $(sed -n 's/.*"name": "\([a-z-]*\)".*/\1/p' "$box/laws.json"); do
    set=$("$BR_TOOL" laws "$law" | awk '/^sets / { on = 1; next } on && !set && /^  [^ ]/ { set = $1 } END { print set }')
    [ -n "$set" ] || continue
    "$BR_TOOL" emit "$law" --params "$set" --as modelica -o - >"$box/text" 2>"$box/err" ||
        { has "$law" "$box/err" "has modes"; continue; }
    # shellcheck disable=SC2046 # two numbers
    set -- $(awk "$count" "$box/text")
    is "$law: unknowns less equations" 0 "$1"
    [ "$2" -gt 0 ] || { echo "FAIL: $law has no equation"; exit 1; }
    tried=$((tried + 1))
done
[ $tried -gt 12 ] || { echo "FAIL: only $tried laws as Modelica"; exit 1; }
as modelica lugre --params table-I
has "lugre" "$box/text" 'parameter Real sigma1(unit = "N.s/m") = 316.22776601683796 "bristle damping";'
has "lugre" "$box/text" 'der(z) = '
# What only a step of its own takes is no input of the equations.
as modelica elasto-plastic --params table-I
is "elasto-plastic has no step" 0 "$(grep -c "input Real d[tx]" "$box/text")"
# Names that are words there, calls of equations, or look like those of shared terms, are in quotes.
cat >"$box/end.law" <<'EOF'
law end "names that mean something else elsewhere"
version 1
source "nowhere"
input  v     m/s       "velocity"
param  c9    N    > 0  "a force"
param  der   N    > 0  "a force"
param  time  m/s  > 0  "a velocity"
output F     N         "a force"
g = abs(v)/time + abs(v)*abs(v)/time/time
F = (c9 + der)*g*g
EOF
as modelica "$box/end.law" --at 'c9 = 1 N, der = 2 N, time = 3 m/s'
has "a model of its own name" "$box/text" "model 'end'"
for name in c9 der time; do
    has "a name in quotes" "$box/text" "parameter Real '$name'("
done
is "declared twice" "" "$(sed -n "s/^  \(parameter \|input \|output \)*\(Real\|Boolean\) \([^ (;]*\).*/\3/p" "$box/text" | sort | uniq -d)"

# Dry friction and damping are all that this law has: nothing is lost.
as mujoco coulomb --params fig-3.1
has "mujoco" "$box/text" '<joint frictionloss="0.1" damping="0.05"/>'
as urdf coulomb --params fig-3.1
has "urdf" "$box/text" '<dynamics friction="0.1" damping="0.05"/>'
if command -v xmllint >/dev/null; then quietly xmllint --noout "$box/text"; fi
wrong_by=$(sed -n 's/.*wrong by up to \([^ ]*\) N.*/\1/p' "$box/text")
awk -v e="$wrong_by" 'BEGIN { exit !(e != "" && e < 1e-6) }' || { echo "FAIL: nothing is lost, but '$wrong_by'"; exit 1; }

# This one falls from FS to FC: the error is said, and is what is missing at the lowest speed.
as mujoco lugre --params table-I --to '10 mm/s'
loss=$(sed -n 's/.*frictionloss="\([^"]*\)".*/\1/p' "$box/text")
wrong_by=$(sed -n 's/.*wrong by up to \([^ ]*\) N.*/\1/p' "$box/text")
has "where" "$box/text" "where it begins to move"
awk -v f="$loss" -v e="$wrong_by" 'BEGIN { exit !(f > 1 && f < 1.2 && e > 0.99*(1.5 - f) - 0.001 && e < 1.01*(1.5 - f) + 0.001) }' ||
    { echo "FAIL: frictionloss $loss, wrong by $wrong_by"; exit 1; }

# least squares over all speeds, the peak of a Stribeck curve at hardly any speed too
as urdf lugre --params table-I
awk -F'"' '/<dynamics/ { friction = $2; damping = $4 }
    END { n = 100000; for (i = 0; i < n; i++) { v = 0.1*(i + 0.5)/n; F = 1 + 0.5*exp(-(v/0.001)^2) + 0.4*v; a += v; b += v*v; c += F; d += F*v }
          slope = (n*d - a*c)/(n*b - a*a); level = (c - slope*a)/n
          exit !(friction - level < 1e-4 && level - friction < 1e-4 && damping - slope < 2e-4 && slope - damping < 2e-4) }' "$box/text" ||
    { echo "FAIL: no least squares: $(cat "$box/text")"; exit 1; }

# MuJoCo's dcmotor has the LuGre model: this law arrives as it is; another one with the error said, at most that of dry friction.
as dcmotor lugre --params table-I
has "dcmotor" "$box/text" '<dcmotor lugre="100000 316.228 1 1.5 0.001" damping="0.4"/>'
has "dcmotor" "$box/text" "those of the law at rest"
if command -v xmllint >/dev/null; then quietly xmllint --noout "$box/text"; fi
wrong_by=$(sed -n 's/.* by up to \([^ ]*\) N.*/\1/p' "$box/text")
awk -v e="$wrong_by" 'BEGIN { exit !(e != "" && e < 1e-6) }' || { echo "FAIL: nothing is lost, but '$wrong_by'"; exit 1; }
as dcmotor stribeck --params fig-3.1a --to '1 m/s'
has "dcmotor" "$box/text" "made up"
as dcmotor sgms --params table-4.1
has "dcmotor" "$box/text" "another shape"

# The table rises in velocity, is odd for a law that is, and its numbers are those of eval at rest of the state.
as cia402 coulomb --params fig-3.1 --to 2
awk -F, '/^[-0-9]/ { n++; if (n > 1 && $1 <= v) bad = 1; v = $1; want = ($1 > 0 ? 0.1 : -0.1) + 0.05*$1
    if ($2 - want > 1e-6 || want - $2 > 1e-6) bad = 1 } END { exit !(n == 66 && !bad) }' "$box/text" ||
    { echo "FAIL: the table of cia402"; exit 1; }

# The lines of docs/notations.md.
mkdir "$box/page" "$box/bin"
ln -s "$BR_TOOL" "$box/bin/bristle"
sed -n 's/^    \(bristle .*\)/\1/p' docs/notations.md >"$box/page/lines"
(cd "$box/page" && PATH="$box/bin:$PATH" quietly sh -eu lines)
is "docs/notations.md" 9 "$(find "$box/page" -name '*.*' -type f | grep -c .)"

wrong 2 "not one of modelica" emit lugre --params table-I --as simulink -o -
wrong 2 "not a speed above 0" emit lugre --params table-I --as mujoco --to '3 N' -o -
wrong 2 "--as cannot be combined with --float" emit lugre --params table-I --as urdf --float -o -
wrong 4 "no value for" emit lugre --as urdf -o -
wrong 4 "has no input v" emit drive-train --params nominal --as urdf -o -
exit $failed
