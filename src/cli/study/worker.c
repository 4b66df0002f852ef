/* SPDX-License-Identifier: MIT
   worker.c — runs of one compilation by several threads. The compilation and its machine code are
   shared and do not change; each thread has a VM of its own, each run a frame of its own. */
#include "cli/study/study.h"
#include "runtime/plant/plant.h"

#include <math.h>
#include <string.h>

/* -- the compilation -------------------------------------------------------------------------- */

/* The command line with the values of a run as settings: those of run 0 for what runs set by
   themselves (w->var), so that the compilation is the same whichever run comes first. */
static const Options *with_values(const Workshop *w, const Options *o, uint64_t run, Arena *keep)
{
	Options *copy = NEW(keep, Options);

	*copy = *o;
	copy->set.at = NULL;
	copy->set.n = copy->set.cap = 0;
	for (size_t i = 0; i < o->set.n; i++)
		vec_push(arena_allocator(keep), &copy->set, o->set.at[i]);
	for (size_t i = 0; i < w->design->n; i++) {
		bool in_run = w->var && w->var[i] >= 0;
		OptionsSet set = {w->design->column[i].name,
						  design_text(w->design, i, in_run ? 0 : run, keep)};

		vec_push(arena_allocator(keep), &copy->set, set);
	}
	return copy;
}

int workshop_open(Workshop *w, const Options *o, const Design *design, uint64_t run, Arena *keep)
{
	RunCompiled took;
	int code;

	w->design = design;
	w->o = with_values(w, o, run, keep);
	start_compile(o, &w->cx);
	code = start_model(w->o, &w->cx, &took);
	if (code != EXIT_DONE)
		return code;
	w->system = maker_system(&w->cx, &w->cx.keep);
	w->jit = maker_jit(&w->cx, (MdvCodeKind)o->code);
	for (size_t i = 0; i < w->cx.island->code.fns.n; i++)
		w->fresh = w->fresh || w->cx.island->code.fns.at[i]->external;
	w->fresh = w->fresh || w->system.n_components == 0 || o->run_timeout > 0;
	w->made = true;
	return EXIT_DONE;
}

/* Those that a run can set by itself; the others are compiled in. */
static void find_columns(Workshop *w, Arena *keep)
{
	const MdvModel *m = &w->cx.island->model;
	Rt *rt = rt_new(m, NULL);

	if (!rt)
		guard_no_memory(NULL);
	w->var = NEW_ARRAY(keep, int32_t, w->design->n + 1);
	for (size_t i = 0; i < w->design->n; i++) {
		const DesignColumn *c = &w->design->column[i];

		w->var[i] = c->texts ? -1 : result_find(m, c->name);
		if (w->var[i] >= 0 &&
			var_preset(rt, &(MdvSetting){c->name, design_value(w->design, i, 0)}) != MDV_OK)
			w->var[i] = -1;
	}
	rt_free(rt);
}

static bool find_measured(Workshop *w, Arena *keep)
{
	const MdvModel *m = &w->cx.island->model;

	w->measured = NEW_ARRAY(keep, int32_t, w->measures->n + 1);
	w->wanted = NEW_ARRAY(keep, bool, m->n_vars + 1);
	for (size_t i = 0; i < w->measures->n; i++) {
		const char *name = w->measures->at[i].variable;
		Suggest near;
		Text text;

		w->measured[i] = name ? result_find(m, name) : -1;
		if (w->measured[i] >= 0)
			w->wanted[w->measured[i]] = true;
		if (w->measured[i] >= 0 || !name)
			continue;
		suggest_init(&near, name, strlen(name));
		for (int32_t k = 0; k < m->n_vars; k++)
			suggest_add(&near, m->var[k].name, strlen(m->var[k].name));
		text_init(&text, arena_heap(keep));
		suggest_text(&near, &text);
		render_say(stderr, "%s: --measure '%s': the model has no variable '%s'%s\n", w->o->program,
				   w->measures->at[i].label, name, text_str(&text));
		text_free(&text);
		return false;
	}
	return true;
}

/* Of trajectories all variables are shown that --vars asks for. */
static void show_asked(Workshop *w, Arena *keep)
{
	const MdvModel *m = &w->cx.island->model;
	const char **name = NEW_ARRAY(keep, const char *, m->n_vars + 1);
	bool *shown = NEW_ARRAY(keep, bool, m->n_vars + 1);

	for (int32_t i = 0; i < m->n_vars; i++)
		name[i] = m->var[i].name;
	argument_select(w->o, name, (size_t)m->n_vars, shown);
	for (int32_t i = 0; i < m->n_vars; i++)
		w->wanted[i] = w->wanted[i] || shown[i];
	w->shown = shown;
}

static void close_inputs(Workshop *w)
{
	if (w->reads)
		run_model_free(&w->inputs);
	w->reads = false;
}

/* --input, whose columns are found anew in each compilation; warnings are told once. */
static bool open_inputs(Workshop *w, bool first, Arena *keep)
{
	Options *o = NEW(keep, Options);

	close_inputs(w);
	*o = *w->o;
	o->quiet = o->quiet || !first;
	run_model_init(&w->inputs, o);
	w->reads = true;
	w->inputs.model = &w->cx.island->model;
	w->inputs.run = settle_run(&o->run, w->inputs.model);
	return run_input_read(&w->inputs);
}

bool workshop_settle(Workshop *w, Arena *keep)
{
	bool first = !w->var;

	if (first)
		find_columns(w, keep);
	if (!find_measured(w, keep) || !open_inputs(w, first, keep))
		return false;
	if (w->o->trajectories)
		show_asked(w, keep);
	return true;
}

void workshop_close(Workshop *w)
{
	close_inputs(w);
	jit_free(w->jit);
	pipeline_free(&w->cx);
	w->jit = NULL;
	w->made = w->fresh = false;
}

/* -- runs ------------------------------------------------------------------------------------- */

static void note_warning(void *ctx, const char *text)
{
	Worker *k = ctx;

	if (!k->warned)
		snprintf(k->warning, sizeof k->warning, "%s", text);
	k->warned = k->warned ? k->warned : k->run + 1;
}

/* What the model says is for single runs. */
static void drop_text(void *ctx, ExtLevel level, const char *text)
{
	(void)ctx;
	(void)level;
	(void)text;
}

static bool make_model(Worker *k)
{
	const Workshop *w = k->shop;
	MakerOptions o = {.log = note_warning, .user = k, .stop = interrupt_flag(), .jit = w->jit};

	if (k->made && !w->fresh)
		return true;
	maker_free(k->made);
	if (w->o->run_timeout > 0)
		o.deadline = clock_seconds() + w->o->run_timeout;
	k->made = maker_new(&w->cx, &o);
	if (!k->made)
		return false;
	k->made->session.sink = drop_text;
	return run_begin_allow(w->o, &k->made->session);
}

bool worker_begin(Worker *k, Workshop *w)
{
	*k = (Worker){.shop = w};
	arena_init(&k->keep, NULL);
	arena_init(&k->scratch, NULL);
	k->state = NEW_ARRAY(&k->keep, Measuring, w->measures->n + 1);
	k->value = NEW_ARRAY(&k->keep, double, w->measures->n + 1);
	return k->state && k->value;
}

void worker_end(Worker *k)
{
	measure_free(k->shop->measures, k->state);
	maker_free(k->made);
	arena_free(&k->keep);
	arena_free(&k->scratch);
}

static MdvStatus take_row(void *ctx, double t, const double frame[])
{
	Worker *k = ctx;
	const Workshop *w = k->shop;

	for (size_t i = 0; i < w->measures->n; i++)
		if (w->measured[i] >= 0 &&
			!measure_add(&w->measures->at[i], &k->state[i], t, rt_get(k->rt, w->measured[i])))
			return MDV_NO_MEMORY;
	return w->o->trajectories ? result_row(&k->file, t, frame) : MDV_OK;
}

static MdvStatus set_values(Worker *k)
{
	const Workshop *w = k->shop;

	for (size_t i = 0; i < w->design->n; i++)
		if (w->var[i] >= 0)
			TRY(var_preset(k->rt, &(MdvSetting){w->design->column[i].name,
												design_value(w->design, i, k->run)}));
	return MDV_OK;
}

const char *worker_file(const Options *o, uint64_t run, Arena *keep)
{
	return arena_printf(keep, "%s/run%llu.csv", o->trajectories, (unsigned long long)run + 1);
}

/* The file has its name from its first row on: that of a run which failed or was killed holds the
   rows up to there. Whoever goes on with the sweep makes that run, and its file, again. */
static void open_file(Worker *k)
{
	const Workshop *w = k->shop;
	const char *path = worker_file(w->o, k->run, &k->scratch);

	result_init(&k->file, &k->made->model, path, w->shown, &k->scratch);
	k->file.replace = w->replace;
}

static MdvStatus simulate(Worker *k, HybridResult *result)
{
	const Workshop *w = k->shop;
	HybridOptions h = {.run = w->o->run,
					   .row = take_row,
					   .ctx = k,
					   .wanted = w->wanted,
					   .system = &w->system,
					   .stop_request = interrupt_flag(),
					   .session = &k->made->session};
	MdvStatus status, closed;

	h.run.timeout = w->o->run_timeout;
	k->rt->listener.log = note_warning;
	k->rt->listener.ctx = k;
	k->rt->interrupt.stop = interrupt_flag();
	run_input_give(&k->given, &w->inputs, k->rt);
	TRY(set_values(k));
	if (w->o->trajectories)
		open_file(k);
	status = island_simulate(k->rt, &h, result);
	if (!w->o->trajectories)
		return status;
	closed = result_close(&k->file);
	if (status == MDV_OK && closed != MDV_OK)
		return report_fail(k->rt, closed, result->t, "%s", k->file.out.error);
	return status;
}

static void note_end(Worker *k, MdvStatus status, const HybridResult *result)
{
	const Measures *ms = k->shop->measures;
	uint64_t events = result->stats.state_events + result->stats.time_events;
	const char *text = rt_message(k->rt);

	k->how = (JournalRun){.status = result->terminated ? MDV_OK : status};
	for (size_t i = 0; i < ms->n; i++)
		k->value[i] = k->how.status == MDV_OK ? measure_end(&ms->at[i], &k->state[i], events) : 0;
	if (k->how.status != MDV_OK)
		snprintf(k->how.reason, sizeof k->how.reason, "%.*s", JOURNAL_REASON - 1,
				 *text ? text : mdv_status_text(status));
}

/* Under a guard. */
static void run_guarded(void *ctx)
{
	Worker *k = ctx;
	HybridResult result = {.t = 0};

	k->status = MDV_NO_MEMORY;
	if (!make_model(k))
		return;
	k->rt = rt_new(&k->made->model, NULL);
	if (!k->rt)
		return;
	measure_begin(k->shop->measures, k->state);
	k->status = simulate(k, &result);
	if (*interrupt_flag())
		k->status = MDV_STOPPED;
	else if (k->status != MDV_NO_MEMORY)
		note_end(k, k->status, &result);
}

MdvStatus worker_run(Worker *k, uint64_t run)
{
	Guard guard;

	k->run = run;
	if (guard_run(&guard, &k->scratch, run_guarded, k) != MDV_OK) {
		k->status = guard.status;
		snprintf(k->how.reason, sizeof k->how.reason, "%.*s", JOURNAL_REASON - 1, guard.text);
	}
	rt_free(k->rt);
	k->rt = NULL;
	arena_free(&k->scratch);
	if (k->status == MDV_NO_MEMORY || k->status == MDV_INTERNAL_ERROR || k->status == MDV_STOPPED)
		return k->status;
	return MDV_OK;
}
