/* SPDX-License-Identifier: MIT
   elab_builtin.c — the predefined functions and operators (MLS 3.7, 8.3, 10.3, 16, 17): one table
   from names to builders, and the arguments of a call in the order of the formals. Operators with a
   state come from their rules. */
#include "compiler/elab/elab_local.h"
#include "compiler/expr/operator_rule.h"

#include <string.h>

/* clang-format off */
static const Builtin table[] = {
	/* numbers */
	{"abs",   1, 1, "v",    elab_math_number, EX_ABS, false},
	{"sign",  1, 1, "v",    elab_math_number, EX_SIGN, false},
	{"div",   2, 2, "x y",  elab_math_numbers, EX_DIVIDE, false},
	{"mod",   2, 2, "x y",  elab_math_numbers, EX_MOD, false},
	{"rem",   2, 2, "x y",  elab_math_numbers, EX_REM, false},
#define OF_FUNCTION(X, name, text, n, value, domain, tangent, flags, interval, calm, formals) \
	{text, n, n, formals, elab_math_real, EX_##name, false},
	OPS_FUNCTIONS(OF_FUNCTION, )
#undef OF_FUNCTION
	{"ceil",  1, 1, "x",    elab_math_real, EX_CEIL, false},
	{"floor", 1, 1, "x",    elab_math_real, EX_FLOOR, false},
	{"integer", 1, 1, "x",  elab_math_integer, EX_INTEGRAL, false},
	{"Integer", 1, 1, "e",  elab_math_to_integer, EX_TO_INTEGER, false},
	{"String", 1, 5, "",    elab_math_string, EX_TO_STRING, true},
	{"min",   1, 2, "x y",  elab_math_extreme, EX_MIN, false},
	{"max",   1, 2, "x y",  elab_math_extreme, EX_MAX, false},
	/* arrays */
	{"sum",       1, 1, "A",   elab_math_sum, EX_SUM, false},
	{"product",   1, 1, "A",   elab_math_sum, EX_PRODUCT, false},
	{"size",      1, 2, "A i", elab_math_size, EX_SIZE, true},
	{"ndims",     1, 1, "A",   elab_math_ndims, EX_SIZE, true},
	{"fill",      2, MANY, "", elab_math_fill, EX_FILL, false},
	{"zeros",     1, MANY, "", elab_math_constant, EX_FILL, false},
	{"ones",      1, MANY, "", elab_math_constant, EX_FILL, false},
	{"identity",  1, 1, "n",   elab_math_identity, EX_IDENTITY, false},
	{"linspace",  3, 3, "x1 x2 n", elab_math_linspace, EX_LINSPACE, false},
	{"scalar",    1, 1, "A",   elab_math_array, EX_SCALAR, false},
	{"vector",    1, 1, "A",   elab_math_array, EX_VECTOR, false},
	{"matrix",    1, 1, "A",   elab_math_array, EX_MATRIX, false},
	{"diagonal",  1, 1, "v",   elab_math_array, EX_DIAGONAL, false},
	{"transpose", 1, 1, "A",   elab_math_array, EX_TRANSPOSE, false},
	{"symmetric", 1, 1, "A",   elab_math_array, EX_SYMMETRIC, false},
	{"skew",      1, 1, "x",   elab_math_vectors, EX_SKEW, false},
	{"outerProduct", 2, 2, "v1 v2", elab_math_vectors, EX_OUTER, false},
	{"cross",     2, 2, "x y", elab_math_vectors, EX_CROSS, false},
	{"cat",       2, MANY, "", elab_math_cat, EX_CAT, false},
	{"array",     1, MANY, "", elab_math_list, EX_ARRAY, false},
	/* time and events */
	{"der",      1, 1, "expr", elab_event_der, EX_DER, false},
	{"pre",      1, 1, "y",    elab_event_pre, EX_PRE, false},
	{"edge",     1, 1, "b",    elab_event_pre, EX_EDGE, false},
	{"change",   1, 1, "v",    elab_event_pre, EX_CHANGE, false},
	{"initial",  0, 0, "",     elab_event_none, EX_INITIAL, false},
	{"terminal", 0, 0, "",     elab_event_none, EX_TERMINAL, false},
	{"noEvent",  1, 1, "expr", elab_event_wrap, EX_NO_EVENT, false},
	{"pure",     1, 1, "f",    elab_event_wrap, EXPR_OP_COUNT, false},
	{"smooth",   2, 2, "p expr", elab_event_smooth, EX_SMOOTH, false},
	{"homotopy", 2, 2, "actual simplified", elab_event_homotopy, EX_HOMOTOPY, false},
	{"semiLinear", 3, 3, "x positiveSlope negativeSlope", elab_math_real, EX_SEMI_LINEAR, false},
	{"assert",   2, 3, "condition message level", elab_event_assert, EX_ASSERT, false},
	{"terminate", 1, 1, "message", elab_event_terminate, EX_TERMINATE, false},
	{"reinit",   2, 2, "x expr", elab_event_reinit, EX_REINIT, false},
	{"getInstanceName", 0, 0, "", elab_event_instance_name, EXPR_OP_COUNT, false},
	/* connections: connect.c */
	{"cardinality",  1, 1, "c", elab_event_connect, EXPR_OP_COUNT, true},
	{"inStream",     1, 1, "v", elab_event_connect, EXPR_OP_COUNT, true},
	{"actualStream", 1, 1, "v", elab_event_connect, EXPR_OP_COUNT, true},
	{"rooted",       1, 1, "x", elab_event_connect, EXPR_OP_COUNT, true},
	/* clocks and state machines */
	{"Clock",       0, 2, "",  elab_clock_new, EX_CLOCK_INFER, true},
	{"previous",    1, 1, "u", elab_clock_same, EX_PREVIOUS, false},
	{"hold",        1, 1, "u", elab_clock_same, EX_HOLD, false},
	{"noClock",     1, 1, "u", elab_clock_same, EX_NO_CLOCK, false},
	{"subSample",   1, 2, "u factor", elab_clock_factor, EX_SUB_SAMPLE, false},
	{"superSample", 1, 2, "u factor", elab_clock_factor, EX_SUPER_SAMPLE, false},
	{"shiftSample", 2, 3, "u shiftCounter resolution", elab_clock_shift, EX_SHIFT_SAMPLE, false},
	{"backSample",  2, 3, "u backCounter resolution", elab_clock_shift, EX_BACK_SAMPLE, false},
	{"interval",    0, 1, "u", elab_clock_ask, EX_INTERVAL, false},
	{"firstTick",   0, 1, "u", elab_clock_ask, EX_FIRST_TICK, false},
	{"transition",  3, 7, "from to condition immediate reset synchronize priority",
	 elab_clock_transition, EX_TRANSITION, true},
	{"initialState", 1, 1, "state", elab_clock_state, EX_INITIAL_STATE, true},
	{"activeState",  1, 1, "state", elab_clock_state, EX_ACTIVE_STATE, true},
	{"ticksInState", 0, 0, "", elab_clock_ask, EX_TICKS_IN_STATE, false},
	{"timeInState",  0, 0, "", elab_clock_ask, EX_TIME_IN_STATE, false},
};
/* clang-format on */

enum { N_PLAIN = sizeof table / sizeof *table, N_BUILTINS = N_PLAIN + OPERATOR_KINDS };

/* NULL: an operator that passes make and users do not write. */
static const Builtin *builtin_at(int i)
{
	return i < N_PLAIN ? &table[i] : operator_rules[i - N_PLAIN]->call;
}

const Builtin *elab_find_builtin(Inst *in, Name name)
{
	Map *map = &elab_state(in)->builtins;

	if (map->n == 0)
		for (int i = 0; i < N_BUILTINS; i++)
			if (builtin_at(i))
				map_put(map, flat_name(in->flat, builtin_at(i)->name).i, map_key(builtin_at(i)));
	return map_find_ptr(map, name.i);
}

bool elab_builtin_at(int i, ElabBuiltin *out)
{
	for (int k = 0; k < N_BUILTINS; k++) {
		const Builtin *fn = builtin_at(k);

		if (!fn || i-- > 0)
			continue;
		*out = (ElabBuiltin){fn->name, fn->formals, fn->least, fn->most == MANY ? -1 : fn->most};
		return true;
	}
	return false;
}

void elab_suggest_builtins(Suggest *s)
{
	for (int i = 0; i < N_BUILTINS; i++)
		if (builtin_at(i))
			suggest_add(s, builtin_at(i)->name, strlen(builtin_at(i)->name));
}

/* The position of a formal in the list of names; -1: there is none. */
static int formal_position(const char *formals, const char *name)
{
	size_t len = strlen(name);

	for (int i = 0; *formals; i++) {
		size_t n = strcspn(formals, " ");

		if (n == len && memcmp(formals, name, n) == 0)
			return i;
		formals += n + (formals[n] == ' ');
	}
	return -1;
}

static bool count_fits(const Call *c, uint32_t given)
{
	const Builtin *b = c->fn;
	uint32_t bound = given < b->least ? b->least : b->most;

	if (given >= b->least && (given <= b->most || b->most == MANY))
		return true;
	elab_fail(c->in, c->ast->at, E_CALL_ARGS, "'%s' takes %s%u argument%s, but %u %s given",
			  b->name,
			  b->least == b->most ? ""
			  : given < b->least  ? "at least "
								  : "at most ",
			  bound, bound == 1 ? "" : "s", given, given == 1 ? "is" : "are");
	return false;
}

/* Put the arguments as written where the formals are. */
static bool place_args(Call *c, const AstExpr *arg, uint32_t given)
{
	for (uint32_t i = 0; i < given; i++) {
		const AstExpr *e = &arg[i];
		int at = (int)i;

		if (e->kind == AX_NAMED) {
			at = formal_position(c->fn->formals, elab_name(c->in, e->name));
			if (at < 0) {
				elab_fail(c->in, e->at, E_CALL_ARGS, "'%s' has no argument '%s'%s%s%s", c->fn->name,
						  elab_name(c->in, e->name), c->fn->formals[0] ? "; it has: '" : "",
						  c->fn->formals, c->fn->formals[0] ? "'" : "");
				return false;
			}
			if (c->written[at]) {
				elab_fail(c->in, e->at, E_CALL_ARGS, "the argument '%s' of '%s' is given twice",
						  elab_name(c->in, e->name), c->fn->name);
				return false;
			}
			e = &e->kid[0];
		}
		c->written[at] = e;
		if ((uint32_t)at >= c->n)
			c->n = (uint32_t)at + 1;
	}
	return true;
}

const Expr *elab_builtin(Inst *in, const Env *env, const AstExpr *call, const Builtin *fn)
{
	uint32_t given = call->n - 1, room = given > 8 ? given : 8;
	Call c = {.in = in, .env = env, .ast = call, .fn = fn};
	Env inside = *env;

	if (!count_fits(&c, given))
		return elab_error(in);
	c.written = NEW_ARRAY(in->scratch, const AstExpr *, room);
	c.arg = NEW_ARRAY(in->scratch, const Expr *, room);
	if (fn->is_raw && !fn->formals[0])
		return fn->build(&c);
	if (!place_args(&c, call->kid + 1, given))
		return elab_error(in);
	for (uint32_t i = 0; i < c.n; i++) {
		if (!c.written[i] && i < fn->least)
			return elab_fail(in, call->at, E_CALL_ARGS, "argument %u of '%s' is missing", i + 1,
							 fn->name);
		if (fn->is_raw || !c.written[i])
			continue;
		inside.excused =
			fn->build == elab_event_wrap && fn->op == EXPR_OP_COUNT ? c.written[i] : NULL;
		c.arg[i] = elab_expr(in, &inside, c.written[i]);
	}
	for (uint32_t i = 0; i < c.n && !fn->is_raw; i++)
		if (c.arg[i] && elab_is_error(c.arg[i]))
			return c.arg[i];
	return fn->build(&c);
}
