#!/bin/sh
# run.sh [TOOL] - emits the observer and the law of the axis, compiles main.c for a Cortex-M4F, and runs it in QEMU.
# HERE=1: for this machine instead.
set -eu
tool=${1:-bristle}
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$tool" emit elasto-plastic --params table-I --observer ep --float --rate 1000 --prefix friction -o "$made/friction"
"$tool" emit elasto-plastic --float -o "$made/law.c"
set -- -std=c99 -O2 -Wall -Wextra -I "$made" main.c plant.c "$made/friction/friction.c" "$made/law.c" -lm
if [ "${HERE:-}" ]; then
    cc "$@" -o "$made/firmware"
    "$made/firmware"
else
    arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 --specs=rdimon.specs \
        -Wl,--section-start=.vectors=0 start.S "$@" -o "$made/firmware"
    timeout 100 qemu-system-arm -M mps2-an386 -cpu cortex-m4 -nographic -semihosting -kernel "$made/firmware"
fi
