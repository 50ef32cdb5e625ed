#!/bin/sh
# test_tool_check.sh - broken conditions are errors or warnings by name, with both sides and the margin (docs/faults.md B7).
. tests/kit/kit.sh
code=0

# shows WORDS...: the last output has each of them.
shows() {
    for words in "$@"; do
        grep -qF -- "$words" "$box/out" || { echo "FAIL: no word of '$words' in:"; cat "$box/out"; exit 1; }
    done
}
check() {
    code=0
    "$BR_TOOL" check "$@" >"$box/out" 2>"$box/err" || code=$?
}

for law in $("$BR_TOOL" laws | awk '$2 == "static" || $2 == "dynamic" { print $1 }'); do
    check "$law"
    is "exit code of check $law ($(cat "$box/err"))" 0 $code
done

# every whole law of the manual, too
awk -v box="$box" '/^```law$/ { n++; law = 1; next } /^```/ { law = 0 } law { print >(box "/manual" n ".law") }' docs/laws.md docs/laws-parts.md docs/laws-writing.md
for law in "$box"/manual*.law; do
    check "$law"
    is "exit code of check on a law of the manual ($(cat "$box/err"))" 0 $code
done
# a choice that `use` has made is no choice: it is not tried, and not shown as open
for value in symmetric dependent; do
    printf 'law fixed\ninput w m/s\nuse lugre as r (v = w, direction = %s)\noutput F N\nF = r.F\n' $value >"$box/fixed.law"
    check "$box/fixed.law"
    is "exit code with direction = $value ($(cat "$box/err"))" 0 $code
    shows 'all 8 combinations'
    "$BR_TOOL" laws "$box/fixed.law" --report "$box/fixed.html" --json "$box/fixed.json" >/dev/null
    "$BR_TOOL" laws "$box/fixed.law" >"$box/fixed.text"
    for file in text html json; do
        grep -qE 'r\.damping(<[^>]*>|"|:|\[|\s|=|is)+(<code>)?constant' "$box/fixed.$file" ||
            { echo "FAIL: an open choice is missing in fixed.$file"; cat "$box/fixed.$file"; exit 1; }
        if grep -q 'r\.direction' "$box/fixed.$file"; then echo "FAIL: direction is shown as open in fixed.$file"; exit 1; fi
    done
done
# what an inner law has from a mixin may be given like its own: choices, parameters, inputs, through two mixins as well
printf 'law mid\nuse viscous\nout = c + sigma2*v\noutput out N\n' >"$box/mid.law"
printf 'law top\nuse mid\noutput top N\ntop = out + sigma2*v when viscous is power\ntop = out when viscous is linear\n' >"$box/top.law"
for inner in lugre mid top; do
    printf 'law given\ninput w m/s\nparam k N*s/m\nuse %s as r (v = w, sigma2 = 2*k, viscous = power, n_v = 3)\noutput F N\nF = r.c\n' $inner >"$box/given.law"
    check "$box/given.law"
    is "exit code with choices of a mixin in $inner ($(cat "$box/err"))" 0 $code
    "$BR_TOOL" eval "$box/given.law" --at 'w = 2 m/s, k = 3 N*s/m, r.sigma0 = 1 N/m, r.sigma1 = 0 N*s/m, r.FC = 1 N, r.FS = 1 N, r.vs = 1 m/s' 2>"$box/err" >"$box/out" ||
        "$BR_TOOL" eval "$box/given.law" --at 'w = 2 m/s, k = 3 N*s/m' >"$box/out"
    shows '48 N'
    printf 'law slip\ninput w m/s\nuse %s as r (v = w, sigma2 = w)\noutput F N\nF = r.c\n' $inner >"$box/slip.law"
    check "$box/slip.law"
    is "exit code with a wrong unit for $inner" 4 $code
    grep -q "slip.law:3:.*: units differ: sigma2 of law $inner has" "$box/err" || { cat "$box/err"; exit 1; }
    sed 's/sigma2 = w/sigma3 = w/' "$box/slip.law" >"$box/none.law"
    check "$box/none.law"
    grep -q "law $inner has no input, parameter, choice or open unit 'sigma3'" "$box/err" || { cat "$box/err"; exit 1; }
done

# one rule for all laws (B7): a static force below the Coulomb force is taken, with one warning; errors: sum nu = 1, 0 < zba < zC
printf 'sigma0 = 1e5 N/m\nsigma1 = 1 N*s/m\nFC = 2 N\nFS = 1.5 N\nvs = 1 mm/s\n' >"$box/low"
check lugre --params "$box/low"
is "exit code" 0 $code
shows 'warning      static force not below Coulomb force: FS >= FC' 'here 1.5 < 2 N, margin -0.5 N' '1 warning'
for law in 'lugre table-I' 'stribeck fig-3.1a' 'static-kinetic fig-3.1a' 'gear servo' 'karnopp example' 'elasto-plastic table-I'; do
    low='FS = 0.9 N'
    case $law in
    stribeck* | static* | karnopp*) low='FS = 0.09 N' ;;
    gear*) low='FS = 0.02 N*m' ;;
    esac
    check ${law% *} --params ${law#* } --at "$low"
    is "exit code of $law, $low" 0 $code
    shows 'warning      static force not below Coulomb force'
done
check coulomb --params fig-3.1 --at 'FC = 0 N' # forgotten, or viscous friction alone
is "exit code of coulomb, FC = 0" 0 $code
shows 'warning      friction beside the viscous term: FC > 0' 'here 0 <= 0 N' '1 warning'
check sgms --params table-4.1 --at 'beta = -0.1'
shows 'warning      static force not below Coulomb force'
# simulate, observe and emit say so, too, once
says() { # WHAT ARGUMENTS
    what=$1
    shift
    "$BR_TOOL" "$@" >"$box/out" 2>&1 || true
    is "warnings of $what" 1 "$(grep -c "^warning: law .* expects 'static force not below Coulomb force', but here" "$box/out")"
}
says "simulate lugre" simulate lugre --params table-I --at 'FS = 0.5 N' --input 'v = sin(t) mm/s' --until 0.1
says "simulate sgms" simulate sgms --params table-4.1 --at 'beta = -0.1' --input 'v = sin(t) mm/s' --until 0.1
says observe observe rig/exact --model lugre --params table-4.1 --at 'FS = 5 N'
says "emit a law" emit lugre --params "$box/low" -o "$box/low.c"
says "emit a package" emit lugre --params table-I --at 'FS = 0.5 N' --observer ekf --noise 'F = 0.1 N' -o "$box/pack"
"$BR_TOOL" simulate lugre --params table-4.1 --input 'v = sin(t) mm/s' --until 0.1 >"$box/out" 2>&1
is "warnings of usual physics" 0 "$(grep -c warning "$box/out")"
check sgms --params table-4.1 --at 'nu = 0.1, 0.2, 0.3, 0.5'
is "exit code" 4 $code
shows 'broken       sum nu = 1'
check elasto-plastic --params table-I --at 'zba = 11 um'
is "exit code" 4 $code
shows 'broken       0 < zba < zC'

# warnings: passivity of LuGre, bound (22) of the elasto-plastic model
check lugre --params table-I
is "exit code" 0 $code
shows 'warning      passive' 'here 316.228 > 0.8 N*s/m, margin -315.428 N*s/m' \
    'here 1.5 >= 1 N, margin 0.5 N' "(needs v; give --at 'v = ... m/s')" '1 warning'
check lugre --params table-4.1 --at 'v = 1 mm/s'
is "exit code" 0 $code
shows 'no problems found'
check elasto-plastic --params table-II
shows 'warning      dissipative sample by sample' 'here 1000 >= 200 N*s/m, margin -800 N*s/m, at dt = 0.001 s (default)'
# over ranges: holds for all, for none, or undecided
check lugre --params table-I --at 'FS = 1.2..1.5 N'
shows 'holds        static force not below Coulomb force'
check lugre --params table-I --at 'FS = 0.9..1.5 N'
is "exit code" 0 $code
shows 'undecided    static force not below Coulomb force' '2 undecided'
check lugre --params table-I --at 'v = 0.001..1 m/s'
is "last line" '1 warning, 1 undecided' "$(tail -n 1 "$box/out")"
"$BR_TOOL" check --help >"$box/out"
shows "'undecided'" 'it holds for some values only'
# properties in words
check gms
shows 'yes  rates are affine' '(for the exact exponential flow)' 'yes  elementwise' 'yes  mirror-symmetric'
shows 'properties, read off the equations with form = force, viscous = linear' 'affine in the states while the inputs and the mode' \
    'yes  smooth in the states within each mode' 'smooth in the inputs within each mode'
check stribeck # a set that chooses otherwise has its own
shows 'no   smooth in the inputs' 'equations with curve = gauss' 'equations with curve = rational'
is "choices with properties" 2 "$(grep -c '^properties' "$box/out")"
is "values before the rational properties" 2 "$(sed '/^properties.*rational/q' "$box/out" | grep -c '^values')"
check lugre
shows 'with direction = symmetric, damping = constant, form = deflection, viscous = linear' 'yes  smooth in the states: no kink'
is "choices with properties" 1 "$(grep -c '^properties' "$box/out")"
check lugre --params table-I --at 'direction = dependent'
shows 'with direction = dependent, damping = constant, form = deflection, viscous = linear'
printf 'law plain\ninput v m/s\nparam k N*s/m\noutput F N\nF = k*v\n' >"$box/plain.law"
check "$box/plain.law"
is "title without choices" 'properties, read off the equations' "$(grep '^properties' "$box/out")"

# what is wrong with --at or --params is told once, and not of every set
for at in 'v = 1' 'v = 1 kg' 'vv = 1 m/s' 'v = = 1 m/s'; do
    check lugre --at "$at"
    is "exit code of --at '$at'" 4 $code
    is "lines on stderr" 1 "$(wc -l <"$box/err")"
    grep -q '^--at:1:' "$box/err" || { cat "$box/err"; exit 1; }
    if grep -qE 'more\)?$' "$box/err"; then echo "FAIL: more than one error:"; cat "$box/err"; exit 1; fi
    is "sets that are blamed" 0 "$(grep -c '^values\|--at:' "$box/out" || :)"
    check lugre --params table-I --at "$at"
    is "exit code of --params with --at '$at'" 4 $code
    is "sets that are blamed" 0 "$(grep -c '^values\|--at:' "$box/out" || :)"
done
check lugre --params "$box/none"
is "exit code without a file" 4 $code
is "files that are blamed" 0 "$(grep -c '^values' "$box/out" || :)"
# what fits one of the sets is no error of --at
printf 'law two\nchoice kind = a | b\ninput v m/s\nparam k N*s/m\nparam c = 1 when kind is b\noutput F N\nF = k*v when kind is a\nF = c*k*v when kind is b\nset one\nk = 1 N*s/m\nset two\nkind = b\nk = 1 N*s/m\n' >"$box/two.law"
check "$box/two.law" --at 'c = 2'
is "exit code" 4 $code
shows 'values of one: wrong' 'values of two: complete' 'equations with kind = b'

# as many sets as a law may have, in seconds of computing that a sanitized build keeps too (cubic: minutes)
{
    printf 'law many\nparam k N/m > 0\ninput x m\noutput F N\nF = k*x\n'
    i=0
    while [ $i -lt 1000 ]; do i=$((i + 1)); printf 'set s%d\n  k = %d N/m\n' $i $i; done
} >"$box/many.law"
(ulimit -t 10; "$BR_TOOL" check "$box/many.law" >"$box/out")
is "sets that were checked" 1000 "$(grep -c '^values of s[0-9]*: complete' "$box/out")"

# symmetry is found among any number of parameters, and not denied where there was too much to try
{
    printf 'law wide\n'
    i=0
    while [ $i -lt 100 ]; do i=$((i + 1)); printf 'param p%d = 1\n' $i; done
    printf 'input v\noutput F\nF = p1*v'
    i=1
    while [ $i -lt 100 ]; do i=$((i + 1)); printf ' + p%d*v' $i; done
    echo
} >"$box/wide.law"
check "$box/wide.law"
shows 'yes  mirror-symmetric' '(reversed: v)'
printf 'law long\ninput a\ninput b\ninput c\ninput d\ninput e\ninput f\ninput g\ninput h\ninput k\noutput F\n' >"$box/long.law"
echo 'F = a + b + c + d + e + f + g + h + k' >>"$box/long.law"
check "$box/long.law"
is "exit code" 0 $code
shows '?    mirror-symmetric: not tested'

# a law of one's own with slips: all wrong sets are told, and what nothing stands on
cat >"$box/own.law" <<'END'
law own "A law with slips"
version 1
choice kind = plain | other
input  v      m/s
input  idle   m
param  a = 1  N   < 2
param  b      N
param  spare = 3 N  < 4   when kind is other
param  k      N*s/m
output F      N
half = b/2
rest = 2*v
require b >= a "b >= a"
require b > a/2
F = half + k*v
END
check "$box/own.law"
is "exit code without sets" 0 $code
shows 'syntax, units and defaults are correct' 'note: input idle is never used' 'note: definition rest is never used' \
    'note: parameter spare is never used' 'not checked  b >= a (needs b; give --params)' 'not checked  b > a/2 (needs b'
is "notes" 3 "$(grep -c 'note:' "$box/out")"
check "$box/own.law" --at 'b = 3 N'
shows 'holds        b >= a' 'here 3 >= 1 N, margin 2 N' 'here 3 > 0.5 N, margin 2.5 N'
check "$box/own.law" --at 'b = 0.7..3 N'
is "exit code" 0 $code
is "last line" '1 undecided' "$(tail -n 1 "$box/out")"
printf 'set one "bad unit"\nb = 3 kg\nset two "no k"\nb = 3 N\nset three "low"\nb = 0.2 N\nk = 1 N*s/m\nset four "good"\nb = 1 N\nk = 1 N*s/m\n' |
    cat "$box/own.law" - >"$box/sets.law"
check "$box/sets.law"
is "exit code with wrong sets" 4 $code
shows 'values of one: wrong' 'units differ' 'values of two: wrong' 'no value for k' 'broken       b >= a' 'here 0.2 < 1 N' \
    'values of four: complete'
is "lines on stderr" 1 "$(wc -l <"$box/err")"
grep -q 'sets.law:17:1: units differ.* (and 3 more)$' "$box/err" || { cat "$box/err"; exit 1; }
# defaults keep their own bounds, with every choice
sed 's/a = 1  N/a = 3  N/' "$box/own.law" >"$box/bound.law"
check "$box/bound.law"
is "exit code of a default out of bounds" 4 $code
grep -q 'bound.law:6:.*a = 3 N is out of bounds: a < 2 N' "$box/err" || { cat "$box/err"; exit 1; }
sed 's/spare = 3 N/spare = 5 N/' "$box/own.law" >"$box/bound.law"
check "$box/bound.law"
is "exit code of a default out of bounds under a choice" 4 $code
grep -q 'spare < 4 N (when kind is other)' "$box/err" || { cat "$box/err"; exit 1; }
# A static force below the Coulomb force: the thesis allows it of S-GMS, GMS and DAM, and it is unusual.
for law in sgms gms dam; do
    set=$("$BR_TOOL" laws $law --json - | sed -n '/"sets"/,$s/.*"name": "\([^"]*\)".*/\1/p' | head -n 1)
    quietly "$BR_TOOL" check $law --params "$set" --at 'beta = -0.5'
    has "beta below 0 of $law" "$box/log" "here -0.5 < 0, margin -0.5"
    has "a warning of $law" "$box/log" "1 warning"
done
