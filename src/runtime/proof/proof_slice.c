/* SPDX-License-Identifier: MIT
   proof_slice.c — what each end needs: the values that it depends on, in order; and what is linear
   in states and time, whose Bernstein coefficients follow from theirs directly. */
#include "runtime/proof/proof.h"

#include <string.h>

enum { MOST_AFFINE = 64, MOST_SLICE = 20000 };

typedef struct Marks {
	const MdvProof *code; /* the code */
	uint8_t *seen;        /* by value: needed */
	int32_t *stack;       /* to be looked at */
	int32_t n_stack;      /* how many */
	int32_t n;            /* needed so far */
} Marks;

static void mark(Marks *m, int32_t v)
{
	if (m->seen[v])
		return;
	m->seen[v] = 1;
	m->n++;
	m->stack[m->n_stack++] = v;
}

static void mark_operands(Marks *m, int32_t v)
{
	const MdvProof *p = m->code;
	int n = p->op[v] >= 0 ? ir_op_info[p->op[v]].n_args : 0;

	if (n > 0)
		mark(m, p->a[v]);
	if (n > 1)
		mark(m, p->b[v]);
	if (n > 2)
		mark(m, p->c[v]);
	if (p->op[v] == -1 - MDV_LEAF_BLOCK) { /* all that the block reads */
		const MdvProofBlock *b = &p->block[p->c[v]];

		for (int32_t i = b->first; i < b->end; i++)
			if (p->op[i] >= 0) {
				if (p->a[i] < b->first)
					mark(m, p->a[i]);
				if (ir_op_info[p->op[i]].n_args > 1 && p->b[i] < b->first)
					mark(m, p->b[i]);
				if (ir_op_info[p->op[i]].n_args > 2 && p->c[i] < b->first)
					mark(m, p->c[i]);
			}
	}
}

static bool is_unknown(const Proof *p, int32_t v)
{
	return p->code->op[v] == -1 - MDV_LEAF_UNKNOWN ||
		   (p->code->op[v] == -1 - MDV_LEAF_INPUT && p->inputs_move);
}

/* Of a value in a slice: 0 constant, 1 linear in states and time, 2 neither. */
static int degree_of(const Proof *p, int32_t v, const int degree[], const int8_t place[])
{
	int32_t op = p->code->op[v];

	if (op < 0)
		return op == -1 - MDV_LEAF_SLOT                                ? 0
			   : op == -1 - MDV_LEAF_STATE || op == -1 - MDV_LEAF_TIME ? 1
																	   : 2;
	switch (op) {
	case IR_MOVE:
	case IR_NEG: return degree[place[0]];
	case IR_ADD:
	case IR_SUB: return degree[place[0]] > degree[place[1]] ? degree[place[0]] : degree[place[1]];
	case IR_MUL:
		return degree[place[0]] + degree[place[1]] > 1 ? 2 : degree[place[0]] + degree[place[1]];
	case IR_DIV: return degree[place[1]] == 0 ? degree[place[0]] : 2;
	default: break;
	}
	for (int i = 0; i < ir_op_info[op].n_args; i++) /* of constants */
		if (i > 1 || degree[place[i]] != 0)
			return 2;
	return 0;
}

/* Whether all of a short slice is linear, and where the operands of each are. */
static bool see_affine(const Proof *p, ProofEnd *e, Arena *memory)
{
	int8_t *place;
	int degree[MOST_AFFINE];

	if (e->n > MOST_AFFINE)
		return true;
	place = NEW_ARRAY(memory, int8_t, 2 * e->n);
	if (!place)
		return false;
	for (int32_t i = 0; i < e->n; i++) {
		int32_t v = e->slice[i];

		for (int32_t k = 0; p->code->op[v] >= 0 && k < i; k++) {
			if (e->slice[k] == p->code->a[v])
				place[2 * i] = (int8_t)k;
			if (e->slice[k] == p->code->b[v])
				place[2 * i + 1] = (int8_t)k;
		}
		degree[i] = degree_of(p, v, degree, &place[2 * i]);
		if (degree[i] > 1)
			return true;
	}
	e->place = place;
	e->affine = true;
	return true;
}

bool proof_slice(Proof *p, int32_t value, ProofEnd *e, Arena *memory)
{
	Arena work;
	Marks m = {.code = p->code};
	int32_t *slice = NULL, n = 0;
	bool ok = true;

	*e = (ProofEnd){.value = value, .certain = true, .constant = true};
	if (value < 0)
		return true;
	arena_init(&work, &memory->alloc);
	m.seen = NEW_ARRAY(&work, uint8_t, value + 1);
	m.stack = NEW_ARRAY(&work, int32_t, value + 1);
	ok = m.seen && m.stack;
	if (ok)
		mark(&m, value);
	while (ok && m.n_stack > 0)
		mark_operands(&m, m.stack[--m.n_stack]);
	if (ok && m.n <= MOST_SLICE) {
		slice = NEW_ARRAY(memory, int32_t, m.n);
		ok = slice != NULL;
	}
	for (int32_t v = 0; ok && v <= value; v++) {
		if (!m.seen[v])
			continue;
		e->certain &= !is_unknown(p, v);
		e->constant &= p->code->op[v] >= 0 || p->code->op[v] == -1 - MDV_LEAF_SLOT;
		if (slice)
			slice[n++] = v;
	}
	arena_free(&work);
	e->slice = slice;
	e->n = n;
	return ok && (!slice || see_affine(p, e, memory));
}
