#!/bin/sh
# test_clang.sh - clang compiles everything without a warning, and the programs it makes pass too.
. tests/kit.sh
needs clang
quietly cmake --preset clang -B "$BR_BUILD/clang"
quietly cmake --build "$BR_BUILD/clang" --parallel 2
cd "$BR_BUILD/clang"
BR_COUNT=10000 # large counts are the business of the other two builds
export BR_COUNT
quietly ctest --parallel 2 --label-regex program --output-on-failure --timeout 600
