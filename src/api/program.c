/* SPDX-License-Identifier: MIT
   program.c — compiling a class in process. Whatever goes wrong is a status and a text; memory that
   runs out in the middle of the compiler, and errors of the compiler, jump back here. */
#include "api/api.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Task {
	MdvProgram *p;              /* what is made */
	const char *what;           /* a file or class; of a text, its name */
	const char *text;           /* the source; NULL: `what` is a file or class */
	const MdvCompileOptions *o; /* as given */
	const char *pass;           /* where the compiler is; NULL: before the first */
	double deadline;            /* when it ends, by clock_seconds; 0: never */
	bool late;                  /* that was the reason */
	Guard guard;                /* around it */
} Task;

/* The options of compiling are those of the table. */
#define TYPE_TEXT   const char *
#define TYPE_DIRS   const char *const *
#define TYPE_TEXTS  const char *const *
#define TYPE_SETS   const char *const *
#define TYPE_FLAG   bool
#define TYPE_REAL   double
#define TYPE_CHOICE MdvCodeKind
#define MDV_OPTION_RUN(kind, type, field, ...)
#define MDV_OPTION_COMPILE(kind, field, ...)                             \
	_Static_assert(_Generic(((MdvCompileOptions *)0)->field, TYPE_##kind \
							: true, default                              \
							: false),                                    \
				   #field);
#define MDV_OPTION_TOOL(kind, field, ...)
#define MDV_OPTION_LATER(...)
#include "modevs/option_rows.h"

static void add_paths(MdvProgram *p, const MdvCompileOptions *o)
{
	const char *path = getenv("MODELICAPATH");

	for (const char *const *dir = o->dirs; dir && *dir; dir++)
		library_add_path(p->cx.lib, *dir);
	if (path)
		library_add_path(p->cx.lib, path);
	library_add_shipped(p->cx.lib);
}

/* A copy of what is allowed, each of which must be good. */
static bool keep_allowed(MdvProgram *p, const MdvCompileOptions *o)
{
	size_t n = 0;
	const char **list;
	char why[256];
	ExtSession trial;
	bool ok = true;

	while (o->allow && o->allow[n])
		n++;
	list = NEW_ARRAY(&p->cx.keep, const char *, n + 2);
	for (size_t i = 0; i < n; i++)
		list[i] = arena_strdup(&p->cx.keep, o->allow[i]);
	if (o->allow_external)
		list[n] = "external";
	p->allow = list;
	ext_session_init(&trial, arena_allocator(&p->cx.keep));
	for (size_t i = 0; i < n && ok; i++) {
		ok = allow_give(&trial, list[i], why, sizeof why);
		if (!ok)
			text_printf(&p->messages, "%s\n", why);
	}
	ext_session_free(&trial);
	return ok;
}

/* From the flat model to sorted systems, with the values that are set. */
static bool sort_model(MdvProgram *p, const char *const *set)
{
	SettingRefused no = {.why = NULL};
	bool ok = setting_structure(&p->cx, set) && setting_values(&p->cx, set, &no) &&
			  pipeline_sort(&p->cx) && setting_effects(&p->cx, set, &no);

	if (no.why)
		text_printf(&p->messages, "'%s' cannot be set to '%s': %s\n", no.name, no.value, no.why);
	return ok;
}

static void note_pass(void *ctx, const Pass *pass, PassMoment moment)
{
	Task *task = ctx;

	(void)moment;
	task->pass = pass->name;
	guard_poll();
}

/* Asked again and again: is it to end? */
static bool is_over(void *ctx)
{
	Task *task = ctx;

	task->late = task->deadline > 0 && clock_seconds() > task->deadline;
	return task->late || (task->o->stop && *task->o->stop) ||
		   (task->o->interrupt && task->o->interrupt(task->o->user));
}

/* Runs under a guard. */
static void compile(void *ctx)
{
	Task *task = ctx;
	const MdvCompileOptions *o = task->o;
	MdvProgram *p = task->p;
	bool flat;

	pipeline_init(&p->cx, &p->alloc);
	p->cx.diag.strict = o->strict;
	p->cx.wants_families = true;
	p->cx.watch = note_pass;
	p->cx.watch_ctx = task;
	task->guard.stop = o->interrupt || o->stop || task->deadline > 0 ? is_over : NULL;
	task->guard.stop_user = task;
	if (!keep_allowed(p, o))
		return;
	add_paths(p, o);
	flat = task->text ? pipeline_flatten_text(&p->cx, task->what, task->text, strlen(task->text))
					  : pipeline_flatten(&p->cx, task->what, o->model);
	p->compiled = flat && sort_model(p, o->set) && pipeline_lower(&p->cx);
	if (p->compiled)
		p->jit = maker_jit(&p->cx, o->code);
	diag_print_text(&p->cx.diag, &p->messages);
}

static MdvStatus run_compiler(Task *task)
{
	MdvProgram *p = task->p;
	MdvStatus status = guard_run(&task->guard, &p->cx.keep, compile, task);

	p->cx.watch = NULL;
	if (status != MDV_OK)
		p->compiled = false;
	if (status == MDV_INTERNAL_ERROR)
		text_printf(&p->messages, "%s\n", task->guard.text);
	else if (status == MDV_STOPPED)
		text_printf(&p->messages, "%s, in the pass '%s'\n",
					task->late ? "out of time" : "stopped on request",
					task->pass ? task->pass : "parse");
	if (status == MDV_STOPPED && task->late)
		status = MDV_TIMED_OUT;
	if (p->messages.failed)
		return MDV_NO_MEMORY;
	return status != MDV_OK ? status : p->compiled ? MDV_OK : MDV_FAILED;
}

static MdvStatus new_program(const char *what, const char *text, const MdvCompileOptions *o,
							 MdvProgram **out)
{
	static const MdvCompileOptions none = {0};
	const MdvAlloc *alloc = o && o->alloc ? o->alloc : &alloc_heap;
	MdvProgram *p = alloc_new(alloc, sizeof *p);
	MdvStatus status;

	*out = p;
	if (!p)
		return MDV_NO_MEMORY;
	o = o ? o : &none;
	p->alloc = *alloc;
	text_init(&p->messages, &p->alloc);
	p->source = maker_source(p);
	if (!(o->timeout >= 0 && isfinite(o->timeout))) {
		text_printf(&p->messages, "the timeout must be more than 0\n");
		return MDV_BAD_ARGUMENT;
	}
	if (!(o->threads >= 0 && o->threads <= 256 && o->threads == floor(o->threads))) {
		text_printf(&p->messages, "the number of threads must be a whole number up to 256\n");
		return MDV_BAD_ARGUMENT;
	}
	p->n_threads = (unsigned)o->threads;
	status = run_compiler(&(Task){.p = p,
								  .what = what,
								  .text = text,
								  .o = o,
								  .deadline = o->timeout > 0 ? clock_seconds() + o->timeout : 0});
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
	MdvAlloc alloc;

	if (!p)
		return;
	alloc = p->alloc;
	jit_free(p->jit);
	pipeline_free(&p->cx);
	text_free(&p->messages);
	alloc_free(&alloc, p, sizeof *p);
}

const char *mdv_program_messages(const MdvProgram *p)
{
	return text_str(&p->messages);
}

size_t mdv_program_diagnostics(const MdvProgram *p)
{
	return p->cx.diag.items.n;
}

bool mdv_program_diagnostic(const MdvProgram *p, size_t i, MdvDiagnostic *out)
{
	static const MdvSeverity severity[] = {
		[DIAG_NOTE] = MDV_NOTE, [DIAG_WARNING] = MDV_WARNING, [DIAG_ERROR] = MDV_ERROR};
	const Diag *d = &p->cx.diag;
	const DiagItem *item = i < d->items.n ? &d->items.at[i] : NULL;
	const Source *s = item ? source_get(&p->cx.sources, item->at.file) : NULL;

	if (!item)
		return false;
	*out = (MdvDiagnostic){.severity = severity[item->severity],
						   .code = item->severity == DIAG_NOTE ? "" : diag_code_text(item->code),
						   .file = s ? s->name : "",
						   .text = item->text};
	if (s) {
		SourcePos at = source_pos(&p->cx.sources, item->at.file, item->at.start);

		out->line = at.line;
		out->column = at.column;
	}
	return true;
}

const char *mdv_program_name(const MdvProgram *p)
{
	return p->compiled ? p->cx.island->model.name : "";
}

size_t mdv_program_variables(const MdvProgram *p)
{
	return p->compiled ? (size_t)p->cx.island->model.n_vars : 0;
}

bool mdv_program_variable(const MdvProgram *p, size_t i, MdvVariable *out)
{
	if (i >= mdv_program_variables(p))
		return false;
	results_variable(&p->cx.island->model.var[i], out);
	return true;
}

const MdvModel *mdv_program_model(const MdvProgram *p)
{
	return p->compiled ? &p->cx.island->model : NULL;
}

const MdvModelSource *mdv_program_source(const MdvProgram *p)
{
	return p->compiled ? &p->source : NULL;
}
