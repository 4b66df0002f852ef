/* SPDX-License-Identifier: MIT
   qss_watch.c — relations and assertions, watched on the polynomials of the states: a crossing
   function is a polynomial of time, as long as none of the states in it gets another one; its first
   zero on the other side is when it is looked at, on the states, and what was left out of the
   polynomial is seen there. As with steps (plan/crossing.c), a crossing near zero after an event
   sleeps until it has left a narrow band. */
#include "runtime/qss/qss.h"

#include <float.h>
#include <string.h>

#define SMALLEST_BAND 1e-13 /* of the largest value ever */
#define TRUST         0.05  /* of the distance to zero: terms that are left out */
#define WIDEST        1e-6
#define QUIET_PART    1e-6 /* of the run: what is due later is not at zero now */
#define LOOKS_BACK    3    /* before a bracket is taken that may be long */
#define LEAST_PART    64   /* of the longest time: points that are so near are enough */

static double band_of(const Qss *s, const QssWatch *w)
{
	double size = w->size > 0 ? w->size : 1;

	return fmin(fmax(SMALLEST_BAND, s->rt->band) * fmax(1, w->wide), WIDEST) * size;
}

void watch_widen(Qss *s, int32_t i)
{
	QssWatch *w = &s->watch[i];

	w->wide = 4 * fmax(1, w->wide);
	w->band = band_of(s, w);
	w->armed = false;
}

static void see_relation(Qss *s, int32_t i)
{
	const MdvCrossing *c = &s->rt->m->crossing[i];
	bool used = c->relation < 0 || s->rt->frame[c->relation] != 0;

	s->watch[i].side = c->relation < 0 || used == c->positive ? 1 : -1;
	s->watch[i].zero_holds = used ? c->closed : !c->closed;
}

/* For how long a polynomial that is not exact is believed; `wanted` or longer is enough. */
static double trusted(const Qss *s, int32_t i, double wanted)
{
	const QssWatch *w = &s->watch[i];
	double allowed = TRUST * fmax(fabs(w->z.c[0]), s->o.relative * w->size);
	double h = fmin(s->o.most, w->z.until), power = 1;
	int last = s->k_watch;

	if (!s->graph.curved[s->rt->n + i])
		return w->z.until;
	for (int k = 1; k < last; k++)
		power *= wanted;
	if (wanted <= h && (last < 2 || fabs(w->z.c[last - 1]) * power <= allowed) &&
		fabs(w->z.c[last]) * (power * wanted) <= allowed)
		return wanted; /* without roots */
	for (int k = s->k_watch - 1; k <= s->k_watch; k++)
		if (k > 0 && w->z.c[k] != 0)
			h = fmin(h, pow(allowed / fabs(w->z.c[k]), 1.0 / k));
	return fmax(h, s->least_h);
}

/* A little after the first of its states is due, which makes another polynomial: what comes later
   need not be known now. INFINITY: not known. */
static double until_renewed(const Qss *s, int32_t i, double t)
{
	int32_t target = s->rt->n + i, number = s->graph.shape[target];
	const int32_t *arg = &s->graph.arg[number < 0 ? 0 : s->graph.arg_start[target]];
	double first = INFINITY;

	for (int32_t k = 0; number >= 0 && k < s->graph.shapes[number].n[QSS_LEAF_STATE]; k++)
		first = fmin(first, tree_key_of(&s->tree, arg[k]));
	return fmax((first - t) * (1 + 1e-6), s->least_h);
}

/* The first time at which p, which is about zero or positive, is negative; or `soon`, if that is
   not before it. */
static double first_negative(const Qss *s, const double p[], int k, double size, double soon)
{
	double rest[TAYLOR_MOST];
	int first = 0;

	if (p[0] > 1e-15 * size && soon < s->o.stop)
		return poly_stays_positive(p, k, soon) ? soon : fmin(poly_first(p, k, soon), soon);
	if (p[0] > 1e-15 * size)
		return poly_first(p, k, s->o.stop);
	for (first = 1; first <= k && p[first] == 0; first++)
		;
	if (first > k)
		return INFINITY;
	if (p[first] < 0)
		return s->least_h;
	for (int i = first; i <= k; i++)
		rest[i - first] = p[i];
	return poly_first(rest, k - first, s->o.stop);
}

/* When |p| has reached `band`: mostly soon, by its slope, where a short bracket does. */
static double leaves_zero(const double p[], int k, double band, double most)
{
	double near = 4 * (band + fabs(p[0])) / fabs(p[1]);
	double h = near < most ? poly_leaves(p, k, band, near) : INFINITY;

	return isinf(h) ? poly_leaves(p, k, band, most) : h;
}

static double next_crossing(Qss *s, int32_t i, double t)
{
	QssWatch *w = &s->watch[i];
	double p[TAYLOR_MOST];
	int k = s->k_watch;

	for (int j = 0; j <= k; j++)
		p[j] = w->side * w->z.c[j];
	if (!w->armed && p[0] < -w->band)
		return 0;
	if (!w->armed)
		return leaves_zero(p, k, w->band, s->o.stop);
	if (p[0] < 0)
		return 0;
	return first_negative(s, p, k, w->size, until_renewed(s, i, t));
}

/* Polynomials that are not exact know nothing of what comes later: h, or the part of it in which
   the relation cannot change; but not less than a little, where points must do. */
static double proved(Qss *s, int32_t i, double t, double h)
{
	const QssWatch *w = &s->watch[i];
	double least = fmax(s->o.most / LEAST_PART, s->least_h);

	while (h > least) {
		Interval z = range_target(s, s->rt->n + i, t, h);

		if (i >= s->graph.n_crossings ? z.lo == 0 && z.hi == 0
			: w->side > 0             ? z.lo > 0
									  : z.hi < 0) {
			s->stats.proved++;
			return h;
		}
		h = fmax(0.5 * h, least);
	}
	s->stats.sampled++;
	return h;
}

/* --- guards --- */

/* Affine in states alone, all of which it has as arguments, and the same function up to the next
   event. */
static bool is_plain(const Qss *s, int32_t i)
{
	int32_t target = s->rt->n + i, number = s->graph.shape[target];
	const QssShape *shape = &s->graph.shapes[number < 0 ? 0 : number];

	return i < s->graph.n_crossings && number >= 0 && !s->graph.curved[target] &&
		   !s->graph.rough[target] && !s->graph.lost[target] && shape->smooth &&
		   shape->n[QSS_LEAF_STATE] > 0 && shape->n[QSS_LEAF_INPUT] == 0 &&
		   shape->n[QSS_LEAF_TIME] == 0;
}

/* How many watch the state, if all of them are plain and read no other; 0: not all are. */
static int32_t count_alone(const Qss *s, int32_t state)
{
	const QssLists *l = &s->graph.readers;
	int64_t first = l->start[state] + s->link[state].n_readers, end = l->start[state + 1];

	for (int64_t k = first; k < end; k++) {
		int32_t number = s->graph.shape[l->item[k]];

		if (!s->watch[l->item[k] - s->rt->n].plain ||
			s->graph.shapes[number].n[QSS_LEAF_STATE] != 1)
			return 0;
	}
	return (int32_t)(end - first);
}

/* Of crossings of one function (a current that is above and below zero) the slopes of the first
   serve all. */
static bool find_twins(Qss *s)
{
	Arena scratch;
	int32_t *first;

	arena_init(&scratch, s->rt->alloc);
	first = NEW_ARRAY(&scratch, int32_t, (size_t)s->flow->n_values + 1);
	for (int32_t i = 0; first && i < s->graph.n_crossings; i++) {
		int32_t *of_value = &first[s->flow->crossing[i]];

		s->watch[i].twin = *of_value - 1;
		*of_value = *of_value > 0 ? *of_value : i + 1;
	}
	arena_free(&scratch);
	return first;
}

bool watch_open(Qss *s, Arena *memory)
{
	int32_t n = s->rt->n;
	const QssLists *l = &s->graph.readers;

	s->guard = NEW_ARRAY(memory, QssGuard, (size_t)n + 1);
	if (s->graph.n_crossings > 0)
		s->guard_slope = NEW_ARRAY(memory, double, (size_t)s->graph.n_args + 1);
	if (!s->guard || (s->graph.n_crossings > 0 && !s->guard_slope))
		return false;
	if (s->graph.n_crossings > 0 && !find_twins(s))
		return false;
	for (int32_t i = 0; i < s->graph.n_watched; i++)
		s->watch[i].plain = is_plain(s, i);
	for (int32_t i = 0; i < n; i++) {
		int64_t k = l->start[i + 1] - 1;

		s->guard[i] = (QssGuard){-INFINITY, INFINITY, count_alone(s, i)};
		if (k >= l->start[i] && l->item[k] >= n)
			s->state[i].watched = QSS_GUARDED;
		for (; k >= l->start[i] && l->item[k] >= n; k--)
			if (!s->watch[l->item[k] - n].plain)
				s->state[i].watched = QSS_WATCHED;
	}
	return true;
}

/* Whatever the state does. */
static inline void never_guard(QssGuard *g)
{
	g->lo = INFINITY;
	g->hi = -INFINITY;
}

void watch_forget_slopes(Qss *s, int32_t i)
{
	s->watch[i].sloped = false;
}

/* Of one state alone, that moves: what the crossing moves by that. */
static bool find_ratio(const Qss *s, int32_t i, double t, double *slope)
{
	int32_t target = s->rt->n + i;
	const QssState *x = &s->state[s->graph.arg[s->graph.arg_start[target]]];
	double ratio = s->watch[i].z.c[1] / x->x[1];

	if (s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE] != 1 || x->tx != t ||
		!(fabs(ratio) > DBL_MIN && fabs(ratio) < DBL_MAX))
		return false;
	*slope = ratio;
	return true;
}

static MdvStatus find_slopes(Qss *s, int32_t i, double t)
{
	int32_t target = s->rt->n + i, from = s->graph.arg_start[target];
	QssWatch *w = &s->watch[i];
	int32_t n = s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE];

	w->offset = w->z.c[0];
	for (int32_t k = 0; k < n; k++) {
		const QssState *x = &s->state[s->graph.arg[from + k]];
		double *slope = &s->guard_slope[from + k];

		if (!find_ratio(s, i, t, slope))
			TRY(eval_slope(s, target, s->graph.arg[from + k], t, slope));
		w->offset -= *slope * poly_at(x->x, qss_degree(s, s->graph.arg[from + k]), t - x->tx);
	}
	w->slope = s->guard_slope[from];
	w->sloped = true;
	return MDV_OK;
}

static void take_slopes_of_twin(Qss *s, int32_t i)
{
	QssWatch *w = &s->watch[i];
	const QssWatch *twin = &s->watch[w->twin < 0 ? i : w->twin];
	int32_t target = s->rt->n + i, n = s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE];

	if (w->sloped || !twin->sloped)
		return;
	memcpy(&s->guard_slope[s->graph.arg_start[target]],
		   &s->guard_slope[s->graph.arg_start[s->rt->n + w->twin]],
		   (size_t)n * sizeof *s->guard_slope);
	w->offset = twin->offset;
	w->slope = twin->slope;
	w->sloped = true;
}

/* A state may be so far from where it is at t; true: it stays there until it is due. */
static bool guard_state(Qss *s, int32_t i, double t, double distance)
{
	const QssState *x = &s->state[i];
	QssGuard *g = &s->guard[i];
	double p[QSS_MOST_DEGREE + 1], h = fmin(tree_key_of(&s->tree, i), s->o.stop) - t, moves = 0;
	int n = qss_degree(s, i);

	memcpy(p, x->x, sizeof p);
	if (t != x->tx)
		poly_shift(p, n, t - x->tx);
	for (int k = n; k > 0; k--)
		moves = (moves + fabs(p[k])) * h;
	g->lo = fmax(g->lo, p[0] - distance);
	g->hi = fmin(g->hi, p[0] + distance);
	return x->watched == QSS_GUARDED && moves <= distance;
}

/* True: the states tell when it must be looked at. If one of them may leave its guard before it is
   due, or does not look at its guard, the crossing is looked at whenever any of them is another: it
   is due by the polynomials that they have now. */
static bool take_guards(Qss *s, int32_t i, double t)
{
	const QssWatch *w = &s->watch[i];
	int32_t target = s->rt->n + i, from = s->graph.arg_start[target];
	int32_t n = s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE];
	double p = w->side * w->z.c[0];
	bool guarded = w->armed && p > QSS_GUARDED_FROM * w->band && p > 0;

	for (int32_t k = 0; k < n; k++) {
		double slope = guarded ? fabs(s->guard_slope[from + k]) : 0;
		double distance = slope > 0 ? 0.5 * p / (n * slope) : INFINITY;

		guarded = guarded && guard_state(s, s->graph.arg[from + k], t, distance);
	}
	for (int32_t k = 0; k < n && !guarded; k++)
		never_guard(&s->guard[s->graph.arg[from + k]]);
	return guarded;
}

/* --- plain crossings of few states --- */

#define FEW 4 /* states */

/* What is known of them without evaluation. */
typedef struct Plain {
	double p[QSS_MOST_DEGREE + 1]; /* the crossing, on the side of its relation … */
	int degree;                    /* … of this one */
	double x[FEW], moves[FEW]; /* its states now, and by how much they move until they are due */
	double soon;               /* until one of them is due */
	bool sure;                 /* then it is looked at again in any case */
	bool guards;               /* all look at their guards */
} Plain;

static void add_state(Qss *s, Plain *z, int k, int32_t state, double slope, double t)
{
	const QssState *x = &s->state[state];
	double c[QSS_MOST_DEGREE + 1], due = tree_key_of(&s->tree, state) - t;
	double h = due < s->o.stop - t ? due : s->o.stop - t, moves = 0;
	int n = qss_degree(s, state);

	memcpy(c, x->x, sizeof c);
	if (t != x->tx)
		poly_shift(c, n, t - x->tx);
	z->p[0] += slope * c[0];
	for (int j = n; j > 0; j--) {
		moves = (moves + fabs(c[j])) * h;
		z->p[j] += slope * c[j];
	}
	z->degree = n > z->degree ? n : z->degree;
	z->x[k] = c[0];
	z->moves[k] = moves;
	z->soon = due < z->soon ? due : z->soon;
	z->sure &= x->own || x->watched == QSS_GUARDED;
	z->guards &= x->watched == QSS_GUARDED;
}

static bool guard_plain(Qss *s, const Plain *z, int n, const int32_t state[], const double slope[])
{
	bool guarded = z->guards;

	for (int k = 0; k < n && guarded; k++)
		guarded = z->moves[k] * (2 * n) * fabs(slope[k]) <= z->p[0];
	for (int k = 0; k < n; k++) {
		QssGuard *g = &s->guard[state[k]];
		double distance = 0.5 * z->p[0] / (n * fabs(slope[k]));

		if (!guarded) {
			never_guard(g);
			continue;
		}
		g->lo = z->x[k] - distance > g->lo ? z->x[k] - distance : g->lo;
		g->hi = z->x[k] + distance < g->hi ? z->x[k] + distance : g->hi;
	}
	return guarded;
}

/* Until one of those is due that the derivatives of its states read: these get other polynomials
   then, if it does not come to be later. */
static double until_moved(const Qss *s, int32_t i, double t)
{
	int32_t target = s->rt->n + i;
	const int32_t *state = &s->graph.arg[s->graph.arg_start[target]];
	double first = INFINITY;

	for (int32_t k = 0; k < s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE]; k++) {
		int32_t number = s->graph.shape[state[k]];
		const int32_t *by = &s->graph.arg[s->graph.arg_start[state[k]]];
		int32_t n = number < 0 ? 0 : s->graph.shapes[number].n[QSS_LEAF_STATE];

		for (int32_t j = 0; j < n && n <= FEW; j++) {
			double due = tree_key_of(&s->tree, by[j]);

			first = due < first ? due : first;
		}
	}
	return (first - t) * (1 + 1e-6);
}

/* When it is to be looked at, if not before by what its states do: its first zero, or a time before
   which it cannot come to it by the sizes of what it moves by, which costs less and mostly does. */
static double look_after(const Qss *s, const Plain *z, int32_t i, double t)
{
	double most = s->o.stop - t, soon = z->soon < most ? z->soon * (1 + 1e-6) : most, h;

	soon = soon > s->least_h ? soon : s->least_h;
	if (poly_stays_positive(z->p, z->degree, soon))
		return z->sure ? INFINITY : soon;
	h = until_moved(s, i, t);
	if (h > s->least_h && h < soon && poly_stays_positive(z->p, z->degree, h))
		return h;
	h = poly_first(z->p, z->degree, soon);
	return isinf(h) && !z->sure ? soon : h;
}

/* The first h > 0 where p[0] + p[1] h + p[2] h^2 is not positive, as p[0] is. */
static inline double first_of_three(const double p[])
{
	double disc = p[1] * p[1] - 4 * p[0] * p[2];

	if (disc < 0 || (p[1] >= 0 && p[2] >= 0))
		return INFINITY;
	return p[1] < 0 ? 2 * p[0] / (sqrt(disc) - p[1]) : (sqrt(disc) + p[1]) / (-2 * p[2]);
}

/* A plain crossing of one state whose polynomial has three terms at t, by its slope, and the value
   of that state; false: it has more, or the slope is not known. */
static inline bool take_single(Qss *s, int32_t i, int32_t state, double t, double *value)
{
	QssWatch *w = &s->watch[i];
	const QssState *x = &s->state[state];
	double slope = w->slope, h = t - x->tx, half = x->x[1] + h * x->x[2];

	if (!w->sloped || x->curved || s->o.order > 2)
		return false;
	*value = x->x[0] + h * half;
	w->z.c[0] = w->offset + slope * *value;
	w->z.c[1] = slope * (half + h * x->x[2]);
	w->z.c[2] = slope * x->x[2];
	w->t = t;
	return true;
}

/* When it is to be looked at, if not before by what its state does; 0: it is near zero; -1: see
   above, or its state does not look at its guard. */
static inline double single_after(Qss *s, int32_t i, int32_t state, double t)
{
	QssWatch *w = &s->watch[i];
	QssGuard *g = &s->guard[state];
	double due = tree_key_of(&s->tree, state) - t, most = s->o.stop - t, soon, p, moves, h, x;

	if (s->state[state].watched != QSS_GUARDED || !take_single(s, i, state, t, &x))
		return -1;
	p = w->side * w->z.c[0];
	if (!(p > QSS_GUARDED_FROM * w->band))
		return 0;
	w->size = p > w->size ? p : w->size;
	soon = due < most ? due * (1 + 1e-6) : most;
	moves = (fabs(w->z.c[1]) + fabs(w->z.c[2]) * soon) * soon;
	if (2 * moves <= p) {
		double distance = 0.5 * p / fabs(w->slope);

		g->lo = x - distance > g->lo ? x - distance : g->lo;
		g->hi = x + distance < g->hi ? x + distance : g->hi;
		return INFINITY;
	}
	never_guard(g);
	if (moves < p)
		return INFINITY;
	h = first_of_three((double[]){p, w->side * w->z.c[1], w->side * w->z.c[2]});
	return h > soon ? INFINITY : h > s->least_h ? h : s->least_h;
}

static inline void set_due(Qss *s, int32_t target, double t)
{
	if (tree_key_of(&s->tree, target) != t)
		tree_set(&s->tree, target, t);
}

bool watch_single(Qss *s, int32_t state, double t)
{
	const QssLink *link = &s->link[state];
	int32_t i = s->guard[state].n_alone == 1 ? link->reader[link->n_readers] - s->rt->n : -1;
	double h, due;

	if (i < 0 || !s->watch[i].sloped || !s->watch[i].armed)
		return false;
	watch_unguard(s, state);
	h = single_after(s, i, state, t);
	if (!(h > 0))
		return false;
	s->stats.watched++;
	due = tree_key_of(&s->tree, s->rt->n + i);
	if (!(due > t && due <= t + h)) /* a look that is too early does no harm */
		tree_set(&s->tree, s->rt->n + i, t + h);
	return true;
}

/* As watch_renew, by the slopes; false: it is near zero, or they are not known. */
static bool renew_plain(Qss *s, int32_t i, double t)
{
	QssWatch *w = &s->watch[i];
	int32_t target = s->rt->n + i, from = s->graph.arg_start[target];
	int n = s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE];
	Plain z;
	double h = -1;

	if (!w->sloped || !w->armed || n > FEW)
		return false;
	if (n == 1)
		h = single_after(s, i, s->graph.arg[from], t);
	if (h >= 0) {
		if (h > 0)
			set_due(s, target, t + h);
		return h > 0;
	}
	z = (Plain){.p = {w->offset}, .soon = INFINITY, .sure = true, .guards = true};
	for (int k = 0; k < n; k++)
		add_state(s, &z, k, s->graph.arg[from + k], s->guard_slope[from + k], t);
	for (int j = 0; j < TAYLOR_MOST; j++)
		w->z.c[j] = z.p[j];
	for (int j = 0; w->side < 0 && j <= QSS_MOST_DEGREE; j++)
		z.p[j] = -z.p[j];
	if (!(z.p[0] > QSS_GUARDED_FROM * w->band))
		return false;
	w->t = t;
	w->size = z.p[0] > w->size ? z.p[0] : w->size;
	h = guard_plain(s, &z, n, &s->graph.arg[from], &s->guard_slope[from]) ? INFINITY
																		  : look_after(s, &z, i, t);
	set_due(s, target, t + h);
	return true;
}

/* Its function at t. */
static MdvStatus take_value(Qss *s, int32_t i, double t)
{
	QssWatch *w = &s->watch[i];
	int32_t target = s->rt->n + i;
	const Taylor *z;
	double x;

	if (w->plain && s->graph.shapes[s->graph.shape[target]].n[QSS_LEAF_STATE] == 1 &&
		take_single(s, i, s->graph.arg[s->graph.arg_start[target]], t, &x))
		return MDV_OK;
	TRY(eval_target(s, target, t, true, s->k_watch, &z));
	w->z = *z; /* slopes for guards take its place */
	w->t = t;
	return MDV_OK;
}

/* It is armed, if it is out of the band on the side of its relation: first of all, since its states
   guard only what is. */
static MdvStatus leave_band(Qss *s, int32_t i, double t)
{
	QssWatch *w = &s->watch[i];

	w->size = more(w->size, fabs(w->z.c[0]));
	if (w->armed)
		return MDV_OK;
	w->band = band_of(s, w);
	w->armed = w->side * w->z.c[0] > w->band;
	return w->armed ? gaps_check(s, i, t) : MDV_OK;
}

MdvStatus watch_renew(Qss *s, int32_t i, double t)
{
	QssWatch *w = &s->watch[i];
	const Taylor *z = &w->z;
	double h;

	s->stats.watched++;
	if (w->plain) {
		take_slopes_of_twin(s, i);
		if (renew_plain(s, i, t))
			return MDV_OK;
	}
	TRY(take_value(s, i, t));
	if (i < s->graph.n_crossings)
		TRY(leave_band(s, i, t));
	if (w->plain && w->armed) { /* another function since an event, or just now */
		if (!w->sloped)
			TRY(find_slopes(s, i, t));
		if (renew_plain(s, i, t))
			return MDV_OK;
	}
	if (w->plain && take_guards(s, i, t)) {
		tree_set(&s->tree, s->rt->n + i, INFINITY);
		return MDV_OK;
	}
	if (i >= s->graph.n_crossings) {
		h = z->c[0] != 0 && !w->told ? 0 : fmax(fmin(z->until, s->o.most), s->least_h);
		w->told &= z->c[0] != 0;
	} else {
		h = next_crossing(s, i, t);
		if (h > 0)
			h = fmin(h, fmax(trusted(s, i, h), s->least_h));
	}
	if (h > 0 && s->graph.curved[s->rt->n + i] && !w->told)
		h = proved(s, i, t, h);
	tree_set(&s->tree, s->rt->n + i, t + h);
	return MDV_OK;
}

/* Its value at t, on the side of the relation in use. */
static MdvStatus value_at(Qss *s, int32_t i, double t, double *p)
{
	const Taylor *z;

	TRY(eval_target(s, s->rt->n + i, t, true, 0, &z));
	*p = i < s->graph.n_crossings ? s->watch[i].side * z->c[0] : z->c[0] != 0 ? -1 : 1;
	return MDV_OK;
}

/* Between left, where it is a, and right, where it is b, its relation changes. */
typedef struct Bracket {
	double left, right, a, b;
} Bracket;

static bool is_over(const QssWatch *w, double p)
{
	return p < 0 || (p == 0 && !w->zero_holds);
}

/* Mostly it has changed just now: looks back, further each time. True: *left is where it had not,
   and *a its value there. */
static MdvStatus look_back(Qss *s, int32_t i, double least, Bracket *z, bool *found)
{
	double back = 2 * least, p;

	*found = false;
	for (int turn = 0; turn < LOOKS_BACK && z->right - back > z->left; turn++, back *= 16) {
		TRY(value_at(s, i, z->right - back, &p));
		if (!is_over(&s->watch[i], p)) {
			z->left = z->right - back;
			z->a = p;
			*found = true;
			return MDV_OK;
		}
		z->right -= back;
		z->b = p;
	}
	return MDV_OK;
}

/* The relation changes between left, where it does not, and right, where its value is b: false
   position, halved if that goes on from one side only. */
static MdvStatus locate(Qss *s, int32_t i, Bracket *z)
{
	const QssWatch *w = &s->watch[i];
	double m, p, least = 2e-16 * fmax(fabs(z->left), fabs(z->right)) + 1e-300;
	bool found;

	TRY(look_back(s, i, least, z, &found));
	if (!found)
		TRY(value_at(s, i, z->left, &z->a));
	if (is_over(w, z->a)) {
		z->right = z->left;
		return MDV_OK;
	}
	for (int turn = 0; turn < 100 && z->right - z->left > 2 * least; turn++) {
		m = turn % 3 == 2 || !(z->a > z->b)
				? 0.5 * (z->left + z->right)
				: z->left + (z->right - z->left) * fmin(z->a / (z->a - z->b), 1);
		m = fmin(fmax(m, z->left + least), z->right - least);
		TRY(value_at(s, i, m, &p));
		if (is_over(w, p)) {
			z->right = m;
			z->b = p;
		} else {
			z->left = m;
			z->a = p;
		}
	}
	return MDV_OK;
}

/* Not now again: if that is due to rounding, it will be over a little later. */
static void look_later(Qss *s, int32_t i, double t)
{
	if (!(tree_key_of(&s->tree, s->rt->n + i) > t))
		tree_set(&s->tree, s->rt->n + i, t + s->least_h);
}

MdvStatus watch_look(Qss *s, int32_t i, double t, double t_from, bool *changed, double *left,
					 double *at)
{
	QssWatch *w = &s->watch[i];
	Bracket z;
	double p;

	*changed = false;
	if (w->plain && renew_plain(s, i, t)) { /* it is far from that */
		look_later(s, i, t);
		return MDV_OK;
	}
	eval_fresh(s);
	TRY(value_at(s, i, t, &p));
	*changed = (i < s->graph.n_crossings && !w->armed ? p < -w->band : is_over(w, p)) && !w->told;
	if (!*changed) {
		if (i < s->graph.n_crossings && fabs(p) > w->band) {
			if (!w->armed)
				TRY(gaps_check(s, i, t));
			w->armed = true;
		}
		TRY(watch_renew(s, i, t));
		look_later(s, i, t);
		return MDV_OK;
	}
	/* There it was right; at an event rounding decides. */
	z = (Bracket){.left = fmax(t_from, fmin(w->t, t)), .right = t, .b = p};
	if (w->armed || i >= s->graph.n_crossings)
		TRY(locate(s, i, &z));
	*left = z.left;
	*at = z.right;
	return MDV_OK;
}

/* Is it as it was before the event, and not near zero? Where it was seen to be good until later on
   nothing else is looked at: events of large models leave most as they are. */
static bool is_quiet(const Qss *s, int32_t i, double t, int8_t side_before)
{
	const QssWatch *w = &s->watch[i];

	if (side_before != w->side || !w->armed)
		return false;
	return w->t == t || tree_key_of(&s->tree, s->rt->n + i) > t + QUIET_PART * s->rt->span ||
		   w->side * poly_at(w->z.c, s->k_watch, t - w->t) > 2 * w->band;
}

static void arm_crossing(Qss *s, int32_t i, int8_t side_before, double size)
{
	QssWatch *w = &s->watch[i];

	if (isfinite(size))
		w->size = fmax(w->size, size);
	if (side_before != w->side)
		w->wide = 1;
	w->band = band_of(s, w);
	w->armed = false;
}

void watch_arm_due(Qss *s)
{
	for (int32_t k = 0; k < s->n_due; k++) {
		int32_t i = s->watch_due[k];
		int8_t side = s->watch[i].side;

		if (i >= s->graph.n_crossings)
			continue;
		see_relation(s, i);
		if (s->watch[i].side != side || !s->watch[i].armed)
			arm_crossing(s, i, side, NAN);
	}
}

MdvStatus watch_arm_one(Qss *s, int32_t i, double t)
{
	int8_t side = s->watch[i].side;

	if (i >= s->graph.n_crossings)
		return MDV_OK;
	see_relation(s, i);
	if (is_quiet(s, i, t, side))
		return MDV_OK;
	arm_crossing(s, i, side, NAN);
	return watch_renew(s, i, t);
}

MdvStatus watch_arm(Qss *s, double t, bool all)
{
	int32_t n = s->graph.n_crossings;

	if (s->graph.n_watched == 0)
		return MDV_OK;
	if (n > 0 && all) {
		rt_states(s->rt, s->x);
		TRY_FINAL(rt_zero(s->rt, t, s->x, NULL, 0, NULL, RT_INTEGRATE));
	}
	eval_fresh(s);
	for (int32_t i = 0; i < s->graph.n_watched; i++) {
		int8_t side = s->watch[i].side;

		if (i < n) {
			see_relation(s, i);
			if (!all && is_quiet(s, i, t, side))
				continue;
			arm_crossing(s, i, side, all ? rt_crossing_size(s->rt, i) : NAN);
		} else if (!all && s->watch[i].t == t)
			continue;
		TRY(watch_renew(s, i, t));
	}
	return MDV_OK;
}
