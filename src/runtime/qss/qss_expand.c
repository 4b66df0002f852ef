/* SPDX-License-Identifier: MIT
   qss_expand.c — Taylor arithmetic as ordinary code: the recurrences of taylor.c written out, for a
   shape and the powers that are wanted, as operations of the IR on scalars, one slot for each
   coefficient. Coefficients that are zero whatever the arguments are take no operation: polynomials
   cost as many products as their degrees ask for. What runs regions (VM, machine code) runs this.
 */
#include "runtime/qss/qss.h"

#include <string.h>

enum { ZERO = -1 };

/* A coefficient of each power: its slot, or ZERO. */
typedef struct Powers {
	int32_t c[TAYLOR_MOST];
} Powers;

typedef struct Expansion {
	QssExpansion *out;
	int k;      /* highest power */
	int32_t by; /* the state by which alone it is differentiated; -1: by time */
	Powers *at; /* by value of the shape */
} Expansion;

bool expand_knows(IrOp op)
{
	switch (op) {
	case IR_MOVE:
	case IR_ADD:
	case IR_SUB:
	case IR_MUL:
	case IR_DIV:
	case IR_NEG:
	case IR_POW:
	case IR_SELECT:
	case IR_SQRT:
	case IR_SIN:
	case IR_COS:
	case IR_SINH:
	case IR_COSH:
	case IR_TAN:
	case IR_TANH:
	case IR_ATAN:
	case IR_EXP:
	case IR_LOG: return true;
	default: return false;
	}
}

/* --- scalars --- */

/* What was computed before is not computed again. */
static int32_t emit(Expansion *x, IrOp op, int32_t a, int32_t b, int32_t c)
{
	QssExpansion *out = x->out;
	IrInstr in = {.op = op, .a = (uint32_t)a, .b = (uint32_t)b, .c = (uint32_t)c};
	uint64_t hash = map_hash_bytes(&in, sizeof in, 0);

	for (const uint64_t *found; (found = map_find(&out->made, hash)); hash++) {
		const IrInstr *old = &out->instr.at[*found];

		if (old->op == in.op && old->a == in.a && old->b == in.b && old->c == in.c)
			return (int32_t)old->dst;
	}
	in.dst = QSS_FIRST_TEMP + (uint32_t)out->n_temps++;
	out->ok &= map_put(&out->made, hash, out->instr.n) && vec_push(out->alloc, &out->instr, in);
	return (int32_t)in.dst;
}

/* The slot of a number. */
static int32_t number(Expansion *x, double value)
{
	QssExpansion *out = x->out;

	for (size_t i = 0; i < out->numbers.n; i++)
		if (memcmp(&out->numbers.at[i], &value, sizeof value) == 0)
			return QSS_FIRST_NUMBER + (int32_t)i;
	out->ok &= vec_push(out->alloc, &out->numbers, value);
	return QSS_FIRST_NUMBER + (int32_t)out->numbers.n - 1;
}

static bool is_number(const Expansion *x, int32_t slot, double value)
{
	return slot >= QSS_FIRST_NUMBER && slot < QSS_FIRST_TEMP &&
		   x->out->numbers.at[slot - QSS_FIRST_NUMBER] == value;
}

static int32_t add(Expansion *x, int32_t a, int32_t b)
{
	return a == ZERO ? b : b == ZERO ? a : emit(x, IR_ADD, a, b, 0);
}

static int32_t negated(Expansion *x, int32_t a)
{
	return a == ZERO ? ZERO : emit(x, IR_NEG, a, 0, 0);
}

static int32_t sub(Expansion *x, int32_t a, int32_t b)
{
	return b == ZERO ? a : a == ZERO ? negated(x, b) : emit(x, IR_SUB, a, b, 0);
}

static int32_t mul(Expansion *x, int32_t a, int32_t b)
{
	if (a == ZERO || b == ZERO)
		return ZERO;
	return is_number(x, a, 1) ? b : is_number(x, b, 1) ? a : emit(x, IR_MUL, a, b, 0);
}

static int32_t quotient(Expansion *x, int32_t a, int32_t b)
{
	return a == ZERO ? ZERO : is_number(x, b, 1) ? a : emit(x, IR_DIV, a, b, 0);
}

static int32_t times(Expansion *x, double factor, int32_t a)
{
	return a == ZERO ? ZERO : mul(x, number(x, factor), a);
}

/* What an operation gives at a value that is zero for ever. */
static int32_t some(Expansion *x, int32_t a)
{
	return a == ZERO ? number(x, 0) : a;
}

/* --- series --- */

static int32_t product_at(Expansion *x, const Powers *a, const Powers *b, int k)
{
	int32_t sum = ZERO;

	for (int j = 0; j <= k; j++)
		sum = add(x, sum, mul(x, a->c[j], b->c[k - j]));
	return sum;
}

static void multiply(Expansion *x, const Powers *a, const Powers *b, Powers *y)
{
	Powers p;

	for (int i = 0; i <= x->k; i++)
		p.c[i] = product_at(x, a, b, i);
	*y = p;
}

static void divide(Expansion *x, const Powers *a, const Powers *b, Powers *y)
{
	int32_t by = some(x, b->c[0]);

	for (int i = 0; i <= x->k; i++) {
		int32_t rest = a->c[i];

		for (int j = 0; j < i; j++)
			rest = sub(x, rest, mul(x, y->c[j], b->c[i - j]));
		y->c[i] = quotient(x, rest, by);
	}
}

/* Coefficient i of y where y' = a' w. */
static int32_t follow(Expansion *x, const Powers *a, const Powers *w, int i)
{
	int32_t sum = ZERO;

	for (int j = 1; j <= i; j++)
		sum = add(x, sum, times(x, j, mul(x, a->c[j], w->c[i - j])));
	return i == 1 || sum == ZERO ? sum : quotient(x, sum, number(x, i));
}

/* The same where y' w = a'. */
static int32_t follow_inverse(Expansion *x, const Powers *a, const Powers *w, const Powers *y,
							  int i)
{
	int32_t sum = times(x, i, a->c[i]);

	for (int j = 1; j < i; j++)
		sum = sub(x, sum, times(x, j, mul(x, y->c[j], w->c[i - j])));
	return quotient(x, sum, times(x, i, w->c[0]));
}

static void square_root(Expansion *x, const Powers *a, Powers *y)
{
	int32_t flat, twice;

	y->c[0] = emit(x, IR_SQRT, some(x, a->c[0]), 0, 0);
	flat = emit(x, IR_EQ, y->c[0], number(x, 0), 0);
	twice = times(x, 2, y->c[0]);
	for (int i = 1; i <= x->k; i++) {
		int32_t rest = a->c[i];

		for (int j = 1; j < i; j++)
			rest = sub(x, rest, mul(x, y->c[j], y->c[i - j]));
		y->c[i] =
			rest == ZERO ? ZERO : emit(x, IR_SELECT, flat, number(x, 0), quotient(x, rest, twice));
	}
}

/* y' = a' z, z' = sign a' y */
static void circle(Expansion *x, const Powers *a, IrOp other, double sign, Powers *y)
{
	Powers z;

	z.c[0] = emit(x, other, some(x, a->c[0]), 0, 0);
	if (other == IR_SIN) /* y is the cosine, which follows -sin */
		z.c[0] = negated(x, z.c[0]);
	for (int i = 1; i <= x->k; i++) {
		y->c[i] = follow(x, a, &z, i);
		z.c[i] = follow(x, a, y, i);
		if (sign < 0)
			z.c[i] = negated(x, z.c[i]);
	}
}

/* y' = a' (1 + sign y^2) */
static void tangent(Expansion *x, const Powers *a, bool minus, Powers *y)
{
	int32_t square = mul(x, y->c[0], y->c[0]), one = number(x, 1);
	Powers w;

	w.c[0] = minus ? sub(x, one, square) : add(x, one, square);
	for (int i = 1; i <= x->k; i++) {
		y->c[i] = follow(x, a, &w, i);
		w.c[i] = product_at(x, y, y, i);
		if (minus)
			w.c[i] = negated(x, w.c[i]);
	}
}

static void arc(Expansion *x, const Powers *a, Powers *y)
{
	Powers w;

	multiply(x, a, a, &w);
	w.c[0] = add(x, number(x, 1), w.c[0]);
	for (int i = 1; i <= x->k; i++)
		y->c[i] = follow_inverse(x, a, &w, y, i);
}

/* a^m; m is the same for all. Where it is not a small whole number: y' a = m a' y. */
static bool power(Expansion *x, const Powers *a, int32_t exponent, Powers *y)
{
	double m;
	Powers p = *a;

	if (exponent < QSS_FIRST_NUMBER || exponent >= QSS_FIRST_TEMP)
		return false;
	m = x->out->numbers.at[exponent - QSS_FIRST_NUMBER];
	if (m != floor(m) || m < 1 || m > 8)
		return false;
	for (int i = 1; i < (int)m; i++)
		multiply(x, &p, a, &p);
	if (m > 3) /* as ops.h has it */
		p.c[0] = emit(x, IR_POW, some(x, a->c[0]), exponent, 0);
	*y = p;
	return true;
}

static void function(Expansion *x, IrOp op, const Powers *a, Powers *y)
{
	if (op == IR_SQRT) {
		square_root(x, a, y);
		return;
	}
	y->c[0] = emit(x, op, some(x, a->c[0]), 0, 0);
	switch (op) {
	case IR_SIN: circle(x, a, IR_COS, -1, y); break;
	case IR_COS: circle(x, a, IR_SIN, -1, y); break;
	case IR_SINH: circle(x, a, IR_COSH, 1, y); break;
	case IR_COSH: circle(x, a, IR_SINH, 1, y); break;
	case IR_TAN: tangent(x, a, false, y); break;
	case IR_TANH: tangent(x, a, true, y); break;
	case IR_ATAN: arc(x, a, y); break;
	case IR_EXP:
		for (int i = 1; i <= x->k; i++)
			y->c[i] = follow(x, a, y, i);
		break;
	default: /* IR_LOG */
		for (int i = 1; i <= x->k; i++)
			y->c[i] = follow_inverse(x, a, a, y, i);
		break;
	}
}

/* --- a shape --- */

static Powers constant(int32_t slot)
{
	Powers p;

	for (int i = 0; i < TAYLOR_MOST; i++)
		p.c[i] = i == 0 ? slot : ZERO;
	return p;
}

/* Leaves as they are in the frame (QssShape.slot). */
static Powers leaf(Expansion *x, const QssShape *shape, const QssValue *v)
{
	int kind = v->arg[1], stride = shape->stride[kind];
	int32_t first = shape->slot[kind] + v->arg[0] * stride;
	Powers p = constant(first);

	if (kind == QSS_LEAF_FIXED)
		return constant(shape->fixed[v->arg[0]] == 0 && !signbit(shape->fixed[v->arg[0]])
							? ZERO
							: number(x, shape->fixed[v->arg[0]]));
	if (x->by >= 0) {
		if (kind == QSS_LEAF_STATE && v->arg[0] == x->by)
			p.c[1] = number(x, 1);
		return p;
	}
	for (int i = 1; i < stride && i <= x->k; i++)
		p.c[i] = first + i;
	if (kind == QSS_LEAF_TIME && x->k > 0)
		p.c[1] = number(x, 1);
	return p;
}

static bool is_still(const Expansion *x, const Powers *a)
{
	for (int i = 1; i <= x->k; i++)
		if (a->c[i] != ZERO)
			return false;
	return true;
}

static void choose(Expansion *x, const Powers *a, const Powers *b, const Powers *c, Powers *y)
{
	for (int i = 0; i <= x->k; i++)
		y->c[i] = b->c[i] == ZERO && c->c[i] == ZERO
					  ? ZERO
					  : emit(x, IR_SELECT, some(x, a->c[0]), some(x, b->c[i]), some(x, c->c[i]));
}

static bool operation(Expansion *x, const QssValue *v, Powers *y)
{
	int n = ir_op_info[v->op].n_args;
	const Powers *a = &x->at[v->arg[0]], *b = n > 1 ? &x->at[v->arg[1]] : a;
	const Powers *c = n > 2 ? &x->at[v->arg[2]] : a;

	*y = constant(ZERO);
	switch (v->op) {
	case IR_MOVE: *y = *a; return true;
	case IR_ADD:
		for (int i = 0; i <= x->k; i++)
			y->c[i] = add(x, a->c[i], b->c[i]);
		return true;
	case IR_SUB:
		for (int i = 0; i <= x->k; i++)
			y->c[i] = sub(x, a->c[i], b->c[i]);
		return true;
	case IR_NEG:
		for (int i = 0; i <= x->k; i++)
			y->c[i] = negated(x, a->c[i]);
		return true;
	case IR_MUL: multiply(x, a, b, y); return true;
	case IR_DIV: divide(x, a, b, y); return true;
	default: break;
	}
	if (is_still(x, a) && is_still(x, b) && is_still(x, c)) {
		*y = constant(emit(x, (IrOp)v->op, some(x, a->c[0]), some(x, b->c[0]), some(x, c->c[0])));
		return true;
	}
	if (v->op == IR_POW)
		return is_still(x, b) && power(x, a, b->c[0], y);
	if (v->op == IR_SELECT) {
		choose(x, a, b, c, y);
		return is_still(x, a);
	}
	if (!expand_knows((IrOp)v->op))
		return false;
	function(x, (IrOp)v->op, a, y);
	return true;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int value_degree(const QssShape *shape, const QssValue *v, const int degree[])
{
	int n = ir_op_info[v->op].n_args, most = 0, sum = 0, first = degree[v->arg[0]];

	for (int k = 0; k < n; k++) {
		most = degree[v->arg[k]] > most ? degree[v->arg[k]] : most;
		sum += degree[v->arg[k]];
	}
	if (most == 0)
		return 0;
	switch (v->op) {
	case IR_MOVE:
	case IR_NEG:
	case IR_ADD:
	case IR_SUB: return most;
	case IR_MUL: return least(sum, TAYLOR_MOST);
	case IR_DIV: return degree[v->arg[1]] == 0 ? first : TAYLOR_MOST;
	case IR_SELECT: return first == 0 ? most : TAYLOR_MOST;
	case IR_POW: {
		const QssValue *by = &shape->value[v->arg[1]];
		double m = by->op < 0 && by->arg[1] == QSS_LEAF_FIXED ? shape->fixed[by->arg[0]] : 0;

		return m == floor(m) && m >= 1 && m * first < TAYLOR_MOST ? (int)m * first : TAYLOR_MOST;
	}
	default: return TAYLOR_MOST;
	}
}

int expand_degree(const QssShape *shape, int of_states, Arena *scratch)
{
	int *degree = NEW_ARRAY(scratch, int, shape->n_values);

	for (int32_t i = 0; degree && i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		if (v->op >= 0)
			degree[i] = value_degree(shape, v, degree);
		else
			degree[i] = v->arg[1] == QSS_LEAF_STATE                                 ? of_states
						: v->arg[1] == QSS_LEAF_TIME || v->arg[1] == QSS_LEAF_INPUT ? 1
																					: 0;
	}
	return degree ? degree[shape->n_values - 1] : TAYLOR_MOST;
}

static bool expand_values(Expansion *x, const QssShape *shape)
{
	for (int32_t i = 0; i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		if (v->op < 0)
			x->at[i] = leaf(x, shape, v);
		else if (!operation(x, v, &x->at[i]))
			return false;
	}
	return true;
}

/* A result gets its place; what is zero is zero there from the start. */
static void give(Expansion *x, int32_t slot, int32_t to)
{
	IrInstr in = {.op = IR_MOVE, .dst = (uint32_t)to, .a = (uint32_t)slot};

	if (slot != ZERO)
		x->out->ok &= vec_push(x->out->alloc, &x->out->instr, in);
}

static bool give_slope(Expansion *x, const QssShape *shape, int32_t by, int32_t to)
{
	x->by = by;
	x->k = 1;
	if (!expand_values(x, shape))
		return false;
	give(x, x->at[shape->n_values - 1].c[1], to);
	return true;
}

bool expand_shape(QssExpansion *out, const QssShape *shape, int k, int32_t gradient, Arena *scratch)
{
	Expansion x = {.out = out, .k = k, .by = -1, .at = NEW_ARRAY(scratch, Powers, shape->n_values)};
	const Powers *result = &x.at[shape->n_values - 1];

	out->instr.n = out->numbers.n = 0;
	out->n_temps = 0;
	map_free(&out->made);
	map_init(&out->made, out->alloc);
	if (!x.at)
		return out->ok = false;
	if (!expand_values(&x, shape))
		return false;
	for (int i = 0; i <= k; i++)
		give(&x, result->c[i], i);
	if (shape->watched)
		return true;
	if (shape->own >= 0 && !give_slope(&x, shape, shape->own, QSS_SLOPE))
		return false;
	for (int32_t i = 0; gradient > 0 && i < shape->n[QSS_LEAF_STATE]; i++)
		if (!give_slope(&x, shape, i, gradient + i))
			return false;
	return true;
}
