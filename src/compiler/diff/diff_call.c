/* SPDX-License-Identifier: MIT
   diff_call.c — the tangent of a call (MLS 12.7.1). By time, for index reduction: by the first
   derivative annotation whose conditions hold, else through the body if it is simple, else by a
   function made by fn_diff. For Jacobians it is the other way round: an annotation may leave out
   what does not matter along the solution, or be wrong, and Newton's method would go astray; it is
   taken where there is no body that can be differentiated.

   By time, noDerivative means what it says: the tangent of such an input is not even asked for, so
   that nothing is differentiated because of it. A tangent at one instant has other directions than
   time (R.w in resolve1_der is the rotation in time, not that of a Newton step), so there an
   annotation with noDerivative for something Real does not hold.

   An annotation of order n > 1 belongs to a function g that is itself the derivative of order n - 1
   of some f, called with the arguments of f and then their derivatives. It gives the derivative of
   g along the same direction. Where the directions differ, order 2 still serves: g is linear in the
   derivatives dx, so h(x, dx, ddx) = Q(dx, dx) + g(x, ddx) with a symmetric Q, and
   Q(dx, s) + g(x, ds) = (h(x, dx + s, 2*ds) - h(x, dx - s, -2*ds))/4. */
#include "compiler/diff/diff.h"
#include "compiler/inline/inline.h"

/* Which derivative is taken, and of what its arguments are the derivatives. */
typedef struct Choice {
	FnDerivative note;    /* the annotation */
	int32_t first;        /* inputs from here on get a tangent; before: they have one already */
	const uint8_t *lower; /* of order > 1: options of the derivative of order - 1 */
	int32_t from;         /* of order > 1: the first input that got a tangent there */
	int32_t n_lower;      /* of order > 1: inputs of the function it is the derivative of */
	int k;                /* number of the annotation */
} Choice;

static FlatFn *callee(const Diff *d, const Expr *call)
{
	return &d->m->fns.at[call->aux];
}

static const Type *input_type(const FlatFn *fn, int32_t i)
{
	return fn->body.local[i].type;
}

static int32_t count_real_outputs(const FlatFn *fn)
{
	int32_t n = 0;

	for (int32_t i = 0; i < fn->n_out; i++)
		n += diff_has_real(fn->body.local[fn->n_in + i].type);
	return n;
}

/* Does input i of fn get a tangent in the call of the derivative? */
static bool is_appended(const FlatFn *fn, const Choice *c, int32_t i)
{
	return i >= c->first && !c->note.option[i] && diff_has_real(input_type(fn, i));
}

/* Inputs and outputs of the derivative are as the annotation wants them. */
static bool fits(const Diff *d, const FlatFn *fn, const Choice *c)
{
	const FlatFn *g = &d->m->fns.at[c->note.fn.i];
	int32_t n = fn->n_in;

	if (g->n_in < fn->n_in || g->n_out != count_real_outputs(fn) || g->purity == PU_IMPURE)
		return false;
	for (int32_t i = 0; i < fn->n_in; i++)
		if (!type_agrees(input_type(g, i), input_type(fn, i)))
			return false;
	for (int32_t i = 0; i < fn->n_in; i++)
		if (is_appended(fn, c, i) &&
			(n >= g->n_in || !type_agrees(input_type(g, n++), input_type(fn, i))))
			return false;
	return n == g->n_in;
}

/* The annotation that makes fn a derivative of order `order`; false: there is none. */
static bool find_lower(const Diff *d, FnId fn, int32_t order, Choice *c, const FlatFn **lower)
{
	for (size_t i = 0; i < d->m->fns.n; i++) {
		const FlatFn *f = &d->m->fns.at[i];

		for (int k = 0; k < f->n_derivatives; k++) {
			Choice below = {0};
			const FlatFn *g;

			if (f->derivative[k].fn.i != fn.i || f->derivative[k].order != order)
				continue;
			if (order > 1 && !find_lower(d, (FnId){(int32_t)i}, order - 1, &below, &g))
				return false;
			c->lower = f->derivative[k].option;
			c->from = below.n_lower;
			c->n_lower = f->n_in;
			*lower = f;
			return true;
		}
	}
	return false;
}

/* Annotation k of the function called; of order > 1, those behind its own are the ones given at the
   function whose derivative it is. */
static bool get_choice(const Diff *d, const Expr *call, int k, Choice *c)
{
	const FlatFn *fn = callee(d, call), *lower;
	FnId id = {(int32_t)call->aux};

	if (k < fn->n_derivatives) {
		*c = (Choice){.note = fn->derivative[k]};
		if (c->note.order == 1)
			return true;
		if (!find_lower(d, id, c->note.order - 1, c, &lower))
			c->note.order = 0; /* fn is no derivative: the annotation means nothing */
		c->first = c->n_lower;
		return true;
	}
	if (!find_lower(d, id, 1, c, &lower))
		return false;
	for (int i = 0, n = fn->n_derivatives; i < lower->n_derivatives; i++)
		if (lower->derivative[i].order == 2 && n++ == k) {
			uint8_t *option = NEW_ARRAY(d->scratch, uint8_t, fn->n_in);

			for (int32_t j = 0; j < lower->n_in; j++)
				option[j] = lower->derivative[i].option[j];
			*c = (Choice){
				{lower->derivative[i].fn, 2, option}, lower->n_in, c->lower, 0, lower->n_in, 0};
			return true;
		}
	return false;
}

/* What keeps an annotation from holding, or is missing to know. */
typedef enum Verdict { HOLDS, FAILS, UNKNOWN, OTHER_DIRECTION } Verdict;

/* Conditions on the inputs (MLS 12.7.1). UNKNOWN: *missing must be done first. */
static Verdict check_options(Diff *d, const Expr *call, const Choice *c, const Expr **missing)
{
	const FlatFn *fn = callee(d, call);
	const Expr *t;

	for (int32_t i = 0; i < fn->n_in; i++) {
		if (!c->note.option[i] || !diff_has_real(input_type(fn, i)))
			continue;
		d->one_kind |= c->note.option[i] == 'n';
		if (c->note.option[i] == 'n' && d->by_time)
			continue;
		*missing = call->arg[i];
		if (c->note.option[i] == 'n') {
			if (call->arg[i]->flags & (XF_CONTINUOUS | XF_LOCAL))
				return FAILS;
		} else if (!diff_known(d, call->arg[i], &t)) {
			return UNKNOWN;
		} else if (t) {
			return FAILS;
		}
	}
	return HOLDS;
}

/* Of order > 1: are the derivatives among the arguments those of the other arguments? */
static Verdict check_direction(Diff *d, const Expr *call, const Choice *c, const Expr **missing)
{
	const FlatFn *fn = callee(d, call);
	Verdict verdict = HOLDS;
	int32_t from = c->from, to = c->first;

	for (; to < fn->n_in; to++, from++) {
		const Expr *t;

		while (from < c->n_lower && (c->lower[from] || !diff_has_real(input_type(fn, from))))
			from++;
		if (from >= c->n_lower)
			return FAILS;
		*missing = call->arg[from];
		if (!diff_known(d, call->arg[from], &t))
			return UNKNOWN;
		if (t ? t != call->arg[to] : !diff_is_zero(call->arg[to]))
			verdict = OTHER_DIRECTION;
	}
	return verdict;
}

static bool has_no_derivative(const FlatFn *fn, const Choice *c)
{
	for (int32_t i = 0; i < fn->n_in; i++)
		if (c->note.option[i] == 'n' && diff_has_real(input_type(fn, i)))
			return true;
	return false;
}

static Verdict check(Diff *d, const Expr *call, const Choice *c, const Expr **missing)
{
	const FlatFn *fn = callee(d, call);
	Verdict verdict;

	if (c->note.order < 1 || !fits(d, fn, c))
		return FAILS;
	verdict = check_options(d, call, c, missing);
	if (verdict != HOLDS || c->note.order == 1)
		return verdict;
	verdict = check_direction(d, call, c, missing);
	/* By time, with noDerivative: such a function is made for derivatives of derivatives only. */
	if (verdict == OTHER_DIRECTION && has_no_derivative(fn, c))
		return d->by_time ? HOLDS : FAILS;
	return verdict;
}

/* An input whose direction would have to be known. */
static bool moves(const FlatFn *fn, const Expr *call, int32_t i)
{
	return diff_has_real(input_type(fn, i)) &&
		   (call->arg[i]->variability > VB_PARAMETER || call->arg[i]->flags & XF_LOCAL);
}

/* Of order > 1: the inputs that are derivatives of others are their directions. */
static bool find_directions(const Diff *d, const Expr *call, const Choice *c, int32_t along[])
{
	FnId id = {(int32_t)call->aux};

	for (int32_t order = c->note.order - 1; order > 0; order--) {
		const FlatFn *fn = &d->m->fns.at[id.i], *lower;
		Choice below = {0};
		int32_t from, to;

		if (!find_lower(d, id, order, &below, &lower))
			return false;
		for (from = below.from, to = below.n_lower; to < fn->n_in; to++, from++) {
			while (from < below.n_lower &&
				   (below.lower[from] || !diff_has_real(input_type(fn, from))))
				from++;
			if (from >= below.n_lower)
				return false;
			along[from] = to;
		}
		for (int32_t i = 0; i < below.n_lower; i++)
			if (below.lower[i] == 'n' && diff_has_real(input_type(fn, i)))
				return false;
		id.i = (int32_t)(lower - d->m->fns.at);
	}
	return true;
}

/* Is the derivative that an annotation names right, as far as it can be tried? */
static bool is_trusted(Diff *d, const Expr *call, const Choice *c)
{
	const FlatFn *fn = callee(d, call);
	int32_t *along = NEW_ARRAY(d->scratch, int32_t, fn->n_in + 1);
	DiffUse use = {call, c->note.fn, c->k, along, has_no_derivative(fn, c)};

	for (int32_t i = 0; i < fn->n_in; i++) {
		along[i] = is_appended(fn, c, i) ? DIFF_APPENDED : DIFF_HELD;
		if (c->note.option[i] == 'n' && moves(fn, call, i))
			use.along = NULL;
	}
	if (!find_directions(d, call, c, along))
		use.along = NULL;
	return diff_trust(d, &use);
}

/* The first annotation that holds (`wanted`: HOLDS or OTHER_DIRECTION); UNKNOWN if something is
   missing to tell, FAILS if there is none. */
static Verdict choose(Diff *d, const Expr *call, Verdict wanted, Choice *c, const Expr **missing)
{
	for (int k = 0; get_choice(d, call, k, c); k++) {
		Verdict verdict = check(d, call, c, missing);

		c->k = k;
		if (verdict == UNKNOWN || (verdict == wanted && is_trusted(d, call, c)))
			return verdict;
	}
	return FAILS;
}

static const Expr *missing_argument(Diff *d, const Expr *call, const Choice *c)
{
	const FlatFn *fn = callee(d, call);
	const Expr *t;

	for (int32_t i = 0; i < fn->n_in; i++)
		if ((!c || is_appended(fn, c, i)) && !diff_known(d, call->arg[i], &t))
			return call->arg[i];
	return NULL;
}

static bool all_zero(Diff *d, const Expr *call)
{
	const Expr *t;

	for (uint32_t i = 0; i < call->n; i++)
		if (!diff_known(d, call->arg[i], &t) || t)
			return false;
	return true;
}

/* Is the body of this function being seen through already? Then it calls itself. */
static bool is_under_way(const Diff *d, uint32_t fn)
{
	for (size_t i = 0; i < d->stack.n; i++)
		if (d->stack.at[i].via && d->stack.at[i].e->aux == fn)
			return true;
	return false;
}

/* Is the body asked before annotations are? */
static bool prefers_body(const Diff *d, const Expr *call)
{
	return !d->by_time && !callee(d, call)->external;
}

const Expr *diff_call_need(Diff *d, DiffFrame *f)
{
	const Expr *call = f->e, *missing, *t;
	Choice c;
	Verdict verdict = prefers_body(d, call) ? FAILS : choose(d, call, HOLDS, &c, &missing);

	if (verdict != FAILS)
		return verdict == UNKNOWN ? missing : missing_argument(d, call, &c);
	missing = missing_argument(d, call, NULL);
	if (missing || all_zero(d, call) || callee(d, call)->purity == PU_IMPURE)
		return missing;
	if (!f->tried && !is_under_way(d, call->aux))
		f->via = inline_call(d->m, d->scratch, call, INLINE_DROP_ASSERTS);
	f->tried = true;
	return f->via && !diff_known(d, f->via, &t) ? f->via : NULL;
}

/* The call of a derivative */

/* The outputs of g are those of the results that hold Reals. */
const Expr *diff_call_wrap(Diff *d, const Expr *call, FnId g, const Expr *const arg[])
{
	const Type *t = call->type;
	int n_in = d->m->fns.at[g.i].n_in, n_out = d->m->fns.at[g.i].n_out, k = 0;
	const Expr **part, *dcall;
	const Type **type;

	if (t->kind != TY_TUPLE)
		return expr_call(d->p, g, t, arg, (size_t)n_in, 0);
	part = NEW_ARRAY(d->scratch, const Expr *, t->n_fields);
	type = NEW_ARRAY(d->scratch, const Type *, n_out);
	for (int i = 0; i < t->n_fields; i++)
		if (diff_has_real(t->field[i].type))
			type[k++] = t->field[i].type;
	dcall = expr_call(d->p, g, n_out == 1 ? type[0] : type_tuple(d->p, type, n_out), arg,
					  (size_t)n_in, 0);
	k = 0;
	for (int i = 0; i < t->n_fields; i++) {
		if (!diff_has_real(t->field[i].type))
			part[i] = expr_result(d->p, call, i);
		else
			part[i] = n_out == 1 ? dcall : expr_result(d->p, dcall, k++);
	}
	return expr_tuple(d->p, part, t->n_fields);
}

/* The arguments, then the tangents of those that get one. NULL: see diff_why. */
static const Expr **arguments(Diff *d, const Expr *call, const Choice *c)
{
	const FlatFn *fn = callee(d, call);
	const Expr **arg = NEW_ARRAY(d->scratch, const Expr *, 2 * (size_t)fn->n_in + 1);
	int32_t n = fn->n_in;

	for (int32_t i = 0; i < fn->n_in; i++) {
		const Expr *t;

		arg[i] = call->arg[i];
		if (!is_appended(fn, c, i))
			continue;
		diff_known(d, call->arg[i], &t);
		arg[n] = diff_full(d, call->arg[i], t);
		if (!arg[n++])
			return NULL;
	}
	return arg;
}

static bool by_annotation(Diff *d, const Expr *call, const Choice *c, const Expr **tangent)
{
	const Expr **arg = arguments(d, call, c);

	if (!arg)
		return false;
	*tangent = diff_call_wrap(d, call, c->note.fn, arg);
	return true;
}

/* a + f*b of Reals, in constructors of scalars if this is no function body */
static const Expr *combine(Diff *d, const Expr *a, double f, const Expr *b)
{
	const Expr *sum = b ? diff_rule_mul(d->p, expr_real(d->p, f), b) : NULL;

	sum = diff_rule_add(d->p, a, sum);
	return d->local ? sum : scalar_whole(d->p, d->scratch, sum);
}

/* Order 2 in another direction: see above. Scalar results of Real arguments only. */
static bool by_polarization(Diff *d, const Expr *call, const Choice *c, const Expr **tangent)
{
	const FlatFn *fn = callee(d, call);
	const Expr *value[2];

	for (int turn = 0; turn < 2; turn++) {
		const Expr **arg = arguments(d, call, c);
		double sign = turn ? -1 : 1;
		int32_t from = 0, n = fn->n_in;

		if (!arg || call->type->kind != TY_REAL || c->note.order != 2)
			return false;
		for (int32_t to = c->first; to < fn->n_in; to++, from++) {
			const Expr *s, *ds;

			while (c->lower[from] || !diff_has_real(input_type(fn, from)))
				from++;
			if (call->arg[to]->type->kind != TY_REAL || !is_appended(fn, c, to))
				return false;
			diff_known(d, call->arg[from], &s);
			diff_known(d, call->arg[to], &ds);
			arg[to] = combine(d, call->arg[to], sign, s);
			if (ds)
				arg[n] = combine(d, NULL, 2 * sign, ds);
			n++;
		}
		value[turn] = diff_call_wrap(d, call, c->note.fn, arg);
	}
	*tangent = expr_binary(d->p, EX_DIV, expr_sub(d->p, value[0], value[1]), expr_real(d->p, 4));
	return true;
}

/* What cannot be seen through simply: is it smooth enough to be differentiated by time? Data
   decide the way through an `if` or `while`, so the author must have said so (MLS 12.7). */
static bool has_branches(const FlatStmt *s, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (s[i].kind == ST_IF || s[i].kind == ST_WHILE)
			return true;
		for (int b = 0; b < s[i].n_branch; b++)
			if (has_branches(s[i].branch[b].stmt, s[i].branch[b].n_stmt))
				return true;
	}
	return false;
}

static bool by_function(Diff *d, const Expr *call, const Expr **tangent)
{
	const FlatFn *fn = callee(d, call);
	Choice c = {.note = {.fn = {(int32_t)call->aux}, .order = 1}};
	bool *active = NEW_ARRAY(d->scratch, bool, fn->n_in + 1);
	uint8_t *option = NEW_ARRAY(d->scratch, uint8_t, fn->n_in + 1);
	const Expr *t;
	uint64_t key;

	/* An annotation that was found to be wrong says at least that there is a derivative. */
	if (d->by_time && !d->local && !fn->external && fn->smooth_order < 1 &&
		!diff_trust_lost(d, c.note.fn) && has_branches(fn->body.stmt, fn->body.n_stmt))
		return diff_fail(d,
						 "function '%s' has branches and neither a derivative nor a smoothOrder "
						 "annotation",
						 intern_text(d->m->names, fn->name));
	for (int32_t i = 0; i < fn->n_in; i++) {
		diff_known(d, call->arg[i], &t);
		active[i] = t != NULL;
		option[i] = t ? 0 : 'z';
	}
	c.note.option = option;
	key = map_hash_bytes(active, (size_t)fn->n_in * sizeof *active, call->aux);
	d->why = map_find_ptr(&d->refused, key);
	if (d->why)
		return false;
	c.note.fn = fn_diff(d, c.note.fn, active);
	if (c.note.fn.i >= 0)
		return by_annotation(d, call, &c, tangent);
	map_put(&d->refused, key, map_key(d->why));
	return false;
}

bool diff_call(Diff *d, const DiffFrame *f, const Expr **tangent)
{
	const Expr *call = f->e, *missing;
	const char *why;
	Choice c;

	*tangent = NULL;
	d->one_kind |= !callee(d, call)->external && get_choice(d, call, 0, &c);
	if (!prefers_body(d, call) && choose(d, call, HOLDS, &c, &missing) == HOLDS)
		return by_annotation(d, call, &c, tangent);
	if (callee(d, call)->purity == PU_IMPURE && (d->by_time || !all_zero(d, call)))
		return diff_fail(d, "function '%s' is impure and has no derivative",
						 intern_text(d->m->names, callee(d, call)->name));
	if (all_zero(d, call))
		return true;
	if (f->via)
		return diff_known(d, f->via, tangent);
	if (by_function(d, call, tangent))
		return true;
	why = d->why;
	if (prefers_body(d, call) && choose(d, call, HOLDS, &c, &missing) == HOLDS &&
		by_annotation(d, call, &c, tangent)) {
		d->why = NULL;
		return true;
	}
	if (choose(d, call, OTHER_DIRECTION, &c, &missing) == OTHER_DIRECTION &&
		by_polarization(d, call, &c, tangent)) {
		d->why = NULL;
		return true;
	}
	d->why = why;
	return false;
}
