/* SPDX-License-Identifier: MIT
   figures.h — for tests of the studies: runs a study's program and reads figures from the line of
   JSON that it prints. */
#ifndef MDV_FIGURES_H
#define MDV_FIGURES_H

#include "t.h"

#include <stdlib.h>

typedef struct Figures {
	char line[65536]; /* what the program printed; "": it failed */
} Figures;

/* The program of the study with these arguments; the check fails if the program does. */
static void figures_run(Figures *f, const char *study, const char *arguments)
{
	char command[2048];
	FILE *pipe;

	f->line[0] = '\0';
	snprintf(command, sizeof command, "'%s/%s' %s", STUDIES, study, arguments);
	pipe = popen(command, "r");
	if (!pipe || !fgets(f->line, sizeof f->line, pipe))
		T_FAIL("%s prints nothing", command);
	if (pipe && pclose(pipe) != 0) {
		T_FAIL("%s fails", command);
		f->line[0] = '\0';
	}
}

/* Where the value of a member is; NULL: there is no such member. */
static const char *figures_find(const Figures *f, const char *name)
{
	char key[128];
	const char *at;

	snprintf(key, sizeof key, "\"%s\": ", name);
	at = strstr(f->line, key);
	return at ? at + strlen(key) : NULL;
}

/* NAN: there is no such number. */
static inline double figures_number(const Figures *f, const char *name)
{
	const char *at = figures_find(f, name);
	char *end;
	double x = at ? strtod(at, &end) : NAN;

	return at && end != at ? x : NAN;
}

static inline bool figures_says(const Figures *f, const char *name, const char *text)
{
	const char *at = figures_find(f, name);

	return at && *at == '"' && strncmp(at + 1, text, strlen(text)) == 0 &&
		   at[1 + strlen(text)] == '"';
}

/* The numbers of a list, at most `most`; gives how many. */
static inline size_t figures_list(const Figures *f, const char *name, double x[], size_t most)
{
	const char *at = figures_find(f, name);
	size_t n = 0;
	char *end;

	if (!at || *at != '[')
		return 0;
	for (at++; n < most; at = end + strspn(end, ", "), n++) {
		x[n] = strtod(at, &end);
		if (end == at)
			break;
	}
	return n;
}

#endif
