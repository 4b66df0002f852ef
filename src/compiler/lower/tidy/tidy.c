/* SPDX-License-Identifier: MIT
   tidy.c — shorter code: arrays of which only single elements are used are scalars, values go where
   they are wanted at once, those that variables are given at entry and lose before anything reads
   them are not given, and moves of neighbours are one. */
#include "compiler/lower/tidy/tidy.h"

#include <string.h>

enum { LEAST_MOVES = 3 }; /* fewer are not worth a loop */

uint32_t *tidy_jump_of(IrInstr *i)
{
	switch (i->op) {
	case IR_UNLESS:
	case IR_JUMP:
	case FN_LOOP: return &i->dst;
	case FN_NEXT: return &i->b;
	default: return NULL;
	}
}

/* Up to the first instruction that is no plain operation: what is written twice. */
static void drop_unread(const Tidy *t)
{
	const IrInstr *code = t->b->code.at;
	bool *over = NEW_ARRAY(t->b->scratch, bool, t->b->most_scalars + 1); /* written before read */
	size_t n = 0;

	while (n < t->b->code.n && (code[n].op < IR_UNLESS || t->gone[n]) && !t->target[n])
		n++;
	while (n-- > 0) {
		const IrInstr *i = &code[n];
		const uint32_t reg[3] = {i->a, i->b, i->c};

		t->gone[n] |= i->op == IR_MOVE && over[i->dst];
		if (t->gone[n])
			continue;
		over[i->dst] = true;
		for (int k = 0; k < ir_op_info[i->op].n_args; k++)
			if (!(reg[k] & LOWER_CONSTANT))
				over[reg[k]] = false;
	}
}

/* How many moves from k on go from neighbours to neighbours, apart from each other. */
static uint32_t count_moves(const Tidy *t, size_t k)
{
	const IrInstr *first = &t->b->code.at[k];
	uint32_t n = 0, apart = first->dst > first->a ? first->dst - first->a : first->a - first->dst;

	for (; k < t->b->code.n; k++, n++) {
		const IrInstr *i = &t->b->code.at[k];

		if (i->op != IR_MOVE || t->gone[k] || (n > 0 && t->target[k]) || n == apart ||
			i->a & LOWER_CONSTANT || i->dst != first->dst + n || i->a != first->a + n)
			break;
	}
	return n;
}

static void join_moves(const Tidy *t)
{
	for (size_t k = 0; k < t->b->code.n; k++) {
		IrInstr *i = &t->b->code.at[k];
		uint32_t n = i->op == IR_MOVE && !t->gone[k] ? count_moves(t, k) : 0;

		if (n < LEAST_MOVES)
			continue;
		i->op = FN_MOVES;
		i->b = n;
		memset(&t->gone[k + 1], true, (n - 1) * sizeof *t->gone);
		k += n - 1;
	}
}

/* Without what is gone; jumps and places follow. */
static void close_up(const Tidy *t)
{
	FnBuild *b = t->b;
	uint32_t *at = NEW_ARRAY(b->scratch, uint32_t, b->code.n + 1), kept = 0;

	for (size_t k = 0; k < b->code.n; k++) {
		at[k] = kept;
		if (!t->gone[k])
			b->code.at[kept++] = b->code.at[k];
	}
	at[b->code.n] = kept;
	b->code.n = kept;
	for (size_t k = 0; k < b->code.n; k++) {
		uint32_t *jump = tidy_jump_of(&b->code.at[k]);

		if (jump)
			*jump = at[*jump];
	}
	for (size_t k = 0; k < b->places.n; k++)
		b->places.at[k].first = at[b->places.at[k].first];
}

void tidy_code(FnBuild *b)
{
	Tidy t = {.b = b, .n_scalars = b->most_scalars};

	t.target = NEW_ARRAY(b->scratch, bool, b->code.n + 1);
	t.gone = NEW_ARRAY(b->scratch, bool, b->code.n + 1);
	for (size_t k = 0; k < b->code.n; k++) {
		const uint32_t *jump = tidy_jump_of(&b->code.at[k]);

		if (jump)
			t.target[*jump] = true;
	}
	tidy_apart(&t);
	tidy_moves(&t);
	drop_unread(&t);
	join_moves(&t);
	close_up(&t);
}
