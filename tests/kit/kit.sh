# kit.sh - what the script tests share. Sourced in the root of the tree; ctest sets BR_BUILD, BR_TOOL and BR_CC.
# shellcheck shell=sh
set -eu
unset MAKEFLAGS DESTDIR
SOURCE_DATE_EPOCH=1700000000 # reports have a date at the top
export SOURCE_DATE_EPOCH
box=$(mktemp -d) # the test's own folder
trap 'rm -rf "$box"' EXIT

# needs TOOL: skips the test where TOOL is absent.
needs() {
    command -v "$1" >/dev/null 2>&1 || { echo "skipped: needs $1 (scripts/deps all)"; exit 77; }
}

# sanitized: is the tool built with AddressSanitizer? It is slow then.
sanitized() {
    LC_ALL=C grep -q __asan_init "$BR_TOOL"
}

# quietly COMMAND...: what it prints is shown only if it fails.
quietly() {
    "$@" >"$box/log" 2>&1 || { sed "s/^/  | /" "$box/log"; echo "FAIL: $*"; exit 1; }
}

# is WORDS EXPECTED FOUND
is() {
    [ "$2" = "$3" ] || { echo "FAIL: $1: expected '$2', found '$3'"; exit 1; }
}

# has WORDS FILE TEXT: a line of FILE has TEXT in it.
has() {
    grep -qF -- "$3" "$2" || { echo "FAIL: $1: no '$3' in: $(head -n 5 "$2")"; exit 1; }
}

# between LOW HIGH NUMBER WORDS: NUMBER is one, and within.
between() {
    awk -v low="$1" -v high="$2" -v n="$3" 'BEGIN { exit !(n ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ && n + 0 >= low && n + 0 <= high) }' ||
        { echo "FAIL: $4: $3 is not in $1..$2"; exit 1; }
}

# key FILE NAME: the first number or word behind a key of a JSON file
key() { sed -n "s/.*\"$2\": \"*\([-+0-9.a-z]*\)\"*,*\$/\1/p" "$1" | head -n 1; }
# number FILE NAME KEY: of a parameter of the first law in a JSON file
number() { grep -F -A 3 "\"$2\": {" "$1" | sed -n "s/.*\"$3\": \([-0-9.e]*\).*/\1/p" | head -n 1; }

# wrong CODE WORDS ARGUMENT...: the tool must end with CODE and one clean line that has WORDS in it; else failed becomes 1.
failed=0
wrong() {
    [ -n "$2" ] || { echo "FAIL: wrong and fails need a text to look for"; exit 1; }
    code=$1 words=$2
    shift 2
    found=0
    "$BR_TOOL" "$@" >"$box/out" 2>"$box/err" </dev/null || found=$?
    shown=$(printf '%s ' "$@" | cut -c 1-100)
    if [ $found -ne "$code" ]; then
        echo "FAIL: bristle $shown: exit code $found, expected $code: $(head -n 3 "$box/err")"
        failed=1
    elif [ "$(wc -l <"$box/err")" -ne 1 ]; then
        echo "FAIL: bristle $shown: not one line: $(cat "$box/err")"
        failed=1
    elif LC_ALL=C grep -q '[^ -~]' "$box/err"; then
        echo "FAIL: bristle $shown: raw characters on stderr"
        failed=1
    elif ! grep -qF -- "$words" "$box/err"; then
        echo "FAIL: bristle $shown: no word of '$words' in: $(cat "$box/err")"
        failed=1
    elif [ -s "$box/out" ]; then
        echo "FAIL: bristle $shown: something on standard output"
        failed=1
    fi
}
