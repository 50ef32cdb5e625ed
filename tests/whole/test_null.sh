#!/bin/sh
# test_null.sh - every public function answers NULL in place of its handle, and of all its arguments: no call is forgotten.
#
# The calls are made from the headers: a status is BR_BAD_USAGE, a pointer NULL, a double NaN, an integer 0 or -1. br_horizon_slice says
# that all is done. friction.h does not allow it.
. tests/kit/kit.sh
headers=
for header in include/bristle/*.h; do
    case $header in */friction.h | */call.h | */status.h) ;; *) headers="$headers $header" ;; esac
done
# shellcheck disable=SC2086 # a list of headers
scripts/public-names --stubs $headers | awk '
/^#include/ { print; next }
!begun++ { print "#include <math.h>\n#include <stdio.h>\nint main(void)\n{\n    int bad = 0, calls = 0;" }
{
    name = $0; sub(/\(.*/, "", name)
    type = name; sub(/[a-z_0-9]+$/, "", type); sub(/ +$/, "", type); sub(/^.*[ *]/, "", name)
    list = $0; sub(/^[^(]*\(/, "", list); sub(/\) *\{.*$/, "", list)
    gsub(/\([^()]*\)\([^()]*\)/, "*", list) # a function
    n = split(list, arg, ",")
    call = name "("
    pointers = 0
    for (i = 1; i <= n; i++) {
        pointer = arg[i] ~ /\*|\[/
        pointers += pointer
        value = arg[i] ~ /^ *void *$/ ? "" : pointer ? "NULL" : "0"
        if (value == "0" && arg[i] !~ /(int|double|long|size_t|float) [a-z_]+$/) { # an enumeration
            of = arg[i]; sub(/^ */, "", of); sub(/ [a-z_]+$/, "", of); value = "(" of ")0"
        }
        call = call (i > 1 ? ", " : "") value
    }
    call = call ")"
    if (!pointers) next # names of kinds
    if (type == "void") { printf "    %s, calls++;\n", call; next }
    wanted = type == "br_status" ? "x == BR_BAD_USAGE" : type ~ /\*/ ? "x == NULL" : name == "br_horizon_slice" ? "x == 1" : type == "double" ? "isnan(x) || x == 0" : "x == 0 || x == -1"
    if (type == "br_law_block") { printf "    (void)%s, calls++;\n", call; next }
    printf "    {\n        %s x = %s;\n        calls++;\n        if (!(%s))\n            bad++, puts(\"%s\");\n    }\n", type, call, wanted, name
}
END { print "    printf(\"%d calls\\n\", calls);\n    return bad != 0;\n}" }' >"$box/calls.c"
quietly "$BR_CC" -w -I include "$box/calls.c" -L "$BR_BUILD" -lbristle -Wl,-rpath,"$(cd "$BR_BUILD" && pwd)" -lm -o "$box/calls"
"$box/calls" >"$box/out" || { echo "FAIL: NULL is not answered (last line: where it ended): $(cat "$box/out")"; exit 1; }
between 250 1000 "$(sed -n 's/ calls$//p' "$box/out")" "calls"
