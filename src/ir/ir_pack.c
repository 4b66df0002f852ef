/* SPDX-License-Identifier: MIT
   ir_pack.c — the functions, calls and texts of a module as three plain tables, and back: so
   emitted C carries what its runtime needs of the functions it calls. Both directions go through
   the same places in the same order. O(size of the functions). */
#include "ir/ir_fn.h"

#define PACK_VERSION 3u /* changes with the order of what is packed */

/* -- writing -------------------------------------------------------------------------------- */

static void put(IrPack *p, uint32_t word)
{
	vec_push(arena_allocator(p->keep), &p->words, word);
}

static void put_words(IrPack *p, const uint32_t word[], uint32_t n)
{
	put(p, n);
	for (uint32_t i = 0; i < n; i++)
		put(p, word[i]);
}

static void put_numbers(IrPack *p, const double number[], uint32_t n)
{
	put(p, n);
	for (uint32_t i = 0; i < n; i++)
		vec_push(arena_allocator(p->keep), &p->numbers, number[i]);
}

static void put_text(IrPack *p, const char *text)
{
	vec_push(arena_allocator(p->keep), &p->texts, text);
}

static void put_side(IrPack *p, const IrFnSide *side)
{
	put(p, (uint32_t)side->n);
	for (int32_t k = 0; k < side->n; k++) {
		const IrFnLeaf *leaf = &side->leaf[k];

		put_text(p, leaf->name);
		put(p, leaf->kind);
		put(p, leaf->rank);
		put(p, leaf->reg);
		put(p, leaf->flag);
		for (int d = 0; d < leaf->rank; d++)
			put(p, (uint32_t)leaf->dim[d]);
	}
	put(p, (uint32_t)side->n_nodes);
	for (int32_t k = 0; k < side->n_nodes; k++) {
		put(p, (uint32_t)side->node[k].n_fields);
		put(p, (uint32_t)side->node[k].rank);
	}
	put(p, (uint32_t)side->n_roots);
	put(p, side->plain);
}

static void put_arg(IrPack *p, const IrExternArg *arg)
{
	put(p, arg->kind);
	put(p, arg->rank);
	put(p, arg->out);
	put(p, (uint32_t)arg->n_fields);
	put(p, arg->reg);
}

static void put_extern(IrPack *p, const IrExtern *x)
{
	put(p, x != NULL);
	if (!x)
		return;
	put_text(p, x->symbol);
	put_text(p, x->language);
	put_text(p, x->directory);
	put_text(p, x->include);
	put_text(p, x->include_folder);
	put(p, x->fortran);
	put(p, x->has_result);
	put_arg(p, &x->result);
	put(p, (uint32_t)x->n_args);
	for (int32_t k = 0; k < x->n_args; k++)
		put_arg(p, &x->arg[k]);
	put(p, (uint32_t)x->n_libraries);
	for (int32_t k = 0; k < x->n_libraries; k++)
		put_text(p, x->library[k]);
	put(p, (uint32_t)x->destructor);
}

static void put_fn(IrPack *p, const IrFn *fn)
{
	put_text(p, fn->name);
	put(p, fn->n_code);
	for (uint32_t k = 0; k < fn->n_code; k++) {
		const IrInstr *i = &fn->code[k];

		put(p, i->op);
		put(p, i->dst);
		put(p, i->a);
		put(p, i->b);
		put(p, i->c);
	}
	put_words(p, fn->list, fn->n_list);
	put_numbers(p, fn->constant, fn->n_constants);
	put_numbers(p, fn->table, fn->n_table);
	put(p, fn->n_arrays);
	for (uint32_t k = 0; k < fn->n_arrays; k++) {
		put(p, fn->array[k].name != NULL);
		if (fn->array[k].name)
			put_text(p, fn->array[k].name);
		put(p, fn->array[k].room);
		put(p, fn->array[k].at);
	}
	put(p, fn->n_places);
	for (uint32_t k = 0; k < fn->n_places; k++) {
		put(p, fn->place[k].first);
		put(p, fn->place[k].line);
		put_text(p, fn->place[k].file);
	}
	put_extern(p, fn->external);
	put_side(p, &fn->in);
	put_side(p, &fn->out);
	put(p, fn->n_scalars);
	put(p, fn->n_window);
}

static void put_call(IrPack *p, const IrCall *c)
{
	put(p, (uint32_t)c->fn);
	put(p, (uint32_t)c->source);
	put_words(p, c->in, (uint32_t)c->n_in);
	put_words(p, c->out, (uint32_t)c->n_out);
	put(p, (uint32_t)c->n_dims);
	for (int32_t k = 0; k < c->n_dims; k++)
		put(p, (uint32_t)c->dim[k]);
}

static void put_record(IrPack *p, const IrRecord *record)
{
	put_text(p, record->name);
	put(p, (uint32_t)record->n);
	put(p, (uint32_t)record->port);
	put(p, (uint32_t)record->n_leaves);
	for (int32_t k = 0; k < record->n_leaves; k++) {
		const IrRecordLeaf *leaf = &record->leaf[k];

		put_text(p, leaf->name);
		put(p, leaf->kind);
		put(p, leaf->rank);
		put(p, (uint32_t)leaf->n);
		for (int d = 0; d < leaf->rank; d++)
			put(p, (uint32_t)leaf->dim[d]);
	}
}

void ir_pack(const IrModule *m, Arena *keep, IrPack *p)
{
	*p = (IrPack){.keep = keep};
	put(p, PACK_VERSION);
	put(p, FN_OP_END);
	put(p, (uint32_t)m->strings.n);
	for (size_t k = 0; k < m->strings.n; k++)
		put_text(p, m->strings.at[k]);
	put(p, (uint32_t)m->records.n);
	for (size_t k = 0; k < m->records.n; k++)
		put_record(p, &m->records.at[k]);
	put(p, (uint32_t)m->fns.n);
	for (size_t k = 0; k < m->fns.n; k++)
		put_fn(p, m->fns.at[k]);
	put(p, (uint32_t)m->calls.n);
	for (size_t k = 0; k < m->calls.n; k++)
		put_call(p, &m->calls.at[k]);
}

/* -- reading -------------------------------------------------------------------------------- */

/* What is left of the tables. */
typedef struct Reader {
	Arena *keep;             /* holds what is made */
	const uint32_t *word;    /* next word */
	const double *number;    /* next number */
	const char *const *text; /* next text */
	bool ok;                 /* there was memory so far */
} Reader;

static uint32_t get(Reader *r)
{
	return *r->word++;
}

/* Memory for n things; without any, one is given that is not used, and ok is false. */
#define GET_ARRAY(r, T, n) ((T *)get_memory((r), (n), sizeof(T), _Alignof(T)))

static void *get_memory(Reader *r, uint32_t n, size_t size, size_t align)
{
	void *at = r->ok ? arena_new(r->keep, n, size, align) : NULL;

	r->ok = r->ok && at;
	return at;
}

static const uint32_t *get_words(Reader *r, uint32_t *n)
{
	const uint32_t *at = r->word + 1;

	*n = get(r);
	r->word += *n;
	return at;
}

static const double *get_numbers(Reader *r, uint32_t *n)
{
	const double *at = r->number;

	*n = get(r);
	r->number += *n;
	return at;
}

static void get_leaf(Reader *r, IrFnLeaf *leaf)
{
	leaf->name = *r->text++;
	leaf->kind = (uint8_t)get(r);
	leaf->rank = (uint8_t)get(r);
	leaf->reg = get(r);
	leaf->flag = get(r);
	for (int d = 0; d < leaf->rank; d++)
		leaf->dim[d] = (int32_t)get(r);
}

static void get_side(Reader *r, IrFnSide *side)
{
	IrFnLeaf *leaf;
	IrFnNode *node;

	side->n = (int32_t)get(r);
	side->leaf = leaf = GET_ARRAY(r, IrFnLeaf, (uint32_t)side->n);
	for (int32_t k = 0; r->ok && k < side->n; k++)
		get_leaf(r, &leaf[k]);
	if (!r->ok)
		return;
	side->n_nodes = (int32_t)get(r);
	side->node = node = GET_ARRAY(r, IrFnNode, (uint32_t)side->n_nodes);
	for (int32_t k = 0; r->ok && k < side->n_nodes; k++) {
		node[k].n_fields = (int32_t)get(r);
		node[k].rank = (int32_t)get(r);
	}
	if (!r->ok)
		return;
	side->n_roots = (int32_t)get(r);
	side->plain = get(r) != 0;
}

static IrExternArg get_arg(Reader *r)
{
	IrExternArg arg = {.kind = (uint8_t)r->word[0],
					   .rank = (uint8_t)r->word[1],
					   .out = r->word[2] != 0,
					   .n_fields = (int32_t)r->word[3],
					   .reg = r->word[4]};

	r->word += 5;
	return arg;
}

static void get_extern(Reader *r, IrFn *fn)
{
	IrExternArg *arg;
	IrExtern *x;

	if (!get(r))
		return;
	fn->external = x = GET_ARRAY(r, IrExtern, 1);
	if (!r->ok)
		return;
	x->symbol = *r->text++;
	x->language = *r->text++;
	x->directory = *r->text++;
	x->include = *r->text++;
	x->include_folder = *r->text++;
	x->fortran = get(r) != 0;
	x->has_result = get(r) != 0;
	x->result = get_arg(r);
	x->n_args = (int32_t)get(r);
	x->arg = arg = GET_ARRAY(r, IrExternArg, (uint32_t)x->n_args);
	for (int32_t k = 0; r->ok && k < x->n_args; k++)
		arg[k] = get_arg(r);
	if (!r->ok)
		return;
	x->n_libraries = (int32_t)get(r);
	x->library = r->text;
	r->text += x->n_libraries;
	x->destructor = (int32_t)get(r);
}

static void get_code(Reader *r, IrFn *fn)
{
	IrInstr *code;

	fn->name = *r->text++;
	fn->n_code = get(r);
	fn->code = code = GET_ARRAY(r, IrInstr, fn->n_code);
	for (uint32_t k = 0; r->ok && k < fn->n_code; k++, r->word += 5)
		code[k] = (IrInstr){r->word[0], r->word[1], r->word[2], r->word[3], r->word[4]};
	if (!r->ok)
		return;
	fn->list = get_words(r, &fn->n_list);
	fn->constant = get_numbers(r, &fn->n_constants);
	fn->table = get_numbers(r, &fn->n_table);
}

static void get_arrays(Reader *r, IrFn *fn)
{
	IrFnArray *array;
	IrFnPlace *place;

	fn->n_arrays = get(r);
	fn->array = array = GET_ARRAY(r, IrFnArray, fn->n_arrays);
	for (uint32_t k = 0; r->ok && k < fn->n_arrays; k++) {
		array[k].name = get(r) ? *r->text++ : NULL;
		array[k].room = get(r);
		array[k].at = get(r);
	}
	if (!r->ok)
		return;
	fn->n_places = get(r);
	fn->place = place = GET_ARRAY(r, IrFnPlace, fn->n_places);
	for (uint32_t k = 0; r->ok && k < fn->n_places; k++) {
		place[k].first = get(r);
		place[k].line = get(r);
		place[k].file = *r->text++;
	}
}

static IrFn *get_fn(Reader *r, int32_t number)
{
	IrFn *fn = GET_ARRAY(r, IrFn, 1);

	if (fn)
		fn->number = number;
	if (r->ok)
		get_code(r, fn);
	if (r->ok)
		get_arrays(r, fn);
	if (r->ok)
		get_extern(r, fn);
	if (r->ok)
		get_side(r, &fn->in);
	if (r->ok)
		get_side(r, &fn->out);
	if (r->ok) {
		fn->n_scalars = get(r);
		fn->n_window = get(r);
	}
	return fn;
}

static IrCall get_call(Reader *r)
{
	IrCall c = {.fn = (int32_t)get(r)};
	uint32_t n_in, n_out;

	c.source = (int32_t)get(r);
	c.in = get_words(r, &n_in);
	c.out = get_words(r, &n_out);
	c.n_in = (int32_t)n_in;
	c.n_out = (int32_t)n_out;
	c.n_dims = (int32_t)get(r);
	c.dim = (const int32_t *)r->word; /* signed and unsigned words may stand for each other */
	r->word += c.n_dims;
	return c;
}

static IrRecord get_record(Reader *r, int32_t number)
{
	IrRecord record = {.name = *r->text++, .number = number};
	IrRecordLeaf *leaf;

	record.n = (int32_t)get(r);
	record.port = (int32_t)get(r);
	record.n_leaves = (int32_t)get(r);
	record.leaf = leaf = GET_ARRAY(r, IrRecordLeaf, (uint32_t)record.n_leaves);
	for (int32_t k = 0; r->ok && k < record.n_leaves; k++) {
		leaf[k].name = *r->text++;
		leaf[k].kind = (uint8_t)get(r);
		leaf[k].rank = (uint8_t)get(r);
		leaf[k].n = (int32_t)get(r);
		leaf[k].dim = (const int32_t *)r->word;
		r->word += leaf[k].rank;
	}
	return record;
}

bool ir_pack_fits(const uint32_t word[])
{
	return word[0] == PACK_VERSION && word[1] == FN_OP_END;
}

bool ir_unpack(const IrPackTables *from, IrModule *m, Arena *keep)
{
	const MdvAlloc *a = arena_allocator(keep);
	Reader r = {keep, from->word + 2, from->number, from->text, true};
	uint32_t n;

	ir_init(m, keep);
	n = get(&r);
	for (uint32_t k = 0; k < n; k++)
		if (!vec_push(a, &m->strings, *r.text++))
			return false;
	n = get(&r);
	for (uint32_t k = 0; k < n; k++) {
		IrRecord record = get_record(&r, (int32_t)k);

		if (!r.ok || !vec_push(a, &m->records, record))
			return false;
	}
	n = get(&r);
	for (uint32_t k = 0; k < n; k++) {
		IrFn *fn = get_fn(&r, (int32_t)k);

		if (!r.ok || !vec_push(a, &m->fns, fn))
			return false;
	}
	n = get(&r);
	for (uint32_t k = 0; k < n; k++) {
		IrCall call = get_call(&r);

		if (!vec_push(a, &m->calls, call))
			return false;
	}
	return true;
}
