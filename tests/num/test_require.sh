#!/bin/sh
# test_require.sh - a violated precondition stops a dev build, and a release build has nothing of it; every BR_REQUIRE is a
# statement of its own on one line, so that emitted packages can leave it out.
. tests/kit/kit.sh
cat >"$box/sum.c" <<'END'
#include "num/base/fp.h"
#include "num/base/require.h"
static double sum_of(const double *x, int n)
{
    double sum = 0;
    BR_REQUIRE(x && n > 0);
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}
int main(int argc, char **argv)
{
    double x[2] = {1, 2};
    (void)argv;
    return sum_of(x, argc - 1) == 3 ? 0 : 1;
}
END
warn='-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I src'
# shellcheck disable=SC2086 # a list of flags
quietly "$BR_CC" $warn -O1 -DBR_SANITIZED "$box/sum.c" -o "$box/dev"
# shellcheck disable=SC2086
quietly "$BR_CC" $warn -O1 "$box/sum.c" -o "$box/release"
quietly "$box/dev" one two
quietly "$box/release" one two
code=0
"$box/release" || code=$?
is "a release build goes on" 1 "$code"
code=0
(ulimit -c 0; "$box/dev") >/dev/null 2>&1 || code=$?
[ "$code" -gt 128 ] || { echo "FAIL: a dev build went on: exit code $code"; exit 1; }

# The same of a kernel of the library.
cat >"$box/use.c" <<'END'
#include "num/base/fp.h"
#include "num/algebra/triangular.h"
int main(int argc, char **argv)
{
    const double R[4] = {1, 2, 3, 4};
    const int column[1] = {argc}; // there are columns 0 and 1
    double S[2];
    (void)argv;
    br_upper_columns(2, 2, R, 1, column, S);
    return S[0] == 2 ? 0 : 1;
}
END
for file in use dev_use; do
    flag=
    [ $file = use ] || flag=-DBR_SANITIZED
    # shellcheck disable=SC2086
    quietly "$BR_CC" $warn -O1 -I include $flag "$box/use.c" src/num/algebra/triangular.c src/num/algebra/norm_estimate.c \
        -lm -o "$box/$file"
    quietly "$box/$file"
done
code=0
(ulimit -c 0; "$box/dev_use" two) >/dev/null 2>&1 || code=$?
[ "$code" -gt 128 ] || { echo "FAIL: a dev build read a column that is not there: exit code $code"; exit 1; }

find src -name '*.[ch]' ! -path '*/num/base/require.h' ! -path '*/emit/source/pieces.c' | xargs awk '
    /BR_REQUIRE\(/ && (!/^ *BR_REQUIRE\(.*\);$/ || last !~ /[{;}]$/) { print FILENAME ":" FNR ": " $0 }
    { last = $0; sub(/ *\/\/.*/, "", last) }' >"$box/wrapped"
[ ! -s "$box/wrapped" ] || { echo "FAIL: not a statement of its own on one line:"; cat "$box/wrapped"; exit 1; }
