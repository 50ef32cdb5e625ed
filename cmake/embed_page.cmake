# embed_page.cmake - writes styles and scripts of reports as C arrays. Run as: cmake -DROOT=folder -DOUT=page.c -P embed_page.cmake
#
# Without indentation, lines that are comments and empty lines: the readable files stand in the tree.
cmake_minimum_required(VERSION 3.20)

set(arrays "")
foreach(pair IN ITEMS page_style=src/file/page/report.css figure_style=src/file/page/figure.css
        plots_script=src/file/page/plots.js page_script=src/file/page/report.js uplot_style=third_party/uplot/uPlot.min.css
        uplot_script=third_party/uplot/uPlot.iife.js)
    string(REGEX REPLACE "=.*" "" name ${pair})
    string(REGEX REPLACE ".*=" "" file ${pair})
    file(READ ${ROOT}/${file} text)
    string(REGEX REPLACE "\n[ \t]+" "\n" text "\n${text}\n")
    string(REGEX REPLACE "\n//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "\n\n+" "\n" text "${text}")
    string(REGEX REPLACE "^\n" "" text "${text}")
    string(HEX "${text}" hex)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?)" "\\1\n" hex "${hex}")
    string(APPEND arrays "static const unsigned char bytes_of_${name}[] = {\n${hex}0};\n"
        "const char *const br_${name} = (const char *)bytes_of_${name};\n")
endforeach()
file(WRITE ${OUT} "// Written by cmake/embed_page.cmake; do not edit.\n#include \"num/base/fp.h\"\n\n#include \"file/page/texts.h\"\n\n${arrays}")
