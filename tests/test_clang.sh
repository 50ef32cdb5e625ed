#!/bin/sh
# test_clang.sh - clang compiles everything without a warning, and the programs it makes pass too.
. tests/kit.sh
needs clang
quietly cmake --preset clang -B "$BR_BUILD/clang"
quietly cmake --build "$BR_BUILD/clang"
cd "$BR_BUILD/clang"
quietly ctest --label-regex program --output-on-failure --timeout 600
