/* SPDX-License-Identifier: MIT
   fuzz_input.c — any bytes as a CSV file of recorded inputs: the result is a table of numbers, or
   an error that is told. */
#define _DEFAULT_SOURCE /* mkstemp */
#include "runtime/out/out.h"

#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	static char path[] = "/tmp/modevs_fuzz_XXXXXX";
	static int fd = -1; /* one file for all inputs of this process */
	Input in;

	if (fd < 0 && (fd = mkstemp(path)) < 0)
		abort();
	if (ftruncate(fd, 0) != 0 || pwrite(fd, at, n, 0) != (ssize_t)n)
		abort();
	if (input_read(&in, NULL, path) == MDV_OK)
		for (int32_t i = 0; i < (int32_t)in.n_columns; i++)
			(void)input_value(&in, input_at(&in, 0.5, true), i);
	else if (!in.error[0])
		abort();
	input_free(&in);
	return 0;
}
