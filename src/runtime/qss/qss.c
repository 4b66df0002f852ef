/* SPDX-License-Identifier: MIT
   qss.c — states in time. A state that has left its quantized state by a quantum gets a new one;
   the derivatives that read it are evaluated, and it is seen when those will have left theirs.
   Explicit methods (Kofman: QSS1, QSS2, QSS3) take the state itself; LIQSS (Migoni, Kofman) looks a
   quantum ahead, with the derivative of the state's own derivative by itself, so that the n-th
   derivative points there or is zero: stiff states come to rest instead of oscillating. */
#include "runtime/qss/qss.h"

#include <string.h>

#define TRUNCATED        0.5 /* quanta that terms left out may make */
#define NOT_STIFF        1   /* time constants of a state until it meets its quantized state */
#define OUTWARD          2   /* quanta by which x and q of LIQSS may differ */
#define LONG_TIME        20  /* parts of the longest: what is longer is looked into */
#define MOST_MOVED       6   /* times what a root tells: quanta by which one may move others … */
#define MOST_MOVED_STIFF 3   /* … and quanta themselves, where these forget */
#define LEAST_SHARE      1e-9
#define FREE_LOOKS       300000 /* operations of intervals in short times, beside … */
#define STEP_LOOKS       20     /* … so many for each step */
#define HARDLY           1e-12  /* of the run: time that is none */
#define MOST_SAME        1000   /* steps of each in that */

/* --- one state --- */

static void advance(Qss *s, int32_t i, double t)
{
	QssState *x = &s->state[i];

	if (t != x->tx)
		poly_shift(x->x, qss_degree(s, i), t - x->tx);
	x->tx = t;
}

static double new_quantum(const Qss *s, int32_t i, double x)
{
	double least = s->o.least > 0 ? s->o.least : s->o.relative * rt_nominal(s->rt, i);

	return s->state[i].share * fmax(s->o.relative * fabs(x), least);
}

/* How long terms that were left out stay small: c h^n of the derivative. */
static double time_for(double allowed, double c, int n)
{
	double ratio = allowed * (n + 1) / fabs(c);

	switch (n) {
	case 0: return ratio;
	case 1: return sqrt(ratio);
	case 2: return cbrt(ratio);
	case 3: return sqrt(sqrt(ratio));
	default: return pow(ratio, 1.0 / (n + 1));
	}
}

/* Coefficients at an instant know nothing of a bump later on: long times are looked into, short
   ones as long as that does not cost more than evaluation does. */
static double look_into(Qss *s, int32_t i, double t, double h, double allowed)
{
	if (s->look_work > 0 || h > s->o.most / LONG_TIME)
		return range_calm(s, i, t, h, allowed);
	s->stats.unsure++;
	return h;
}

/* The derivative of state i at t, and by it the polynomial of x. */
static MdvStatus take_rate(Qss *s, int32_t i, double t)
{
	QssState *x = &s->state[i];
	int n = s->o.order;
	double h = INFINITY, allowed = TRUNCATED * x->quantum;
	const Taylor *f;

	advance(s, i, t);
	s->stats.rates++;
	TRY(eval_target(s, i, t, false, s->k_rate, &f));
	for (int k = 0; k < qss_degree(s, i); k++)
		x->x[k + 1] = f->c[k] / (k + 1);
	if (s->graph.curved[i]) {
		h = fmin(s->o.most, f->until);
		for (int k = n; k <= s->k_rate; k++)
			if (f->c[k] != 0)
				h = fmin(h, time_for(allowed, f->c[k], k));
		if (s->graph.rough[i])
			h = look_into(s, i, t, h, allowed);
	}
	x->t_valid = t + fmax(h, s->least_h);
	return MDV_OK;
}

/* Explicit methods of order n take a quantized state beside x, by this part of the quantum, on the
   side to which x bends: c h^n, which goes up to a quantum, is 1 / (n + 1) of that on the average,
   so that the error is zero in the mean, in as many steps. Errors that go one way add up: those of
   an oscillation are a tenth of what they are with q = x. Of the first order, where q would jump
   over x at each step, it stays as Kofman has it. */
static double center(int order)
{
	return order == 1 ? 0 : 1.0 / (order + 1);
}

static void quantize_explicitly(Qss *s, int32_t i)
{
	QssState *x = &s->state[i];
	double bend = x->x[s->o.order];

	memcpy(x->q, x->x, sizeof x->q);
	x->q[0] += ((bend > 0) - (bend < 0)) * center(s->o.order) * x->quantum;
}

/* When is it due? contact: when x meets q again, if it was made so. */
static void schedule(Qss *s, int32_t i, double t, double contact)
{
	QssState *x = &s->state[i];
	int n = s->o.order;
	double d[QSS_MOST_ORDER + 1], q[QSS_MOST_ORDER + 1] = {0}, h = 0;
	double limit =
		s->o.implicit ? (OUTWARD + 0.001) * x->quantum : x->quantum * (1 - center(s->o.order));

	advance(s, i, t);
	memcpy(q, x->q, sizeof x->q);
	poly_shift(q, n - 1, t - x->tq);
	for (int k = 0; k <= n; k++)
		d[k] = x->x[k] - (k < n ? q[k] : 0);
	if (fabs(d[0]) < limit * (1 - 1e-12))
		h = poly_leaves(d, n, limit, s->o.stop - t);
	x->t_quantum = fmin(t + h, contact);
	tree_set(&s->tree, i, fmin(x->t_quantum, x->t_valid));
}

/* The longest time after which x, bent by p, meets q and is not further from it than it may be. */
static double meet_after(const Qss *s, double quantum, const double series[], double kept, double p,
						 double most)
{
	int n = s->o.order;
	double gap[QSS_MOST_ORDER + 1];

	for (int k = 0; k <= n; k++)
		gap[k] = n * OUTWARD * quantum * series[k];
	gap[n] = kept * gap[n] - fabs(p);
	return fmin(poly_first(gap, n, most), most);
}

/* The quantized state of LIQSS of order n: one that x meets after h with all its n - 1 derivatives,
   x - q = c (tau - h)^n. With x' = a q + u, and P the n-th derivative that x would have if q were
   x, that is a linear system for q and c, of which w = n c = P / ((n - 1)! E), E the first n + 1
   terms of exp(-a h). h is as long as x and q are not further apart than two quanta now (Migoni):
   where a is large and negative, for ever.
   Of order 2 a constant is taken off that makes x - q zero in the mean, a third of what it is at
   the start (kept 2 / 3), unless the state is stiff; that leaves the last term of E as much
   smaller.
 */
static MdvStatus quantize_implicitly(Qss *s, int32_t i, double t, double *contact)
{
	QssState *x = &s->state[i];
	int n = s->o.order;
	double a = 0, q[QSS_MOST_ORDER + 1] = {0}, u[QSS_MOST_ORDER], p = x->x[0], scale = 1;
	double series[QSS_MOST_ORDER + 1], h, w, kept = 1, most = s->o.stop - t;

	if (x->own)
		TRY(eval_slope(s, i, i, t, &a));
	x->slope = a = fmin(a, 0);
	memcpy(q, x->q, sizeof x->q);
	poly_shift(q, n - 1, t - x->tq);
	series[0] = 1;
	for (int k = 0; k < n; k++) {
		u[k] = (k + 1) * x->x[k + 1] - a * q[k];
		p = (a * p + u[k]) / fmax(k, 1); /* coefficients, not derivatives */
		series[k + 1] = series[k] * -a / (k + 1);
	}
	h = meet_after(s, x->quantum, series, kept, p, most);
	if (n == 2 && -a * h <= NOT_STIFF) {
		kept = 2.0 / 3;
		h = meet_after(s, x->quantum, series, kept, p, most);
		series[n] *= kept;
	}
	w = p / poly_at(series, n, h);
	/* From the value down: q[k + 1] (k + 1) = a q[k] + u[k] - what c (tau - h)^n adds. */
	x->q[0] = x->x[0] + (n % 2 ? 1 : -1) * kept * pow(h, n) * w / n;
	for (int k = 0; k + 1 < n; k++) {
		double binomial = k == 0 ? 1 : n - 1; /* of (tau - h)^(n - 1) */

		scale = binomial * ((n - 1 - k) % 2 ? -1 : 1) * pow(h, n - 1 - k);
		x->q[k + 1] = (a * x->q[k] + u[k] - scale * w) / (k + 1);
	}
	*contact = h < most ? t + h : INFINITY;
	return MDV_OK;
}

static MdvStatus quantize(Qss *s, int32_t i, double t, double *contact)
{
	QssState *x = &s->state[i];

	*contact = INFINITY;

	advance(s, i, t);
	x->quantum = new_quantum(s, i, x->x[0]);
	s->stats.requantized++;
	if (s->o.implicit)
		TRY(quantize_implicitly(s, i, t, contact));
	else
		quantize_explicitly(s, i);
	x->tq = t;
	eval_fresh(s);
	return MDV_OK;
}

/* --- what follows --- */

/* What watches the state is to be looked at: its polynomial is another. */
static void mark_watches(Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	for (int64_t k = l->start[i + 1] - 1; k >= l->start[i] && l->item[k] >= s->rt->n; k--)
		if (!s->due[l->item[k]]) {
			s->due[l->item[k]] = true;
			s->watch_due[s->n_due++] = l->item[k] - s->rt->n;
		}
}

static MdvStatus renew_watches(Qss *s, double t)
{
	MdvStatus status = MDV_OK;

	for (int32_t k = 0; k < s->n_due; k++) {
		s->due[s->rt->n + s->watch_due[k]] = false;
		if (status == MDV_OK)
			status = watch_renew(s, s->watch_due[k], t);
	}
	s->n_due = 0;
	return status;
}

static MdvStatus renew_state(Qss *s, int32_t i, double t, double contact)
{
	TRY(take_rate(s, i, t));
	schedule(s, i, t, contact);
	mark_watches(s, i);
	return MDV_OK;
}

/* --- quanta that fit each other --- */

/* A quantized state that was wrong by its quantum for a time h has changed the derivative of x,
   from `rate`: how far that can have moved x, in parts of what is usual: `most` of its quanta, or
   more of a state that answers to itself and forgets. */
static double quanta_moved(const QssState *x, double rate, double h, double most)
{
	double forgets = -x->slope * h;

	return fabs(x->x[1] - rate) * h /
		   (x->quantum * (most * (1 + forgets) + MOST_MOVED_STIFF * forgets));
}

/* What moves the states of an oscillation goes with the time h between two steps, and that with the
   root of order n of the relative quantum. */
static double usually_moved(const Qss *s, int32_t i)
{
	double x = fmax(fabs(s->state[i].x[0]), rt_nominal(s->rt, i));
	double quantum = s->o.least > 0 ? fmax(s->o.relative, s->o.least / x) : s->o.relative;
	double outward = s->o.implicit ? OUTWARD : 1;

	switch (s->o.order) {
	case 1: return MOST_MOVED * outward;
	case 2: return MOST_MOVED * outward * sqrt(quantum);
	default: return MOST_MOVED * outward * cbrt(quantum);
	}
}

/* A large state that a fast or small one reads, as angles of shafts that turn and twist, would make
   that wrong by many of its own quanta: it gets smaller ones, as long as that is so. `moved` goes
   with the quantum and the time that it takes. */
static void share_quantum(const Qss *s, QssState *x, double moved)
{
	double n = s->o.order;

	if (moved <= 1 && x->share == 1)
		return;
	moved = pow(fmax(moved, 1e-3), n / (n + 1));
	x->share = fmax(fmin(x->share * fmin(fmax(1 / moved, 0.1), 1.5), 1), LEAST_SHARE);
}

/* So many steps while time hardly moves would take for ever. */
MdvStatus qss_progress(Qss *s, int32_t entry, double t)
{
	int32_t n = s->rt->n, w = entry - n;

	if (!(fabs(t - s->t_same) <= HARDLY * s->rt->span)) {
		s->t_same = t;
		s->n_same = 0;
	}
	if (++s->n_same <= MOST_SAME * ((uint64_t)s->graph.n_targets + 10))
		return MDV_OK;
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

MdvStatus qss_step(Qss *s, int32_t i, double t)
{
	QssState *x = &s->state[i];
	const QssLists *l = &s->graph.readers;
	double contact, h = t - x->tq, moved = 0, most;

	TRY(qss_progress(s, i, t));
	s->look_work += STEP_LOOKS;
	if (x->t_quantum > t) { /* its polynomial is too old */
		s->stats.renewed++;
		eval_fresh(s);
		TRY(renew_state(s, i, t, x->t_quantum));
		return renew_watches(s, t);
	}
	TRY(quantize(s, i, t, &contact));
	most = usually_moved(s, i);
	for (int64_t k = l->start[i]; k < l->start[i + 1] && l->item[k] < s->rt->n; k++) {
		int32_t j = l->item[k];
		double rate;

		advance(s, j, t);
		rate = s->state[j].x[1];
		TRY(renew_state(s, j, t, j == i ? contact : INFINITY));
		if (j != i)
			moved = fmax(moved, quanta_moved(&s->state[j], rate, h, most));
	}
	share_quantum(s, x, moved);
	if (!x->own)
		schedule(s, i, t, contact);
	return renew_watches(s, t);
}

double qss_next(const Qss *s, int32_t *entry)
{
	*entry = tree_first(&s->tree);
	return *entry < 0 ? INFINITY : s->tree.key[*entry];
}

void qss_values(const Qss *s, double t, double x[])
{
	for (int32_t i = 0; i < s->rt->n; i++)
		x[i] = poly_at(s->state[i].x, qss_degree(s, i), t - s->state[i].tx);
}

/* --- inputs --- */

static void mark_targets(Qss *s, const QssLists *l, int32_t from)
{
	for (int64_t k = l->start[from]; k < l->start[from + 1]; k++) {
		int32_t target = l->item[k];

		if (target >= s->rt->n && !s->due[target])
			s->watch_due[s->n_due++] = target - s->rt->n;
		s->due[target] = true;
	}
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
static MdvStatus renew_due(Qss *s, double t, double contact)
{
	int32_t n = s->rt->n;

	eval_fresh(s);
	for (int32_t i = 0; i < n; i++)
		if (s->due[i]) {
			s->due[i] = false;
			TRY(renew_state(s, i, t, contact));
		}
	return renew_watches(s, t);
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
   must be known before the next. */
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
						.own = x->own,
						.slope = x->slope,
						.share = x->share > 0 ? x->share : 1};
		x->quantum = new_quantum(s, i, s->x[i]);
	}
	for (int turn = 0; turn < s->o.order; turn++) {
		eval_fresh(s);
		for (int32_t i = 0; i < n; i++)
			TRY(take_rate(s, i, t));
		for (int32_t i = 0; i < n && turn + 1 < s->o.order; i++)
			s->state[i].q[turn + 1] = s->state[i].x[turn + 1];
	}
	for (int32_t i = 0; i < n; i++)
		schedule(s, i, t, INFINITY);
	memset(s->due, 0, (size_t)s->graph.n_targets * sizeof *s->due);
	s->n_due = 0;
	return watch_arm(s, t, true);
}

/* A reinit gives the state another value: its quantized state goes with it. */
static void see_states(Qss *s, double t)
{
	rt_states(s->rt, s->x);
	for (int32_t i = 0; i < s->rt->n; i++) {
		QssState *x = &s->state[i];

		if (poly_at(x->x, qss_degree(s, i), t - x->tx) == s->x[i])
			continue;
		advance(s, i, t);
		x->x[0] = s->x[i];
		x->quantum = new_quantum(s, i, s->x[i]);
		memcpy(x->q, x->x, sizeof x->q);
		x->tq = t;
		mark_targets(s, &s->graph.readers, i);
		mark_watches(s, i);
		s->due[i] = true;
	}
}

MdvStatus qss_follow(Qss *s, double t, bool all)
{
	Rt *rt = s->rt;

	if (all || rt->stats.set_changes != s->set_changes)
		return qss_begin(s, t);
	see_states(s, t);
	for (int32_t k = 0; k < s->graph.n_slots; k++)
		if (rt->frame[s->graph.slot[k]] != s->slot_value[k]) {
			s->slot_value[k] = rt->frame[s->graph.slot[k]];
			mark_targets(s, &s->graph.slot_readers, k);
		}
	take_inputs(s, t);
	eval_begin(s);
	TRY(renew_due(s, t, t));
	return watch_arm(s, t, false);
}

/* --- life --- */

static MdvStatus refuse(Rt *rt, const char *why)
{
	return report_fail(rt, MDV_BAD_ARGUMENT, NAN, "quantized states cannot be used: %s", why);
}

void qss_set_order(Qss *s)
{
	s->k_rate = s->k_watch = s->o.order - 1;
	for (int32_t i = 0; i < s->graph.n_targets; i++) {
		if (i < s->rt->n && s->graph.curved[i])
			s->k_rate = s->o.order + 1;
		if (i >= s->rt->n)
			s->k_watch = s->o.order + 1;
	}
}

static void see_own(Qss *s)
{
	for (int32_t i = 0; i < s->rt->n; i++)
		FOR_LIST(&s->graph.readers, i, target, k)
	s->state[i].own |= target == i;
}

static bool allocate(Qss *s, Arena *memory)
{
	size_t n = (size_t)s->rt->n;

	if (!slice_make(s, memory) || !eval_open(s, memory))
		return false;
	s->state = NEW_ARRAY(memory, QssState, n + 1);
	s->watch = NEW_ARRAY(memory, QssWatch, (size_t)s->graph.n_watched + 1);
	s->watch_due = NEW_ARRAY(memory, int32_t, (size_t)s->graph.n_watched + 1);
	s->input = NEW_ARRAY(memory, QssInput, (size_t)s->graph.n_inputs + 1);
	s->slot_input = NEW_ARRAY(memory, double, (size_t)s->graph.n_inputs + 1);
	s->slot_value = NEW_ARRAY(memory, double, (size_t)s->graph.n_slots + 1);
	s->x = NEW_ARRAY(memory, double, n + 1);
	s->due = NEW_ARRAY(memory, bool, (size_t)s->graph.n_targets + 1);
	return s->state && s->watch && s->watch_due && s->input && s->slot_input && s->slot_value &&
		   s->x && s->due && tree_init(&s->tree, memory, s->graph.n_targets);
}

MdvStatus qss_open(Qss *s, Rt *rt, const QssOptions *o, Arena *memory)
{
	*s = (Qss){.rt = rt, .o = *o, .only = -1, .t_same = NAN, .t_inputs = INFINITY};
	s->flow = rt->m->flow ? rt->m->flow(rt->m->code, rt->m) : NULL;
	if (!s->flow)
		return refuse(rt, "a model that was made as C has not the code for them yet; 'modevs run' "
						  "makes it");
	if (s->flow->refusal)
		return refuse(rt, s->flow->refusal);
	if (operator_keeps(rt))
		return refuse(rt, "delay and spatialDistribution keep what a solver with steps gives them");
	s->least_h = 1e-13 * rt->span;
	s->look_work = FREE_LOOKS;
	if (!allocate(s, memory))
		return MDV_NO_MEMORY;
	see_own(s);
	qss_set_order(s);
	return MDV_OK;
}
