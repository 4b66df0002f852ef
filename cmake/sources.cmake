# sources/ of exported FMUs (`modevs build --kind fmu2`): those of the runtime that a model as C
# needs, without SUNDIALS, KLU, LAPACK, libffi, machine code and threads; src/runtime/bare has what
# stands for them. This is the one list. sources.sh copies the files with their headers into one
# folder, so that compilers need no options, and writes list.txt, which modevs reads.
set(MDV_BARE ${MDV_SOURCES})
list(FILTER MDV_BARE INCLUDE REGEX
	"^src/(base|ir|model|options|vm|runtime/(bare|devs|ext|fmi|fnatomic|native|parts|plan|plant|proof|rt|solver|system))/")
list(FILTER MDV_BARE EXCLUDE REGEX "^src/base/(debugger|diag|diag_json|match|scc|team)\\.c")
list(FILTER MDV_BARE EXCLUDE REGEX "/(ir|model)_(print|check)\\.c")
list(FILTER MDV_BARE EXCLUDE REGEX "^src/options/(argument|exit_status|option_set|options|options_table)\\.c")
list(FILTER MDV_BARE EXCLUDE REGEX "/vm(|_batch|_code|_encode|_encode_order|_encode_tile|_ffi|_foreign|_jit|_sine)\\.c")
list(FILTER MDV_BARE EXCLUDE REGEX "/(newton_kinsol|sparse_klu|auto|interrupt|quanta|atomic|native_main|lapack|include)\\.c")
list(FILTER MDV_BARE EXCLUDE REGEX "/solver_(cvode|dense|ida|sundials|vector)\\.c")

set(MDV_SOURCES_DIR ${CMAKE_BINARY_DIR}/sources)
file(GLOB_RECURSE MDV_HEADERS CONFIGURE_DEPENDS src/*.h include/modevs/*.h)
add_custom_command(OUTPUT ${MDV_SOURCES_DIR}/list.txt
	COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/sources.sh ${MDV_SOURCES_DIR} ${PROJECT_VERSION} ${MDV_BARE}
	DEPENDS cmake/sources.sh cmake/sources.txt ${MDV_BARE} ${MDV_HEADERS}
	WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
add_custom_target(modevs_sources DEPENDS ${MDV_SOURCES_DIR}/list.txt)
add_dependencies(modevs modevs_sources)
install(DIRECTORY ${MDV_SOURCES_DIR}/ DESTINATION share/modevs/sources)
