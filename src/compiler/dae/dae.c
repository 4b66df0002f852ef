/* SPDX-License-Identifier: MIT
   dae.c — variables and equations of the symbolic back end, and what must hold of them after every
   pass. The side table `vars` follows the flat model's variables: a variable added there gets its
   entry when it is first asked for. */
#include "compiler/dae/dae.h"

#include <string.h>

#define PUSH(d, vec, x) vec_push(arena_allocator((d)->keep), &(d)->vec, x)

static DaeVar entry_of(VarId v)
{
	return (DaeVar){.role = DR_NONE,
					.depth = UINT8_MAX,
					.alias = v,
					.der = {-1},
					.der_of = {-1},
					.eq = {-1},
					.named_of = {-1}};
}

static void grow(Dae *d)
{
	(void)vec_reserve(arena_allocator(d->keep), &d->vars, d->m->vars.n);
	while (d->vars.n < d->m->vars.n) {
		VarId v = {(int32_t)d->vars.n};

		PUSH(d, vars, entry_of(v));
	}
}

void dae_init(Dae *d, FlatModel *m, Arena *keep)
{
	*d = (Dae){.m = m, .keep = keep, .checked = NEW(keep, DaeChecked)};
	grow(d);
}

DaeVar *dae_var(Dae *d, VarId v)
{
	if (d->vars.n < d->m->vars.n)
		grow(d);
	return &d->vars.at[v.i];
}

const Expr *dae_ref(Dae *d, VarId v)
{
	return flat_ref(d->m, v);
}

static Variability variability_of(DaeRole role, const Type *type)
{
	if (role == DR_PARAMETER)
		return VB_PARAMETER;
	return role == DR_CONTINUOUS || (role == DR_INPUT && type->kind == TY_REAL) ? VB_CONTINUOUS
																				: VB_DISCRETE;
}

static VarId add_var(Dae *d, const char *name, const Type *type, DaeRole role, FlatDecl like)
{
	FlatDecl b = {.name = flat_name(d->m, name),
				  .type = type,
				  .variability = (uint8_t)variability_of(role, type),
				  .path = like.path,
				  .at = like.at,
				  .flags = DF_PROTECTED | DF_HIDE_RESULT};
	DeclId block = flat_add_decl(d->m, &b);
	VarId v;

	if (block.i < 0)
		BUG("more variables than can be numbered");
	v = d->m->decls.at[block.i].first;
	dae_var(d, v)->role = (uint8_t)role;
	return v;
}

VarId dae_der(Dae *d, VarId v)
{
	const FlatDecl *b = flat_decl_of(d->m, v);
	Text name;
	VarId der;

	if (dae_var(d, v)->der.i >= 0)
		return d->vars.at[v.i].der;
	text_init(&name, arena_heap(d->keep));
	text_printf(&name, "der(");
	flat_print_var(d->m, v, &name);
	text_printf(&name, ")");
	der = add_var(d, text_str(&name), type_basic(&d->m->pool, TY_REAL), DR_CONTINUOUS, *b);
	text_free(&name);
	d->vars.at[v.i].der = der;
	d->vars.at[der.i].der_of = d->vars.at[der.i].named_of = v;
	return der;
}

int32_t dae_clock_of(const Dae *d, VarId v)
{
	while (d->vars.at[v.i].der_of.i >= 0)
		v = d->vars.at[v.i].der_of;
	return v.i < (int32_t)d->m->clock_of.n ? d->m->clock_of.at[v.i] : 0;
}

const DaeEq *dae_eq_at(const Dae *d, EqRef r)
{
	return eq_ref_is_initial(r) ? &d->init_eqs.at[r.number]
		   : eq_ref_is_some(r)  ? &d->eqs.at[r.number]
								: NULL;
}

const OperatorRule *dae_rule(const DaeOperator *o)
{
	return operator_rules[o->kind];
}

VarId dae_new_var(Dae *d, const char *kind, const Type *type, DaeRole role, PathId path, Span at)
{
	char name[64];

	snprintf(name, sizeof name, "$%s%zu", kind, d->m->vars.n);
	return add_var(d, name, type, role, (FlatDecl){.path = path, .at = at});
}

DaeEqId dae_add_eq(Dae *d, const Expr *lhs, const Expr *rhs, const DaeEq *like)
{
	DaeEq eq = {.lhs = lhs,
				.rhs = rhs,
				.der = {-1},
				.der_of = {-1},
				.path = like->path,
				.at = like->at,
				.origin = like->origin};

	PUSH(d, eqs, eq);
	return (DaeEqId){(int32_t)d->eqs.n - 1};
}

/* May it have no value somewhere? Divisors that are numbers are looked at, to some depth. */
static bool may_fail(const Expr *e, int depth)
{
	if (!(e->flags & (XF_FAIL | XF_CALL)))
		return false;
	if (depth == 0 || e->op == EX_CALL)
		return true;
	if (e->op == EX_DIV ? !expr_is_literal(e->arg[1]) || expr_is_real(e->arg[1], 0)
						: (expr_op_info[e->op].flags & OF_FAIL) != 0)
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (may_fail(e->arg[i], depth - 1))
			return true;
	return false;
}

/* May 0*e be 0? What is made of numbers and did not become one has no value, and parameters may
   have such values that there is none. Of what varies it does not count: much of a mechanism is
   multiplied by zeros of its geometry, and would be sorted as if it mattered. */
static bool may_leave_out(const Expr *e)
{
	if (e->flags & (XF_IMPURE | XF_EVENT) ||
		(!(e->flags & (XF_VAR | XF_LOCAL | XF_CALL)) && !expr_is_literal(e)))
		return false;
	return e->variability > VB_PARAMETER || !may_fail(e, 8);
}

const Expr *dae_fold_zero(ExprPool *p, const Expr *e)
{
	for (int i = 0; i < 2 && e->op == EX_MUL && e->type->rank == 0; i++)
		if (expr_is_real(e->arg[i], 0) && may_leave_out(e->arg[1 - i]))
			return expr_real(p, 0);
	return e;
}

/* A factor of a divisor that need not be watched: one that varies, or a parameter that is given and
   not 0. */
static bool is_harmless(const Dae *d, const Expr *e)
{
	const Expr *value;

	if (e->variability > VB_PARAMETER || (expr_is_literal(e) && !expr_is_real(e, 0)))
		return true;
	if (e->op != EX_VAR || e->type->rank > 0 || d->vars.at[e->aux].role != DR_PARAMETER)
		return false;
	value = d->vars.at[e->aux].value;
	return value && value->op == EX_REAL && expr_real_value(value) != 0;
}

const Expr *dae_fold_quotient(const Dae *d, const Expr *e)
{
	const Expr *by = e->op == EX_DIV ? e->arg[1] : NULL;

	if (!by || e->type->rank > 0 || !expr_is_real(e->arg[0], 0) ||
		by->variability <= VB_PARAMETER || !may_leave_out(by))
		return dae_fold_zero(&d->m->pool, e);
	if (by->op == EX_MUL && (!is_harmless(d, by->arg[0]) || !is_harmless(d, by->arg[1])))
		return e;
	return expr_real(&d->m->pool, 0);
}

void dae_print_eq(const Dae *d, const DaeEq *e, Arena *scratch, Text *out)
{
	dae_print_eq_begin(d, e, SIZE_MAX, scratch, out);
}

/* A relation that has become a variable, as the user wrote it. */
static const Expr *show_relation(void *ctx, ExprPool *p, const Expr *e)
{
	const Expr *const *written = ctx;

	(void)p;
	return e->op == EX_VAR && e->type->rank == 0 && written[e->aux] ? written[e->aux] : e;
}

void dae_print_eq_short(const Dae *d, const DaeEq *e, Arena *scratch, Text *out)
{
	enum { MOST = 400 }; /* bytes: some lines of a terminal */
	const Expr **written = NEW_ARRAY(scratch, const Expr *, d->vars.n + 1);
	Rewrite *show = walk_rewrite_new(&d->m->pool, scratch, XF_VAR, show_relation, written);

	for (size_t i = 0; i < d->relations.n; i++)
		written[d->relations.at[i].var.i] = d->relations.at[i].written;
	dae_print_eq_begin(
		d, &(DaeEq){.lhs = walk_rewrite(show, e->lhs), .rhs = walk_rewrite(show, e->rhs)}, MOST,
		scratch, out);
	wording_cut(out, MOST);
}

void dae_print_eq_begin(const Dae *d, const DaeEq *e, size_t most, Arena *scratch, Text *out)
{
	print_expr_begin(d->m, e->lhs, most, scratch, out);
	text_printf(out, " = ");
	print_expr_begin(d->m, e->rhs, most, scratch, out);
}

/* The checker. Expressions do not change, and so what was found right in one stays right while its
   variables may still be used as they were: passes that make little cost a look at each equation
   and each variable. */

typedef struct Checker {
	Check *check;            /* the way out */
	const Dae *d;            /* what is checked */
	Arena *scratch;          /* holds stack */
	VEC(const Expr *) stack; /* nodes to come */
	const DaeEq *eq;         /* the equation at hand, or NULL */
	const bool *is_relation; /* by variable: a relation gives its value */
} Checker;

/* How expressions may use a variable: in order, the last one in any way. */
enum { USE_NONE, USE_SCALAR, USE_ARRAY };
enum { CHECKED_BITS = 64 }; /* nodes of one word of DaeChecked */

static uint8_t use_of(const DaeVar *v, size_t i)
{
	if (v->role == DR_NONE || v->alias.i != (int32_t)i)
		return USE_NONE;
	return v->role == DR_PARAMETER ? USE_ARRAY : USE_SCALAR;
}

/* Room for all nodes and variables there are by now. Nothing is remembered once a variable may be
   used for less than before. */
static void begin_check(const Dae *d)
{
	DaeChecked *seen = d->checked;
	const MdvAlloc *a = arena_allocator(d->keep);
	bool same = true;

	(void)vec_reserve(a, &seen->node, d->m->pool.n / CHECKED_BITS + 1);
	while (seen->node.n <= d->m->pool.n / CHECKED_BITS)
		seen->node.at[seen->node.n++] = 0;
	(void)vec_reserve(a, &seen->use, d->vars.n);
	for (size_t i = 0; i < d->vars.n; i++) {
		uint8_t use = use_of(&d->vars.at[i], i);

		same &= i >= seen->use.n || seen->use.at[i] <= use;
		seen->use.at[i] = use;
	}
	seen->use.n = d->vars.n;
	if (!same)
		memset(seen->node.at, 0, seen->node.n * sizeof *seen->node.at);
}

static _Noreturn void fail(const Checker *c, const char *what)
{
	Text text;

	text_init(&text, arena_heap(c->d->keep));
	if (c->eq)
		dae_print_eq(c->d, c->eq, c->scratch, &text);
	check_fail(c->check, c->eq ? "%s: %s" : "%s", what, text_str(&text));
}

/* Operators that are gone after dae_prepare. */
static bool is_gone(ExprOp op)
{
	switch (op) {
	case EX_LOCAL:
	case EX_SKIP:
	case EX_DER:
	case EX_EDGE:
	case EX_CHANGE:
	case EX_SMOOTH:
	case EX_SEMI_LINEAR: return true;
	default: return (expr_op_info[op].flags & (OF_CLOCK | OF_STATE)) != 0;
	}
}

static void check_var(const Checker *c, const Expr *e)
{
	const DaeVar *v;

	for (int32_t k = 0; k < e->type->n_scalars; k++) {
		if ((size_t)e->aux + (size_t)k >= c->d->vars.n)
			fail(c, "a variable that does not exist");
		v = &c->d->vars.at[(int32_t)e->aux + k];
		if (v->role == DR_NONE)
			fail(c, "a value known at compile time has not been put in");
		if (v->alias.i != (int32_t)e->aux + k)
			fail(c, "a variable that another one stands for");
		if (e->type->rank > 0 && v->role != DR_PARAMETER)
			fail(c, "an array of variables as a whole");
	}
}

static void check_node(const Checker *c, const Expr *e)
{
	if (is_gone(e->op))
		fail(c, "an operator that should be gone");
	if (e->op == EX_VAR)
		check_var(c, e);
	if (e->op == EX_PRE && e->arg[0]->op != EX_VAR)
		fail(c, "pre of what is not a variable");
}

/* Takes note of a node; true: it was found right before. */
static bool note_node(const Checker *c, const Expr *e)
{
	uint64_t *at = &c->d->checked->node.at[e->id / CHECKED_BITS], bit = UINT64_C(1)
																		<< e->id % CHECKED_BITS;
	bool was = (*at & bit) != 0;

	*at |= bit;
	return was;
}

static void check_expr(Checker *c, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(c->scratch);

	if (e)
		vec_push(a, &c->stack, e);
	while (c->stack.n > 0) {
		e = c->stack.at[--c->stack.n];
		if (note_node(c, e))
			continue;
		check_node(c, e);
		for (uint32_t i = 0; i < e->n; i++)
			vec_push(a, &c->stack, e->arg[i]);
	}
}

static void check_eq(Checker *c, const DaeEq *eq, bool initial)
{
	bool relation = eq->lhs->op == EX_VAR && c->is_relation[eq->lhs->aux];

	c->eq = eq;
	check_expr(c, eq->lhs);
	check_expr(c, eq->rhs);
	check_expr(c, eq->init_rhs);
	if (eq->lhs->type->rank > 0 || eq->lhs->type != eq->rhs->type)
		fail(c, "an equation that is not between scalars of one type");
	if (eq->lhs->type->kind == TY_RECORD || eq->lhs->type->kind == TY_TUPLE)
		fail(c, "an equation that is not scalar");
	if (!relation && ((eq->lhs->flags | eq->rhs->flags) & XF_EVENT))
		fail(c, "a relation that makes events is not a variable");
	if (!initial && eq->lhs->type->kind != TY_REAL && eq->lhs->op != EX_VAR &&
		eq->rhs->op != EX_VAR)
		fail(c, "a discrete equation without a variable on one side");
	c->eq = NULL;
}

static void check_vars(const Checker *c)
{
	const Dae *d = c->d;

	if (d->vars.n != d->m->vars.n)
		fail(c, "variables without entry");
	for (size_t i = 0; i < d->vars.n; i++) {
		const DaeVar *v = &d->vars.at[i];

		if (v->alias.i < 0 || (size_t)v->alias.i >= d->vars.n ||
			d->vars.at[v->alias.i].alias.i != v->alias.i)
			fail(c, "an alias of an alias");
		if (v->role == DR_NONE && (!v->value || !expr_is_literal(v->value)))
			fail(c, "a known variable without value");
		if (v->der.i >= 0 && d->vars.at[v->der.i].der_of.i != (int32_t)i)
			fail(c, "a derivative of something else");
		if (v->role >= DR_CONTINUOUS && v->value)
			fail(c, "an unknown with a value");
	}
}

static void check_operator(Checker *c, const DaeOperator *o)
{
	const OperatorRule *rule = dae_rule(o);

	for (int k = 0; k < rule->n_args; k++)
		check_expr(c, o->arg[k]);
	for (int k = 0; k < rule->n_results; k++) {
		if (o->result[k].i < 0 || (size_t)o->result[k].i >= c->d->vars.n)
			fail(c, "a result of an operator that does not exist");
		if (c->d->vars.at[o->result[k].i].role != DR_INPUT)
			fail(c, "a result of an operator that is not known from outside");
	}
	if (o->state.i >= 0 && c->d->vars.at[o->state.i].alias.i != o->state.i)
		fail(c, "the state of an operator that another variable stands for");
}

static void check_others(Checker *c)
{
	const Dae *d = c->d;

	for (size_t i = 0; i < d->relations.n; i++) {
		check_expr(c, d->relations.at[i].lhs);
		check_expr(c, d->relations.at[i].rhs);
		check_expr(c, d->relations.at[i].instant);
	}
	for (size_t i = 0; i < d->actions.n; i++) {
		const DaeAction *a = &d->actions.at[i];

		check_expr(c, a->fires);
		check_expr(c, a->value);
		check_expr(c, a->message);
		check_expr(c, a->level);
		if (a->kind == DA_REINIT && d->vars.at[a->target.i].alias.i != a->target.i)
			fail(c, "a reinit of a variable that another one stands for");
	}
	for (size_t i = 0; i < d->operators.n; i++)
		check_operator(c, &d->operators.at[i]);
	for (size_t i = 0; i < d->vars.n; i++) {
		if (d->vars.at[i].alias.i != (int32_t)i)
			continue;
		check_expr(c, d->vars.at[i].start);
		check_expr(c, d->vars.at[i].nominal);
		check_expr(c, d->vars.at[i].min);
		check_expr(c, d->vars.at[i].max);
		check_expr(c, d->vars.at[i].value);
	}
}

static void check_dae(Check *check, void *ctx)
{
	Checker *c = ctx;
	const Dae *d = c->d;
	bool *is_relation = NEW_ARRAY(c->scratch, bool, d->vars.n);

	c->check = check;
	c->is_relation = is_relation;
	for (size_t i = 0; i < d->relations.n; i++)
		is_relation[d->relations.at[i].var.i] = true;
	begin_check(d);
	check_vars(c);
	for (size_t i = 0; i < d->eqs.n; i++)
		if (!d->eqs.at[i].dropped)
			check_eq(c, &d->eqs.at[i], false);
	for (size_t i = 0; i < d->init_eqs.n; i++)
		if (!d->init_eqs.at[i].dropped)
			check_eq(c, &d->init_eqs.at[i], true);
	check_others(c);
}

bool dae_check(const Dae *d, Arena *scratch, Text *why)
{
	bool ok = check_run_in(scratch, why, check_dae, &(Checker){.d = d, .scratch = scratch});

	if (!ok) /* notes were taken of nodes on the way to what is wrong */
		memset(d->checked->node.at, 0, d->checked->node.n * sizeof *d->checked->node.at);
	return ok;
}
