#!/bin/sh
# test_install.sh - an outside program builds against the installed library, by pkg-config and by find_package.
. tests/kit.sh
quietly cmake --install "$BR_BUILD" --prefix "$box/first"
mv "$box/first" "$box/prefix" # an installed tree can be moved
version=$("$box/prefix/bin/bristle" --version)

for page in laws.md json.md; do # the manual page and the headers point to them
    [ -n "$(find "$box/prefix/share/doc" -name $page)" ] || { echo "FAIL: $page is not installed"; exit 1; }
done

mkdir "$box/outside"
cat >"$box/outside/main.c" <<'C'
#include <bristle/friction.h>
#include <stdio.h>
int main(void)
{
    br_friction *f;
    br_diag why;
    double p[8], u[] = {1e-3}, z[] = {1e-6}, out[2];
    if (br_friction_open(&f, "lugre", "table-I", NULL, &why) != BR_OK) {
        fprintf(stderr, "%s\n", why.text);
        return 4;
    }
    br_friction_parameters(f, p);
    br_friction_rate(f, 1, z, NULL, u, p, out);
    printf("F = %.6f N\n", out[1]);
    br_friction_close(f);
    return 0;
}
C
cat >"$box/outside/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(outside LANGUAGES C)
find_package(bristle 0.1 REQUIRED)
add_executable(outside main.c)
target_link_libraries(outside PRIVATE bristle::bristle)
CMAKE

quietly cmake -S "$box/outside" -B "$box/cmake" -DCMAKE_PREFIX_PATH="$box/prefix" -DCMAKE_C_COMPILER="$BR_CC"
quietly cmake --build "$box/cmake"
is "by find_package" "F = 0.389918 N" "$("$box/cmake/outside")"

# Every public header stands alone, in C99 and, where there is a compiler for it, in C++.
for header in "$box"/prefix/include/bristle/*.h; do
    echo "#include <bristle/${header##*/}>" >"$box/alone.c"
    quietly "$BR_CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -I "$box/prefix/include" -fsyntax-only "$box/alone.c"
    if command -v c++ >/dev/null; then
        quietly c++ -x c++ -std=c++11 -Wall -Wextra -Werror -I "$box/prefix/include" -fsyntax-only "$box/alone.c"
    fi
done

needs pkg-config
PKG_CONFIG_PATH=$(dirname "$(find "$box/prefix" -name bristle.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # a list of words
quietly "$BR_CC" "$box/outside/main.c" $(pkg-config --cflags --libs bristle) -o "$box/by_pkg_config"
is "by pkg-config" "F = 0.389918 N" "$("$box/by_pkg_config")"
is "version" "$version" "bristle $(pkg-config --modversion bristle)"
