# install.cmake - headers, libraries, tool, manual page, and how other builds find them (pkg-config and CMake).
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bristle)
set(shared_libraries bristle-call)
if(TARGET bristle-shared)
    list(APPEND shared_libraries bristle-shared)
endif()
install(TARGETS ${BRISTLE_INSTALLED} EXPORT bristleTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${shared_libraries} EXPORT bristleTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS bristle-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
add_custom_target(bristle-installed) # all that `cmake --install` copies
add_dependencies(bristle-installed ${BRISTLE_INSTALLED} ${shared_libraries} bristle-tool)

# The Python package, where the interpreter looks below a prefix: site-packages, or Debian's dist-packages.
find_program(BRISTLE_PYTHON python3)
if(BRISTLE_PYTHON)
    execute_process(COMMAND ${BRISTLE_PYTHON} -c "import sys
folder = 'dist' if any(p.endswith('dist-packages') for p in sys.path) else 'site'
print(f'lib/python{sys.version_info.major}.{sys.version_info.minor}/{folder}-packages', end='')"
        OUTPUT_VARIABLE python_dir RESULT_VARIABLE failed)
endif()
if(BRISTLE_PYTHON AND NOT failed)
    install(DIRECTORY python/bristle DESTINATION ${python_dir} PATTERN "__pycache__" EXCLUDE)
else()
    message(STATUS "bristle: no python3: the Python package is not installed (Debian: python3)")
endif()
install(DIRECTORY include/bristle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(EXISTS ${PROJECT_SOURCE_DIR}/man/bristle.1)
    install(FILES man/bristle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
# The playground, where 'make playground' has made it.
install(DIRECTORY docs/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/bristle FILES_MATCHING PATTERN "*.json")
install(DIRECTORY ${PROJECT_BINARY_DIR}/playground DESTINATION ${CMAKE_INSTALL_DATADIR}/bristle OPTIONAL)
# Pages that the headers and the manual page name; those about the source tree stay there.
file(GLOB naming CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/bristle/*.h ${PROJECT_SOURCE_DIR}/man/bristle.1)
set(pages docs/papers.md)
foreach(file IN LISTS naming)
    file(READ ${file} text)
    string(REGEX MATCHALL "docs/[a-z0-9-]+\\.md" named "${text}")
    list(APPEND pages ${named})
endforeach()
list(REMOVE_DUPLICATES pages)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/c DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")

install(EXPORT bristleTargets NAMESPACE bristle:: DESTINATION ${package_dir})
configure_package_config_file(cmake/bristleConfig.cmake.in bristleConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(bristleConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bristleConfig.cmake ${PROJECT_BINARY_DIR}/bristleConfigVersion.cmake
    DESTINATION ${package_dir})

# What a static link needs, too: as modules of pkg-config where it knows them, which then say what these need.
find_package(PkgConfig QUIET)
set(pc_modules)
set(pc_libs -lm)
set(pc_static -lm)
if(BRISTLE_THREADS)
    string(APPEND pc_libs " ${BRISTLE_THREADS}")
    string(APPEND pc_static " ${BRISTLE_THREADS}")
endif()
foreach(name IN LISTS BRISTLE_OPTIONAL_LIBRARIES)
    string(REGEX REPLACE "^z$" "zlib" module ${name})
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(BRISTLE_MODULE_${name} QUIET ${module})
    endif()
    if(BRISTLE_MODULE_${name}_FOUND)
        string(APPEND pc_modules " ${module}")
    else()
        string(APPEND pc_libs " -l${name}")
    endif()
    string(APPEND pc_static " -l${name}")
endforeach()
if(BRISTLE_GC_SECTIONS AND NOT BRISTLE_INSTALLED STREQUAL bristle)
    string(PREPEND pc_static "-Wl,--gc-sections ")
    string(PREPEND pc_libs "-Wl,--gc-sections ")
endif()

# The prefix is said relative to the file, so that an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(module bristle bristle-static bristle-call)
    configure_file(cmake/${module}.pc.in ${module}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
