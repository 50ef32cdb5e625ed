#!/bin/sh
# test_names.sh - no bare verb is the name of functions in more than five files, and scripts/check-names notices where one is.
. tests/kit/kit.sh
check=$PWD/scripts/check-names
"$check" >"$box/names" || { cat "$box/names"; echo "FAIL: words that name functions of many files"; exit 1; }

# samples COUNT HEAD: so many files with one function each.
samples() {
    rm -rf "$box/tree"
    mkdir -p "$box/tree/src/law/printed"
    for i in $(seq "$1"); do
        printf '%s\n{\n    return 0;\n}\n' "$2" >"$box/tree/src/f$i.c"
    done
}
# expect CODE TEXT: what check-names must end with, and how its answer must begin (nothing: it prints nothing).
expect() {
    code=0
    found=$("$check" "$box/tree") || code=$?
    is "exit code of check-names" "$1" $code
    case $found in
    "$2"*) [ -n "$2" ] || is "the answer of check-names" '' "$found" ;;
    *) is "the answer of check-names" "$2" "$found" ;;
    esac
}
samples 6 'static int run(int a)'
expect 1 'run: 6 files: '
rm "$box/tree/src/f6.c"
expect 0 ''
printf 'int run(int a);\nint other(int a)\n{\n    return run(a);\n}\nstatic const int run[] =\n{\n0};\n' >"$box/tree/src/f6.c"
cp "$box/tree/src/f1.c" "$box/tree/src/law/printed/f7.c"
expect 0 '' # neither a declaration nor a call nor a table, and no printed law
printf 'BR_PRINTF(1, 2) static int run(int a,\n                               int b)\n{\n    return 0;\n}\n' >"$box/tree/src/f6.h"
expect 1 'run: 6 files:'
samples 9 'static int run_all(int a)'
expect 0 ''
samples 9 'int step(int a)'
expect 0 ''
