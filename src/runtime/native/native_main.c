/* SPDX-License-Identifier: MIT
   native_main.c — a whole program of a unit: what `modevs run` does, without a compiler. */
#include "options/options.h"
#include "runtime/native/native.h"

#include <stdlib.h>
#include <string.h>

typedef struct Program {
	const MdvUnit *unit; /* the model as C */
	int argc;            /* length of argv */
	char **argv;         /* the command line, its name first */
	Options o;           /* the command line */
	MdvInstance *p;      /* the model */
	Arena memory;        /* of the result file */
	Result file;         /* the result file */
	const char *path;    /* of it */
	MdvOptions run;      /* how it is simulated, settled */
	HybridResult result; /* how it went */
	Replace replace;     /* which files may be replaced */
} Program;

static void tell(const Program *g, const char *text)
{
	render_say(stderr, "%s: %s\n", g->o.program, text);
}

static void warn(void *ctx, const char *text)
{
	const Program *g = ctx;

	render_say(stderr, "%s: warning: %s\n", g->o.program, text);
}

static void trace(void *ctx, const char *text)
{
	(void)ctx;
	render_say(stderr, "%s\n", text);
}

static bool complain(const Program *g, const char *name, const char *what)
{
	fprintf(stderr, "%s: --set '%s': %s\n", g->o.program, name, what);
	return false;
}

/* Numbers, true and false; enumerations by number. */
static bool read_value(const MdvVar *v, const char *text, double *x)
{
	if (v->type == MDV_BOOLEAN) {
		*x = !strcmp(text, "true");
		return *x != 0 || !strcmp(text, "false");
	}
	if (v->type == MDV_STRING || !real_read(text, strlen(text), x))
		return false;
	return v->type == MDV_REAL || *x == floor(*x);
}

static bool set_one(Program *g, const OptionsSet *set)
{
	int32_t var = mdv_instance_find(g->p, set->name);
	const MdvModel *m = mdv_instance_model(g->p);
	double x;

	if (var < 0)
		return complain(g, set->name, "there is no such variable");
	if (!read_value(&m->var[var], set->value, &x))
		return complain(g, set->name, "the value does not fit its type");
	if (mdv_instance_set(g->p, var, x) == MDV_OK)
		return true;
	return complain(g, set->name,
					m->var[var].flags & MDV_VAR_PARAMETER
						? "its value was used to build the program; change it in the source"
						: "it cannot be set");
}

/* --allow and --allow-external */
static bool allow_all(Program *g)
{
	for (size_t i = 0; i < g->o.allow.n; i++)
		if (mdv_instance_allow(g->p, g->o.allow.at[i]) != MDV_OK) {
			fprintf(stderr, "%s: --allow: %s\n", g->o.program, mdv_instance_message(g->p));
			return false;
		}
	return !g->o.allow_external || mdv_instance_allow(g->p, "external") == MDV_OK;
}

/* The variables that --vars asks for. */
static const bool *select_vars(Program *g, const MdvModel *m)
{
	bool *wanted = NEW_ARRAY(&g->memory, bool, m->n_vars);
	const char **name = NEW_ARRAY(&g->memory, const char *, m->n_vars);

	for (int32_t i = 0; i < m->n_vars; i++)
		name[i] = m->var[i].name;
	argument_select(&g->o, name, (size_t)m->n_vars, wanted);
	return wanted;
}

static MdvStatus write_row(void *ctx, double t, const double frame[])
{
	return result_row(&((Program *)ctx)->file, t, frame);
}

/* The exit status, after telling what there is to tell. */
static int end(Program *g, MdvStatus status)
{
	bool written = result_close(&g->file) == MDV_OK;
	FILE *to = strcmp(g->path, "-") ? stdout : stderr;

	if (!written)
		tell(g, g->file.out.error);
	if (g->result.terminated)
		tell(g, mdv_instance_message(g->p));
	else if (status == MDV_STOPPED)
		plain_fprintf(stderr, "%s: stopped at t = %g, while %s\n", g->o.program, g->result.t,
					  interrupt_where());
	else if (status != MDV_OK && written)
		render_say(stderr, "%s: error: %s\n", g->o.program,
				   *mdv_instance_message(g->p) ? mdv_instance_message(g->p)
											   : mdv_status_text(status));
	if (g->file.open && written && to == stdout)
		render_say(to, "%s: %llu rows from %g to %g in %s\n", mdv_instance_model(g->p)->name,
				   (unsigned long long)g->result.stats.rows, g->run.start, g->result.t, g->path);
	if (g->result.terminated)
		status = MDV_OK;
	return written || status != MDV_OK ? exit_status(status, *interrupt_flag()) : EXIT_RUN;
}

/* What the model has read is not replaced. */
static bool has_read(void *ctx, FileId id)
{
	return ext_session_has_read(&((const Program *)ctx)->p->code->session, id.device, id.inode);
}

static bool may_replace(Program *g)
{
	char why[512];

	replace_init(&g->replace, NULL, g->o.force);
	g->replace.is_input = has_read;
	g->replace.ctx = g;
	if (replace_may(&g->replace, g->path, why, sizeof why))
		return true;
	tell(g, why);
	return false;
}

/* In a signal handler. */
static void save_rows(void *ctx)
{
	Program *g = ctx;

	if (g->file.open)
		out_rescue(&g->file.out);
}

static int run(Program *g)
{
	const MdvModel *m = mdv_instance_model(g->p);
	HybridOptions h = {
		.run = g->o.run, .stop_request = interrupt_flag(), .row = write_row, .ctx = g};
	MdvStatus status;

	for (size_t i = 0; i < g->o.set.n; i++)
		if (!set_one(g, &g->o.set.at[i]))
			return EXIT_USAGE;
	if (!allow_all(g))
		return EXIT_USAGE;
	g->run = settle_run(&g->o.run, m);
	if (g->run.stop < g->run.start) {
		plain_fprintf(stderr, "%s: the end %g lies before the start %g\n", g->o.program,
					  g->run.stop, g->run.start);
		return EXIT_USAGE;
	}
	g->path = g->o.out ? g->o.out
					   : arena_printf(&g->memory, "%s.csv", text_file_name(&g->memory, m->name));
	if (!may_replace(g))
		return EXIT_USAGE;
	result_init(&g->file, m, g->path, select_vars(g, m), &g->memory);
	g->file.replace = &g->replace;
	g->p->rt->listener.log = warn;
	g->p->rt->listener.trace = trace;
	g->p->rt->listener.ctx = g;
	g->p->code->hooks.stop = interrupt_flag();
	vm_fn_set_hooks(g->p->code->fns, &g->p->code->hooks);
	interrupt_begin(g->o.program, g->run.timeout);
	if (g->o.memory > 0 && !interrupt_memory(g->o.memory))
		tell(g, "the memory cannot be limited");
	interrupt_phase("simulating", NULL);
	h.run.timeout = 0; /* the flag is set */
	interrupt_ask(save_rows, g);
	status = native_simulate(g->p, &h, &g->result);
	return end(g, interrupt_end(g->p->rt, &g->result, status));
}

static int run_program(void *arg)
{
	Program *g = arg;

	if (!options_read_program(&g->o, g->argc, g->argv))
		return EXIT_USAGE;
	if (g->o.help) {
		options_help(&g->o, stdout);
		return EXIT_DONE;
	}
	if (g->unit->version != MDV_UNIT_VERSION) {
		fprintf(stderr,
				"%s: the model's tables are of version %d, the runtime's of %d: make it again\n",
				g->o.program, g->unit->version, MDV_UNIT_VERSION);
		return EXIT_RUN;
	}
	g->p = mdv_instance_new(g->unit, NULL);
	if (!g->p)
		guard_no_memory(NULL);
	return run(g);
}

int mdv_unit_main(const MdvUnit *unit, int argc, char **argv)
{
	Program g = {.unit = unit, .argc = argc, .argv = argv};
	int code;

	arena_init(&g.memory, NULL);
	g.memory.no_memory = guard_no_memory;
	code = exit_status_guard(argc > 0 ? argv[0] : unit->model->name, run_program, &g);
	mdv_instance_free(g.p);
	options_free(&g.o);
	arena_free(&g.memory);
	return code;
}
