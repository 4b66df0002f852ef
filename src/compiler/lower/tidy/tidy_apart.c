/* SPDX-License-Identifier: MIT
   tidy_apart.c — arrays of which only single elements are used, at places that are known: those
   that are stored before they are read, on every way, are scalars; those of constants are
   constants. */
#include "compiler/lower/tidy/tidy.h"

enum {
	MOST_ELEMENTS = 1024, /* of an array: the windows of calls have them all */
	MOST_SPANS = 32       /* jumps in each other that are looked at */
};

/* An array variable. */
typedef struct Whole {
	bool stays;                 /* an array it is, as something wants all of it, or some element */
	bool made;                  /* it was … */
	bool constant;              /* … of constants, which nothing changes … */
	uint32_t at;                /* … by FN_FILL_S, or FN_COPY of what FN_TABLE before it made */
	uint32_t rank;              /* dimensions, … */
	uint32_t size[IR_MAX_RANK]; /* … and their sizes */
	uint32_t n;                 /* elements */
	uint32_t first;             /* scalar of the first one; of constants: its place in the table */
	uint32_t *until; /* n: up to this instruction an element surely has a value; 0: not yet */
} Whole;

typedef struct Apart {
	const Tidy *t;
	Whole *whole;              /* n_var_arrays */
	uint32_t *n_reads;         /* by instruction, of FN_TABLE: reads of the array that it makes */
	uint32_t *maker;           /* by array: 1 + the FN_TABLE that made it; 0: something else */
	uint32_t span[MOST_SPANS]; /* different targets of jumps over the instruction at hand */
	uint32_t n_spans;          /* so many; MOST_SPANS: too many to tell */
} Apart;

/* A number that is known, and from 1 to most. */
static bool known_number(const FnBuild *b, uint32_t reg, double most, uint32_t *n)
{
	double value = reg & LOWER_CONSTANT ? b->constants.at[reg & ~LOWER_CONSTANT] : 0;

	if (!(value >= 1 && value <= most) || value != (double)(uint32_t)value)
		return false;
	*n = (uint32_t)value;
	return true;
}

/* Sizes are numbers, or registers with known ones. */
static void take_sizes(const Apart *a, Whole *w, const uint32_t size[], bool registers)
{
	const FnBuild *b = a->t->b;

	w->stays = w->made || size[0] > IR_MAX_RANK;
	w->rank = size[0];
	w->n = 1;
	for (uint32_t k = 0; !w->stays && k < w->rank; k++) {
		w->size[k] = size[k + 1];
		w->stays = registers ? !known_number(b, size[k + 1], MOST_ELEMENTS / w->n, &w->size[k])
							 : w->size[k] == 0 || w->size[k] > MOST_ELEMENTS / w->n;
		w->n *= w->stays ? 1 : w->size[k];
	}
	w->made = !w->stays;
}

static void meet_fill(const Apart *a, Whole *w, uint32_t at)
{
	const FnBuild *b = a->t->b;

	take_sizes(a, w, &b->list.at[b->code.at[at].c], true);
	w->at = at;
	if (w->made)
		w->until = NEW_ARRAY(b->scratch, uint32_t, w->n);
}

/* A copy of constants that nothing else wants: the table goes with it, if it is the last one. */
static void meet_copy(const Apart *a, Whole *w, uint32_t at)
{
	const FnBuild *b = a->t->b;
	const IrInstr *table = at > 0 ? &b->code.at[at - 1] : NULL;

	if (!table || table->op != FN_TABLE || table->dst != b->code.at[at].a || a->t->target[at]) {
		w->stays = true;
		return;
	}
	take_sizes(a, w, &b->list.at[table->c], false);
	w->at = at;
	w->constant = true;
	w->first = table->b;
}

/* Which element an instruction loads or stores, from 0; LOWER_NONE: that is not known. */
static uint32_t element_of(const Apart *a, const Whole *w, const IrInstr *i)
{
	const FnBuild *b = a->t->b;
	const uint32_t pair[2] = {i->b, i->c};
	bool is_list = i->op == FN_LOAD || i->op == FN_STORE;
	uint32_t n = is_list ? b->list.at[i->c] : i->op == FN_LOAD1 || i->op == FN_STORE1 ? 1 : 2;
	const uint32_t *sub = is_list ? &b->list.at[i->c + 1] : pair;
	uint32_t element = 0, subscript;

	if (n != w->rank)
		return LOWER_NONE;
	for (uint32_t k = 0; k < n; k++) {
		if (!known_number(b, sub[k], w->size[k], &subscript))
			return LOWER_NONE;
		element = element * w->size[k] + subscript - 1;
	}
	return element;
}

/* The least target of jumps that go over instruction `at`. Jumps are nested as statements are: none
   leads into a loop. */
static uint32_t next_entry(const Apart *a, uint32_t at)
{
	uint32_t least = LOWER_NONE;

	if (a->n_spans == MOST_SPANS)
		return at;
	for (uint32_t k = 0; k < a->n_spans; k++)
		if (a->span[k] < least)
			least = a->span[k];
	return least;
}

static bool is_load(uint32_t op)
{
	return op == FN_LOAD1 || op == FN_LOAD2 || op == FN_LOAD;
}

static bool is_store(uint32_t op)
{
	return op == FN_STORE1 || op == FN_STORE2 || op == FN_STORE;
}

/* An element that is read has been stored before, on every way; a constant is never stored. */
static void meet_element(const Apart *a, Whole *w, uint32_t at)
{
	const IrInstr *i = &a->t->b->code.at[at];
	uint32_t k = w->made ? element_of(a, w, i) : LOWER_NONE, entry;

	if (k == LOWER_NONE || (w->constant && is_store(i->op)) ||
		(!w->constant && is_load(i->op) && at >= w->until[k])) {
		w->stays = true;
	} else if (is_store(i->op)) {
		entry = next_entry(a, at);
		if (w->until[k] <= at || w->until[k] < entry)
			w->until[k] = entry;
	}
}

/* A dimension has the size that it must have? */
static void meet_check(const Apart *a, Whole *w, const IrInstr *i)
{
	uint32_t size;

	w->stays = !w->made || i->b >= w->rank || !known_number(a->t->b, i->c, MOST_ELEMENTS, &size) ||
			   size != w->size[i->b];
}

/* The variable of which this instruction uses no more than one element, makes it, or its size;
   NULL: there is none, or it stays an array. */
static Whole *whole_of(const Apart *a, const IrInstr *i)
{
	uint32_t array = is_load(i->op) || i->op == FN_CHECK ? i->a : i->dst;

	if (!is_load(i->op) && !is_store(i->op) && i->op != FN_FILL_S && i->op != FN_COPY &&
		i->op != FN_CHECK)
		return NULL;
	return array < a->t->b->n_var_arrays && !a->whole[array].stays ? &a->whole[array] : NULL;
}

/* It is used in some other way. */
static void use_array(const Apart *a, uint32_t array, bool written)
{
	if (array < a->t->b->n_var_arrays)
		a->whole[array].stays = true;
	if (!written && a->maker[array])
		a->n_reads[a->maker[array] - 1]++;
	if (written)
		a->maker[array] = 0;
}

static void use_list(const Apart *a, char kind, uint32_t start)
{
	const uint32_t *item = &a->t->b->list.at[start];

	for (uint32_t k = 0; k < item[0]; k++)
		if (kind == 'a')
			use_array(a, item[1 + k], false);
		else if (kind == 'p' && item[1 + 2 * k] == IR_LIST_ARRAY)
			use_array(a, item[2 + 2 * k], false);
}

static void use_arrays(const Apart *a, uint32_t at)
{
	const IrInstr *i = &a->t->b->code.at[at];
	const IrFnOpInfo *op = ir_fn_op_info(i->op);
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};

	if (i->op == FN_NEED && i->c > 0)
		use_array(a, i->c - 1, false);
	for (int k = 3; k >= 0; k--) /* what is read, then what is written */
		if (op->operand[k] == 'A' || op->operand[k] == 'M' || op->operand[k] == 'a')
			use_array(a, operand[k], op->operand[k] == 'A');
		else if (op->operand[k] == 'l')
			use_list(a, op->list, operand[k]);
	if (i->op == FN_TABLE)
		a->maker[i->dst] = 1 + at;
}

static void meet_arrays(const Apart *a, uint32_t at)
{
	const IrInstr *i = &a->t->b->code.at[at];
	Whole *w = whole_of(a, i);

	if (!w) {
		use_arrays(a, at);
		return;
	}
	switch (i->op) {
	case FN_FILL_S: meet_fill(a, w, at); break;
	case FN_COPY:
		meet_copy(a, w, at);
		use_array(a, i->a, false);
		break;
	case FN_CHECK: meet_check(a, w, i); break;
	default: meet_element(a, w, at);
	}
}

/* Jumps that end here are over; one that begins here is new. */
static void follow_jumps(Apart *a, uint32_t at)
{
	const uint32_t *jump = tidy_jump_of(&a->t->b->code.at[at]);
	uint32_t kept = 0;

	if (a->n_spans == MOST_SPANS)
		return;
	for (uint32_t k = 0; k < a->n_spans; k++)
		if (a->span[k] > at && !(jump && a->span[k] == *jump))
			a->span[kept++] = a->span[k];
	if (jump && *jump > at)
		a->span[kept++] = *jump;
	a->n_spans = kept;
}

static void stay_side(const Apart *a, const IrFnSide *side)
{
	for (int32_t k = 0; k < side->n; k++)
		if (side->leaf[k].rank > 0)
			use_array(a, side->leaf[k].reg, false);
}

/* Loads and stores become moves; what makes the array goes. */
static void move_element(const Apart *a, uint32_t at)
{
	FnBuild *b = a->t->b;
	IrInstr *i = &b->code.at[at];
	const Whole *w = whole_of(a, i);
	uint32_t element, scalar;

	if (!w)
		return;
	if (!is_load(i->op) && !is_store(i->op)) {
		a->t->gone[at] = true;
		if (i->op == FN_COPY && a->n_reads[at - 1] == 1)
			a->t->gone[at - 1] = true;
		return;
	}
	element = w->first + element_of(a, w, i);
	scalar = w->constant ? lower_fn_emit_constant(b, b->table.at[element]) : element;
	if (is_load(i->op))
		*i = (IrInstr){.op = IR_MOVE, .dst = i->dst, .a = scalar};
	else
		*i = (IrInstr){.op = IR_MOVE, .dst = scalar, .a = i->a};
}

/* Scalars for elements. */
static void give_scalars(const Apart *a)
{
	FnBuild *b = a->t->b;

	for (uint32_t k = 0; k < b->n_var_arrays; k++) {
		Whole *w = &a->whole[k];

		w->stays |= !w->made;
		if (w->stays)
			continue;
		b->arrays.at[k].room = 0;
		if (w->constant)
			continue;
		w->first = b->most_scalars;
		b->most_scalars += w->n;
	}
}

void tidy_apart(const Tidy *t)
{
	FnBuild *b = t->b;
	Apart a = {.t = t};

	if (b->n_var_arrays == 0 || b->external)
		return;
	a.whole = NEW_ARRAY(b->scratch, Whole, b->n_var_arrays);
	a.n_reads = NEW_ARRAY(b->scratch, uint32_t, b->code.n);
	a.maker = NEW_ARRAY(b->scratch, uint32_t, b->arrays.n);
	stay_side(&a, &b->in);
	stay_side(&a, &b->out);
	for (uint32_t k = 0; k < b->code.n; k++) {
		follow_jumps(&a, k);
		meet_arrays(&a, k);
	}
	give_scalars(&a);
	for (uint32_t k = 0; k < b->code.n; k++)
		move_element(&a, k);
}
