/* SPDX-License-Identifier: MIT
   qss_code.c — shapes as code: one region for each, on a frame of its own that has results first,
   then leaves, numbers and temporaries; who made the model makes the regions run (MdvFlow.make), as
   machine code or by the VM. Their results have the same bits. */
#include "runtime/qss/qss.h"

#include <string.h>

/* Where the leaves are: a coefficient for each power that a leaf has. */
static int32_t place_leaves(QssShape *shape, int order)
{
	int32_t at = QSS_FIRST_LEAF;

	for (int kind = 0; kind < QSS_LEAF_FIXED; kind++) {
		shape->stride[kind] = kind == QSS_LEAF_STATE   ? order + 2 * shape->watched
							  : kind == QSS_LEAF_INPUT ? 2
													   : 1;
		shape->slot[kind] = at;
		at += shape->n[kind] * shape->stride[kind];
		shape->more |= kind > QSS_LEAF_SLOT && kind < QSS_LEAF_SHARED && shape->n[kind] > 0;
	}
	return at;
}

/* One shape under way. */
typedef struct Piece {
	QssShape *shape;
	IrInstr *instr;
	int32_t n_instrs, first_number, n_numbers, n_temps;
	double *number;
} Piece;

typedef struct Pieces {
	Qss *s;
	Arena *memory, *scratch;
	QssExpansion x;
	Piece *at;
	int32_t n;
	int32_t first_temp; /* slots of leaves and numbers, the most of all */
	int32_t n_temps;    /* the most of all */
} Pieces;

static bool expand(Pieces *p, QssShape *shape)
{
	Qss *s = p->s;
	Piece *piece = &p->at[p->n];
	QssExpansion *x = &p->x;
	int32_t first = place_leaves(shape, s->o.order);
	bool slopes = s->o.pairs && !shape->watched;
	int k = shape->watched ? s->k_watch : s->k_rate;

	shape->exact = expand_degree(shape, s->o.order - !shape->watched, p->scratch) <= k;
	shape->gradient = slopes ? first : 0;
	first += slopes ? shape->n[QSS_LEAF_STATE] : 0;
	if (!expand_shape(x, shape, k, shape->gradient, p->scratch))
		return x->ok;
	*piece = (Piece){.shape = shape,
					 .instr = NEW_ARRAY(p->memory, IrInstr, x->instr.n + 1),
					 .n_instrs = (int32_t)x->instr.n,
					 .first_number = first,
					 .n_numbers = (int32_t)x->numbers.n,
					 .n_temps = x->n_temps,
					 .number = NEW_ARRAY(p->scratch, double, x->numbers.n + 1)};
	if (!piece->instr || !piece->number)
		return false;
	if (x->instr.n > 0)
		memcpy(piece->instr, x->instr.at, x->instr.n * sizeof *piece->instr);
	if (x->numbers.n > 0)
		memcpy(piece->number, x->numbers.at, x->numbers.n * sizeof *piece->number);
	p->first_temp =
		p->first_temp > first + piece->n_numbers ? p->first_temp : first + piece->n_numbers;
	p->n_temps = p->n_temps > piece->n_temps ? p->n_temps : piece->n_temps;
	p->n++;
	return x->ok;
}

static uint32_t settle_slot(const Pieces *p, const Piece *piece, uint32_t slot)
{
	if (slot >= QSS_FIRST_TEMP)
		return slot - QSS_FIRST_TEMP + (uint32_t)p->first_temp;
	return slot >= QSS_FIRST_NUMBER ? slot - QSS_FIRST_NUMBER + (uint32_t)piece->first_number
									: slot;
}

static bool settle(Pieces *p, Piece *piece)
{
	QssShape *shape = piece->shape;

	for (int32_t i = 0; i < piece->n_instrs; i++) {
		IrInstr *in = &piece->instr[i];
		int n = ir_op_info[in->op].n_args;

		in->dst = settle_slot(p, piece, in->dst);
		in->a = settle_slot(p, piece, in->a);
		in->b = n > 1 ? settle_slot(p, piece, in->b) : 0;
		in->c = n > 2 ? settle_slot(p, piece, in->c) : 0;
	}
	shape->frame = NEW_ARRAY(p->memory, double, p->first_temp + p->n_temps + 1);
	if (!shape->frame)
		return false;
	for (int32_t i = 0; i < piece->n_numbers; i++)
		shape->frame[piece->first_number + i] = piece->number[i];
	return vec_push(arena_allocator(p->memory), &p->s->code.regions,
					((IrRegion){.instr = piece->instr, .n_instrs = piece->n_instrs}));
}

static MdvStatus make_regions(Pieces *p)
{
	Qss *s = p->s;
	MdvFlowCode *code = NEW_ARRAY(p->scratch, MdvFlowCode, p->n + 1);
	Text why;
	bool good;

	ir_init(&s->code, p->memory);
	s->code.n_slots = (uint32_t)(p->first_temp + p->n_temps + 1);
	s->code.first_temp = (uint32_t)p->first_temp;
	if (!code)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < p->n; i++)
		if (!settle(p, &p->at[i]))
			return MDV_NO_MEMORY;
	text_init(&why, s->rt->alloc);
	good = ir_check(&s->code, p->scratch, &why);
	if (!good)
		report_fail(s->rt, MDV_FAILED, NAN, "code for quantized states is wrong: %s",
					text_str(&why));
	text_free(&why);
	if (!good)
		return MDV_FAILED;
	s->made = s->flow->make(s->flow->maker, &s->code, code);
	if (!s->made)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < p->n; i++)
		p->at[i].shape->code = code[i];
	return MDV_OK;
}

static int32_t count_shared(const Qss *s)
{
	int32_t n = 0;

	for (int32_t i = 0; i < s->graph.n_shapes; i++)
		n += s->graph.shapes[i].n[QSS_LEAF_SHARED];
	return n;
}

/* Where the slots that shapes have in their frames are, by places in graph.slot. */
static bool find_shared(Qss *s, Arena *memory, Arena *scratch)
{
	int32_t *place = NEW_ARRAY(scratch, int32_t, (size_t)s->rt->m->n_slots), n = 0;

	s->first_shared = NEW_ARRAY(memory, int32_t, (size_t)s->graph.n_slots + 1);
	s->shared = NEW_ARRAY(memory, QssShared, (size_t)count_shared(s) + 1);
	if (!place || !s->first_shared || !s->shared)
		return false;
	for (int32_t k = 0; k < s->graph.n_slots; k++) {
		place[s->graph.slot[k]] = k + 1;
		s->first_shared[k] = -1;
	}
	for (int32_t i = 0; i < s->graph.n_shapes; i++) {
		const QssShape *shape = &s->graph.shapes[i];

		for (int32_t k = 0; shape->code.run && k < shape->n[QSS_LEAF_SHARED]; k++) {
			int32_t p = place[shape->shared[k]] - 1;

			if (p < 0)
				continue;
			s->shared[n] =
				(QssShared){&shape->frame[shape->slot[QSS_LEAF_SHARED] + k], s->first_shared[p]};
			s->first_shared[p] = n++;
		}
	}
	return true;
}

bool code_link(Qss *s, Arena *memory)
{
	const QssLists *l = &s->graph.readers;

	if (!s->link)
		s->link = NEW_ARRAY(memory, QssLink, (size_t)s->rt->n + 1);
	for (int32_t i = 0; s->link && i < s->rt->n; i++) {
		int32_t number = s->graph.shape[i];
		const QssShape *shape = number < 0 ? NULL : &s->graph.shapes[number];
		int64_t end = l->start[i];

		while (end < l->start[i + 1] && l->item[end] < s->rt->n)
			end++;
		s->link[i] = (QssLink){.reader = &l->item[l->start[i]],
							   .n_readers = (int32_t)(end - l->start[i]),
							   .rough = s->graph.rough[i]};
		if (shape && shape->code.run) {
			s->link[i].shape = shape;
			s->link[i].arg = &s->graph.arg[s->graph.arg_start[i]];
		}
	}
	return s->link;
}

MdvStatus code_make(Qss *s, Arena *memory)
{
	Arena scratch;
	Pieces p = {.s = s,
				.memory = memory,
				.scratch = &scratch,
				.x = {.alloc = s->rt->alloc, .ok = true},
				.first_temp = QSS_FIRST_LEAF};
	MdvStatus status = MDV_OK;

	if (!s->flow->make || s->graph.n_shapes == 0)
		return MDV_OK;
	arena_init(&scratch, s->rt->alloc);
	map_init(&p.x.made, p.x.alloc);
	p.at = NEW_ARRAY(&scratch, Piece, s->graph.n_shapes);
	if (!p.at)
		status = MDV_NO_MEMORY;
	for (int32_t i = 0; i < s->graph.n_shapes && status == MDV_OK; i++)
		if (s->graph.shapes[i].smooth && !expand(&p, &s->graph.shapes[i]))
			status = MDV_NO_MEMORY;
	if (status == MDV_OK && p.n > 0)
		status = make_regions(&p);
	if (status == MDV_OK && !find_shared(s, memory, &scratch))
		status = MDV_NO_MEMORY;
	code_link(s, memory);
	vec_free(p.x.alloc, &p.x.instr);
	vec_free(p.x.alloc, &p.x.numbers);
	map_free(&p.x.made);
	arena_free(&scratch);
	return status;
}

void code_drop(Qss *s)
{
	if (s->made)
		s->flow->drop(s->made);
	s->made = NULL;
}

void code_share(Qss *s)
{
	for (int32_t i = 0; i < s->graph.n_shapes; i++) {
		const QssShape *shape = &s->graph.shapes[i];

		for (int32_t k = 0; shape->code.run && k < shape->n[QSS_LEAF_SHARED]; k++)
			shape->frame[shape->slot[QSS_LEAF_SHARED] + k] = s->rt->frame[shape->shared[k]];
	}
}
