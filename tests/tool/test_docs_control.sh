#!/bin/sh
# test_docs_control.sh - the C of docs/control.md and docs/elasto-plastic.md compiles as it stands there.
. tests/kit/kit.sh

# code FILE FROM TO: what is indented by four between two headings
code() {
    awk -v from="$2" -v to="$3" '$0 ~ to && on { exit } $0 ~ from { on = 1 } on && sub(/^    /, "")' "$1"
}
compiles() {
    quietly "${BR_CC:-cc}" -std=c99 -Wall -Wextra -Wpedantic -Werror -Isrc -Iinclude -c "$1" -o "$1.o"
}

code docs/control.md '^## In a controller' '^`make bench`' >"$box/control.c"
is "functions of docs/control.md" 3 "$(grep -c '^{' "$box/control.c")"
compiles "$box/control.c"
{
    printf '#include "loop/friction/elasto.h"\nvoid refuse(void);\n'
    code docs/elasto-plastic.md '^# The elasto-plastic' '^## The parameters'
} >"$box/elasto.c"
is "functions of docs/elasto-plastic.md" 2 "$(grep -c '^{' "$box/elasto.c")"
compiles "$box/elasto.c"
