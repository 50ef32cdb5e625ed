#!/bin/sh
# test_probe_flags.sh - K1, K3: flags of a user's build that change numbers are defeated by fp.h or noticed by the probe.
. tests/kit/kit.sh
compilers=$BR_CC
command -v clang >/dev/null 2>&1 && compilers="$compilers clang"
fma=
case $(uname -m) in
x86_64) grep -qw fma /proc/cpuinfo && fma='-mfma -ffp-contract=fast' ;;
aarch64) fma='-ffp-contract=fast' ;;
esac

# The same sources behind an fp.h that protects nothing.
mkdir -p "$box/bare/num/base"
grep -v -E 'STDC FP_CONTRACT|GCC optimize' src/num/base/fp.h >"$box/bare/num/base/fp.h"
cp src/num/base/probe.[ch] "$box/bare/num/base"
cat >"$box/main.c" <<'END'
#include "num/base/probe.h"
#include <stdio.h>
int main(void)
{
    const char *fault = br_fp_fault();
    puts(fault ? fault : "fine");
    return 0;
}
END

# says SOURCES COMPILER FLAGS...: what the probe says when built so.
says() {
    from=$1
    cc=$2
    shift 2
    quietly "$cc" -std=c99 "$@" -I "$from" -I include "$box/main.c" "$from/num/base/probe.c" -o "$box/probe"
    "$box/probe"
}

fused='a*b+c is contracted to one rounding (-ffp-contract=off is needed)'
for cc in $compilers; do
    for level in -O0 -O1 -O2 -O3 -Os; do
        is "$cc $level" fine "$(says src "$cc" $level)"
    done
    for level in ${fma:+-O2 -O3 -Os}; do # below, gcc fuses nothing
        # shellcheck disable=SC2086 # a list of words
        is "$cc $level $fma without protection" "$fused" "$(says "$box/bare" "$cc" $level $fma)"
    done
    is "$cc with unsafe sums" "sums are re-associated (a flag of -ffast-math), or kept wider than their type" \
        "$(says src "$cc" -O2 -fno-signed-zeros -fno-trapping-math -fassociative-math)"
    for flag in -ffast-math -ffinite-math-only; do
        ! "$cc" -std=c99 $flag -I src -I include -c src/num/base/probe.c -o "$box/probe.o" 2>"$box/log" ||
            { echo "FAIL: $cc $flag compiles"; exit 1; }
        grep -q 'bristle cannot be built with' "$box/log"
    done
    [ "$(uname -m)" = x86_64 ] || continue
    # K3: the registers of the old x87 are wider than double
    ! "$cc" -std=c99 -m32 -mno-sse -I src -I include -fsyntax-only src/num/base/probe.c 2>"$box/log" ||
        { echo "FAIL: $cc -m32 -mno-sse compiles"; exit 1; }
    grep -q 'bristle needs FLT_EVAL_METHOD 0' "$box/log"
done
[ -n "$fma" ] || echo "not tried: this machine has no fused multiply-add"
