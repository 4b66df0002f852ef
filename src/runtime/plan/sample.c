/* SPDX-License-Identifier: MIT
   sample.c — crossings that could not be proved: their values at a few points inside of a step are
   compared with a polynomial. Five points give one of degree 4; its last differences tell how far
   it may be wrong between them. If its Bernstein coefficients keep away from zero by more than
   that, there is no event; if it is as good as exact, the place where it is smallest is looked at;
   otherwise the part is halved, which takes four more points. A feature that lies between all
   points is not seen: what is said here is no proof, and `--stats` says so.
   What that takes is limited: models that are large pay for a few points in each step at most. */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

enum {
	INTERVALS = 4,   /* between the five points of a part */
	MOST_DEPTH = 20, /* of halves of halves … */
	FREE_DEPTH = 12, /* … below which there may be MOST_DEEP of them in a step: single places */
	MOST_DEEP = 100,
	MOST_CERTAIN = 50 /* crossings of a model for which there is room if all may be proved */
};

/* Slots of the frame that evaluations may go over, each step (of the frame) and saved: about what
   they cost. Where the first points of a step show that there may be more between them, or
   intervals say so, as much again is there, and more of it at first: that is rare in large models,
   and small ones can afford it. */
#define CREDIT_STEP 0.05
#define CREDIT_MOST 4000000
#define CREDIT_OPEN 60000000
#define USEFUL      10 /* so many looks may be in vain for one that is not */

/* The polynomial is as good as exact: of the tolerance, and of the largest operands. */
#define EXACT 0.01

typedef struct Point {
	double t;           /* where */
	const double *z;    /* crossings there */
	const double *leaf; /* and what proof_narrow.c wants to know */
} Point;

typedef struct Part {
	Point at[INTERVALS + 1]; /* equidistant */
} Part;

typedef enum Verdict { CLEAR, SMALLEST, OPEN } Verdict;

static bool is_candidate(const MdvModel *m, int32_t slot)
{
	for (int32_t k = 0; k < m->n_sets; k++)
		for (int32_t j = 0; j < m->set[k].n; j++)
			if (m->set[k].candidate[j].slot == slot)
				return true;
	return false;
}

/* Is it known what a crossing is made of, blocks included? Then intervals see what is narrow, and
   few points tell the rest. Candidates of state sets are as smooth as the states among them. */
static bool needs_few_points(const Steps *s, int32_t i)
{
	const Proof *p = &s->prove.proof;
	const ProofEnd *e = p->m ? &p->crossing[i] : NULL;

	if (!e || e->value < 0 || e->wide.n == 0)
		return false;
	for (int32_t k = 0; k < e->wide.n; k++) {
		int32_t v = e->wide.value[k];

		if (proof_is_unknown(p, v) && !is_candidate(p->m, p->code->a[v]))
			return false;
	}
	return true;
}

bool sample_open(Steps *s)
{
	Sample *p = &s->sample;
	size_t n = (size_t)s->rt->m->n_crossings, n_points = 5 + 4 * (MOST_DEPTH + 1);

	p->on = n > 0 && (n <= MOST_CERTAIN || !prove_is_certain(s)) &&
			s->r->o->run.locator != MDV_LOCATOR_HALVE;
	p->credit = credit_open_for(0, CREDIT_MOST, s->rt->m->n_slots);
	p->credit.step = (int64_t)(CREDIT_STEP * s->rt->m->n_slots);
	p->open = credit_open((int64_t)(CREDIT_STEP * s->rt->m->n_slots), CREDIT_OPEN);
	if (!p->on)
		return true;
	p->n_leaves = s->prove.proof.m ? s->prove.proof.narrow.n_leaves : 0;
	p->z = NEW_ARRAY(&s->r->memory, double, n *n_points);
	p->leaf = NEW_ARRAY(&s->r->memory, double, (size_t)p->n_leaves *n_points);
	p->hidden = NEW_ARRAY(&s->r->memory, double, 2 * n);
	for (size_t i = 0; i < n; i++)
		s->crossing[i].few = needs_few_points(s, (int32_t)i);
	for (int k = 0; k < SAMPLE_KNOWN; k++) {
		p->known[k].z = NEW_ARRAY(&s->r->memory, double, n);
		p->known[k].leaf = NEW_ARRAY(&s->r->memory, double, p->n_leaves);
		p->known[k].t = NAN;
		if (!p->known[k].z || !p->known[k].leaf)
			return false;
	}
	return p->z && p->leaf && p->hidden;
}

void sample_step(Steps *s)
{
	credit_add_step(&s->sample.credit);
	credit_add_step(&s->sample.open);
	for (int k = 0; s->sample.on && k < SAMPLE_KNOWN; k++)
		if (s->sample.known[k].t != s->r->t)
			s->sample.known[k].t = NAN;
}

/* --- points that are known --- */

void sample_forget(Steps *s)
{
	for (int k = 0; s->sample.on && k < SAMPLE_KNOWN; k++)
		s->sample.known[k].t = NAN;
}

void sample_remember(Steps *s, double t, const double z[])
{
	Sample *p = &s->sample;
	SampleKnown *to = &p->known[p->next_known];

	if (!p->on)
		return;
	p->next_known = (p->next_known + 1) % SAMPLE_KNOWN;
	to->t = t;
	FOR_WATCHED (s, i)
		to->z[i] = z[i];
	if (s->prove.proof.m)
		proof_narrow_save(&s->prove.proof, to->leaf);
}

static const SampleKnown *find_known(const Sample *p, double t)
{
	for (int k = 0; k < SAMPLE_KNOWN; k++)
		if (p->known[k].t == t)
			return &p->known[k];
	return NULL;
}

/* Right after an event the beginning of a step is looked at in parts that grow. The shortest lie
   between two points even where a step is halved as often as it may be; those that are short hold
   something only if intervals say so. */
#define SHORTEST (1.0 / (INTERVALS << MOST_DEPTH))
#define SHORT    2e-2

static double part_of_step(Steps *s, double a, double b)
{
	double from, to;

	solver_ends(s->solver, &from, &to);
	return (b - a) / (to - from);
}

static bool is_too_short(Steps *s, double a, double b)
{
	return !(part_of_step(s, a, b) > SHORTEST) || !(b - a > 64 * locate_resolution(b, b - a));
}

/* Room for the values of a point. */
static double *room(Steps *s, int depth, int k)
{
	return s->sample.z + (size_t)(4 * depth + k) * (size_t)s->rt->m->n_crossings;
}

/* What is done for the whole of a step, or for parts at this depth, is paid from here. */
static Credit *credit_at(Steps *s, int depth)
{
	return depth == 0 ? &s->sample.credit : &s->sample.open;
}

static MdvStatus evaluate(Steps *s, double t, int depth, double z[])
{
	credit_at(s, depth)->left -= s->rt->m->n_slots;
	s->r->out->stats.sample_points++;
	FOR_WATCHED (s, i)
		s->crossing[i].n_points += !s->crossing[i].proved;
	return locate_look(s, t, z);
}

/* A point that is kept, the k-th at this depth. */
static MdvStatus take_point(Steps *s, double t, int depth, int k, Point *to)
{
	double *z = room(s, depth, k);
	double *leaf = s->sample.leaf + (size_t)(4 * depth + k) * (size_t)s->sample.n_leaves;
	const SampleKnown *known = find_known(&s->sample, t);

	*to = (Point){t, z, leaf};
	if (known) {
		FOR_WATCHED (s, i)
			z[i] = known->z[i];
		if (s->sample.n_leaves > 0)
			memcpy(leaf, known->leaf, (size_t)s->sample.n_leaves * sizeof *leaf);
		return MDV_OK;
	}
	TRY(evaluate(s, t, depth, z));
	if (s->prove.proof.m)
		proof_narrow_save(&s->prove.proof, leaf);
	return MDV_OK;
}

static int32_t first_violated(const Steps *s, const double z[])
{
	FOR_WATCHED (s, i)
		if (!s->crossing[i].proved && crossing_violated(s, i, z[i]))
			return i;
	return -1;
}

/* The polynomial through five equidistant values, in Bernstein's form. */
static void bernstein(const double y[5], double b[5])
{
	b[0] = y[0];
	b[1] = (-13 * y[0] + 48 * y[1] - 36 * y[2] + 16 * y[3] - 3 * y[4]) / 12;
	b[2] = (13 * y[0] - 64 * y[1] + 120 * y[2] - 64 * y[3] + 13 * y[4]) / 18;
	b[3] = (-3 * y[0] + 16 * y[1] - 36 * y[2] + 48 * y[3] - 13 * y[4]) / 12;
	b[4] = y[4];
}

static double value_of(const double b[5], double u)
{
	double w[5] = {b[0], b[1], b[2], b[3], b[4]};

	for (int k = 4; k > 0; k--)
		for (int j = 0; j < k; j++)
			w[j] = (1 - u) * w[j] + u * w[j + 1];
	return w[0];
}

/* Where it is smallest, by points and then by the parabola around the smallest of them. */
static double smallest(const double b[5], double *least)
{
	enum { N = 32 };
	double y[N + 1], u, d;
	int best = 0;

	for (int k = 0; k <= N; k++) {
		y[k] = value_of(b, (double)k / N);
		if (y[k] < y[best])
			best = k;
	}
	*least = y[best];
	if (best == 0 || best == N)
		return (double)best / N;
	d = y[best - 1] - 2 * y[best] + y[best + 1];
	u = ((double)best + (d > 0 ? 0.5 * (y[best - 1] - y[best + 1]) / d : 0)) / N;
	*least = fmin(*least, value_of(b, u));
	return u;
}

/* How far the polynomial may be wrong between the points: its last difference, and a tenth of those
   before, as the last one of an oscillation that is not resolved may be 0 by chance. */
static double last_differences(const double y[5])
{
	double a = y[3] - 3 * y[2] + 3 * y[1] - y[0], b = y[4] - 3 * y[3] + 3 * y[2] - y[1];

	return fabs(b - a) + 0.1 * fmax(fabs(a), fabs(b));
}

/* What is between points may be far from them: between these, from here on, it is looked for by
   intervals. */
static bool begin_part(Steps *s, const Point at[], int first, int last)
{
	const double *point[INTERVALS + 1];

	for (int k = first; k <= last; k++)
		point[k - first] = at[k].leaf;
	if (!prove_ready(s))
		return false;
	proof_narrow_part(&s->prove.proof, at[first].t, at[last].t, point, last - first + 1);
	return true;
}

/* How far crossing i may be from a polynomial by what the points of the part do not show. */
static double hidden_of(Steps *s, int32_t i, int depth)
{
	Proof *p = &s->prove.proof;
	uint64_t work = p->count.work;
	double most;
	Interval range;

	most = proof_narrow_hidden(p, &p->crossing[i], &range);
	credit_at(s, depth)->left -= (int64_t)(p->count.work - work) * s->prove.by;
	return crossing_distance(s, i, s->crossing[i].side > 0 ? range.lo : range.hi) > 0 ? 0 : most;
}

/* That of all crossings. What may be hidden in the whole is looked for in both halves, of which the
   points are there: where |x| is small in one, and far from its event, that says nothing of the
   other. Not so if there is much to look at: points are cheaper then. Where that is so in part
   after part the look at the whole is in vain. */
#define MUCH 1000 /* operations */
enum { LONGEST_PAUSE = 15 };

/* How much crossing i hides in the whole part; anything but 0 if its halves tell that at once. */
static double hidden_in_whole(Steps *s, int32_t i, int depth, bool *direct)
{
	Crossing *c = &s->crossing[i];
	double hidden;

	if (c->pause > 0) {
		c->pause--;
		*direct = true;
		return 1;
	}
	hidden = hidden_of(s, i, depth);
	c->next_pause = (int8_t)(hidden == 0                     ? 0
							 : c->next_pause < LONGEST_PAUSE ? 2 * c->next_pause + 1
															 : LONGEST_PAUSE);
	c->pause = c->next_pause;
	return hidden;
}

/* Gives whether halves have to be looked at, for crossings that have something else than 0. */
static bool see_whole(Steps *s, const Point *at, int n, int depth)
{
	double *most = s->sample.hidden;
	uint64_t work = s->prove.proof.count.work;
	bool any = false, direct = false, ready = begin_part(s, at, 0, n);

	FOR_WATCHED (s, i) {
		most[i] = ready && !s->crossing[i].proved ? hidden_in_whole(s, i, depth, &direct) : 0;
		any |= most[i] > 0;
	}
	if (direct || !any || s->prove.proof.count.work - work < MUCH)
		return any;
	FOR_WATCHED (s, i)
		s->crossing[i].pause = s->crossing[i].next_pause = 0; /* halves are not looked at */
	return false;
}

static void see_hidden(Steps *s, const Point *at, int n, int depth)
{
	double *most = s->sample.hidden, *first = most + s->rt->m->n_crossings;
	bool any = see_whole(s, at, n, depth);

	for (int half = 0; any && half < 2; half++) {
		begin_part(s, at, half * (n / 2), (half + 1) * (n / 2));
		FOR_WATCHED (s, i) {
			double here = most[i] > 0 ? hidden_of(s, i, depth) : 0;

			if (half == 0)
				first[i] = here;
			else
				most[i] = fmax(first[i], here);
		}
	}
}

/* It only rises, or only falls, by more than what it may be wrong: the error of the polynomial
   through five points, which is 0 at each of them, has a slope of at most 27 times its size, that
   through three of 11 times. */
#define STEEP 8

static bool is_monotone(const double b[], int degree, double wrong)
{
	double least = INFINITY, most = -INFINITY;

	for (int k = 0; k < degree; k++) {
		least = fmin(least, b[k + 1] - b[k]);
		most = fmax(most, b[k + 1] - b[k]);
	}
	return least > STEEP * wrong || most < -STEEP * wrong;
}

/* What the values of crossing i say about a part; *u: where it is smallest. */
static Verdict judge(Steps *s, int32_t i, const Part *p, double *u)
{
	const Crossing *c = &s->crossing[i];
	double g[5], b[5], low = INFINITY, wrong, least;
	double exact = fmax(c->band, EXACT * s->r->tol * c->size_ever);

	for (int k = 0; k < 5; k++)
		g[k] = crossing_distance(s, i, p->at[k].z[i]);
	wrong = last_differences(g) + s->sample.hidden[i];
	if (!isfinite(wrong))
		return OPEN;
	bernstein(g, b);
	for (int k = 0; k < 5; k++)
		low = fmin(low, b[k]);
	if (low > 2 * wrong || (s->sample.hidden[i] == 0 && is_monotone(b, 4, wrong)))
		return CLEAR;
	*u = smallest(b, &least);
	if (wrong > exact)
		return OPEN;
	return least < -c->band ? SMALLEST : CLEAR;
}

static MdvStatus look(Steps *s, const Part *p, int depth, SampleFound *found);

/* Half of a part: two of its points are new. */
static MdvStatus look_at_half(Steps *s, const Part *p, int half, int depth, SampleFound *found)
{
	Part h;

	for (int k = 0; k <= INTERVALS; k += 2)
		h.at[k] = p->at[2 * half + k / 2];
	for (int k = 1; k <= INTERVALS; k += 2) {
		double t = h.at[k - 1].t + 0.5 * (h.at[k + 1].t - h.at[k - 1].t);

		TRY(take_point(s, t, depth + 1, 2 * half + (k > 1) + 1, &h.at[k]));
	}
	for (int k = 1; k <= INTERVALS; k++) {
		int32_t i = first_violated(s, h.at[k].z);

		if (i < 0)
			continue;
		*found = (SampleFound){h.at[k].t, i};
		return MDV_OK;
	}
	return look(s, &h, depth + 1, found);
}

/* The function of crossing i looks smallest in the middle of nowhere: is it below zero? */
static MdvStatus look_at_smallest(Steps *s, const Part *p, int32_t i, double u, SampleFound *found)
{
	double t = p->at[0].t + u * (p->at[INTERVALS].t - p->at[0].t);

	TRY(evaluate(s, t, 1, s->z.dip));
	if (crossing_violated(s, i, s->z.dip[i]))
		*found = (SampleFound){t, i};
	return MDV_OK;
}

/* What is hidden everywhere must not be followed down to the last halves of all of a step. */
static bool may_halve(Steps *s, int depth)
{
	return s->sample.open.left > 0 &&
		   (depth < FREE_DEPTH || (depth < MOST_DEPTH && s->sample.n_deep++ < MOST_DEEP));
}

static MdvStatus look(Steps *s, const Part *p, int depth, SampleFound *found)
{
	double h = p->at[INTERVALS].t - p->at[0].t;
	bool open = false;

	see_hidden(s, p->at, INTERVALS, depth);
	FOR_WATCHED (s, i) {
		double u = 0.5;
		Verdict v;

		if (s->crossing[i].proved)
			continue;
		v = judge(s, i, p, &u);
		open |= v == OPEN;
		if (v == SMALLEST)
			TRY(look_at_smallest(s, p, i, u, found));
		if (found->crossing >= 0)
			return MDV_OK;
	}
	if (!open || !may_halve(s, depth) || h <= 64 * locate_resolution(p->at[INTERVALS].t, h))
		return MDV_OK;
	TRY(look_at_half(s, p, 0, depth, found));
	return found->crossing < 0 ? look_at_half(s, p, 1, depth, found) : MDV_OK;
}

static bool any_unproved(const Steps *s)
{
	FOR_WATCHED (s, i)
		if (!s->crossing[i].proved)
			return true;
	return false;
}

/* The five points of a whole step; one that shows a change is found at once. */
static MdvStatus first_points(Steps *s, double a, double b, Part *p, SampleFound *found)
{
	for (int k = 0; k <= INTERVALS; k++) {
		double t = k == INTERVALS ? b : a + k * ((b - a) / INTERVALS);
		int32_t i;

		TRY(take_point(s, t, 0, k, &p->at[k]));
		i = k > 0 && k < INTERVALS ? first_violated(s, p->at[k].z) : -1;
		if (i < 0)
			continue;
		*found = (SampleFound){t, i};
		return MDV_OK;
	}
	return MDV_OK;
}

/* A short part, with its ends: may there be something in it? */
static MdvStatus look_at_short(Steps *s, double a, double b, bool *any)
{
	Point at[2];

	*any = true;
	TRY(take_point(s, a, 0, 0, &at[0]));
	TRY(take_point(s, b, 0, INTERVALS, &at[1]));
	if (!begin_part(s, at, 0, 1))
		return MDV_OK;
	*any = false;
	FOR_WATCHED (s, i)
		*any |= !s->crossing[i].proved && hidden_of(s, i, 0) > 0;
	return MDV_OK;
}

/* Three points tell enough of crossing i, which may hide so much: it is far from zero, or steep. */
static bool is_clear_by_three(const Steps *s, int32_t i, const Point at[3], double hidden)
{
	double g[3], b[3], wrong = hidden;

	for (int k = 0; k < 3; k++)
		g[k] = crossing_distance(s, i, at[k].z[i]);
	b[0] = g[0];
	b[1] = 2 * g[1] - 0.5 * (g[0] + g[2]);
	b[2] = g[2];
	wrong += fabs(g[0] - 2 * g[1] + g[2]) + 0.05 * fmax(fabs(g[1] - g[0]), fabs(g[2] - g[1]));
	return fmin(b[0], fmin(b[1], b[2])) > 2 * wrong || (hidden == 0 && is_monotone(b, 2, wrong));
}

/* The same with the middle, which is one of five. *any: they are needed. */
static MdvStatus look_at_three(Steps *s, double a, double b, bool *any)
{
	Point at[3];

	FOR_WATCHED (s, i)
		if (!s->crossing[i].proved && !s->crossing[i].few)
			return MDV_OK;
	TRY(take_point(s, a, 0, 0, &at[0]));
	TRY(take_point(s, b, 0, INTERVALS, &at[2]));
	TRY(take_point(s, a + 2 * ((b - a) / INTERVALS), 0, 2, &at[1]));
	*any = false;
	FOR_WATCHED (s, i)
		*any |= !s->crossing[i].proved && !is_clear_by_three(s, i, at, 0);
	if (*any) /* whatever is hidden */
		return MDV_OK;
	see_hidden(s, at, 2, 0);
	FOR_WATCHED (s, i)
		*any |= s->sample.hidden[i] != 0 && !s->crossing[i].proved &&
				!is_clear_by_three(s, i, at, s->sample.hidden[i]);
	return MDV_OK;
}

/* All of what a step may hold between its ends. */
static MdvStatus look_between(Steps *s, double a, double b, SampleFound *found)
{
	bool any = true;
	Part p;

	if (part_of_step(s, a, b) <= SHORT)
		TRY(look_at_short(s, a, b, &any));
	else
		TRY(look_at_three(s, a, b, &any));
	if (!any)
		return MDV_OK;
	TRY(first_points(s, a, b, &p, found));
	return found->crossing < 0 ? look(s, &p, 0, found) : MDV_OK;
}

/* Is there something to be looked at even if there have been too many looks? */
static bool may_look(Steps *s)
{
	Proof *p = &s->prove.proof;

	if (s->sample.credit.left > 0)
		return true;
	if (s->sample.open.left <= 0 || !prove_ready(s) || !p->narrow.any_timed)
		return false;
	FOR_WATCHED (s, i)
		if (!s->crossing[i].proved && proof_narrow_in_time(p, &p->crossing[i]))
			return true;
	return false;
}

/* First points that were of use are paid like those between, and so are those of some steps after
   them: it is where nothing is ever seen that they are too many in large models. */
static void pay_otherwise(Sample *p, int64_t credit, bool useful)
{
	int64_t more = useful ? USEFUL * (credit - p->credit.left) : 0;

	more = credit + more < p->credit.most ? more : p->credit.most - credit;
	p->open.left -= credit + more - p->credit.left;
	p->credit.left = credit + more;
}

/* A change that was seen, with all bits. */
static MdvStatus confirm(Steps *s, const SampleFound *found, double *right, int32_t *crossing)
{
	MdvStatus status = locate_evaluate(s, found->t, s->z.trial);

	if (status != MDV_OK)
		return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
	*crossing = first_violated(s, s->z.trial);
	if (*crossing < 0)
		return MDV_OK;
	*right = found->t;
	FOR_WATCHED (s, i)
		s->z.end[i] = s->z.trial[i];
	return MDV_OK;
}

MdvStatus sample_crossings(Steps *s, double left, double *right, int32_t *crossing)
{
	SampleFound found = {.crossing = -1};
	int64_t credit = s->sample.credit.left, open = s->sample.open.left;
	bool useful;
	MdvStatus status;

	*crossing = -1;
	if (!s->sample.on || s->slide.on || !any_unproved(s) || is_too_short(s, left, *right) ||
		!may_look(s))
		return MDV_OK;
	s->sample.n_deep = 0;
	status = look_between(s, left, *right, &found);
	useful = found.crossing >= 0 || s->sample.open.left < open;
	if (useful || credit <= 0)
		pay_otherwise(&s->sample, credit, useful);
	if (status != MDV_OK) /* the model has no value: there may be an event before that place */
		return status != MDV_RETRY || steps_may_shorten(s) ? status : MDV_OK;
	return found.crossing >= 0 ? confirm(s, &found, right, crossing) : MDV_OK;
}

/* -- assertions ----------------------------------------------------------------------------- */

enum { CHECK_POINTS = 8, MOST_HALVINGS = 50 };

/* Whether an assertion is violated at t that has not been told already. */
static MdvStatus evaluate_checks(Steps *s, double t, bool *violated)
{
	const MdvModel *m = s->rt->m;

	s->sample.credit.left -= m->n_slots;
	s->r->out->stats.sample_points++;
	*violated = false;
	TRY(solver_dense(s->solver, t, s->x_try));
	TRY(rt_output(s->rt, t, s->x_try, RT_INTEGRATE));
	for (int32_t k = 0; k < s->rt->index.n_always; k++) {
		int32_t i = s->rt->index.always[k];

		*violated |= s->rt->frame[m->action[i].fires] != 0 &&
					 !(m->action[i].kind == MDV_ACTION_WARN && s->rt->said.warned[i]);
	}
	return MDV_OK;
}

MdvStatus sample_checks(Steps *s, double t_end, double *t)
{
	double left = s->r->t, h = (t_end - left) / CHECK_POINTS, right = NAN;
	MdvStatus status = MDV_OK;
	bool violated = false;

	if (s->slide.on || s->sample.credit.left <= 0)
		return MDV_OK;
	for (int k = 1; k < CHECK_POINTS && !violated && status == MDV_OK; k++) {
		left = isnan(right) ? left : right;
		right = s->r->t + k * h;
		status = evaluate_checks(s, right, &violated);
	}
	for (int k = 0; violated && k < MOST_HALVINGS && status == MDV_OK &&
					right - left > locate_resolution(right, t_end - s->r->t);
		 k++) {
		double middle = left + 0.5 * (right - left);
		bool here;

		status = evaluate_checks(s, middle, &here);
		if (here)
			right = middle;
		else
			left = middle;
	}
	if (violated && status == MDV_OK)
		*t = right;
	return status < 0 || status == MDV_STOPPED ? status : MDV_OK; /* the model has no value */
}
