/* SPDX-License-Identifier: MIT
   simulate.c — a run of its own: a model is made, its values are set, and island_simulate runs it.
 */
#include "api/api.h"
#include "runtime/plant/plant.h"

typedef struct Simulation {
	const MdvProgram *p;         /* what is simulated */
	const MdvSimulateOptions *o; /* as given */
	Rt *rt;                      /* the model, running */
	Arena memory;                /* of the arrays */
	int32_t *var;                /* n: the columns of a row */
	double *value;               /* n: a row */
	size_t n;                    /* how many */
	Made *made;                  /* its code */
	HybridResult result;         /* how it went … */
	MdvStatus status;            /* … and ended */
} Simulation;

static MdvStatus give_row(void *ctx, double t, const double frame[])
{
	Simulation *s = ctx;

	if (s->o->results)
		TRY(results_row(s->o->results, t, frame));
	if (!s->o->row)
		return MDV_OK;
	for (size_t i = 0; i < s->n; i++)
		s->value[i] = rt_get(s->rt, s->var[i]);
	return s->o->row(s->o->user, t, s->value);
}

static MdvStatus keep_event(void *ctx, const MdvResultEvent *e)
{
	return results_event(ctx, e);
}

static MdvStatus choose_columns(Simulation *s)
{
	const MdvSimulateOptions *o = s->o;

	s->n = !o->row ? 0 : o->variables ? o->n_variables : (size_t)s->rt->m->n_vars;
	s->var = NEW_ARRAY(&s->memory, int32_t, s->n);
	s->value = NEW_ARRAY(&s->memory, double, s->n);
	if (!s->var || !s->value)
		return MDV_NO_MEMORY;
	for (size_t i = 0; i < s->n; i++)
		if (o->variables)
			TRY(var_find(s->rt, o->variables[i], &s->var[i]));
		else
			s->var[i] = (int32_t)i;
	return MDV_OK;
}

static MdvStatus run(Simulation *s)
{
	SystemTable system = maker_system(&s->p->cx, &s->memory);
	HybridOptions h = {.run = s->o->run,
					   .row = s->o->row || s->o->results ? give_row : NULL,
					   .ctx = s,
					   .stop_request = s->o->stop,
					   .system = &system};

	if (system.n_components < 0)
		return MDV_NO_MEMORY;
	h.session = &s->made->session;
	TRY(choose_columns(s));
	for (size_t i = 0; i < s->o->n_set; i++)
		TRY(var_preset(s->rt, &s->o->set[i]));
	return island_simulate(s->rt, &h, &s->result);
}

static void fill(MdvSimulateResult *out, const Simulation *s, MdvStatus status)
{
	const HybridStats *stats = &s->result.stats;
	const char *text = rt_message(s->rt);

	*out = (MdvSimulateResult){.t = s->result.t,
							   .terminated = s->result.terminated,
							   .steps = stats->solver.steps,
							   .restarts = stats->solver.restarts,
							   .rhs = stats->solver.rhs,
							   .state_events = stats->state_events,
							   .time_events = stats->time_events,
							   .rows = stats->rows};
	if (status != MDV_OK && !*text)
		text = mdv_status_text(status);
	snprintf(out->message, sizeof out->message, "%s", text);
}

static MdvStatus refuse(MdvSimulateResult *out, MdvStatus status, const char *text)
{
	*out = (MdvSimulateResult){.t = 0};
	snprintf(out->message, sizeof out->message, "%s", text);
	return status;
}

/* Runs under a guard: whatever it makes is in s. */
static void simulate(void *ctx)
{
	Simulation *s = ctx;
	const MdvProgram *p = s->p;
	MakerOptions options = {
		.log = s->o->log, .user = s->o->user, .alloc = &p->alloc, .stop = s->o->stop};
	double timeout = s->o->run.timeout;

	options.deadline = timeout > 0 ? clock_seconds() + timeout : 0;
	s->made = maker_of(p, &options);
	s->rt = s->made ? rt_new(&s->made->model, &p->alloc) : NULL;
	if (!s->rt)
		return;
	s->rt->listener.log = s->rt->listener.trace = s->o->log;
	s->rt->listener.ctx = s->o->user;
	s->rt->interrupt.stop = s->o->stop;
	if (s->o->results && s->o->events) {
		s->rt->listener.event = keep_event;
		s->rt->listener.event_ctx = s->o->results;
	}
	s->status = run(s);
}

MdvStatus mdv_simulate(const MdvProgram *p, const MdvSimulateOptions *o, MdvSimulateResult *out)
{
	static const MdvSimulateOptions none = {.row = NULL};
	Simulation s = {.p = p, .o = o ? o : &none, .status = MDV_NO_MEMORY};
	Guard guard;

	if (!p->compiled)
		return refuse(out, MDV_BAD_ARGUMENT, "the program was not compiled: its messages tell why");
	arena_init(&s.memory, &p->alloc);
	if (guard_run(&guard, &s.memory, simulate, &s) != MDV_OK)
		s.status = refuse(out, guard.status, guard.text);
	else if (s.rt)
		fill(out, &s, s.status);
	else
		refuse(out, s.status, mdv_status_text(s.status));
	arena_free(&s.memory);
	rt_free(s.rt);
	maker_free(s.made);
	return s.status;
}
