/* SPDX-License-Identifier: MIT
   prepare_alg_fn.c — an algorithm section as a function of all that it reads, whose results are all
   that it assigns; for every variable that it assigns there is one equation v = result of the call.
   Outputs that need a value at entry get it as an input: pre(v) if discrete, otherwise the start
   value (MLS 11.1.2). */
#include "compiler/prepare/prepare_alg.h"

#include <string.h>

static const Expr *renumber_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	const AlgFn *f = ctx;
	int number;

	if (e->op != EX_LOCAL)
		return e;
	if (e->aux >= ALG_OUT)
		number = f->n_in + (int)(e->aux - ALG_OUT);
	else if (e->aux >= ALG_IN)
		number = f->in.at[e->aux - ALG_IN].number;
	else
		number = f->n_in + (int)f->out.n + (int)e->aux;
	return expr_local(pool, number, e->type);
}

/* Inputs that are read get their numbers. */
static void number_expr(AlgFn *f, Walk *walk, const Expr *e)
{
	const Expr *x;

	if (!e)
		return;
	walk_add(walk, e);
	while ((x = walk_next(walk))) {
		if (!(x->flags & XF_LOCAL))
			walk_skip(walk);
		if (x->op == EX_LOCAL && x->aux >= ALG_IN && x->aux < ALG_OUT &&
			f->in.at[x->aux - ALG_IN].number < 0)
			f->in.at[x->aux - ALG_IN].number = f->n_in++;
	}
}

static void number_stmts(AlgFn *f, Walk *walk, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		number_expr(f, walk, stmt[i].lhs);
		number_expr(f, walk, stmt[i].rhs);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			number_expr(f, walk, stmt[i].branch[b].cond);
			number_stmts(f, walk, stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt);
		}
	}
}

static const FlatStmt *renumber(AlgFn *f, const FlatStmt *stmt, int32_t n)
{
	FlatStmt *copy = NEW_ARRAY(f->p->m->keep, FlatStmt, n);

	for (int32_t i = 0; i < n; i++) {
		StmtBranch *branch = NEW_ARRAY(f->p->m->keep, StmtBranch, stmt[i].n_branch);

		copy[i] = stmt[i];
		copy[i].lhs = walk_rewrite(f->renumber, stmt[i].lhs);
		copy[i].rhs = walk_rewrite(f->renumber, stmt[i].rhs);
		copy[i].branch = branch;
		for (int b = 0; b < stmt[i].n_branch; b++) {
			branch[b] = stmt[i].branch[b];
			branch[b].cond = walk_rewrite(f->renumber, branch[b].cond);
			branch[b].stmt = renumber(f, branch[b].stmt, branch[b].n_stmt);
		}
	}
	return copy;
}

/* Values at entry. */

static const Expr *entry_scalar(void *ctx, VarId v)
{
	const AlgFn *f = ctx;
	Prepare *p = f->p;
	const DaeVar *var = dae_var(p->d, v);
	const Type *type = flat_decl_of(p->m, v)->type;

	if (v.i < f->n_vars && !map_find(&f->targets, (uint64_t)v.i))
		return prepare_vars(p, v, type); /* an element that others determine */
	if (var->role == DR_DISCRETE)
		return expr_unary(p->pool, EX_PRE, dae_ref(p->d, v));
	return var->start ? var->start : prepare_default(p->pool, type);
}

const Expr *prepare_alg_entry_value(AlgFn *f, VarId v, const Type *type)
{
	return scalar_build(f->p->pool, f->p->scratch, v, type, entry_scalar, f);
}

/* The function. */

/* One that stands for a whole variable has its name, which messages tell; NULL: it stands for
   something else. */
static const char *name_of(AlgFn *f, const Expr *of, LocalKind kind)
{
	const FlatModel *m = f->p->m;
	const FlatDecl *b = of->op == EX_VAR ? flat_decl_of(m, expr_var_id(of)) : NULL;
	const char *name = b ? intern_text(m->names, b->name) : "$";

	if (name[0] == '$' || b->first.i != expr_var_id(of).i || b->rank != of->type->rank ||
		(kind == LO_INPUT && map_find(&f->output_of, of->aux)))
		return NULL;
	return arena_strndup(f->p->scratch, name, b->rank > 0 ? strcspn(name, "[") : strlen(name));
}

static FlatLocal local(AlgFn *f, const char *prefix, size_t k, const Expr *of, LocalKind kind)
{
	const char *name = name_of(f, of, kind);

	if (!name)
		name = arena_printf(f->p->scratch, "%s%zu", prefix, k + 1);
	return (FlatLocal){.name = flat_name(f->p->m, name),
					   .type = of->type,
					   .kind = (uint8_t)kind,
					   .at = f->alg->at};
}

static const FlatLocal *locals(AlgFn *f, const Expr *const init[])
{
	size_t n_iter = (size_t)f->alg->body.n_locals;
	FlatLocal *all = NEW_ARRAY(f->p->m->keep, FlatLocal, (size_t)f->n_in + f->out.n + n_iter);
	FlatLocal *at = all + f->n_in;

	for (size_t k = 0; k < f->in.n; k++)
		if (f->in.at[k].number >= 0)
			all[f->in.at[k].number] =
				local(f, "u", (size_t)f->in.at[k].number, f->in.at[k].of, LO_INPUT);
	for (size_t k = 0; k < f->out.n; k++, at++) {
		*at = local(f, "y", k, expr_var(f->p->pool, f->out.at[k].first, f->out.at[k].type),
					LO_OUTPUT);
		at->init = walk_rewrite(f->renumber, init[k]);
	}
	for (size_t k = 0; k < n_iter; k++)
		*at++ = f->alg->body.local[k];
	return all;
}

static FnId make_function(AlgFn *f, const FlatStmt *stmt, int32_t n_stmt)
{
	Prepare *p = f->p;
	bool *needed = NEW_ARRAY(p->scratch, bool, f->out.n);
	const Expr **init = NEW_ARRAY(p->scratch, const Expr *, f->out.n);
	FlatFn fn = {.at = f->alg->at,
				 .n_out = (int32_t)f->out.n,
				 .smooth_order = -1,
				 .inlining = IN_NEVER,
				 .purity = f->impure ? PU_IMPURE : PU_PURE};
	char name[32];
	FnId id;

	prepare_alg_entry(p, stmt, n_stmt, ALG_OUT, (int32_t)f->out.n, needed);
	walk_begin(&p->look, NULL);
	for (size_t k = 0; k < f->out.n; k++) {
		init[k] = f->out.at[k].init;
		if (!init[k] && needed[k])
			init[k] = prepare_alg_input(
				f, prepare_alg_entry_value(f, f->out.at[k].first, f->out.at[k].type));
		number_expr(f, &p->look, init[k]);
	}
	number_stmts(f, &p->look, stmt, n_stmt);
	f->renumber = walk_rewrite_new(p->pool, p->scratch, XF_LOCAL, renumber_rule, f);
	snprintf(name, sizeof name, "$algorithm%zu", p->m->fns.n + 1);
	fn.name = flat_name(p->m, name);
	fn.n_in = f->n_in;
	fn.body.n_locals = f->n_in + fn.n_out + f->alg->body.n_locals;
	fn.body.local = locals(f, init);
	fn.body.stmt = renumber(f, stmt, n_stmt);
	fn.body.n_stmt = n_stmt;
	id = flat_new_fn(p->m, fn.name, fn.purity);
	flat_set_fn(p->m, id, &fn);
	return id;
}

/* An input in terms of the model, with arrays spelt out. */
static const Expr *argument(AlgFn *f, const Expr *of)
{
	return prepare_plain(f->p, prepare_known(f->p, of));
}

/* initial() is an input like others; at the start it is true. */
static const Expr *start_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	const AlgFn *f = ctx;

	if (e->op != EX_LOCAL || e->aux < ALG_IN || e->aux >= ALG_OUT)
		return e;
	return f->in.at[e->aux - ALG_IN].of->op == EX_INITIAL ? expr_boolean(pool, true) : e;
}

/* Branches that the start never takes: those of whens without initial() (MLS 8.6). */
static bool is_never_at_start(AlgFn *f, const Expr *cond)
{
	Rewrite *r = walk_rewrite_new(f->p->pool, f->p->scratch, XF_LOCAL, start_rule, f);

	cond = walk_rewrite(r, cond);
	return cond && cond->op == EX_BOOLEAN && !expr_integer_value(cond);
}

/* Which outputs statements may assign at the start. */
static void find_assigned_at_start(AlgFn *f, const FlatStmt *stmt, int32_t n, bool *assigned)
{
	for (int32_t i = 0; i < n; i++) {
		const Expr *e;

		walk_begin(&f->p->look, stmt[i].lhs);
		while (stmt[i].lhs && (e = walk_next(&f->p->look)))
			if (e->op == EX_LOCAL && e->aux >= ALG_OUT)
				assigned[e->aux - ALG_OUT] = true;
		for (int b = 0; b < stmt[i].n_branch; b++)
			if (!is_never_at_start(f, stmt[i].branch[b].cond))
				find_assigned_at_start(f, stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt,
									   assigned);
	}
}

/* One equation for every variable that is assigned. What only whens assign that the start does not
   carry out is what it was before, whatever determines that: v = pre(v), as for whens elsewhere. */
static void add_equations(AlgFn *f, const Expr *call, const bool *at_start)
{
	Prepare *p = f->p;
	FlatEq *from = NEW(p->scratch, FlatEq);

	*from = (FlatEq){.origin = EO_OTHER, .path = f->alg->path, .at = f->alg->at};
	for (size_t k = 0; k < f->out.n; k++) {
		const AlgOutput *out = &f->out.at[k];
		const Expr *value = f->out.n == 1 ? call : expr_result(p->pool, call, (int)k);

		for (int32_t i = 0; i < out->type->n_scalars; i++) {
			VarId v = {out->first.i + i};
			bool made = v.i >= f->n_vars; /* by prepare_alg_output */
			bool stays =
				!made && !f->alg->initial && !at_start[k] && dae_var(p->d, v)->role == DR_DISCRETE;
			Row row = {.lhs = dae_ref(p->d, v),
					   .rhs = prepare_part(p, value, out->type, i),
					   .init_rhs = stays ? expr_unary(p->pool, EX_PRE, dae_ref(p->d, v)) : NULL,
					   .from = from};

			if (made || map_find(&f->targets, (uint64_t)v.i))
				prepare_add(p, &row, f->alg->initial);
		}
	}
}

/* Would the section give something that changes at events only another value than it has? NULL: it
   assigns nothing of the kind outside of whens. */
static const Expr *find_changed(AlgFn *f, const Expr *call, const bool *at_start)
{
	Prepare *p = f->p;
	const Expr *changed = NULL, *value, *differs;

	for (size_t k = 0; k < f->out.n; k++) {
		const AlgOutput *out = &f->out.at[k];
		bool is_when = out->first.i >= f->n_vars; /* a condition */

		if (out->init || !(is_when || at_start[k]) || out->type->kind == TY_REAL ||
			out->type->kind >= TY_RECORD)
			continue;
		value = f->out.n == 1 ? call : expr_result(p->pool, call, (int)k);
		for (int32_t i = 0; i < out->type->n_scalars; i++) {
			VarId v = {out->first.i + i};

			if (!is_when && !map_find(&f->targets, (uint64_t)v.i))
				continue;
			differs =
				expr_binary(p->pool, EX_NE, prepare_part(p, value, out->type, i), dae_ref(p->d, v));
			changed = changed ? expr_binary(p->pool, EX_OR, changed, differs) : differs;
		}
	}
	return changed;
}

/* A relation of what the section computes in between, or that loops reach with one value after the
   other, is not there for the runtime to find its crossing. That something discrete would change is
   an event then. */
static void watch(AlgFn *f, const Expr *call, const bool *at_start)
{
	Prepare *p = f->p;
	const Expr *changed, *above;

	if (!f->watched || f->impure || p->initial || call->variability < VB_CONTINUOUS)
		return;
	changed = find_changed(f, call, at_start);
	if (!changed)
		return;
	above = expr_if(p->pool, changed, expr_real(p->pool, 1), expr_real(p->pool, -1));
	above =
		expr_binary(p->pool, EX_GT, expr_unary(p->pool, EX_NO_EVENT, above), expr_real(p->pool, 0));
	prepare_alg_event(p, above);
}

void prepare_alg_fn(Prepare *p, const FlatAlg *alg)
{
	AlgFn f = {.p = p, .alg = alg, .literal = alg->initial, .n_vars = (int32_t)p->m->vars.n};
	const FlatStmt *stmt;
	const Expr **arg, *call;
	bool *at_start;
	int32_t n_stmt;
	FnId fn;

	prepare_alg_refs(&f);
	stmt = prepare_alg_stmts(&f, alg->body.stmt, alg->body.n_stmt, &n_stmt);
	p->at = alg->at;
	fn = make_function(&f, stmt, n_stmt);
	arg = NEW_ARRAY(p->scratch, const Expr *, f.n_in);
	for (size_t k = 0; k < f.in.n; k++)
		if (f.in.at[k].number >= 0)
			arg[f.in.at[k].number] = argument(&f, f.in.at[k].of);
	call = flat_call(p->m, fn, arg, (size_t)f.n_in);
	if (f.out.n > 0) {
		at_start = NEW_ARRAY(p->scratch, bool, f.out.n);
		find_assigned_at_start(&f, stmt, n_stmt, at_start);
		add_equations(&f, call, at_start);
		watch(&f, call, at_start);
		return;
	}
	vec_push(arena_allocator(p->d->keep), &p->d->actions,
			 ((DaeAction){.kind = DA_CALL,
						  .always = !alg->initial,
						  .start = alg->initial,
						  .fires = expr_boolean(p->pool, true),
						  .target = {-1},
						  .value = call,
						  .at = alg->at,
						  .path = alg->path}));
}
