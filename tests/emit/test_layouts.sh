#!/bin/sh
# test_layouts.sh - packages as build systems want them: the same sources in all, manifests by the rules of each, and each really compiled:
# by CMake, by what ESP-IDF and Zephyr make of their CMakeLists.txt, the sketch of Arduino for a Cortex-M4F.
. tests/kit/kit.sh
layouts='cmake platformio arduino esp-idf zephyr'
skipped=

# emit FOLDER LAYOUT
emit() {
    # shellcheck disable=SC2086
    quietly "$BR_TOOL" emit $model --prefix axis --layout "$2" -o "$1"
}

# compiles_by LAYOUT FOLDER: CMake with functions of its own for those of the build system, which compile what they are given
compiles_by() {
    mkdir "$box/own"
    printf '#include "axis.h"\nint main(void)\n{\n    static axis o;\n    return axis_init(&o);\n}\n' >"$box/own/main.c"
    {
        printf 'cmake_minimum_required(VERSION 3.10)\nproject(own C)\nadd_executable(own main.c)\n'
        case $1 in
        cmake) printf 'add_subdirectory(%s axis)\ntarget_link_libraries(own PRIVATE axis::axis)\n' "$2" ;;
        esp-idf) cat <<'CMAKE'
function(idf_component_register)
    cmake_parse_arguments(it "" "" "SRCS;INCLUDE_DIRS" ${ARGN})
    add_library(it STATIC ${it_SRCS})
    target_include_directories(it PUBLIC ${it_INCLUDE_DIRS})
endfunction()
CMAKE
            printf 'add_subdirectory(%s axis)\ntarget_link_libraries(own PRIVATE it m)\n' "$2" ;;
        zephyr) cat <<'CMAKE'
function(zephyr_library_named name)
    add_library(${name} STATIC)
    set(it ${name} PARENT_SCOPE)
endfunction()
macro(zephyr_library_sources)
    target_sources(${it} PRIVATE ${ARGN})
endmacro()
function(zephyr_include_directories)
    include_directories(${ARGN})
    target_include_directories(own PRIVATE ${ARGN})
endfunction()
set(CONFIG_BRISTLE_AXIS y)
CMAKE
            printf 'add_subdirectory(%s/zephyr axis)\ntarget_link_libraries(own PRIVATE bristle_axis m)\n' "$2" ;;
        esac
    } >"$box/own/CMakeLists.txt"
    quietly cmake -S "$box/own" -B "$box/own/build"
    quietly cmake --build "$box/own/build"
    quietly "$box/own/build/own"
    rm -r "$box/own"
}

# The sketch, for a Cortex-M4F, with all that Arduino gives it here declared and nothing else.
cat >"$box/Arduino.h" <<'END'
extern "C" unsigned long micros(void);
struct serial {
    void begin(long);
    void println(const char *);
    void println(double);
};
extern serial Serial;
END
sketches() {
    m4='-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16'
    command -v arm-none-eabi-g++ >/dev/null 2>&1 || { skipped="$skipped arm-none-eabi-g++"; return 0; }
    # shellcheck disable=SC2086
    {
        quietly arm-none-eabi-g++ -std=c++11 $m4 -O1 -Wall -Wextra -Werror -fno-exceptions -x c++ -include "$box/Arduino.h" -I "$1/src" -c "$1/examples/axis/axis.ino" -o "$box/sketch.o"
        quietly arm-none-eabi-gcc -std=gnu99 $m4 -O1 -Wall -Wextra -Werror -I "$1/src" -r -nostdlib "$1"/src/*.c "$box/sketch.o" -o "$box/all.o"
    }
    arm-none-eabi-nm -u "$box/all.o" | sed 's/^ *[Uw] //' | grep -vxE 'mem(cpy|set|move)|sqrtf?|micros|Serial|_ZN6serial.*|__(aeabi|mul|div|add|sub)[a-z0-9_]*' >"$box/wants" || return 0
    echo "FAIL: the sketch needs:"
    cat "$box/wants"
    exit 1
}

# all_of MODEL...: in all layouts
all_of() {
    model=$*
    rm -rf "$box/folder"
    emit "$box/folder" folder
    for layout in $layouts; do
        rm -rf "$box/it"
        emit "$box/it" "$layout"
        mkdir "$box/flat"
        cp "$box"/it/src/* "$box"/it/test/* "$box/flat"
        cp "$box/folder/README.md" "$box/flat"
        quietly diff -r "$box/folder" "$box/flat" # the same sources
        rm -r "$box/flat"
        is "$layout: names are filled in" "" "$(grep -rlE 'PREFIX|CAPITAL|RELEASE|SUBJECT|PERIOD|qprefixq' "$box/it" | grep -v '/src/\|/test/' || true)"
        if command -v python3 >/dev/null 2>&1; then quietly python3 tests/emit/layouts.py "$layout" "$box/it" axis; else skipped="$skipped python3"; fi
        case $layout in cmake | esp-idf | zephyr) compiles_by "$layout" "$box/it" ;; arduino) sketches "$box/it" ;; esac
        is "$layout: as it is used" 1 "$(grep -c "^It is a" "$box/it/README.md")"
    done
}

all_of lugre --params table-I --noise F=0.1N --observer ekf --float
# By itself CMake runs the self-test, and so does the command of every README.
for layout in folder $layouts; do
    rm -rf "$box/it"
    emit "$box/it" "$layout"
    (cd "$box/it" && quietly sh -c "$(sed -n 's/^    \(cc -std=c99 .*\)/\1/p' README.md)" && has "$layout" "$box/log" PASS) || exit 1
done
emit "$box/cmake" cmake
quietly cmake -S "$box/cmake" -B "$box/cmake/build"
quietly cmake --build "$box/cmake/build"
(cd "$box/cmake/build" && quietly ctest)
has "its self-test" "$box/log" '100% tests passed, 0 tests failed out of 1'

layouts='arduino cmake'
all_of sgms --params table-4.1 --noise F=0.1N,z=0.1N --observer mhe --horizon 4 --mixed
layouts=arduino
all_of elasto-plastic --params table-I --observer ep --float
all_of lugre --params table-I --mass 1 --rate 1000 --compensator dahl --float

# A folder is written whole or not at all, its inner folders, too; --force replaces what is there, and nothing else.
mkdir -p "$box/old/src" && echo mine >"$box/old/src/notes" && echo mine >"$box/old/test"
wrong 6 "$box/old" emit lugre --params table-I --observer ekf --layout cmake --prefix axis -o "$box/old" --force
is "nothing has changed" "$box/old $box/old/src $box/old/src/notes $box/old/test" "$(find "$box/old" | sort | tr '\n' ' ' | sed 's/ $//')"
rm "$box/old/test"
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --layout cmake --prefix axis -o "$box/old" --force
is "what else was there" mine "$(cat "$box/old/src/notes")"
rm "$box/old/src/notes"
quietly "$BR_TOOL" emit lugre --params table-I --observer ekf --layout cmake --prefix axis -o "$box/new"
quietly diff -r "$box/old" "$box/new"
wrong 6 'axis.c: is a folder' emit "$(rm "$box/new/src/axis.c" && mkdir "$box/new/src/axis.c" && echo lugre)" --params table-I --observer ekf --layout cmake --prefix axis -o "$box/new" --force

wrong 2 "--layout 'make' is not one of folder, arduino, cmake, esp-idf, platformio, zephyr" emit lugre --params table-I --observer ekf --layout make -o "$box/no"
wrong 2 "--layout '../cmake' is not one of" emit lugre --params table-I --observer ekf --layout ../cmake -o "$box/no"
wrong 2 '--layout needs a value' emit lugre --params table-I --observer ekf --layout '' -o "$box/no"
wrong 2 '--layout needs --observer or --compensator' emit lugre --layout cmake -o "$box/no"
wrong 2 '--layout cannot be combined with --fmu' emit lugre --params table-I --observer ekf --layout cmake --fmu 2 -o "$box/no"
wrong 2 "--prefix 'test' is a target of build systems" emit lugre --params table-I --observer ekf --layout cmake --prefix test -o "$box/no"
[ ! -e "$box/no" ] || { echo "FAIL: something is left"; exit 1; }
[ $failed = 0 ] || exit 1
[ -z "$skipped" ] || { echo "skipped: needs$(echo "$skipped" | tr ' ' '\n' | sort -u | tr '\n' ' ')(scripts/deps all); the rest passed"; exit 77; }
