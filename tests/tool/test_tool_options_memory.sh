#!/bin/sh
# test_tool_options_memory.sh - J1: where memory fails while options are read, the exit code is 6, never 2: right options are not blamed.
. tests/kit/kit.sh
! nm "$BR_TOOL" 2>/dev/null | grep -q __asan_init || { echo "skipped: a sanitizer has an allocator of its own"; exit 77; }
cat >"$box/fail.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/auxv.h>
static long left = -2; // calls until all fail
static int fails(void *caller) // calls of the tool count, not those of libraries it is linked with
{
    Dl_info who, tool;
    if (!dladdr(caller, &who) || !dladdr((void *)getauxval(AT_ENTRY), &tool) || who.dli_fbase != tool.dli_fbase)
        return 0;
    if (left == -2)
        left = getenv("FAIL_FROM") ? atol(getenv("FAIL_FROM")) : -1;
    return left >= 0 && left-- <= 0 ? (left = 0, 1) : 0;
}
void *malloc(size_t n)
{
    static void *(*real)(size_t);
    if (!real)
        real = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
    return fails(__builtin_return_address(0)) ? NULL : real(n);
}
void *realloc(void *p, size_t n)
{
    static void *(*real)(void *, size_t);
    if (!real)
        real = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
    return fails(__builtin_return_address(0)) ? NULL : real(p, n);
}
END
"${BR_CC:-cc}" -shared -fPIC -O1 "$box/fail.c" -o "$box/fail.so" -ldl 2>"$box/log" || { echo "skipped: $(head -n 1 "$box/log")"; exit 77; }
# tries ARGUMENTS: memory is gone from the n-th call on, for every n
tries() {
    n=0
    wrong=0
    while [ $n -lt 80 ]; do
        code=0
        FAIL_FROM=$n LD_PRELOAD="$box/fail.so" "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" || code=$?
        case $code in
        6) ;;
        0) break ;;
        *) wrong=$((wrong + 1)); echo "FAIL: $1: exit code $code at call $n: $(head -n 1 "$box/err")"; failed=1 ;;
        esac
        n=$((n + 1))
    done
    echo "$1: $n calls, $wrong wrong"
}
failed=0
tries simulate lugre --params table-I --input 'v = 1e-3 m/s' --until '10 ms' --step '1 ms'
tries observe rig/exact --seed 2 --model lugre --params table-4.1 --correct-every '10 ms' --gate 5
[ $failed = 0 ]
