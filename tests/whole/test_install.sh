#!/bin/sh
# test_install.sh - programs build against the installed libraries, static and shared, by pkg-config and by find_package, and run.
. tests/kit/kit.sh
quietly cmake --install "$BR_BUILD" --prefix "$box/first"
HOME=$box/home
mkdir "$HOME"
mv "$box/first" "$HOME/.local" # an installed tree can be moved
prefix=$HOME/.local
version=$("$prefix/bin/bristle" --version)

# the manual page and the headers point to them; pages about the source tree stay there
pages=$(find "$prefix/share/doc" -name '*.md' ! -path '*/c/*' -exec basename {} \; | sort | tr '\n' ' ')
named=$({ grep -ohE 'docs/[a-z0-9-]+\.md' include/bristle/*.h man/bristle.1; echo docs/papers.md; } | sed 's:docs/::' | sort -u | tr '\n' ' ')
is "installed pages" "$named" "$pages"
is "pages of headers" "$(cd include/bristle && echo *.h)" "$(cd "$prefix"/share/doc/*/c && for page in *.md; do echo "${page%.md}.h"; done | paste -sd' ' -)"

# block FIRST: the indented block of the README that starts with FIRST, as somebody copies it.
block() {
    awk -v first="    $1" 'index($0, first) == 1 { on = 1 } on && NF && !/^    / { exit } on { print substr($0, 5) }' README.md
}
answer='FC = 1.20 +- 0.01 N'
has "what the program prints" README.md "print \`$answer\`"
mkdir "$box/outside"
block '#include <bristle' >"$box/outside/main.c"
block 'cmake_minimum_required' >"$box/outside/CMakeLists.txt"
block 'export PKG_CONFIG_PATH' | sed "s:^cc :$BR_CC -Wall -Wextra -Werror :" >"$box/outside/by_pkg_config"

quietly cmake -S "$box/outside" -B "$box/cmake" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$BR_CC"
quietly cmake --build "$box/cmake"
is "by find_package" "$answer" "$("$box/cmake/main")"

# Every public header stands alone, in C99, in C11 and, where there is a compiler for it, in C++.
for header in "$prefix"/include/bristle/*.h; do
    echo "#include <bristle/${header##*/}>" >"$box/alone.c"
    for standard in c99 c11; do
        quietly "$BR_CC" -std=$standard -Wall -Wextra -Wpedantic -Wc++-compat -Werror -I "$prefix/include" -fsyntax-only "$box/alone.c"
    done
    if command -v c++ >/dev/null; then
        quietly c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I "$prefix/include" -fsyntax-only "$box/alone.c"
    fi
done

# What is installed, not what is built: public functions only.
CC=$BR_CC
export CC
library=
for header in "$prefix"/include/bristle/*.h; do
    [ "${header##*/}" = call.h ] || library="$library $header"
done
for installed in libbristle.so libbristle.a; do
    # shellcheck disable=SC2086 # a list of headers
    quietly scripts/check-public "$prefix/lib/$installed" $library
done

# Every target of the CMake package.
mkdir "$box/each"
cp "$box/outside/main.c" "$box/each/main.c"
cat >"$box/each/call.c" <<'END'
#include <bristle/call.h>
#include <bristle/friction.h>
#include <stdio.h>

int main(void)
{
    const char *word[] = {"eval", "lugre", "--params", "table-I", "--at", "v = 1e-3 m/s, z = 1e-6 m"};
    br_answer *a;
    br_diag why;
    br_friction *f;
    if (br_call(&a, word, 6, NULL, 0, &why) != BR_OK || br_friction_open(&f, "lugre", "table-I", NULL, &why) != BR_OK)
        return fprintf(stderr, "%s\n", why.text), 4;
    printf("%d parameters, %s\n", br_friction_count(f, BR_FRICTION_PARAMETERS), a->size > 0 ? "an answer" : "none");
    br_answer_free(a);
    br_friction_close(f);
    return 0;
}
END
cat >"$box/each/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(each LANGUAGES C)
find_package(bristle 0.1 REQUIRED)
foreach(kind bristle shared call)
    add_executable(${kind} main.c)
    target_link_libraries(${kind} PRIVATE bristle::${kind})
endforeach()
add_executable(commands call.c)
target_link_libraries(commands PRIVATE bristle::call)
END
quietly cmake -S "$box/each" -B "$box/each/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$BR_CC" -DCMAKE_C_FLAGS='-Wall -Wextra -Werror'
quietly cmake --build "$box/each/build"
for kind in bristle shared call; do
    is "bristle::$kind" "$answer" "$("$box/each/build/$kind")"
done
is "commands by bristle::call" "6 parameters, an answer" "$("$box/each/build/commands")"

# libraries PROGRAM: those of bristle that it needs to run
libraries() {
    readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(libbristle.*\)\]/\1/p' | tr '\n' ' '
}
major=${version#bristle } # of the soname, too
major=${major%%.*}
if command -v readelf >/dev/null; then
    is "bristle::bristle needs" "" "$(libraries "$box/each/build/bristle")"
    is "bristle::shared needs" "libbristle.so.$major " "$(libraries "$box/each/build/shared")"
    is "bristle::call needs" "libbristle-call.so.$major " "$(libraries "$box/each/build/call")"
fi

needs pkg-config
export HOME
is "by pkg-config" "$answer" "$(cd "$box/outside" && sh -eu by_pkg_config)"
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export PKG_CONFIG_PATH
is "version" "$version" "bristle $(pkg-config --modversion bristle)"

# linked PROGRAM SOURCE ARGUMENT...: by what pkg-config answers
linked() {
    program=$1 source=$2
    shift 2
    # shellcheck disable=SC2046 # a list of words
    quietly "$BR_CC" -Wall -Wextra -Werror "$box/each/$source" -o "$box/$program" $(pkg-config --cflags --libs "$@")
}
linked shared main.c bristle
is "bristle.pc" "$answer" "$(LD_LIBRARY_PATH=$prefix/lib "$box/shared")"
linked static main.c bristle-static
is "bristle-static.pc" "$answer" "$("$box/static")"
echo 'int main(void) { return 0; }' >"$box/nothing.c"
if "$BR_CC" -static "$box/nothing.c" -o "$box/nothing" 2>/dev/null; then # where the C library has an archive
    # shellcheck disable=SC2046
    quietly "$BR_CC" -static "$box/each/main.c" -o "$box/whole" $(pkg-config --cflags --libs bristle-static)
    is "cc -static" "$answer" "$("$box/whole")"
fi
linked call call.c bristle-call
is "bristle-call.pc" "6 parameters, an answer" "$(LD_LIBRARY_PATH=$prefix/lib "$box/call")"
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2046
    quietly c++ -x c++ -Wall -Wextra -Werror "$box/each/main.c" -x none -o "$box/cplusplus" $(pkg-config --cflags --libs bristle-static)
    is "a C++ program" "$answer" "$("$box/cplusplus")"
fi

# A program may use every name that the library uses inside.
# shellcheck disable=SC2086
{
    scripts/public-names $library | sed 's/^/public /'
    nm -g --defined-only "$BR_BUILD/libbristle.a" | awk 'NF == 3 { print "inside", $3 }'
} | awk '$1 == "public" { public[$2] } $1 == "inside" && !($2 in public) && !seen[$2]++ { print "char " $2 "[16] = \"of the program\";" }' >"$box/each/names.c"
between 1000 100000 "$(wc -l <"$box/each/names.c")" "internal names"
cat "$box/each/names.c" "$box/each/main.c" >"$box/each/clash.c"
linked clash clash.c bristle-static
is "internal names in a program, static" "$answer" "$("$box/clash")"
linked clash clash.c bristle
is "internal names in a program, shared" "$answer" "$(LD_LIBRARY_PATH=$prefix/lib "$box/clash")"

# --static is for a tree that has the archive only
mkdir "$box/shared libraries"
mv "$prefix"/lib/libbristle.so* "$box/shared libraries"
linked alone main.c --static bristle
is "bristle.pc --static" "$answer" "$("$box/alone")"
