/* SPDX-License-Identifier: MIT
   prepare_param.c — the role of every variable, its attributes, and the values that are known at
   compile time. Known are constants, final and structural parameters and those with Evaluate =
   true, if their value comes down to a literal; other parameters may be set before a run. A
   condition that decides between equations with and without a derivative is structural too: the
   parameters it depends on are taken as known; so are parameters that are 0 in components that
   differentiate. O(size of the model). */
#include "compiler/prepare/prepare.h"

#include <stdlib.h>
#include <string.h>

#define WARN_MOST 5 /* parameters without value that are named one by one */

/* Values of parameters as literals, in order of dependence. */
typedef struct Resolve {
	Prepare *p;         /* the pass */
	bool all;           /* every parameter counts as known */
	const bool *wanted; /* by variable: it is known; not looked at if `all` */
	const Expr **value; /* by variable: its literal; NULL: none */
	uint8_t *state;     /* by variable: 0 not looked at, 1 begun, 2 done */
	Rewrite *put;       /* puts values into expressions */
	Walk walk;          /* through bindings */
	VEC(VarId) stack;   /* variables under way */
} Resolve;

/* Before this pass has given roles. */
static bool is_parameter(const FlatModel *m, VarId v)
{
	return flat_var(m, v)->variability <= VB_PARAMETER &&
		   flat_decl_of(m, v)->type->kind != TY_OBJECT;
}

static bool is_solved(const FlatModel *m, VarId v)
{
	return flat_var(m, v)->variability == VB_PARAMETER && flat_attrs(m, v)->fixed == FX_FALSE;
}

const Expr *prepare_default(ExprPool *pool, const Type *type)
{
	switch (type->kind) {
	case TY_REAL: return expr_real(pool, 0);
	case TY_INTEGER: return expr_integer(pool, 0);
	case TY_BOOLEAN: return expr_boolean(pool, false);
	case TY_ENUM: return expr_enum(pool, type, 1);
	default: return expr_text(pool, "");
	}
}

/* What a parameter's value is made of (MLS 8.6: its binding, or else the start value). */
static const Expr *source_of(const Resolve *r, VarId v)
{
	const FlatVar *var = flat_var(r->p->m, v);

	if (var->binding)
		return var->binding;
	return var->start ? var->start : prepare_default(r->p->pool, flat_decl_of(r->p->m, v)->type);
}

static const Expr *put_scalar(void *ctx, VarId v)
{
	const Resolve *r = ctx;

	return r->value[v.i] ? r->value[v.i] : dae_ref(r->p->d, v);
}

static const Expr *put_array(Resolve *r, VarId v, const Type *type)
{
	return scalar_build(r->p->pool, r->p->scratch, v, type, put_scalar, r);
}

static const Expr *put_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	(void)pool;
	return e->op == EX_VAR ? put_array(ctx, expr_var_id(e), e->type) : e;
}

static void resolve_begin(Resolve *r, Prepare *p, const bool *wanted)
{
	*r = (Resolve){.p = p, .all = !wanted, .wanted = wanted};
	r->value = NEW_ARRAY(p->scratch, const Expr *, p->m->vars.n);
	r->state = NEW_ARRAY(p->scratch, uint8_t, p->m->vars.n);
	r->put = walk_rewrite_new(p->pool, p->scratch, XF_VAR, put_rule, r);
	walk_init_only(&r->walk, p->pool, p->scratch, XF_VAR);
}

static bool is_wanted(const Resolve *r, VarId v)
{
	return is_parameter(r->p->m, v) && !is_solved(r->p->m, v) && (r->all || r->wanted[v.i]);
}

/* Put the wanted variables of e that are not done on the stack. */
static void push_vars(Resolve *r, const Expr *e)
{
	const Expr *x;

	for (walk_begin(&r->walk, e); (x = walk_next(&r->walk));) {
		if (x->op != EX_VAR)
			continue;
		for (int32_t k = 0; k < x->type->n_scalars; k++) {
			VarId v = {(int32_t)x->aux + k};

			if (r->state[v.i] == 0 && is_wanted(r, v))
				vec_push(arena_allocator(r->p->scratch), &r->stack, v);
		}
	}
}

static const Expr *resolve(Resolve *r, const Expr *e)
{
	push_vars(r, e);
	while (r->stack.n > 0) {
		VarId v = r->stack.at[r->stack.n - 1];

		if (r->state[v.i] == 0) {
			r->state[v.i] = 1;
			push_vars(r, source_of(r, v));
			continue;
		}
		r->stack.n--;
		if (r->state[v.i] == 2)
			continue;
		r->state[v.i] = 2;
		r->value[v.i] = walk_rewrite(r->put, source_of(r, v));
		if (!expr_is_literal(r->value[v.i]))
			r->value[v.i] = NULL;
	}
	return walk_rewrite(r->put, e);
}

/* Conditions that decide about derivatives. */

typedef struct Force {
	Prepare *p;       /* the pass */
	bool *wanted;     /* by variable: to be known */
	Resolve full;     /* values if all parameters are known; begun when first needed */
	Walk walk, inner; /* through equations; for der below a node */
	VEC(VarId) todo;  /* parameters whose bindings are to be followed */
} Force;

typedef VEC(uint32_t) Ids;

/* Adds the numbers of the der(…) in e. */
static void collect_ders(Force *f, const Expr *e, Ids *ids)
{
	const Expr *x;

	for (walk_begin(&f->inner, e); (x = walk_next(&f->inner));) {
		if (!(x->flags & XF_DER))
			walk_skip(&f->inner);
		if (x->op == EX_DER)
			vec_push(arena_allocator(f->p->scratch), ids, x->id);
	}
}

static void collect_branch(Force *f, const FlatEq *eq, int32_t n, Ids *ids)
{
	for (int32_t i = 0; i < n; i++) {
		for (int b = 0; b < eq[i].n_branch; b++)
			collect_branch(f, eq[i].branch[b].eq, eq[i].branch[b].n_eq, ids);
		if (eq[i].n_branch == 0) {
			collect_ders(f, eq[i].lhs, ids);
			collect_ders(f, eq[i].rhs, ids);
		}
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void sort_once(Ids *ids)
{
	size_t n = 0;

	vec_sort(ids, by_number);
	for (size_t i = 0; i < ids->n; i++)
		if (n == 0 || ids->at[n - 1] != ids->at[i])
			ids->at[n++] = ids->at[i];
	ids->n = n;
}

static bool same_ids(Ids *a, Ids *b)
{
	sort_once(a);
	sort_once(b);
	return a->n == b->n && (a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}

/* All parameters that e depends on are to be known. */
static void force(Force *f, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(f->p->scratch);
	const Expr *x;

	for (f->todo.n = 0;;) {
		for (walk_begin(&f->inner, e); (x = walk_next(&f->inner));)
			for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++) {
				VarId v = {(int32_t)x->aux + k};

				if (!f->wanted[v.i] && is_parameter(f->p->m, v)) {
					f->wanted[v.i] = true;
					vec_push(a, &f->todo, v);
				}
			}
		if (f->todo.n == 0)
			return;
		e = source_of(&f->full, f->todo.at[--f->todo.n]);
	}
}

/* A condition of parameters on which the equations depend: taken as known if it can be. */
static void force_condition(Force *f, const Expr *cond)
{
	if (!cond || cond->variability > VB_PARAMETER || expr_is_literal(cond))
		return;
	if (!f->full.p)
		resolve_begin(&f->full, f->p, NULL);
	if (expr_is_literal(resolve(&f->full, cond)))
		force(f, cond);
}

static void force_if(Force *f, const FlatEq *eq)
{
	Ids first = {0}, ids = {0};
	bool differ = false;

	collect_branch(f, eq->branch[0].eq, eq->branch[0].n_eq, &first);
	for (int b = 1; b < eq->n_branch && !differ; b++) {
		ids.n = 0;
		collect_branch(f, eq->branch[b].eq, eq->branch[b].n_eq, &ids);
		differ = !same_ids(&first, &ids) || flat_count_branch(&eq->branch[0], f->p->scratch) !=
												flat_count_branch(&eq->branch[b], f->p->scratch);
	}
	differ |= eq->branch[eq->n_branch - 1].cond && flat_count_branch(eq->branch, f->p->scratch) > 0;
	for (int b = 0; b < eq->n_branch && differ; b++)
		force_condition(f, eq->branch[b].cond);
}

/* The same for if-expressions. */
static void force_expr(Force *f, const Expr *e)
{
	const Expr *x;

	walk_add(&f->walk, e);
	while ((x = walk_next(&f->walk))) {
		Ids a = {0}, b = {0};

		if (!(x->flags & XF_DER))
			walk_skip(&f->walk);
		if (x->op != EX_IF || !(x->flags & XF_DER) || x->arg[0]->variability > VB_PARAMETER)
			continue;
		collect_ders(f, x->arg[1], &a);
		collect_ders(f, x->arg[2], &b);
		if (!same_ids(&a, &b))
			force_condition(f, x->arg[0]);
	}
}

static void force_eqs(Force *f, const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].kind == EQ_IF)
			force_if(f, &eq[i]);
		for (int b = 0; b < eq[i].n_branch; b++)
			force_eqs(f, eq[i].branch[b].eq, eq[i].branch[b].n_eq);
		if (eq[i].n_branch == 0) {
			force_expr(f, eq[i].lhs);
			force_expr(f, eq[i].rhs);
		}
	}
}

/* A capacitance, mass or inertia of 0 takes a state away: parameters that are 0, of components that
   differentiate something, are taken as known. */

static void mark_ders(const FlatEq *eq, int32_t n, bool *differentiates)
{
	for (int32_t i = 0; i < n; i++) {
		for (int b = 0; b < eq[i].n_branch; b++)
			mark_ders(eq[i].branch[b].eq, eq[i].branch[b].n_eq, differentiates);
		if (eq[i].n_branch == 0 &&
			((eq[i].lhs->flags | (eq[i].rhs ? eq[i].rhs->flags : 0)) & XF_DER))
			differentiates[eq[i].path.i] = true;
	}
}

static void force_zeros(Force *f)
{
	const FlatModel *m = f->p->m;
	bool *differentiates = NEW_ARRAY(f->p->scratch, bool, m->paths.n);

	mark_ders(m->eqs.at, (int32_t)m->eqs.n, differentiates);
	for (size_t i = 0; i < m->vars.n; i++) {
		VarId v = {(int32_t)i};
		const FlatDecl *b = flat_decl_of(m, v);
		PathId up = m->paths.at[b->path.i].parent;
		const Expr *ref;

		if (f->wanted[i] || m->vars.at[i].variability != VB_PARAMETER || is_solved(m, v) ||
			b->type->kind != TY_REAL || flat_is_own(m, v) /* a start value that stays open */ ||
			!(differentiates[b->path.i] || (up.i >= 0 && differentiates[up.i])))
			continue;
		if (!f->full.p)
			resolve_begin(&f->full, f->p, NULL);
		ref = flat_ref(f->p->m, v);
		if (expr_is_real(resolve(&f->full, ref), 0))
			force(f, ref);
	}
}

/* Roles. */

static const bool *find_wanted(Prepare *p)
{
	const FlatModel *m = p->m;
	Force f = {.p = p, .wanted = NEW_ARRAY(p->scratch, bool, m->vars.n)};

	for (size_t i = 0; i < m->vars.n; i++) {
		VarId v = {(int32_t)i};
		const FlatDecl *b = flat_decl_of(m, v);

		f.wanted[i] = is_parameter(m, v) &&
					  (m->vars.at[i].variability == VB_CONSTANT || flat_attrs(m, v)->structural ||
					   (b->flags & (DF_FINAL | DF_EVALUATE)));
	}
	walk_init(&f.walk, p->pool, p->scratch);
	walk_begin(&f.walk, NULL);
	walk_init(&f.inner, p->pool, p->scratch);
	f.full = (Resolve){0};
	force_eqs(&f, m->eqs.at, (int32_t)m->eqs.n);
	force_zeros(&f);
	return f.wanted;
}

static uint8_t role_of(const FlatModel *m, VarId v)
{
	const FlatDecl *b = flat_decl_of(m, v);

	if (flat_var(m, v)->variability <= VB_PARAMETER || b->type->kind == TY_OBJECT)
		return DR_PARAMETER;
	if (b->causality == CZ_INPUT)
		return DR_INPUT;
	return flat_var(m, v)->variability == VB_CONTINUOUS ? DR_CONTINUOUS : DR_DISCRETE;
}

/* A parameter that needs one that the initial system determines is determined by it, too. */
static void spread_solved(Prepare *p)
{
	bool again = true;
	const Expr *x;
	Walk walk;

	walk_init(&walk, p->pool, p->scratch);
	while (again) {
		again = false;
		for (size_t i = 0; i < p->m->vars.n; i++) {
			DaeVar *v = &p->d->vars.at[i];

			if (v->role != DR_PARAMETER || v->solved || !v->value)
				continue;
			for (walk_begin(&walk, v->value); (x = walk_next(&walk)) && !v->solved;)
				for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++)
					v->solved |= p->d->vars.at[(int32_t)x->aux + k].solved;
			again |= v->solved;
		}
	}
}

/* MLS 4.4.4, 8.6: a parameter without binding has its start value, and the user should know;
   without that it has none. */
static void report_no_value(Prepare *p, const VarId v[], size_t n)
{
	size_t told[2] = {0}, more = 0;

	for (size_t i = 0; i < n; i++) {
		const FlatDecl *d = flat_decl_of(p->m, v[i]);
		bool has_start = flat_var(p->m, v[i])->start != NULL;
		Text name;

		if (told[has_start]++ >= WARN_MOST) {
			more++;
			continue;
		}
		text_init(&name, arena_heap(p->d->keep));
		flat_print_var(p->m, v[i], &name);
		if (!has_start && (d->flags & DF_OLDER)) /* before Modelica 3 the start value was 0 then */
			diag_older(p->diag, NULL, d->at, E_NO_VALUE,
					   "parameter '%s' has no value, which used to be 0", text_str(&name));
		else
			diag_report(p->diag, d->at, has_start ? W_NO_VALUE : E_NO_VALUE,
						has_start ? "parameter '%s' has no value; its start value is used"
								  : "parameter '%s' has no value: give it one where it is "
									"declared, by a modifier, or from outside (--set)",
						text_str(&name));
		text_free(&name);
	}
	if (more)
		diag_note(p->diag, SPAN_NONE, "and so have %zu other parameters", more);
}

static void set_attributes(Prepare *p, VarId v)
{
	const FlatAttrs *a = flat_attrs(p->m, v);
	DaeVar *var = dae_var(p->d, v);
	const Expr *start = flat_var(p->m, v)->start, *nominal = a->nominal;

	var->select = a->state_select;
	var->fixed = a->fixed == FX_TRUE;
	var->depth = start ? a->start_depth : UINT8_MAX;
	var->start = prepare_literal(p, start);
	p->d->vars.at[v.i].nominal = prepare_literal(p, nominal);
	p->d->vars.at[v.i].min = prepare_literal(p, a->min);
	p->d->vars.at[v.i].max = prepare_literal(p, a->max);
}

void prepare_vars_begin(Prepare *p)
{
	const bool *wanted = find_wanted(p);
	bool any_solved = false;
	VEC(VarId) silent = {0};
	Resolve r;

	resolve_begin(&r, p, wanted);
	for (size_t i = 0; i < p->m->vars.n; i++) {
		VarId v = {(int32_t)i};
		DaeVar *var = dae_var(p->d, v);

		var->role = role_of(p->m, v);
		if (!is_wanted(&r, v))
			continue;
		resolve(&r, dae_ref(p->d, v));
		if (!r.value[i])
			continue;
		var->role = DR_NONE;
		var->value = r.value[i];
		var->evaluated = p->m->vars.at[i].variability == VB_PARAMETER;
	}
	for (size_t i = 0; i < p->m->vars.n; i++) {
		VarId v = {(int32_t)i};
		const FlatDecl *b = flat_decl_of(p->m, v);

		p->at = b->value_at.file ? b->value_at : b->at;
		p->path = b->path;
		if (b->type->kind == TY_CLOCK) { /* clocks/ has read it; it has no value */
			p->d->vars.at[i].role = DR_NONE;
			p->d->vars.at[i].value = expr_boolean(p->pool, false);
			continue;
		}
		set_attributes(p, v);
		if (p->m->vars.at[i].variability == VB_PARAMETER && !p->m->vars.at[i].binding &&
			!is_solved(p->m, v))
			vec_push(arena_allocator(p->scratch), &silent, v);
		if (p->d->vars.at[i].role != DR_PARAMETER)
			continue;
		p->d->vars.at[i].solved = is_solved(p->m, v);
		any_solved |= is_solved(p->m, v);
		p->d->vars.at[i].value = prepare_literal(p, p->m->vars.at[i].binding);
		if (p->m->vars.at[i].binding || is_solved(p->m, v))
			continue;
		/* A start value that is computed is the value; a literal one may be set. */
		if (p->d->vars.at[i].start && !expr_is_literal(p->d->vars.at[i].start))
			p->d->vars.at[i].value = p->d->vars.at[i].start;
	}
	if (any_solved)
		spread_solved(p);
	report_no_value(p, silent.at, silent.n);
}
