/* SPDX-License-Identifier: MIT
   syntax_fixture.h — what the tests of syntax/ share: a Syntax with everything it needs. */
#ifndef MDV_SYNTAX_FIXTURE_H
#define MDV_SYNTAX_FIXTURE_H

#include "compiler/syntax/syntax.h"
#include "t.h"

typedef struct Fixture {
	Arena keep, scratch; /* memory */
	Intern names;        /* names */
	SourceSet sources;   /* texts */
	Diag diag;           /* messages */
	Syntax sx;           /* all of these */
} Fixture;

static inline void fixture_init(Fixture *f)
{
	arena_init(&f->keep, NULL);
	f->keep.no_memory = guard_no_memory;
	arena_child(&f->scratch, &f->keep);
	intern_init(&f->names, arena_heap(&f->keep));
	source_init(&f->sources, NULL);
	diag_init(&f->diag, arena_heap(&f->keep), &f->sources);
	f->sx = (Syntax){&f->keep, &f->scratch, &f->names, &f->sources, &f->diag};
}

static inline void fixture_free(Fixture *f)
{
	diag_free(&f->diag);
	source_free(&f->sources);
	intern_free(&f->names);
	arena_free(&f->scratch);
	arena_free(&f->keep);
}

static inline uint32_t fixture_add(Fixture *f, const char *text, size_t len)
{
	uint32_t file = 0;

	T_INT(source_add(&f->sources, "test.mo", text, len, &file), SOURCE_OK);
	return file;
}

static inline StoredDef fixture_parse(Fixture *f, const char *text)
{
	return parse_file(&f->sx, fixture_add(f, text, strlen(text)), 0);
}

/* Parse what must be without mistake: its last class. */
static inline const ClassDef *fixture_class(Fixture *f, const char *text)
{
	StoredDef s = fixture_parse(f, text);

	if (s.failed || s.n == 0) {
		T_FAIL("does not parse: %s", text);
		diag_print(&f->diag, stderr);
		return NULL;
	}
	return s.classes[s.n - 1].cls;
}

static inline Name fixture_name(Fixture *f, const char *s)
{
	return intern_name(&f->names, s, strlen(s));
}

static inline const char *fixture_text(Fixture *f, Name name)
{
	return intern_text(&f->names, name);
}

#endif
