/* SPDX-License-Identifier: MIT
   fuzz_parse.c — any bytes are read to their end; what parses is printed, parsed again, and must be
   the same tree. */
#include "compiler/syntax/syntax.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(Syntax *sx, const StoredDef *first)
{
	StoredDef second;
	uint32_t file;
	Text out;

	text_init(&out, NULL);
	syntax_print(sx, first, &out);
	if (source_add(sx->sources, "printed", text_str(&out), out.n, &file) != SOURCE_OK)
		abort();
	second = parse_file(sx, file, PARSE_ANNOTATIONS);
	if (second.failed || !syntax_same(sx, first, &second)) {
		diag_print(sx->diag, stderr);
		fprintf(stderr, "printed as\n%s\n", text_str(&out));
		abort();
	}
	text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena keep, scratch;
	Intern names;
	SourceSet sources;
	Diag diag;
	Syntax sx = {&keep, &scratch, &names, &sources, &diag};
	StoredDef s;
	uint32_t file;

	arena_init(&keep, NULL);
	keep.no_memory = guard_no_memory;
	arena_child(&scratch, &keep);
	intern_init(&names, arena_heap(&keep));
	source_init(&sources, NULL);
	diag_init(&diag, arena_heap(&keep), &sources);
	if (source_add(&sources, "fuzz.mo", (const char *)data, size, &file) != SOURCE_OK)
		abort();
	s = parse_file(&sx, file, PARSE_ANNOTATIONS);
	if (s.failed != (diag.n_errors > 0))
		abort();
	if (!s.failed)
		round_trip(&sx, &s);
	diag_free(&diag);
	source_free(&sources);
	intern_free(&names);
	arena_free(&scratch);
	arena_free(&keep);
	return 0;
}
