/* SPDX-License-Identifier: MIT
   tidy_moves.c — moves that are not needed, in straight code: a temporary that was moved to is read
   where it came from, what is moved on is put there at once, and what nothing reads is not moved.
 */
#include "compiler/lower/tidy/tidy.h"

/* Does it do nothing with scalars but what its letters say, and write no more than one? */
static bool is_simple(uint32_t op)
{
	return op < IR_UNLESS || op == FN_LOAD1 || op == FN_LOAD2 || op == FN_STORE1 || op == FN_STORE2;
}

static bool is_temporary(const Tidy *t, uint32_t reg)
{
	return reg >= t->b->n_var_scalars && reg < t->n_scalars;
}

/* Backwards through straight code, which scalars are written before they are read. */
typedef struct Unread {
	uint32_t *since; /* by scalar: `block` when it is so */
	uint32_t block;  /* counts pieces of straight code */
} Unread;

static void meet_operands(Unread *u, const IrInstr *i)
{
	const char *kind = ir_fn_op_info(i->op)->operand;
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};

	if (kind[0] == 'S')
		u->since[i->dst] = u->block;
	for (int k = 0; k < 4; k++)
		if (kind[k] == 's' && !(operand[k] & LOWER_CONSTANT))
			u->since[operand[k]] = 0;
}

/* The instruction before a move gives its value to where that goes, if nothing else wants it. */
static bool give_directly(const Tidy *t, const Unread *u, size_t at)
{
	const IrInstr *move = &t->b->code.at[at];
	IrInstr *before = at > 0 ? &t->b->code.at[at - 1] : NULL;

	if (!before || t->gone[at - 1] || t->target[at] || !is_simple(before->op) ||
		ir_fn_op_info(before->op)->operand[0] != 'S' || before->dst != move->a ||
		!is_temporary(t, move->a) || u->since[move->a] != u->block)
		return false;
	before->dst = move->dst;
	return true;
}

/* Moves of what nothing reads, and of what can be put there at once. */
static void drop_moves(const Tidy *t)
{
	FnBuild *b = t->b;
	Unread u = {.since = NEW_ARRAY(b->scratch, uint32_t, b->most_scalars + 1), .block = 1};

	for (size_t n = b->code.n; n-- > 0;) {
		const IrInstr *i = &b->code.at[n];

		if (t->target[n + 1])
			u.block++;
		if (t->gone[n])
			continue;
		if (!is_simple(i->op)) {
			u.block++;
			continue;
		}
		t->gone[n] = i->op == IR_MOVE &&
					 (i->dst == i->a || u.since[i->dst] == u.block || give_directly(t, &u, n));
		if (!t->gone[n])
			meet_operands(&u, i);
	}
}

/* What a temporary is a copy of, in straight code. */
typedef struct Copy {
	uint32_t of;      /* a scalar, or constant */
	uint32_t version; /* of that, then */
	uint32_t block;   /* there */
} Copy;

typedef struct Copies {
	const Tidy *t;
	Copy *copy;        /* by scalar */
	uint32_t *version; /* by scalar: how often it was written */
	uint32_t block;    /* counts pieces of straight code */
} Copies;

static uint32_t source_of(const Copies *c, uint32_t reg)
{
	const Copy *copy = reg & LOWER_CONSTANT ? NULL : &c->copy[reg];

	if (!copy || copy->block != c->block ||
		(!(copy->of & LOWER_CONSTANT) && c->version[copy->of] != copy->version))
		return reg;
	return copy->of;
}

static void read_sources(const Copies *c, IrInstr *i)
{
	const char *kind = ir_fn_op_info(i->op)->operand;
	uint32_t *const operand[4] = {&i->dst, &i->a, &i->b, &i->c};

	for (int k = 0; k < 4; k++)
		if (kind[k] == 's')
			*operand[k] = source_of(c, *operand[k]);
}

/* A temporary that was moved to is read where it came from. */
static void read_through(const Tidy *t)
{
	FnBuild *b = t->b;
	Copies c = {.t = t, .block = 1};

	c.copy = NEW_ARRAY(b->scratch, Copy, b->most_scalars + 1);
	c.version = NEW_ARRAY(b->scratch, uint32_t, b->most_scalars + 1);
	for (size_t n = 0; n < b->code.n; n++) {
		IrInstr *i = &b->code.at[n];

		c.block += t->target[n];
		if (t->gone[n])
			continue;
		if (is_simple(i->op) || i->op == IR_UNLESS)
			read_sources(&c, i);
		else
			c.block++;
		if (!is_simple(i->op) || ir_fn_op_info(i->op)->operand[0] != 'S')
			continue;
		c.version[i->dst]++;
		if (i->op == IR_MOVE && is_temporary(t, i->dst) && i->dst != i->a)
			c.copy[i->dst] = (Copy){i->a, i->a & LOWER_CONSTANT ? 0 : c.version[i->a], c.block};
		else
			c.copy[i->dst].block = 0;
	}
}

void tidy_moves(const Tidy *t)
{
	drop_moves(t);
	read_through(t);
	drop_moves(t);
}
