#!/bin/sh
# test_vectors.sh - loops over the elementary functions vectorise with gcc -O3 and clang -O2, without -march flags.
#
# A loop of fixed length leaves no rest, so its code has packed arithmetic only; a single scalar multiplication, addition
# or division betrays a loop that did not vectorise. The loops are marked as those of printed laws are: without the mark
# clang deems the tables of exp and pow not worth it.
. tests/kit/kit.sh
needs objdump
case $(uname -m) in
x86_64)
    packed='(mul|add|sub|div|sqrt)p[sd]'
    scalar='(mul|add|sub|div|sqrt)s[sd]'
    ;;
aarch64)
    packed='f(mul|add|sub|div|sqrt)[[:space:]]+v'
    scalar='f(mul|add|sub|div|sqrt)[[:space:]]+[sd][0-9]'
    ;;
*) echo "skipped: needs to know the vectors of $(uname -m)"; exit 77 ;;
esac

# loop NAME REAL PREFIX ARGUMENTS
loop() {
    printf '#include "num/base/elem.h"\nvoid f(%s *restrict z, const %s *restrict x, const %s *restrict y);\n' "$2" "$2" "$2"
    printf 'void f(%s *restrict z, const %s *restrict x, const %s *restrict y)\n{\n    (void)y;\n' "$2" "$2" "$2"
    printf '    BR_LANES\n    for (int k = 0; k < 64; k++)\n        z[k] = %s_%s(%s);\n}\n' "$3" "$1" "$4"
}

# vectorises COMPILER LEVEL NAME REAL PREFIX ARGUMENTS
vectorises() {
    loop "$3" "$4" "$5" "$6" >"$box/loop.c"
    quietly "$1" -std=c99 "$2" -I src -c "$box/loop.c" -o "$box/loop.o"
    objdump -d --no-show-raw-insn "$box/loop.o" >"$box/code"
    grep -qE "$packed" "$box/code" && ! grep -qE "$scalar" "$box/code" ||
        { echo "FAIL: $1 $2 does not vectorise a loop over $5_$3"; exit 1; }
}

all() {
    for name in exp expm1 log log1p tanh logistic sinh cosh sin_near cos_near tan_near atan asin acos cbrt sqrt; do
        vectorises "$1" "$2" $name double br 'x[k]'
        vectorises "$1" "$2" $name float brf 'x[k]'
    done
    for name in pow atan2; do
        vectorises "$1" "$2" $name double br 'x[k], y[k]'
        vectorises "$1" "$2" $name float brf 'x[k], y[k]'
    done
    echo "pass: $1 $2"
}

command -v gcc >/dev/null 2>&1 && all gcc -O3
needs clang
all clang -O2
