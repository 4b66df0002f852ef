# Libraries that crash when they get no memory: of their archives copies are linked that call
# foreign_malloc … (src/base/foreign.c) instead of malloc. Changes MDV_SOLVER_LIBS; the
# target `foreign` makes the copies.
set(libs "")
set(copies "")
foreach(lib ${MDV_SOLVER_LIBS})
	if(NOT lib MATCHES "\\.a$")
		message(WARNING "${lib} is no archive: memory that runs out inside of it ends the program")
		list(APPEND libs ${lib})
		continue()
	endif()
	get_filename_component(name ${lib} NAME)
	set(copy ${CMAKE_CURRENT_BINARY_DIR}/foreign/${name})
	add_custom_command(OUTPUT ${copy}
		COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/foreign
		COMMAND ${CMAKE_OBJCOPY} --redefine-sym malloc=foreign_malloc
			--redefine-sym calloc=foreign_calloc --redefine-sym realloc=foreign_realloc
			--redefine-sym free=foreign_free ${lib} ${copy}
		DEPENDS ${lib} VERBATIM)
	list(APPEND libs ${copy})
	list(APPEND copies ${copy})
endforeach()
set(MDV_SOLVER_LIBS ${libs})
add_custom_target(foreign DEPENDS ${copies})
