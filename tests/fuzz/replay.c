/* SPDX-License-Identifier: MIT
   replay.c — runs a fuzz target on stored inputs, without libFuzzer: each argument is a file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static uint8_t *read_file(const char *path, size_t *n)
{
	FILE *file = fopen(path, "rb");
	uint8_t *at = NULL;
	long size;

	if (!file)
		return NULL;
	if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0 && !fseek(file, 0, SEEK_SET)) {
		at = malloc((size_t)size + 1);
		*n = at ? fread(at, 1, (size_t)size, file) : 0;
	}
	fclose(file);
	return at;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		size_t n = 0;
		uint8_t *at = read_file(argv[i], &n);

		if (!at) {
			fprintf(stderr, "%s: cannot be read\n", argv[i]);
			return 1;
		}
		LLVMFuzzerTestOneInput(at, n);
		free(at);
	}
	printf("%d inputs replayed\n", argc - 1);
	return argc == 1; /* a replay without inputs would test nothing */
}
