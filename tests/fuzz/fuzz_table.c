/* SPDX-License-Identifier: MIT
   fuzz_table.c — any bytes as a table in a file: text, CSV or MATLAB, by the first byte. The result
   is a matrix or an error. */
#include "runtime/ext/ext.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

typedef struct {
	ExtBytes bytes; /* of the file, and a NUL */
	int kind;       /* of file */
} Read;

static void read_table(void *ctx)
{
	const Read *r = ctx;
	ExtMatrixSource src = {.file = "t", .name = "t", .delimiter = ",", .n_header = 0};
	double sum = 0;
	ExtMatrix m = {0};

	if (r->kind == 0) {
		m = matrix_text_read(r->bytes, &src);
	} else if (r->kind == 1) {
		m = matrix_text_read_csv(r->bytes, &src);
	} else {
		MatEntry e = mat_find(r->bytes, "t", "t");
		double *values;

		if (e.n_cols > 0 && e.n_rows > 10000000 / e.n_cols)
			return;
		values = NEW_ARRAY(ext_memory(), double, e.n_rows *e.n_cols);
		mat_values(&e, values);
		m = (ExtMatrix){e.n_rows, e.n_cols, values};
	}
	for (size_t i = 0; i < m.n_rows * m.n_cols; i++)
		sum += m.at[i];
	(void)sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	ExtSession session;
	ExtCall call;
	Read r = {.kind = n > 0 ? at[0] % 3 : 0};
	unsigned char *copy;

	ext_session_init(&session, NULL);
	copy = arena_alloc(&session.names, n + 1, 1);
	if (n > 1)
		memcpy(copy, at + 1, n - 1);
	copy[n > 0 ? n - 1 : 0] = '\0';
	r.bytes = (ExtBytes){copy, n > 0 ? n - 1 : 0};
	ext_call_begin(&call, &session);
	ext_call_run(&call, read_table, &r);
	ext_call_end(&call);
	ext_session_free(&session);
	return 0;
}
