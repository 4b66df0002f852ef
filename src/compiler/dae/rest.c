/* SPDX-License-Identifier: MIT
   rest.c — what is zero at the start because derivatives are.

   `initial equation der(p) = 0; der(T) = 0` says more than two derivatives: that of the density is
   zero, then that of the mass, then what flows in is what flows out, and flows are known before any
   pressure or temperature is. Structure alone does not see it, since d = rho(p, T) and its
   derivative depend on all of these: everything would become one large block, in which start values
   from which nothing flows determine no temperature.

   Variables that are zero are put into the equations, products with them go, and equations of which
   `v = 0` is left add to them, until there is nothing new. Calls are looked into: a derivative of a
   function, whether an annotation names it or it was made by us, is a sum of products with the
   derivatives of its arguments (unless it is one along a frame that turns, which is seen so, too).

   The equations hold as they did; only the initial system is sorted with the shorter ones. */
#include "compiler/dae/dae.h"

#include <string.h>

/* Chains are as long as functions of functions that were differentiated: not long. A call may cost
   as many nodes as a polynomial of the steam tables has, some times. */
enum { MOST_PASSES = 20, MOST_DEPTH = 8, MOST_NODES = 20000 };

struct Rest {
	Dae *d;         /* the model */
	Arena *scratch; /* holds all of this */
	bool *zero;     /* by variable: it is zero at the start */
	VarId *gives;   /* by equation: the variable that it says is zero; -1: none */
	Rewrite *put;   /* zeros for such variables */
	int n_nodes;    /* looked at for the call that is asked about */
	int depth;      /* calls inside of calls */
};

/* --- calls --- */

static bool is_zero_call(Rest *x, const Expr *e, const bool *zero);

/* Is e zero whatever else is in it? zero: by local of the function that it is in. */
static bool is_zero(Rest *x, const Expr *e, const bool *zero)
{
	if (++x->n_nodes > MOST_NODES)
		return false;
	switch (e->op) {
	case EX_REAL: return expr_real_value(e) == 0;
	case EX_LOCAL: return zero && zero[e->aux];
	case EX_MUL:
	case EX_MATMUL:
	case EX_CROSS:
	case EX_OUTER: return is_zero(x, e->arg[0], zero) || is_zero(x, e->arg[1], zero);
	case EX_ADD:
	case EX_SUB:
	case EX_HOMOTOPY: return is_zero(x, e->arg[0], zero) && is_zero(x, e->arg[1], zero);
	case EX_IF: return is_zero(x, e->arg[1], zero) && is_zero(x, e->arg[2], zero);
	case EX_DIV:
	case EX_NEG:
	case EX_ABS:
	case EX_NO_EVENT:
	case EX_INDEX:
	case EX_FILL:
	case EX_SUM:
	case EX_TRANSPOSE: return is_zero(x, e->arg[0], zero);
	case EX_SMOOTH: return is_zero(x, e->arg[1], zero);
	case EX_FOR_ARRAY:
	case EX_FOR_SUM: return is_zero(x, e->arg[2], zero);
	case EX_CALL: return is_zero_call(x, e, zero);
	case EX_ARRAY:
		for (uint32_t i = 0; i < e->n; i++)
			if (!is_zero(x, e->arg[i], zero))
				return false;
		return e->n > 0;
	default: return false;
	}
}

/* What is assigned to: all of a local, or some of it, which leaves it zero if it was. */
static void assign(const Expr *lhs, bool value, bool *zero)
{
	bool whole = lhs->op == EX_LOCAL;

	for (uint32_t i = 0; lhs->op == EX_TUPLE && i < lhs->n; i++)
		assign(lhs->arg[i], false, zero);
	while (lhs->op == EX_INDEX || lhs->op == EX_FIELD)
		lhs = lhs->arg[0];
	if (lhs->op == EX_LOCAL)
		zero[lhs->aux] = value && (whole || zero[lhs->aux]);
}

static bool carry_out(Rest *x, const FlatStmt *s, int32_t n, bool *zero, int32_t n_locals);

/* Branches of which any may be taken, or none; bodies of loops until nothing changes. */
static bool branch_out(Rest *x, const FlatStmt *s, bool *zero, int32_t n_locals)
{
	bool *after = NEW_ARRAY(x->scratch, bool, n_locals + 1);
	bool *one = NEW_ARRAY(x->scratch, bool, n_locals + 1);
	bool loop = s->kind == ST_FOR || s->kind == ST_WHILE, has_else = false, changed = true;

	while (changed) {
		changed = false;
		for (int32_t k = 0; k < n_locals; k++)
			after[k] = true;
		for (int32_t b = 0; b < s->n_branch; b++) {
			memcpy(one, zero, (size_t)n_locals * sizeof *one);
			if (!carry_out(x, s->branch[b].stmt, s->branch[b].n_stmt, one, n_locals))
				return false;
			has_else = has_else || (!loop && !s->branch[b].cond);
			for (int32_t k = 0; k < n_locals; k++)
				after[k] = after[k] && one[k];
		}
		for (int32_t k = 0; k < n_locals; k++) {
			bool left = after[k] && (has_else || zero[k]);

			changed = changed || (loop && left != zero[k]);
			zero[k] = left;
		}
	}
	return true;
}

/* False: there is more than assignments, as an assertion, which is not to be left out. */
static bool carry_out(Rest *x, const FlatStmt *s, int32_t n, bool *zero, int32_t n_locals)
{
	for (int32_t i = 0; i < n; i++)
		switch (s[i].kind) {
		case ST_ASSIGN: assign(s[i].lhs, is_zero(x, s[i].rhs, zero), zero); break;
		case ST_IF:
		case ST_FOR:
		case ST_WHILE:
			if (!branch_out(x, &s[i], zero, n_locals))
				return false;
			break;
		default: return false;
		}
	return true;
}

static bool is_zero_call(Rest *x, const Expr *e, const bool *outer)
{
	const FlatFn *fn = &x->d->m->fns.at[e->aux];
	const FlatBody *body = &fn->body;
	bool *zero, any = false, ok;

	if (fn->external || fn->n_out != 1 || fn->purity == PU_IMPURE || e->n != (uint32_t)fn->n_in ||
		!type_is_scalar(e->type, TY_REAL) || x->depth >= MOST_DEPTH)
		return false;
	zero = NEW_ARRAY(x->scratch, bool, body->n_locals + 1);
	x->depth++;
	for (int32_t i = 0; i < fn->n_in; i++) {
		zero[i] = body->local[i].type->kind == TY_REAL && is_zero(x, e->arg[i], outer);
		any = any || zero[i];
	}
	for (int32_t i = fn->n_in; any && i < body->n_locals; i++)
		zero[i] = body->local[i].init && is_zero(x, body->local[i].init, zero);
	ok = any && carry_out(x, body->stmt, body->n_stmt, zero, body->n_locals) && zero[fn->n_in];
	x->depth--;
	return ok;
}

/* --- equations --- */

static const Expr *put_zero(void *ctx, ExprPool *pool, const Expr *e)
{
	Rest *x = ctx;

	x->n_nodes = 0;
	if (e->op == EX_VAR && e->type->rank == 0 && x->zero[e->aux])
		return expr_real(pool, 0);
	if (e->op == EX_CALL && is_zero_call(x, e, NULL))
		return expr_real(pool, 0);
	return dae_fold_quotient(x->d, e);
}

static void renew(Rest *x)
{
	x->put = walk_rewrite_new(&x->d->m->pool, x->scratch, XF_VAR, put_zero, x);
}

/* The variable that lhs = rhs says is zero; -1: it says something else. */
static VarId zero_of(const Dae *d, const Expr *lhs, const Expr *rhs)
{
	const Expr *v = expr_is_real(rhs, 0) ? lhs : expr_is_real(lhs, 0) ? rhs : NULL;

	while (v && v->op == EX_NEG)
		v = v->arg[0];
	return v && v->op == EX_VAR && type_is_scalar(v->type, TY_REAL) &&
				   d->vars.at[v->aux].role == DR_CONTINUOUS
			   ? (VarId){(int32_t)v->aux}
			   : (VarId){-1};
}

/* Derivatives that initial equations make zero. */
static bool find_given(Rest *x)
{
	const Dae *d = x->d;
	bool any = false;

	for (size_t i = 0; i < d->init_eqs.n; i++) {
		const DaeEq *e = &d->init_eqs.at[i];
		VarId v = {-1};

		if (!e->dropped && !e->weak)
			v = zero_of(d, e->lhs, e->rhs);
		if (v.i < 0 || d->vars.at[v.i].der_of.i < 0)
			continue;
		x->zero[v.i] = any = true;
	}
	return any;
}

static bool find_more(Rest *x)
{
	const Dae *d = x->d;
	bool any = false;

	renew(x);
	for (size_t i = 0; i < d->eqs.n; i++) {
		const DaeEq *e = &d->eqs.at[i];
		VarId v = {-1};

		if (rest_is_open(e) && x->gives[i].i < 0)
			v = zero_of(d, walk_rewrite(x->put, e->lhs), walk_rewrite(x->put, e->rhs));
		if (v.i < 0 || x->zero[v.i])
			continue;
		x->gives[i] = v;
		x->zero[v.i] = any = true;
	}
	return any;
}

bool rest_is_open(const DaeEq *e)
{
	return !e->dropped && !e->discrete && !e->init_rhs && e->lhs->type->kind == TY_REAL;
}

Rest *rest_find(Dae *d, Arena *scratch)
{
	Rest *x = NEW(scratch, Rest);

	*x = (Rest){.d = d, .scratch = scratch, .zero = NEW_ARRAY(scratch, bool, d->vars.n + 1)};
	if (!find_given(x))
		return NULL;
	x->gives = NEW_ARRAY(scratch, VarId, d->eqs.n + 1);
	for (size_t i = 0; i < d->eqs.n; i++)
		x->gives[i] = (VarId){-1};
	for (int k = 0; k < MOST_PASSES && find_more(x); k++) {
	}
	renew(x);
	return x;
}

void rest_put(Rest *x, size_t i, const Expr **lhs, const Expr **rhs)
{
	ExprPool *pool = &x->d->m->pool;
	const DaeEq *e = &x->d->eqs.at[i];

	*lhs = e->lhs;
	*rhs = e->init_rhs ? e->init_rhs : e->rhs;
	if (!rest_is_open(e))
		return;
	if (x->gives[i].i >= 0) {
		*lhs = dae_ref(x->d, x->gives[i]);
		*rhs = expr_real(pool, 0);
		return;
	}
	*lhs = walk_rewrite(x->put, e->lhs);
	*rhs = walk_rewrite(x->put, e->rhs);
	if (expr_is_literal(*lhs) && expr_is_literal(*rhs)) {
		/* Nothing is left: what it says it says of what is zero already. */
		*lhs = e->lhs;
		*rhs = e->rhs;
	}
}
