#!/bin/sh
# same_bits.sh - K2, K4: with the C libraries glibc, newlib (Cortex-M) and musl (WASI), the programs tests/whole/bits/*_hash.c give the golden hashes on one target: gcc, clang, fma, aarch64, armhf,
# riscv64, s390x, wasm, cortex-m4f or cortex-m7. One test per target (same_bits_TARGET), so that what is absent is named.
. tests/kit/kit.sh
target=$1

# Without clones: -march=native has the wider vectors.
elasto='src/loop/friction/elasto.c src/loop/friction/elasto_update.c src/loop/signal/encoder.c -DBR_CLONES='

# What each program is made of besides itself.
sources_of() {
    case $1 in
    elem_hash) ;;
    random_hash) echo src/num/base/random.c ;;
    elasto_hash) echo "$elasto" ;;
    elasto_float_hash) echo "$elasto -DBR_FLOAT" ;;
    interval_hash) echo src/num/interval/interval.c src/num/interval/ball.c src/num/interval/elementary.c ;;
    *) echo "FAIL: same_bits.sh does not know what $1 is made of" >&2; exit 1 ;;
    esac
}

# build PROGRAM COMPILER FLAGS...
build() {
    program=$1
    shift
    # shellcheck disable=SC2046 # a list of files
    quietly "$@" -std=c99 "-DINTERVAL_TENS=$tens" -I src -I include -I tests "tests/whole/bits/$program.c" \
        $(sources_of "$program") $links -o "$box/$program"
}

# judge WORDS COMMAND...: the last line a program prints must be `0 of N differ`.
judge() {
    words=$1
    shift
    "$@" >"$box/out" 2>&1 || true
    case $(tail -n 1 "$box/out") in
    "0 of "*" differ") echo "pass: $words" ;;
    *) sed 's/^/  | /' "$box/out"; echo "FAIL: $words"; exit 1 ;;
    esac
}

# native COMPILER: the least and the highest level, and all this processor can; in a soak every level.
native() {
    needs "$1"
    for flags in -O0 -O1 -O2 -O3 -Os '-O2 -march=native' '-O3 -march=native'; do
        case $flags in -O1 | -O2* | -Os) $soak || continue ;; esac
        for program in $programs; do
            # shellcheck disable=SC2086 # a list of words
            build "$program" "$1" $flags
            judge "$program, $1 $flags" "$box/$program"
        done
    done
}

# fused COMPILER: contraction asked for. The bits are golden, or the probe refuses to compute (clang lets the flag win).
fused() {
    printf '#include "num/base/probe.h"\nint main(void) { return br_fp_probe() != BR_OK; }\n' >"$box/probe.c"
    for flags in '-O2 -mfma -ffp-contract=fast' '-O3 -march=native -ffp-contract=fast'; do
        # shellcheck disable=SC2086
        quietly "$1" $flags -I src -I include "$box/probe.c" src/num/base/probe.c -o "$box/probe"
        if ! "$box/probe"; then
            echo "pass: $1 $flags is refused by the probe"
            continue
        fi
        for program in $programs; do
            # shellcheck disable=SC2086
            build "$program" "$1" $flags
            judge "$program, $1 $flags" "$box/$program"
        done
    done
}

# crossed TRIPLE MACHINE FLAGS...: a cross compiler and qemu-user.
crossed() {
    cc=$1-gcc
    run=qemu-$2
    shift 2
    needs "$cc"
    needs "$run"
    for program in $programs; do
        build "$program" "$cc" "$@" -static
        judge "$program, $cc $*" "$run" "$box/$program"
    done
}

# bare BOARD CPU FLAGS...: a controller without an operating system, under qemu-system.
bare() {
    needs arm-none-eabi-gcc
    needs qemu-system-arm
    board=$1
    cpu=$2
    shift 2
    tens=3
    links="src/num/base/soft_add.c tests/whole/bits/cortex_start.S -lm"
    for program in $programs; do
        build "$program" arm-none-eabi-gcc -O2 "-mcpu=$cpu" -mthumb -mfloat-abi=hard "$@" \
            --specs=rdimon.specs -Wl,--section-start=.vectors=0
        judge "$program, $cpu" timeout 300 qemu-system-arm -M "$board" -cpu "$cpu" -nographic -semihosting \
            -kernel "$box/$program"
    done
}

soak=false
[ "${BR_COUNT:-1}" -lt 1000000 ] || soak=true
tens=4    # intervals: 10^tens of them an operation
case $target in aarch64 | armhf | riscv64 | s390x) $soak || tens=3 ;; esac # what emulates them is slow
links=-lm # sqrt, where it is no instruction (and at -O0)
programs=$(cd tests/whole/bits && echo *_hash.c | sed 's/\.c//g')
case $target in
gcc | clang)
    programs='elem_hash random_hash elasto_hash elasto_float_hash' # test_interval_bits.sh does the same for intervals
    native "$target"
    ;;
fma)
    [ "$(uname -m)" = x86_64 ] && grep -qw fma /proc/cpuinfo || { echo "skipped: needs an x86-64 with FMA"; exit 77; }
    fused "$BR_CC"
    needs clang
    fused clang
    ;;
aarch64) crossed aarch64-linux-gnu aarch64 -O3 ;;
armhf) crossed arm-linux-gnueabihf arm -O3 ;;
riscv64) crossed riscv64-linux-gnu riscv64 -O3 ;;
s390x) crossed s390x-linux-gnu s390x -O3 -fexcess-precision=fast ;;
wasm)
    needs clang
    needs wasm-ld
    needs node
    echo 'int main(void) { return 0; }' >"$box/empty.c"
    clang --target=wasm32-wasi "$box/empty.c" -o "$box/empty" >/dev/null 2>&1 ||
        { echo "skipped: needs wasi-libc and libclang-rt-dev-wasm32 (scripts/deps all)"; exit 77; }
    for program in $programs; do
        for flags in -O2 '-O3 -msimd128'; do
            # shellcheck disable=SC2086
            build "$program" clang --target=wasm32-wasi $flags
            judge "$program, WebAssembly $flags" node --no-warnings tests/whole/bits/same_bits.js "$box/$program"
        done
    done
    ;;
# without double hardware, addition is ours (num/base/soft_add.h)
cortex-m4f)
    bare mps2-an386 cortex-m4 -mfpu=fpv4-sp-d16 -Wl,--wrap=__aeabi_dadd,--wrap=__aeabi_dsub,--wrap=__aeabi_drsub ;;
cortex-m7) bare mps2-an500 cortex-m7 -mfpu=fpv5-d16 ;;
*) echo "usage: same_bits.sh TARGET" >&2; exit 2 ;;
esac
