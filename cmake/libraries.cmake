# The libraries that are installed. Each is one relocatable object, with the solvers, LAPACK and
# libffi inside, in which no name but mdv_* is global: a program may use all others for its own
# functions, and needs nothing but the system's libraries.
#   libmodevs.a, libmodevs.so   everything
#   libmodevs_rt.a              without the compiler: for models as C
# Libraries of which there is no archive are named to the linker.
set(MDV_EMBEDDED "")
set(MDV_NEEDED "")
foreach(lib ${MDV_SOLVER_LIBS} ${MDV_LAPACK} ${MDV_FFI} ${MDV_ZLIB} ${MDV_EXPAT})
	if(lib MATCHES "\\.a$")
		list(APPEND MDV_EMBEDDED ${lib})
	else()
		string(REGEX REPLACE "^.*/lib(.*)\\.so[.0-9]*$" "-l\\1" lib ${lib})
		list(APPEND MDV_NEEDED ${lib})
	endif()
endforeach()

# NAME.o of internal archives.
function(mdv_seal name)
	set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
	set(archives ${ARGN})
	list(TRANSFORM archives REPLACE "(.+)" "$<TARGET_FILE:\\1>")
	add_custom_command(OUTPUT ${object}
		COMMAND ${CMAKE_LINKER} -r -o ${object}
			--whole-archive ${archives} --no-whole-archive --start-group ${MDV_EMBEDDED} --end-group
		COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=mdv_* ${object}
		DEPENDS ${ARGN} foreign VERBATIM)
endfunction()

# A library of NAME.o: TARGET, of the kind STATIC or SHARED.
function(mdv_library target kind name)
	set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
	add_library(${target} ${kind} ${object})
	set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
	set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C OUTPUT_NAME ${name})
	target_link_libraries(${target} PUBLIC ${MDV_NEEDED} Threads::Threads ${CMAKE_DL_LIBS} m)
	target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:include>)
endfunction()

mdv_seal(modevs modevs_inner modevs_inner_rt)
mdv_seal(modevs_rt modevs_inner_rt)
mdv_library(modevs_static STATIC modevs)
mdv_library(modevs_shared SHARED modevs)
mdv_library(modevs_runtime STATIC modevs_rt)
# Calls inside of it go straight; until 1.0 a new minor version is another library.
target_link_options(modevs_shared PRIVATE LINKER:-Bsymbolic-functions)
if(NOT MDV_INSTRUMENT) # the program has what sanitizers need
	target_link_options(modevs_shared PRIVATE LINKER:-z,defs)
endif()
set_target_properties(modevs_shared PROPERTIES VERSION ${PROJECT_VERSION}
	SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
