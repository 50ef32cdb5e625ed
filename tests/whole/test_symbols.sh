#!/bin/sh
# test_symbols.sh - the library needs nothing of libm: all of it links without.
. tests/kit/kit.sh

# What else it was built with (cmake/optional.cmake): zlib, libmatio.
optional=$(sed -n 's/^Libs: .* -lm\( .*\)*$/\1/p' "$BR_BUILD/bristle-static.pc")

# links SOURCES...: a shared object of them, with libc and these only.
links() {
    # shellcheck disable=SC2086 # a list of words
    "$BR_CC" -shared -fPIC -Wl,--no-undefined "$@" $optional -o "$box/all.so" >"$box/log" 2>&1
}

echo 'double tanh(double); double f(double x) { return tanh(x); }' >"$box/needs_libm.c"
if links "$box/needs_libm.c"; then
    echo "skipped: needs a C library with libm apart"
    exit 77
fi
links -Wl,--whole-archive "$BR_BUILD/libbristle.a" -Wl,--no-whole-archive ||
    { sed 's/^/  | /' "$box/log"; echo "FAIL: the library does not link without libm"; exit 1; }
