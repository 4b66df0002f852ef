# make install: the program with its manual page and completions, the libraries with their public
# headers, the shipped Modelica library,
# and what CMake and pkg-config need to find them. Everything can be moved as a whole.
include(CMakePackageConfigHelpers)

set_target_properties(modevs_static PROPERTIES EXPORT_NAME static)
set_target_properties(modevs_shared PROPERTIES EXPORT_NAME shared)
set_target_properties(modevs_runtime PROPERTIES EXPORT_NAME runtime)
install(TARGETS modevs modevs_static modevs_shared modevs_runtime EXPORT modevsTargets
	RUNTIME DESTINATION bin LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
install(DIRECTORY include/modevs DESTINATION include)
install(DIRECTORY lib/ DESTINATION share/modevs/lib)
install(FILES ${CMAKE_BINARY_DIR}/modevs.man DESTINATION share/man/man1 RENAME modevs.1)
install(FILES ${CMAKE_BINARY_DIR}/modevs.completion-bash
	DESTINATION share/bash-completion/completions RENAME modevs)
install(FILES ${CMAKE_BINARY_DIR}/modevs.completion-zsh
	DESTINATION share/zsh/site-functions RENAME _modevs)
install(EXPORT modevsTargets NAMESPACE modevs:: DESTINATION lib/cmake/modevs)

# The Python package, where a Python of Debian's looks for it below this prefix; distributions say
# lib/python3/dist-packages.
if(NOT DEFINED MDV_PYTHON_DIR)
	execute_process(COMMAND python3 -c "import sys; print('lib/python%d.%d/dist-packages' % sys.version_info[:2])"
		OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
	set(MDV_PYTHON_DIR "${found}" CACHE STRING "where the Python package is installed, empty: nowhere")
endif()
if(MDV_PYTHON_DIR)
	install(DIRECTORY python/modevs DESTINATION ${MDV_PYTHON_DIR} COMPONENT python
		PATTERN __pycache__ EXCLUDE PATTERN _bundle EXCLUDE)
endif()

write_basic_package_version_file(${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	COMPATIBILITY SameMinorVersion)
install(FILES cmake/modevsConfig.cmake ${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	DESTINATION lib/cmake/modevs)

foreach(name modevs modevs_rt)
	configure_file(cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
	install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION lib/pkgconfig)
endforeach()
