/* SPDX-License-Identifier: MIT
   fuzz_run.c — any text through the whole compiler, and, if it is a model, for a moment through the
   runtime: the result is rows, diagnostics or a failure with a text. */
#include "modevs/modevs.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *at, size_t n);

int LLVMFuzzerTestOneInput(const unsigned char *at, size_t n)
{
	char *text = malloc(n + 1);
	MdvProgram *program;
	MdvStatus status;

	if (!text)
		return 0;
	memcpy(text, at, n);
	text[n] = '\0';
	status = mdv_compile_text("fuzz.mo", text, NULL, &program);
	if (status == MDV_INTERNAL_ERROR)
		abort();
	if (status == MDV_OK) {
		MdvSimulateOptions o = {.run = mdv_options()};
		MdvSimulateResult result;

		o.run.start = 0;
		o.run.stop = 0.01;
		o.run.timeout = 0.2;
		if (mdv_simulate(program, &o, &result) == MDV_INTERNAL_ERROR)
			abort();
	}
	mdv_program_free(program);
	free(text);
	return 0;
}
