/* SPDX-License-Identifier: MIT
   lower_fn.c — functions of a module by number, made when they are first asked for. A function that
   is called while another is being made waits for its turn, so that calls in a circle and long
   chains of calls take no stack. */
#include "compiler/lower/lower_fn.h"

#include <string.h>

void lower_fn_init(LowerFn *l, FlatModel *m, IrModule *ir, const SourceSet *sources)
{
	*l = (LowerFn){.m = m, .ir = ir, .sources = sources};
	arena_child(&l->scratch, m->keep);
	arena_child(&l->marks, m->keep);
	walk_init(&l->walk, &m->pool, &l->marks);
	map_init(&l->numbers, arena_allocator(ir->keep));
	map_init(&l->texts, arena_allocator(ir->keep));
	map_init(&l->leaves, arena_allocator(ir->keep));
}

void lower_fn_free(LowerFn *l)
{
	arena_free(&l->scratch);
	arena_free(&l->marks);
}

uint32_t lower_fn_text(LowerFn *l, const char *text)
{
	Name name = intern_name(l->m->names, text, strlen(text));
	const uint64_t *known = map_find(&l->texts, name.i);

	if (known)
		return (uint32_t)*known;
	map_put(&l->texts, name.i, l->ir->strings.n);
	vec_push(arena_allocator(l->ir->keep), &l->ir->strings, arena_strdup(l->ir->keep, text));
	return (uint32_t)l->ir->strings.n - 1;
}

static int32_t new_number(LowerFn *l)
{
	vec_push(arena_allocator(l->ir->keep), &l->ir->fns, NULL);
	return (int32_t)l->ir->fns.n - 1;
}

static void finish(FnBuild *b, int32_t number)
{
	IrFn *fn = lower_fn_emit_end(b);

	fn->number = number;
	fn->passes = b->fn.passes;
	b->l->ir->fns.at[number] = fn;
}

/* -- functions ------------------------------------------------------------------------------ */

static void make(LowerFn *l, FnId f)
{
	ArenaMark mark = arena_mark(&l->scratch);
	FnBuild b;

	lower_fn_emit_begin(&b, l);
	b.fn = l->m->fns.at[f.i];
	lower_fn_emit_place(&b, b.fn.at);
	lower_fn_stmt_body(&b);
	finish(&b, (int32_t)*map_find(&l->numbers, (uint64_t)f.i));
	arena_release(&l->scratch, mark);
}

static void make_waiting(LowerFn *l)
{
	if (l->busy)
		return;
	l->busy = true;
	while (l->waiting.n > 0)
		make(l, l->waiting.at[--l->waiting.n]);
	l->busy = false;
}

int32_t lower_fn(LowerFn *l, FnId f)
{
	const uint64_t *known = map_find(&l->numbers, (uint64_t)f.i);
	int32_t number;

	if (known)
		return (int32_t)*known;
	number = new_number(l);
	map_put(&l->numbers, (uint64_t)f.i, (uint64_t)number);
	vec_push(arena_allocator(l->ir->keep), &l->waiting, f);
	make_waiting(l);
	return number;
}

/* -- expressions ---------------------------------------------------------------------------- */

int32_t lower_fn_of_expr(LowerFn *l, const Expr *e, const Expr *const input[], int n_inputs)
{
	ArenaMark mark = arena_mark(&l->scratch);
	int32_t number = new_number(l);
	bool outer = l->busy;
	FlatLocal *in = NEW_ARRAY(&l->scratch, FlatLocal, n_inputs + 1), out;
	LowerValue *value = NEW_ARRAY(&l->scratch, LowerValue, n_inputs + 1), v;
	FnBuild b;

	l->busy = true;
	lower_fn_emit_begin(&b, l);
	for (int i = 0; i < n_inputs; i++) {
		in[i] = (FlatLocal){.type = input[i]->type};
		value[i] = lower_fn_emit_value(&b, input[i]->type);
		map_put(&b.inputs, input[i]->id, value[i].ref[0]);
	}
	b.n_var_scalars = b.n_scalars;
	b.in = lower_fn_type_side(&b, in, value, n_inputs);
	v = lower_fn_expr(&b, e);
	if (lower_fn_type_leaves(l, e->type)->n > 1) { /* each result has its own register */
		LowerValue copy = lower_fn_emit_value(&b, e->type);

		lower_fn_emit_move(&b, copy, v);
		v = copy;
	}
	out = (FlatLocal){.type = e->type};
	b.out = lower_fn_type_side(&b, &out, &v, 1);
	finish(&b, number);
	arena_release(&l->scratch, mark);
	l->busy = outer;
	make_waiting(l);
	return number;
}
