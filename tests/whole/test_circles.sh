#!/bin/sh
# test_circles.sh - sources need each other in circles only where ARCHITECTURE.md says so, and no folder is too full to read.
. tests/kit/kit.sh
check=$PWD/scripts/check-circles
set +e
failed=0

"$check" "$BR_BUILD" >"$box/circles" || { cat "$box/circles"; echo "FAIL: circles of sources in this tree"; failed=1; }

full=$(find src tests -type f | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 45 { print $2 ": " $1 " files" }')
[ -z "$full" ] || { echo "FAIL: folders with more than 45 files: $full"; failed=1; }

# A small tree of two corridors, upper > lower; each case says what upper/a.c, upper/b.c and lower/c.c hold.
tree() {
    rm -rf "$box/tree"
    mkdir -p "$box/tree/src/room/upper" "$box/tree/src/room/lower" "$box/tree/build/CMakeFiles/x.dir/src/room/upper" \
        "$box/tree/build/CMakeFiles/x.dir/src/room/lower"
    cd "$box/tree" || exit 1
    printf '## The rooms\n    room    upper > lower\n## Circles\n%s' "$4" >ARCHITECTURE.md
    printf '%s\n' "$1" >src/room/upper/a.c
    printf '%s\n' "$2" >src/room/upper/b.c
    printf '%s\n' "$3" >src/room/lower/c.c
    for source in room/upper/a.c room/upper/b.c room/lower/c.c; do
        "${BR_CC:-cc}" -c src/$source -o build/CMakeFiles/x.dir/src/$source.o || exit 1
    done
}
# expect CODE TEXT: what check-circles must end with, and print (nothing: it prints nothing).
expect() {
    found=$("$check" build)
    code=$?
    [ $code -eq "$1" ] || { echo "FAIL: exit code $code, expected $1: $found"; failed=1; }
    case $found in
    *"$2"*) ;;
    *) echo "FAIL: no '$2' in: $found"; failed=1 ;;
    esac
    [ -n "$2" ] || [ -z "$found" ] || { echo "FAIL: printed: $found"; failed=1; }
}
a='int a(int n); int b(int n); int a(int n) { return n ? b(n - 1) : 0; }'
b='int a(int n); int b(int n) { return n; }'
back='int a(int n); int b(int n); int b(int n) { return n ? a(n - 1) : 1; }'
c='int c(void) { return 3; }'
tree "$a" "$b" "$c" ''
expect 0 ''
tree "$a" "$back" "$c" ''
expect 1 'room/upper/a.c room/upper/b.c: a circle that ARCHITECTURE.md does not name'
tree "$a" "$back" "$c" '    room/upper/a.c room/upper/b.c
'
expect 0 'room/upper/a.c room/upper/b.c'
tree "$a" "$b" "$c" '    room/upper/a.c room/upper/b.c
'
expect 1 'names a circle that is gone'
tree "$a" "$b" 'int b(int n); int c(void) { return b(3); }' ''
expect 1 'room/lower/c.c: calls b of room/upper/b.c'
exit $failed
