# The files of a report as C: ${MDV_REPORT_C}. The plotting library is Debian's.
find_path(MDV_DYGRAPHS dygraph.min.js PATHS /usr/share/javascript/dygraphs NO_DEFAULT_PATH)
if(NOT MDV_DYGRAPHS)
	message(FATAL_ERROR "dygraphs is missing; tools/setup.sh installs it (libjs-dygraphs)")
endif()
set(page ${CMAKE_CURRENT_SOURCE_DIR}/src/report/page)
set(files head=${page}/head.html top=${page}/top.html body=${page}/body.html style=${page}/style.css
	dygraphs=${MDV_DYGRAPHS}/dygraph.min.js dygraphs_css=${MDV_DYGRAPHS}/dygraph.min.css
	data=${page}/data.js plots=${page}/plots.js pages=${page}/pages.js system=${page}/system.js
	scene=${page}/scene.js app=${page}/app.js
	study_body=${page}/study.html chart=${page}/chart.js bode=${page}/bode.js sweep=${page}/sweep.js study=${page}/study.js)
set(MDV_REPORT_C ${CMAKE_CURRENT_BINARY_DIR}/report_files.c)
string(REGEX REPLACE "[a-z_]+=" "" paths "${files}")
add_custom_command(OUTPUT ${MDV_REPORT_C}
	COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DTO=${MDV_REPORT_C} -P ${CMAKE_CURRENT_LIST_DIR}/bytes.cmake
	DEPENDS ${paths} ${CMAKE_CURRENT_LIST_DIR}/bytes.cmake VERBATIM)
