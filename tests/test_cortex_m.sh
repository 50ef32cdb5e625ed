#!/bin/sh
# test_cortex_m.sh - every [target] source compiles for a Cortex-M4F without a warning, and needs no heap and no files.
. tests/kit.sh
needs arm-none-eabi-gcc
quietly cmake --preset cortex-m -B "$BR_BUILD/cortex-m"
quietly cmake --build "$BR_BUILD/cortex-m"
if arm-none-eabi-nm -u "$BR_BUILD/cortex-m/libbristle.a" | grep -E ' U (malloc|calloc|realloc|free|f?printf|abort|exit)$'; then
    echo "FAIL: a [target] source uses the heap, files, or ends the process"
    exit 1
fi
