/* SPDX-License-Identifier: MIT
   vm_batch.c — batches: one operation after the other, fused ones where they fit, each for 256
   instances at a time, so that its cost is that of a loop over short vectors. Operands in
   consecutive slots are used where they are; one that is the same for all is a number, or spread
   over a buffer before the first block; others are gathered into a buffer before their first use; a
   result elsewhere is scattered. Temporaries have buffers only while they live, so that these stay
   in the nearest cache. The instances of a large batch are shared out among the threads of a team:
   none uses another's result, so that the bits do not depend on who computes which. */
#include "vm/vm.h"

#include "base/wide.h"

#include <math.h>
#include <string.h>

#define BLOCK     256 /* instances at a time */
#define LANE      264 /* doubles from buffer to buffer: not a multiple of 4 kB, which would alias */
#define LINE_SIZE 64  /* bytes of a line of the cache */

/* Operations of all instances from which on a batch is shared out: some 20 microseconds of one
   thread, of which beginning and ending a round takes one or two. */
#define SHARED_FROM 40000

/* Nothing that a turn of the loop reads was written by an earlier one. */
#if defined(__GNUC__) && !defined(__clang__)
#define NO_CARRY _Pragma("GCC ivdep")
#else
#define NO_CARRY
#endif

/* Which operands of a step with two are vectors (V), which one number (K); of others all are V. */
typedef enum Form { FORM_V, FORM_VK, FORM_KV } Form;

/* Steps besides the plain and fused operations. */
enum { STEP_GATHER = VM_OP_COUNT, STEP_SCATTER, STEP_SPREAD };

typedef enum PlaceKind {
	PLACE_BUFFER, /* `at` is a buffer */
	PLACE_SLOTS,  /* `at` is an operand of the batch, in consecutive slots */
	PLACE_NUMBER  /* `at` is an operand, the same for all instances */
} PlaceKind;

typedef struct Place {
	uint16_t kind; /* PlaceKind */
	int32_t at;    /* buffer or operand */
} Place;

typedef struct Step {
	uint8_t op;               /* VmOp or STEP_… */
	uint8_t form;             /* Form */
	uint8_t n_read;           /* operands */
	Place dst;                /* STEP_SCATTER: what is scattered */
	Place read[VM_MOST_ARGS]; /* of STEP_GATHER and STEP_SCATTER read[0].at is the operand */
} Step;

typedef VEC(Step) StepList;

struct VmBatch {
	StepList first; /* before the first block: numbers spread over buffers */
	StepList steps; /* for each block */
};

/* -- preparing -- */

typedef struct Prepare {
	const IrBatch *b;  /* the batch */
	Arena *keep;       /* holds the steps */
	VmBatch *out;      /* the steps */
	VmTile *tile;      /* its code */
	int32_t *last;     /* by number: tile of its last use; -1: never used */
	int32_t *buffer;   /* by number: its buffer; -1: none */
	int32_t *wide;     /* by operand: the buffer over which it is spread; -1: none */
	int32_t *unused;   /* buffers that are free */
	int32_t n_unused;  /* how many */
	int32_t n_buffers; /* in use and free */
	bool failed;       /* no memory */
} Prepare;

static void add_step(Prepare *p, StepList *list, Step step)
{
	if (!vec_push(arena_allocator(p->keep), list, step))
		p->failed = true;
}

static int32_t take_buffer(Prepare *p)
{
	return p->n_unused > 0 ? p->unused[--p->n_unused] : p->n_buffers++;
}

static bool is_consecutive(const IrOperand *o)
{
	return !o->table && o->stride == 1;
}

/* Where a number of the batch is read; gathers it at its first use. */
static Place place_read(Prepare *p, uint32_t number)
{
	const IrOperand *o = number < (uint32_t)p->b->n_operands ? &p->b->operand[number] : NULL;
	Place place = {PLACE_BUFFER, 0};

	if (o && is_consecutive(o))
		return (Place){PLACE_SLOTS, (int32_t)number};
	if (o && !o->table && o->stride == 0)
		return (Place){PLACE_NUMBER, (int32_t)number};
	if (p->buffer[number] < 0) {
		p->buffer[number] = take_buffer(p);
		place.at = p->buffer[number];
		add_step(p, &p->out->steps,
				 (Step){.op = STEP_GATHER, .dst = place, .read = {{0, (int32_t)number}}});
	}
	place.at = p->buffer[number];
	return place;
}

/* A place with one number becomes a vector, in a buffer that is never used otherwise. */
static Place spread(Prepare *p, Place number)
{
	Place wide = {PLACE_BUFFER, p->wide[number.at]};

	if (wide.at >= 0)
		return wide;
	wide.at = p->wide[number.at] = p->n_buffers++;
	add_step(p, &p->out->first, (Step){.op = STEP_SPREAD, .dst = wide, .read = {number}});
	return wide;
}

/* Operands as the kernels want them: of two at most one is a number, of others none. */
static void set_form(Prepare *p, Step *s)
{
	for (int i = 0; i < s->n_read; i++) {
		if (s->read[i].kind != PLACE_NUMBER)
			continue;
		if (s->n_read == 2 && s->read[1 - i].kind != PLACE_NUMBER)
			s->form = i == 0 ? FORM_KV : FORM_VK;
		else
			s->read[i] = spread(p, s->read[i]);
	}
}

static void release(Prepare *p, uint32_t number, int32_t at)
{
	if (p->buffer[number] < 0 || p->last[number] > at)
		return;
	p->unused[p->n_unused++] = p->buffer[number];
	p->buffer[number] = -1;
}

static void prepare_tile(Prepare *p, int32_t k)
{
	const VmTile *t = &p->tile[k];
	Step s = {.op = (uint8_t)t->op, .n_read = vm_op_args[t->op]};

	for (int i = 0; i < s.n_read; i++)
		s.read[i] = place_read(p, t->arg[i]);
	set_form(p, &s);
	for (int i = 0; i < s.n_read; i++)
		release(p, t->arg[i], k);
	if (t->dst < (uint32_t)p->b->n_operands && is_consecutive(&p->b->operand[t->dst])) {
		s.dst = (Place){PLACE_SLOTS, (int32_t)t->dst};
		add_step(p, &p->out->steps, s);
		return;
	}
	p->buffer[t->dst] = take_buffer(p);
	s.dst = (Place){PLACE_BUFFER, p->buffer[t->dst]};
	add_step(p, &p->out->steps, s);
	if (t->dst < (uint32_t)p->b->n_operands)
		add_step(p, &p->out->steps,
				 (Step){.op = STEP_SCATTER, .dst = s.dst, .read = {{0, (int32_t)t->dst}}});
	release(p, t->dst, k);
}

/* The code of a batch as tiles. */
static int32_t tiles_of(const IrBatch *b, VmSlot *slot, VmTile *tile)
{
	VmTiling tiling = {slot, (uint32_t)b->n_operands, false};

	for (int32_t k = 0; k < b->n_instrs; k++) {
		const uint32_t read[3] = {b->instr[k].a, b->instr[k].b, b->instr[k].c};

		for (int i = 0; i < ir_op_info[b->instr[k].op].n_args; i++)
			slot[read[i]].n_uses++;
	}
	return vm_encode_tiles(&tiling, b->instr, 0, b->n_instrs, tile);
}

/* The steps of a batch, and how many buffers they need. False: no memory. */
static bool prepare(Vm *vm, const IrBatch *b, VmBatch *out, int32_t *n_buffers)
{
	ArenaMark mark = arena_mark(&vm->scratch);
	int32_t n = b->n_operands + b->n_temps, n_tiles = 0;
	VmSlot *slot = NEW_ARRAY(&vm->scratch, VmSlot, n);
	Prepare p = {.b = b, .keep = &vm->keep, .out = out};

	p.last = NEW_ARRAY(&vm->scratch, int32_t, n);
	p.buffer = NEW_ARRAY(&vm->scratch, int32_t, n);
	p.wide = NEW_ARRAY(&vm->scratch, int32_t, n);
	p.unused = NEW_ARRAY(&vm->scratch, int32_t, n);
	p.tile = NEW_ARRAY(&vm->scratch, VmTile, b->n_instrs);
	p.failed = !slot || !p.last || !p.buffer || !p.wide || !p.unused || !p.tile;
	if (!p.failed)
		n_tiles = tiles_of(b, slot, p.tile);
	for (int32_t i = 0; i < n && !p.failed; i++)
		p.last[i] = p.buffer[i] = p.wide[i] = -1;
	for (int32_t k = 0; k < n_tiles; k++)
		for (int i = 0; i < vm_op_args[p.tile[k].op]; i++)
			p.last[p.tile[k].arg[i]] = k;
	for (int32_t k = 0; k < n_tiles && !p.failed; k++)
		prepare_tile(&p, k);
	arena_release(&vm->scratch, mark);
	*n_buffers = p.n_buffers;
	return !p.failed;
}

/* Buffers for n threads. NULL: no memory. */
static double *new_lanes(Vm *vm, unsigned n)
{
	char *room =
		arena_alloc(&vm->keep, n * vm->lane_room * sizeof(double) + LINE_SIZE, _Alignof(double));

	return room ? (double *)(void *)(room + (LINE_SIZE - (uintptr_t)room % LINE_SIZE) % LINE_SIZE)
				: NULL;
}

bool vm_batch_init(Vm *vm)
{
	size_t n = vm->m->batches.n;
	int32_t most = 0;

	vm->batch = NEW_ARRAY(&vm->keep, VmBatch, n);
	if (!vm->batch)
		return false;
	for (size_t i = 0; i < n; i++) {
		int32_t n_buffers;

		if (!prepare(vm, &vm->m->batches.at[i], &vm->batch[i], &n_buffers))
			return false;
		most = n_buffers > most ? n_buffers : most;
	}
	vm->lane_room = (size_t)most * LANE;
	vm->lanes = new_lanes(vm, 1);
	return vm->lanes != NULL;
}

bool vm_set_team(Vm *vm, Team *team)
{
	double *lanes = new_lanes(vm, team_size(team));

	if (!lanes)
		return false;
	vm->lanes = lanes;
	vm->team = team;
	return true;
}

/* -- running -- */

#define A x
#define B y
#define C z
#define D u
#define E v
#define F w

/* Operands are read whether needed or not, so that there are no branches. An operation writes over
   an operand at most in place. */
#define LOOP(load, expr)                     \
	NO_CARRY for (int32_t i = 0; i < n; i++) \
	{                                        \
		load;                                \
		d[i] = expr;                         \
	}                                        \
	return;
#define LOAD_1         double x = read[0][i]
#define LOAD_2         LOAD_1, y = read[1][i]
#define LOAD_3         LOAD_2, z = read[2][i]
#define LOAD_4         LOAD_3, u = read[3][i]
#define LOAD_5         LOAD_4, v = read[4][i]
#define LOAD_6         LOAD_5, w = read[5][i]
#define KERNEL_1(expr) LOOP(LOAD_1, expr)
#define KERNEL_2(expr)                    \
	switch (s->form) {                    \
	case FORM_VK: {                       \
		const double y = *read[1];        \
		LOOP(LOAD_1, expr)                \
	}                                     \
	case FORM_KV: {                       \
		const double x = *read[0];        \
		LOOP(double y = read[1][i], expr) \
	}                                     \
	default: LOOP(LOAD_2, expr)           \
	}
#define KERNEL_3(expr) LOOP(LOAD_3, expr)
#define KERNEL_4(expr) LOOP(LOAD_4, expr)
#define KERNEL_5(expr) LOOP(LOAD_5, expr)
#define KERNEL_6(expr) LOOP(LOAD_6, expr)
#define KERNEL(op, name, n_args, value, ...) \
	case op: KERNEL_##n_args(value)

/* d := operation of what is read, n times. */
WIDE static void run_kernel(const Step *s, int32_t n, double *d,
							const double *const read[VM_MOST_ARGS])
{
	switch (s->op) {
		OPS(KERNEL)
		VM_FUSED_OPS(KERNEL)
	default: BUG("step %d of a batch cannot be run", s->op);
	}
}

static void gather(const IrOperand *o, int32_t first, int32_t n, const double f[], double *d)
{
	if (o->table) {
		for (int32_t i = 0; i < n; i++)
			d[i] = f[o->table[first + i]];
	} else {
		const double *at = f + o->base + (int64_t)first * o->stride;

		for (int32_t i = 0; i < n; i++)
			d[i] = at[(int64_t)i * o->stride];
	}
}

static void scatter(const IrOperand *o, int32_t first, int32_t n, const double *d, double f[])
{
	if (o->table) {
		for (int32_t i = 0; i < n; i++)
			f[o->table[first + i]] = d[i];
	} else {
		double *at = f + o->base + (int64_t)first * o->stride;

		for (int32_t i = 0; i < n; i++)
			at[(int64_t)i * o->stride] = d[i];
	}
}

/* A batch, or the part of it that one thread runs. */
typedef struct Part {
	const IrBatch *b;      /* the batch */
	const VmBatch *steps;  /* what to do */
	double *frame, *lanes; /* values; buffers of this thread */
} Part;

static inline double *place_at(const Part *part, Place p, int32_t first)
{
	switch (p.kind) {
	case PLACE_BUFFER: return part->lanes + (size_t)p.at * LANE;
	case PLACE_SLOTS: return part->frame + part->b->operand[p.at].base + first;
	default: return part->frame + part->b->operand[p.at].base;
	}
}

/* Steps for instances first … first + n - 1. */
static void run_steps(const Part *part, const StepList *list, int32_t first, int32_t n)
{
	const IrBatch *b = part->b;
	double *f = part->frame;

	for (size_t k = 0; k < list->n; k++) {
		const Step *s = &list->at[k];
		double *d = place_at(part, s->dst, first);
		const double *read[VM_MOST_ARGS];

		switch (s->op) {
		case STEP_GATHER: gather(&b->operand[s->read[0].at], first, n, f, d); break;
		case STEP_SCATTER: scatter(&b->operand[s->read[0].at], first, n, d, f); break;
		case STEP_SPREAD:
			for (int32_t i = 0; i < n; i++)
				d[i] = f[b->operand[s->read[0].at].base];
			break;
		default:
			for (int i = 0; i < s->n_read; i++)
				read[i] = place_at(part, s->read[i], first);
			run_kernel(s, n, d, read);
		}
	}
}

/* Instances first … end - 1. */
static void run_part(const Part *part, int32_t first, int32_t end)
{
	run_steps(part, &part->steps->first, 0, end - first < BLOCK ? end - first : BLOCK);
	for (; first < end; first += BLOCK)
		run_steps(part, &part->steps->steps, first, end - first < BLOCK ? end - first : BLOCK);
}

typedef struct Shared {
	const Vm *vm; /* whose batch it is */
	Part whole;   /* the batch */
} Shared;

/* Blocks in a row for each thread, as many for all. */
static void run_share(void *ctx, unsigned i)
{
	const Shared *s = ctx;
	Part part = s->whole;
	int64_t n = part.b->n_instances, n_blocks = (n + BLOCK - 1) / BLOCK;
	int64_t n_shares = team_size(s->vm->team), first = n_blocks * i / n_shares * BLOCK,
			end = n_blocks * (i + 1) / n_shares * BLOCK;

	part.lanes += i * s->vm->lane_room;
	run_part(&part, (int32_t)first, (int32_t)(end < n ? end : n));
}

void vm_batch_run(const Vm *vm, int32_t batch, double frame[])
{
	const IrBatch *b = &vm->m->batches.at[batch];
	Part whole = {b, &vm->batch[batch], frame, vm->lanes};

	if (vm->team && (int64_t)b->n_instances * b->n_instrs >= SHARED_FROM)
		team_run(vm->team, run_share, &(Shared){vm, whole});
	else
		run_part(&whole, 0, b->n_instances);
}
