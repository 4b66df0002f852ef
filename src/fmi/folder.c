/* SPDX-License-Identifier: MIT
   folder.c — where FMUs are unpacked: a folder of its own for each, below that for temporary files.
   Its name has the number of the process that made it, so that the next one finds what a killed
   one has left. */
#define _DEFAULT_SOURCE /* mkdtemp, kill */
#include "fmi/fmi.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER_PREFIX "modevs-fmu-"

static const char *folder_of_all(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir && strlen(dir) < 160 ? dir : "/tmp";
}

void folder_clean(void)
{
	DIR *dir = opendir(folder_of_all());
	const struct dirent *e;

	while (dir && (e = readdir(dir))) {
		size_t n = strlen(FOLDER_PREFIX);
		char path[512];
		long pid = strncmp(e->d_name, FOLDER_PREFIX, n) ? 0 : strtol(e->d_name + n, NULL, 10);

		if (pid <= 1 || kill((pid_t)pid, 0) == 0 || errno != ESRCH)
			continue;
		snprintf(path, sizeof path, "%s/%s", folder_of_all(), e->d_name);
		archive_remove(path);
	}
	if (dir)
		closedir(dir);
}

bool folder_unpack(const char *fmu, char folder[FMI_FOLDER], char *why, size_t size)
{
	folder_clean();
	snprintf(folder, FMI_FOLDER, "%s/" FOLDER_PREFIX "%ld-XXXXXX", folder_of_all(), (long)getpid());
	if (!mkdtemp(folder)) {
		folder[0] = '\0';
		snprintf(why, size, "no folder can be made to unpack it");
		return false;
	}
	if (archive_unpack(fmu, folder, why, size))
		return true;
	folder_remove(folder);
	return false;
}

void folder_remove(char folder[FMI_FOLDER])
{
	if (folder[0])
		archive_remove(folder);
	folder[0] = '\0';
}
