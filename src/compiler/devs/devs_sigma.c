/* SPDX-License-Identifier: MIT
   devs_sigma.c — what the functions of an atomic give to `sigma` of its state, the time to its next
   event: anything at all, and zero for certain values of the state? All assignments count, whatever
   the conditions around them; a copy of the state's own sigma is none. Values are known of literals
   and of parameters that a redeclaration gives, in the functions of the atomic itself. Each
   function is looked at once: O(statements). */
#include "compiler/devs/devs.h"

#include <string.h>

enum { MAX_DEPTH = 100 }; /* of an expression: what is deeper may be anything */

typedef struct Sigma {
	Inst *in;                /* of all */
	const FlatFn *fn;        /* the function at hand */
	const FlatDevsFn *given; /* its role in the atomic, whose inputs are known; NULL: called */
	Map known;               /* function -> 1 + its bits; 1 while it is looked at */
} Sigma;

int devs_sigma_field(const Inst *in, const Type *t)
{
	for (int i = 0; t->kind == TY_RECORD && t->rank == 0 && i < t->n_fields; i++)
		if (type_is_scalar(t->field[i].type, TY_REAL) &&
			!strcmp(intern_text(in->sx->names, t->field[i].name), "sigma"))
			return i;
	return -1;
}

static bool is_sigma(const Sigma *s, const Expr *e)
{
	return e->op == EX_FIELD && (int)e->aux == devs_sigma_field(s->in, e->arg[0]->type);
}

static unsigned bits_of_fn(Sigma *s, FnId id);

/* --- expressions --- */

static unsigned bits_of_number(double x)
{
	return x <= 0 ? SIGMA_SET | SIGMA_ZERO : SIGMA_SET;
}

/* A parameter has the value of its binding; other variables may have any. */
static unsigned bits_of_var(const Sigma *s, const Expr *e)
{
	for (int k = 0; e && k < MAX_DEPTH; k++) {
		if (e->op == EX_REAL)
			return bits_of_number(expr_real_value(e));
		if (e->op == EX_INTEGER)
			return bits_of_number((double)expr_integer_value(e));
		if (e->op == EX_TO_REAL)
			e = e->arg[0];
		else if (e->op == EX_VAR && e->type->rank == 0 && e->variability <= VB_PARAMETER)
			e = flat_var(s->in->flat, expr_var_id(e))->binding;
		else
			break;
	}
	return SIGMA_SET;
}

/* An input behind those of the role: what the redeclaration gives to it. */
static unsigned bits_of_input(const Sigma *s, int32_t local)
{
	int32_t at = 0;

	if (!s->given || local < s->given->n_std || local >= s->fn->n_in ||
		s->given->type[local]->rank > 0)
		return SIGMA_SET;
	for (int32_t i = s->given->n_std; i < local; i++)
		at += s->given->type[i]->n_scalars;
	return bits_of_var(s, s->given->given[at]);
}

/* Of a scalar, or of a state: of its sigma. */
static unsigned bits_of(Sigma *s, const Expr *e, int depth)
{
	int field = devs_sigma_field(s->in, e->type);

	if (depth > MAX_DEPTH)
		return SIGMA_SET;
	switch (e->op) {
	case EX_REAL:
	case EX_INTEGER:
	case EX_VAR: return bits_of_var(s, e);
	case EX_TO_REAL:
	case EX_RESULT:
	case EX_NO_EVENT: return bits_of(s, e->arg[0], depth + 1);
	case EX_IF: return bits_of(s, e->arg[1], depth + 1) | bits_of(s, e->arg[2], depth + 1);
	case EX_MIN:
	case EX_MAX: return bits_of(s, e->arg[0], depth + 1) | bits_of(s, e->arg[1], depth + 1);
	case EX_LOCAL: return field >= 0 ? SIGMA_COPY : bits_of_input(s, (int32_t)e->aux);
	case EX_RECORD: return field >= 0 ? bits_of(s, e->arg[field], depth + 1) : SIGMA_SET;
	case EX_CALL:
		return field >= 0 || e->type->kind == TY_TUPLE ? bits_of_fn(s, (FnId){(int32_t)e->aux})
													   : SIGMA_SET;
	case EX_FIELD: return is_sigma(s, e) ? bits_of(s, e->arg[0], depth + 1) : SIGMA_SET;
	default: return SIGMA_SET;
	}
}

/* --- functions --- */

static unsigned bits_of_target(Sigma *s, const Expr *lhs, const Expr *rhs)
{
	unsigned bits = 0;

	if (lhs->op == EX_TUPLE) {
		for (uint32_t i = 0; i < lhs->n; i++)
			bits |= is_sigma(s, lhs->arg[i]) ? SIGMA_SET : bits_of_target(s, lhs->arg[i], rhs);
		return bits;
	}
	if (is_sigma(s, lhs) || devs_sigma_field(s->in, lhs->type) >= 0)
		return bits_of(s, rhs, 0);
	return 0;
}

static unsigned bits_of_stmts(Sigma *s, const FlatStmt stmt[], int32_t n)
{
	unsigned bits = 0;

	for (int32_t i = 0; i < n; i++) {
		if (stmt[i].kind == ST_ASSIGN)
			bits |= bits_of_target(s, stmt[i].lhs, stmt[i].rhs);
		for (int32_t k = 0; k < stmt[i].n_branch; k++)
			bits |= bits_of_stmts(s, stmt[i].branch[k].stmt, stmt[i].branch[k].n_stmt);
	}
	return bits;
}

static unsigned bits_of_body(Sigma *s, const FlatFn *fn, const FlatDevsFn *given)
{
	const FlatFn *around = s->fn;
	const FlatDevsFn *around_given = s->given;
	unsigned bits = fn->external ? SIGMA_SET : 0;

	s->fn = fn;
	s->given = given;
	for (int32_t i = fn->n_in; i < fn->body.n_locals; i++) {
		const FlatLocal *l = &fn->body.local[i];

		if (l->init && devs_sigma_field(s->in, l->type) >= 0)
			bits |= bits_of(s, l->init, 0);
	}
	bits |= bits_of_stmts(s, fn->body.stmt, fn->body.n_stmt);
	s->fn = around;
	s->given = around_given;
	return bits;
}

/* Functions that call each other: what is being looked at adds nothing to itself. */
static unsigned bits_of_fn(Sigma *s, FnId id)
{
	const uint64_t *known = map_find(&s->known, (uint64_t)id.i + 1);
	unsigned bits;

	if (known)
		return (unsigned)*known - 1;
	map_put(&s->known, (uint64_t)id.i + 1, 1);
	bits = bits_of_body(s, &s->in->flat->fns.at[id.i], NULL);
	map_put(&s->known, (uint64_t)id.i + 1, bits + 1);
	return bits;
}

unsigned devs_sigma(Inst *in, const FlatDevsFn *f)
{
	Sigma s = {.in = in};

	if (f->fn.i < 0)
		return 0;
	map_init(&s.known, arena_allocator(in->scratch));
	return bits_of_body(&s, &in->flat->fns.at[f->fn.i], f);
}

/* --- time advance --- */

typedef struct Advance {
	Sigma s;       /* to look at expressions */
	Walk walk;     /* visits them */
	unsigned bits; /* so far */
} Advance;

static void look_at(void *ctx, const Expr *e)
{
	Advance *a = ctx;

	walk_begin(&a->walk, e);
	for (const Expr *x = walk_next(&a->walk); x; x = walk_next(&a->walk))
		if (is_sigma(&a->s, x))
			a->bits |= SIGMA_COPY;
}

static void advance_stmts(Advance *a, const FlatStmt stmt[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const Expr *lhs = stmt[i].lhs;

		if (stmt[i].kind == ST_ASSIGN && lhs->op == EX_LOCAL && (int32_t)lhs->aux == a->s.fn->n_in)
			a->bits |= bits_of(&a->s, stmt[i].rhs, 0) & SIGMA_ZERO;
		for (int32_t k = 0; k < stmt[i].n_branch; k++)
			advance_stmts(a, stmt[i].branch[k].stmt, stmt[i].branch[k].n_stmt);
	}
}

unsigned devs_sigma_advance(Inst *in, const FlatDevsFn *f)
{
	Advance a = {.s = {.in = in, .given = f}};

	a.s.fn = &in->flat->fns.at[f->fn.i];
	map_init(&a.s.known, arena_allocator(in->scratch));
	walk_init(&a.walk, in->pool, in->scratch);
	targets_exprs(a.s.fn->body.stmt, a.s.fn->body.n_stmt, look_at, &a);
	advance_stmts(&a, a.s.fn->body.stmt, a.s.fn->body.n_stmt);
	return a.bits;
}
