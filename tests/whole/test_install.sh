#!/bin/sh
# test_install.sh - the program of the README builds against the installed library, by pkg-config and by find_package.
. tests/kit/kit.sh
quietly cmake --install "$BR_BUILD" --prefix "$box/first"
HOME=$box/home
mkdir "$HOME"
mv "$box/first" "$HOME/.local" # an installed tree can be moved
prefix=$HOME/.local
version=$("$prefix/bin/bristle" --version)

# the manual page and the headers point to them; pages about the source tree stay there
pages=$(find "$prefix/share/doc" -name '*.md' -exec basename {} \; | sort | tr '\n' ' ')
is "installed pages" "json.md laws.md papers.md " "$pages"

# block FIRST: the indented block of the README that starts with FIRST, as somebody copies it.
block() {
    awk -v first="    $1" 'index($0, first) == 1 { on = 1 } on && NF && !/^    / { exit } on { print substr($0, 5) }' README.md
}
mkdir "$box/outside"
block '#include <bristle' >"$box/outside/main.c"
block 'cmake_minimum_required' >"$box/outside/CMakeLists.txt"
block 'export PKG_CONFIG_PATH' | sed "s:^cc :$BR_CC -Wall -Wextra -Werror :" >"$box/outside/by_pkg_config"

quietly cmake -S "$box/outside" -B "$box/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$BR_CC"
quietly cmake --build "$box/cmake"
is "by find_package" "F = 0.389918 N" "$("$box/cmake/main")"

# Every public header stands alone, in C99 and, where there is a compiler for it, in C++.
for header in "$prefix"/include/bristle/*.h; do
    echo "#include <bristle/${header##*/}>" >"$box/alone.c"
    quietly "$BR_CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -I "$prefix/include" -fsyntax-only "$box/alone.c"
    if command -v c++ >/dev/null; then
        quietly c++ -x c++ -std=c++11 -Wall -Wextra -Werror -I "$prefix/include" -fsyntax-only "$box/alone.c"
    fi
done

needs pkg-config
export HOME
is "by pkg-config" "F = 0.389918 N" "$(cd "$box/outside" && sh -eu by_pkg_config)"
is "version" "$version" "bristle $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --modversion bristle)"
