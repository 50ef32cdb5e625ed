#!/bin/sh
# test_tool_own_law.sh - a law that nobody here has seen works in laws, check, eval and emit, without a compiler.
. tests/kit/kit.sh

# An axis: a mass that slides with somebody's own friction law, which stands in the same folder.
cat >"$box/exotic.law" <<'END'
law exotic "Friction with memory and a fading spring"
version 1
source "my notebook"
choice spring = stiff | fading
unit X = m | rad
unit E = N | N*m
elements parts = 2
input  v        X/s         "velocity"
state  q[parts]    X           "deflections"
param  c[parts]    E/X   > 0   "stiffnesses"
param  R        E     > 0   "level"
param  fade = 1 X     > 0   "distance of fading"   when spring is fading
output F        E           "force"
expect sum(c) >= 1e3*c_ref "stiff enough"
param  c_ref = 1 E/X
f  = c*q                              when spring is stiff
f  = c*q/(1 + (q/fade)^2)             when spring is fading
q' = v - abs(v)*(f/R)
F  = sum(f)
set soft "a rubber mount"
c = 10, 20 N/m
R = 3 N
set turning "a bearing"
spring = fading
c = 1e3, 2e3 N*m/rad
R = 1 N*m
END
cat >"$box/my-axis.law" <<'END'
law my-axis "A sliding mass"
version 1
input  u   N            "motor force"
state  x   m
state  w   m/s
param  M   kg   > 0     "mass"
output a   m/s^2
use exotic as fr (v = w)
x' = w
w' = (u - fr.F)/M
a  = w'
set mine "my table"
M = 2 kg
fr.c = 10, 20 N/m
fr.R = 3 N
END
cp -r "$box" "$box.elsewhere"
trap 'rm -rf "$box" "$box.elsewhere"' EXIT

"$BR_TOOL" laws "$box/exotic.law" >"$box/out"
for words in 'Friction with memory' 'my notebook' "q' = v - abs(v)" 'a rubber mount' 'N/m or N\*m/rad' 'when spring is fading' \
    'spring = stiff | fading' 'c = 10, 20 N/m'; do
    grep -q -- "$words" "$box/out" || { echo "FAIL: laws does not show '$words'"; exit 1; }
done

# what a law uses is shown with it
"$BR_TOOL" laws "$box/my-axis.law" >"$box/out"
for words in 'of exotic, used as fr:' "q' = v - abs(v)"; do
    grep -q -- "$words" "$box/out" || { echo "FAIL: laws does not show '$words' of a law that is used"; exit 1; }
done

"$BR_TOOL" check "$box/exotic.law" >"$box/out"
for words in 'all 2 combinations of choices, sliding and turning' 'yes  elementwise' 'values of soft' 'values of turning' \
    'warning *stiff enough' 'here 30 < 1000 N/m, margin -970 N/m' '1 warning'; do
    grep -q -- "$words" "$box/out" || { echo "FAIL: check does not show '$words'"; cat "$box/out"; exit 1; }
done

# q' = v - |v| c q / R by hand: 0.5 - 0.5*10*0.1/3, 0.5 - 0.5*20*0.1/3; F = 10*0.1 + 20*0.1
"$BR_TOOL" eval "$box/exotic.law" --params soft --at 'v = 0.5 m/s, q = 100 mm' --json - >"$box/out"
is "F" '    "F": 3' "$(grep '"F": [0-9]' "$box/out")"
has "its unit" "$box/out" '"F": "N"'
grep -q "\"q'\": \[0.33333333333333[0-9]*, 0.16666666666666[0-9]*\]" "$box/out" || { cat "$box/out"; exit 1; }

# a file of values, in other units, from another folder
printf 'version 1\n# my axis\nc = 0.01, 0.02 N/mm\nR = 3000 mN\n' >"$box/values"
"$BR_TOOL" eval "$box/exotic.law" --params "$box/values" --at 'v = 0.5 m/s, q = 100 mm' --json - | cmp - "$box/out"
(cd "$box" && "$BR_TOOL" eval exotic.law --params values --at 'v = 0.5 m/s, q = 100 mm' --json - | cmp - "$box/out")

# a law that uses it is found beside it, wherever both are
for folder in "$box" "$box.elsewhere"; do
    "$BR_TOOL" check "$folder/my-axis.law" --params mine >"$box/out"
    "$BR_TOOL" eval "$folder/my-axis.law" --params mine --at 'u = 8 N, w = 0.5 m/s, fr.q = 0.1 m' --jet --json - >"$box/out"
    is "a = (8 - 3)/2" '    "a": 2.5,' "$(grep '"a": 2' "$box/out"),"
done
"$BR_TOOL" eval "$box/my-axis.law" --params mine --at 'u = 8..9 N, w = 0.5 m/s, fr.q = 0.1 m' --interval >"$box/out"

# printed as C that compiles without warnings, double and float
for law in exotic my-axis; do
    for float in '' --float; do
        "$BR_TOOL" emit "$box/$law.law" $float --force -o "$box/printed.c" >/dev/null
        quietly "$BR_CC" -std=c99 -Wall -Wextra -Werror -pedantic -Wconversion -Wshadow -Wvla -c "$box/printed.c" -o "$box/printed.o"
    done
done

# mistakes are found with their place
while IFS='|' read -r from to words; do
    sed "s:$from:$to:" "$box/exotic.law" >"$box/wrong.law"
    cmp -s "$box/wrong.law" "$box/exotic.law" && { echo "FAIL: '$from' is not in the law"; exit 1; }
    code=0
    "$BR_TOOL" check "$box/wrong.law" >/dev/null 2>"$box/err" || code=$?
    is "exit code after '$to'" 4 $code
    grep -q "^$box/wrong.law:[0-9]*:[0-9]*: .*$words" "$box/err" || { echo "FAIL: '$to': no word of '$words' in: $(cat "$box/err")"; exit 1; }
done <<'END'
f/R)|f/r)|unknown name 'r'
f/R)|f*R)|units
F  = sum(f)|F = sum(f|
q' =|p' =|
c\*q/(1|c*w/(1|unknown name 'w'.*when spring is fading
R = 3 N$|R = 3 kg|units differ
R = 3 N$|Q = 3 N|no quantity 'Q'
R = 3 N$|R = -3 N|out of bounds
END
sed 's/^R = 3 N$//' "$box/exotic.law" >"$box/wrong.law"
code=0
"$BR_TOOL" check "$box/wrong.law" >/dev/null 2>"$box/err" || code=$?
is "exit code without R" 4 $code
grep -q 'no value for R.*(values of soft)' "$box/err" || { cat "$box/err"; exit 1; }
