/* SPDX-License-Identifier: MIT
   section.c — equations and algorithms of the instance tree (MLS 8, 11). For-equations are
   unrolled; array equations become scalar ones, except calls with array, record or several results.
   If-equations are decided at compile time where their branches could not be exchanged at run time.
 */
#include "compiler/connect/connect.h"
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

#include <string.h>

typedef struct {
	Inst *in;      /* the instantiation */
	EqVec *out;    /* where equations go; NULL: into the flat model */
	Node *node;    /* whose text it is */
	bool initial;  /* of an initial section */
	bool ok;       /* nothing was reported */
	bool connects; /* the first pass: connections only */
} Ctx;

static void equations(Ctx *c, const Env *env, const AstStmt *s, uint32_t n);

static void emit(Ctx *c, FlatEq eq, Place at)
{
	eq.initial = c->initial;
	eq.path = flatten_path(c->in, c->node);
	eq.at = syntax_span(at);
	if (c->out)
		vec_push(arena_allocator(c->in->keep), c->out, eq);
	else
		flat_add_eq(c->in->flat, &eq);
}

/* Does it stay whole: a call whose results belong together? */
static bool is_whole(const Expr *lhs, const Expr *rhs)
{
	return lhs->op == EX_TUPLE ||
		   (rhs->op == EX_CALL && (lhs->type->rank || lhs->type->kind == TY_RECORD)) ||
		   (lhs->op == EX_CALL && (lhs->type->rank || lhs->type->kind == TY_RECORD));
}

/* In a when-clause an equation gives its left side a value (MLS 8.3.5.2). */
static bool is_assignable(Ctx *c, const Expr *lhs, const AstExpr *e)
{
	bool ok = lhs->op == EX_VAR || lhs->op == EX_INDEX;

	for (uint32_t i = 0;
		 (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD) && i < lhs->n; i++)
		ok = lhs->arg[i]->op == EX_SKIP || is_assignable(c, lhs->arg[i], e);
	ok |= lhs->op == EX_ARRAY && lhs->n == 0;
	if (!ok)
		diag_error(c->in->diag, syntax_span(e->at), E_WHEN,
				   "an equation in a when-clause must have a variable on its left side");
	return ok;
}

/* A condition: Boolean, one or (of a when-clause) several; a when-clause may have a clock. */
static const Expr *condition(Ctx *c, const Env *env, const AstExpr *e, bool of_when)
{
	const Expr *cond = elab_expr(c->in, env, e);

	if (elab_is_error(cond))
		return cond;
	if ((cond->type->kind == TY_BOOLEAN && cond->type->rank <= (of_when ? 1 : 0)) ||
		(of_when && cond->type->kind == TY_CLOCK))
		return of_when ? elab_event_condition(c->in, cond, e->at) : cond;
	diag_error(c->in->diag, syntax_span(e->at), E_CONDITION, "a condition must be %s",
			   of_when ? "Boolean, or a vector of Booleans" : "a Boolean scalar");
	return elab_error(c->in);
}

static void equal(Ctx *c, const Env *env, const AstStmt *s)
{
	Inst *in = c->in;
	const Expr *lhs, *rhs;

	if (!elab_sides(in, env, &s->expr[0], &s->expr[1], &lhs, &rhs)) {
		c->ok = false;
		return;
	}
	if (env->in_when ? !env->in_clock && !is_assignable(c, lhs, &s->expr[0])
					 : lhs->variability > VB_PARAMETER && !c->initial &&
						   !flatten_may_equal(in, lhs, rhs, syntax_span(s->at))) {
		c->ok = false;
		return;
	}
	if (is_whole(lhs, rhs)) {
		emit(c, (FlatEq){.kind = EQ_EQUAL, .lhs = lhs, .rhs = rhs}, s->at);
		return;
	}
	for (int32_t k = 0; k < lhs->type->n_scalars; k++)
		emit(c,
			 (FlatEq){.kind = EQ_EQUAL,
					  .lhs = scalar_at(in->pool, in->scratch, lhs, k),
					  .rhs = scalar_at(in->pool, in->scratch, rhs, k)},
			 s->at);
}

/* Is there such an equation, at any depth? */
static bool has_kind(const Inst *in, const AstStmt *s, uint32_t n, AstStmtKind kind)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == kind)
			return true;
		if (kind == AS_CONNECT && s[i].kind == AS_CALL && operator_is_noted(in, &s[i].expr[0]))
			return true; /* Connections.root(…) and the like */
		if (s[i].kind == AS_FOR && has_kind(in, s[i].loop->body, s[i].loop->n, kind))
			return true;
		for (uint32_t k = 0; s[i].kind == AS_IF && k < s[i].n; k++)
			if (has_kind(in, s[i].branch[k].body, s[i].branch[k].n, kind))
				return true;
	}
	return false;
}

bool section_has_kind(const Inst *in, const AstSection *section, AstStmtKind kind)
{
	return has_kind(in, section->body, section->n, kind);
}

/* For-equations */

/* A loop of equations of which some may be a family. */
typedef struct Unrolled {
	Ctx *c;              /* the section */
	const Env *env;      /* around the loop */
	const AstLoop *loop; /* the loop */
} Unrolled;

static bool add_member(void *ctx, const Expr *value, EqVec *out)
{
	const Unrolled *u = ctx;
	Iter iter = {u->env->iters, u->loop->iter[u->loop->n_iters - 1].name, value};
	Env env = *u->env;
	Ctx inner = *u->c;

	env.iters = &iter;
	inner.out = out;
	inner.ok = true;
	equations(&inner, &env, u->loop->body, u->loop->n);
	u->c->ok &= inner.ok;
	return inner.ok;
}

static bool unroll_family(Ctx *c, const Env *env, const AstLoop *loop)
{
	Unrolled u = {c, env, loop};
	SectionLoop of = {.env = env, .loop = loop, .member = add_member, .ctx = &u};

	return !c->connects && !c->out && !c->initial && section_family(c->in, &of);
}

static void unroll(Ctx *c, const Env *env, const AstLoop *loop, uint32_t i)
{
	ArenaMark mark = arena_mark(c->in->scratch);
	const Expr *const *value;
	uint32_t n = 0;

	if (c->connects && !has_kind(c->in, loop->body, loop->n, AS_CONNECT))
		return;
	if (i == loop->n_iters) {
		equations(c, env, loop->body, loop->n);
		return;
	}
	if (guard_is_deep()) {
		diag_error(c->in->diag, syntax_span(loop->iter[i].at), E_DEPTH,
				   "loops are nested too deeply");
		c->ok = false;
		return;
	}
	if (i + 1 == loop->n_iters && unroll_family(c, env, loop)) {
		arena_release(c->in->scratch, mark);
		return;
	}
	value = elab_values(c->in, env, &loop->iter[i], loop->body, loop->n, NULL, &n);
	c->ok &= value != NULL;
	for (uint32_t k = 0; value && k < n && !diag_full(c->in->diag); k++) {
		Iter iter = {env->iters, loop->iter[i].name, value[k]};
		Env inner = *env;

		inner.iters = &iter;
		unroll(c, &inner, loop, i + 1);
	}
	arena_release(c->in->scratch, mark);
}

/* If-equations */

/* Choose a branch by conditions known at compile time; false: one is not. */
static bool choose(Ctx *c, const Env *env, const AstStmt *s, bool must)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const AstBranch *b = &s->branch[i];
		const Expr *cond = NULL;

		if (b->condition.kind != AX_NONE) {
			cond = condition(c, env, &b->condition, false);
			if (elab_is_error(cond)) {
				c->ok = false;
				return true;
			}
			if (!must && !expr_is_literal(cond))
				return false;
			if (cond->variability > VB_PARAMETER)
				return false;
			cond = value_of_expr(c->in, cond, syntax_span(b->condition.at),
								 "the condition of an if-equation");
			if (!cond) {
				c->ok = false;
				return true;
			}
		}
		if (!cond || expr_integer_value(cond)) {
			equations(c, env, b->body, b->n);
			return true;
		}
	}
	return true;
}

static int32_t count(const Ctx *c, const EqVec *eqs)
{
	int32_t n = 0;

	for (size_t i = 0; i < eqs->n; i++)
		n += flat_count_eq(&eqs->at[i], c->in->scratch);
	return n;
}

/* The branches as they are. Gives false if their numbers of equations differ. */
static bool keep_branches(Ctx *c, const Env *env, const AstStmt *s, FlatEq *eq)
{
	uint32_t n = s->n + (s->branch[s->n - 1].condition.kind != AX_NONE);
	EqBranch *branch = NEW_ARRAY(c->in->keep, EqBranch, n);
	int32_t n_first = 0;
	bool same = true;

	for (uint32_t i = 0; i < s->n; i++) {
		EqVec eqs = {0};
		Ctx inner = {c->in, &eqs, c->node, c->initial, true, false};
		const AstBranch *b = &s->branch[i];

		equations(&inner, env, b->body, b->n);
		c->ok &= inner.ok;
		branch[i] = (EqBranch){NULL, eqs.at, (int32_t)eqs.n, syntax_span(b->condition.at)};
		if (b->condition.kind != AX_NONE) {
			branch[i].cond = condition(c, env, &b->condition, false);
			c->ok &= !elab_is_error(branch[i].cond);
		}
		if (i == 0)
			n_first = count(c, &eqs);
		same &= count(c, &eqs) == n_first;
	}
	same &= n == s->n || n_first == 0;
	*eq = (FlatEq){.kind = EQ_IF, .n_branch = (int32_t)n, .branch = branch};
	return same;
}

/* Are all conditions known before simulation? */
static bool is_parameter(Ctx *c, const Env *env, const AstStmt *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const Expr *cond;

		if (s->branch[i].condition.kind == AX_NONE)
			continue;
		cond = elab_expr(c->in, env, &s->branch[i].condition);
		if (elab_is_error(cond) || cond->variability > VB_PARAMETER)
			return false;
	}
	return true;
}

/* Is it known at compile time which branch is taken? Nothing is said if not. */
static bool is_known(Ctx *c, const Env *env, const AstStmt *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const AstExpr *e = &s->branch[i].condition;
		const Expr *cond = e->kind == AX_NONE
							   ? NULL
							   : value_of_expr(c->in, elab_expr(c->in, env, e), SPAN_NONE, NULL);

		if (!cond)
			return e->kind == AX_NONE;
		if (expr_integer_value(cond))
			return true;
	}
	return true;
}

/* Does a branch hold an equation that stays whole, one that is not of Real numbers, or one that has
   to do with clocks? Such branches cannot be exchanged for each other equation by equation. */
static bool has_other(const FlatEq *eq)
{
	for (int32_t i = 0; i < eq->n_branch; i++) {
		for (int32_t k = 0; k < eq->branch[i].n_eq; k++) {
			const FlatEq *inner = &eq->branch[i].eq[k];

			if (inner->kind == EQ_IF ? has_other(inner)
									 : inner->kind == EQ_EQUAL &&
										   (!type_is_scalar(inner->lhs->type, TY_REAL) ||
											(inner->lhs->flags | inner->rhs->flags) & XF_CLOCK))
				return true;
		}
	}
	return false;
}

/* Of a branch that may change during simulation: what cannot (MLS 8.3.3, 9.4.1). */
static void refuse_connections(Ctx *c, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == AS_CONNECT ||
			(s[i].kind == AS_CALL && operator_is_noted(c->in, &s[i].expr[0]))) {
			diag_error(c->in->diag, syntax_span(s[i].at), E_CONNECT,
					   "the connections of a model cannot change during simulation: the condition "
					   "around them must be known before it");
			c->ok = false;
		}
		if (s[i].kind == AS_FOR)
			refuse_connections(c, s[i].loop->body, s[i].loop->n);
		for (uint32_t k = 0; s[i].kind == AS_IF && k < s[i].n; k++)
			refuse_connections(c, s[i].branch[k].body, s[i].branch[k].n);
	}
}

static void if_equation(Ctx *c, const Env *env, const AstStmt *s)
{
	FlatEq eq;
	Env inside = *env;
	bool connects = false, whens = false, doubt = false, parameter, ok = c->ok;

	for (uint32_t i = 0; i < s->n; i++) {
		connects |= has_kind(c->in, s->branch[i].body, s->branch[i].n, AS_CONNECT);
		whens |= has_kind(c->in, s->branch[i].body, s->branch[i].n, AS_WHEN);
	}
	if ((c->connects && !connects) || choose(c, env, s, connects || whens))
		return;
	if (c->connects) {
		refuse_connections(c, s, 1);
		return;
	}
	inside.doubt = &doubt; /* a branch that is never taken may be wrong in its sizes */
	parameter = is_parameter(c, env, s);
	if (keep_branches(c, parameter ? &inside : env, s, &eq) && !doubt &&
		!(parameter && has_other(&eq) && is_known(c, env, s))) {
		emit(c, eq, s->at);
		return;
	}
	c->ok |= doubt && ok;
	/* Unequal branches: legal if the condition is known at compile time (MLS 8.3.4). */
	if (c->ok && !choose(c, env, s, true)) {
		diag_error(c->in->diag, syntax_span(s->at), E_BRANCHES,
				   "the branches have different numbers of equations, but the condition changes "
				   "during simulation");
		c->ok = false;
	}
}

/* When-equations and effects */

typedef struct Written {
	Walk walk;     /* over left sides */
	Map branch_of; /* variable -> last branch that gives it a value, from 1 on */
	uint64_t now;  /* the branch */
	int32_t n;     /* how many variables it has */
	bool differs;  /* it has one that the branch before does not have */
} Written;

static void note_written(Written *w, const Expr *lhs)
{
	const Expr *e;

	walk_begin(&w->walk, lhs);
	while ((e = walk_next(&w->walk))) {
		uint64_t last, *found;

		if (e->op != EX_VAR)
			continue;
		found = map_find(&w->branch_of, (uint64_t)expr_var_id(e).i);
		last = found ? *found : 0;
		if (last == w->now)
			continue;
		if (last + 1 != w->now)
			w->differs = true;
		map_put(&w->branch_of, (uint64_t)expr_var_id(e).i, w->now);
		w->n++;
	}
}

/* All branches of an if inside have the same left sides, or that was reported. Recurses as deep as
   if-equations are nested. */
static void note_all(Written *w, const FlatEq eq[], int32_t n)
{
	for (int32_t i = 0; i < n; i++)
		if (eq[i].kind == EQ_EQUAL)
			note_written(w, eq[i].lhs);
		else if (eq[i].kind == EQ_IF)
			note_all(w, eq[i].branch[0].eq, eq[i].branch[0].n_eq);
}

/* Every branch gives values to the same variables (MLS 8.3.5.2). What one leaves out can only mean
   that the variable stays. */
static void check_written(Ctx *c, const EqBranch branch[], uint32_t n)
{
	Arena *scratch = c->in->scratch;
	Written w = {.now = 0};
	int32_t first = 0;

	if (n < 2)
		return;
	walk_init_brief(&w.walk, c->in->pool, scratch, 0);
	map_init(&w.branch_of, arena_allocator(scratch));
	for (uint32_t i = 0; i < n; i++) {
		w.now = i + 1;
		w.n = 0;
		w.differs = false;
		note_all(&w, branch[i].eq, branch[i].n_eq);
		if (i == 0)
			first = w.n;
		else if (w.n != first || w.differs) {
			diag_older(c->in->diag, c->node->def, branch[i].at, E_BRANCHES,
					   "this branch gives values to other variables than the first of the "
					   "when-equation; those that it leaves out stay as they are");
			return;
		}
	}
}

static void when_equation(Ctx *c, const Env *env, const AstStmt *s)
{
	EqBranch *branch = NEW_ARRAY(c->in->keep, EqBranch, s->n);
	Env inside = *env;

	if (env->in_when) { /* restrict_stmt.c has reported it */
		c->ok = false;
		return;
	}
	inside.in_when = true;
	for (uint32_t i = 0; i < s->n; i++) {
		EqVec eqs = {0};
		Ctx inner = {c->in, &eqs, c->node, c->initial, true, false};
		const AstBranch *b = &s->branch[i];

		branch[i].cond = condition(c, env, &b->condition, true);
		c->ok &= !elab_is_error(branch[i].cond);
		inside.in_clock = branch[i].cond->type->kind == TY_CLOCK;
		equations(&inner, &inside, b->body, b->n);
		c->ok &= inner.ok;
		branch[i].eq = eqs.at;
		branch[i].n_eq = (int32_t)eqs.n;
		branch[i].at = syntax_span(b->condition.at);
	}
	if (c->ok)
		check_written(c, branch, s->n);
	if (c->ok)
		emit(c, (FlatEq){.kind = EQ_WHEN, .n_branch = (int32_t)s->n, .branch = branch}, s->at);
}

static void effect(Ctx *c, const Env *env, const AstStmt *s)
{
	const Expr *e;

	if (c->connects) {
		c->ok &= connect_operator_note(c->in, env, &s->expr[0]);
		return;
	}
	e = elab_any(c->in, env, &s->expr[0]);
	if (elab_is_error(e)) {
		c->ok = false;
	} else if (e->op == EX_CALL || e->type->kind == TY_NONE) {
		emit(c, (FlatEq){.kind = EQ_EFFECT, .lhs = e}, s->at);
	} else if (!expr_is_literal(e)) { /* connect_operator_call: noted in the first pass */
		diag_error(c->in->diag, syntax_span(s->at), E_EQUATION,
				   "this call only gives a value: it is no equation");
		c->ok = false;
	}
}

static void equations(Ctx *c, const Env *env, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n && !diag_full(c->in->diag); i++) {
		switch ((AstStmtKind)s[i].kind) {
		case AS_EQUAL:
			if (!c->connects)
				equal(c, env, &s[i]);
			break;
		case AS_CONNECT:
			if (c->connects && !member_is_broken_connect(c->in, env->node, s[i].expr)) {
				map_put(&c->in->joined, (uint64_t)flatten_path(c->in, c->node).i, 1);
				c->ok &= connect_add(c->in, env, &s[i]);
			}
			break;
		case AS_IF: if_equation(c, env, &s[i]); break;
		case AS_FOR: unroll(c, env, s[i].loop, 0); break;
		case AS_WHEN:
			if (!c->connects)
				when_equation(c, env, &s[i]);
			break;
		case AS_CALL: effect(c, env, &s[i]); break;
		default: c->ok = false; break; /* the parser has reported it */
		}
	}
}

/* Algorithms */

static void algorithm(Ctx *c, const AstSection *section)
{
	Body body;
	Env env = {.node = c->node, .body = &body, .is_pure = !c->initial};
	FlatAlg alg = {.initial = c->initial,
				   .path = flatten_path(c->in, c->node),
				   .at = syntax_span(section->at)};

	elab_body_init(c->in, &body, NULL);
	alg.body.stmt = elab_stmts(c->in, &env, section->body, section->n, &alg.body.n_stmt);
	alg.body.local = body.locals.at;
	alg.body.n_locals = (int32_t)body.locals.n;
	restrict_variable(c->in, c->node, &alg);
	/* Nothing is left of what is never run, or wrong, which was reported. */
	if (alg.body.n_stmt > 0 || section->n == 0)
		flat_add_alg(c->in->flat, &alg);
}

/* The sections of n's own text, after those of its bases (MLS 7.1). */
static bool sections_of(Inst *in, Node *n, bool connects)
{
	bool ok = true;

	if (devs_is_base(in, n->def))
		return true; /* what it says is done by the engine */
	for (uint32_t i = 0; i < n->n_base; i++)
		ok &= sections_of(in, n->base[i], connects);
	for (uint32_t i = 0; n->def && i < n->def->n_sections; i++) {
		const AstSection *section = &n->def->sections[i];
		Ctx c = {in, NULL, n, (section->kind & SECTION_INITIAL) != 0, true, connects};

		if (!(section->kind & SECTION_ALGORITHM))
			equations(&c, &(Env){.node = n, .is_pure = !c.initial}, section->body, section->n);
		else if (!connects)
			algorithm(&c, section);
		ok &= c.ok;
	}
	return ok;
}

static bool connections_of(Inst *in, Node *n)
{
	return sections_of(in, n, true);
}

static bool equations_of(Inst *in, Node *n)
{
	return sections_of(in, n, false);
}

/* Everything below */

typedef bool Visit(Inst *in, Node *n);

static bool visit_all(Inst *in, Node *n, Visit *visit);

static bool equations_below(Inst *in, Node *n, void *ctx)
{
	(void)ctx;
	return visit_all(in, n, equations_of);
}

static bool visit_all(Inst *in, Node *n, Visit *visit)
{
	bool ok = visit(in, n);

	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (!child || child->kind == NODE_CLASS || child->is_disabled || child->basic ||
			(child->prefix & (PX_OUTER | PX_INNER)) == PX_OUTER)
			continue;
		if (visit == equations_of)
			ok &= repeat_elements(in, child, (RepeatVisit){equations_below, NULL});
		for (uint32_t k = 0; visit != equations_of && k < child->n_element; k++)
			if (!child->element[k]->is_late) /* it has nothing of what is looked for */
				ok &= visit_all(in, child->element[k], visit);
		if (child->kind != NODE_ARRAY)
			ok &= visit_all(in, child, visit);
	}
	return ok;
}

bool section_connections(Inst *in, Node *n)
{
	return visit_all(in, n, connections_of);
}

bool section_equations(Inst *in, Node *n)
{
	return visit_all(in, n, equations_of);
}

/* When-clauses make what they assign discrete; so that every expression knows it, this is found out
   from the text before any expression is made. */

typedef struct {
	Inst *in;         /* of all */
	Node *node;       /* instance or base in whose text the section stands */
	bool is_equation; /* an equation section: ifs around when-clauses are decided */
} Marking;

/* The variables of a component: of a record, those of all its fields. */
static void mark_variables(Inst *in, Node *n)
{
	row_make_parts(in, n);
	if (n->flat_decl.i >= 0)
		for (int32_t k = 0; k < flat_decl_size(&in->flat->decls.at[n->flat_decl.i]); k++)
			flat_make_discrete(in->flat, (VarId){in->flat->decls.at[n->flat_decl.i].first.i + k});
	for (uint32_t i = 0; i < n->n_element; i++)
		mark_variables(in, n->element[i]);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node)
			mark_variables(in, n->member[i]->node);
}

/* Is it an element that these subscripts may mean? Only numbers are looked at. */
static bool may_mean(const Node *element, const AstPart *part)
{
	for (int32_t d = 0; d < part->n_subs && d < element->n_index; d++)
		if (part->sub[d].kind == AX_INTEGER && part->sub[d].integer != element->index[d])
			return false;
	return true;
}

/* What the parts behind the first `k` mean in n, which these mean. */
static void mark_parts(Inst *in, Node *n, const AstPart *part, uint32_t count, uint32_t k)
{
	if (n->kind == NODE_ARRAY) {
		for (uint32_t i = 0; i < n->n_element; i++)
			if (may_mean(n->element[i], &part[k - 1]))
				mark_parts(in, n->element[i], part, count, k);
	} else if (n->kind == NODE_COMPONENT && k == count) {
		mark_variables(in, n);
	} else if (n->kind == NODE_COMPONENT) {
		n = member_node(in, n, part[k].name);
		if (n)
			mark_parts(in, n, part, count, k + 1);
	}
}

static void mark_target(const Marking *m, const AstExpr *e)
{
	Inst *in = m->in;
	AstPart one;
	uint32_t count;
	const AstPart *part;
	Node *found;

	if (e->kind == AX_TUPLE)
		for (uint32_t i = 0; i < e->n; i++)
			mark_target(m, &e->kid[i]);
	if (e->kind != AX_NAME && e->kind != AX_REF)
		return;
	part = syntax_parts(e, &one, &count);
	found = lookup_simple(in, m->node, part[0].name, LOOKUP_ANY);
	if (found)
		mark_parts(in, found, part, count, 1);
}

static void mark_stmts(const Marking *m, const AstStmt *s, uint32_t n, bool in_when);

/* Of an if-equation around when-clauses only the branch that is taken counts, since its condition
   is known (MLS 8.3.4). False: it is not that simple. */
static bool mark_chosen(const Marking *m, const AstStmt *s)
{
	for (uint32_t k = 0; k < s->n; k++) {
		const AstExpr *e = &s->branch[k].condition;
		const Expr *cond = e->kind == AX_NONE ? NULL : elab_expr(m->in, &(Env){.node = m->node}, e);

		if (cond && (elab_is_error(cond) || cond->variability > VB_PARAMETER))
			return false;
		cond = cond ? value_of_expr(m->in, cond, SPAN_NONE, NULL) : expr_boolean(m->in->pool, true);
		if (!cond || cond->op != EX_BOOLEAN)
			return false;
		if (expr_integer_value(cond)) {
			mark_stmts(m, s->branch[k].body, s->branch[k].n, false);
			return true;
		}
	}
	return true;
}

/* A condition that is a clock, by its text: a call that gives one, or a variable of that type. What
   a clocked when determines is not discrete (MLS 16.6). */
static bool is_clock(const Marking *m, const AstExpr *e)
{
	static const char *const call[] = {"Clock", "subSample", "superSample", "shiftSample",
									   "backSample"};
	AstPart one;
	uint32_t count;
	const AstPart *part;
	Node *n;

	if (e->kind == AX_CALL && e->kid[0].kind == AX_NAME)
		for (size_t i = 0; i < sizeof call / sizeof *call; i++)
			if (strcmp(call[i], intern_text(m->in->sx->names, e->kid[0].name)) == 0)
				return true;
	if (e->kind != AX_NAME && e->kind != AX_REF)
		return false;
	part = syntax_parts(e, &one, &count);
	n = lookup_simple(m->in, m->node, part[0].name, LOOKUP_ANY);
	for (uint32_t k = 1; n; k++) {
		while (n->kind == NODE_ARRAY && n->n_element > 0)
			n = n->element[0];
		if (k == count || n->kind != NODE_COMPONENT)
			break;
		n = member_node(m->in, n, part[k].name);
	}
	return n && n->kind == NODE_COMPONENT && n->flat_decl.i >= 0 &&
		   m->in->flat->decls.at[n->flat_decl.i].type->kind == TY_CLOCK;
}

static void mark_stmts(const Marking *m, const AstStmt *s, uint32_t n, bool in_when)
{
	for (uint32_t i = 0; i < n; i++) {
		if (s[i].kind == AS_WHEN && is_clock(m, &s[i].branch[0].condition))
			continue;
		if (m->is_equation && s[i].kind == AS_IF && !in_when &&
			has_kind(m->in, &s[i], 1, AS_WHEN) && mark_chosen(m, &s[i]))
			continue;
		if (in_when && (s[i].kind == AS_EQUAL || s[i].kind == AS_ASSIGN))
			mark_target(m, &s[i].expr[0]);
		if (s[i].kind == AS_FOR) {
			Marking inner = {m->in, m->node, false}; /* conditions may need the iterators */

			mark_stmts(&inner, s[i].loop->body, s[i].loop->n, in_when);
		}
		if (s[i].kind != AS_IF && s[i].kind != AS_WHEN && s[i].kind != AS_WHILE)
			continue;
		for (uint32_t k = 0; k < (s[i].kind == AS_WHILE ? 1 : s[i].n); k++)
			mark_stmts(m, s[i].branch[k].body, s[i].branch[k].n, in_when || s[i].kind == AS_WHEN);
	}
}

static bool mark_sections(Inst *in, Node *n)
{
	if (devs_is_base(in, n->def))
		return true;
	for (uint32_t i = 0; i < n->n_base; i++)
		mark_sections(in, n->base[i]);
	for (uint32_t i = 0; n->def && i < n->def->n_sections; i++) {
		const AstSection *s = &n->def->sections[i];

		mark_stmts(&(Marking){in, n, !(s->kind & SECTION_ALGORITHM)}, s->body, s->n, false);
	}
	return true;
}

void section_mark_discrete(Inst *in, Node *n)
{
	visit_all(in, n, mark_sections);
}
