/* SPDX-License-Identifier: MIT
   flat_check.c — does a model keep to the definition in flat.h? Runs after every pass that writes
   the model; what it finds is an error of this program; it names the user's line. Each
   expression node is checked once however often it is used: O(size of the model). */
#include "compiler/flat/flat.h"

#include <string.h>

_Noreturn void flat_check_fail(const FlatChecker *c, const char *what)
{
	const Source *src = c->sources ? source_get(c->sources, c->at.file) : NULL;
	Text path;

	text_init(&path, arena_heap(c->m->keep));
	flat_print_path(c->m, c->path, &path);
	if (src)
		check_fail(c->check, "%s:%u: %s (in '%s')", src->name,
				   source_line(c->sources, c->at.file, c->at.start), what, text_str(&path));
	check_fail(c->check, "%s (in '%s')", what, text_str(&path));
}

static void need(const FlatChecker *c, bool ok, const char *what)
{
	if (!ok)
		flat_check_fail(c, what);
}

static bool is_span(const FlatChecker *c, Span at)
{
	const Source *src;

	if (at.file == 0 || !c->sources)
		return true;
	src = source_get(c->sources, at.file);
	return src && at.start <= at.end && at.end <= src->len;
}

static void place(FlatChecker *c, Span at, PathId path)
{
	c->at = at;
	c->path = (PathId){0};
	need(c, path.i >= 0 && path.i < (int32_t)c->m->paths.n, "a path that does not exist");
	c->path = path;
	need(c, is_span(c, at), "a place outside of its file");
}

/* Variables and blocks. */

static void check_block(FlatChecker *c, size_t i)
{
	const FlatDecl *b = &c->m->decls.at[i];
	const char *name = intern_text(c->m->names, b->name);
	int32_t n = flat_decl_size(b);
	size_t len;
	int slots = 0;

	place(c, b->at, b->path);
	need(c, b->name.i != 0 && b->type && b->type->rank == 0, "a variable without name or type");
	need(c, b->type->kind != TY_RECORD && b->type->kind != TY_TUPLE && b->type->kind != TY_NONE,
		 "a variable that is not of a simple type");
	need(c, b->variability <= VB_CONTINUOUS && b->causality <= CZ_OUTPUT && b->role <= PR_STREAM,
		 "an unknown prefix");
	need(c,
		 b->variability != VB_CONTINUOUS || b->type->kind == TY_REAL || b->type->kind == TY_CLOCK,
		 "a variable that is not Real is continuous");
	for (; flat_name_part(name, &len); name += len)
		slots++;
	need(c, slots == b->rank, "a name with other dimensions than its variable");
	need(c, b->first.i >= 0 && (int64_t)b->first.i + n <= (int64_t)c->m->vars.n,
		 "a block outside of the variables");
	for (int32_t k = 0; k < n; k++)
		need(c, c->m->vars.at[b->first.i + k].decl.i == (int32_t)i,
			 "a variable in two declarations");
}

/* The attribute of a variable: of its type, and known before the run. */
static void check_attr(FlatChecker *c, const Expr *e, const Type *type)
{
	if (!e)
		return;
	flat_check_expr(c, e);
	need(c, e->type == type, "an attribute of another type than its variable");
	need(c, e->variability <= VB_PARAMETER, "an attribute that is not a parameter expression");
}

static void check_var(FlatChecker *c, const FlatVar *v)
{
	const FlatDecl *b;
	const FlatAttrs *a;

	need(c, v->decl.i >= 0 && v->decl.i < (int32_t)c->m->decls.n, "a variable without declaration");
	b = &c->m->decls.at[v->decl.i];
	place(c, b->at, b->path);
	need(c, v->attrs < c->m->attrs.n, "attributes that do not exist");
	need(c,
		 v->variability == b->variability ||
			 (v->variability == VB_DISCRETE && b->variability == VB_CONTINUOUS),
		 "an element of another variability than its array");
	a = &c->m->attrs.at[v->attrs];
	check_attr(c, v->start, b->type);
	check_attr(c, a->min, b->type);
	check_attr(c, a->max, b->type);
	check_attr(c, a->nominal, b->type);
	if (!v->binding)
		return;
	c->at = b->value_at.file ? b->value_at : b->at;
	flat_check_expr(c, v->binding);
	need(c, v->binding->type == b->type, "a binding of another type than its variable");
	need(c, v->variability <= VB_PARAMETER || b->type->kind == TY_OBJECT,
		 "a binding of a variable: it should be an equation");
	need(c, v->binding->variability <= VB_PARAMETER && v->binding->variability <= v->variability,
		 "a binding that varies more than its variable");
}

/* Equations. */

/* Is this a variable, or a constructor of variables? Results not wanted may be left out. */
static bool is_target(const Expr *e, bool locals)
{
	switch (e->op) {
	case EX_VAR:
	case EX_SKIP: return true;
	case EX_LOCAL: return locals;
	case EX_INDEX:
	case EX_FIELD: return locals && is_target(e->arg[0], locals);
	case EX_ARRAY:
	case EX_RECORD:
	case EX_TUPLE:
		for (uint32_t i = 0; i < e->n; i++)
			if (!is_target(e->arg[i], locals))
				return false;
		return true;
	default: return false;
	}
}

static bool sides_agree(const Type *a, const Type *b)
{
	if (a->kind != TY_TUPLE || b->kind != TY_TUPLE)
		return type_agrees(a, b);
	for (int i = 0; i < a->n_fields; i++) /* results may be left out at the end */
		if (i >= b->n_fields || !type_agrees(a->field[i].type, b->field[i].type))
			return false;
	return true;
}

static void check_equal(FlatChecker *c, const FlatEq *eq, bool in_when)
{
	const Type *t;

	need(c, eq->lhs && eq->rhs, "an equation without sides");
	flat_check_expr(c, eq->lhs);
	flat_check_expr(c, eq->rhs);
	t = eq->lhs->type;
	need(c, sides_agree(t, eq->rhs->type), "an equation of two types");
	need(c, t->n_scalars >= 0 && t->kind != TY_NONE, "an equation of unknown size");
	need(c, t->kind != TY_OBJECT, "an equation between external objects");
	if (t->rank > 0 || t->kind == TY_RECORD || t->kind == TY_TUPLE)
		need(c, (eq->lhs->flags | eq->rhs->flags) & (XF_CALL | XF_VAR),
			 "an array equation that should be scalar");
	if (in_when)
		need(c, is_target(eq->lhs, false), "a when-equation that does not assign a variable");
}

static void check_eqs(FlatChecker *c, const FlatEq *eq, int32_t n, bool in_when);

/* The condition of if and when; when takes vectors and clocks too. */
static void check_condition(FlatChecker *c, const Expr *cond, bool when)
{
	flat_check_expr(c, cond);
	need(c, cond->type->kind == TY_BOOLEAN || (when && type_is_scalar(cond->type, TY_CLOCK)),
		 "a condition that is not Boolean");
	need(c, cond->type->rank == 0 || (when && cond->type->rank == 1),
		 "a condition with dimensions");
	need(c, !when || cond->variability < VB_CONTINUOUS, "a when-condition that is not discrete");
}

static void check_branches(FlatChecker *c, const FlatEq *eq, bool in_when)
{
	bool when = eq->kind == EQ_WHEN;

	need(c, eq->n_branch > 0 && eq->branch, "branches are missing");
	need(c, !(when && in_when), "a when inside a when");
	for (int b = 0; b < eq->n_branch; b++) {
		const EqBranch *branch = &eq->branch[b];

		need(c, branch->cond || (!when && b > 0 && b == eq->n_branch - 1),
			 "a branch without condition");
		if (branch->cond)
			check_condition(c, branch->cond, when);
		check_eqs(c, branch->eq, branch->n_eq, in_when || (when && !flat_is_clocked(eq)));
		c->at = eq->at;
		if (!when && !in_when && !eq->initial)
			need(c,
				 flat_count_branch(branch, c->scratch) ==
					 flat_count_branch(&eq->branch[0], c->scratch),
				 "branches of an if-equation with other counts");
	}
	need(c,
		 when || in_when || eq->initial || !eq->branch[eq->n_branch - 1].cond ||
			 flat_count_branch(&eq->branch[0], c->scratch) == 0,
		 "an if-equation without else");
}

static void check_eqs(FlatChecker *c, const FlatEq *eq, int32_t n, bool in_when)
{
	for (int32_t i = 0; i < n; i++) {
		place(c, eq[i].at, eq[i].path);
		need(c, eq[i].set.i >= 0 && eq[i].set.i < (int32_t)c->m->sets.n,
			 "a connection set that does not exist");
		switch ((EqKind)eq[i].kind) {
		case EQ_EQUAL: check_equal(c, &eq[i], in_when); break;
		case EQ_EFFECT:
			need(c, eq[i].lhs, "nothing to do");
			flat_check_expr(c, eq[i].lhs);
			need(c, eq[i].lhs->type->kind == TY_NONE || eq[i].lhs->op == EX_CALL,
				 "an expression without effect");
			break;
		case EQ_IF:
		case EQ_WHEN: check_branches(c, &eq[i], in_when); break;
		default: flat_check_fail(c, "an equation of unknown kind");
		}
	}
}

/* Statements. */

static void check_stmts(FlatChecker *c, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const FlatStmt *s = &stmt[i];

		c->at = s->at;
		need(c, is_span(c, s->at), "a place outside of its file");
		need(c, s->kind <= ST_RETURN, "a statement of unknown kind");
		if (s->lhs)
			flat_check_expr(c, s->lhs);
		if (s->rhs)
			flat_check_expr(c, s->rhs);
		if (s->kind == ST_ASSIGN) {
			need(c, s->lhs && s->rhs && is_target(s->lhs, true),
				 "a target that cannot be assigned");
			need(c, sides_agree(s->lhs->type, s->rhs->type), "an assignment of another type");
		} else if (s->kind == ST_FOR) {
			need(c, s->lhs && s->rhs && s->lhs->op == EX_LOCAL && s->rhs->type->rank == 1,
				 "a for without iterator or range");
		} else if (s->kind == ST_EFFECT) {
			need(c, s->rhs && (s->rhs->type->kind == TY_NONE || s->rhs->op == EX_CALL),
				 "an expression without effect");
		}
		for (int b = 0; b < s->n_branch; b++) {
			if (s->branch[b].cond)
				check_condition(c, s->branch[b].cond, s->kind == ST_WHEN);
			check_stmts(c, s->branch[b].stmt, s->branch[b].n_stmt);
		}
	}
}

static void check_body(FlatChecker *c, const FlatBody *body)
{
	c->body = body;
	c->round++; /* locals mean something else here: look at expressions again */
	for (int32_t i = 0; i < body->n_locals; i++) {
		const FlatLocal *local = &body->local[i];

		need(c, local->name.i && local->type && local->kind <= LO_ITERATOR,
			 "a local without name or type");
		for (int d = 0; local->dim && d < local->type->rank; d++)
			if (local->dim[d])
				flat_check_expr(c, local->dim[d]);
		if (local->init) {
			flat_check_expr(c, local->init);
			need(c, type_agrees(local->init->type, local->type), "a value of another type");
		}
	}
	check_stmts(c, body->stmt, body->n_stmt);
	c->body = NULL;
	c->round++;
}

static void check_fn(FlatChecker *c, const FlatFn *fn)
{
	const FnExternal *x = fn->external;

	place(c, fn->at, (PathId){0});
	need(c,
		 fn->name.i && fn->n_in >= 0 && fn->n_out >= 0 && fn->n_in + fn->n_out <= fn->body.n_locals,
		 "a function without name or outputs");
	for (int32_t i = 0; i < fn->body.n_locals; i++)
		need(c,
			 (fn->body.local[i].kind == LO_INPUT) == (i < fn->n_in) &&
				 (fn->body.local[i].kind == LO_OUTPUT) ==
					 (i >= fn->n_in && i < fn->n_in + fn->n_out),
			 "inputs and outputs of a function out of order");
	check_body(c, &fn->body);
	c->body = &fn->body;
	for (int32_t i = 0; x && i < x->n_args; i++)
		flat_check_expr(c, x->arg[i]);
	c->body = NULL;
	c->round++;
	for (int i = 0; i < fn->n_derivatives; i++)
		need(c, fn->derivative[i].fn.i >= 0 && fn->derivative[i].fn.i < (int32_t)c->m->fns.n,
			 "a derivative that does not exist");
	for (int i = 0; i < fn->n_inverses; i++)
		need(c, fn->inverse[i].fn.i >= 0 && fn->inverse[i].fn.i < (int32_t)c->m->fns.n,
			 "an inverse that does not exist");
}

static void check_model(Check *check, void *ctx)
{
	FlatChecker *c = ctx;
	const FlatModel *m = c->m;

	c->check = check;
	c->seen = NEW_ARRAY(c->scratch, uint32_t, m->pool.n);
	for (size_t i = 0; i < m->decls.n; i++)
		check_block(c, i);
	for (size_t i = 0; i < m->vars.n; i++)
		check_var(c, &m->vars.at[i]);
	check_eqs(c, m->eqs.at, (int32_t)m->eqs.n, false);
	for (size_t i = 0; i < m->algs.n; i++) {
		place(c, m->algs.at[i].at, m->algs.at[i].path);
		check_body(c, &m->algs.at[i].body);
	}
	for (size_t i = 0; i < m->fns.n; i++)
		check_fn(c, &m->fns.at[i]);
}

bool flat_check(const FlatModel *m, const SourceSet *sources, Arena *scratch, Text *why)
{
	FlatChecker c = {.m = m, .sources = sources, .scratch = scratch, .round = 1};

	return check_run_in(scratch, why, check_model, &c);
}
