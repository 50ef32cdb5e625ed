#!/bin/sh
# test_tool_check.sh - broken conditions are errors or warnings by name, with both sides and the margin (FAULTS B7).
. tests/kit.sh
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

# errors: sum nu = 1, FS >= FC, 0 < zba < zC
printf 'sigma0 = 1e5 N/m\nsigma1 = 1 N*s/m\nFC = 2 N\nFS = 1.5 N\nvs = 1 mm/s\n' >"$box/low"
check lugre --params "$box/low"
is "exit code" 4 $code
shows 'broken       FS >= FC' 'here 2 > 1.5, margin -0.5'
grep -q "the values break 'FS >= FC'" "$box/err"
check sgms --params table-4.1 --at 'nu = 0.1, 0.2, 0.3, 0.5'
is "exit code" 4 $code
shows 'broken       sum nu = 1'
check elasto-plastic --params table-I --at 'zba = 11 um'
is "exit code" 4 $code
shows 'broken       0 < zba < zC'

# warnings: passivity of LuGre, bound (22) of the elasto-plastic model
check lugre --params table-I
is "exit code" 0 $code
shows 'warning      passive' 'here 316.228 > 0.8, margin -315.428' "needs v (--at 'v = ...')" '1 warning'
check lugre --params table-4.1 --at 'v = 1 mm/s'
is "exit code" 0 $code
shows 'nothing to complain about'
check elasto-plastic --params table-II
shows 'warning      dissipative sample by sample'
# over ranges: holds for all, for none, or undecided
check lugre --params table-I --at 'FS = 1.2..1.5 N'
shows 'holds        FS >= FC'
check lugre --params table-I --at 'FS = 0.9..1.5 N'
is "exit code" 0 $code
shows 'undecided    FS >= FC'
# properties in words
check gms
shows 'yes  rates are affine' 'yes  elementwise' 'yes  mirror-symmetric'
check stribeck
shows 'no   smooth in the inputs'
