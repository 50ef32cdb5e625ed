# libraries.cmake - what is installed of the library: libbristle.so, and libbristle.a with the public functions as its only globals.
#
# One idea for all of them: sources are compiled with hidden visibility, and public headers mark their functions with
# BR_PUBLIC. Shared libraries export what is not hidden; in the installed archive everything hidden is local. There is no
# list of names (tests/whole/test_public.sh compares with the headers). Tests and the tool link the target bristle, which
# has all symbols. Nothing is compiled twice.
include(CheckLinkerFlag)
check_linker_flag(C LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/public.map BRISTLE_VERSION_SCRIPTS)
if(NOT BRISTLE_SANITIZE)
    check_linker_flag(C LINKER:--gc-sections BRISTLE_GC_SECTIONS)
endif()
check_linker_flag(C LINKER:--as-needed BRISTLE_AS_NEEDED)
set(BRISTLE_OBJECTS $<TARGET_OBJECTS:bristle> ${BRISTLE_TARGET_OBJECTS})

# bristle_exports_public(TARGET): soname, version, and public functions only.
function(bristle_exports_public target)
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    if(BRISTLE_VERSION_SCRIPTS)
        target_link_options(${target} PRIVATE LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/public.map)
        set_target_properties(${target} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/public.map)
    endif()
    target_link_options(${target} PRIVATE $<$<BOOL:${BRISTLE_GC_SECTIONS}>:LINKER:--gc-sections>)
endfunction()

set(BRISTLE_INSTALLED bristle) # the target that is installed as libbristle.a
if(BRISTLE_SANITIZE)
    return()
endif()

add_library(bristle-shared SHARED ${BRISTLE_OBJECTS})
add_library(bristle::shared ALIAS bristle-shared)
set_target_properties(bristle-shared PROPERTIES OUTPUT_NAME bristle EXPORT_NAME shared LINKER_LANGUAGE C)
bristle_exports_public(bristle-shared)
target_link_options(bristle-shared PRIVATE $<$<BOOL:${BRISTLE_AS_NEEDED}>:LINKER:--as-needed>)
target_link_libraries(bristle-shared PRIVATE m ${BRISTLE_THREADS} ${BRISTLE_OPTIONAL_LIBRARIES})

# The installed archive holds one object: all of the library, linked with each other, its hidden symbols made local.
if(NOT CMAKE_SYSTEM_NAME STREQUAL Linux OR NOT CMAKE_OBJCOPY OR "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_RELEASE}" MATCHES "-flto"
        OR CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    message(STATUS "bristle: no Linux, no objcopy, or -flto: the installed libbristle.a has internal symbols, too")
    return()
endif()
check_linker_flag(C LINKER:--unique BRISTLE_UNIQUE) # functions of one name in several files keep sections of their own
separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}") # -m32, --target
set(public_object ${PROJECT_BINARY_DIR}/bristle-public.o)
add_custom_command(
    OUTPUT ${public_object}
    COMMAND ${CMAKE_C_COMPILER} ${flags} -r -nostdlib $<$<BOOL:${BRISTLE_UNIQUE}>:-Wl,--unique> -Wl,--whole-archive
        $<TARGET_FILE:bristle> -o ${public_object}.all
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${public_object}.all ${public_object}
    COMMAND ${CMAKE_COMMAND} -E rm ${public_object}.all
    DEPENDS bristle
    COMMENT "Making internal symbols local"
    COMMAND_EXPAND_LISTS VERBATIM)
add_library(bristle-public STATIC ${public_object})
set_target_properties(bristle-public PROPERTIES OUTPUT_NAME bristle EXPORT_NAME bristle LINKER_LANGUAGE C
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/public)
set_source_files_properties(${public_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_include_directories(bristle-public INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(bristle-public INTERFACE m ${BRISTLE_THREADS} ${BRISTLE_OPTIONAL_LIBRARIES})
target_link_options(bristle-public INTERFACE $<$<BOOL:${BRISTLE_GC_SECTIONS}>:LINKER:--gc-sections>)
set(BRISTLE_INSTALLED bristle-public)
