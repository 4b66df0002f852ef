/* SPDX-License-Identifier: MIT
   prepare.c — the first pass of the back end: scalar equations, with derivatives, relations, when
   conditions and operators with a state as variables. Here are the pass itself and the rewriters of
   expressions that all its files use; prepare.h tells their order. */
#include "compiler/prepare/prepare.h"

/* known: literals for known parameters, constructors for arrays of variables. */

/* May the array be handed on as a whole? Its elements are all parameters of the run. */
static bool is_parameter_array(const Prepare *p, VarId v, int32_t n)
{
	for (int32_t k = 0; k < n; k++)
		if (p->d->vars.at[v.i + k].role != DR_PARAMETER)
			return false;
	return true;
}

const Expr *prepare_vars(Prepare *p, VarId v, const Type *type)
{
	const DaeVar *var;
	const Type *part;
	const Expr **arg;
	int32_t n;

	if (type->rank == 0) {
		var = dae_var(p->d, v);
		return var->role == DR_NONE ? var->value : dae_ref(p->d, v);
	}
	if (type->n_scalars > 0 && is_parameter_array(p, v, type->n_scalars))
		return expr_var(p->pool, v, type);
	n = type->dim[0];
	part = type_drop(p->pool, type, 1);
	arg = NEW_ARRAY(p->scratch, const Expr *, n);
	for (int32_t i = 0; i < n; i++)
		arg[i] = prepare_vars(p, (VarId){v.i + i * part->n_scalars}, part);
	return expr_array(p->pool, part, arg, (size_t)n);
}

static const Expr *known_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	switch (e->op) {
	case EX_VAR: return prepare_vars(ctx, expr_var_id(e), e->type);
	case EX_PRE: return expr_is_literal(e->arg[0]) ? e->arg[0] : e;
	case EX_EDGE:
	case EX_CHANGE: return expr_is_literal(e->arg[0]) ? expr_boolean(pool, false) : e;
	case EX_SMOOTH: /* MLS 3.7.5.2: events are left out from order 1 on */
		if (e->arg[0]->op == EX_INTEGER && expr_integer_value(e->arg[0]) >= 1)
			return expr_unary(pool, EX_NO_EVENT, e->arg[1]);
		return prepare_flow_smooth(ctx, e->arg[1]);
	default: return dae_fold_zero(pool, e);
	}
}

/* plain: operators on variables for those on time. */

static const Expr *der_of_var(void *ctx, VarId v)
{
	Prepare *p = ctx;
	uint8_t role = dae_var(p->d, v)->role;

	if (role == DR_INPUT) {
		Text name;

		text_init(&name, arena_heap(p->d->keep));
		flat_print_var(p->m, v, &name);
		diag_error(p->diag, p->at, E_DERIVATIVE_INPUT,
				   "the model needs the derivative of its input '%s'", text_str(&name));
		text_free(&name);
	}
	return role == DR_CONTINUOUS ? dae_ref(p->d, dae_der(p->d, v)) : NULL;
}

/* MLS 3.7.4.2: by the chain rule. */
const Expr *prepare_der(Prepare *p, const Expr *e)
{
	const Expr *der;

	if (e->op == EX_VAR) {
		der = der_of_var(p, expr_var_id(e));
		return der ? der : expr_real(p->pool, 0);
	}
	der = diff_expr(p->diff, e);
	if (der)
		return der;
	diag_error(p->diag, p->at, E_NO_DERIVATIVE, "this cannot be differentiated: %s",
			   diff_why(p->diff));
	return expr_real(p->pool, 0);
}

static const Expr *pre_of(Prepare *p, const Expr *e)
{
	if (e->op == EX_VAR && dae_var(p->d, expr_var_id(e))->role == DR_PARAMETER)
		return e;
	return expr_is_literal(e) ? e : expr_unary(p->pool, EX_PRE, e);
}

/* pre or der of an element whose subscript is known at run time only: the element of an array of
   such. The depth of the recursion is that of subscripts and dimensions. */
static const Expr *spread(Prepare *p, const Expr *e, const Expr *(*of)(Prepare *, const Expr *))
{
	const Expr **arg;

	if (e->op != EX_INDEX && e->op != EX_ARRAY)
		return of(p, e);
	arg = NEW_ARRAY(p->scratch, const Expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = e->op == EX_ARRAY || i == 0 ? spread(p, e->arg[i], of) : e->arg[i];
	return e->op == EX_ARRAY ? expr_array(p->pool, NULL, arg, e->n)
							 : expr_index(p->pool, arg[0], arg + 1, e->n - 1);
}

/* MLS 3.7.4.5: smooth(0, if x >= 0 then a*x else b*x). What is continuous needs no events, and
   flows of fluids that come to rest would make them without end. */
static const Expr *semi_linear(ExprPool *pool, const Expr *x, const Expr *a, const Expr *b)
{
	return expr_if(pool,
				   expr_unary(pool, EX_NO_EVENT, expr_binary(pool, EX_GE, x, expr_real(pool, 0))),
				   expr_mul(pool, a, x), expr_mul(pool, b, x));
}

/* terminal() is a discrete variable: so what depends on it is seen to change at the end
 * (MLS 3.7.5). */
static const Expr *terminal(Prepare *p, const Expr *e)
{
	DaeEq like = {.path = p->path, .at = p->at, .origin = EO_OTHER};

	if (!p->terminal) {
		VarId v = dae_new_var(p->d, "terminal", e->type, DR_DISCRETE, p->path, p->at);

		p->terminal = v.i + 1;
		dae_add_eq(p->d, dae_ref(p->d, v), e, &like);
	}
	return dae_ref(p->d, (VarId){p->terminal - 1});
}

static const Expr *plain_form(Prepare *p, ExprPool *pool, const Expr *e)
{
	switch (e->op) {
	case EX_DER: return spread(p, e->arg[0], prepare_der);
	case EX_PRE: return spread(p, e->arg[0], pre_of);
	case EX_EDGE: /* MLS 3.7.5 */
		return expr_binary(pool, EX_AND, e->arg[0],
						   expr_unary(pool, EX_NOT, spread(p, e->arg[0], pre_of)));
	case EX_CHANGE:
		return expr_unary(pool, EX_NO_EVENT,
						  expr_binary(pool, EX_NE, e->arg[0], spread(p, e->arg[0], pre_of)));
	case EX_INDEX: return prepare_check_index(p, e);
	case EX_TO_ENUM: return prepare_check_enum(p, e);
	case EX_DIVIDE:
	case EX_MOD:
	case EX_REM: return prepare_check_division(p, e);
	case EX_TERMINAL: return terminal(p, e);
	case EX_SEMI_LINEAR: return semi_linear(pool, e->arg[0], e->arg[1], e->arg[2]);
	default: return expr_op_info[e->op].flags & OF_STATE ? prepare_operator(p, e) : e;
	}
}

static const Expr *plain_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	return prepare_check_integer(ctx, plain_form(ctx, pool, e));
}

/* The whole ways. */

const Expr *prepare_known(Prepare *p, const Expr *e)
{
	return walk_rewrite(p->known, walk_rewrite(p->zeros, e));
}

const Expr *prepare_plain(Prepare *p, const Expr *e)
{
	return walk_rewrite(p->plain, e);
}

/* Small functions and what is left of arrays are resolved first. */
static const Expr *scalar(Prepare *p, const Expr *e)
{
	e = inline_expr(p->inliner, e);
	if (!(e->flags & XF_ARRAY))
		return e;
	if (e->type->rank == 0 && e->type->n_scalars == 1)
		return scalar_at(p->pool, p->scratch, e, 0);
	return scalar_whole(p->pool, p->scratch, e);
}

const Expr *prepare_finish(Prepare *p, const Expr *e, bool literal)
{
	e = prepare_plain(p, prepare_known(p, e));
	if (!literal)
		e = walk_rewrite(p->events, e);
	else if (e->flags & XF_EVENT)
		e = expr_unary(p->pool, EX_NO_EVENT, e);
	return walk_rewrite(p->checked, e);
}

const Expr *prepare_event(Prepare *p, const Expr *e)
{
	return e ? prepare_finish(p, scalar(p, e), false) : NULL;
}

const Expr *prepare_literal(Prepare *p, const Expr *e)
{
	return e ? prepare_finish(p, scalar(p, e), true) : NULL;
}

static const Expr *initial_rule(void *ctx, ExprPool *pool, const Expr *e)
{
	return e->op == EX_INITIAL ? expr_boolean(pool, *(bool *)ctx) : e;
}

const Expr *prepare_with_initial(Prepare *p, const Expr *e, bool initial)
{
	return walk_rewrite(walk_rewrite_new(p->pool, p->scratch, XF_VAR, initial_rule, &initial), e);
}

const Expr *prepare_both(Prepare *p, const Expr *a, const Expr *b)
{
	if (!a || !b)
		return a ? a : b;
	return expr_binary(p->pool, EX_AND, a, b);
}

/* A discrete equation is solved for a variable on its left side. */
static bool solve_discrete(Prepare *p, Row *row)
{
	for (int turn = 0; turn < 2; turn++) {
		const Expr *other = row->lhs;
		ExprOp op = row->lhs->op;

		if ((op == EX_NOT || op == EX_NEG) && row->lhs->arg[0]->op == EX_VAR) {
			row->lhs = other->arg[0];
			row->rhs = expr_unary(p->pool, op, row->rhs);
		}
		if (row->lhs->op == EX_VAR)
			return true;
		other = row->lhs;
		row->lhs = row->rhs;
		row->rhs = other;
	}
	return false;
}

void prepare_add(Prepare *p, const Row *given, bool initial)
{
	Row row = *given;
	DaeEq eq = {.der = {-1},
				.der_of = {-1},
				.path = row.from->path,
				.at = row.from->at,
				.clock = p->clock,
				.origin = row.from->origin};

	if (!initial && row.lhs->type->kind != TY_REAL && !solve_discrete(p, &row)) {
		diag_error(p->diag, row.from->at, E_NOT_SOLVED,
				   "an equation that is not between Reals must have a variable alone on one side");
		return;
	}
	eq.lhs = row.lhs;
	eq.rhs = row.rhs;
	eq.init_rhs = row.init_rhs;
	if (initial)
		vec_push(arena_allocator(p->d->keep), &p->d->init_eqs, eq);
	else
		vec_push(arena_allocator(p->d->keep), &p->d->eqs, eq);
}

static void begin(Prepare *p)
{
	const MdvAlloc *a = arena_allocator(p->scratch);

	p->inliner = inline_new(p->m, p->scratch, INLINE_EARLY);
	p->zeros = walk_rewrite_new(p->pool, p->scratch, XF_FAIL, prepare_check_zero, p);
	p->known = walk_rewrite_new(p->pool, p->scratch, XF_VAR | XF_EVENT, known_rule, p);
	p->plain = walk_rewrite_new(p->pool, p->scratch, XF_VAR | XF_CALL | XF_FAIL, plain_rule, p);
	p->events = walk_rewrite_new(p->pool, p->scratch, XF_EVENT, prepare_relation, p);
	walk_init(&p->look, p->pool, p->scratch);
	p->checked = walk_rewrite_new(p->pool, p->scratch, XF_FAIL, prepare_check_relation, p);
	walk_init_only(&p->walk, p->pool, p->scratch, XF_FAIL);
	map_init(&p->magnitudes, a);
	p->diff = diff_new(p->m, p->scratch, expr_real(p->pool, 1), der_of_var, p);
	p->diff->diag = p->diag;
	map_init(&p->asserted, a);
	map_init(&p->relations[0], a);
	map_init(&p->relations[1], a);
	map_init(&p->floors, a);
	map_init(&p->operators, a);
	map_init(&p->whens, a);
}

bool dae_prepare(Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	Prepare p = {.d = d, .m = d->m, .pool = &d->m->pool, .scratch = scratch, .diag = diag};
	size_t n_algs = d->m->algs.n;
	int n_errors = diag->n_errors;
	Rows rows = {0};

	begin(&p);
	(void)vec_reserve(arena_allocator(d->keep), &d->eqs, d->m->eqs.n);
	prepare_vars_begin(&p);
	for (size_t i = 0; i < d->m->eqs.n; i++) {
		rows.n = 0;
		p.initial = d->m->eqs.at[i].initial;
		p.clock = d->m->eqs.at[i].clock;
		prepare_rows(&p, &d->m->eqs.at[i], 1, NULL, &rows);
		for (size_t k = 0; k < rows.n; k++)
			prepare_add(&p, &rows.at[k], p.initial);
	}
	p.clock = 0;
	for (size_t i = 0; i < n_algs; i++)
		prepare_alg(&p, &d->m->algs.at[i]);
	prepare_share_relations(&p);
	arena_release(scratch, mark);
	return diag->n_errors == n_errors;
}
