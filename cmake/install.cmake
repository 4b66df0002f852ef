# make install: the program, the libraries with their public headers, the shipped Modelica library,
# and what CMake and pkg-config need to find them. Everything can be moved as a whole.
include(CMakePackageConfigHelpers)

set_target_properties(modevs_static PROPERTIES EXPORT_NAME static)
set_target_properties(modevs_shared PROPERTIES EXPORT_NAME shared)
set_target_properties(modevs_runtime PROPERTIES EXPORT_NAME runtime)
install(TARGETS modevs modevs_static modevs_shared modevs_runtime EXPORT modevsTargets
	RUNTIME DESTINATION bin LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
install(DIRECTORY include/modevs DESTINATION include)
install(DIRECTORY lib/ DESTINATION share/modevs/lib)
install(EXPORT modevsTargets NAMESPACE modevs:: DESTINATION lib/cmake/modevs)

write_basic_package_version_file(${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	COMPATIBILITY SameMinorVersion)
install(FILES cmake/modevsConfig.cmake ${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	DESTINATION lib/cmake/modevs)

foreach(name modevs modevs_rt)
	configure_file(cmake/${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
	install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION lib/pkgconfig)
endforeach()
