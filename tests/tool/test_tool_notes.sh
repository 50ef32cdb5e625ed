#!/bin/sh
# test_tool_notes.sh - enclosures say where the law is not defined, may jump, or breaks what it requires.
. tests/kit/kit.sh
cat >"$box/own.law" <<'LAW'
law own
input x -
input y = 1 -
output a -
output b -
output c -
output d -
a = abs(x)^0.5
b = if x > 0 then 1 else 0
c = atan2(x, y)
d = min(x, y)
LAW
for line in 'sqrt(x)' 'tan(x)' 'asin(x)' 'if x > 0 then x*log(x) else 0'; do
    printf 'law f\ninput x -\noutput a -\na = %s\n' "$line" >"$box/$(echo "$line" | cut -c 1-2).law"
done

# notes WORDS ARGUMENT...: the notes below what eval shows.
notes() {
    words=$1
    shift
    "$BR_TOOL" eval "$@" --interval >"$box/out" || { echo "FAIL: eval $*: exit code $?"; exit 1; }
    is "eval $*" "$words" "$(sed -n 's/^note: //p' "$box/out" | tr '\n' '|')"
}

# fails WORDS ARGUMENT...: exit code 5 and these words.
fails() {
    words=$1 code=0
    shift
    "$BR_TOOL" eval "$@" --interval >"$box/out" 2>"$box/err" || code=$?
    is "exit code of eval $*" 5 $code
    is "eval $*" "bristle eval: $words" "$(cat "$box/err")"
}

jump='may jump inside this range' slopes='; its derivatives do not bound differences'
notes 'a is not defined on all of this range|' "$box/sq.law" --at 'x = -1..2'
notes '' "$box/sq.law" --at 'x = 0..2'
notes "b $jump|" "$box/own.law" --at 'x = -1..2'
notes "b $jump|c $jump|" "$box/own.law" --at 'x = -1..2, y = -1'
notes '' "$box/own.law" --at 'x = 1..2' --jet
notes '' "$box/own.law" --at 'x = 1, y = -1' --jet
notes "F $jump$slopes|" coulomb --params fig-3.1 --at 'v = -1..1 mm/s' --jet
notes '' coulomb --params fig-3.1 --at 'v = 1..2 mm/s' --jet
notes "F $jump$slopes|" karnopp --params example --at 'v = -1..1 m/s, u = 0..1 N' --jet

# what a range breaks in part
notes "the law requires '0 < zba < zC', which may not hold on all of this range: 9e-6..0.0000105 < or >= 0.00001..0.00001 m, margin -5e-7..1e-6 m|" \
    elasto-plastic --params table-I --at 'v = 1 mm/s, zba = 9..10.5 um'
notes '' elasto-plastic --params table-I --at 'v = 1 mm/s, zba = 9..9.5 um'

# the point is shown as typed, parameters and choices too
"$BR_TOOL" eval lugre --params table-I --at 'v = 1 mm/s, FC = 1.2 N, viscous = power' >"$box/out"
is "the point" 'v = 0.001 m/s|z = 0 m (default)|FC = 1.2 N|viscous = power|' \
    "$(sed -n '2,/^gives/{/^  /{s/  */ /g;s/^ //;p;}}' "$box/out" | tr '\n' '|')"

# three things that are not finite
fails 'a of law f is unbounded over this range' "$box/ta.law" --at 'x = 1..2'
fails 'a of law f is unbounded over this range' "$box/if.law" --at 'x = 0..1'
fails 'a of law f is nowhere defined on this range' "$box/as.law" --at 'x = 2..3'
fails 'a of law f is nowhere defined on this range' "$box/sq.law" --at 'x = -2..-1'
fails 'a of law f is not defined at this point' "$box/sq.law" --at 'x = -1'
fails 'a of law f has an unbounded derivative with respect to x over this range' "$box/sq.law" --at 'x = 0..1' --jet
fails 'a of law f has no finite derivative with respect to x at this point' "$box/sq.law" --at 'x = 0' --jet

# the same as JSON
needs python3
"$BR_TOOL" eval "$box/sq.law" --at 'x = -1..2' --interval --json - >"$box/a"
"$BR_TOOL" eval "$box/own.law" --at 'x = -1..2' --interval --json - >"$box/b"
"$BR_TOOL" eval elasto-plastic --params table-I --at 'v = 1 mm/s, zba = 9..10.5 um' --interval --json - >"$box/c"
python3 - "$box" <<'PY'
import json, sys
a, b, c = (json.load(open(sys.argv[1] + "/" + name)) for name in "abc")
assert list(a) == ["schema", "version", "model", "values", "units", "domain", "undecided"], list(a)
assert a["domain"] == {"a": "not defined everywhere"} and a["undecided"] == []
assert b["domain"] == {"a": "continuous", "b": "may jump", "c": "continuous", "d": "continuous"}, b["domain"]
assert set(c["domain"].values()) == {"continuous"} and c["undecided"] == ["0 < zba < zC"]
PY
