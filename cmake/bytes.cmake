# Writes the bytes of files as C: -DFILES=name=path;… -DTO=file.c
set(text "#include \"report/report_files.h\"\n")
foreach(file ${FILES})
	string(FIND "${file}" "=" at)
	string(SUBSTRING "${file}" 0 ${at} name)
	math(EXPR at "${at} + 1")
	string(SUBSTRING "${file}" ${at} -1 path)
	file(READ ${path} hex HEX)
	string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
	string(APPEND text "static const unsigned char ${name}[] = {${bytes}};\n"
		"const ReportFile report_${name} = {${name}, sizeof ${name}};\n")
endforeach()
file(WRITE ${TO} "${text}")
