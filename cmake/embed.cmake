# embed.cmake - writes texts as C arrays. Run as: cmake -DLIST=file -DOUT=embedded.c -P embed.cmake
#
# Arrays of numbers, because C99 compilers need not take string literals longer than 4095 characters.
cmake_minimum_required(VERSION 3.20)
include(${LIST})

set(arrays "")
set(count 0)

# text_of(FILE NAME OUT): appends FILE to the arrays, and sets OUT to the br_text initialiser that names it.
function(text_of file name out)
    file(READ ${file} hex HEX)
    string(LENGTH "${hex}" digits)
    math(EXPR size "${digits} / 2")
    set(line "[0-9a-f][0-9a-f]")
    string(REGEX REPLACE "(${line})" "0x\\1," hex "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?)" "\\1\n" hex "${hex}")
    set(arrays "${arrays}static const unsigned char text${count}[] = {\n${hex}0};\n" PARENT_SCOPE)
    set(${out} "{\"${name}\", (const char *)text${count}, ${size}, 0}" PARENT_SCOPE)
    math(EXPR count "${count} + 1")
    set(count ${count} PARENT_SCOPE)
endfunction()

# Sorted by name, not by folder.
set(names "")
foreach(law IN LISTS LAWS)
    get_filename_component(name ${law} NAME_WE)
    if(name IN_LIST names)
        message(FATAL_ERROR "${law}: a law of the name ${name} exists already")
    endif()
    list(APPEND names ${name})
    set(file_of_${name} ${law})
endforeach()
list(SORT names)

set(rows "")
foreach(name IN LISTS names)
    text_of(${file_of_${name}} ${name} row)
    if(file_of_${name} MATCHES "/plants/[^/]*$")
        string(REPLACE ", 0}" ", 1}" row "${row}")
    endif()
    string(APPEND rows "    ${row},\n")
endforeach()

# The parts of the elementary functions as one text: the head of the first, then the sections of all, without their guards.
set(sections "")
foreach(part IN LISTS ELEM)
    file(READ ${part} text)
    string(FIND "${text}" "#endif" end REVERSE)
    set(start 0)
    if(NOT sections STREQUAL "")
        string(FIND "${text}" "//@ " start)
    endif()
    math(EXPR size "${end} - ${start}")
    string(SUBSTRING "${text}" ${start} ${size} text)
    string(APPEND sections "${text}")
endforeach()
file(WRITE ${OUT}.elem "${sections}")
text_of(${OUT}.elem elem elem)
file(REMOVE ${OUT}.elem)
text_of(${FP} fp.h fp)
text_of(${TILE} tile.h tile)

# What packages for controllers are made of, by their names in includes: num/base/sys.h, bristle/status.h.
set(target "")
foreach(source IN LISTS TARGET)
    string(REGEX REPLACE "^.*/(src|include)/" "" name ${source})
    text_of(${source} ${name} row)
    string(APPEND target "    ${row},\n")
endforeach()

# Rows of files by their names without folders.
foreach(list IN ITEMS FMU TEMPLATES)
    set(rows_of_${list} "")
    foreach(source IN LISTS ${list})
        get_filename_component(name ${source} NAME)
        text_of(${source} ${name} row)
        string(APPEND rows_of_${list} "    ${row},\n")
    endforeach()
endforeach()

# Files of layouts by their paths in src/emit/layouts.
set(layouts "")
foreach(source IN LISTS LAYOUTS)
    string(REGEX REPLACE "^.*/emit/layouts/" "" name ${source})
    text_of(${source} ${name} row)
    string(APPEND layouts "    ${row},\n")
endforeach()

file(WRITE ${OUT} "// Written by cmake/embed.cmake; do not edit.\n#include \"num/base/fp.h\"\n\n#include \"law/builtin/embedded.h\"\n\n"
    "${arrays}\n"
    "const br_text br_embedded_laws[] = {\n${rows}    {NULL, NULL, 0, 0},\n};\n"
    "const br_text br_embedded_elem = ${elem};\n"
    "const br_text br_embedded_fp = ${fp};\n"
    "const br_text br_embedded_tile = ${tile};\n"
    "const br_text br_embedded_target[] = {\n${target}    {NULL, NULL, 0, 0},\n};\n"
    "const br_text br_embedded_fmu[] = {\n${rows_of_FMU}    {NULL, NULL, 0, 0},\n};\n"
    "const br_text br_embedded_templates[] = {\n${rows_of_TEMPLATES}    {NULL, NULL, 0, 0},\n};\n"
    "const br_text br_embedded_layouts[] = {\n${layouts}    {NULL, NULL, 0, 0},\n};\n")
