/* SPDX-License-Identifier: MIT
   cmd_flat.c — modevs flat: the flat model on standard output. */
#include "cli/cli.h"

int cmd_flat(const Options *o)
{
	Compile cx;
	Text out;
	int code;

	start_compile(o, &cx);
	text_init(&out, NULL);
	code = start_flat(o, &cx);
	start_tell(&cx);
	if (code == EXIT_DONE) {
		print_model(&cx.flat, &cx.scratch, &out);
		if (!render_write(stdout, text_str(&out), out.n) || fflush(stdout) != 0) {
			fputs("modevs flat: the result could not be written\n", stderr);
			code = EXIT_MODEL;
		}
	}
	text_free(&out);
	pipeline_free(&cx);
	return code;
}
