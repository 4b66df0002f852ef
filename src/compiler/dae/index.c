/* SPDX-License-Identifier: MIT
   index.c — index reduction by Pantelides 1988: an equation that cannot be matched to a highest
   derivative is differentiated, with all equations met on the way. Rows are continuous equations,
   columns continuous variables; a column is active while it has no derivative.

   requires: alias_remove. gives: differentiated equations (DaeEq.der, der_of) and derivatives
   (DaeVar.der); every equation that is not differentiated is matched to a variable that has no
   derivative. A wish for states that are not differentiated is followed if that is possible. One
   matching of all equations first (Hopcroft, Karp), then one search a
   differentiation: near-linear, as few equations are differentiated. */
#include "compiler/dae/dae.h"
#include "compiler/diff/diff.h"
#include "compiler/inline/inline.h"

#include <string.h>

typedef struct Reduce {
	Dae *d;               /* the model */
	Arena *scratch;       /* holds all below */
	Diag *diag;           /* for messages */
	Uses uses;            /* finds variables */
	Diff *diff;           /* d/dt */
	Inliner *inliner;     /* what functions are inlined after this */
	Decide *decide;       /* conditions of parameters */
	VEC(int32_t) start;   /* for each equation: where its variables begin in var; and the end */
	VEC(int32_t) end;     /* for each equation: where they end */
	VEC(int32_t) var;     /* continuous variables of the equations */
	VEC(int32_t) eq_of;   /* for each variable: the equation it is matched to; -1 */
	VEC(int32_t) seen;    /* for each variable: the search that met it last */
	VEC(int32_t) met;     /* equations met by this search, in order */
	VEC(int32_t) met_var; /* variables met by it */
	VEC(int32_t) next;    /* for each equation: the variable to try next */
	VEC(int32_t) path;    /* equations on the way to a free variable */
	VEC(int32_t) todo;    /* equations that are not matched */
	int32_t search;       /* number of the search */
	bool quiet;           /* failure is not told */
	VEC(int32_t) spare;   /* by variable: 1 + its derivative, lent; 0: none */
	VEC(int32_t) lent_to; /* by derivative: 1 + what it was lent to */
} Reduce;

static bool is_active(const Reduce *r, int32_t v)
{
	return r->d->vars.at[v].der.i < 0;
}

/* The continuous variables of an equation, at the end of r->var. */
static void find_vars(Reduce *r, const DaeEq *e)
{
	/* What a function does not use although it is given it does not count. */
	uses_find(&r->uses, decide_now(r->decide, inline_expr(r->inliner, e->lhs)),
			  decide_now(r->decide, inline_expr(r->inliner, e->rhs)));
}

static void add_vars(Reduce *r, const DaeEq *e)
{
	find_vars(r, e);
	for (size_t k = 0; k < r->uses.vars.n; k++)
		if (r->d->vars.at[r->uses.vars.at[k].i].role == DR_CONTINUOUS)
			vec_push(arena_allocator(r->scratch), &r->var, r->uses.vars.at[k].i);
}

/* Keeps the tables as long as there are variables and equations. */
static void grow(Reduce *r)
{
	const MdvAlloc *a = arena_allocator(r->scratch);

	while (r->eq_of.n < r->d->vars.n) {
		vec_push(a, &r->eq_of, -1);
		vec_push(a, &r->seen, 0);
	}
	for (size_t i = r->start.n; i < r->d->eqs.n; i++) {
		const DaeEq *e = &r->d->eqs.at[i];

		vec_push(a, &r->start, (int32_t)r->var.n);
		if (!e->dropped && !e->discrete && type_is_scalar(e->lhs->type, TY_REAL))
			add_vars(r, e);
		vec_push(a, &r->end, (int32_t)r->var.n);
		vec_push(a, &r->next, 0);
	}
}

/* All equations and active variables at once. */
static void match_all(Reduce *r)
{
	ArenaMark mark = arena_mark(r->scratch);
	Arena work;
	CsrBuilder b;
	Csr csr;
	Match m;

	arena_child(&work, r->scratch);
	csr_begin(&b, &work, (int32_t)r->start.n, (int32_t)r->d->vars.n);
	for (int32_t e = 0; e < (int32_t)r->start.n; e++)
		for (int32_t k = r->start.at[e]; k < r->end.at[e]; k++)
			if (is_active(r, r->var.at[k]))
				csr_add(&b, e, r->var.at[k]);
	csr_finish(&b, r->scratch, &csr);
	match_init(&csr, r->scratch, &m);
	match_maximum(&csr, &work, &m);
	for (size_t v = 0; v < r->d->vars.n; v++)
		r->eq_of.at[v] = m.row_of_col[v];
	arena_free(&work);
	arena_release(r->scratch, mark);
}

/* A path from an unmatched equation to a free active variable; the matching is moved along it. */
static bool augment(Reduce *r, int32_t root)
{
	const MdvAlloc *a = arena_allocator(r->scratch);

	r->search++;
	r->met.n = r->met_var.n = r->path.n = 0;
	vec_push(a, &r->path, root);
	vec_push(a, &r->met, root);
	r->next.at[root] = r->start.at[root];
	while (r->path.n > 0) {
		int32_t e = r->path.at[r->path.n - 1], v = -1;

		while (r->next.at[e] < r->end.at[e]) {
			v = r->var.at[r->next.at[e]];
			if (is_active(r, v) && r->seen.at[v] != r->search)
				break;
			r->next.at[e]++;
		}
		if (r->next.at[e] == r->end.at[e]) {
			r->path.n--;
			continue;
		}
		r->seen.at[v] = r->search;
		vec_push(a, &r->met_var, v);
		if (r->eq_of.at[v] >= 0) {
			int32_t other = r->eq_of.at[v];

			vec_push(a, &r->path, other);
			vec_push(a, &r->met, other);
			r->next.at[other] = r->start.at[other];
			continue;
		}
		for (size_t i = 0; i < r->path.n; i++)
			r->eq_of.at[r->var.at[r->next.at[r->path.at[i]]]] = r->path.at[i];
		return true;
	}
	return false;
}

/* The derivative of a variable, made for good. */
static VarId take_der(Reduce *r, VarId v)
{
	int32_t *spare = (size_t)v.i < r->spare.n ? &r->spare.at[v.i] : NULL;

	if (r->d->vars.at[v.i].der.i < 0 && spare && *spare) {
		r->d->vars.at[v.i].der = (VarId){*spare - 1};
		r->d->vars.at[*spare - 1].der_of = v;
		*spare = 0;
	}
	return dae_der(r->d, v);
}

/* The derivative of a variable that no search has met may be multiplied by 0: it is only lent until
   it is found in a finished equation. */
static VarId lend_der(Reduce *r, VarId v)
{
	VarId der;

	while (r->spare.n <= (size_t)v.i)
		vec_push(arena_allocator(r->scratch), &r->spare, 0);
	if (r->spare.at[v.i])
		return (VarId){r->spare.at[v.i] - 1};
	der = dae_der(r->d, v);
	r->d->vars.at[v.i].der = (VarId){-1};
	r->d->vars.at[der.i].der_of = (VarId){-1};
	r->spare.at[v.i] = der.i + 1;
	while (r->lent_to.n <= (size_t)der.i)
		vec_push(arena_allocator(r->scratch), &r->lent_to, 0);
	r->lent_to.at[der.i] = v.i + 1;
	return der;
}

static const Expr *seed(void *ctx, VarId v)
{
	Reduce *r = ctx;
	const DaeVar *x = dae_var(r->d, v);

	if (x->role != DR_CONTINUOUS)
		return NULL;
	return dae_ref(r->d, x->der.i >= 0 ? x->der : lend_der(r, v));
}

static void say_equation(Reduce *r, const DaeEq *e)
{
	Text text;

	text_init(&text, arena_heap(r->d->keep));
	dae_print_eq_short(r->d, e, r->scratch, &text);
	diag_note(r->diag, e->at, "%s", text_str(&text));
	text_free(&text);
}

/* The input of the model that an equation holds; -1: none. */
static int32_t input_of(Reduce *r, const DaeEq *e)
{
	uses_find(&r->uses, e->lhs, e->rhs);
	for (size_t i = 0; i < r->uses.vars.n; i++)
		if (dae_var(r->d, r->uses.vars.at[i])->role == DR_INPUT)
			return r->uses.vars.at[i].i;
	return -1;
}

static bool differentiate(Reduce *r, int32_t i)
{
	DaeEq e = r->d->eqs.at[i];
	const Expr *lhs = diff_expr(r->diff, e.lhs), *rhs = lhs ? diff_expr(r->diff, e.rhs) : NULL;
	int32_t input = input_of(r, &e);
	DaeEqId der;

	if (!lhs || !rhs || input >= 0) {
		if (r->quiet)
			return false;
		if (input >= 0) {
			Text name;

			text_init(&name, arena_heap(r->d->keep));
			flat_print_var(r->d->m, (VarId){input}, &name);
			diag_error(r->diag, e.at, E_DERIVATIVE_INPUT,
					   "the model needs the derivative of its input '%s'", text_str(&name));
			text_free(&name);
		} else {
			diag_error(r->diag, e.at, E_DERIVATIVE_NONE,
					   "index reduction needs the derivative of this equation, but %s",
					   diff_why(r->diff));
		}
		say_equation(r, &e);
		return false;
	}
	der = dae_add_eq(r->d, lhs, rhs, &e);
	r->d->eqs.at[der.i].der_of = (DaeEqId){i};
	r->d->eqs.at[i].der = der;
	return true;
}

static bool too_deep(Reduce *r, int32_t eq)
{
	int depth = 0;

	for (int32_t e = eq; e >= 0; e = r->d->eqs.at[e].der_of.i)
		depth++;
	if (depth < 40)
		return false;
	if (r->quiet)
		return true;
	diag_error(r->diag, r->d->eqs.at[eq].at, E_EQUATIONS_SINGULAR,
			   "the equations cannot be solved: differentiating this one again and again gives no "
			   "equation for the highest derivatives");
	say_equation(r, &r->d->eqs.at[eq]);
	return true;
}

/* Conditions of parameters in the met equations are decided. True: a variable that an equation was
   matched to is gone from it, so that both are free again. */
static bool decide_met(Reduce *r)
{
	bool again = false;

	for (size_t i = 0; i < r->met.n; i++) {
		int32_t e = r->met.at[i], first = r->start.at[e], end = r->end.at[e], matched = -1;

		if (!decide_eq(r->decide, &r->d->eqs.at[e]))
			continue;
		for (int32_t k = first; k < end; k++)
			if (r->eq_of.at[r->var.at[k]] == e)
				matched = r->var.at[k];
		r->start.at[e] = (int32_t)r->var.n;
		add_vars(r, &r->d->eqs.at[e]);
		r->end.at[e] = (int32_t)r->var.n;
		for (int32_t k = r->start.at[e]; k < r->end.at[e] && matched >= 0; k++)
			if (r->var.at[k] == matched)
				matched = -1;
		if (matched < 0)
			continue;
		r->eq_of.at[matched] = -1;
		vec_push(arena_allocator(r->scratch), &r->todo, e);
		again = true;
	}
	return again;
}

/* The met equations and variables get derivatives; those of the variables are matched to those of
   the equations. */
static bool differentiate_met(Reduce *r)
{
	const MdvAlloc *a = arena_allocator(r->scratch);

	for (size_t i = 0; i < r->met_var.n; i++)
		take_der(r, (VarId){r->met_var.at[i]});
	for (size_t i = 0; i < r->met.n; i++) {
		const DaeEq *e;

		if (!differentiate(r, r->met.at[i]))
			return false;
		/* What the derivative holds although nothing led there is met too. */
		e = &r->d->eqs.at[r->d->eqs.at[r->met.at[i]].der.i];
		find_vars(r, e);
		for (size_t k = 0; k < r->uses.vars.n; k++) {
			int32_t der = r->uses.vars.at[k].i;
			int32_t v = (size_t)der < r->lent_to.n ? r->lent_to.at[der] - 1 : -1;

			if (v < 0 || r->d->vars.at[v].der.i >= 0)
				continue;
			take_der(r, (VarId){v});
			if (r->eq_of.at[v] >= 0) {
				vec_push(a, &r->met_var, v);
				vec_push(a, &r->met, r->eq_of.at[v]);
			}
		}
	}
	grow(r);
	for (size_t i = 0; i < r->met_var.n; i++) {
		int32_t v = r->met_var.at[i], e = r->eq_of.at[v];

		r->eq_of.at[r->d->vars.at[v].der.i] = r->d->eqs.at[e].der.i;
		r->eq_of.at[v] = -1;
	}
	return true;
}

/* Differentiate until the equation, or its derivative, is matched. */
static bool reduce_one(Reduce *r, int32_t e)
{
	while (!augment(r, e)) {
		if (decide_met(r))
			continue;
		if (too_deep(r, e) || !differentiate_met(r))
			return false;
		e = r->d->eqs.at[e].der.i;
	}
	return true;
}

/* quiet: failure is not told. */
static bool reduce_all(Dae *d, Arena *scratch, Diag *diag, bool quiet)
{
	Reduce *r = NEW(scratch, Reduce);
	size_t n = d->eqs.n;
	uint8_t *matched;

	*r = (Reduce){.d = d, .scratch = scratch, .diag = diag, .quiet = quiet};
	d->n_natural = (int32_t)d->vars.n;
	uses_init(&r->uses, d, scratch);
	r->diff = diff_new(d->m, scratch, expr_real(&d->m->pool, 1), seed, r);
	r->diff->diag = diag;
	r->inliner = inline_new(d->m, scratch, INLINE_LATE);
	r->decide = decide_new(d, scratch);
	grow(r);
	match_all(r);
	matched = NEW_ARRAY(scratch, uint8_t, n);
	for (size_t v = 0; v < d->vars.n; v++)
		if (r->eq_of.at[v] >= 0)
			matched[r->eq_of.at[v]] = 1;
	for (size_t i = 0; i < n; i++) {
		/* An equation without continuous unknowns is not for this pass. */
		if (matched[i] || d->eqs.at[i].dropped || r->start.at[i] == r->end.at[i])
			continue;
		if (!reduce_one(r, (int32_t)i))
			return false;
		while (r->todo.n > 0)
			if (!reduce_one(r, r->todo.at[--r->todo.n]))
				return false;
	}
	for (size_t v = 0; v < r->eq_of.n; v++)
		d->vars.at[v].eq = (DaeEqId){r->eq_of.at[v]};
	/* Derivatives that were not needed are nothing. */
	for (size_t v = 0; v < r->spare.n; v++)
		if (r->spare.at[v]) {
			d->vars.at[r->spare.at[v] - 1].role = DR_NONE;
			d->vars.at[r->spare.at[v] - 1].value = expr_real(&d->m->pool, 0);
		}
	return true;
}

/* A variable that is wanted as a state although nothing differentiates it gets a derivative: what
   defines it is then differentiated, and state selection can choose it. */
static bool add_preferred(Dae *d)
{
	size_t n = d->vars.n;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		const DaeVar *x = &d->vars.at[i];

		if (x->role == DR_CONTINUOUS && x->alias.i == (int32_t)i && x->der.i < 0 &&
			x->select >= SS_PREFER) {
			dae_der(d, (VarId){(int32_t)i});
			any = true;
		}
	}
	return any;
}

/* As it was with n_vars variables and n_eqs equations. */
static void undo(Dae *d, size_t n_vars, size_t n_eqs)
{
	d->eqs.n = n_eqs;
	for (size_t i = 0; i < n_eqs; i++)
		d->eqs.at[i].der = (DaeEqId){-1};
	for (size_t v = 0; v < d->vars.n; v++) {
		DaeVar *x = &d->vars.at[v];

		if (x->der.i >= (int32_t)n_vars)
			x->der.i = -1;
		if (v < n_vars)
			continue;
		x->role = DR_NONE;
		x->value = expr_real(&d->m->pool, 0);
		x->der = x->der_of = (VarId){-1};
	}
}

bool index_reduce(Dae *d, Arena *scratch, Diag *diag)
{
	size_t n_vars = d->vars.n, n_eqs = d->eqs.n;

	combine_equations(d, scratch);
	if (add_preferred(d)) {
		if (reduce_all(d, scratch, diag, true))
			return true;
		undo(d, n_vars, n_eqs);
	}
	return reduce_all(d, scratch, diag, false);
}
