# make install: the program, the runtime library with its public headers, the shipped Modelica
# library, and what CMake and pkg-config need to find them. Everything can be moved as a whole.
include(CMakePackageConfigHelpers)

set_target_properties(libmodevs PROPERTIES EXPORT_NAME runtime)
target_include_directories(libmodevs INTERFACE $<INSTALL_INTERFACE:include>)
install(TARGETS modevs libmodevs EXPORT modevsTargets RUNTIME DESTINATION bin ARCHIVE DESTINATION lib)
install(DIRECTORY include/modevs DESTINATION include)
install(DIRECTORY lib/ DESTINATION share/modevs/lib)
install(EXPORT modevsTargets NAMESPACE modevs:: DESTINATION lib/cmake/modevs)

write_basic_package_version_file(${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	COMPATIBILITY SameMinorVersion)
install(FILES cmake/modevsConfig.cmake ${CMAKE_BINARY_DIR}/modevsConfigVersion.cmake
	DESTINATION lib/cmake/modevs)

configure_file(cmake/modevs.pc.in ${CMAKE_BINARY_DIR}/modevs.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/modevs.pc DESTINATION lib/pkgconfig)
