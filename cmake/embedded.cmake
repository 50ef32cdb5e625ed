# embedded.cmake - the texts that travel inside the library: the laws, and the sources emitted packages are made of.
#
# Sets BRISTLE_EMBEDDED to the generated sources; src/law/builtin/embedded.h and src/file/page/texts.h declare what they define.

file(GLOB BRISTLE_LAWS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/laws/*.law ${PROJECT_SOURCE_DIR}/plants/*.law)
file(GLOB BRISTLE_ELEM CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/num/base/elem_*.h)
# What packages are made of, by line 1 as in sources.cmake.
file(GLOB_RECURSE candidates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/num/*.[ch] ${PROJECT_SOURCE_DIR}/src/loop/*.[ch])
list(PREPEND candidates ${PROJECT_SOURCE_DIR}/include/bristle/status.h)
set(BRISTLE_PACKAGED)
foreach(source IN LISTS candidates)
    file(STRINGS ${source} first LIMIT_COUNT 1)
    if(first MATCHES "\\[target\\]")
        list(APPEND BRISTLE_PACKAGED ${source})
    endif()
endforeach()

file(GLOB BRISTLE_FMU CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/fmu/*.[ch])
file(GLOB BRISTLE_TEMPLATES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/emit/templates/*.[ch])

file(GLOB_RECURSE BRISTLE_LAYOUTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/emit/layouts/*)

set(BRISTLE_EMBEDDED ${PROJECT_BINARY_DIR}/embedded.c)
set(list_file ${PROJECT_BINARY_DIR}/embedded-list.cmake)
# Changes, and so runs the embedding again, only when the list of files does.
file(CONFIGURE OUTPUT ${list_file} @ONLY CONTENT [[
set(LAWS "@BRISTLE_LAWS@")
set(ELEM "@BRISTLE_ELEM@")
set(FP "@PROJECT_SOURCE_DIR@/src/num/base/fp.h")
set(TILE "@PROJECT_SOURCE_DIR@/src/law/printed/tile.h")
set(TARGET "@BRISTLE_PACKAGED@")
set(FMU "@BRISTLE_FMU@")
set(TEMPLATES "@BRISTLE_TEMPLATES@")
set(LAYOUTS "@BRISTLE_LAYOUTS@")
]])
add_custom_command(
    OUTPUT ${BRISTLE_EMBEDDED}
    COMMAND ${CMAKE_COMMAND} -DLIST=${list_file} -DOUT=${BRISTLE_EMBEDDED} -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${BRISTLE_LAWS} ${BRISTLE_ELEM} ${BRISTLE_PACKAGED} ${BRISTLE_FMU} ${BRISTLE_TEMPLATES} ${BRISTLE_LAYOUTS} ${PROJECT_SOURCE_DIR}/src/law/printed/tile.h ${list_file} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding the laws"
    VERBATIM)

set(page ${PROJECT_BINARY_DIR}/page.c)
set(root ${PROJECT_SOURCE_DIR})
add_custom_command(
    OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -DROOT=${root} -DOUT=${page} -P ${root}/cmake/embed_page.cmake
    DEPENDS ${root}/src/file/page/report.css ${root}/src/file/page/figure.css ${root}/src/file/page/plots.js
        ${root}/src/file/page/report.js
        ${root}/third_party/uplot/uPlot.iife.js ${root}/third_party/uplot/uPlot.min.css ${root}/cmake/embed_page.cmake
    COMMENT "Embedding styles and scripts of reports"
    VERBATIM)
list(APPEND BRISTLE_EMBEDDED ${page})
