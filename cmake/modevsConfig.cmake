# find_package(modevs) gives the program modevs::modevs and, with their headers, the libraries
# modevs::shared, modevs::static and modevs::runtime, which holds no compiler.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/modevsTargets.cmake")

# modevs_add_model(TARGET MODEL.mo|CLASS [NAME]): adds a Modelica model to a C target as NAME.c and
# NAME.h (without it: the name of the file, or the last one of the class), compiled so that its
# results are those of modevs run.
function(modevs_add_model target model)
	if(ARGC GREATER 2)
		set(name ${ARGV2})
	else()
		string(REGEX REPLACE "\\.mo$" "" name ${model})
		string(REGEX REPLACE "^.*[./]" "" name ${name})
	endif()
	set(depends "")
	if(model MATCHES "\\.mo$")
		get_filename_component(model ${model} ABSOLUTE)
		set(depends ${model})
	endif()
	set(base ${CMAKE_CURRENT_BINARY_DIR}/${name})
	add_custom_command(OUTPUT ${base}.c ${base}.h
		COMMAND modevs::modevs build ${model} --kind c -o ${base}
		DEPENDS ${depends} VERBATIM)
	target_sources(${target} PRIVATE ${base}.c)
	set_source_files_properties(${base}.c PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-fno-math-errno")
	target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
	target_link_libraries(${target} PRIVATE modevs::runtime)
endfunction()
