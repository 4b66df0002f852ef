/* SPDX-License-Identifier: MIT
   file.c — ordinary files. Pipes and devices may keep who opens, reads or writes them waiting for
   ever: they are opened without waiting, looked at, and refused. */
#define _DEFAULT_SOURCE /* fdopen */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The stream of a descriptor that is open; closes it if there is none. */
static FILE *make_stream(int fd, const char *mode)
{
	FILE *f = fdopen(fd, mode);
	int reason = errno;

	if (!f) {
		close(fd);
		errno = reason;
	}
	return f;
}

static FILE *refuse(int fd)
{
	close(fd);
	errno = FILE_NOT_ORDINARY;
	return NULL;
}

FILE *file_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return refuse(fd);
	return make_stream(fd, "rb"); /* reading a folder fails, with the right words */
}

FILE *file_create(const char *path, bool append)
{
	int flags = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (append ? O_APPEND : 0);
	int fd = open(path, flags, 0666);
	struct stat st;

	if (fd < 0 && errno == ENXIO) /* a pipe that nobody reads */
		errno = FILE_NOT_ORDINARY;
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return refuse(fd);
	if (!append && ftruncate(fd, 0) != 0) {
		int reason = errno;

		close(fd);
		errno = reason;
		return NULL;
	}
	return make_stream(fd, append ? "ab" : "wb");
}

bool file_is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

const char *file_error(int error)
{
	return error == FILE_NOT_ORDINARY ? "it is not a file but a pipe or a device"
									  : plain_strerror(error);
}
