/* SPDX-License-Identifier: MIT
   qss_shape.c — equal parts: thousands of derivatives and crossings that are computed by the same
   operations on other states and parameters share one shape, a template of values whose leaves are
   arguments. A part is gone through from its result down, operands first, so that its template does
   not depend on where its values stand in the straight code. Time and memory are those of all
   parts; those that are long, or have blocks, have no shape.  */
#include "runtime/qss/qss.h"

#include <string.h>

#define MOST_VALUES 600  /* of a shape as machine code */
#define MOST_BROKEN 60   /* … and of one that stays Taylor arithmetic: longer ones share values */
#define MOST_SHAPES 4000 /* more would be as many as parts */

bool shape_begin(QssShaper *x, Qss *s, Arena *scratch)
{
	size_t n = (size_t)s->flow->n_values + 1;

	x->s = s;
	x->alloc = s->rt->alloc;
	x->mark = NEW_ARRAY(scratch, int32_t, n);
	x->number = NEW_ARRAY(scratch, int32_t, n);
	x->start = NEW_ARRAY(scratch, int32_t, (size_t)s->graph.n_targets + 1);
	map_init(&x->by_hash, x->alloc);
	return x->mark && x->number && x->start;
}

void shape_free(QssShaper *x)
{
	map_free(&x->by_hash);
	vec_free(x->alloc, &x->stack);
	vec_free(x->alloc, &x->list);
	vec_free(x->alloc, &x->key);
	vec_free(x->alloc, &x->shapes);
	vec_free(x->alloc, &x->templates);
	vec_free(x->alloc, &x->raw);
	vec_free(x->alloc, &x->varies);
}

static int n_operands(int32_t op)
{
	return op < 0 ? 0 : ir_op_info[op].n_args;
}

static int32_t operand(const MdvFlow *f, int32_t v, int i)
{
	return i == 0 ? f->a[v] : i == 1 ? f->b[v] : f->c[v];
}

/* --- the part of a target --- */

static bool can_have(const QssShaper *x, int32_t v)
{
	int32_t op = x->s->flow->op[v];

	return x->block_of[v] < 0 && op != MDV_PROOF_TABLE && op != -1 - MDV_LEAF_UNKNOWN &&
		   op != -1 - MDV_LEAF_BLOCK;
}

/* All values that `root` needs, operands first, in x->list. False: too many, or not of one. */
static bool walk(QssShaper *x, int32_t target, int32_t root)
{
	const MdvFlow *f = x->s->flow;
	int32_t mark = target + 1;

	x->list.n = x->stack.n = 0;
	x->ok &= vec_push(x->alloc, &x->stack, root);
	while (x->stack.n > 0 && x->ok) {
		int32_t v = x->stack.at[x->stack.n - 1], next = -1;

		if (x->mark[v] == mark) {
			x->stack.n--;
			continue;
		}
		if (!can_have(x, v) || x->list.n >= MOST_VALUES)
			return false;
		for (int i = 0; i < n_operands(f->op[v]) && next < 0; i++)
			if (x->mark[operand(f, v, i)] != mark)
				next = operand(f, v, i);
		if (next >= 0) {
			x->ok &= vec_push(x->alloc, &x->stack, next);
			continue;
		}
		x->mark[v] = mark;
		x->number[v] = (int32_t)x->list.n;
		x->ok &= vec_push(x->alloc, &x->list, v);
		x->stack.n--;
	}
	return x->ok;
}

/* Can it be machine code? What moves is only in operations that expand_shape knows. */
static bool is_smooth(const QssShaper *x)
{
	const MdvFlow *f = x->s->flow;

	for (size_t i = 0; i < x->list.n; i++) {
		int32_t v = x->list.at[i], op = f->op[v];
		bool moves = false;

		for (int k = 0; k < n_operands(op); k++)
			moves |= x->degree[operand(f, v, k)] > 0;
		if (moves && !expand_knows((IrOp)op))
			return false;
		if (op == IR_SELECT && x->degree[f->a[v]] > 0)
			return false;
		if (op == IR_POW && moves && f->op[f->b[v]] != -1 - MDV_LEAF_NUMBER)
			return false;
	}
	return true;
}

/* --- which shape it is --- */

static bool make_key(QssShaper *x, int32_t target)
{
	const MdvFlow *f = x->s->flow;

	x->key.n = 0;
	for (size_t i = 0; i < x->list.n; i++) {
		int32_t v = x->list.at[i], op = f->op[v];
		QssValue y = {.op = op, .arg = {-1, -1, -1}};

		for (int k = 0; k < n_operands(op); k++)
			y.arg[k] = x->number[operand(f, v, k)];
		if (op == -1 - MDV_LEAF_STATE)
			y.arg[0] = f->a[v] == target; /* itself */
		x->ok &= vec_push(x->alloc, &x->key, y);
	}
	return x->ok;
}

static bool is_same(const QssShaper *x, const QssFoundShape *shape, bool watched)
{
	return shape->watched == watched && shape->n_values == (int32_t)x->key.n &&
		   memcmp(&x->templates.at[shape->first], x->key.at, x->key.n * sizeof *x->key.at) == 0;
}

static int32_t add_shape(QssShaper *x, uint64_t hash, bool watched, bool smooth)
{
	QssFoundShape shape = {.first = x->templates.n,
						   .n_values = (int32_t)x->key.n,
						   .raw = x->raw.n,
						   .varies = x->varies.n,
						   .watched = watched,
						   .smooth = smooth};

	if (x->shapes.n >= MOST_SHAPES)
		return -1;
	for (size_t i = 0; i < x->key.n; i++) {
		x->ok &= vec_push(x->alloc, &x->templates, x->key.at[i]);
		if (x->key.at[i].op < 0) {
			x->ok &= vec_push(x->alloc, &x->varies, (uint8_t)0);
			shape.n_leaves++;
		}
	}
	x->ok &= vec_push(x->alloc, &x->shapes, shape) &&
			 map_put(&x->by_hash, hash, (uint64_t)x->shapes.n - 1);
	return x->ok ? (int32_t)x->shapes.n - 1 : -1;
}

static int32_t find_shape(QssShaper *x, bool watched, bool smooth)
{
	uint64_t hash = map_hash_bytes(x->key.at, x->key.n * sizeof *x->key.at, watched);

	for (;; hash++) {
		const uint64_t *found = map_find(&x->by_hash, hash);

		if (!found)
			return add_shape(x, hash, watched, smooth);
		if (is_same(x, &x->shapes.at[*found], watched))
			return (int32_t)*found;
	}
}

/* Is the number, or the slot, of a leaf another than that of the shape's first target? */
static void see_same(QssShaper *x, const QssFoundShape *shape, size_t leaf, int32_t v)
{
	const MdvFlow *f = x->s->flow;
	int32_t first = x->raw.at[shape->raw + leaf], a = f->a[v];

	if (f->op[v] == -1 - MDV_LEAF_NUMBER ? f->number[first] != f->number[a] : first != a)
		x->varies.at[shape->varies + leaf] = 1;
}

bool shape_take(QssShaper *x, int32_t target, int32_t root)
{
	const MdvFlow *f = x->s->flow;
	bool watched = target >= x->s->rt->n, smooth;
	int32_t shape;
	size_t leaf = 0;

	x->s->graph.shape[target] = -1;
	if (!walk(x, target, root))
		return false;
	smooth = is_smooth(x);
	if ((!smooth && x->list.n > MOST_BROKEN) || !make_key(x, target))
		return false;
	shape = find_shape(x, watched, smooth);
	if (shape < 0)
		return false;
	x->start[target] = (int32_t)x->raw.n;
	for (size_t i = 0; i < x->list.n; i++) {
		int32_t v = x->list.at[i];

		if (f->op[v] >= 0)
			continue;
		x->ok &= vec_push(x->alloc, &x->raw, f->a[v]);
		see_same(x, &x->shapes.at[shape], leaf++, v);
	}
	x->s->graph.shape[target] = shape;
	return x->ok && x->raw.n < INT32_MAX;
}

/* --- the shapes as they stay --- */

static int kind_of(const QssValue *v, bool varies)
{
	switch (-1 - v->op) {
	case MDV_LEAF_STATE: return QSS_LEAF_STATE;
	case MDV_LEAF_SLOT: return varies ? QSS_LEAF_SLOT : QSS_LEAF_SHARED;
	case MDV_LEAF_INPUT: return QSS_LEAF_INPUT;
	case MDV_LEAF_TIME: return QSS_LEAF_TIME;
	default: return varies ? QSS_LEAF_NUMBER : QSS_LEAF_FIXED;
	}
}

/* Leaves get their places: those of one kind after each other. */
static bool keep_shape(QssShaper *x, const QssFoundShape *from, QssShape *to, Arena *memory)
{
	const double *number = x->s->flow->number;
	int32_t leaf = 0;

	*to = (QssShape){.n_values = from->n_values,
					 .own = -1,
					 .watched = from->watched,
					 .smooth = from->smooth,
					 .value = NEW_ARRAY(memory, QssValue, from->n_values),
					 .fixed = NEW_ARRAY(memory, double, from->n_leaves + 1),
					 .shared = NEW_ARRAY(memory, int32_t, from->n_leaves + 1)};
	if (!to->value || !to->fixed || !to->shared)
		return false;
	memcpy(to->value, &x->templates.at[from->first], (size_t)from->n_values * sizeof *to->value);
	for (int32_t i = 0; i < from->n_values; i++) {
		QssValue *v = &to->value[i];
		int kind;

		if (v->op >= 0)
			continue;
		kind = kind_of(v, x->varies.at[from->varies + (size_t)leaf]);
		if (kind == QSS_LEAF_STATE && v->arg[0])
			to->own = to->n[kind];
		if (kind == QSS_LEAF_FIXED)
			to->fixed[to->n[kind]] = number[x->raw.at[from->raw + (size_t)leaf]];
		if (kind == QSS_LEAF_SHARED)
			to->shared[to->n[kind]] = x->raw.at[from->raw + (size_t)leaf];
		v->arg[0] = to->n[kind]++;
		v->arg[1] = kind;
		leaf++;
	}
	for (int k = 0; k < QSS_LEAF_TIME; k++) {
		to->from[k] = to->n_args;
		to->n_args += to->n[k];
	}
	return true;
}

static void put_args(const QssShaper *x, int32_t target, const QssShape *shape, int32_t arg[])
{
	const int32_t *raw = &x->raw.at[x->start[target]];
	int32_t leaf = 0;

	for (int32_t i = 0; i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		if (v->op >= 0)
			continue;
		if (v->arg[1] < QSS_LEAF_TIME) {
			int32_t a = raw[leaf];

			arg[shape->from[v->arg[1]] + v->arg[0]] =
				v->arg[1] == QSS_LEAF_INPUT ? x->s->graph.input_of_slot[a] : a;
		}
		leaf++;
	}
}

bool shape_finish(QssShaper *x, Arena *memory)
{
	QssGraph *g = &x->s->graph;
	int64_t n = 0;

	g->n_shapes = (int32_t)x->shapes.n;
	g->shapes = NEW_ARRAY(memory, QssShape, g->n_shapes + 1);
	if (!g->shapes || !x->ok)
		return false;
	for (int32_t i = 0; i < g->n_shapes; i++)
		if (!keep_shape(x, &x->shapes.at[i], &g->shapes[i], memory))
			return false;
	for (int32_t i = 0; i < g->n_targets; i++) {
		g->arg_start[i] = (int32_t)n;
		n += g->shape[i] < 0 ? 0 : g->shapes[g->shape[i]].n_args;
	}
	g->n_args = n;
	g->arg = NEW_ARRAY(memory, int32_t, n + 1);
	if (!g->arg)
		return false;
	for (int32_t i = 0; i < g->n_targets; i++)
		if (g->shape[i] >= 0) {
			g->shapes[g->shape[i]].n_targets++;
			put_args(x, i, &g->shapes[g->shape[i]], &g->arg[g->arg_start[i]]);
		}
	return true;
}
