/* SPDX-License-Identifier: MIT
   lower_fn_emit.c — registers and instructions of the function being made. Variables keep their
   registers; temporaries are a stack that is released after each statement. While code is made,
   constants are numbered on their own; at the end they become the first scalars of the window, and
   all operands move by the letters of FN_OPS. */
#include "compiler/lower/lower_fn.h"

#include <string.h>

#define ROOM_MAX 64 /* elements of an array that lies in the window */

void lower_fn_emit_begin(FnBuild *b, LowerFn *l)
{
	*b = (FnBuild){.l = l, .m = l->m, .p = &l->m->pool, .scratch = &l->scratch};
	b->alloc = arena_allocator(&l->scratch);
	b->label = LOWER_NONE;
	map_init(&b->constant_of, b->alloc);
	map_init(&b->inputs, b->alloc);
	map_init(&b->memo, b->alloc);
	map_init(&b->wanted, b->alloc);
}

/* -- registers ------------------------------------------------------------------------------ */

uint32_t lower_fn_emit_constant(FnBuild *b, double value)
{
	uint64_t bits, *known;

	memcpy(&bits, &value, sizeof bits);
	known = map_find(&b->constant_of, bits);
	if (!known) {
		map_put(&b->constant_of, bits, b->constants.n);
		vec_push(b->alloc, &b->constants, value);
		return LOWER_CONSTANT | (uint32_t)(b->constants.n - 1);
	}
	return LOWER_CONSTANT | (uint32_t)*known;
}

uint32_t lower_fn_emit_scalar(FnBuild *b)
{
	uint32_t reg = b->n_scalars++;

	if (b->most_scalars < b->n_scalars)
		b->most_scalars = b->n_scalars;
	return reg;
}

/* A register that is used again keeps the largest room. */
uint32_t lower_fn_emit_array(FnBuild *b, const Leaf *leaf)
{
	int64_t room = leaf ? 1 : 0;
	uint32_t reg = b->n_arrays++;

	for (int d = 0; leaf && d < leaf->rank && room <= ROOM_MAX; d++)
		room = leaf->dim[d] == DIM_OPEN ? ROOM_MAX + 1 : room * leaf->dim[d];
	if (reg == b->arrays.n)
		vec_push(b->alloc, &b->arrays, (IrFnArray){0});
	if (room <= ROOM_MAX && b->arrays.at[reg].room < (uint32_t)room)
		b->arrays.at[reg].room = (uint32_t)room;
	return reg;
}

LowerValue lower_fn_emit_value(FnBuild *b, const Type *type)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, type);
	uint32_t *ref = NEW_ARRAY(b->scratch, uint32_t, leaves->n);

	for (uint32_t k = 0; k < leaves->n; k++)
		ref[k] = leaves->at[k].rank > 0 ? lower_fn_emit_array(b, &leaves->at[k])
										: lower_fn_emit_scalar(b);
	return (LowerValue){type, ref};
}

LowerMark lower_fn_emit_mark(const FnBuild *b)
{
	return (LowerMark){b->n_scalars, b->n_arrays};
}

void lower_fn_emit_release(FnBuild *b, LowerMark mark)
{
	b->n_scalars = mark.n_scalars;
	b->n_arrays = mark.n_arrays;
}

/* -- instructions --------------------------------------------------------------------------- */

uint32_t lower_fn_emit(FnBuild *b, uint32_t op, uint32_t dst, uint32_t a, uint32_t b2, uint32_t c)
{
	IrInstr i = {op, dst, a, b2, c};

	vec_push(b->alloc, &b->code, i);
	return (uint32_t)b->code.n - 1;
}

uint32_t lower_fn_emit_list(FnBuild *b, const uint32_t item[], uint32_t n)
{
	uint32_t start = (uint32_t)b->list.n;

	vec_push(b->alloc, &b->list, n);
	for (uint32_t k = 0; k < n; k++)
		vec_push(b->alloc, &b->list, item[k]);
	return start;
}

uint32_t lower_fn_emit_pairs(FnBuild *b, const LowerPlace pair[], uint32_t n)
{
	uint32_t start = (uint32_t)b->list.n;

	vec_push(b->alloc, &b->list, n);
	for (uint32_t k = 0; k < n; k++) {
		vec_push(b->alloc, &b->list, pair[k].mode);
		vec_push(b->alloc, &b->list, pair[k].reg);
	}
	return start;
}

uint32_t lower_fn_emit_here(FnBuild *b)
{
	b->label = (uint32_t)b->code.n;
	return b->label;
}

void lower_fn_emit_target(FnBuild *b, uint32_t jump)
{
	IrInstr *i = &b->code.at[jump];

	if (i->op == FN_NEXT)
		i->b = lower_fn_emit_here(b);
	else
		i->dst = lower_fn_emit_here(b);
}

void lower_fn_emit_place(FnBuild *b, Span at)
{
	IrFnPlace place = {.first = (uint32_t)b->code.n}, *last;
	const Source *file = b->l->sources ? source_get(b->l->sources, at.file) : NULL;

	if (!file)
		return;
	place.line = source_line(b->l->sources, at.file, at.start);
	place.file = file->name;
	last = b->places.n > 0 ? &b->places.at[b->places.n - 1] : NULL;
	if (last && last->line == place.line && last->file == place.file)
		return;
	if (last && last->first == place.first)
		*last = place;
	else
		vec_push(b->alloc, &b->places, place);
}

void lower_fn_emit_refuse(FnBuild *b, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(b->scratch, format, args);
	va_end(args);
	lower_fn_emit(b, FN_REFUSE, lower_fn_text(b->l, text), 0, 0, 0);
}

void lower_fn_emit_move(FnBuild *b, LowerValue dst, LowerValue src)
{
	const Leaves *leaves = lower_fn_type_leaves(b->l, dst.type);

	for (uint32_t k = 0; k < leaves->n; k++)
		if (dst.ref[k] != src.ref[k])
			lower_fn_emit(b, leaves->at[k].rank > 0 ? (uint32_t)FN_COPY : (uint32_t)IR_MOVE,
						  dst.ref[k], src.ref[k], 0, 0);
}

/* -- the finished function ------------------------------------------------------------------ */

static uint32_t final_scalar(const FnBuild *b, uint32_t reg)
{
	return reg & LOWER_CONSTANT ? reg & ~LOWER_CONSTANT : (uint32_t)b->constants.n + reg;
}

static void finish_list(const FnBuild *b, char kind, uint32_t start, uint32_t *done)
{
	uint32_t n = b->list.at[start], *item = &b->list.at[start + 1];

	if (done[start])
		return;
	done[start] = 1;
	for (uint32_t k = 0; k < n; k++)
		if (kind == 's')
			item[k] = final_scalar(b, item[k]);
		else if (kind == 'p' && item[2 * k] == IR_LIST_SCALAR)
			item[2 * k + 1] = final_scalar(b, item[2 * k + 1]);
}

static void finish_code(FnBuild *b)
{
	uint32_t *done = NEW_ARRAY(b->scratch, uint32_t, b->list.n + 1);

	for (size_t k = 0; k < b->code.n; k++) {
		IrInstr *i = &b->code.at[k];
		const IrFnOpInfo *op = ir_fn_op_info(i->op);
		uint32_t *const operand[4] = {&i->dst, &i->a, &i->b, &i->c};

		for (int j = 0; j < 4; j++) {
			char kind = op->operand[j];

			if (kind == 's' || kind == 'S')
				*operand[j] = final_scalar(b, *operand[j]);
			else if (kind == 'l')
				finish_list(b, op->list, *operand[j], done);
		}
	}
}

static void finish_side(const FnBuild *b, IrFnSide *side)
{
	IrFnLeaf *leaf = NEW_ARRAY(b->l->ir->keep, IrFnLeaf, side->n);

	for (int32_t k = 0; k < side->n; k++) {
		leaf[k] = side->leaf[k];
		if (leaf[k].rank == 0)
			leaf[k].reg = final_scalar(b, leaf[k].reg);
		if (leaf[k].flag != LOWER_NONE)
			leaf[k].flag = final_scalar(b, leaf[k].flag);
	}
	side->leaf = leaf;
}

static const IrExtern *finish_extern(const FnBuild *b)
{
	Arena *keep = b->l->ir->keep;
	IrExtern *x = NEW(keep, IrExtern);
	IrExternArg *arg = NEW_ARRAY(keep, IrExternArg, b->external->n_args);

	*x = *b->external;
	for (int32_t k = 0; k < x->n_args; k++) {
		arg[k] = x->arg[k];
		if (arg[k].rank == 0 && arg[k].n_fields < 0)
			arg[k].reg = final_scalar(b, arg[k].reg);
	}
	x->arg = arg;
	if (x->has_result)
		x->result.reg = final_scalar(b, x->result.reg);
	return x;
}

static void *keep_copy(const FnBuild *b, const void *from, size_t n, size_t size)
{
	void *copy = arena_alloc(b->l->ir->keep, n * size, _Alignof(max_align_t));

	if (n > 0)
		memcpy(copy, from, n * size);
	return copy;
}

/* --- shorter code, when all of it is there: arrays of which only single elements are used are
   scalars, values go where they are wanted at once, those that variables are given at entry and
   lose before anything reads them are not given, and moves of neighbours are one. Linear. --- */

enum { LEAST_MOVES = 3 }; /* fewer are not worth a loop */

typedef struct Tidy {
	FnBuild *b;         /* the function */
	bool *target;       /* n + 1: something jumps there */
	bool *gone;         /* n: it is not needed */
	uint32_t n_scalars; /* of variables and temporaries; those behind them were elements */
} Tidy;

static uint32_t *jump_of(IrInstr *i)
{
	switch (i->op) {
	case IR_UNLESS:
	case IR_JUMP:
	case FN_LOOP: return &i->dst;
	case FN_NEXT: return &i->b;
	default: return NULL;
	}
}

/* - arrays as scalars - */

enum {
	MOST_ELEMENTS = 1024, /* of an array: the windows of calls have them all */
	MOST_SPANS = 32       /* jumps in each other that are looked at */
};

/* An array variable. */
typedef struct Whole {
	bool stays;      /* an array it is, as something wants all of it, or some element */
	bool made;       /* it was, by FN_FILL_S … */
	uint32_t at;     /* … of this instruction */
	uint32_t n;      /* elements */
	uint32_t first;  /* scalar of the first one */
	uint32_t *until; /* n: up to this instruction an element surely has a value; 0: not yet */
} Whole;

typedef struct Apart {
	const Tidy *t;
	Whole *whole;              /* n_var_arrays */
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

static void meet_fill(const Apart *a, Whole *w, uint32_t at)
{
	const FnBuild *b = a->t->b;
	const uint32_t *size = &b->list.at[b->code.at[at].c];
	uint32_t n = 1, extent;

	w->stays = w->made;
	for (uint32_t k = 1; k <= size[0] && !w->stays; k++) {
		w->stays = !known_number(b, size[k], MOST_ELEMENTS / n, &extent);
		n *= w->stays ? 1 : extent;
	}
	if (w->stays)
		return;
	w->made = true;
	w->at = at;
	w->n = n;
	w->until = NEW_ARRAY(b->scratch, uint32_t, n);
}

/* Which element an instruction loads or stores, from 0; LOWER_NONE: that is not known. */
static uint32_t element_of(const Apart *a, const Whole *w, const IrInstr *i)
{
	const FnBuild *b = a->t->b;
	const uint32_t *size = &b->list.at[b->code.at[w->at].c], pair[2] = {i->b, i->c};
	bool is_list = i->op == FN_LOAD || i->op == FN_STORE;
	uint32_t n = is_list ? b->list.at[i->c] : i->op == FN_LOAD1 || i->op == FN_STORE1 ? 1 : 2;
	const uint32_t *sub = is_list ? &b->list.at[i->c + 1] : pair;
	uint32_t element = 0, k = 0, subscript;

	if (n != size[0])
		return LOWER_NONE;
	for (; k < n && known_number(b, sub[k],
								 size[k + 1] & LOWER_CONSTANT
									 ? b->constants.at[size[k + 1] & ~LOWER_CONSTANT]
									 : 0,
								 &subscript);
		 k++) {
		uint32_t extent = 1;

		known_number(b, size[k + 1], MOST_ELEMENTS, &extent);
		element = element * extent + subscript - 1;
	}
	return k == n ? element : LOWER_NONE;
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

/* An element that is read has been stored before, on every way. */
static void meet_element(const Apart *a, Whole *w, uint32_t at)
{
	const IrInstr *i = &a->t->b->code.at[at];
	uint32_t k = w->made ? element_of(a, w, i) : LOWER_NONE, entry;

	if (k == LOWER_NONE || (is_load(i->op) && at >= w->until[k])) {
		w->stays = true;
	} else if (is_store(i->op)) {
		entry = next_entry(a, at);
		if (w->until[k] <= at || w->until[k] < entry)
			w->until[k] = entry;
	}
}

static void stay(const Apart *a, uint32_t array)
{
	if (array < a->t->b->n_var_arrays)
		a->whole[array].stays = true;
}

static void meet_list(const Apart *a, char kind, uint32_t start)
{
	const uint32_t *item = &a->t->b->list.at[start];

	for (uint32_t k = 0; k < item[0]; k++)
		if (kind == 'a')
			stay(a, item[1 + k]);
		else if (kind == 'p' && item[1 + 2 * k] == IR_LIST_ARRAY)
			stay(a, item[2 + 2 * k]);
}

static void meet_arrays(const Apart *a, uint32_t at)
{
	const FnBuild *b = a->t->b;
	const IrInstr *i = &b->code.at[at];
	const IrFnOpInfo *op = ir_fn_op_info(i->op);
	const uint32_t operand[4] = {i->dst, i->a, i->b, i->c};
	uint32_t array = is_load(i->op) ? i->a : i->dst;

	if (is_load(i->op) || is_store(i->op) || i->op == FN_FILL_S) {
		if (array >= b->n_var_arrays || a->whole[array].stays)
			return;
		if (i->op == FN_FILL_S)
			meet_fill(a, &a->whole[array], at);
		else
			meet_element(a, &a->whole[array], at);
		return;
	}
	if (i->op == FN_NEED && i->c > 0)
		stay(a, i->c - 1);
	for (int k = 0; k < 4; k++)
		if (op->operand[k] == 'A' || op->operand[k] == 'M' || op->operand[k] == 'a')
			stay(a, operand[k]);
		else if (op->operand[k] == 'l')
			meet_list(a, op->list, operand[k]);
}

/* Jumps that end here are over; one that begins here is new. */
static void follow_jumps(Apart *a, uint32_t at)
{
	const uint32_t *jump = jump_of(&a->t->b->code.at[at]);
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
			stay(a, side->leaf[k].reg);
}

/* Loads and stores become moves. */
static void move_element(const Apart *a, uint32_t at)
{
	FnBuild *b = a->t->b;
	IrInstr *i = &b->code.at[at];
	bool load = is_load(i->op);
	uint32_t array = load ? i->a : i->dst, scalar;

	if (!(load || is_store(i->op) || i->op == FN_FILL_S) || array >= b->n_var_arrays ||
		a->whole[array].stays)
		return;
	if (i->op == FN_FILL_S) {
		a->t->gone[at] = true;
		return;
	}
	scalar = a->whole[array].first + element_of(a, &a->whole[array], i);
	*i = (IrInstr){.op = IR_MOVE, .dst = load ? i->dst : scalar, .a = load ? scalar : i->a};
}

static void take_apart(const Tidy *t)
{
	FnBuild *b = t->b;
	Apart a = {.t = t, .whole = NEW_ARRAY(b->scratch, Whole, b->n_var_arrays + 1)};

	if (b->n_var_arrays == 0 || b->external)
		return;
	stay_side(&a, &b->in);
	stay_side(&a, &b->out);
	for (uint32_t k = 0; k < b->code.n; k++) {
		follow_jumps(&a, k);
		meet_arrays(&a, k);
	}
	for (uint32_t k = 0; k < b->n_var_arrays; k++) {
		a.whole[k].stays |= !a.whole[k].made;
		if (a.whole[k].stays)
			continue;
		a.whole[k].first = b->most_scalars;
		b->most_scalars += a.whole[k].n;
		b->arrays.at[k].room = 0;
	}
	for (uint32_t k = 0; k < b->code.n; k++)
		move_element(&a, k);
}

/* - moves - */

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

/* - what is given at entry - */

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
		uint32_t *jump = jump_of(&b->code.at[k]);

		if (jump)
			*jump = at[*jump];
	}
	for (size_t k = 0; k < b->places.n; k++)
		b->places.at[k].first = at[b->places.at[k].first];
}

static void tidy_code(FnBuild *b)
{
	Tidy t = {.b = b, .n_scalars = b->most_scalars};

	t.target = NEW_ARRAY(b->scratch, bool, b->code.n + 1);
	t.gone = NEW_ARRAY(b->scratch, bool, b->code.n + 1);
	for (size_t k = 0; k < b->code.n; k++) {
		const uint32_t *jump = jump_of(&b->code.at[k]);

		if (jump)
			t.target[*jump] = true;
	}
	take_apart(&t);
	drop_moves(&t);
	read_through(&t);
	drop_moves(&t);
	drop_unread(&t);
	join_moves(&t);
	close_up(&t);
}

#define KEEP(v) keep_copy(b, (v).at, (v).n, sizeof *(v).at)

IrFn *lower_fn_emit_end(FnBuild *b)
{
	IrFn *fn = NEW(b->l->ir->keep, IrFn);

	lower_fn_emit(b, FN_RETURN, 0, 0, 0, 0);
	tidy_code(b); /* before registers are final */
	finish_code(b);
	fn->name = arena_strdup(b->l->ir->keep, intern_text(b->m->names, b->fn.name));
	fn->n_constants = (uint32_t)b->constants.n;
	fn->n_scalars = fn->n_window = fn->n_constants + b->most_scalars;
	for (size_t k = 0; k < b->arrays.n; k++) {
		b->arrays.at[k].at = fn->n_window;
		fn->n_window += b->arrays.at[k].room;
	}
	for (size_t k = 0; k < b->places.n; k++)
		if (k == 0 || b->places.at[k].file != b->places.at[k - 1].file)
			b->places.at[k].file = arena_strdup(b->l->ir->keep, b->places.at[k].file);
		else
			b->places.at[k].file = b->places.at[k - 1].file;
	fn->code = KEEP(b->code);
	fn->list = KEEP(b->list);
	fn->constant = KEEP(b->constants);
	fn->table = KEEP(b->table);
	fn->array = KEEP(b->arrays);
	fn->place = KEEP(b->places);
	fn->n_code = (uint32_t)b->code.n;
	fn->n_list = (uint32_t)b->list.n;
	fn->n_table = (uint32_t)b->table.n;
	fn->n_arrays = (uint32_t)b->arrays.n;
	fn->n_places = (uint32_t)b->places.n;
	finish_side(b, &b->in);
	finish_side(b, &b->out);
	fn->in = b->in;
	fn->out = b->out;
	if (b->external)
		fn->external = finish_extern(b);
	return fn;
}
