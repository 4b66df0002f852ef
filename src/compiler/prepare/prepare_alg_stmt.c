/* SPDX-License-Identifier: MIT
   prepare_alg_stmt.c — the statements of an algorithm section as those of a function. A when
   becomes an if: its conditions are outputs of the function, so that their values before are known
   (MLS 11.2.7). reinit and terminate become outputs that tell the runtime; asserts stay. */
#include "compiler/prepare/prepare_alg.h"

static void push(AlgFn *f, Stmts *out, FlatStmt s)
{
	vec_push(arena_allocator(f->p->scratch), out, s);
}

static FlatStmt assignment(const Expr *lhs, const Expr *rhs, Span at)
{
	return (FlatStmt){.kind = ST_ASSIGN, .at = at, .lhs = lhs, .rhs = rhs};
}

/* One condition of a when: what tells that it rises; NULL: it never does. */
static const Expr *rise(AlgFn *f, const Expr *cond, Stmts *out)
{
	Prepare *p = f->p;
	const Expr *c = prepare_alg_expr(f, cond), *of = prepare_alg_model(f, c), *before;
	VarId w;

	if (expr_is_literal(c))
		return NULL;
	if (!of || of->op != EX_VAR || map_find(&f->output_of, of->aux)) {
		w = dae_new_var(p->d, "when", c->type, DR_DISCRETE, p->path, p->at);
		of = dae_ref(p->d, w);
		push(f, out, assignment(prepare_alg_output(f, w, NULL), c, p->at));
		c = out->at[out->n - 1].lhs;
	} else if (dae_var(p->d, expr_var_id(of))->role == DR_PARAMETER) {
		return NULL;
	}
	before = prepare_alg_input(f, expr_unary(p->pool, EX_PRE, of));
	return prepare_both(p, c, expr_unary(p->pool, EX_NOT, before));
}

/* MLS 8.6: at the start a when counts only if initial() is one of its conditions. */
static const Expr *condition_of_when(AlgFn *f, const Expr *cond, Stmts *out)
{
	ExprPool *pool = f->p->pool;
	const Expr *any = NULL, *start = expr_op(pool, EX_INITIAL, NULL, 0);
	bool at_start = false;

	for (int32_t k = 0; k < cond->type->n_scalars; k++) {
		const Expr *c = scalar_at(pool, f->p->scratch, cond, k);
		const Expr *one = c->op == EX_INITIAL ? NULL : rise(f, c, out);

		at_start |= c->op == EX_INITIAL;
		if (one)
			any = any ? expr_binary(pool, EX_OR, any, one) : one;
	}
	start = prepare_alg_input(f, start);
	if (!any)
		any = expr_boolean(pool, false);
	if (at_start)
		return expr_binary(pool, EX_OR, start, any);
	return expr_binary(pool, EX_AND, expr_unary(pool, EX_NOT, start), any);
}

static const StmtBranch *branches(AlgFn *f, const FlatStmt *s, const Expr *const cond[])
{
	StmtBranch *branch = NEW_ARRAY(f->p->m->keep, StmtBranch, s->n_branch);

	for (int b = 0; b < s->n_branch; b++) {
		const StmtBranch *from = &s->branch[b];

		branch[b].cond = cond[b];
		branch[b].at = from->at;
		branch[b].stmt = prepare_alg_stmts(f, from->stmt, from->n_stmt, &branch[b].n_stmt);
	}
	return branch;
}

static void add_when(AlgFn *f, const FlatStmt *s, Stmts *out)
{
	const Expr **cond = NEW_ARRAY(f->p->scratch, const Expr *, s->n_branch);
	bool literal = f->literal;
	FlatStmt when = {.kind = ST_IF, .n_branch = s->n_branch, .at = s->at};

	for (int b = 0; b < s->n_branch; b++) {
		f->p->at = s->branch[b].at.file ? s->branch[b].at : s->at;
		cond[b] = condition_of_when(f, s->branch[b].cond, out);
	}
	f->literal = f->in_when = true;
	f->timed = prepare_timed(f->p);
	when.branch = branches(f, s, cond);
	f->literal = literal;
	f->in_when = false;
	push(f, out, when);
}

static void add_if(AlgFn *f, const FlatStmt *s, Stmts *out)
{
	const Expr **cond = NEW_ARRAY(f->p->scratch, const Expr *, s->n_branch);
	FlatStmt copy = *s;

	for (int b = 0; b < s->n_branch; b++)
		cond[b] = prepare_alg_expr(f, s->branch[b].cond);
	copy.lhs = s->lhs;
	copy.rhs = prepare_alg_expr(f, s->rhs);
	copy.branch = branches(f, s, cond);
	push(f, out, copy);
}

/* An output that holds a value for an action. */
static VarId value_output(AlgFn *f, const char *kind, const Expr *value, const Expr *init,
						  Stmts *out)
{
	Prepare *p = f->p;
	VarId v = dae_new_var(p->d, kind, value->type, DR_DISCRETE, p->path, p->at);

	push(f, out, assignment(prepare_alg_output(f, v, init), value, p->at));
	return v;
}

static void add_action(AlgFn *f, DaeAction a, Stmts *out)
{
	Prepare *p = f->p;
	VarId flag =
		value_output(f, "fires", expr_boolean(p->pool, true), expr_boolean(p->pool, false), out);

	a.always = !f->in_when;
	a.fires = dae_ref(p->d, flag);
	a.at = p->at;
	a.path = p->path;
	vec_push(arena_allocator(p->d->keep), &p->d->actions, a);
}

static void add_effect(AlgFn *f, const FlatStmt *s, Stmts *out)
{
	Prepare *p = f->p;
	bool literal = f->literal;
	const Expr *e;
	DaeAction a = {.target = {-1}};
	VarId v;

	f->literal = true;
	if (s->rhs->op == EX_REINIT) {
		for (int32_t k = 0; k < s->rhs->arg[0]->type->n_scalars; k++) {
			e = prepare_alg_expr(f, scalar_at(p->pool, p->scratch, s->rhs->arg[1], k));
			v = value_output(f, "reinit", e, expr_real(p->pool, 0), out);
			a.kind = DA_REINIT;
			a.target = expr_var_id(scalar_at(p->pool, p->scratch, s->rhs->arg[0], k));
			a.value = dae_ref(p->d, v);
			add_action(f, a, out);
		}
	} else if (s->rhs->op == EX_TERMINATE) {
		e = prepare_alg_expr(f, s->rhs->arg[0]);
		a.kind = DA_TERMINATE;
		a.message = e;
		if (!expr_is_literal(e)) {
			v = value_output(f, "message", e, expr_text(p->pool, ""), out);
			a.message = dae_ref(p->d, v);
		}
		add_action(f, a, out);
	} else {
		push(f, out,
			 (FlatStmt){.kind = ST_EFFECT, .at = s->at, .rhs = prepare_alg_expr(f, s->rhs)});
	}
	f->literal = literal;
}

const FlatStmt *prepare_alg_stmts(AlgFn *f, const FlatStmt *stmt, int32_t n, int32_t *n_out)
{
	Stmts out = {0};
	FlatStmt *copy;

	for (int32_t i = 0; i < n; i++) {
		f->p->at = stmt[i].at;
		switch ((StmtKind)stmt[i].kind) {
		case ST_ASSIGN:
			push(f, &out,
				 assignment(prepare_alg_expr(f, stmt[i].lhs), prepare_alg_expr(f, stmt[i].rhs),
							stmt[i].at));
			break;
		case ST_EFFECT: add_effect(f, &stmt[i], &out); break;
		case ST_WHEN: add_when(f, &stmt[i], &out); break;
		case ST_IF:
		case ST_FOR:
		case ST_WHILE: add_if(f, &stmt[i], &out); break;
		case ST_BREAK:
		case ST_RETURN: push(f, &out, stmt[i]); break;
		}
	}
	copy = NEW_ARRAY(f->p->m->keep, FlatStmt, out.n);
	for (size_t i = 0; i < out.n; i++)
		copy[i] = out.at[i];
	*n_out = (int32_t)out.n;
	return copy;
}
