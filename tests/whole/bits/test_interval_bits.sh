#!/bin/sh
# test_interval_bits.sh - every compiler at every level, and link-time optimisation, give the golden bits (docs/faults.md F7).
. tests/kit/kit.sh
sources='tests/whole/bits/interval_hash.c src/num/interval/interval.c src/num/interval/ball.c src/num/interval/elementary.c'

# holds COMPILER FLAGS...: the program made so finds only golden hashes.
tried=0
holds() {
    # shellcheck disable=SC2086 # a list of words
    quietly "$@" -std=c99 -I src $sources -lm -o "$box/hash"
    quietly "$box/hash"
    tried=$((tried + 1))
}

tens=3 # 10^tens intervals an operation; in a soak more
[ "${BR_COUNT:-1}" -lt 1000000 ] || tens=4
for cc in gcc clang; do
    command -v $cc >/dev/null 2>&1 || { echo "without $cc"; continue; }
    for level in 0 1 2 3 s; do
        holds $cc -O$level -DINTERVAL_TENS=$tens
    done
    # machines with fused multiply-add and wide registers must not use them for other bits
    holds $cc -O3 -march=native -DINTERVAL_TENS=$tens
    if echo 'int main(void) { return 0; }' | $cc -flto -x c - -o "$box/lto" 2>/dev/null; then
        holds $cc -O2 -flto -DINTERVAL_TENS=$tens
    else
        echo "$cc has no -flto here"
    fi
done
[ $tried -gt 0 ] || { echo "skipped: needs gcc or clang"; exit 77; }
holds "${BR_CC:-cc}" -O2
echo "$tried builds, the same bits"
