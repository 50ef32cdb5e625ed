#!/bin/sh
# test_cortex_m.sh - E12: every [target] source compiles for a Cortex-M4F without a warning, and needs no heap and no files.
. tests/kit/kit.sh
needs arm-none-eabi-gcc
level=-O1 # make soak: as it is released
[ "${BR_COUNT:-0}" -lt 1000000 ] || level=-O3
quietly cmake --preset cortex-m -B "$BR_BUILD/cortex-m" -DCMAKE_C_FLAGS_RELEASE=$level
quietly cmake --build "$BR_BUILD/cortex-m" --parallel 2
if arm-none-eabi-nm -u "$BR_BUILD/cortex-m/libbristle.a" | grep -E ' U (malloc|calloc|realloc|free|f?printf|abort|exit)$'; then
    echo "FAIL: a [target] source uses the heap, files, or ends the process"
    exit 1
fi

# Headers that no source includes yet must stand alone, too.
flags='-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
alone=0
for header in $(awk 'FNR == 1 && /\[target\]/ { print FILENAME }' $(find src include -name "*.h")); do
    printf '#include "num/base/fp.h"\n#include "%s"\n' "${header#*/}" >"$box/alone.c"
    # shellcheck disable=SC2086 # a list of words
    quietly arm-none-eabi-gcc $flags -std=c99 -Wall -Wextra -Wpedantic -Werror -Wno-unused-function -I src -I include -c "$box/alone.c" -o "$box/alone.o"
    alone=$((alone + 1))
done
[ $alone -ge 40 ] || { echo "FAIL: only $alone [target] headers were found"; exit 1; }
