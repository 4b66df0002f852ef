/* SPDX-License-Identifier: MIT
   proof_slice.c — what each end needs: the values that it depends on, in order. O(values met). */
#include "runtime/proof/proof.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SLICE = 20000 }; /* what needs more is computed with all values before it */

static bool may_move(const Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

	if (c->op[v] == -1 - MDV_LEAF_INPUT)
		return p->inputs.range != NULL;
	if (c->op[v] < 0)
		return c->op[v] != -1 - MDV_LEAF_SLOT && c->op[v] != -1 - MDV_LEAF_NUMBER;
	for (int k = 0; k < interval_args(c->op[v]); k++)
		if (p->moves[from[k]])
			return true;
	return false;
}

bool proof_slice_open(Proof *p, Arena *memory)
{
	p->marks.seen = NEW_ARRAY(memory, uint32_t, p->code->n_values);
	p->marks.met = NEW_ARRAY(memory, int32_t, p->code->n_values);
	p->moves = NEW_ARRAY(memory, bool, p->code->n_values);
	for (int32_t v = 0; p->moves && v < p->code->n_values; v++)
		p->moves[v] = may_move(p, v);
	return p->marks.seen && p->marks.met && p->moves;
}

void proof_mark_begin(ProofMarks *m)
{
	m->round++;
	m->n = 0;
}

void proof_mark(ProofMarks *m, int32_t v)
{
	if (m->seen[v] == m->round)
		return;
	m->seen[v] = m->round;
	m->met[m->n++] = v;
}

static void mark_operands(ProofMarks *m, const MdvProof *p, int32_t v, int32_t before)
{
	const int32_t from[3] = {p->a[v], p->b[v], p->c[v]};

	for (int k = 0; k < interval_args(p->op[v]); k++)
		if (from[k] < before)
			proof_mark(m, from[k]);
}

void proof_mark_operands(Proof *p, int32_t v)
{
	const MdvProof *code = p->code;

	mark_operands(&p->marks, code, v, v);
	if (code->op[v] == -1 - MDV_LEAF_BLOCK) { /* all that the block reads */
		const MdvProofBlock *b = &code->block[code->c[v]];

		for (int32_t i = b->first; i < b->end; i++)
			mark_operands(&p->marks, code, i, b->first);
	}
}

void proof_mark_needs(Proof *p, int32_t value)
{
	ProofMarks *m = &p->marks;
	int32_t next = m->n;

	proof_mark(m, value);
	for (; next < m->n; next++)
		proof_mark_operands(p, m->met[next]);
}

static int by_number(const void *x, const void *y)
{
	int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;

	return (a > b) - (a < b);
}

/* Most slices are dense: going over all numbers takes less time than sorting those marked. */
static void put_in_order(const ProofMarks *m, int32_t value[])
{
	enum { DENSE = 16 };
	int32_t first = m->n > 0 ? m->met[0] : 0, last = first, n = 0;

	for (int32_t i = 0; i < m->n; i++) {
		first = m->met[i] < first ? m->met[i] : first;
		last = m->met[i] > last ? m->met[i] : last;
	}
	if (m->n > 0 && last - first < DENSE * m->n) {
		for (int32_t v = first; v <= last; v++)
			if (proof_is_marked(m, v))
				value[n++] = v;
		return;
	}
	memcpy(value, m->met, (size_t)m->n * sizeof *value);
	qsort(value, (size_t)m->n, sizeof *value, by_number);
}

bool proof_mark_take(const ProofMarks *m, Arena *memory, ProofSlice *to)
{
	int32_t *value;

	*to = (ProofSlice){NULL, 0};
	if (m->n > MOST_SLICE)
		return true;
	value = NEW_ARRAY(memory, int32_t, m->n);
	if (!value)
		return false;
	put_in_order(m, value);
	*to = (ProofSlice){value, m->n};
	return true;
}

/* What keeps still, and what moves. */
static bool part_slice(const Proof *p, ProofEnd *e, Arena *memory)
{
	int32_t *still = NEW_ARRAY(memory, int32_t, e->slice.n);
	int32_t *moves = NEW_ARRAY(memory, int32_t, e->slice.n);

	if (!still || !moves)
		return false;
	for (int32_t i = 0; i < e->slice.n; i++) {
		int32_t v = e->slice.value[i];

		if (p->moves[v])
			moves[e->moves.n++] = v;
		else
			still[e->still.n++] = v;
	}
	e->still.value = still;
	e->moves.value = moves;
	return true;
}

bool proof_slice(Proof *p, int32_t value, ProofEnd *e, Arena *memory)
{
	*e = (ProofEnd){.value = value, .certain = true, .constant = true};
	if (value < 0)
		return true;
	proof_mark_begin(&p->marks);
	proof_mark_needs(p, value);
	for (int32_t i = 0; i < p->marks.n; i++) {
		int32_t v = p->marks.met[i], op = p->code->op[v];

		e->certain &= !proof_is_unknown(p, v);
		e->solved |= op == -1 - MDV_LEAF_BLOCK;
		e->constant &= op >= 0 || op == -1 - MDV_LEAF_SLOT || op == -1 - MDV_LEAF_NUMBER;
	}
	return proof_mark_take(&p->marks, memory, &e->slice) && part_slice(p, e, memory);
}

bool proof_slice_less(const ProofSlice *a, const ProofSlice *b, Arena *memory, ProofSlice *to)
{
	int32_t *value = NEW_ARRAY(memory, int32_t, a->n), n = 0, k = 0;

	for (int32_t i = 0; value && i < a->n; i++) {
		while (k < b->n && b->value[k] < a->value[i])
			k++;
		if (k == b->n || b->value[k] != a->value[i])
			value[n++] = a->value[i];
	}
	*to = (ProofSlice){value, n};
	return value != NULL;
}
