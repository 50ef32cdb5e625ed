#!/bin/sh
# fuzz.sh - a bounded run of one fuzzer: fuzz.sh fuzz_NAME. BR_FUZZ_RUNS inputs or BR_FUZZ_SECONDS, whichever ends first.
. tests/kit/kit.sh
needs clang
printf 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }\n' >"$box/probe.c"
clang -fsanitize=fuzzer,address "$box/probe.c" -o "$box/probe" 2>/dev/null ||
    { echo "skipped: needs libFuzzer (scripts/deps all)"; exit 77; }

quietly cmake --preset fuzz -B "$BR_BUILD/fuzz"
quietly cmake --build "$BR_BUILD/fuzz" --parallel 2 --target "$1"
# Seeds: the built-in laws and what tests/whole/fuzz/corpus/NAME holds. What is found goes into the build, not into the tree.
corpus=$BR_BUILD/fuzz/corpus/$1
mkdir -p "$corpus"
for seeds in laws plants "tests/whole/fuzz/corpus/$1"; do
    [ ! -d "$seeds" ] || set -- "$@" "$seeds"
done
fuzzer=$1
shift
quietly "$BR_BUILD/fuzz/tests/$fuzzer" -runs="${BR_FUZZ_RUNS:-20000}" -max_total_time="${BR_FUZZ_SECONDS:-20}" \
    -seed="${BR_SEED:-1}" -timeout=10 -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$BR_BUILD/fuzz/$fuzzer-" "$corpus" "$@"
