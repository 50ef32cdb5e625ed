#!/bin/sh
# test_build.sh - K6: the same bytes in any folder, without git, with one job or two, below DESTDIR; the sources stay as they are.
#
# BR_COUNT of a million or more (make soak): library, tool and all that is installed; else the [target] sources.
. tests/kit/kit.sh
unset CMAKE_C_COMPILER_LAUNCHER
whole=no
[ "${BR_COUNT:-0}" -lt 1000000 ] || whole=yes
here=$box/one there="$box/another place/of the sources"

# copied FOLDER: the tree as somebody unpacks it, nobody may write to it
copied() {
    mkdir -p "$1"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$1"
    chmod -R a-w "$1"
}

# sums FOLDER: of all files in it
sums() {
    (cd "$1" && find . -type f -exec cksum {} + | sort -k 3)
}

# built FOLDER JOBS: in a folder of its own, "FOLDER built"
built() {
    sums "$1" >"$box/before"
    if [ $whole = yes ]; then
        quietly cmake -S "$1" -B "$1 built" -DCMAKE_C_COMPILER="$BR_CC" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_C_FLAGS_RELEASE=-O1
        quietly cmake --build "$1 built" --parallel "$2" --target bristle bristle-installed
        DESTDIR="$1 built/to" quietly cmake --install "$1 built"
    else
        quietly cmake -S "$1" -B "$1 built" -DCMAKE_C_COMPILER="$BR_CC" -DBRISTLE_TARGET_ONLY=ON -DCMAKE_C_FLAGS_RELEASE=-O0
        quietly cmake --build "$1 built" --parallel "$2"
    fi
    sums "$1" >"$box/after"
    quietly cmp "$box/before" "$box/after"
}

copied "$here"
copied "$there"
built "$here" 2
built "$there" 1
quietly cmp "$here built/libbristle.a" "$there built/libbristle.a"
! grep -aq -e "$box" "$here built/libbristle.a" || { echo "FAIL: the library names the folder of its sources"; exit 1; }
if [ $whole = yes ]; then
    quietly cmp "$here built/bristle" "$there built/bristle"
    quietly diff -r "$here built/to" "$there built/to"
    [ -x "$here built/to/usr/bin/bristle" ] || { echo "FAIL: nothing below DESTDIR"; exit 1; }
fi
chmod -R u+w "$here" "$there"
