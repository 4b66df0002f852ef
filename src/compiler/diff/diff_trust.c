/* SPDX-License-Identifier: MIT
   diff_trust.c — is an annotated derivative the derivative of its function? Authors err: a sign, a
   factor, two arguments exchanged, a direction that is not looked at. Before a derivative function
   is called for the first time it is tried at a few points: in the direction zero it must give
   zero, in others what central differences of the function give.

   The points are those of the call: its arguments at start values, then around them by what is
   nominal; arguments that have no value yet (locals of a function, time) get numbers by their type.
   A point counts if both functions have values there and the differences tell something: two step
   sizes agree, and so do both sides, which they do not at a kink. Where none counts (an external
   function, arguments outside of what the function is made for) nothing is known, and the author is
   believed. An input with noDerivative has no direction that could be tried: nothing is known if it
   varies; if it does not, what the derivative gives in the direction zero is taken off. */
#include "compiler/diff/diff.h"
#include "compiler/eval/eval.h"

#include <math.h>
#include <string.h>

enum {
	POINTS = 4,         /* that must count */
	TRIALS = 12,        /* at most */
	CALLS = 3,          /* that are tried until one has a point that counts */
	MOST_SCALARS = 1000 /* of arguments or results: beyond, a try costs too much */
};

#define STEP     1e-4 /* of differences, relative to the argument: error 1e-8 and 1e-12 of f */
#define ACCURACY 1e-3 /* relative: authors may round constants, but not more */
#define BEND     1e-2 /* differences to both sides that differ more: a kink, or a zero derivative */
#define NOISE    1e-13 /* of a value, relative: what rounding may have done to it */

/* A derivative that is tried, and where. */
typedef struct Trial {
	Diff *d;            /* the work */
	const DiffUse *use; /* what is tried */
	Arena *scratch;     /* for what one trial makes */
	int32_t number;     /* of the trial */
	int depth;          /* parameters being evaluated, one for the other */
	uint64_t random;    /* for the next number */
	const Expr **x;     /* by input: its value */
	double **dx;        /* by input: the direction of each Real in it; NULL: it is held */
	double result[6][MOST_SCALARS]; /* Reals of the results: see enum below */
} Trial;

enum { AT, AHEAD, BEHIND, AHEAD_2, BEHIND_2, BY_NOTE };

static double next_random(Trial *t) /* between -1 and 1, not near 0 */
{
	double r;

	t->random = map_hash(t->random + 1);
	r = (double)(int64_t)t->random / 9.3e18;
	return r < 0 ? r / 2 - 0.5 : r / 2 + 0.5;
}

/* --- points --- */

static const Expr *value_of(void *ctx, VarId v);

static bool literal_number(Trial *t, const Expr *e, double *x)
{
	const Expr *value = NULL;

	if (e && t->depth < 16) {
		t->depth++;
		value = interp_expr(t->d->m, e, value_of, t, NULL);
		t->depth--;
	}
	if (!value || value->op != EX_REAL)
		return false;
	*x = expr_real_value(value);
	return isfinite(*x);
}

/* Start values first, then values around them. */
static const Expr *real_of(Trial *t, VarId v)
{
	const FlatAttrs *a = flat_attrs(t->d->m, v);
	double start = 0, nominal = 1, limit;
	bool given = literal_number(t, flat_var(t->d->m, v)->start, &start);
	uint64_t random = map_hash((uint64_t)t->number << 32 | (uint32_t)v.i);

	if (!literal_number(t, a->nominal, &nominal) && start != 0)
		nominal = fabs(start);
	if (!given || t->number > 0)
		start += 0.3 * (t->number + 1) * nominal * ((double)(int64_t)random / 9.3e18);
	if (literal_number(t, a->min, &limit) && start < limit)
		start = limit + 0.01 * (t->number + 1) * nominal;
	if (literal_number(t, a->max, &limit) && start > limit)
		start = limit - 0.01 * (t->number + 1) * nominal;
	return expr_real(t->d->p, start);
}

/* What stands for a variable; NULL: nothing. */
static const Expr *value_of(void *ctx, VarId v)
{
	Trial *t = ctx;
	const FlatVar *var = flat_var(t->d->m, v);
	const Expr *known = var->binding, *value = NULL;

	if (var->variability >= VB_DISCRETE && flat_decl_of(t->d->m, v)->type->kind == TY_REAL)
		return real_of(t, v);
	if (!known)
		known = var->start;
	if (known && t->depth < 16) {
		t->depth++;
		value = interp_expr(t->d->m, known, value_of, t, NULL);
		t->depth--;
	}
	return value;
}

/* A value of a type of known size; NULL: there is none. Depth: that of the type. */
static const Expr *invent(Trial *t, const Type *type)
{
	ExprPool *p = t->d->p;
	int32_t n = type->rank > 0 ? type->dim[0] : type->n_fields;
	const Expr **part;

	if (type->n_scalars < 0 || type->n_scalars > MOST_SCALARS)
		return NULL;
	if (type->rank == 0 && type->kind != TY_RECORD)
		switch (type->kind) {
		case TY_REAL: return expr_real(p, next_random(t) * (1 + t->number % 3));
		case TY_INTEGER: return expr_integer(p, 1 + t->number % 3);
		case TY_BOOLEAN: return expr_boolean(p, t->number % 2);
		case TY_STRING: return expr_text(p, "");
		case TY_ENUM: return expr_enum(p, type, 1 + t->number % type->n_fields);
		default: return NULL;
		}
	part = NEW_ARRAY(t->scratch, const Expr *, n + 1);
	for (int32_t i = 0; i < n; i++) {
		part[i] = invent(t, type->rank > 0 ? type_drop(p, type, 1) : type->field[i].type);
		if (!part[i])
			return NULL;
	}
	return type->rank > 0 ? expr_array(p, type_drop(p, type, 1), part, (size_t)n)
						  : expr_record(p, type, part, (size_t)n);
}

/* --- values and their Reals --- */

static bool is_aggregate(const Expr *e)
{
	return e->op == EX_ARRAY || e->op == EX_RECORD || e->op == EX_TUPLE;
}

/* The Reals of a literal value, in order; gives how many, or -1: too many, or one is not finite.
   Depth: that of its type. */
static int32_t collect_reals(const Expr *e, double x[], int32_t n)
{
	if (e->op == EX_REAL) {
		if (n < 0 || n >= MOST_SCALARS || !isfinite(expr_real_value(e)))
			return -1;
		x[n] = expr_real_value(e);
		return n + 1;
	}
	for (uint32_t i = 0; i < e->n && n >= 0 && is_aggregate(e); i++)
		n = collect_reals(e->arg[i], x, n);
	return n;
}

/* The value with x[k] for its Reals from *k on; NULL: 0 for each. */
static const Expr *with_reals(Trial *t, const Expr *e, const double x[], int32_t *k)
{
	const Expr **part;

	if (e->op == EX_REAL)
		return expr_real(t->d->p, x ? x[(*k)++] : 0);
	if (!is_aggregate(e))
		return e;
	part = NEW_ARRAY(t->scratch, const Expr *, e->n + 1);
	for (uint32_t i = 0; i < e->n; i++)
		part[i] = with_reals(t, e->arg[i], x, k);
	return expr_with(t->d->p, e, part);
}

/* Input i moved by `step` in its direction. */
static const Expr *moved(Trial *t, int32_t i, double step)
{
	double x[MOST_SCALARS];
	int32_t n = collect_reals(t->x[i], x, 0), k = 0;

	if (!t->dx[i] || step == 0)
		return t->x[i];
	for (int32_t j = 0; j < n; j++)
		x[j] += step * t->dx[i][j];
	return with_reals(t, t->x[i], x, &k);
}

/* --- one point --- */

/* The Reals of the function's results, moved by `step`. */
static int32_t evaluate(Trial *t, double step, double result[])
{
	const Expr *call = t->use->call, *value;
	const Expr **arg = NEW_ARRAY(t->scratch, const Expr *, call->n + 1);

	for (uint32_t i = 0; i < call->n; i++)
		arg[i] = moved(t, (int32_t)i, step);
	value = interp_expr(t->d->m,
						expr_call(t->d->p, (FnId){(int32_t)call->aux}, call->type, arg, call->n, 0),
						value_of, t, NULL);
	return value ? collect_reals(value, result, 0) : -1;
}

/* The same of the derivative, in the direction of the point or (`zero`) in none. Arguments that are
   the directions of others are zero then, too. */
static int32_t evaluate_note(Trial *t, bool zero, double result[])
{
	const Expr *call = t->use->call, *value;
	const Expr **arg = NEW_ARRAY(t->scratch, const Expr *, 2 * call->n + 1);
	int32_t n = (int32_t)call->n, k = 0;

	for (uint32_t i = 0; i < call->n; i++)
		arg[i] = t->x[i];
	for (uint32_t i = 0; i < call->n; i++) {
		int32_t along = t->use->along[i];

		if (along >= 0 && zero)
			arg[along] = with_reals(t, t->x[along], NULL, &k);
		k = 0;
		if (along == DIFF_APPENDED)
			arg[n++] = with_reals(t, t->x[i], zero ? NULL : t->dx[i], &k);
	}
	value = interp_expr(
		t->d->m,
		diff_call_wrap(t->d,
					   expr_call(t->d->p, (FnId){(int32_t)call->aux}, call->type, arg, call->n, 0),
					   t->use->derivative, arg),
		value_of, t, NULL);
	return value ? collect_reals(value, result, 0) : -1;
}

/* Values for the inputs, and directions. False: there are none. */
static bool make_point(Trial *t)
{
	const Expr *call = t->use->call;
	double x[MOST_SCALARS];

	t->random = (uint64_t)t->number << 32 | call->aux;
	for (uint32_t i = 0; i < call->n; i++) {
		t->x[i] = interp_expr(t->d->m, call->arg[i], value_of, t, NULL);
		if (!t->x[i])
			t->x[i] = invent(t, call->arg[i]->type);
		if (!t->x[i] || collect_reals(t->x[i], x, 0) < 0)
			return false;
	}
	for (uint32_t i = 0; i < call->n; i++) {
		int32_t along = t->use->along[i], n = collect_reals(t->x[i], x, 0);

		t->dx[i] = NULL;
		if (along == DIFF_HELD)
			continue;
		t->dx[i] = NEW_ARRAY(t->scratch, double, n + 1);
		if (along >= 0 && collect_reals(t->x[along], t->dx[i], 0) != n)
			return false;
		for (int32_t k = 0; k < n && along == DIFF_APPENDED; k++)
			t->dx[i][k] = next_random(t) * (x[k] != 0 ? fabs(x[k]) : 1);
	}
	return true;
}

static double largest(const double x[], int32_t n)
{
	double most = 0;

	for (int32_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* What one point says: 1 agreement, -1 contradiction (`why` tells it), 0 nothing. */
static int judge(Trial *t, int32_t n, Text *why)
{
	double scale = largest(t->result[BY_NOTE], n), f = largest(t->result[AT], n);
	int agreements = 0;

	for (int32_t i = 0; i < n; i++) {
		double at = t->result[AT][i], note = t->result[BY_NOTE][i];
		double ahead = (t->result[AHEAD][i] - at) / STEP,
			   behind = (at - t->result[BEHIND][i]) / STEP;
		double wide = (t->result[AHEAD_2][i] - t->result[BEHIND_2][i]) / (4 * STEP);
		double slope = (ahead + behind) / 2, size = fmax(fabs(slope), fabs(note));
		double error = 10 * fabs(wide - slope) + NOISE * f / STEP + 1e-9 * scale;

		if (fabs(ahead - behind) > BEND * fabs(slope) + 2 * NOISE * f / STEP)
			continue;
		if (fabs(slope - note) <= ACCURACY * size + error) {
			agreements += error < size;
			continue;
		}
		text_printf(why, "where differences give %.6g it gives %.6g", slope, note);
		return -1;
	}
	return agreements > 0 || (n > 0 && scale == 0);
}

static int try_point(Trial *t, Text *why)
{
	static const double step[] = {0, STEP, -STEP, 2 * STEP, -2 * STEP};
	double zero[MOST_SCALARS];
	int32_t n;

	if (!make_point(t))
		return 0;
	n = evaluate_note(t, false, t->result[BY_NOTE]);
	if (n < 0)
		return 0;
	if (evaluate_note(t, true, zero) != n)
		return 0;
	/* This much can be told of an external function, too. */
	if (!t->use->has_rest && largest(zero, n) > 1e-6 * largest(t->result[BY_NOTE], n)) {
		text_printf(why, "in the direction zero it gives %.6g", largest(zero, n));
		return -1;
	}
	for (int32_t i = 0; i < n; i++)
		t->result[BY_NOTE][i] -= zero[i];
	if (evaluate(t, 0, t->result[AT]) != n)
		return 0;
	for (int k = 1; k < 5; k++)
		if (evaluate(t, step[k], t->result[k]) != n)
			return 0;
	return judge(t, n, why);
}

/* --- the verdict --- */

static void warn(const Diff *d, const DiffUse *use, const char *why)
{
	const FlatFn *fn = &d->m->fns.at[use->call->aux], *g = &d->m->fns.at[use->derivative.i];

	if (!d->diag)
		return;
	diag_report(d->diag, fn->at, W_WRONG_DERIVATIVE,
				"'%s', the derivative that an annotation of '%s' names, is not its derivative: %s; "
				"it is not used",
				intern_text(d->m->names, g->name), intern_text(d->m->names, fn->name), why);
	diag_note(d->diag, g->at, "the function named is here");
}

static FnTrust *find_trust(const Diff *d, const DiffUse *use)
{
	for (size_t i = 0; i < d->m->trusts.n; i++) {
		FnTrust *trust = &d->m->trusts.at[i];

		if (trust->fn.i == (int32_t)use->call->aux && trust->derivative.i == use->derivative.i &&
			trust->note == use->note)
			return trust;
	}
	return NULL;
}

/* Points of this call; what was found goes into trust. */
static void try_call(Diff *d, const DiffUse *use, FnTrust *trust)
{
	Arena work;
	Trial *t;
	Text why;

	arena_child(&work, d->scratch);
	text_init(&why, arena_heap(&work));
	t = NEW(&work, Trial);
	*t = (Trial){.d = d, .use = use, .scratch = &work};
	t->x = NEW_ARRAY(&work, const Expr *, use->call->n + 1);
	t->dx = NEW_ARRAY(&work, double *, use->call->n + 1);
	for (; t->number < TRIALS && trust->points < POINTS && trust->verdict != TRUST_DIFFERS;
		 t->number++) {
		int said = try_point(t, &why);

		trust->points += said > 0;
		if (said < 0)
			trust->verdict = TRUST_DIFFERS;
	}
	if (trust->verdict == TRUST_DIFFERS)
		warn(d, use, text_str(&why));
	else if (trust->points > 0)
		trust->verdict = TRUST_AGREES;
	arena_free(&work);
}

bool diff_trust(Diff *d, const DiffUse *use)
{
	FnTrust *trust = find_trust(d, use), fresh = {.fn = {(int32_t)use->call->aux},
												  .derivative = use->derivative,
												  .note = use->note};

	if (!trust) {
		vec_push(arena_allocator(d->m->keep), &d->m->trusts, fresh);
		trust = &d->m->trusts.at[d->m->trusts.n - 1];
	}
	if (trust->verdict == TRUST_UNKNOWN && use->along && trust->calls < CALLS) {
		trust->calls++;
		fresh = *trust; /* a trial must not see the list move */
		try_call(d, use, &fresh);
		*find_trust(d, use) = fresh;
	}
	return find_trust(d, use)->verdict != TRUST_DIFFERS;
}

bool diff_trust_lost(const Diff *d, FnId fn)
{
	for (size_t i = 0; i < d->m->trusts.n; i++)
		if (d->m->trusts.at[i].fn.i == fn.i && d->m->trusts.at[i].verdict == TRUST_DIFFERS)
			return true;
	return false;
}
