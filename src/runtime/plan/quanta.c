/* SPDX-License-Identifier: MIT
   quanta.c — the integrator of quantized states (qss/): the plan is the first of the times at which
   a state gets a new quantized state, an input bends, or a relation changes. Events are those of
   the model as with steps; after one, only what reads something that it has changed is evaluated.
   States of sets are chosen anew at events, and otherwise looked at after so many quanta, not at
   each. */
#include "runtime/plan/plan.h"
#include "runtime/qss/qss.h"

#define LOOK_AT_SETS 50   /* quanta */
#define LOOK_SOONER  5    /* the same, where a state of a set moves less than what follows it */
#define STIFF        1000 /* time constants in a run */
#define CROWD_PART   1e-6 /* of the run: events that are nearer are close */
#define MOST_CROWD   1000 /* in a row, of one relation */
#define SOME_CROWD   8    /* the same: quanta may be what changes it */
#define MOST_EVENTS  64   /* in a row, before others have their turn */

typedef enum QuantaKind {
	QUANTA_STATE, /* a state is due */
	QUANTA_EVENT, /* a relation changes, or an assertion is violated */
	QUANTA_TIME,  /* an event known before */
	QUANTA_INPUT, /* an input bends */
	QUANTA_END    /* nothing but the end, or who asks */
} QuantaKind;

typedef struct Quanta {
	HybridRun *r;
	Qss qss;
	SolverStats stats;
	QuantaKind kind;  /* of the plan */
	int32_t entry;    /* state, or what is watched */
	double t_left;    /* before the event */
	double *x;        /* n: work */
	bool rows_of_x;   /* rows show no variables that move but states */
	uint64_t n_steps; /* since the states of sets were looked at */
} Quanta;

typedef struct QuantaMethod {
	MdvSolver solver;
	int order;
	bool implicit;
	bool pairs;
} QuantaMethod;

static const QuantaMethod methods[] = {
	{MDV_SOLVER_QSS1, 1, false, false},  {MDV_SOLVER_QSS2, 2, false, false},
	{MDV_SOLVER_QSS3, 3, false, false},  {MDV_SOLVER_LIQSS1, 1, true, false},
	{MDV_SOLVER_LIQSS2, 2, true, false}, {MDV_SOLVER_LIQSS3, 3, true, false},
	{MDV_SOLVER_MLIQSS2, 2, true, true}, {MDV_SOLVER_QSS, 2, true, false},
};

static const QuantaMethod *method_of(MdvSolver solver)
{
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (methods[i].solver == solver)
			return &methods[i];
	return NULL;
}

bool quanta_is(MdvSolver solver)
{
	return method_of(solver) != NULL;
}

/* --- life --- */

/* What means nothing here is not passed over in silence. */
static MdvStatus check_options(HybridRun *r)
{
	const MdvOptions *o = &r->o->run;
	const char *what = o->fixed_step > 0                            ? "a fixed step"
					   : o->first_step > 0                          ? "a first step"
					   : o->locator != MDV_LOCATOR_DENSE            ? "a locator of events in steps"
					   : o->chattering == MDV_CHATTERING_REGULARIZE ? "regularized chattering"
																	: NULL;

	if (!what)
		return MDV_OK;
	return report_fail(r->rt, MDV_BAD_ARGUMENT, NAN,
					   "quantized states take no steps: %s means "
					   "nothing to them",
					   what);
}

/* The largest rate at which a derivative answers to its own state. */
static MdvStatus find_fastest(Quanta *q, double *rate, int32_t *which)
{
	*rate = 0;
	*which = -1;
	for (int32_t i = 0; i < q->r->rt->n; i++) {
		double slope = 0;

		if (q->qss.state[i].own)
			TRY(eval_slope(&q->qss, i, i, q->r->t, &slope));
		if (-slope > *rate) {
			*rate = -slope;
			*which = i;
		}
	}
	return MDV_OK;
}

/* --solver qss: stiff or not, which order. Said, since results depend on it. */
static MdvStatus choose_method(Quanta *q)
{
	HybridRun *r = q->r;
	double rate;
	int32_t i;

	TRY(find_fastest(q, &rate, &i));
	q->qss.o.implicit = rate * r->span > STIFF;
	q->qss.o.order = q->qss.o.implicit || r->tol >= 1e-3 ? 2 : 3;
	if (q->qss.o.implicit)
		report_log(r->rt, "quantized states: liqss2, since '%s' answers to itself in %.3g s",
				   report_name(r->rt, rt_state(r->rt, i)->slot), 1 / rate);
	else
		report_log(r->rt,
				   "quantized states: qss%d, since no state is stiff by itself and the "
				   "tolerance is %g",
				   q->qss.o.order, r->tol);
	return MDV_OK;
}

/* Then nothing needs to be evaluated for a row: there are no others, and nobody wants to see
   derivatives, which are looked at where they are used. */
static bool rows_are_of_x(const HybridRun *r, const Quanta *q)
{
	const Rt *rt = r->rt;

	if (!q->qss.error.none || !r->o->wanted || !r->alone || r->user || r->o->together ||
		rt->limited.n > 0 || rt->m->n_sets > 0)
		return false;
	for (int32_t i = 0; i < rt->n; i++) {
		int32_t var = rt->index.var_of_slot[rt_state(rt, i)->derivative];

		if (var >= 0 && r->o->wanted[var])
			return false;
	}
	return true;
}

static MdvStatus open_quanta(HybridRun *r)
{
	const QuantaMethod *method = method_of(r->solver);
	Quanta *q = NEW_ARRAY(&r->memory, Quanta, 1);
	QssOptions o = {.order = method->order,
					.implicit = method->implicit,
					.pairs = method->pairs,
					.relative = r->tol,
					.least = r->o->run.min_quantum,
					.most = r->o->run.max_step > 0 ? r->o->run.max_step : r->span / 50,
					.stop = r->o->run.stop};

	if (!q)
		return MDV_NO_MEMORY;
	r->state = q;
	q->r = r;
	q->x = NEW_ARRAY(&r->memory, double, (size_t)r->rt->n + 1);
	if (!q->x)
		return MDV_NO_MEMORY;
	TRY(check_options(r));
	if (method->solver == MDV_SOLVER_QSS)
		o.order = QSS_MOST_ORDER;
	TRY(qss_open(&q->qss, r->rt, &o, &r->memory));
	if (method->solver == MDV_SOLVER_QSS) {
		TRY(qss_begin(&q->qss, r->t));
		TRY(choose_method(q));
		qss_set_order(&q->qss);
	}
	TRY(code_make(&q->qss, &r->memory));
	if (!error_open(&q->qss, &r->memory))
		return MDV_NO_MEMORY;
	q->rows_of_x = rows_are_of_x(r, q);
	return qss_begin(&q->qss, r->t);
}

bool quanta_estimate(HybridRun *r, double *rate)
{
	ArenaMark mark = arena_mark(&r->memory);
	Qss *s = NEW_ARRAY(&r->memory, Qss, 1);
	QssOptions o = {.order = r->tol >= 1e-3 ? 2 : 3,
					.relative = r->tol,
					.least = r->o->run.min_quantum,
					.most = r->span / 50,
					.stop = r->o->run.stop};
	bool can = s && qss_open(s, r->rt, &o, &r->memory) == MDV_OK && qss_begin(s, r->t) == MDV_OK;

	*rate = 0;
	for (int32_t i = 0; can && i < r->rt->n; i++) {
		double h = fmin(s->state[i].t_quantum, s->state[i].t_valid) - r->t;

		if (h < r->o->run.stop - r->t)
			*rate += (double)(s->graph.readers.start[i + 1] - s->graph.readers.start[i] + 1) /
					 fmax(h, s->least_h);
	}
	if (!can)
		report_clear(r->rt);
	arena_release(&r->memory, mark);
	return can;
}

static void close_quanta(HybridRun *r)
{
	Quanta *q = r->state;

	if (!q)
		return;
	if (!r->user)
		error_tell(&q->qss, r->o->wanted);
	code_drop(&q->qss);
}

static const SolverStats *count_quanta(const HybridRun *r)
{
	const Quanta *q = r->state;
	SolverStats *stats = &((Quanta *)r->state)->stats;

	r->out->stats.proved = q->qss.stats.proved;
	r->out->stats.sampled = q->qss.stats.sampled;
	r->out->stats.selections = q->qss.stats.selections;
	r->out->stats.rough_unsure = q->qss.stats.unsure;
	stats->steps = q->qss.stats.requantized;
	stats->rhs = q->qss.stats.rates;
	stats->order = q->qss.o.order;
	return stats;
}

/* --- making --- */

/* Up to when only states and what is watched are due. */
static double stop_of(const HybridRun *r)
{
	const Quanta *q = r->state;

	return less(less(r->next, r->user_next), less(r->o->run.stop, q->qss.t_inputs));
}

static MdvStatus make_plan(HybridRun *r)
{
	Quanta *q = r->state;
	double t_stop = stop_of(r), t;
	bool changed;

	for (;;) {
		t = fmax(qss_next(&q->qss, &q->entry), r->t);
		if (t >= t_stop)
			break;
		if (q->entry < r->rt->n) {
			q->kind = QUANTA_STATE;
			r->plan = (HybridPlan){PLAN_STEP, t, t};
			return MDV_OK;
		}
		TRY(qss_progress(&q->qss, q->entry, t));
		if (block_is_late(r->rt))
			return r->rt->interrupt.stop && *r->rt->interrupt.stop ? MDV_STOPPED : MDV_TIMED_OUT;
		TRY(watch_look(&q->qss, q->entry - r->rt->n, t, r->t, &changed, &q->t_left, &t));
		if (changed) {
			q->kind = QUANTA_EVENT;
			r->plan = (HybridPlan){PLAN_EVENT, t, q->t_left};
			return MDV_OK;
		}
	}
	q->kind = t_stop == r->next           ? QUANTA_TIME
			  : t_stop == q->qss.t_inputs ? QUANTA_INPUT
										  : QUANTA_END;
	if (isinf(t_stop))
		r->plan = (HybridPlan){PLAN_NEVER, INFINITY, INFINITY};
	else
		r->plan = (HybridPlan){q->kind == QUANTA_TIME ? PLAN_EVENT : PLAN_STEP, t_stop, t_stop};
	return MDV_OK;
}

/* --- committing --- */

static MdvStatus look_quanta(HybridRun *r, double t, RtUse use)
{
	Quanta *q = r->state;

	qss_values(&q->qss, t, q->x);
	if (use == RT_OUTPUT && q->rows_of_x) {
		rt_put_states(r->rt, t, q->x);
		return MDV_OK;
	}
	if (use == RT_OUTPUT && error_is_due(&q->qss, t)) {
		TRY(rt_output(r->rt, t, q->x, use));
		error_look(&q->qss, t);
	}
	return rt_output(r->rt, t, q->x, use);
}

/* Rows up to t, and the one of left limits there, which are those of t_left. */
static MdvStatus rows_before(HybridRun *r, double t_left, double t)
{
	TRY(status_final_or_stopped(rows_upto(r, t_left, false)));
	TRY_FINAL(look_quanta(r, t_left, RT_INTEGRATE));
	return status_final_or_stopped(rows_event(r, t, false));
}

static MdvStatus resume_quanta(HybridRun *r, bool restart)
{
	Quanta *q = r->state;

	(void)restart;
	q->stats.restarts++;
	TRY_FINAL(qss_follow(&q->qss, r->t, false));
	hybrid_settled(r);
	return MDV_OK;
}

static MdvStatus take_event(HybridRun *r, double t, int32_t crossing)
{
	Quanta *q = r->state;
	bool restart;

	qss_values(&q->qss, t, q->x);
	rt_put_states(r->rt, t, q->x);
	TRY(hybrid_event(r, t, crossing, &restart));
	return resume_quanta(r, restart);
}

/* Events without end: those of one relation that follow each other closely, again and again. */
static MdvStatus check_crowd(Quanta *q, int32_t crossing, double t_before)
{
	HybridRun *r = q->r;
	QssWatch *w = &q->qss.watch[crossing];

	w->n_close = r->t - t_before <= CROWD_PART * r->span ? w->n_close + 1 : 0;
	if (w->n_close <= MOST_CROWD)
		return w->n_close > 0 && w->n_close % SOME_CROWD == 0
				   ? status_final(fit_sharpen(&q->qss, crossing, r->t))
				   : MDV_OK;
	report_fail(
		r->rt, MDV_FAILED, r->t,
		"at time %.9g events never end: %llu of one relation in a row, each less than %.3g s "
		"after the one before",
		r->t, (unsigned long long)w->n_close, CROWD_PART * r->span);
	report_source(r->rt, r->rt->m->crossing[crossing].source);
	return MDV_FAILED;
}

/* Does nobody want to see the event, and can it be carried out by what it changes alone? w: the
   relation that changes; -1: an instant. */
static bool is_local(const HybridRun *r, double t, int32_t w)
{
	Quanta *q = r->state;

	return q->qss.local.on && !r->rt->change.stale && !r->rt->event.opened && r->alone &&
		   !(r->o->run.log & MDV_LOG_STEPS) && !r->user && !r->before && !r->o->together &&
		   !r->force_restart && (w < 0 || r->next > t) && t < r->o->run.stop && t < rows_quiet(r) &&
		   qss_is_alone(&q->qss, w, t);
}

static MdvStatus carry_out(HybridRun *r, double t_left, double t, int32_t w)
{
	Quanta *q = r->state;

	TRY(status_final_or_stopped(rows_upto(r, t_left, false)));
	if (!is_local(r, t, w)) {
		TRY(rows_before(r, t_left, t));
		return take_event(r, t, w);
	}
	qss_values(&q->qss, t, q->x);
	rt_put_states(r->rt, t, q->x);
	for (int k = 0; k < q->qss.n_others; k++)
		event_hint(r->rt, q->qss.others[k]);
	TRY(hybrid_local_event(r, t, w));
	q->stats.restarts++;
	TRY_FINAL(qss_follow_local(&q->qss, t, w));
	hybrid_settled(r);
	return MDV_OK;
}

/* If nothing can come in between and nobody wants to hear of it, those that follow at once. */
static MdvStatus go_on(HybridRun *r)
{
	Quanta *q = r->state;
	double until = fmin(stop_of(r), rows_next(r));

	if (!r->alone || r->ended || r->out->terminated || r->rt->m->n_sets > 0 ||
		r->o->run.log & MDV_LOG_STEPS)
		return MDV_OK;
	TRY_FINAL(qss_run(&q->qss, until, &r->t));
	r->out->t = r->t;
	return MDV_OK;
}

static MdvStatus state_event(HybridRun *r)
{
	Quanta *q = r->state;
	int32_t w = q->entry - r->rt->n;
	QssWatch *watch = &q->qss.watch[w];
	int8_t side = watch->side;
	uint64_t passes = r->rt->stats.passes;
	bool asleep = !watch->armed;
	double t = r->plan.t, t_before = watch->t_event;

	watch->t_event = t;
	r->out->stats.state_events++;
	TRY(carry_out(r, q->t_left, t, w));
	/* Of several passes one may have changed it for a while, as `when x > pre(n) + 1` does. */
	if (watch->side == side && r->rt->stats.passes - passes == 1 &&
		r->rt->m->crossing[w].relation >= 0) { /* rounding */
		watch_widen(&q->qss, w);
		TRY_FINAL(watch_renew(&q->qss, w, t));
	}
	TRY(check_crowd(q, w, t_before));
	gaps_note(&q->qss, w, r->t, asleep);
	return go_on(r);
}

/* An assertion is violated there, by the polynomials: is it? */
static MdvStatus check_assertion(HybridRun *r)
{
	Quanta *q = r->state;
	double t = r->plan.t;

	TRY(status_final_or_stopped(rows_upto(r, t, false)));
	TRY_FINAL(look_quanta(r, t, RT_INTEGRATE));
	r->t = r->out->t = t;
	TRY(event_check(r->rt));
	r->out->terminated |= r->rt->event.terminated;
	q->qss.watch[q->entry - r->rt->n].told = true;
	return status_final(watch_renew(&q->qss, q->entry - r->rt->n, t));
}

/* The states of sets where the run is; others are taken if need be. */
static MdvStatus select_states(HybridRun *r)
{
	Quanta *q = r->state;
	bool changed = false;

	if (r->rt->m->n_sets == 0 || ++q->n_steps < (q->qss.choose ? LOOK_SOONER : LOOK_AT_SETS))
		return MDV_OK;
	q->n_steps = 0;
	q->qss.choose = false;
	q->qss.stats.selections++;
	TRY_FINAL(look_quanta(r, r->t, RT_INTEGRATE));
	rt_accept(r->rt);
	TRY_FINAL(set_select(r->rt, SET_FACTOR, &changed));
	return changed ? status_final(qss_begin(&q->qss, r->t)) : MDV_OK;
}

static MdvStatus step_state(HybridRun *r)
{
	Quanta *q = r->state;
	double t = r->plan.t;

	if (r->rt->interrupt.stop && *r->rt->interrupt.stop)
		return MDV_STOPPED;
	TRY(status_final_or_stopped(rows_upto(r, t, true)));
	log_step(r, r->t, t);
	r->t = r->out->t = t;
	TRY_FINAL(qss_step(&q->qss, q->entry, t));
	TRY(select_states(r));
	return go_on(r);
}

static MdvStatus commit_one(HybridRun *r)
{
	Quanta *q = r->state;
	double t = r->plan.t;

	switch (q->kind) {
	case QUANTA_STATE: return step_state(r);
	case QUANTA_EVENT:
		return q->entry - r->rt->n < q->qss.graph.n_crossings ? state_event(r) : check_assertion(r);
	case QUANTA_TIME:
		r->out->stats.time_events++;
		TRY(carry_out(r, t, t, -1));
		return go_on(r);
	case QUANTA_INPUT:
	case QUANTA_END: break;
	}
	TRY(status_final_or_stopped(rows_upto(r, t, true)));
	r->t = r->out->t = t;
	return q->kind == QUANTA_INPUT ? status_final(qss_inputs(&q->qss, t)) : MDV_OK;
}

/* Events that nobody sees follow each other, and states each other, without plans for others in
   between. */
static bool goes_on(const HybridRun *r)
{
	const Quanta *q = r->state;

	return r->alone && !r->ended && !r->out->terminated &&
		   (r->plan.kind == PLAN_EVENT || q->kind == QUANTA_STATE) && q->qss.local.on &&
		   !r->rt->change.stale && r->plan.t < fmin(rows_next(r), r->o->run.stop);
}

static MdvStatus commit_quanta(HybridRun *r)
{
	if (r->plan.kind == PLAN_NEVER || r->plan.kind == PLAN_DONE)
		return MDV_OK;
	TRY(commit_one(r));
	for (int turn = 0; turn < MOST_EVENTS && goes_on(r); turn++) {
		TRY(make_plan(r));
		if (!goes_on(r))
			return MDV_OK;
		TRY(commit_one(r));
	}
	return MDV_OK;
}

/* A relation that has changed by the states here, before it was due, belongs to the event. */
static MdvStatus interrupt_quanta(HybridRun *r, double t, bool *missed)
{
	Quanta *q = r->state;

	r->out->t = t;
	*missed = false;
	TRY(rows_before(r, t, t));
	for (int32_t i = 0; i < q->qss.graph.n_crossings; i++)
		*missed |= q->qss.watch[i].side * rt_crossing(r->rt, i) < -q->qss.watch[i].band;
	return MDV_OK;
}

const IntegratorOps integrator_quanta = {.open = open_quanta,
										 .make = make_plan,
										 .commit = commit_quanta,
										 .interrupt = interrupt_quanta,
										 .resume = resume_quanta,
										 .look = look_quanta,
										 .stats = count_quanta,
										 .close = close_quanta};
