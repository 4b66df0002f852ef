/* SPDX-License-Identifier: MIT
   syntax_check.c — reads a file, then what its imports name, and prints the diagnostics: what
   `modevs check` will do for mistakes of syntax and loading. Status 1 if there are errors.
   usage: syntax_check [-L DIR] FILE.mo */
#include "compiler/syntax/syntax.h"

#include <string.h>

static void reach(Library *lib, const AstElement *e)
{
	const AstImport *m = e->import;
	const AstElement *found = library_root(lib, m->path->name[0]);
	const Name *list;

	for (uint32_t i = 1; found && i < m->path->n; i++)
		found = library_find(lib, found->cls, m->path->name[i]);
	if (found && m->kind == IMPORT_ALL)
		library_names(lib, found->cls, &list);
}

/* A binding that is a resource. */
static void resolve(Library *lib, Syntax *sx, const AstElement *e)
{
	const AstMod *m = e->component->mod;

	if (m && m->value && m->value->kind == AX_STRING)
		library_resource(lib, syntax_string(m->value, sx->scratch), syntax_span(m->value->at));
}

int main(int argc, char **argv)
{
	Arena keep, scratch;
	Intern names;
	SourceSet sources;
	Diag diag;
	Syntax sx = {&keep, &scratch, &names, &sources, &diag};
	Library *lib;
	StoredDef s;
	int status;

	arena_init(&keep, NULL);
	keep.no_memory = guard_no_memory;
	arena_child(&scratch, &keep);
	intern_init(&names, arena_heap(&keep));
	source_init(&sources, NULL);
	diag_init(&diag, arena_heap(&keep), &sources);
	diag.strict = true;
	lib = library_new(&sx);
	for (; argc > 3 && strcmp(argv[1], "-L") == 0; argc -= 2, argv += 2)
		library_add_path(lib, argv[2]);
	if (argc != 2) {
		fprintf(stderr, "usage: syntax_check [-L DIR] FILE.mo\n");
		return 2;
	}
	library_load(lib, argv[1], &s);
	for (uint32_t i = 0; i < s.n; i++)
		for (uint32_t k = 0; k < s.classes[i].cls->n_elements; k++) {
			const AstElement *e = &s.classes[i].cls->elements[k];

			if (e->kind == EL_IMPORT)
				reach(lib, e);
			else if (e->kind == EL_COMPONENT)
				resolve(lib, &sx, e);
		}
	diag_print(&diag, stderr);
	status = diag.n_errors > 0;
	diag_free(&diag);
	source_free(&sources);
	intern_free(&names);
	arena_free(&scratch);
	arena_free(&keep);
	return status;
}
