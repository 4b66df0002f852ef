/* SPDX-License-Identifier: MIT
   expr.c — the pool of expressions: immutable nodes, each made once (hash-consing). A node knows
   its type, its variability (MLS 3.8) and, as flags, what it contains; all three follow from its
   arguments when it is made, so that no pass has to search for them. O(1) per node and argument. */
#include "compiler/expr/expr.h"
#include "modevs/unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define EXPR_ROW(op, text, least, most, form, precedence, rule, flags) \
	[op] = {#op, text, least, most, FORM_##form, precedence, RULE_##rule, flags},
const OpInfo expr_op_info[EXPR_OP_COUNT] = {EXPR_OPS(EXPR_ROW)};
#undef EXPR_ROW

IrOp expr_value_op(ExprOp op, TypeKind kind)
{
	switch (op) {
#define EXPR_CASE(op, real, integer) \
	case op: return kind == TY_REAL ? (real) : (integer);
		EXPR_VALUES(EXPR_CASE)
#undef EXPR_CASE
	default: return IR_OP_COUNT;
	}
}

bool expr_value(ExprOp op, TypeKind kind, double a, double b, double *value)
{
	bool swap = op == EX_GT || op == EX_GE, integer = kind != TY_REAL;
	IrOp how = expr_value_op(op, kind);
	double x = swap ? b : a, y = swap ? a : b;

	if (how == IR_OP_COUNT || (integer && !(mdv_is_integer(x) && mdv_is_integer(y))) ||
		!ops_defined(how, x, y))
		return false;
	*value = ops_value(how, x, y, 0);
	return integer ? mdv_is_integer(*value) : isfinite(*value);
}

ExprOp expr_step_op(ExprOp reduction)
{
	switch (reduction) {
	case EX_SUM:
	case EX_FOR_SUM: return EX_ADD;
	case EX_PRODUCT:
	case EX_FOR_PRODUCT: return EX_MUL;
	case EX_MIN_OF:
	case EX_FOR_MIN: return EX_MIN;
	default: return EX_MAX;
	}
}

/* Of min and max the largest and the least there is. */
double expr_empty_value(ExprOp reduction, const Type *elem)
{
	ExprOp step = expr_step_op(reduction);
	bool least = step == EX_MAX;

	if (step == EX_ADD || step == EX_MUL)
		return step == EX_MUL;
	switch (elem->kind) {
	case TY_REAL: return least ? -DBL_MAX : DBL_MAX;
	case TY_BOOLEAN: return !least;
	case TY_ENUM: return least ? 1 : elem->n_fields;
	default: return least ? INT32_MIN : INT32_MAX;
	}
}

ExprOp expr_library_op(const char *name, uint32_t n)
{
	for (ExprOp op = 0; op < EXPR_OP_COUNT; op++) {
		IrOp how = expr_value_op(op, TY_REAL);

		if (how != IR_OP_COUNT && ir_op_info[how].flags & IRF_LIBM && ir_op_info[how].n_args == n &&
			strcmp(ir_op_info[how].name, name) == 0)
			return op;
	}
	return EXPR_OP_COUNT;
}

_Static_assert(EXPR_OP_COUNT <= UINT8_MAX, "the operator of a node is one byte");
_Static_assert(sizeof(Expr) == 24, "nodes are small");

enum {
	LINE = 7,       /* entries of a line */
	AHEAD = 4,      /* lines looked ahead while the table grows */
	NEIGHBOURS = 4, /* keys in a row whose nodes share a line: about half of it, on average */
	CHUNK = 256     /* variables whose nodes are noted together */
};

/* A line of the table: one line of the processor's cache, filled from its first entry. */
typedef struct ExprLine {
	const Expr *node[LINE]; /* NULL is free */
	uint8_t tag[LINE + 1];  /* part of their hashes: spares most looks at nodes */
} ExprLine;

_Static_assert(sizeof(ExprLine) == 64, "a line of the table is one of the cache");

/* What makes a node what it is. */
typedef struct Key {
	ExprOp op;
	uint32_t aux;
	const Type *type;
	const Expr *const *arg; /* n */
	size_t n;
	uint64_t tail; /* value or site behind the arguments; 0 if the operator has none */
} Key;

static bool has_tail(ExprOp op)
{
	return op == EX_REAL || op == EX_INTEGER || op == EX_CALL;
}

static uint64_t tail_of(const Expr *e)
{
	uint64_t tail = 0;

	if (has_tail(e->op))
		memcpy(&tail, e->arg + e->n, sizeof tail);
	return tail;
}

static uint64_t mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
	return h ^ h >> 29;
}

static uint64_t hash_key(const Key *k)
{
	uint64_t h = mix((uint64_t)k->op << 32 | k->type->id, k->aux);

	if (k->tail)
		h = mix(h, k->tail);
	for (size_t i = 0; i < k->n; i++)
		h = mix(h, k->arg[i]->id);
	return mix(h, k->n);
}

static bool is_key(const Expr *e, const Key *k)
{
	return e->op == k->op && e->aux == k->aux && e->type == k->type && e->n == k->n &&
		   (k->n == 0 || memcmp(e->arg, k->arg, k->n * sizeof *k->arg) == 0) &&
		   tail_of(e) == k->tail;
}

/* Where a search begins. What is made in turn lies together: nodes in the order of their newest
   arguments, whole numbers four in a row. So a loop that is unrolled walks through the table
   instead of jumping in it, which would cost a miss of the cache for each node. */
static uint32_t near_line(const ExprPool *p, const Key *k)
{
	uint32_t newest = 0;

	if (k->n == 0)
		return (uint32_t)(mix((uint64_t)k->op << 32 | k->type->id,
							  (k->op == EX_REAL ? k->tail : (k->aux ^ k->tail) / NEIGHBOURS)) >>
						  32) &
			   (p->n_lines - 1);
	for (size_t i = 0; i < k->n; i++)
		if (newest < k->arg[i]->id)
			newest = k->arg[i]->id;
	return newest / NEIGHBOURS & (p->n_lines - 1);
}

/* Where it goes on if that line is full: anywhere, then in steps of its own (odd: all lines are
   met). Full lines lie together, so that going from line to line would take long. */
static uint32_t next_line(const ExprPool *p, uint32_t line, uint64_t hash, uint32_t n_tried)
{
	uint32_t step = (uint32_t)(hash >> 32) | 1;

	return (n_tried == 0 ? (uint32_t)hash : line + step) & (p->n_lines - 1);
}

static uint8_t tag_of(uint64_t hash)
{
	return (uint8_t)(hash >> 56);
}

/* Enter a node that is not in the table. */
static void enter(const ExprPool *p, const Expr *e)
{
	Key key = {e->op, e->aux, e->type, e->arg, e->n, tail_of(e)};
	uint64_t hash = hash_key(&key);
	uint32_t at = near_line(p, &key);
	int k = 0;

	for (uint32_t tried = 0; p->line[at].node[LINE - 1]; tried++)
		at = next_line(p, at, hash, tried);
	while (p->line[at].node[k])
		k++;
	p->line[at].node[k] = e;
	p->line[at].tag[k] = tag_of(hash);
}

/* A table of n lines, a power of two, with what was in the one before. */
static void make_table(ExprPool *p, uint32_t n)
{
	ExprPool old = *p;
	uintptr_t size = sizeof *p->line;

	p->n_lines = n;
	p->table = NEW_ARRAY(p->keep, ExprLine, n + 1);
	p->line = (ExprLine *)(((uintptr_t)p->table + size - 1) / size * size);
	for (uint32_t i = 0; i < old.n_lines; i++) {
		arena_work(p->keep, LINE);
		for (int k = 0; k < LINE && i + AHEAD < old.n_lines; k++)
			__builtin_prefetch(old.line[i + AHEAD].node[k]);
		for (int k = 0; k < LINE && old.line[i].node[k]; k++)
			enter(p, old.line[i].node[k]);
	}
	alloc_free(arena_allocator(p->keep), old.table, (old.n_lines + 1) * size);
}

/* The largest variability of the variables of an EX_VAR. */
static Variability variability_of_vars(const ExprPool *p, const Expr *e)
{
	Variability most = VB_CONSTANT;

	if (!p->variability)
		return VB_CONTINUOUS;
	for (int32_t i = 0; i < e->type->n_scalars; i++) {
		Variability of_one = p->variability(p->ctx, (VarId){(int32_t)e->aux + i});

		if (most < of_one)
			most = of_one;
	}
	return most;
}

static void derive_leaf(const ExprPool *p, Expr *e)
{
	switch (e->op) {
	case EX_VAR:
		e->variability = (uint8_t)variability_of_vars(p, e);
		e->flags |= XF_VAR | (e->variability == VB_CONTINUOUS ? XF_CONTINUOUS : 0);
		break;
	case EX_LOCAL: /* in functions everything is as if discrete (MLS 3.8.4) */
		e->variability = VB_DISCRETE;
		e->flags |= XF_LOCAL;
		break;
	case EX_TIME:
		e->variability = VB_CONTINUOUS;
		e->flags |= XF_VAR | XF_CONTINUOUS;
		break;
	default: break;
	}
}

/* Operators that make events: a relation or step function of a continuous value is discrete. */
static void derive_event(Expr *e)
{
	if (e->variability < VB_CONTINUOUS)
		return;
	e->flags |= XF_EVENT;
	if (e->op != EX_MOD && e->op != EX_REM && e->op != EX_SEMI_LINEAR)
		e->variability = VB_DISCRETE;
}

/* Variability and flags, from the arguments. */
static void derive(const ExprPool *p, Expr *e)
{
	const OpInfo *info = &expr_op_info[e->op];

	for (size_t i = 0; i < e->n; i++) {
		e->flags |= e->arg[i]->flags;
		if (e->variability < e->arg[i]->variability)
			e->variability = e->arg[i]->variability;
	}
	/* Of literals, and not folded: it has no value, 1e308*10 say. */
	if (info->flags & OF_FAIL ||
		(e->n > 0 && e->flags == 0 && e->type->rank == 0 && e->type->kind <= TY_INTEGER))
		e->flags |= XF_FAIL;
	if (info->flags & OF_CLOCK)
		e->flags |= XF_CLOCK;
	if (info->flags & OF_RAND)
		e->flags |= XF_VAR;
	if (e->type->rank > 0 || e->type->kind == TY_RECORD)
		e->flags |= XF_ARRAY;
	if (info->form == FORM_LEAF)
		derive_leaf(p, e);
	else if (info->flags & OF_EVENT)
		derive_event(e);
	else if (info->flags & (OF_DISC | OF_CLOCK)) {
		e->variability = VB_DISCRETE;
		e->flags &= (uint16_t) ~(XF_CONTINUOUS | XF_EVENT);
	} else if (e->op == EX_DER || (info->flags & OF_STATE)) {
		e->variability = VB_CONTINUOUS;
		e->flags |= XF_CONTINUOUS | (e->op == EX_DER ? XF_DER : 0);
	} else if (e->op == EX_NO_EVENT) {
		e->flags &= (uint16_t)~XF_EVENT;
		if (e->flags & XF_CONTINUOUS)
			e->variability = VB_CONTINUOUS;
	} else if (e->op == EX_CALL) {
		e->flags |= XF_CALL | (tail_of(e) ? XF_IMPURE : 0);
		if (tail_of(e) && e->variability < VB_PARAMETER)
			e->variability = VB_PARAMETER;
	}
	if (e->op == EX_PRE || e->op == EX_EDGE || e->op == EX_CHANGE || e->op == EX_PREVIOUS)
		e->flags |= XF_PRE;
}

/* A new node of this key. */
static Expr *new_node(ExprPool *p, const Key *k)
{
	size_t n_words = k->n + has_tail(k->op);
	Expr *e = arena_alloc(p->keep, sizeof *e + n_words * sizeof *e->arg, _Alignof(Expr));

	if (k->n > UINT32_MAX || p->n >= UINT32_MAX / 2)
		BUG("more expressions than can be numbered");
	*e = (Expr){.op = (uint8_t)k->op, .n = (uint32_t)k->n, .aux = k->aux, .type = k->type};
	e->id = p->n++;
	if (k->n > 0)
		memcpy(e->arg, k->arg, k->n * sizeof *k->arg);
	if (has_tail(k->op))
		memcpy(e->arg + k->n, &k->tail, sizeof k->tail);
	derive(p, e);
	return e;
}

/* The node of this key, made if there is none. */
const Expr *expr_make(ExprPool *p, const Expr *like, const Expr *const arg[], size_t n,
					  uint64_t tail)
{
	Key key = {like->op, like->aux, like->type, arg, n, tail};
	uint64_t hash;
	uint32_t at;

	arena_work(p->keep, 1);
	if (p->n_entered / NEIGHBOURS >= p->n_lines)
		make_table(p, p->n_lines * 2);
	at = near_line(p, &key);
	__builtin_prefetch(&p->line[at]); /* it comes while the hash is computed */
	hash = hash_key(&key);
	for (uint32_t tried = 0;; at = next_line(p, at, hash, tried++)) {
		ExprLine *line = &p->line[at];

		for (int k = 0; k < LINE; k++) {
			if (!line->node[k]) {
				line->tag[k] = tag_of(hash);
				p->n_entered++;
				return line->node[k] = new_node(p, &key);
			}
			if (line->tag[k] == tag_of(hash) && is_key(line->node[k], &key))
				return line->node[k];
		}
	}
}

static const Expr *leaf(ExprPool *p, ExprOp op, const Type *type, uint32_t aux, uint64_t tail)
{
	return expr_make(p, &(Expr){.op = (uint8_t)op, .type = type, .aux = aux}, NULL, 0, tail);
}

void expr_pool_init(ExprPool *p, Arena *keep, Intern *names)
{
	*p = (ExprPool){.keep = keep, .names = names};
	make_table(p, 256);
	map_init(&p->whole, arena_allocator(keep));
	type_pool_init(p);
}

void expr_pool_beside(ExprPool *p, const ExprPool *of, Arena *keep)
{
	const Type **slot = NEW_ARRAY(keep, const Type *, of->n_type_slots);

	*p = *of;
	p->keep = keep;
	p->table = p->line = NULL;
	p->n_lines = p->n = p->n_entered = p->n_sites = 0;
	p->vars.at = NULL;
	p->vars.n = p->vars.cap = 0;
	memset(p->real, 0, sizeof p->real); /* those are of the other pool */
	memset(p->integer, 0, sizeof p->integer);
	map_init(&p->whole, arena_allocator(keep));
	make_table(p, 256);
	memcpy(slot, of->type_slot, of->n_type_slots * sizeof *slot);
	p->type_slot = slot;
}

const Expr *expr_real(ExprPool *p, double value)
{
	const Expr **recent;
	uint64_t bits;

	if (isnan(value))
		value = NAN;
	memcpy(&bits, &value, sizeof bits);
	recent = &p->real[map_hash(bits) % EXPR_RECENT];
	if (!*recent || tail_of(*recent) != bits)
		*recent = leaf(p, EX_REAL, type_basic(p, TY_REAL), 0, bits);
	return *recent;
}

const Expr *expr_integer(ExprPool *p, int64_t value)
{
	const Expr **recent = &p->integer[(uint64_t)value % EXPR_RECENT];

	if (!*recent || tail_of(*recent) != (uint64_t)value)
		*recent = leaf(p, EX_INTEGER, type_basic(p, TY_INTEGER), 0, (uint64_t)value);
	return *recent;
}

const Expr *expr_boolean(ExprPool *p, bool value)
{
	return leaf(p, EX_BOOLEAN, type_basic(p, TY_BOOLEAN), value, 0);
}

const Expr *expr_enum(ExprPool *p, const Type *type, int ordinal)
{
	CHECK(type_is_scalar(type, TY_ENUM) && ordinal >= 1 && ordinal <= type->n_fields);
	return leaf(p, EX_ENUM, type, (uint32_t)ordinal, 0);
}

const Expr *expr_string(ExprPool *p, Name text)
{
	return leaf(p, EX_STRING, type_basic(p, TY_STRING), text.i, 0);
}

const Expr *expr_text(ExprPool *p, const char *text)
{
	return expr_string(p, intern_name(p->names, text, strlen(text)));
}

const Expr *expr_time(ExprPool *p)
{
	return leaf(p, EX_TIME, type_basic(p, TY_REAL), 0, 0);
}

const Expr *expr_colon(ExprPool *p)
{
	return leaf(p, EX_COLON, type_basic(p, TY_NONE), 0, 0);
}

const Expr *expr_skip(ExprPool *p, const Type *type)
{
	return leaf(p, EX_SKIP, type, 0, 0);
}

const Expr *expr_instance(ExprPool *p, PathId path)
{
	return leaf(p, EX_INSTANCE, type_basic(p, TY_NONE), (uint32_t)path.i, 0);
}

const Expr *expr_local(ExprPool *p, int i, const Type *type)
{
	return leaf(p, EX_LOCAL, type, (uint32_t)i, 0);
}

/* Where the node of a scalar variable is noted: passes ask for it again and again, in the order of
   their numbers. It is not in the table, a third of which it would be: what is anywhere there costs
   a miss of the cache, and another one whenever the table grows. */
static const Expr **note_of(ExprPool *p, VarId v)
{
	size_t chunk = (size_t)v.i / CHUNK;

	while (p->vars.n <= chunk)
		vec_push(arena_allocator(p->keep), &p->vars, NULL);
	if (!p->vars.at[chunk])
		p->vars.at[chunk] = NEW_ARRAY(p->keep, const Expr *, CHUNK);
	return &p->vars.at[chunk][v.i % CHUNK];
}

const Expr *expr_var(ExprPool *p, VarId v, const Type *type)
{
	const Expr **note;

	CHECK(v.i >= 0 && type->kind != TY_RECORD && type->n_scalars >= 0);
	if (type->rank > 0)
		return leaf(p, EX_VAR, type, (uint32_t)v.i, 0);
	note = note_of(p, v);
	if (*note && (*note)->type != type)
		return leaf(p, EX_VAR, type, (uint32_t)v.i, 0);
	if (!*note) {
		arena_work(p->keep, 1);
		*note = new_node(p, &(Key){.op = EX_VAR, .aux = (uint32_t)v.i, .type = type});
	}
	return *note;
}

const Expr *expr_noted(const ExprPool *p, VarId v)
{
	size_t chunk = (size_t)v.i / CHUNK;

	return chunk < p->vars.n && p->vars.at[chunk] ? p->vars.at[chunk][v.i % CHUNK] : NULL;
}

uint32_t expr_new_site(ExprPool *p)
{
	return ++p->n_sites;
}

double expr_real_value(const Expr *e)
{
	double value;

	CHECK(e->op == EX_REAL);
	memcpy(&value, e->arg, sizeof value);
	return value;
}

int64_t expr_integer_value(const Expr *e)
{
	CHECK(e->op == EX_INTEGER || e->op == EX_BOOLEAN || e->op == EX_ENUM);
	return e->op == EX_INTEGER ? (int64_t)tail_of(e) : (int64_t)e->aux;
}

uint32_t expr_site(const Expr *e)
{
	CHECK(e->op == EX_CALL);
	return (uint32_t)tail_of(e);
}

bool expr_is_literal(const Expr *e)
{
	return e->op <= EX_STRING;
}

bool expr_is_real(const Expr *e, double value)
{
	return e->op == EX_REAL && expr_real_value(e) == value;
}

const Expr *expr_op(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n)
{
	const OpInfo *info = &expr_op_info[op];
	const Type *type;
	const Expr *folded;

	if (n < info->least || (info->most != MANY && n > info->most))
		BUG("%s of %zu arguments", info->name, n);
	type = typing_result(p, op, arg, n);
	if (!type)
		BUG("the arguments of %s do not fit", info->name);
	folded = fold_op(p, op, type, arg, n);
	return folded ? folded : expr_make(p, &(Expr){.op = (uint8_t)op, .type = type}, arg, n, 0);
}

const Expr *expr_unary(ExprPool *p, ExprOp op, const Expr *a)
{
	return expr_op(p, op, (const Expr *const[]){a}, 1);
}

const Expr *expr_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b)
{
	return expr_op(p, op, (const Expr *const[]){a, b}, 2);
}

const Expr *expr_if(ExprPool *p, const Expr *cond, const Expr *a, const Expr *b)
{
	return expr_op(p, EX_IF, (const Expr *const[]){cond, a, b}, 3);
}

bool expr_is_subscript(const Expr *e, int32_t n)
{
	if (e->op == EX_INTEGER)
		return expr_integer_value(e) >= 1 && expr_integer_value(e) <= n;
	return e->op == EX_ENUM || e->op == EX_BOOLEAN; /* the type of the dimension */
}

bool expr_is_arithmetic(const Expr *e)
{
	if (e->type->elem->kind != TY_INTEGER)
		return false;
	switch (e->op) {
	case EX_ADD:
	case EX_SUB:
	case EX_MUL:
	case EX_MATMUL:
	case EX_INTEGRAL:
	case EX_SUM:
	case EX_PRODUCT:
	case EX_FOR_SUM:
	case EX_FOR_PRODUCT: return true;
	default: return false;
	}
}

ExprOp expr_mirrored(ExprOp op)
{
	switch (op) {
	case EX_LT: return EX_GT;
	case EX_LE: return EX_GE;
	case EX_GT: return EX_LT;
	default: return EX_LE;
	}
}
