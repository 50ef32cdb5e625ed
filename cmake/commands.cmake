# commands.cmake - the commands once as objects; the tool bristle and the library libbristle-call are made of them.
#
# What differs stands in sources of their own: the tool has a process and somebody before it, and may be one of many
# processes (MPI); the library has none of these.
set(tool_alone front/main.c kit/terminal.c bound/bound_ranks.c open/reply.c open/serve.c)
set(call_alone kit/quiet.c bound/bound_ranks.c open/serve_none.c)
list(TRANSFORM tool_alone PREPEND ${PROJECT_SOURCE_DIR}/src/tool/)
list(TRANSFORM call_alone PREPEND ${PROJECT_SOURCE_DIR}/src/tool/)
list(REMOVE_ITEM BRISTLE_TOOL_SOURCES ${tool_alone} ${call_alone})

add_library(bristle-commands OBJECT ${BRISTLE_TOOL_SOURCES})
add_executable(bristle-tool ${tool_alone} $<TARGET_OBJECTS:bristle-commands>)
add_library(bristle-call SHARED ${call_alone} $<TARGET_OBJECTS:bristle-commands> ${BRISTLE_OBJECTS})
set_target_properties(bristle-tool PROPERTIES OUTPUT_NAME bristle)
foreach(target bristle-commands bristle-tool bristle-call)
    target_compile_definitions(${target} PRIVATE BR_VERSION="${PROJECT_VERSION}" _POSIX_C_SOURCE=200809L)
    target_link_libraries(${target} PRIVATE bristle-paper bristle bristle-rules Threads::Threads)
endforeach()

# Programs that link it find the functions of every public header in it.
bristle_exports_public(bristle-call)
set_target_properties(bristle-call PROPERTIES EXPORT_NAME call)
add_library(bristle::call ALIAS bristle-call)
