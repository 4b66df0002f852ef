/* SPDX-License-Identifier: MIT
   qss_slice.c — who needs what: for each derivative, crossing and assertion the part of the
   straight code that computes it; for each state, input and discrete value those that read it.
   Time and memory are those of all parts together; models in which that is too much, since all is
   coupled with all in large blocks, have the whole code as the part of each. */
#include "runtime/qss/qss.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 60000000 /* of all parts together */

typedef struct Pair {
	int32_t from, target;
} Pair;

typedef VEC(Pair) Pairs;

typedef struct Slicer {
	Qss *s;
	const MdvFlow *f;
	const MdvAlloc *alloc;      /* of what grows */
	int32_t *seen;              /* by value: 1 + the target that has seen it last */
	int32_t *block_of;          /* by value: block that it is in; -1: none */
	int32_t *slot_number;       /* by slot: 1 + its number in graph.slot */
	uint8_t *degree;            /* by value: 0 constant between events, 1 affine, 2 neither */
	VEC(int32_t) stack;         /* values to be gone through */
	VEC(int32_t) items;         /* of all targets */
	VEC(int32_t) slots, inputs; /* found so far */
	Pairs states, of_slots, of_inputs;
	QssShaper shapes;
	bool ok; /* there was memory */
} Slicer;

/* --- how curved values are --- */

static uint8_t larger(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static uint8_t value_degree(const Slicer *x, int32_t v)
{
	const MdvFlow *f = x->f;
	int32_t op = f->op[v];
	uint8_t a, b;

	if (op < 0) {
		MdvLeaf leaf = (MdvLeaf)(-1 - op);

		return leaf == MDV_LEAF_SLOT || leaf == MDV_LEAF_NUMBER                            ? 0
			   : leaf == MDV_LEAF_STATE || leaf == MDV_LEAF_TIME || leaf == MDV_LEAF_INPUT ? 1
																						   : 2;
	}
	if (op == MDV_PROOF_TABLE)
		return 2;
	a = x->degree[f->a[v]];
	b = ir_op_info[op].n_args > 1 ? x->degree[f->b[v]] : 0;
	switch (op) {
	case IR_MOVE:
	case IR_NEG:
	case IR_ADD:
	case IR_SUB: return larger(a, b);
	case IR_MUL: return a == 0 || b == 0 ? larger(a, b) : 2;
	case IR_DIV: return b == 0 ? a : 2;
	case IR_SELECT: return a == 0 ? larger(b, x->degree[f->c[v]]) : 2;
	default: return larger(a, b) == 0 ? 0 : 2;
	}
}

/* --- parts of the code --- */

static void see(Slicer *x, int32_t v, int32_t target)
{
	if (x->block_of[v] >= 0)
		v = x->f->block[x->block_of[v]].first;
	if (x->seen[v] == target + 1)
		return;
	x->seen[v] = target + 1;
	x->ok &= vec_push(x->alloc, &x->stack, v);
}

static void add_pair(Slicer *x, Pairs *pairs, int32_t from, int32_t target)
{
	x->ok &= vec_push(x->alloc, pairs, ((Pair){from, target}));
}

static int32_t number_of(Slicer *x, int32_t slot)
{
	if (x->slot_number[slot] == 0) {
		x->ok &= vec_push(x->alloc, &x->slots, slot);
		x->slot_number[slot] = (int32_t)x->slots.n;
	}
	return x->slot_number[slot] - 1;
}

static int32_t input_of(Slicer *x, int32_t slot)
{
	int32_t *number = &x->s->graph.input_of_slot[slot];

	if (*number < 0) {
		*number = (int32_t)x->inputs.n;
		x->ok &= vec_push(x->alloc, &x->inputs, slot);
	}
	return *number;
}

static void see_leaf(Slicer *x, int32_t v, int32_t target)
{
	int32_t a = x->f->a[v];

	switch (-1 - x->f->op[v]) {
	case MDV_LEAF_STATE: add_pair(x, &x->states, a, target); break;
	case MDV_LEAF_SLOT: add_pair(x, &x->of_slots, number_of(x, a), target); break;
	case MDV_LEAF_INPUT: add_pair(x, &x->of_inputs, input_of(x, a), target); break;
	case MDV_LEAF_UNKNOWN: x->s->graph.lost[target] = true; break;
	default: break;
	}
}

static void see_operands(Slicer *x, int32_t v, int32_t target)
{
	const MdvFlow *f = x->f;
	int n = f->op[v] == MDV_PROOF_TABLE ? 2 : ir_op_info[f->op[v]].n_args;

	see(x, f->a[v], target);
	if (n > 1)
		see(x, f->b[v], target);
	if (n > 2)
		see(x, f->c[v], target);
	if (f->op[v] == MDV_PROOF_TABLE)
		x->s->graph.lost[target] = true;
	else if (x->degree[v] > 1 && !interval_is_calm((IrOp)f->op[v], interval_whole(),
												   interval_whole(), interval_whole()))
		x->s->graph.rough[target] = true;
}

/* A block is needed as a whole; one of a state set reads the states of that. */
static void see_block(Slicer *x, int32_t number, int32_t target)
{
	const MdvFlowBlock *b = &x->f->block[number];
	const MdvSet *set = b->set < 0 ? NULL : &x->s->rt->m->set[b->set];

	for (int32_t v = b->first; v < b->end; v++)
		if (x->f->op[v] < 0)
			see_leaf(x, v, target);
		else
			see_operands(x, v, target);
	for (int32_t i = 0; i < b->n; i++)
		see(x, b->residual[i], target);
	for (int32_t i = 0; set && i < set->n - set->m; i++)
		add_pair(x, &x->states, set->first + i, target);
}

static int compare_items(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* Goes through all that is on the stack; items are first values of blocks, until they are sorted.
 */
static void collect(Slicer *x, int32_t target)
{
	size_t begin = x->items.n;

	while (x->stack.n > 0) {
		int32_t v = x->stack.at[--x->stack.n];

		x->ok &= vec_push(x->alloc, &x->items, v);
		if (x->block_of[v] >= 0)
			see_block(x, x->block_of[v], target);
		else if (x->f->op[v] < 0)
			see_leaf(x, v, target);
		else
			see_operands(x, v, target);
		if (x->degree[v] > 1)
			x->s->graph.curved[target] = true;
	}
	qsort(x->items.at + begin, x->items.n - begin, sizeof *x->items.at, compare_items);
	for (size_t i = begin; i < x->items.n; i++)
		if (x->block_of[x->items.at[i]] >= 0)
			x->items.at[i] = -1 - x->block_of[x->items.at[i]];
}

/* The part has a shape: what it reads and how curved it is, as `collect` sees it. */
static void see_shape(Slicer *x, int32_t target)
{
	for (size_t i = 0; i < x->shapes.list.n; i++) {
		int32_t v = x->shapes.list.at[i], op = x->f->op[v];

		if (op < 0)
			see_leaf(x, v, target);
		if (x->degree[v] <= 1)
			continue;
		x->s->graph.curved[target] = true;
		if (op >= 0 &&
			!interval_is_calm((IrOp)op, interval_whole(), interval_whole(), interval_whole()))
			x->s->graph.rough[target] = true;
	}
}

static void see_target(Slicer *x, int32_t target)
{
	const Qss *s = x->s;
	const MdvModel *m = s->rt->m;
	int32_t n = s->rt->n, w = target - n, root;

	if (target >= m->n_states && target < n) {
		int32_t k = s->rt->index.set_of_state[target];

		s->graph.shape[target] = -1;
		for (int32_t i = 0; i < m->set[k].n; i++)
			see(x, x->f->candidate_rate[k][i], target);
		collect(x, target);
		return;
	}
	root = target < n                 ? x->f->rate[target]
		   : w < s->graph.n_crossings ? x->f->crossing[w]
									  : x->f->check[s->graph.action[w]];
	if (shape_take(&x->shapes, target, root)) {
		see_shape(x, target);
		return;
	}
	see(x, root, target);
	collect(x, target);
}

/* --- lists --- */

static bool make_lists(const Pairs *pairs, int32_t n, Arena *memory, QssLists *out)
{
	out->start = NEW_ARRAY(memory, int64_t, (size_t)n + 2);
	out->item = NEW_ARRAY(memory, int32_t, pairs->n + 1);
	if (!out->start || !out->item)
		return false;
	for (size_t i = 0; i < pairs->n; i++)
		out->start[pairs->at[i].from + 2]++;
	for (int32_t i = 0; i < n; i++)
		out->start[i + 2] += out->start[i + 1];
	for (size_t i = 0; i < pairs->n; i++)
		out->item[out->start[pairs->at[i].from + 1]++] = pairs->at[i].target;
	return true;
}

static int32_t *copy(Arena *memory, const int32_t from[], size_t n)
{
	int32_t *to = NEW_ARRAY(memory, int32_t, n + 1);

	if (to && n > 0)
		memcpy(to, from, n * sizeof *to);
	return to;
}

static bool keep_lists(Slicer *x, Arena *memory)
{
	QssGraph *g = &x->s->graph;

	g->n_slots = (int32_t)x->slots.n;
	g->slot = copy(memory, x->slots.at, x->slots.n);
	g->n_inputs = (int32_t)x->inputs.n;
	g->input = copy(memory, x->inputs.at, x->inputs.n);
	g->code.item = copy(memory, x->items.at, x->items.n);
	return x->ok && g->slot && g->input && g->code.item &&
		   make_lists(&x->states, x->s->rt->n, memory, &g->readers) &&
		   make_lists(&x->of_slots, g->n_slots, memory, &g->slot_readers) &&
		   make_lists(&x->of_inputs, g->n_inputs, memory, &g->input_readers);
}

/* All code is the part of each; who reads what is known all the same. */
static void take_whole(Slicer *x)
{
	x->items.n = 0;
	for (int32_t v = 0; v < x->f->n_values && x->ok; v++)
		if (x->block_of[v] < 0)
			x->ok &= vec_push(x->alloc, &x->items, v);
		else if (v == x->f->block[x->block_of[v]].first)
			x->ok &= vec_push(x->alloc, &x->items, -1 - x->block_of[v]);
}

static void find_parts(Slicer *x)
{
	QssGraph *g = &x->s->graph;

	for (int32_t i = 0; i < g->n_targets && x->ok; i++) {
		if (g->whole)
			x->items.n = 0;
		see_target(x, i);
		g->code.start[i + 1] = (int64_t)x->items.n;
		g->whole |= x->items.n > MOST_ITEMS;
	}
	if (g->whole)
		take_whole(x);
	g->n_whole = (int64_t)x->items.n;
}

static void see_watched(Qss *s)
{
	const MdvModel *m = s->rt->m;
	QssGraph *g = &s->graph;

	g->n_crossings = g->n_watched = m->n_crossings;
	for (int32_t i = 0; i < m->n_actions; i++)
		if (s->flow->check[i] >= 0)
			g->action[g->n_watched++] = i;
	g->n_targets = s->rt->n + g->n_watched;
}

static bool begin(Slicer *x, Arena *memory, Arena *scratch)
{
	QssGraph *g = &x->s->graph;
	const MdvModel *m = x->s->rt->m;
	size_t n = (size_t)x->f->n_values + 1;

	g->action = NEW_ARRAY(memory, int32_t, (size_t)m->n_crossings + (size_t)m->n_actions + 1);
	g->input_of_slot = NEW_ARRAY(memory, int32_t, m->n_slots);
	if (!g->action || !g->input_of_slot)
		return false;
	memset(g->input_of_slot, -1, (size_t)m->n_slots * sizeof *g->input_of_slot);
	see_watched(x->s);
	g->code.start = NEW_ARRAY(memory, int64_t, (size_t)g->n_targets + 1);
	g->curved = NEW_ARRAY(memory, bool, (size_t)g->n_targets + 1);
	g->rough = NEW_ARRAY(memory, bool, (size_t)g->n_targets + 1);
	g->lost = NEW_ARRAY(memory, bool, (size_t)g->n_targets + 1);
	g->shape = NEW_ARRAY(memory, int32_t, (size_t)g->n_targets + 1);
	g->arg_start = NEW_ARRAY(memory, int32_t, (size_t)g->n_targets + 1);
	x->seen = NEW_ARRAY(scratch, int32_t, n);
	x->block_of = NEW_ARRAY(scratch, int32_t, n);
	x->slot_number = NEW_ARRAY(scratch, int32_t, m->n_slots);
	x->degree = NEW_ARRAY(scratch, uint8_t, n);
	x->shapes.block_of = x->block_of;
	x->shapes.degree = x->degree;
	x->shapes.ok = true;
	return g->code.start && g->curved && g->rough && g->lost && g->shape && g->arg_start &&
		   x->seen && x->block_of && x->slot_number && x->degree &&
		   shape_begin(&x->shapes, x->s, scratch);
}

bool slice_make(Qss *s, Arena *memory)
{
	Arena scratch;
	Slicer x = {.s = s, .f = s->flow, .alloc = s->rt->alloc, .ok = true};
	bool ok;

	arena_init(&scratch, s->rt->alloc);
	ok = begin(&x, memory, &scratch);
	if (ok) {
		memset(x.block_of, -1, (size_t)s->flow->n_values * sizeof *x.block_of);
		for (int32_t i = 0; i < s->flow->n_blocks; i++)
			for (int32_t v = s->flow->block[i].first; v < s->flow->block[i].end; v++)
				x.block_of[v] = i;
		for (int32_t v = 0; v < s->flow->n_values; v++)
			x.degree[v] = value_degree(&x, v);
		find_parts(&x);
		ok = x.shapes.ok && keep_lists(&x, memory) && shape_finish(&x.shapes, memory);
	}
	shape_free(&x.shapes);
	vec_free(x.alloc, &x.stack);
	vec_free(x.alloc, &x.items);
	vec_free(x.alloc, &x.slots);
	vec_free(x.alloc, &x.inputs);
	vec_free(x.alloc, &x.states);
	vec_free(x.alloc, &x.of_slots);
	vec_free(x.alloc, &x.of_inputs);
	arena_free(&scratch);
	return ok;
}
