/* SPDX-License-Identifier: MIT
   elab_text.h — for tests of inst/: a model as text, its flat equations and mistakes as text. */
#ifndef MDV_ELAB_TEXT_H
#define MDV_ELAB_TEXT_H

#include "compiler/compiler.h"
#include "compiler/inst/inst.h"

#include <stdlib.h>
#include <string.h>

static char elab_buffer[1 << 16]; /* the last answer */

/* Flatten the last class of a text; the equations in one line each if it goes well, else the first
   message without its place. The answer stays until the next call. */
static const char *elab_text(const char *source)
{
	Compile cx;
	Text out;
	bool ok;

	pipeline_init(&cx, NULL);
	text_init(&out, NULL);
	cx.input = (CompileInput){.what = "test.mo", .text = source, .len = strlen(source)};
	ok = pipeline_run(&cx, pipeline_find("restrict"));
	for (size_t i = 0; ok && i < cx.flat.eqs.n; i++) {
		text_printf(&out, i ? "\n" : "");
		print_eq(&cx.flat, &cx.flat.eqs.at[i], &cx.scratch, &out);
	}
	for (size_t i = 0; !ok && i < cx.diag.items.n && out.n == 0; i++)
		if (cx.diag.items.at[i].severity == DIAG_ERROR)
			text_printf(&out, "%s: %s", diag_code_text(cx.diag.items.at[i].code),
						cx.diag.items.at[i].text);
	snprintf(elab_buffer, sizeof elab_buffer, "%s", text_str(&out));
	text_free(&out);
	pipeline_free(&cx);
	return elab_buffer;
}

/* The equations of a model with these declarations and equations. */
static const char *elab_model(const char *declarations, const char *equations)
{
	static char source[1 << 16];

	snprintf(source, sizeof source, "model M %s equation %s end M;", declarations, equations);
	return elab_text(source);
}

#endif
