/* SPDX-License-Identifier: MIT
   include.c — C code of a model, annotation(Include = "…") (MLS 12.9.4), made a shared library by
   the system's compiler ($CC, otherwise cc). It is made once: a folder of the user's own keeps it
   under the hash of the text and of what lies in its IncludeDirectory. Only who may call any
   external code (--allow external) comes here. */
#define _XOPEN_SOURCE 700 /* fork, mkdir */

#include "runtime/ext/ext.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Include {
	const char *text;          /* the C code */
	const char *folder;        /* where its header files are; "": none given */
	char cache[PATH_MAX - 64]; /* the folder that keeps what was made */
	uint64_t key;              /* of text and folder */
	char *why;                 /* takes the text of a failure */
	size_t size;               /* of why */
} Include;

/* What such code may call (MLS 12.9.6). */
static const char utilities[] =
	"#ifndef MODELICA_UTILITIES_H\n"
	"#define MODELICA_UTILITIES_H\n"
	"#include <stdarg.h>\n"
	"#include <stddef.h>\n"
	"#define MODELICA_NORETURN\n"
	"#define MODELICA_NORETURNATTR __attribute__((noreturn))\n"
	"#define MODELICA_FORMATATTR_PRINTF __attribute__((format(printf, 1, 2)))\n"
	"#define MODELICA_FORMATATTR_VPRINTF __attribute__((format(printf, 1, 0)))\n"
	"void ModelicaMessage(const char *);\n"
	"void ModelicaFormatMessage(const char *, ...);\n"
	"void ModelicaVFormatMessage(const char *, va_list);\n"
	"void ModelicaWarning(const char *);\n"
	"void ModelicaFormatWarning(const char *, ...);\n"
	"void ModelicaVFormatWarning(const char *, va_list);\n"
	"void ModelicaError(const char *) MODELICA_NORETURNATTR;\n"
	"void ModelicaFormatError(const char *, ...) MODELICA_NORETURNATTR;\n"
	"void ModelicaVFormatError(const char *, va_list) MODELICA_NORETURNATTR;\n"
	"char *ModelicaAllocateString(size_t);\n"
	"char *ModelicaAllocateStringWithErrorReturn(size_t);\n"
	"char *ModelicaDuplicateString(const char *);\n"
	"char *ModelicaDuplicateStringWithErrorReturn(const char *);\n"
	"#endif\n";

static bool cannot(Include *in, const char *what, const char *name)
{
	snprintf(in->why, in->size, "cannot %s %s: %s", what, name, plain_strerror(errno));
	return false;
}

/* The folder: XDG_CACHE_HOME, otherwise .cache of the user's own. Others could put code of theirs
   into any that is not the user's alone. */
static bool find_cache(Include *in)
{
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	struct stat st;
	int n;

	if (base && base[0] == '/')
		n = snprintf(in->cache, sizeof in->cache, "%s", base);
	else if (home && home[0] == '/')
		n = snprintf(in->cache, sizeof in->cache, "%s/.cache", home);
	else
		n = snprintf(in->cache, sizeof in->cache, "/tmp/modevs-%ld", (long)getuid());
	if (n > (int)sizeof in->cache - 16) {
		errno = ENAMETOOLONG;
		return cannot(in, "use the folder of", "the cache");
	}
	(void)mkdir(in->cache, 0700);
	memcpy(in->cache + n, "/modevs", sizeof "/modevs");
	if (mkdir(in->cache, 0700) != 0 && errno != EEXIST)
		return cannot(in, "make", in->cache);
	if (lstat(in->cache, &st) != 0)
		return cannot(in, "use", in->cache);
	if (S_ISDIR(st.st_mode) && st.st_uid == getuid() && !(st.st_mode & (S_IWGRP | S_IWOTH)))
		return true;
	snprintf(in->why, in->size, "others may write into %s, where compiled code would be kept",
			 in->cache);
	return false;
}

/* Files in the folder count as they are now, in whatever order the system names them. */
static uint64_t hash_folder(const char *folder)
{
	DIR *d = *folder ? opendir(folder) : NULL;
	const struct dirent *e;
	uint64_t sum = 0;

	while (d && (e = readdir(d))) {
		char path[PATH_MAX];
		struct stat st;
		uint64_t at[3];

		if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= (int)sizeof path ||
			stat(path, &st) != 0 || !S_ISREG(st.st_mode))
			continue;
		at[0] = (uint64_t)st.st_size;
		at[1] = (uint64_t)st.st_mtim.tv_sec;
		at[2] = (uint64_t)st.st_mtim.tv_nsec;
		sum += map_hash_bytes(at, sizeof at, map_hash_bytes(e->d_name, strlen(e->d_name), 1));
	}
	if (d)
		closedir(d);
	return sum;
}

/* The file is there as a whole or not at all. */
static bool write_file(Include *in, const char *name, const char *text)
{
	char work[PATH_MAX];
	size_t len = strlen(text);
	FILE *f;
	bool ok;

	snprintf(work, sizeof work, "%s.%ld", name, (long)getpid());
	f = fopen(work, "w");
	if (!f)
		return cannot(in, "write", work);
	ok = fwrite(text, 1, len, f) == len;
	ok = fclose(f) == 0 && ok;
	if (ok && rename(work, name) == 0)
		return true;
	cannot(in, "write", name);
	(void)unlink(work);
	return false;
}

/* What the compiler says goes into `log`. Sizes of arrays are given as size_t (MLS 12.9.1.2), which
   headers of such code use without saying where it is from. */
static bool run_compiler(Include *in, const char *source, const char *binary, const char *log)
{
	const char *compiler = getenv("CC"), *folder = *in->folder ? in->folder : in->cache;
	const char *name = compiler && *compiler ? compiler : "cc";
	const char *const argv[] = {name,      "-x",       "c",        "-O2",  "-w",   "-shared",
								"-fPIC",   "-include", "stddef.h", "-I",   folder, "-I",
								in->cache, source,     "-o",       binary, "-lm",  NULL};
	int status = 0, to;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		to = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (to >= 0)
			(void)dup2(to, 2);
		execvp(name, (char *const *)(uintptr_t)argv);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return cannot(in, "wait for the C compiler", name);
	if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
		snprintf(in->why, in->size, "the C compiler '%s' cannot be started", name);
		return false;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The line of the compiler's messages that says what is wrong. */
static void tell_log(Include *in, const char *log)
{
	char line[512];
	FILE *f = fopen(log, "r");

	snprintf(in->why, in->size, "the C compiler refuses the code of annotation(Include)");
	while (f && fgets(line, sizeof line, f)) {
		const char *error = strstr(line, "error:");

		if (!error)
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(in->why, in->size, "the C compiler refuses the code of annotation(Include): %s",
				 error + strlen("error:") + strspn(error + strlen("error:"), " "));
		break;
	}
	if (f)
		fclose(f);
}

static bool make(Include *in, const char *path)
{
	char source[PATH_MAX], work[PATH_MAX], log[PATH_MAX], header[PATH_MAX];
	bool ok;

	snprintf(header, sizeof header, "%s/ModelicaUtilities.h", in->cache);
	snprintf(source, sizeof source, "%s/%016llx.c", in->cache, (unsigned long long)in->key);
	snprintf(work, sizeof work, "%s/%016llx.%ld", in->cache, (unsigned long long)in->key,
			 (long)getpid());
	snprintf(log, sizeof log, "%s/%016llx.%ld.log", in->cache, (unsigned long long)in->key,
			 (long)getpid());
	if (!write_file(in, header, utilities) || !write_file(in, source, in->text))
		return false;
	in->why[0] = '\0';
	ok = run_compiler(in, source, work, log);
	if (!ok && !in->why[0])
		tell_log(in, log);
	if (ok && rename(work, path) != 0)
		ok = cannot(in, "write", path);
	(void)unlink(log);
	(void)unlink(work);
	return ok;
}

bool include_library(const char *text, const char *folder, char path[PATH_MAX], char *why,
					 size_t size)
{
	Include in = {.text = text, .folder = folder, .why = why, .size = size};

	if (!find_cache(&in))
		return false;
	in.key = map_hash_bytes(folder, strlen(folder), hash_folder(folder));
	in.key = map_hash_bytes(text, strlen(text), in.key);
	snprintf(path, PATH_MAX, "%s/%016llx.so", in.cache, (unsigned long long)in.key);
	return access(path, R_OK) == 0 || make(&in, path);
}
