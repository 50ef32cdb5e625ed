#!/bin/sh
# test_platforms.sh - H16: packages assume no width of int and no byte order: cppcheck finds nothing for platforms of 16 and 8 bits.
. tests/kit/kit.sh
command -v cppcheck >/dev/null 2>&1 || { echo 'skipped: needs cppcheck (scripts/deps all)'; exit 77; }
p=$box/p
failed=0
mkdir "$p"
printf 'unsigned long f(unsigned a);\nunsigned long f(unsigned a)\n{\n    return a << 20;\n}\n' >"$p/wide.c" # what it should find
found() { # PLATFORM FILE: undefined behaviour and overflow there
    cppcheck --quiet --std=c99 --platform="$1" --enable=portability,warning -D__GNUC__ -D__STDC__ -D__STDC_VERSION__=199901L -I "$p" "$2" 2>&1 |
        grep -E 'shiftTooManyBits|integerOverflow|truncLongCastReturn|truncLongCastAssignment|AssignmentAddressToInteger|AssignmentIntegerToAddress|CastIntegerToAddress|invalidPointerCast' || true
}
absent=
for platform in avr8 msp430_eabi_large_datamodel unix32; do
    cppcheck --quiet --platform=$platform "$p/wide.c" >"$box/log" 2>&1 || { absent="$absent $platform"; continue; }
    if grep -qi 'unrecognized\|platform' "$box/log"; then
        absent="$absent $platform"
        continue
    fi
    [ $platform = unix32 ] || [ -n "$(found $platform "$p/wide.c")" ] || { echo "FAIL: $platform: a shift that is too wide is not seen"; failed=1; }
    for model in 'elasto-plastic --params table-I --observer ep --float' 'lugre --params table-I --observer ekf --float --noise F=0.1N'; do
        rm -rf "$box/it"
        # shellcheck disable=SC2086
        quietly "$BR_TOOL" emit $model --prefix axis -o "$box/it"
        for source in "$box"/it/axis*.c; do
            is "${source##*/} of $model for $platform" "" "$(found $platform "$source")"
        done
    done
    echo "pass: $platform"
done
[ $failed = 0 ] || exit 1
[ -z "$absent" ] || { echo "skipped: cppcheck has no platform$absent; the others passed"; exit 77; }
