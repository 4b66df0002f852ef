/* SPDX-License-Identifier: MIT
   qss.c — the whole: inputs, events, begin and end. What states do in between is in qss_core.c. */
#include "runtime/qss/qss.h"

#include <float.h>
#include <string.h>

#define LEAST_QUANTUM 1e-13  /* of a state: less is lost in rounding */
#define MOST_MOVED    6      /* times what a root tells: quanta by which one may move others */
#define MOST_SAME     1000   /* steps of each while time hardly moves */
#define FREE_LOOKS    300000 /* operations of intervals in short times (qss_core.c) */

static double new_quantum(const Qss *s, int32_t i, double x)
{
	const QssState *state = &s->state[i];

	return ldexp(fmax(s->o.relative * fabs(x), state->least), -state->halved);
}

double qss_next(const Qss *s, int32_t *entry)
{
	double time;

	*entry = tree_next(&s->tree, &time);
	return *entry < 0 ? INFINITY : time;
}

void qss_values(const Qss *s, double t, double x[])
{
	/* As poly_at; coefficients beyond the degree are zero. */
	_Static_assert(QSS_MOST_DEGREE == 5, "terms below");
	for (int32_t i = 0; i < s->rt->n; i++) {
		const double *c = s->state[i].x, h = t - s->state[i].tx;

		x[i] = ((((c[5] * h + c[4]) * h + c[3]) * h + c[2]) * h + c[1]) * h + c[0];
	}
}

/* --- inputs --- */

static void mark_target(Qss *s, int32_t target)
{
	if (s->due[target])
		return;
	s->due[target] = true;
	if (target >= s->rt->n)
		s->watch_due[s->n_due++] = target - s->rt->n;
	else
		s->state_due[s->n_states_due++] = target;
}

static void mark_targets(Qss *s, const QssLists *l, int32_t from)
{
	for (int64_t k = l->start[from]; k < l->start[from + 1]; k++)
		mark_target(s, l->item[k]);
}

/* What is recorded is straight up to the next bend. What reads an input that goes on otherwise than
   before is marked. */
static void take_inputs(Qss *s, double t)
{
	Rt *rt = s->rt;
	bool moves = rt->inputs.give && s->graph.n_inputs > 0;
	double next = moves && rt->inputs.bend ? rt->inputs.bend(rt->inputs.ctx, t) : INFINITY;
	double ahead = isinf(next) ? t + 1 : next;

	s->t_inputs = next;
	for (int32_t k = 0; k < s->graph.n_inputs; k++)
		s->slot_input[k] = rt->frame[s->graph.input[k]];
	if (moves && ahead > t)
		rt->inputs.give(rt->inputs.ctx, ahead, false, rt->frame);
	for (int32_t k = 0; k < s->graph.n_inputs; k++) {
		QssInput *in = &s->input[k];
		double *value = &rt->frame[s->graph.input[k]], now = s->slot_input[k];
		double slope = moves && ahead > t ? (*value - now) / (ahead - t) : 0;

		*value = now;
		if (now != in->value + in->slope * (t - in->t) || slope != in->slope)
			mark_targets(s, &s->graph.input_readers, k);
		*in = (QssInput){now, slope, t};
	}
}

/* contact: t, if they get new quantized states at once, since their derivatives jump. */
static MdvStatus renew_due_states(Qss *s, double t, double contact)
{
	MdvStatus status = MDV_OK;

	eval_fresh(s);
	for (int32_t k = 0; k < s->n_states_due; k++) {
		s->due[s->state_due[k]] = false;
		if (status == MDV_OK)
			status = core_renew(s, s->state_due[k], t, contact);
	}
	s->n_states_due = 0;
	return status;
}

static MdvStatus renew_due(Qss *s, double t, double contact)
{
	TRY(renew_due_states(s, t, contact));
	return core_renew_watches(s, t);
}

MdvStatus qss_inputs(Qss *s, double t)
{
	Rt *rt = s->rt;

	rt->inputs.give(rt->inputs.ctx, t, true, rt->frame);
	take_inputs(s, t);
	return renew_due(s, t, INFINITY);
}

/* --- events --- */

/* Straight and curved parts of the quantized states follow one after the other: each derivative
   must be known before the next. The first turns only fill these; the last sees when each is due.
 */
static MdvStatus begin_states(Qss *s, double t)
{
	int32_t n = s->rt->n;

	for (int turn = 0; turn < s->o.order; turn++) {
		eval_fresh(s);
		for (int32_t i = 0; i < n; i++)
			TRY(core_renew(s, i, t, INFINITY));
		for (int32_t i = 0; i < n && turn + 1 < s->o.order; i++)
			s->state[i].q[turn + 1] = s->state[i].x[turn + 1];
	}
	return MDV_OK;
}

MdvStatus qss_begin(Qss *s, double t)
{
	int32_t n = s->rt->n;

	rt_states(s->rt, s->x);
	take_inputs(s, t);
	eval_begin(s);
	s->set_changes = s->rt->stats.set_changes;
	for (int32_t k = 0; k < s->graph.n_slots; k++)
		s->slot_value[k] = s->rt->frame[s->graph.slot[k]];
	for (int32_t i = 0; i < n; i++) {
		QssState *x = &s->state[i];

		*x = (QssState){.x = {s->x[i]},
						.q = {s->x[i]},
						.tx = t,
						.tq = t,
						.t_valid = INFINITY,
						.slope = x->slope,
						.least = x->least,
						.halved = x->halved,
						.own = x->own,
						.curved = x->curved,
						.watched = x->watched};
		x->quantum = new_quantum(s, i, s->x[i]);
		watch_unguard(s, i);
		settle_forget(s, i);
	}
	for (int32_t i = 0; i < s->graph.n_watched; i++)
		watch_forget_slopes(s, i);
	TRY(begin_states(s, t));
	memset(s->due, 0, (size_t)s->graph.n_targets * sizeof *s->due);
	s->n_due = s->n_states_due = 0;
	return watch_arm(s, t, true);
}

void qss_advance(Qss *s, int32_t i, double t)
{
	QssState *x = &s->state[i];

	if (t != x->tx)
		poly_shift(x->x, qss_degree(s, i), t - x->tx);
	x->tx = t;
}

/* A reinit gives the state another value: its quantized state goes with it. */
static void see_state(Qss *s, int32_t i, double t, double value)
{
	QssState *x = &s->state[i];

	if (poly_at(x->x, qss_degree(s, i), t - x->tx) == value)
		return;
	qss_advance(s, i, t);
	watch_unguard(s, i);
	x->x[0] = value;
	x->quantum = new_quantum(s, i, value);
	memcpy(x->q, x->x, sizeof x->q);
	x->tq = t;
	mark_targets(s, &s->graph.readers, i);
	mark_target(s, i);
}

static void see_states(Qss *s, double t)
{
	rt_states(s->rt, s->x);
	for (int32_t i = 0; i < s->rt->n; i++)
		see_state(s, i, t, s->x[i]);
}

static inline void see_slot(Qss *s, int32_t k)
{
	const QssLists *l = &s->graph.slot_readers;
	double value = s->rt->frame[s->graph.slot[k]];

	if (value == s->slot_value[k])
		return;
	s->slot_value[k] = value;
	for (int32_t j = s->first_shared ? s->first_shared[k] : -1; j >= 0; j = s->shared[j].next)
		*s->shared[j].at = value;
	mark_targets(s, &s->graph.slot_readers, k);
	for (int64_t j = l->start[k]; j < l->start[k + 1]; j++)
		if (l->item[j] >= s->rt->n)
			watch_forget_slopes(s, l->item[j] - s->rt->n);
		else
			settle_forget(s, l->item[j]);
}

MdvStatus qss_follow(Qss *s, double t, bool all)
{
	Rt *rt = s->rt;

	if (all || rt->stats.set_changes != s->set_changes)
		return qss_begin(s, t);
	see_states(s, t);
	for (int32_t k = 0; k < s->graph.n_slots; k++)
		see_slot(s, k);
	take_inputs(s, t);
	eval_begin(s);
	TRY(renew_due(s, t, t));
	return watch_arm(s, t, false);
}

bool qss_is_alone(Qss *s, int32_t w, double t)
{
	int32_t due[QSS_MOST_OTHERS + 2];
	int n = tree_due(&s->tree, t + s->least_h, due, QSS_MOST_OTHERS + 2);

	s->n_others = 0;
	for (int k = 0; k < n; k++) {
		if (due[k] - s->rt->n == w)
			continue;
		if (due[k] < s->rt->n || due[k] - s->rt->n >= s->graph.n_crossings ||
			s->n_others == QSS_MOST_OTHERS)
			return false;
		s->others[s->n_others++] = due[k] - s->rt->n;
	}
	return true;
}

static void mark_others(Qss *s)
{
	for (int k = 0; k < s->n_others; k++)
		mark_target(s, s->rt->n + s->others[k]);
}

/* The derivative of one state alone is another, as of most events: its new quantized state is made
   here, before what watches it is looked at, not after. */
static MdvStatus follow_one(Qss *s, double t, int32_t w)
{
	int32_t i = s->state_due[0];

	eval_fresh(s);
	s->due[i] = false;
	s->n_states_due = 0;
	TRY(core_jump(s, i, t));
	if (w >= 0)
		mark_target(s, s->rt->n + w);
	mark_others(s);
	watch_arm_due(s);
	TRY(qss_step(s, i, t));
	return core_renew_watches(s, t);
}

/* As qss_follow. Relations that the event may have changed are that of w and those that read what
   has changed: these are due. */
MdvStatus qss_follow_local(Qss *s, double t, int32_t w)
{
	const RtLog *log = &s->rt->change.log[SINCE_EVENT];
	bool seen;

	for (int32_t k = 0; k < log->n; k++) {
		int32_t what = s->local.of_slot[log->slot[k]];

		if (what > 0)
			see_state(s, what - 1, t, s->rt->frame[log->slot[k]]);
		else if (what < 0)
			see_slot(s, -1 - what);
	}
	for (int32_t k = 0; k < s->local.n_slots; k++)
		see_slot(s, s->local.slot[k]);
	if (s->n_states_due == 1)
		return follow_one(s, t, w);
	TRY(renew_due_states(s, t, t));
	seen = w < 0 || s->due[s->rt->n + w];
	mark_others(s);
	watch_arm_due(s);
	TRY(core_renew_watches(s, t));
	return seen ? MDV_OK : watch_arm_one(s, w, t);
}

/* --- time --- */

/* So many steps while time hardly moves would take for ever. */
static MdvStatus tell_no_progress(Qss *s, int32_t entry, double t)
{
	int32_t n = s->rt->n, w = entry - n;

	report_fail(s->rt, MDV_FAILED, t,
				"at time %.9g quantized states change without end%s%s%s: time hardly moves any "
				"more; a larger tolerance or another solver may help",
				t, w < 0 ? ", '" : "",
				w < 0 ? report_name(s->rt, rt_state(s->rt, entry)->slot) : "",
				w < 0 ? "' among them" : "");
	if (w >= 0 && w < s->graph.n_crossings)
		report_source(s->rt, s->rt->m->crossing[w].source);
	return MDV_FAILED;
}

MdvStatus qss_progress(Qss *s, int32_t entry, double t)
{
	if (t > s->t_moves) {
		s->t_moves = t + QSS_HARDLY * s->rt->span;
		s->n_same = 0;
		return MDV_OK;
	}
	if (!(s->t_moves - t <= 2 * QSS_HARDLY * s->rt->span)) { /* another time, which is earlier */
		s->t_moves = t + QSS_HARDLY * s->rt->span;
		s->n_same = 0;
	}
	if (++s->n_same <= MOST_SAME * ((uint64_t)s->graph.n_targets + 10))
		return MDV_OK;
	return tell_no_progress(s, entry, t);
}

/* --- life --- */

static MdvStatus refuse(Rt *rt, const char *why)
{
	return report_fail(rt, MDV_BAD_ARGUMENT, NAN, "quantized states cannot be used: %s", why);
}

void qss_set_order(Qss *s)
{
	double quantum = fmax(s->o.relative, s->o.least); /* of about 1 */

	s->most_halved = (int)fmin(fmax(floor(log2(s->o.relative / LEAST_QUANTUM)), 0), 40);

	/* Quanta move the states of an oscillation by what goes with the time between two steps, and
	   that goes with the root of order n of the relative quantum. */
	s->usual = MOST_MOVED * pow(quantum, s->o.order == 1 ? 0 : 1.0 / s->o.order);
	s->k_rate = s->k_watch = s->o.order - 1;
	for (int32_t i = 0; i < s->graph.n_targets; i++) {
		if (i < s->rt->n && s->graph.curved[i])
			s->k_rate = s->o.order + 1;
		if (i >= s->rt->n)
			s->k_watch = s->o.order + 1;
	}
}

static void see_states_once(Qss *s)
{
	for (int32_t i = 0; i < s->rt->n; i++) {
		QssState *x = &s->state[i];
		const QssLists *l = &s->graph.readers;

		x->least = (float)(s->o.least > 0 ? s->o.least : s->o.relative * rt_nominal(s->rt, i));
		x->least = fmaxf(x->least, FLT_MIN);
		x->curved = s->graph.curved[i];
		for (int64_t k = l->start[i]; k < l->start[i + 1]; k++) {
			x->own |= l->item[k] == i;
		}
	}
}

/* At the begin of a line of the cache. */
static QssState *new_states(Arena *memory, size_t n)
{
	char *at = NEW_ARRAY(memory, char, (n + 1) * sizeof(QssState));

	return at ? (QssState *)(void *)(at + (64 - (uintptr_t)at % 64) % 64) : NULL;
}

/* What events write. */
static bool find_local(Qss *s, Arena *memory)
{
	const MdvModel *m = s->rt->m;
	QssLocal *l = &s->local;
	const MdvEventGraph *g = m->event_graph;
	const RtSlot *slot = s->rt->change.slot;
	bool *written;

	l->on = event_is_local(s->rt);
	if (!l->on)
		return true;
	written = NEW_ARRAY(memory, bool, (size_t)m->n_slots);
	l->slot = NEW_ARRAY(memory, int32_t, (size_t)s->graph.n_slots + 1);
	l->of_slot = NEW_ARRAY(memory, int32_t, (size_t)m->n_slots);
	if (!written || !l->slot || !l->of_slot)
		return false;
	for (int32_t k = 0; k < g->out_start[g->n_nodes]; k++)
		written[g->out[k]] = true;
	for (int32_t k = 0; k < m->n_discretes; k++)
		written[m->discrete[k].pre] = written[m->discrete[k].slot] = true;
	for (int32_t k = 0; k < s->graph.n_slots; k++)
		if (slot[s->graph.slot[k]].flags & SLOT_RESTART)
			l->of_slot[s->graph.slot[k]] = -1 - k;
		else if (written[s->graph.slot[k]])
			l->slot[l->n_slots++] = k;
	for (int32_t i = 0; i < s->rt->n; i++)
		l->of_slot[rt_state(s->rt, i)->slot] = 1 + i;
	return true;
}

static bool allocate(Qss *s, Arena *memory)
{
	size_t n = (size_t)s->rt->n;

	if (!slice_make(s, memory) || !settle_open(s, memory) || !eval_open(s, memory) ||
		(s->o.pairs && !pair_open(s, memory)))
		return false;
	s->state = new_states(memory, n);
	if (!code_link(s, memory))
		return false;
	s->watch = NEW_ARRAY(memory, QssWatch, (size_t)s->graph.n_watched + 1);
	s->watch_due = NEW_ARRAY(memory, int32_t, (size_t)s->graph.n_watched + 1);
	s->input = NEW_ARRAY(memory, QssInput, (size_t)s->graph.n_inputs + 1);
	s->slot_input = NEW_ARRAY(memory, double, (size_t)s->graph.n_inputs + 1);
	s->slot_value = NEW_ARRAY(memory, double, (size_t)s->graph.n_slots + 1);
	s->x = NEW_ARRAY(memory, double, n + 1);
	s->due = NEW_ARRAY(memory, bool, (size_t)s->graph.n_targets + 1);
	s->state_due = NEW_ARRAY(memory, int32_t, n + 1);
	s->sharp = NEW_ARRAY(memory, QssSharp, n + 1);
	s->turn = NEW_ARRAY(memory, QssTurn, n + 1);
	return s->watch && s->state && watch_open(s, memory) && find_local(s, memory) && s->state_due &&
		   s->sharp && s->turn && s->watch_due && s->input && s->slot_input && s->slot_value &&
		   s->x && s->due && tree_init(&s->tree, memory, s->graph.n_targets);
}

MdvStatus qss_open(Qss *s, Rt *rt, const QssOptions *o, Arena *memory)
{
	*s = (Qss){.rt = rt, .o = *o, .only = -1, .t_moves = -INFINITY, .t_inputs = INFINITY};
	s->flow = rt->m->flow ? rt->m->flow(rt->m->code, rt->m) : NULL;
	if (!s->flow)
		return refuse(rt, "a model that was made as C has not the code for them yet; 'modevs run' "
						  "makes it");
	if (s->flow->refusal)
		return refuse(rt, s->flow->refusal);
	if (operator_keeps(rt))
		return refuse(rt, "delay and spatialDistribution keep what a solver with steps gives them");
	if (s->o.relative < LEAST_QUANTUM)
		return report_fail(rt, MDV_BAD_ARGUMENT, NAN,
						   "quantized states cannot be used: a quantum of %.3g of a state, the "
						   "tolerance, is lost in rounding; at least %g is needed",
						   s->o.relative, LEAST_QUANTUM);
	s->least_h = 1e-13 * rt->span;
	s->look_work = FREE_LOOKS;
	if (!allocate(s, memory))
		return MDV_NO_MEMORY;
	see_states_once(s);
	ahead_open(s);
	qss_set_order(s);
	return MDV_OK;
}
