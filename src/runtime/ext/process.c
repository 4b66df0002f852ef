/* SPDX-License-Identifier: MIT
   process.c — ModelicaInternal_… for time, environment and process, of Modelica.Utilities.System.
 */
#include "runtime/ext/ext.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void ModelicaInternal_getTime(int *ms, int *sec, int *min, int *hour, int *day, int *mon, int *year)
{
	struct timespec now;
	struct tm local;

	clock_gettime(CLOCK_REALTIME, &now);
	if (!localtime_r(&now.tv_sec, &local))
		ext_error("cannot find out the local time: %s", plain_strerror(errno));
	*ms = (int)(now.tv_nsec / 1000000);
	*sec = local.tm_sec;
	*min = local.tm_min;
	*hour = local.tm_hour;
	*day = local.tm_mday;
	*mon = local.tm_mon + 1;
	*year = local.tm_year + 1900;
}

int ModelicaInternal_getpid(void)
{
	return (int)getpid();
}

/* Directories are separated by a slash here: there is nothing to convert. */
void ModelicaInternal_getenv(const char *name, int to_slash, const char **content, int *exist)
{
	const char *value = getenv(name);

	(void)to_slash;
	*exist = value != NULL;
	*content = value ? arena_strdup(ext_memory(), value) : "";
}

void ModelicaInternal_setenv(const char *name, const char *content, int from_slash)
{
	(void)from_slash;
	if (setenv(name, content, 1) != 0)
		ext_error("cannot set the environment variable \"%s\": %s", name, plain_strerror(errno));
}
