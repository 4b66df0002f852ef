/* SPDX-License-Identifier: MIT
   fuzz_flat.c — any text goes through parser, instantiation, checks and printer; whatever it is,
   the result is a flat model or diagnostics. */
#include "compiler/compiler.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	Compile cx;
	Text out;

	pipeline_init(&cx, NULL);
	text_init(&out, NULL);
	cx.wants_units = true;
	if (pipeline_flatten_text(&cx, "fuzz.mo", (const char *)at, n))
		print_model(&cx.flat, &cx.scratch, &out);
	diag_print_text(&cx.diag, &out);
	text_free(&out);
	pipeline_free(&cx);
	return 0;
}
