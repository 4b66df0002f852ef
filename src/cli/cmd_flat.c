/* SPDX-License-Identifier: MIT
   cmd_flat.c — modevs flat: the flat model on standard output. */
#include "cli/cli.h"

int cmd_flat(const Options *o)
{
	Compile cx;
	Text out;
	bool ok;

	start_compile(o, &cx);
	text_init(&out, NULL);
	ok = pipeline_flatten(&cx, o->what, o->model);
	start_tell(&cx);
	if (ok) {
		print_model(&cx.flat, &cx.scratch, &out);
		ok = render_write(stdout, text_str(&out), out.n) && fflush(stdout) == 0;
		if (!ok)
			fputs("modevs flat: the result could not be written\n", stderr);
	}
	text_free(&out);
	pipeline_free(&cx);
	return ok ? EXIT_DONE : EXIT_MODEL;
}
