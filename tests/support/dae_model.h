/* SPDX-License-Identifier: MIT
   dae_model.h — for tests of the back end: a model in a text becomes a Dae, whose printed lines are
   looked for. */
#ifndef MDV_DAE_MODEL_H
#define MDV_DAE_MODEL_H

#include "checked.h"
#include "compiler/compiler.h"
#include "compiler/dae/dae.h"

#include <stdlib.h>
#include <string.h>

typedef struct DaeModel {
	Compile cx; /* the compilation */
	Dae d;      /* its equations */
	Text text;  /* all of it, or the diagnostics */
	bool ok;    /* no error */
} DaeModel;

/* With or without taking out aliases. */
static void dae_model_init(DaeModel *m, const char *text, bool alias)
{
	pipeline_init(&m->cx, NULL);
	text_init(&m->text, NULL);
	m->ok = pipeline_flatten_text(&m->cx, "Test.mo", text, strlen(text));
	if (m->ok) {
		dae_init(&m->d, &m->cx.flat, &m->cx.keep);
		m->ok = dae_prepare(&m->d, &m->cx.scratch, &m->cx.diag);
	}
	if (m->ok)
		instants_find(&m->d, &m->cx.scratch, &m->cx.diag);
	if (m->ok && alias) {
		CHECKED(dae_check, &m->d, &m->cx.scratch);
		m->ok = alias_remove(&m->d, &m->cx.scratch, &m->cx.diag);
	}
	if (m->ok) {
		instants_find(&m->d, &m->cx.scratch, &m->cx.diag);
		CHECKED(dae_check, &m->d, &m->cx.scratch);
	}
	if (m->ok)
		dae_print(&m->d, &m->cx.scratch, &m->text);
	else
		diag_print_text(&m->cx.diag, &m->text);
}

static void dae_model_free(DaeModel *m)
{
	text_free(&m->text);
	pipeline_free(&m->cx);
}

/* Is this one of the lines, but for blanks at its start? */
static bool dae_model_has(const DaeModel *m, const char *line)
{
	size_t n = strlen(line);

	for (const char *s = text_str(&m->text); *s; s += strcspn(s, "\n"), s += *s == '\n') {
		s += strspn(s, " ");
		if (strncmp(s, line, n) == 0 && (s[n] == '\n' || s[n] == '\0'))
			return true;
	}
	return false;
}

#define T_LINE(m, line)                                                     \
	do {                                                                    \
		if (!dae_model_has((m), (line)))                                    \
			T_FAIL("no line \"%s\" in:\n%s", (line), text_str(&(m)->text)); \
	} while (0)

#endif
