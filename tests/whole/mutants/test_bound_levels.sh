#!/bin/sh
# test_bound_levels.sh - proofs are the same, bit for bit, and their tests pass, however bound and num are optimised: -O0 to -O3, gcc and clang.
. tests/kit/kit.sh
. tests/whole/mutants/mutants.sh
needs_headers cmocka.h
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -I include -I src -I tests'
first=
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for level in -O0 -O1 -O2 -O3; do
        home=$box/$compiler$level
        mkdir -p "$home"
        for source in $(find src/bound -name "*.c") src/num/interval/*.c; do
            # shellcheck disable=SC2086 # lists of words
            quietly $compiler $level $flags -c "$source" -o "$home/$(basename "$source" .c).o"
        done
        for name in tube evidence horizon verify paving; do
            # shellcheck disable=SC2086
            quietly $compiler $level $flags "tests/bound/test_bound_$name.c" "$home"/*.o "$BR_BUILD/libbristle.a" -lcmocka -lm -o "$home/$name"
            BR_SEED=${BR_SEED:-1} BR_COUNT=100000 quietly "$home/$name"
        done
        # shellcheck disable=SC2086
        quietly $compiler $level $flags tests/whole/bits/interval_hash.c "$home"/*.o "$BR_BUILD/libbristle.a" -lm -o "$home/hash"
        "$home/hash" >"$home/found"
        first=${first:-$home/found}
        cmp "$first" "$home/found" || { echo "FAIL: $compiler $level: other bits"; exit 1; }
        echo "$compiler $level: passed"
    done
done
