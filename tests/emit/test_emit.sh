#!/bin/sh
# test_emit.sh - H1, H3, H11: every built-in law, emitted as double and float, compiles without a warning as C99 and C++, for a PC and a
# Cortex-M4F, and needs nothing from outside but what compilers themselves ask for.
. tests/kit/kit.sh
warn='-Wall -Wextra -Werror -pedantic -Wconversion -Wdouble-promotion -Wshadow -Wvla'
arm='-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'

# needs_nothing NM FILE: memset, memcpy and memmove are what compilers put in by themselves
needs_nothing() {
    "$1" -u "$2" | sed 's/^ *[Uw] //' | grep -vxE 'memset|memcpy|memmove|_GLOBAL_OFFSET_TABLE_|__aeabi_memset|__aeabi_memclr8?|__aeabi_memcpy[48]?' >"$box/wants" || return 0
    echo "FAIL: $2 ($law $real) needs:"
    cat "$box/wants"
    exit 1
}

laws=0
for law in $("$BR_TOOL" laws | awk 'NR > 1 && /^[a-z]/ { print $1 }'); do
    [ -e "laws/$law.law" ] || continue
    laws=$((laws + 1))
    for real in double float; do
        option=
        [ $real = double ] || option=--float
        # shellcheck disable=SC2086 # lists of words
        {
            "$BR_TOOL" emit "$law" $option -o - >"$box/law.c"
            ccs='gcc clang'
            [ "${BR_COUNT:-0}" -ge 1000000 ] || [ $real = double ] || ccs=clang # make soak: both for both
            for cc in $ccs; do
                command -v $cc >/dev/null 2>&1 || continue
                quietly $cc -std=c99 -O1 $warn -c "$box/law.c" -o "$box/law.o"
                needs_nothing nm "$box/law.o"
            done
            ! command -v g++ >/dev/null 2>&1 || quietly g++ -x c++ -std=c++11 -fsyntax-only $warn "$box/law.c"
            if [ $real = float ] && command -v arm-none-eabi-gcc >/dev/null 2>&1; then
                quietly arm-none-eabi-gcc $arm -std=c99 -O1 $warn -c "$box/law.c" -o "$box/law.o"
                needs_nothing arm-none-eabi-nm "$box/law.o" # no __aeabi_d*: no double sneaks in
            fi
        }
    done
done
[ $laws -ge 16 ] || { echo "FAIL: only $laws laws were emitted"; exit 1; }
needs arm-none-eabi-gcc
