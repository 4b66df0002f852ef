/* SPDX-License-Identifier: MIT
   qss_pair.c — the modified LIQSS2 (Di Pietro, Migoni, Kofman 2019). LIQSS knows how a state
   answers to itself; two states that answer to each other faster than the rest moves (a coil and a
   capacitor behind a diode) drive each other's quantized states to and fro. So when a state gets a
   new one it is seen whether that turns a partner round, and whether the partner's new quantized
   state would then turn the state itself round: if so both are made together, by the same formula
   with the 2 × 2 matrix of the pair in the place of the slope. */
#include "runtime/qss/qss.h"

#define SLOW \
	0.5 /* times in which two states answer to each other: an oscillation of a few quanta */
#define RECENT     10 /* times in which two states answer to each other */
#define PAIR_TURNS 40 /* of the search for the longest time: three digits, from any guess */

/* --- partners --- */

static bool reads(const Qss *s, int32_t target, int32_t state)
{
	const QssLists *l = &s->graph.readers;

	for (int64_t k = l->start[state]; k < l->start[state + 1]; k++)
		if (l->item[k] == target)
			return true;
	return false;
}

/* Of states that very many read, partners are not looked for. */
#define MOST_READERS 64

bool pair_open(Qss *s, Arena *memory)
{
	const QssLists *l = &s->graph.readers;
	int32_t n = s->rt->n;
	int64_t total = 0;

	s->partners.start = NEW_ARRAY(memory, int64_t, (size_t)n + 1);
	s->gradient = NEW_ARRAY(memory, double, s->graph.n_args + 1);
	if (!s->partners.start || !s->gradient)
		return false;
	for (int turn = 0; turn < 2; turn++) {
		total = 0;
		for (int32_t i = 0; i < n; i++) {
			s->partners.start[i] = total;
			for (int64_t k = l->start[i];
				 k < l->start[i + 1] && l->start[i + 1] - l->start[i] <= MOST_READERS; k++) {
				int32_t j = l->item[k];

				if (j == i || j >= n || !reads(s, i, j))
					continue;
				if (turn == 1)
					s->partners.item[total] = j;
				total++;
			}
		}
		s->partners.start[n] = total;
		if (turn == 0)
			s->partners.item = NEW_ARRAY(memory, int32_t, total + 1);
		if (!s->partners.item)
			return false;
	}
	return true;
}

/* --- how they answer to each other --- */

/* The derivative of i's derivative by state j, when that was evaluated last. */
static MdvStatus slope_by(Qss *s, int32_t i, int32_t j, double t, double *slope)
{
	int32_t number = s->graph.shape[i];
	const QssShape *shape = &s->graph.shapes[number < 0 ? 0 : number];

	*slope = 0;
	if (number < 0 || !shape->code.run)
		return eval_slope(s, i, j, t, slope);
	for (int32_t k = 0; k < shape->n[QSS_LEAF_STATE]; k++)
		if (s->graph.arg[s->graph.arg_start[i] + k] == j)
			*slope = s->gradient[s->graph.arg_start[i] + k];
	return MDV_OK;
}

/* One of two states: x' = own q + other q_other + u; q as it is. */
typedef struct Member {
	QssState *x;
	double q[2];       /* before */
	double own, other; /* slopes by itself, by the other one */
	double u[2];       /* the rest, without both: value and derivative */
	double quantum;
} Member;

static MdvStatus see_member(Qss *s, int32_t i, int32_t j, double t, Member *m)
{
	QssState *x = &s->state[i];

	qss_advance(s, i, t);
	m->x = x;
	m->quantum = ldexp(fmax(s->o.relative * fabs(x->x[0]), x->least), -x->halved);
	m->q[0] = x->q[0] + (t - x->tq) * x->q[1];
	m->q[1] = x->q[1];
	m->own = x->own ? x->slope : 0;
	return slope_by(s, i, j, t, &m->other);
}

static void see_rest(Member *m, const Member *other)
{
	for (int k = 0; k < 2; k++)
		m->u[k] = (k + 1) * m->x->x[k + 1] - m->own * m->q[k] - m->other * other->q[k];
}

/* The second derivative that x would have if its quantized state were itself, with the other's as
   given: which way it wants to go. */
static double bend(const Member *m, const double q_other[])
{
	double a = fmin(m->own, 0), rest = m->own - a;
	double u0 = m->u[0] + m->other * q_other[0] + rest * m->q[0];
	double u1 = m->u[1] + m->other * q_other[1] + rest * m->q[1];

	return a * (a * m->x->x[0] + u0) + u1;
}

/* The quantized state of LIQSS2 alone (qss_core.c), the other's as given; gives h. */
static double alone(const Member *m, const double q_other[], double most, double q[])
{
	double a = fmin(m->own, 0), rest = m->own - a, p = bend(m, q_other), h = most, c;
	double bound = 2 * QSS_OUTWARD * m->quantum, curve = 0.5 * a * a * bound - fabs(p);

	if (curve < 0)
		h = fmin(2 * bound / (sqrt(a * a * bound * bound - 4 * bound * curve) + a * bound), most);
	c = 0.5 * p / (1 - a * h + 0.5 * a * a * h * h);
	q[0] = m->x->x[0] - c * h * h;
	q[1] = a * q[0] + m->u[0] + m->other * q_other[0] + rest * m->q[0] + 2 * c * h;
	return h;
}

/* The paper's: the new quantized state of a turns b round, and b's would turn a round. Or they are
   slower than they answer to each other: a would rest for longer than that takes, but b has just
   changed, so that they follow each other in ever smaller steps towards where both would rest. */
static bool drive_each_other(const Member *a, const Member *b, double t, double most)
{
	double q_a[2], q_b[2], rate = sqrt(fabs(a->other * b->other));
	double h = alone(a, b->q, most, q_a);

	if (h * rate > SLOW && (t - b->x->tq) * rate < RECENT)
		return true;
	if (bend(b, a->q) * bend(b, q_a) >= 0)
		return false;
	alone(b, q_a, most, q_b);
	return bend(a, b->q) * bend(a, q_b) < 0;
}

/* --- both at once --- */

typedef struct Pair {
	const Member *m[2];
	double p[2];  /* A (A x + u0) + u1 */
	double sq[4]; /* A A, by rows */
} Pair;

/* x - q = c (tau - h)^2 of both: (1 - h A + h^2 A^2 / 2) c = P / 2. Gives how far x and q are apart
   now, in what is allowed. */
static double part(const Pair *pair, double h, double c[])
{
	const Member *a = pair->m[0], *b = pair->m[1];
	double half = 0.5 * h * h;
	double m00 = 1 - h * a->own + half * pair->sq[0], m01 = -h * a->other + half * pair->sq[1];
	double m10 = -h * b->other + half * pair->sq[2], m11 = 1 - h * b->own + half * pair->sq[3];
	double det = m00 * m11 - m01 * m10;

	if (!(fabs(det) > 1e-12 * (fabs(m00 * m11) + fabs(m01 * m10))))
		return INFINITY;
	c[0] = 0.5 * (m11 * pair->p[0] - m01 * pair->p[1]) / det;
	c[1] = 0.5 * (m00 * pair->p[1] - m10 * pair->p[0]) / det;
	return fmax(fabs(c[0]) / a->quantum, fabs(c[1]) / b->quantum) * h * h / QSS_OUTWARD;
}

/* Gives when they meet; INFINITY: not in this run. */
static double together(const Pair *pair, double most, double t)
{
	double low = 0, high = most, c[2], h = most;

	if (part(pair, most, c) > 1) { /* the longest time in which both stay near */
		h = fmin(most, 1e-3 * most);
		for (int turn = 0; turn < PAIR_TURNS; turn++) {
			double apart = part(pair, h, c);

			if (apart > 1)
				high = h;
			else
				low = h;
			if (low > 0 && high - low < 1e-3 * low)
				break;
			h = low == 0 ? 0.1 * h : high == most && 10 * h < most ? 10 * h : 0.5 * (low + high);
		}
		h = low > 0 ? low : h;
		part(pair, h, c);
	}
	for (int k = 0; k < 2; k++)
		pair->m[k]->x->q[0] = pair->m[k]->x->x[0] - c[k] * h * h;
	for (int k = 0; k < 2; k++) {
		const Member *m = pair->m[k];

		m->x->q[1] =
			m->own * m->x->q[0] + m->other * pair->m[1 - k]->x->q[0] + m->u[0] + 2 * c[k] * h;
		m->x->tq = t;
		m->x->quantum = m->quantum;
	}
	return h < most ? t + h : INFINITY;
}

static Pair pair_of(const Member *a, const Member *b)
{
	Pair p = {.m = {a, b},
			  .sq = {a->own * a->own + a->other * b->other, a->own * a->other + a->other * b->own,
					 b->other * a->own + b->own * b->other, b->other * a->other + b->own * b->own}};
	double fa = a->own * a->x->x[0] + a->other * b->x->x[0] + a->u[0];
	double fb = b->own * b->x->x[0] + b->other * a->x->x[0] + b->u[0];

	p.p[0] = a->own * fa + a->other * fb + a->u[1];
	p.p[1] = b->own * fb + b->other * fa + b->u[1];
	return p;
}

MdvStatus pair_quantize(Qss *s, int32_t i, double t, int32_t *partner, double *meet)
{
	const QssLists *l = &s->partners;
	double most = s->o.stop - t;

	*partner = -1;
	for (int64_t k = l->start[i]; k < l->start[i + 1]; k++) {
		int32_t j = l->item[k];
		Member a, b;
		Pair both;

		TRY(see_member(s, i, j, t, &a));
		TRY(see_member(s, j, i, t, &b));
		if (a.other == 0 || b.other == 0)
			continue;
		see_rest(&a, &b);
		see_rest(&b, &a);
		if (!drive_each_other(&a, &b, t, most))
			continue;
		both = pair_of(&a, &b);
		*meet = together(&both, most, t);
		s->stats.pairs++;
		*partner = j;
		return MDV_OK;
	}
	return MDV_OK;
}

/* Each derivative that reads one of them. */
MdvStatus pair_renew(Qss *s, int32_t i, int32_t j, double t, double meet)
{
	s->stats.requantized += 2;
	for (int turn = 0; turn < 2; turn++) {
		const QssLink *link = &s->link[turn == 0 ? i : j];

		for (int32_t k = 0; k < link->n_readers; k++) {
			int32_t target = link->reader[k];

			TRY(core_renew(s, target, t, target == i || target == j ? meet : INFINITY));
		}
	}
	return s->n_due > 0 ? core_renew_watches(s, t) : MDV_OK;
}
