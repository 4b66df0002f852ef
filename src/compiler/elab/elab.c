/* SPDX-License-Identifier: MIT
   elab.c — expressions of the syntax tree as typed flat expressions (MLS 3, 10): the kinds of
   expressions, if-expressions, values needed at compile time, values of modifiers. The depth of
   the recursion is that of the syntax tree, which the parser limits. Every function releases what
   it took of the scratch arena; results live in the pool. */
#include "compiler/elab/elab_local.h"

#include <math.h>

Elab *elab_state(Inst *in)
{
	Elab *el = in->elab;

	if (el)
		return el;
	el = in->elab = NEW(in->keep, Elab);
	map_init(&el->record_class, arena_allocator(in->keep));
	map_init(&el->records, arena_allocator(in->keep));
	map_init(&el->special, arena_allocator(in->keep));
	map_init(&el->mod_values, arena_allocator(in->keep));
	map_init(&el->impure, arena_allocator(in->keep));
	map_init(&el->fn_names, arena_allocator(in->keep));
	map_init(&el->builtins, arena_allocator(in->keep));
	el->time = flat_name(in->flat, "time");
	el->real = type_basic(in->pool, TY_REAL);
	el->integer = type_basic(in->pool, TY_INTEGER);
	el->boolean = type_basic(in->pool, TY_BOOLEAN);
	el->string = type_basic(in->pool, TY_STRING);
	el->clock = type_basic(in->pool, TY_CLOCK);
	return el;
}

const char *elab_name(const Inst *in, Name name)
{
	return intern_text(in->sx->names, name);
}

/* Errors: the error value is a result that nobody wants, of no type. */

const Expr *elab_error(Inst *in)
{
	return expr_skip(in->pool, type_basic(in->pool, TY_NONE));
}

bool elab_is_error(const Expr *e)
{
	return e->op == EX_SKIP && e->type->kind == TY_NONE;
}

static const Expr *report(Inst *in, Place at, DiagCode code, const char *format, va_list args)
{
	ArenaMark mark = arena_mark(in->scratch);

	diag_error(in->diag, syntax_span(at), code, "%s", arena_vprintf(in->scratch, format, args));
	arena_release(in->scratch, mark);
	return elab_error(in);
}

const Expr *elab_fail(Inst *in, Place at, DiagCode code, const char *format, ...)
{
	const Expr *e;
	va_list args;

	va_start(args, format);
	e = report(in, at, code, format, args);
	va_end(args);
	return e;
}

const Expr *elab_doubt(Inst *in, const Env *env, Place at, DiagCode code, const char *format, ...)
{
	const Expr *e;
	va_list args;

	if (env->doubt) {
		*env->doubt = true;
		return elab_error(in);
	}
	va_start(args, format);
	e = report(in, at, code, format, args);
	va_end(args);
	return e;
}

bool elab_in_function(const Env *env)
{
	return env->body && env->body->fn;
}

/* A size that is written down; 1 if it is not known. */
static double known_size(const Expr *e)
{
	return e->op == EX_INTEGER ? fmax(0, (double)expr_integer_value(e)) : 1;
}

static double known_count(const Expr *e)
{
	return e->type->n_scalars < 0 ? 1 : e->type->n_scalars;
}

/* How many elements an operator makes of few, as far as it is known. */
static double made_count(ExprOp op, const Expr *const arg[], size_t n)
{
	double count = 1;

	switch (op) {
	case EX_FILL:
		count = known_count(arg[0]);
		for (size_t i = 1; i < n; i++)
			count *= known_size(arg[i]);
		return count;
	case EX_IDENTITY: return known_size(arg[0]) * known_size(arg[0]);
	case EX_LINSPACE: return n > 2 ? known_size(arg[2]) : 1;
	case EX_DIAGONAL: return known_count(arg[0]) * known_count(arg[0]);
	case EX_OUTER: return known_count(arg[0]) * known_count(arg[1]);
	default: return 1;
	}
}

const Expr *elab_make(Inst *in, ExprOp op, const Expr *const arg[], size_t n, Place at)
{
	Text types;
	const Expr *e;

	for (size_t i = 0; i < n; i++)
		if (elab_is_error(arg[i]))
			return arg[i];
	if (made_count(op, arg, n) > MAX_ELEMENTS)
		return elab_fail(in, at, E_ARRAY_SIZE,
						 "an array of %g elements: there can be at most 67,108,864",
						 made_count(op, arg, n));
	if (typing_result(in->pool, op, arg, n))
		return expr_op(in->pool, op, arg, n);
	text_init(&types, arena_heap(in->keep));
	for (size_t i = 0; i < n; i++) {
		text_printf(&types, i == 0 ? "" : i + 1 < n ? ", " : " and ");
		type_print(in->pool, arg[i]->type, &types);
	}
	e = elab_fail(in, at, E_OPERAND, "'%s' cannot be applied to %s", expr_op_info[op].text,
				  text_str(&types));
	text_free(&types);
	return e;
}

const Expr *elab_scalar(Inst *in, const Env *env, const AstExpr *e, TypeKind kind, const char *what)
{
	return elab_convert(in, elab_expr(in, env, e), type_basic(in->pool, kind), e->at, what);
}

/* If-expressions (MLS 3.6.5) */

typedef struct {
	const Expr **cond;     /* n conditions that are no literals */
	const AstExpr **ast;   /* n + 1 branches, the last one is `else` */
	const AstExpr **where; /* n conditions as written */
	const Expr **value;    /* n + 1 values */
	uint32_t n;            /* conditions */
	bool is_parameter;     /* they are known before simulation */
} Choice;

/* The conditions; those that are literals choose now, so that the other branches are not looked
   at. False: reported. */
static bool conditions(Inst *in, const Env *env, const AstExpr *e, Choice *c)
{
	c->cond = NEW_ARRAY(in->scratch, const Expr *, e->n);
	c->where = NEW_ARRAY(in->scratch, const AstExpr *, e->n);
	c->ast = NEW_ARRAY(in->scratch, const AstExpr *, e->n);
	c->value = NEW_ARRAY(in->scratch, const Expr *, e->n);
	c->is_parameter = !elab_in_function(env);
	c->ast[0] = &e->kid[e->n - 1];
	for (uint32_t k = 0; k + 1 < e->n; k += 2) {
		const Expr *cond =
			elab_scalar(in, env, &e->kid[k], TY_BOOLEAN, "the condition of an if-expression");

		if (elab_is_error(cond))
			return false;
		if (cond->op == EX_BOOLEAN && !expr_integer_value(cond))
			continue;
		c->ast[c->n] = &e->kid[k + 1];
		if (cond->op == EX_BOOLEAN)
			return true;
		c->is_parameter &= cond->variability <= VB_PARAMETER;
		c->where[c->n] = &e->kid[k];
		c->cond[c->n++] = cond;
		c->ast[c->n] = &e->kid[e->n - 1];
	}
	return true;
}

/* The branches are of unequal size or one of them makes no sense: parameters decide now. */
static const Expr *decide(Inst *in, const Env *env, const Choice *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const Expr *cond =
			elab_evaluate(in, c->cond[i], c->where[i]->at, "a condition that decides about sizes");

		if (elab_is_error(cond))
			return cond;
		if (expr_integer_value(cond))
			return elab_expr(in, env, c->ast[i]);
	}
	return elab_expr(in, env, c->ast[c->n]);
}

static const Expr *if_expr(Inst *in, const Env *env, const AstExpr *e)
{
	Choice c = {0};
	Env branch = *env;
	bool doubt = false;
	const Expr *x;

	if (!conditions(in, env, e, &c))
		return elab_error(in);
	if (c.n == 0)
		return elab_expr(in, env, c.ast[0]);
	if (c.is_parameter)
		branch.doubt = &doubt;
	for (uint32_t i = 0; i <= c.n; i++)
		c.value[i] = elab_expr(in, &branch, c.ast[i]);
	if (c.is_parameter && doubt)
		return decide(in, env, &c);
	for (uint32_t i = 0; i <= c.n; i++)
		if (elab_is_error(c.value[i]))
			return c.value[i];
	if (c.is_parameter && !elab_join(in, c.value, c.n + 1, (Place){0}, ""))
		return decide(in, env, &c);
	if (!elab_join(in, c.value, c.n + 1, e->at, "the branches of an if-expression"))
		return elab_error(in);
	x = c.value[c.n];
	for (uint32_t i = c.n; i-- > 0;)
		x = expr_if(in->pool, c.cond[i], c.value[i], x);
	return x;
}

/* All kinds */

static const Expr *literal(Inst *in, const AstExpr *e)
{
	switch (e->kind) {
	case AX_INTEGER: return expr_integer(in->pool, e->integer);
	case AX_REAL: return expr_real(in->pool, e->real);
	case AX_BOOLEAN: return expr_boolean(in->pool, e->integer != 0);
	default: return expr_text(in->pool, syntax_string(e, in->scratch));
	}
}

static const Expr *of_kind(Inst *in, const Env *env, const AstExpr *e)
{
	switch ((AstExprKind)e->kind) {
	case AX_INTEGER:
	case AX_REAL:
	case AX_STRING:
	case AX_BOOLEAN: return literal(in, e);
	case AX_NAME:
	case AX_REF: return elab_ref(in, env, e);
	case AX_END:
		return env->end ? env->end
						: elab_fail(in, e->at, E_NOT_HERE,
									"'end' is a value in the subscripts of an array only");
	case AX_COLON:
		return elab_fail(in, e->at, E_NOT_HERE, "':' alone is possible as a subscript only");
	case AX_UNARY: return elab_unary(in, env, e);
	case AX_BINARY: return elab_binary(in, env, e);
	case AX_RANGE: return elab_range(in, env, e);
	case AX_IF: return if_expr(in, env, e);
	case AX_CALL: return elab_call(in, env, e);
	case AX_PARTIAL:
		return elab_fail(in, e->at, E_NOT_HERE,
						 "'function …(…)' can be an argument for a function only");
	case AX_REDUCE: return elab_reduce(in, env, e);
	case AX_ARRAY: return elab_array(in, env, e);
	case AX_COMPREHEND: return elab_comprehend(in, env, e);
	case AX_MATRIX: return elab_matrix(in, env, e);
	case AX_INDEX: return elab_index(in, env, e);
	case AX_TUPLE:
		return elab_fail(in, e->at, E_TUPLE,
						 "a list of values in parentheses can only stand on the left of a call");
	case AX_NAMED:
		return elab_fail(in, e->at, E_CALL_ARGS, "this argument cannot be given by its name");
	case AX_ERROR: break; /* reported by the parser */
	default: return elab_fail(in, e->at, E_NOT_HERE, "there is no value here");
	}
	return elab_error(in);
}

const Expr *elab_any(Inst *in, const Env *env, const AstExpr *e)
{
	ArenaMark mark = arena_mark(in->scratch);
	const Expr *x;

	if (guard_is_deep())
		return elab_fail(in, e->at, E_DEPTH,
						 "this, and the values and functions that need it, are nested too deeply");
	x = of_kind(in, env, e);
	if (x->type->rank > ELAB_MAX_RANK)
		x = elab_fail(in, e->at, E_SIZES, "there are more than %d dimensions", ELAB_MAX_RANK);
	if (x->type->n_scalars > FLAT_MAX_VARS)
		x = elab_fail(in, e->at, E_ARRAY_SIZE, "there are more than %d elements", FLAT_MAX_VARS);
	arena_release(in->scratch, mark);
	return x;
}

const Expr *elab_expr(Inst *in, const Env *env, const AstExpr *e)
{
	const Expr *x = elab_any(in, env, e);

	if (x->type->kind == TY_TUPLE && x->type->n_fields > 0)
		return elab_first_result(in, env, x, e->at);
	if (x->type->kind == TY_NONE && !elab_is_error(x))
		return elab_fail(in, e->at, E_TUPLE, "this call gives no value");
	return x;
}

/* Values at compile time */

const Expr *elab_evaluate(Inst *in, const Expr *x, Place at, const char *what)
{
	int n_errors = in->diag->n_errors;
	const Expr *v;

	if (elab_is_error(x) || expr_is_literal(x))
		return x;
	v = value_of_expr(in, x, syntax_span(at), what);
	if (v)
		return v;
	if (in->diag->n_errors > n_errors)
		return elab_error(in);
	return elab_fail(in, at, E_NOT_KNOWN, "%s must be known before simulation", what);
}

const Expr *elab_constant(Inst *in, const Env *env, const AstExpr *e, const char *what)
{
	return elab_evaluate(in, elab_expr(in, env, e), e->at, what);
}

/* Values of modifiers */

typedef struct ModValue {
	const struct ModValue *next; /* the same text elsewhere; or NULL */
	const Node *where;           /* instance that it stands in */
	const Expr *value;           /* all of it */
} ModValue;

/* How many instances are looked through for a text: elements of one array come in turn, and a
   package is one instance for all that use it. */
enum { MOST_WHERE = 4 };

/* A value that is taken apart by many elements, or that a class gives to all that are of it (a
   unit, say), is elaborated once. */
static const Expr *whole_value(Inst *in, const Mod *m, bool is_pure)
{
	Map *seen = &elab_state(in)->mod_values;
	bool shared = m->sub || m->where->kind == NODE_CLASS;
	ModValue *first = shared ? map_find_ptr(seen, map_key(m->ast->value)) : NULL, *new;
	uint32_t n_provisional = in->n_provisional;
	const Expr *value;
	int n = 0;

	for (const ModValue *v = first; v && n < MOST_WHERE; v = v->next, n++)
		if (v->where == m->where)
			return v->value;
	value = elab_expr(in, &(Env){.node = m->where, .is_pure = is_pure}, m->ast->value);
	if (!shared || in->n_provisional != n_provisional || (!m->sub && elab_is_error(value)))
		return value;
	new = NEW(in->keep, ModValue);
	*new = (ModValue){first, m->where, value};
	map_put(seen, map_key(m->ast->value), map_key(new));
	return value;
}

static const Expr *apply_sub(Inst *in, const Mod *m, const ModSub *sub, const Expr *x)
{
	if (sub->outer)
		x = apply_sub(in, m, sub->outer, x);
	for (int32_t i = 0; i < sub->n && !elab_is_error(x); i++) {
		if (x->type->rank == 0)
			return diag_older(in->diag, m->where->def, syntax_span(m->ast->value->at), E_NO_EACH,
							  "the value is for an array of components, but has too few "
							  "dimensions; write 'each' before the name to give all of them this "
							  "value")
					   ? x
					   : elab_error(in);
		if (x->type->dim[0] != DIM_OPEN && sub->dim[i].n != x->type->dim[0])
			return elab_fail(in, m->ast->value->at, E_SIZES,
							 "the value has %d elements, but %d components are modified",
							 x->type->dim[0], sub->dim[i].n);
		x = elab_element(in, x, sub->at[i]);
	}
	return x;
}

static const Expr *value_of(Inst *in, const Mod *m, bool is_pure)
{
	const Expr *x;

	if (!m->ast || !m->ast->value)
		return elab_error(in);
	x = m->sub ? elab_mod_element(in, m, is_pure) : NULL;
	if (x)
		return x;
	x = whole_value(in, m, is_pure);
	return m->sub ? apply_sub(in, m, m->sub, x) : x;
}

const Expr *elab_mod_value(Inst *in, const Mod *m)
{
	return value_of(in, m, false);
}

const Expr *elab_mod_equation(Inst *in, const Mod *m)
{
	return value_of(in, m, true);
}
