# sources.cmake - which sources there are, read off the folders and off line 1 of each file.
#
# src/tool is the executable and src/paper the experiments it reproduces; every other room goes into the library. A source whose first line says [target] is
# compiled as C99, and a second time with -DBR_FLOAT if it computes with br_real: all of src/loop, and whatever else
# includes num/base/real.h.

file(GLOB_RECURSE BRISTLE_ROOM_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
list(FILTER BRISTLE_ROOM_SOURCES EXCLUDE REGEX "/src/emit/templates/") # texts of packages, embedded
set(BRISTLE_TOOL_SOURCES ${BRISTLE_ROOM_SOURCES})
list(FILTER BRISTLE_TOOL_SOURCES INCLUDE REGEX "/src/tool/")
set(BRISTLE_PAPER_SOURCES ${BRISTLE_ROOM_SOURCES})
list(FILTER BRISTLE_PAPER_SOURCES INCLUDE REGEX "/src/paper/")
list(FILTER BRISTLE_ROOM_SOURCES EXCLUDE REGEX "/src/(tool|paper)/")

set(BRISTLE_HOST_SOURCES)
set(BRISTLE_TARGET_SOURCES)
set(BRISTLE_FLOAT_SOURCES)
foreach(source IN LISTS BRISTLE_ROOM_SOURCES)
    file(STRINGS ${source} first LIMIT_COUNT 1)
    if(first MATCHES "\\[target\\]")
        list(APPEND BRISTLE_TARGET_SOURCES ${source})
        file(STRINGS ${source} real REGEX "^#include \"num/base/real\\.h\"" LIMIT_COUNT 1)
        if(real OR source MATCHES "/src/loop/")
            list(APPEND BRISTLE_FLOAT_SOURCES ${source})
        endif()
    else()
        list(APPEND BRISTLE_HOST_SOURCES ${source})
    endif()
endforeach()

# bristle_objects(NAME "SOURCES" [DEFINITIONS...]): SOURCES as C99 objects, added to BRISTLE_TARGET_OBJECTS.
set(BRISTLE_TARGET_OBJECTS)
function(bristle_objects name sources)
    if(NOT sources)
        return()
    endif()
    add_library(${name} OBJECT ${sources})
    set_target_properties(${name} PROPERTIES C_STANDARD 99)
    target_compile_definitions(${name} PRIVATE ${ARGN})
    target_link_libraries(${name} PRIVATE bristle-rules bristle-sections)
    set(BRISTLE_TARGET_OBJECTS ${BRISTLE_TARGET_OBJECTS} $<TARGET_OBJECTS:${name}> PARENT_SCOPE)
endfunction()
