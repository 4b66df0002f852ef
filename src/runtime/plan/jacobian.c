/* SPDX-License-Identifier: MIT
   jacobian.c — --check-jacobian: the Jacobian by formulas is compared with differences of the
   derivatives, extrapolated after Richardson from three lengths h, h/2, h/4. An entry must agree
   within 1e-6 of itself and what the differences may be wrong by: what the last extrapolation
   changed, how much the derivatives scatter at one point (blocks are solved from other guesses),
   and rounding, measured by the largest entry of the row; and what rounding does to the formula,
   measured by how it scatters. Blocks are solved exactly for both. An entry that does not agree is
   looked at with shorter lengths, as long as they say more. Relations that make events hold still
   while derivatives are evaluated; at the kinks of others (noEvent, abs, min) both sides have
   slopes of their own, however short the way: such entries are skipped, and so are points beyond
   the model's domain. */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

enum {
	LEVELS = 3,
	LOOKS = 3,   /* so often an entry is looked at from nearer … */
	NEARER = 16, /* … by this */
	EVERY =
		16 /* Jacobians are checked up to this number; then those whose number is a power of 2 */
};

#define LONGEST 1e-4 /* h, of a state's size */
#define ROUNDED \
	1e-10 /* of the largest entry of a row, in sizes of states: what rounding may leave */
#define NOTHING   2e-13         /* of a state's size: a way on which only rounding shows */
#define FARTHER   (4 * LONGEST) /* guesses come from twice LONGEST at most: these are worse */
#define NO_MATTER 1e-9          /* of a state, in all of the run: less is rounding in a block */
#define AGREES    1e-6          /* of an entry */
#define TELLS     4             /* what differs is so many times what may be wrong: it is seen */
#define SCATTER   30            /* times that of four evaluations: what more of them would show */
#define BENDS     0.75 /* of the sides' difference is left at half the way: there is a kink */

typedef struct Level {
	double *plus, *minus; /* n: derivatives at x + h, x - h */
} Level;

/* Where an entry is. */
typedef struct Place {
	int32_t i, j; /* row, column */
} Place;

/* The Jacobian by its formulas, where blocks are solved exactly. */
typedef struct Formula {
	double *value;  /* its entries */
	double *spread; /* how far they differ where only rounding does */
} Formula;

/* What an entry is by differences. */
typedef struct Entry {
	double value, error; /* and what it may be wrong by */
	bool kink;           /* the two sides differ */
} Entry;

/* The derivatives around a point, with the states of a colour moved. */
typedef struct View {
	Steps *s;
	double t;            /* the point's time … */
	const double *x;     /* … and n states */
	int32_t colour;      /* of the states that are moved */
	double *f, *noise;   /* n: derivatives at the point, and how they scatter */
	double *most;        /* n: the largest contribution of a state to each */
	Level level[LEVELS]; /* around it */
} View;

bool jacobian_open(Steps *s)
{
	JacobianCheck *c = &s->jacobian;
	size_t n = (size_t)s->rt->n;

	if (!s->r->o->run.check_jacobian)
		return true;
	c->work = NEW_ARRAY(&s->r->memory, double, (2 * LEVELS + 5) * n + 1);
	return c->work != NULL;
}

static bool is_due(uint64_t k)
{
	return k <= EVERY || (k & (k - 1)) == 0;
}

static double size_of(const Steps *s, const double x[], int32_t j)
{
	return fmax(fabs(x[j]), s->nominal[j]);
}

static bool has_colour(const MdvModel *m, int32_t j, int32_t colour)
{
	return (m->jac_colour ? m->jac_colour[j] : j) == colour;
}

/* Derivatives with the states of one colour moved by so much of their size. */
static MdvStatus move(Steps *s, double t, const double x[], int32_t colour, double way, double dx[])
{
	double *moved = s->jacobian.work;

	for (int32_t j = 0; j < s->rt->n; j++)
		moved[j] = has_colour(s->rt->m, j, colour) ? x[j] + way * size_of(s, x, j) : x[j];
	return rt_derivatives(s->rt, t, moved, dx, RT_OUTPUT);
}

static Entry extrapolate(const Level level[], double f, double noise, int32_t i, double h)
{
	double d[LEVELS], bend[LEVELS], jump[LEVELS - 1], once[LEVELS - 1], value, last = h;
	bool kink = false;

	for (int k = 0; k < LEVELS; k++, h /= 2) {
		d[k] = (level[k].plus[i] - level[k].minus[i]) / (2 * h);
		bend[k] = (level[k].plus[i] - 2 * f + level[k].minus[i]) / h;
		last = h;
	}
	for (int k = 0; k + 1 < LEVELS; k++) {
		once[k] = (4 * d[k + 1] - d[k]) / 3;
		jump[k] = 2 * bend[k + 1] - bend[k];
	}
	noise = SCATTER * (noise + DBL_EPSILON * fabs(f)) / last;
	value = (16 * once[1] - once[0]) / 15;
	/* One beside the point shows on the longer ways only; a slight one where all else bends more by
	   what is left when it is taken away. */
	for (int k = 0; k + 1 < LEVELS; k++)
		kink |= fabs(bend[k + 1]) > BENDS * fabs(bend[k]) + noise;
	kink |= fabs(jump[1]) > 4 * noise && fabs(jump[1]) > BENDS * fabs(jump[0]) &&
			fabs(jump[0]) > BENDS * fabs(jump[1]);
	/* Where a function is smooth only once, extrapolating does not help. */
	return (Entry){.value = value,
				   .error = fmax(fabs(once[1] - once[0]), fabs(value - d[LEVELS - 1])) + noise,
				   .kink = kink};
}

/* Does an entry agree, or is it at a kink? */
static bool agrees(JacobianCheck *c, double by_formula, Entry e)
{
	bool skip = e.kink || !isfinite(e.value);

	c->n_skipped += skip;
	c->n_entries += !skip;
	return skip || fabs(by_formula - e.value) <= AGREES * fabs(e.value) + e.error;
}

static MdvStatus tell_wrong(Steps *s, double t, const Place *p, double by_formula, Entry e)
{
	return report_fail(s->rt, MDV_FAILED, t,
					   "at time %.9g the Jacobian is wrong: der(%s) by %s is %.9g by its formula, "
					   "%.9g by differences, which may be wrong by %.2g",
					   t, report_name(s->rt, rt_state(s->rt, p->i)->slot),
					   report_name(s->rt, rt_state(s->rt, p->j)->slot), by_formula, e.value,
					   e.error);
}

/* The derivatives at x, f, and behind them how they differ when blocks are solved from other
   guesses, first from those of the integration, whose solutions the formulas are of: there may be
   others near a fold. Then from points on both sides, and by rounding, where nothing else differs.
 */
static MdvStatus scatter(Steps *s, double t, const double x[], int32_t colour, double f[])
{
	int32_t n = s->rt->n;
	double *noise = f + n, *other = noise + n;
	MdvStatus status = MDV_OK;

	if (s->rt->guesses.n > 0)
		memcpy(s->rt->guesses.value[RT_OUTPUT], s->rt->guesses.value[RT_INTEGRATE],
			   (size_t)s->rt->guesses.n * sizeof **s->rt->guesses.value);
	status = move(s, t, x, colour, 0, noise);
	for (int k = 0; k < 4 && status == MDV_OK; k++) {
		status = move(s, t, x, colour, (k % 2 ? -FARTHER : FARTHER) / (1 << k / 2), other);
		if (status == MDV_OK)
			status = move(s, t, x, colour, (k % 2 ? -k : k) * NOTHING, k == 0 ? f : other);
		for (int32_t i = 0; i < n && status == MDV_OK; i++)
			noise[i] = k == 0 ? fabs(noise[i] - f[i]) : fmax(noise[i], fabs(other[i] - f[i]));
	}
	return status;
}

static int32_t n_entries(const MdvModel *m, int32_t n)
{
	return m->jac_start ? m->jac_start[n] : n * n;
}

/* The Jacobian at x by its formulas, and how its entries scatter around it by rounding: where large
   terms cancel, what is left is nothing but that. */
static MdvStatus find_formula(Steps *s, double t, const double x[], Formula *f)
{
	int32_t n = s->rt->n, n_values = n_entries(s->rt->m, n);
	Arena *memory = &s->r->memory;
	double *moved = s->jacobian.work, *other = NEW_ARRAY(memory, double, n_values + 1);
	MdvStatus status = MDV_OK;

	f->value = NEW_ARRAY(memory, double, n_values + 1);
	f->spread = NEW_ARRAY(memory, double, n_values + 1);
	if (!other || !f->value || !f->spread)
		return report_fail(s->rt, MDV_NO_MEMORY, t, "no memory to check a Jacobian");
	for (int k = 0; k < 5 && status == MDV_OK; k++) {
		for (int32_t j = 0; j < n; j++)
			moved[j] = x[j] + (k % 2 ? -k : k) * NOTHING * size_of(s, x, j);
		s->rt->jacobian.seed = 1 + k / 7.0;
		status = rt_jac(s->rt, t, moved, k == 0 ? f->value : other);
		s->rt->jacobian.seed = 1;
		if (status == MDV_OK && !s->rt->jacobian.by_formula)
			status = MDV_RETRY;
		for (int32_t i = 0; k > 0 && i < n_values && status == MDV_OK; i++)
			f->spread[i] = fmax(f->spread[i], fabs(other[i] - f->value[i]));
	}
	return status;
}

/* The largest contribution of a state to each derivative, states taken in their sizes. */
static void find_largest(const Steps *s, const double x[], const double value[], double most[])
{
	const MdvModel *m = s->rt->m;
	int32_t n = s->rt->n;

	memset(most, 0, (size_t)n * sizeof *most);
	for (int32_t j = 0; j < n; j++) {
		int32_t first = m->jac_start ? m->jac_start[j] : j * n,
				end = m->jac_start ? m->jac_start[j + 1] : first + n;

		for (int32_t k = first; k < end; k++) {
			int32_t i = m->jac_start ? m->jac_row[k] : k - first;

			most[i] = fmax(most[i], fabs(value[k]) * size_of(s, x, j));
		}
	}
}

/* Derivatives on both sides of x, at all lengths from h on. */
static MdvStatus look_around(const View *v, double h)
{
	MdvStatus status = MDV_OK;

	for (int k = 0; k < LEVELS && status == MDV_OK; k++, h /= 2) {
		status = move(v->s, v->t, v->x, v->colour, h, v->level[k].plus);
		if (status == MDV_OK)
			status = move(v->s, v->t, v->x, v->colour, -h, v->level[k].minus);
	}
	return status;
}

static Entry entry_at(const View *v, const Place *p, double h, double spread)
{
	double size = size_of(v->s, v->x, p->j);
	Entry e = extrapolate(v->level, v->f[p->i], v->noise[p->i], p->i, h * size);

	e.error +=
		SCATTER * spread +
		fmax(ROUNDED * v->most[p->i], NO_MATTER * size_of(v->s, v->x, p->i) / v->s->r->span) / size;
	return e;
}

/* An entry that does not agree is looked at from nearer, where derivatives bend in less than the
   longest way: by differences that could tell what does not agree. */
static MdvStatus check_entry(const View *v, const Place *p, double by_formula, double spread)
{
	Entry e = entry_at(v, p, LONGEST, spread), near = e;
	bool ok = agrees(&v->s->jacobian, by_formula, e);
	double h = LONGEST / NEARER;

	if (ok)
		return MDV_OK;
	for (int k = 0; k < LOOKS && !ok; k++, h /= NEARER) {
		MdvStatus status = look_around(v, h);

		if (status < 0)
			return status;
		near = entry_at(v, p, h, spread);
		if (status > 0 || !(near.error < fabs(by_formula - e.value) / TELLS))
			continue;
		ok = agrees(&v->s->jacobian, by_formula, near);
		e = near;
	}
	return ok ? look_around(v, LONGEST) : tell_wrong(v->s, v->t, p, by_formula, e);
}

/* All entries of the columns of a colour. */
static MdvStatus check_colour(Steps *s, double t, const double x[], int32_t colour,
							  const Formula *formula)
{
	const MdvModel *m = s->rt->m;
	int32_t n = s->rt->n;
	double *f = s->jacobian.work + n;
	View v = {.s = s, .t = t, .x = x, .colour = colour, .f = f, .noise = f + n, .most = f + 3 * n};
	MdvStatus status;

	for (int k = 0; k < LEVELS; k++)
		v.level[k] = (Level){v.most + (2 * k + 1) * (size_t)n, v.most + (2 * k + 2) * (size_t)n};
	status = scatter(s, t, x, colour, f);
	if (status == MDV_OK)
		status = look_around(&v, LONGEST);
	for (int32_t j = 0; j < n && status == MDV_OK; j++) {
		int32_t first = m->jac_start ? m->jac_start[j] : j * n,
				end = m->jac_start ? m->jac_start[j + 1] : first + n;

		for (int32_t k = first; has_colour(m, j, colour) && k < end && status == MDV_OK; k++) {
			Place p = {m->jac_start ? m->jac_row[k] : k - first, j};

			status = check_entry(&v, &p, formula->value[k], formula->spread[k]);
		}
	}
	if (status > 0) {
		s->jacobian.n_skipped++;
		report_clear(s->rt);
		return MDV_OK;
	}
	return status;
}

static MdvStatus check_all(Steps *s, double t, const double x[])
{
	int32_t n_colours = s->rt->m->jac_colour ? s->rt->m->n_colours : s->rt->n;
	Formula formula;
	MdvStatus status;

	s->rt->mode.accuracy = RT_EXACT; /* what blocks are solved to would be seen in differences */
	status = find_formula(s, t, x, &formula);
	if (status > 0) {
		s->jacobian.n_skipped++;
		report_clear(s->rt);
		return MDV_OK;
	}
	TRY(status);
	find_largest(s, x, formula.value, s->jacobian.work + 4 * (size_t)s->rt->n);
	for (int32_t k = 0; k < n_colours && status == MDV_OK; k++)
		status = check_colour(s, t, x, k, &formula);
	return status;
}

/* The run goes on as if nobody had looked: guesses and factors of blocks among it. */
MdvStatus jacobian_check(Steps *s, double t, const double x[])
{
	ArenaMark mark = arena_mark(&s->r->memory);
	RtMode mode = s->rt->mode;
	RtStats stats = s->rt->stats;
	unsigned char *kept;
	const char *wrong;
	MdvStatus status;
	size_t size;

	if (!s->jacobian.work || !s->rt->jacobian.by_formula || !is_due(++s->jacobian.n))
		return MDV_OK;
	kept = rt_keep(s->rt, &s->r->memory, &size);
	if (!kept)
		return report_fail(s->rt, MDV_NO_MEMORY, t, "no memory to check a Jacobian");
	status = check_all(s, t, x);
	wrong = rt_put_back(s->rt, kept, size);
	s->rt->mode = mode;
	s->rt->stats = stats;
	arena_release(&s->r->memory, mark);
	s->jacobian.n_checked++;
	return wrong ? report_fail(s->rt, MDV_INTERNAL_ERROR, t, "%s", wrong) : status;
}

void jacobian_tell(Steps *s)
{
	const JacobianCheck *c = &s->jacobian;

	if (!c->work)
		return;
	if (c->n_checked == 0)
		report_log(s->rt, "--check-jacobian: there was no Jacobian by formulas to check");
	else
		report_log(s->rt, "Jacobian: %llu of %llu checked, %llu entries, %llu more at kinks",
				   (unsigned long long)c->n_checked, (unsigned long long)c->n,
				   (unsigned long long)c->n_entries, (unsigned long long)c->n_skipped);
}
