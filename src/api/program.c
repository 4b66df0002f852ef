/* SPDX-License-Identifier: MIT
   program.c — compiling a class in process. Whatever goes wrong is a status and a text; memory that
   runs out in the middle of the compiler jumps back here, and the compilation is freed. */
#include "api/api.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Without memory for the first page of the compilation there is nobody to jump to. */
static void no_memory(void *ctx)
{
	if (!ctx)
		abort();
	longjmp(*(jmp_buf *)ctx, 1);
}

static void open_compilation(MdvProgram *p, const MdvCompileOptions *o, jmp_buf *full)
{
	const char *path = getenv("MODELICAPATH");

	pipeline_init(&p->cx, no_memory);
	p->cx.keep.no_memory_ctx = p->cx.scratch.no_memory_ctx = full;
	p->open = true;
	for (const char *const *dir = o->dirs; dir && *dir; dir++)
		library_add_path(p->cx.lib, *dir);
	if (path)
		library_add_path(p->cx.lib, path);
	library_add_shipped(p->cx.lib);
}

static bool set_all(MdvProgram *p, const char *const *set)
{
	for (; set && set[0] && set[1]; set += 2) {
		const char *why = setting_apply(&p->cx, set[0], set[1]);

		if (why) {
			text_printf(&p->messages, "'%s' cannot be set to '%s': %s\n", set[0], set[1], why);
			return false;
		}
	}
	return true;
}

/* text NULL: `what` is a file or class. */
static bool compile(MdvProgram *p, const char *what, const char *text, const MdvCompileOptions *o)
{
	bool flat = text ? pipeline_flatten_text(&p->cx, what, text, strlen(text))
					 : pipeline_flatten(&p->cx, what, o->model);

	return flat && set_all(p, o->set) && pipeline_sort(&p->cx) && pipeline_lower(&p->cx);
}

static MdvStatus run_compiler(MdvProgram *p, const char *what, const char *text,
							  const MdvCompileOptions *o)
{
	jmp_buf full;

	if (setjmp(full))
		return MDV_NO_MEMORY;
	open_compilation(p, o, &full);
	p->compiled = compile(p, what, text, o);
	p->cx.keep.no_memory_ctx = p->cx.scratch.no_memory_ctx = NULL;
	diag_print_text(&p->cx.diag, &p->messages);
	return p->compiled ? MDV_OK : MDV_FAILED;
}

static MdvStatus new_program(const char *what, const char *text, const MdvCompileOptions *o,
							 MdvProgram **out)
{
	static const MdvCompileOptions none = {0};
	MdvProgram *p = alloc_new(&alloc_heap, sizeof *p);
	MdvStatus status;

	*out = p;
	if (!p)
		return MDV_NO_MEMORY;
	o = o ? o : &none;
	text_init(&p->messages, NULL);
	p->allow_external = o->allow_external;
	p->source = maker_source(p);
	status = run_compiler(p, what, text, o);
	if (status == MDV_NO_MEMORY) {
		mdv_program_free(p);
		*out = NULL;
	}
	return status;
}

MdvStatus mdv_compile(const char *what, const MdvCompileOptions *o, MdvProgram **out)
{
	return new_program(what, NULL, o, out);
}

MdvStatus mdv_compile_text(const char *name, const char *text, const MdvCompileOptions *o,
						   MdvProgram **out)
{
	return new_program(name, text, o, out);
}

void mdv_program_free(MdvProgram *p)
{
	if (!p)
		return;
	if (p->open)
		pipeline_free(&p->cx);
	text_free(&p->messages);
	alloc_free(&alloc_heap, p, sizeof *p);
}

const char *mdv_program_messages(const MdvProgram *p)
{
	return text_str(&p->messages);
}

const MdvModel *mdv_program_model(const MdvProgram *p)
{
	return p->compiled ? &p->cx.island->model : NULL;
}

const MdvModelSource *mdv_program_source(const MdvProgram *p)
{
	return p->compiled ? &p->source : NULL;
}
