# kit.sh - what the script tests share. Sourced in the root of the tree; ctest sets BR_BUILD, BR_TOOL and BR_CC.
# shellcheck shell=sh
set -eu
unset MAKEFLAGS DESTDIR
box=$(mktemp -d) # the test's own folder
trap 'rm -rf "$box"' EXIT

# needs TOOL: skips the test where TOOL is absent.
needs() {
    command -v "$1" >/dev/null 2>&1 || { echo "skipped: needs $1 (scripts/deps all)"; exit 77; }
}

# quietly COMMAND...: what it prints is shown only if it fails.
quietly() {
    "$@" >"$box/log" 2>&1 || { sed "s/^/  | /" "$box/log"; echo "FAIL: $*"; exit 1; }
}

# is WORDS EXPECTED FOUND
is() {
    [ "$2" = "$3" ] || { echo "FAIL: $1: expected '$2', found '$3'"; exit 1; }
}
