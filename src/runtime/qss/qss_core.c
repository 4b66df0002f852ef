/* SPDX-License-Identifier: MIT
   qss_core.c — states in time. A state that has left its quantized state by a quantum gets a new
   one; the derivatives that read it are evaluated, and it is seen when those will have left theirs.
   Explicit methods (Kofman: QSS1, QSS2, QSS3) take the state itself; LIQSS (Migoni, Kofman) looks a
   quantum ahead, with the derivative of the state's own derivative by itself, so that the n-th
   derivative points there or is zero: stiff states come to rest instead of oscillating.

   All here runs some million times a second: functions are written for any order and compiled for
   each (INLINE, with the order as a constant). */
#include "runtime/qss/qss.h"

#include <float.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 4") /* loops over the order: -O2 leaves them */

#define SETTLED          20 /* time constants after which a state is where its quantized one takes it */
#define TRUNCATED        0.5   /* quanta that terms left out may make */
#define NOT_STIFF        1     /* time constants of a state until it meets its quantized state */
#define FORGETS          0.5   /* the same between two quanta: what was wrong is not for long */
#define MOST_MOVED_STIFF 3     /* quanta by which one may move another that forgets */
#define FEW_QUANTA       2.5   /* that one moves another by: its quantum stays as it is */
#define STEP_LOOKS       20    /* operations of intervals in short times that a step pays for */
#define BEYOND           1e-10 /* of the run: further than a kink or jump that was seen */
#define LONG_TIME        20    /* parts of the longest: what is longer is looked into */
#define BATCH            8 /* derivatives before the times of their states: roots and divisions overlap */
#define MOST_RUN         4096 /* steps without a look at the clock */

/* Of a derivative: the two coefficients beyond those that are used, and how long it is smooth. */
typedef struct Rest {
	double c[2];
	double until;
	bool exact; /* there are no others */
} Rest;

/* --- polynomials of few terms --- */

/* p about h; as poly_shift. */
INLINE void shift(double p[], int n, double h)
{
	if (n == 1) {
		p[0] += h * p[1];
	} else if (n == 2) {
		p[1] += h * p[2];
		p[0] += h * p[1];
		p[1] += h * p[2];
	} else if (n > 2) {
		_Pragma("GCC unroll 5") for (int i = 0; i < n; i++)
			_Pragma("GCC unroll 5") for (int k = n - 1; k >= i; k--) p[k] += h * p[k + 1];
	}
}

INLINE double power(double h, int n)
{
	return n == 0   ? 1
		   : n == 1 ? h
		   : n == 2 ? h * h
		   : n == 3 ? h * h * h
		   : n == 4 ? (h * h) * (h * h)
					: (h * h) * (h * h) * h;
}

/* The first h > 0 where d0 + d1 h + d2 h^2 is `limit` away from zero; |d0| < limit. With d2 > 0 the
   parabola meets the lower side if it dips so far, otherwise the upper one: one root, one division.
 */
static inline double leaves_band(double d0, double d1, double d2, double limit)
{
	double flip = copysign(1, d2), low, disc;

	if (d2 == 0)
		return d1 == 0 ? INFINITY : (d1 > 0 ? limit - d0 : -limit - d0) / d1;
	d0 *= flip;
	d1 *= flip;
	d2 *= flip;
	low = d0 + limit;
	disc = d1 * d1 - 4 * d2 * low;
	if (d1 < 0 && disc >= 0)
		return 2 * low / (sqrt(disc) - d1);
	disc = sqrt(d1 * d1 + 4 * d2 * (limit - d0));
	return d1 < 0 ? (disc - d1) / (2 * d2) : 2 * (limit - d0) / (d1 + disc);
}

INLINE double leaves(const double d[], int n, double limit, double most)
{
	if (n == 1)
		return d[1] == 0 ? INFINITY : (d[1] > 0 ? limit - d[0] : -limit - d[0]) / d[1];
	return n == 2 ? leaves_band(d[0], d[1], d[2], limit) : poly_leaves(d, n, limit, most);
}

INLINE void advance(QssState *x, int n, double t)
{
	if (t == x->tx)
		return;
	if (x->curved)
		shift(x->x, n + 2, t - x->tx);
	else
		shift(x->x, n, t - x->tx);
	x->tx = t;
}

/* x and its derivative at t alone, with the bits of `advance`: a new derivative takes the place of
   all others. */
INLINE void advance_value(QssState *x, int degree, double t)
{
	double h = t - x->tx, *p = x->x, value = p[degree], slope = 0;

	_Pragma("GCC unroll 5") for (int k = degree - 1; k >= 0; k--)
	{
		slope = k == degree - 1 ? value : slope * h + value;
		value = value * h + p[k];
	}
	p[0] = value;
	p[1] = slope;
	x->tx = t;
}

/* The quantized state at t. */
INLINE void value_of_q(const QssState *x, int n, double t, double q[])
{
	UNROLL
	for (int k = 0; k < n; k++)
		q[k] = x->q[k];
	shift(q, n - 1, t - x->tq);
}

/* --- derivatives --- */

/* Arguments of a shape at t, in its frame. */
INLINE void gather(const Qss *s, const QssShape *shape, const int32_t arg[], double t, int n)
{
	double *to = shape->frame + QSS_FIRST_LEAF;
	const QssState *state = s->state;
	int32_t n_states = shape->n[QSS_LEAF_STATE];

	if (n_states == 2) { /* as most have */
		value_of_q(&state[arg[0]], n, t, to);
		value_of_q(&state[arg[1]], n, t, to + n);
		arg += 2;
		to += 2 * n;
	} else
		for (const int32_t *end = arg + n_states; arg < end; arg++, to += n)
			value_of_q(&state[*arg], n, t, to);
	for (int32_t k = 0; k < shape->n[QSS_LEAF_SLOT]; k++)
		*to++ = s->rt->frame[*arg++];
	if (!shape->more)
		return;
	for (int32_t k = 0; k < shape->n[QSS_LEAF_NUMBER]; k++)
		*to++ = s->flow->number[*arg++];
	for (int32_t k = 0; k < shape->n[QSS_LEAF_INPUT]; k++) {
		const QssInput *in = &s->input[*arg++];

		*to++ = in->value + in->slope * (t - in->t);
		*to++ = in->slope;
	}
	if (shape->n[QSS_LEAF_TIME])
		*to = t;
}

/* Does a term that is left out, c h^n of the derivative, stay small up to h? */
INLINE bool is_small(double allowed, double c, int n, double h)
{
	return fabs(c) * power(h, n + 1) <= allowed * (n + 1);
}

/* How long it does. */
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

/* Until when a polynomial that is not exact is good; h: how long it is wanted. */
__attribute__((noinline)) static MdvStatus find_valid(Qss *s, int32_t i, double t, double h,
													  const Rest *rest)
{
	QssState *x = &s->state[i];
	int n = s->o.order;
	double allowed = TRUNCATED * x->quantum,
		   good = fmin(rest->exact ? INFINITY : s->o.most, rest->until);

	for (int k = 0; k < 2; k++)
		if (!is_small(allowed, rest->c[k], n + k, h))
			good = fmin(good, time_for(allowed, rest->c[k], n + k));
	if (s->graph.rough[i])
		good = look_into(s, i, t, fmin(good, h), allowed);
	if (good == rest->until) /* on the other side it is clear which */
		good += less(BEYOND * s->rt->span, allowed / fabs(x->x[1]));
	x->t_valid = good >= h ? INFINITY : t + fmax(good, s->least_h);
	return MDV_OK;
}

/* A little less than the cube root, by less than a hundredth: from a third of its exponent. */
static inline double nearly_cbrt(double x)
{
	uint64_t bits;
	double y;

	memcpy(&bits, &x, sizeof bits);
	bits = bits / 3 + UINT64_C(0x2a9f84fe36d22425);
	memcpy(&y, &bits, sizeof y);
	return 0.99 * (1.0 / 3) *
		   (2 * y + x / (y * y)); /* that is not less than the root, times 0.99 */
}

/* A little less than time_for. */
INLINE double nearly_time_for(double allowed, double c, int n)
{
	return n == 2 ? nearly_cbrt(allowed * 3 / fabs(c)) : time_for(allowed, c, n);
}

/* Mostly the next quantum comes first, which needs no roots. */
INLINE MdvStatus see_valid(Qss *s, int32_t i, double t, int n, const Rest *rest)
{
	QssState *x = &s->state[i];
	double h = less(x->t_quantum, s->o.stop) - t, allowed = TRUNCATED * x->quantum, good;

	if (s->link[i].rough || !(h <= rest->until))
		return find_valid(s, i, t, h, rest);
	good = rest->exact ? INFINITY : s->o.most;
	if (!is_small(allowed, rest->c[0], n, h))
		good = less(nearly_time_for(allowed, rest->c[0], n), good);
	if (!is_small(allowed, rest->c[1], n + 1, h))
		good = less(nearly_time_for(allowed, rest->c[1], n + 1), good);
	x->t_valid = good >= h ? INFINITY : t + more(good, s->least_h);
	return MDV_OK;
}

/* Those that are used, once: what is stored meanwhile might be what they are loaded from. Gives
   their sum, which is not finite if one of them is not. */
INLINE double take_coefficients(double c[], const double from[], int n)
{
	double sum = 0;

	_Pragma("GCC unroll 5") for (int k = 0; k < n + 2; k++) sum += c[k] = from[k];
	return sum;
}

/* The derivative of state i at t, and by it the polynomial of x. jump: how far it is from the one
   before. */
INLINE MdvStatus take_rate(Qss *s, int32_t i, double t, int n, Rest *rest, double *jump)
{
	QssState *x = &s->state[i];
	const QssLink *link = &s->link[i];
	const QssShape *shape = link->shape;
	const double *from;
	double c[TAYLOR_MOST];

	if (t != x->tx) {
		if (x->curved)
			advance_value(x, n + 2, t);
		else
			advance_value(x, n, t);
	}
	s->stats.rates++;
	if (shape) {
		gather(s, shape, link->arg, t, n);
		TRY(shape->code.run(shape->code.ctx, shape->frame));
		from = shape->frame;
		x->slope = from[QSS_SLOPE];
		if (!(fabs(take_coefficients(c, from, n) + x->slope) <= DBL_MAX))
			TRY(eval_rate_again(s, i, t));
		if (s->o.pairs)
			memcpy(&s->gradient[s->graph.arg_start[i]], from + shape->gradient,
				   (size_t)shape->n[QSS_LEAF_STATE] * sizeof *from);
		rest->until = INFINITY;
		rest->exact = shape->exact;
	} else {
		rest->exact = false;
		TRY(eval_rate(s, i, t, &from, &rest->until));
		take_coefficients(c, from, n);
		TRY(gaps_turn(s, i, t, c[0], rest->until < INFINITY));
	}
	*jump = fabs(x->x[1] - c[0]);
	x->x[1] = c[0];
	if (n > 1)
		x->x[2] = 0.5 * c[1];
	if (n > 2)
		x->x[3] = c[2] / 3;
	rest->c[0] = c[n];
	rest->c[1] = c[n + 1];
	if (x->curved) {
		x->x[n + 1] = c[n] / (n + 1);
		x->x[n + 2] = c[n + 1] / (n + 2);
	}
	return MDV_OK;
}

/* Explicit methods of order n take a quantized state beside x, by this part of the quantum, on the
   side to which x bends: c h^n, which goes up to a quantum, is 1 / (n + 1) of that on the average,
   so that the error is zero in the mean, in as many steps. Errors that go one way add up: those of
   an oscillation are a tenth of what they are with q = x. Of the first order, where q would jump
   over x at each step, it stays as Kofman has it; so do states that forget, which would answer to
   each change of side and take half as many steps again. */
INLINE double center(int n)
{
	return n == 1 ? 0 : 1.0 / (n + 1);
}

/* What watches the state is to be looked at: its polynomial is another. */
__attribute__((noinline)) static void mark_watches(Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	watch_unguard(s, i);
	for (int64_t k = l->start[i + 1] - 1; k >= l->start[i] && l->item[k] >= s->rt->n; k--)
		if (!s->due[l->item[k]]) {
			s->due[l->item[k]] = true;
			s->watch_due[s->n_due++] = l->item[k] - s->rt->n;
		}
}

/* Until it is due again, by the sizes of what moves it. */
INLINE bool stays_in_guard(const Qss *s, int32_t i, double t, int n)
{
	const QssState *x = &s->state[i];
	double h = less(less(x->t_quantum, x->t_valid), s->o.stop) - t, moves = 0;

	if (s->guard[i].hi < s->guard[i].lo)
		return false;
	for (int k = x->curved ? n + 2 : n; k > 0; k--)
		moves = (moves + fabs(x->x[k])) * h;
	return x->x[0] - moves >= s->guard[i].lo && x->x[0] + moves <= s->guard[i].hi;
}

/* A plain crossing of the state alone is not at zero before it is looked at next, or h is over: by
   the signs of its terms. */
INLINE bool stays_from_zero(const Qss *s, const QssState *x, int32_t target, double t, double h)
{
	const QssWatch *w = &s->watch[target - s->rt->n];
	double side = w->side, p = side * (w->offset + w->slope * x->x[0]);

	h = less(tree_key_of(&s->tree, target) - t, h);
	side *= w->slope;
	return w->armed && w->sloped && p > QSS_GUARDED_FROM * w->band && h > 0 &&
		   p + h * (less(side * x->x[1], 0) + h * less(side * x->x[2], 0)) > 0;
}

/* Then it stays as it is: is that so of all that watch the state? Polynomials have three terms. */
INLINE bool all_stay_from_zero(const Qss *s, int32_t i, double t, int n)
{
	const QssState *x = &s->state[i];
	const QssLink *link = &s->link[i];
	const int32_t *target = link->reader + link->n_readers;
	int32_t n_alone = s->guard[i].n_alone;
	double h = less((less(x->t_quantum, x->t_valid) - t) * (1 + 1e-6), s->o.stop - t);

	if (n > 2 || x->curved || n_alone == 0)
		return false;
	for (int32_t k = 0; k < n_alone; k++)
		if (!stays_from_zero(s, x, target[k], t, h))
			return false;
	return true;
}

/* When is it due? Not after `latest`; the tree is to be climbed then. rest: of its derivative, if
 * that is a new one. */
INLINE MdvStatus schedule(Qss *s, int32_t i, double t, double latest, int n, bool implicit,
						  const Rest *rest)
{
	QssState *x = &s->state[i];
	double d[QSS_MOST_ORDER + 1], q[QSS_MOST_ORDER], h = 0;
	double limit = implicit ? (QSS_OUTWARD + 0.001) * x->quantum : x->quantum * (1 - center(n));

	value_of_q(x, n, t, q);
	UNROLL
	for (int k = 0; k < n; k++)
		d[k] = x->x[k] - q[k];
	d[n] = x->x[n];
	if (fabs(d[0]) < limit * (1 - 1e-12))
		h = leaves(d, n, limit, s->o.stop - t);
	x->t_quantum = less(t + h, latest);
	if (rest && x->curved)
		TRY(see_valid(s, i, t, n, rest));
	tree_put(&s->tree, i, less(x->t_quantum, x->t_valid));
	if (x->watched == QSS_GUARDED && !stays_in_guard(s, i, t, n) &&
		!all_stay_from_zero(s, i, t, n) && !watch_single(s, i, t))
		mark_watches(s, i);
	return MDV_OK;
}

/* --- quantized states --- */

/* The longest time after which x may meet q. */
INLINE double meet_after(const double gap[], int n, double most)
{
	if (n == 2) /* the others are not negative */
		return gap[2] < 0
				   ? less(2 * gap[0] / (sqrt(gap[1] * gap[1] - 4 * gap[0] * gap[2]) - gap[1]), most)
				   : most;
	return less(poly_first(gap, n, most), most);
}

/* Do x and q meet before the time constant 1 / -a? There the gap, which is concave if it has a zero
   at all, is not positive then. */
INLINE bool is_not_stiff(double a, const double gap[], double most)
{
	return gap[0] * (a * a) - gap[1] * a * NOT_STIFF + gap[2] * (NOT_STIFF * NOT_STIFF) <= 0 ||
		   -a * most <= NOT_STIFF;
}

/* The quantized state of LIQSS of order n: one that x meets after h with all its n - 1 derivatives,
   x - q = c (tau - h)^n. With x' = a q + u, and P the n-th derivative that x would have if q were
   x, that is a linear system for q and c, of which w = n c = P / ((n - 1)! E), E the first n + 1
   terms of exp(-a h). h is as long as x and q are not further apart than QSS_OUTWARD quanta now:
   where a is large and negative, for ever (Migoni). Behind the instant h they part as they have
   met, and are as far apart after 2 h: then the next one is made. Of x' = -a x a step multiplies x
   by (1 - z
   + z^2 / 2) / (1 + z + z^2 / 2), z = a h, for order 2: stable for every a.
   Of order 2, unless the state is stiff, a third of c h^2 is taken off, so that x - q is zero in
   the mean, and errors do not add up: q[0] and the last term of E keep two thirds; h is as much
   longer that x and q are as far apart as without. */
INLINE void quantize_implicitly(const Qss *s, QssState *x, double t, int n)
{
	double a = x->own ? less(x->slope, 0) : 0, q[QSS_MOST_ORDER], u[QSS_MOST_ORDER], p = x->x[0];
	double series[QSS_MOST_ORDER + 1], gap[QSS_MOST_ORDER + 1], h, w, most = s->o.stop - t,
																	  kept = 1;

	value_of_q(x, n, t, q);
	series[0] = 1;
	UNROLL
	for (int k = 0; k < n; k++) {
		u[k] = (k + 1) * x->x[k + 1] - a * q[k];
		p = a * p + u[k];
		if (k > 1)
			p /= k; /* coefficients, not derivatives */
		series[k + 1] = series[k] * -a / (k + 1);
	}
	UNROLL
	for (int k = 0; k <= n; k++)
		gap[k] = n * QSS_OUTWARD * x->quantum * series[k];
	gap[n] -= fabs(p);
	if (n == 2 && is_not_stiff(a, gap, most)) {
		kept = 2.0 / 3;
		gap[0] *= 1.5; /* and gap[2] / kept stays: as far apart as without */
		gap[1] *= 1.5;
		series[2] *= kept;
	}
	h = meet_after(gap, n, most);
	w = series[n];
	UNROLL
	for (int k = n - 1; k >= 0; k--)
		w = w * h + series[k];
	w = p / w;
	/* From the value down: q[k + 1] (k + 1) = a q[k] + u[k] - what c (tau - h)^n adds. */
	x->q[0] = x->x[0] + (n % 2 ? 1 : -1) * kept * power(h, n) * w / n;
	UNROLL
	for (int k = 0; k + 1 < n; k++) {
		double binomial = k == 0 ? 1 : n - 1; /* of (tau - h)^(n - 1) */
		double scale = binomial * ((n - 1 - k) % 2 ? -1 : 1) * power(h, n - 1 - k);

		x->q[k + 1] = (a * x->q[k] + u[k] - scale * w) / (k + 1);
	}
}

INLINE double two_to_minus(int n)
{
	uint64_t bits = (uint64_t)(1023 - n) << 52;
	double power;

	memcpy(&power, &bits, sizeof power);
	return power;
}

INLINE void quantize(Qss *s, int32_t i, double t, int n, bool implicit)
{
	QssState *x = &s->state[i];

	advance(x, n, t);
	x->quantum = more(s->o.relative * fabs(x->x[0]), x->least);
	if (x->halved > 0)
		x->quantum *= two_to_minus(x->halved);
	s->stats.requantized++;
	if (implicit)
		quantize_implicitly(s, x, t, n);
	else {
		memcpy(x->q, x->x, (size_t)n * sizeof *x->q);
		if (-x->slope * (t - x->tq) < FORGETS)
			x->q[0] += ((x->x[n] > 0) - (x->x[n] < 0)) * center(n) * x->quantum;
	}
	x->tq = t;
}

/* --- what follows --- */

MdvStatus core_renew_watches(Qss *s, double t)
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

/* A state that answers to itself much sooner than it leaves its quantized state is where that takes
   it: with f = f0 + f1 h for x = q, and the slope a by itself, x' = f + a (x - q) has the solution
   e0 + e1 h - e1 / |a|, e = q + f / |a|, to which all others have come after some 1 / |a|. As an
   integral of f it would run away from q, as f is multiplied by what has not the time to come back,
   and cross what it never comes near to. */
INLINE MdvStatus settle(Qss *s, int32_t i, double t, int n)
{
	QssState *x = &s->state[i];
	double a = -x->slope, limit = QSS_OUTWARD * x->quantum, e1, gap;

	if (n != 2 || x->curved || !x->own || !(a > 0) || s->settles[i] == QSS_DOES_NOT)
		return MDV_OK;
	if (!((limit * a) * a > SETTLED * fabs(2 * x->x[2])))
		return MDV_OK;
	e1 = x->q[1] + 2 * x->x[2] / a;
	gap = (x->x[1] - e1) / a;
	if (!((limit - fabs(gap)) * a > SETTLED * fabs(e1 - x->q[1])))
		return MDV_OK;
	if (s->settles[i] == QSS_MAY_SETTLE)
		TRY(settle_look(s, i, t));
	if (s->settles[i] == QSS_DOES_NOT)
		return MDV_OK;
	x->x[0] = x->q[0] + (t - x->tq) * x->q[1] + gap;
	x->x[1] = e1;
	x->x[2] = 0;
	return MDV_OK;
}

INLINE MdvStatus take_polynomial(Qss *s, int32_t i, double t, int n, bool implicit, Rest *rest,
								 double *jump)
{
	TRY(take_rate(s, i, t, n, rest, jump));
	return implicit ? settle(s, i, t, n) : MDV_OK;
}

INLINE MdvStatus see_due(Qss *s, int32_t i, double t, double latest, int n, bool implicit,
						 const Rest *rest)
{
	TRY(schedule(s, i, t, latest, n, implicit, rest));
	if (s->state[i].watched == QSS_WATCHED)
		mark_watches(s, i);
	return MDV_OK;
}

INLINE MdvStatus renew(Qss *s, int32_t i, double t, double latest, int n, bool implicit)
{
	Rest rest;
	double jump;

	TRY(take_polynomial(s, i, t, n, implicit, &rest, &jump));
	return see_due(s, i, t, latest, n, implicit, &rest);
}

/* --- quanta that fit each other --- */

/* A quantized state that was wrong by its quantum for a time h has changed the derivative of x, by
   `jump`: how far that can have moved x, in parts of what is usual, or more of a state that
   answers to itself and forgets. What is not more than `least` is not told. */
INLINE double quanta_moved(const Qss *s, const QssState *x, double jump, double h, double least)
{
	double forgets = more(-x->slope * h, 0), moved = jump * h;
	double usual = x->quantum * (s->usual * (1 + forgets) + MOST_MOVED_STIFF * forgets);

	return moved > least * usual ? moved / usual : 0;
}

INLINE MdvStatus progress(Qss *s, int32_t entry, double t)
{
	if (!(t > s->t_moves))
		return qss_progress(s, entry, t);
	s->t_moves = t + QSS_HARDLY * s->rt->span;
	s->n_same = 0;
	return MDV_OK;
}

typedef MdvStatus Renew(Qss *s, int32_t i, double t, double latest);

/* All that were renewed in a step: mostly neighbours, for which one way up the tree does. */
INLINE void climb(Qss *s, const int32_t entry[], int32_t n)
{
	if (n > 0 && entry[n - 1] - entry[0] == n - 1) {
		tree_climb(&s->tree, entry[0], entry[n - 1]);
		return;
	}
	for (int32_t k = 0; k < n; k++)
		tree_climb(&s->tree, entry[k], entry[k]);
}

/* Those of the last step climb while the processor waits for the roots of the next one: who is next
   is mostly known without them, and where a way up ends it cannot foretell. */
INLINE void climb_late(Qss *s)
{
	climb(s, s->late, s->n_late);
	s->n_late = 0;
}

/* Is one of them the next, or is the first in the tree one of them, whose time there is an old one?
 */
INLINE bool late_may_be_next(const Qss *s)
{
	const int64_t *key = s->tree.key + s->tree.leaves;
	int64_t first = s->tree.key[1];
	int32_t who = s->tree.who[1];
	bool soon = false;

	if (s->n_late == 0)
		return false;
	for (int32_t k = 0; k < s->n_late; k++)
		soon |= key[s->late[k]] <= first;
	return soon | (who >= s->late[0] && who <= s->late[s->n_late - 1]);
}

/* Some derivatives that read state i, which was wrong for a time h. moved: see quanta_moved. */
INLINE MdvStatus renew_readers(Qss *s, int32_t i, const int32_t reader[], int32_t n_readers,
							   double t, double h, int n, bool implicit, double *moved)
{
	double least = s->state[i].halved > 0 ? 0 : 1, jump[BATCH];
	Rest rest[BATCH];

	for (int32_t k = 0; k < n_readers; k++)
		TRY(take_polynomial(s, reader[k], t, n, implicit, &rest[k], &jump[k]));
	for (int32_t k = 0; k < n_readers; k++) {
		int32_t j = reader[k];

		TRY(see_due(s, j, t, INFINITY, n, implicit, &rest[k]));
		if (j != i)
			*moved = more(*moved, quanta_moved(s, &s->state[j], jump[k], h, least));
	}
	return MDV_OK;
}

/* It has left its quantized state by a quantum. */
INLINE MdvStatus requantize(Qss *s, int32_t i, double t, int n, bool implicit)
{
	QssState *x = &s->state[i];
	const QssLink *link = &s->link[i];
	double h = t - x->tq, moved = 0;

	quantize(s, i, t, n, implicit);
	tree_take(&s->tree, i);
	climb_late(s);
	for (int32_t k = 0; k < link->n_readers; k += BATCH) {
		int32_t left = link->n_readers - k;

		TRY(renew_readers(s, i, link->reader + k, left < BATCH ? left : BATCH, t, h, n, implicit,
						  &moved));
	}
	s->late = link->reader;
	s->n_late = s->tree.few ? 0 : link->n_readers;
	if (moved > FEW_QUANTA || (x->halved > 0 && moved < 1 / FEW_QUANTA))
		fit_quantum(s, i, moved);
	return MDV_OK;
}

INLINE MdvStatus step(Qss *s, int32_t i, double t, int n, bool implicit, Renew *renew_it)
{
	QssState *x = &s->state[i];

	TRY(progress(s, i, t));
	eval_fresh(s);
	s->look_work += STEP_LOOKS;
	if (x->t_quantum > t) { /* its polynomial is too old */
		s->stats.renewed++;
		TRY(renew_it(s, i, t, INFINITY));
		return s->n_due > 0 ? core_renew_watches(s, t) : MDV_OK;
	}
	if (n == 2 && implicit && s->o.pairs) {
		int32_t partner;
		double meet;

		TRY(pair_quantize(s, i, t, &partner, &meet));
		if (partner >= 0)
			return pair_renew(s, i, partner, t, meet);
	}
	TRY(requantize(s, i, t, n, implicit));
	if (!x->own && x->curved) /* it was seen to be good up to now only */
		TRY(renew_it(s, i, t, INFINITY));
	else if (!x->own) {
		TRY(schedule(s, i, t, INFINITY, n, implicit, NULL));
		tree_climb(&s->tree, i, i);
	}
	return s->n_due > 0 ? core_renew_watches(s, t) : MDV_OK;
}

/* --- compiled for each method --- */

/* One of those that are due before `until`; done: there is none, or it is watched. */
INLINE MdvStatus run_one(Qss *s, double until, double *t, int n, bool implicit, Renew *renew_it,
						 bool *done)
{
	double now;
	int32_t i;

	if (late_may_be_next(s))
		climb_late(s);
	i = tree_next(&s->tree, &now);
	now = i < 0 ? INFINITY : more(now, *t);
	*done = !(now < until) || i >= s->rt->n;
	if (*done)
		return MDV_OK;
	*t = now;
	TRY(step(s, i, now, n, implicit, renew_it));
	if (s->ahead_shift)
		ahead_look(s, i);
	return MDV_OK;
}

#define RUN(name, n_, implicit_)                                                         \
	__attribute__((noinline)) static MdvStatus renew_##name(Qss *s, int32_t i, double t, \
															double latest)               \
	{                                                                                    \
		TRY(renew(s, i, t, latest, n_, implicit_));                                      \
		tree_climb(&s->tree, i, i);                                                      \
		return MDV_OK;                                                                   \
	}                                                                                    \
	static MdvStatus run_##name(Qss *s, double until, double *t)                         \
	{                                                                                    \
		bool done = false;                                                               \
                                                                                         \
		for (int turn = 0; turn < MOST_RUN && !done; turn++)                             \
			TRY(run_one(s, until, t, n_, implicit_, renew_##name, &done));               \
		climb_late(s);                                                                   \
		return MDV_OK;                                                                   \
	}                                                                                    \
	static MdvStatus step_##name(Qss *s, int32_t i, double t)                            \
	{                                                                                    \
		TRY(step(s, i, t, n_, implicit_, renew_##name));                                 \
		climb_late(s);                                                                   \
		return MDV_OK;                                                                   \
	}                                                                                    \
	static MdvStatus jump_##name(Qss *s, int32_t i, double t)                            \
	{                                                                                    \
		Rest rest;                                                                       \
		double jump;                                                                     \
                                                                                         \
		TRY(take_polynomial(s, i, t, n_, implicit_, &rest, &jump));                      \
		s->state[i].t_quantum = t;                                                       \
		return MDV_OK;                                                                   \
	}                                                                                    \
	static const CoreMethod name = {run_##name, step_##name, renew_##name, jump_##name};

typedef struct CoreMethod {
	MdvStatus (*run)(Qss *s, double until, double *t);
	MdvStatus (*step)(Qss *s, int32_t i, double t);
	MdvStatus (*renew)(Qss *s, int32_t i, double t, double latest);
	MdvStatus (*jump)(Qss *s, int32_t i, double t);
} CoreMethod;

RUN(qss1, 1, false)
RUN(qss2, 2, false)
RUN(qss3, 3, false)
RUN(liqss1, 1, true)
RUN(liqss2, 2, true)
RUN(liqss3, 3, true)

static const CoreMethod *method_of(const Qss *s)
{
	static const CoreMethod *const methods[2][QSS_MOST_ORDER] = {{&qss1, &qss2, &qss3},
																 {&liqss1, &liqss2, &liqss3}};

	return methods[s->o.implicit][s->o.order - 1];
}

MdvStatus qss_run(Qss *s, double until, double *t)
{
	return method_of(s)->run(s, until, t);
}

MdvStatus qss_step(Qss *s, int32_t state, double t)
{
	return method_of(s)->step(s, state, t);
}

MdvStatus core_renew(Qss *s, int32_t i, double t, double latest)
{
	return method_of(s)->renew(s, i, t, latest);
}

MdvStatus core_jump(Qss *s, int32_t i, double t)
{
	return method_of(s)->jump(s, i, t);
}
