/* SPDX-License-Identifier: MIT
   expr.c — the pool of expressions: immutable nodes, each made once (hash-consing). A node knows
   its type, its variability (MLS 3.8) and, as flags, what it contains; all three follow from its
   arguments when it is made, so that no pass has to search for them. O(1) per node and argument. */
#include "compiler/flat/flat.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define EXPR_ROW(op, text, least, most, form, precedence, rule, flags) \
	[op] = {#op, text, least, most, FORM_##form, precedence, RULE_##rule, flags},
const OpInfo expr_op_info[EXPR_OP_COUNT] = {EXPR_OPS(EXPR_ROW)};
#undef EXPR_ROW

_Static_assert(EXPR_OP_COUNT <= UINT8_MAX, "the operator of a node is one byte");
_Static_assert(sizeof(Expr) == 24, "nodes are small");

#define AHEAD 16 /* slots looked ahead while the table grows */

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

/* Of addresses: what they point to need not be read. Nothing but the place in the table, which
   shows nowhere, depends on it. */
static uint64_t hash_key(const Key *k)
{
	uint64_t h = map_hash((uint64_t)k->op << 56 ^ map_key(k->type) ^ (uint64_t)k->aux << 24);

	if (k->tail)
		h = map_hash(h ^ k->tail);
	for (size_t i = 0; i < k->n; i++)
		h = map_hash(h ^ map_key(k->arg[i]));
	return h;
}

static uint64_t hash_node(const Expr *e)
{
	return hash_key(&(Key){e->op, e->aux, e->type, e->arg, e->n, tail_of(e)});
}

static bool is_key(const Expr *e, const Key *k)
{
	return e->op == k->op && e->aux == k->aux && e->type == k->type && e->n == k->n &&
		   (k->n == 0 || memcmp(e->arg, k->arg, k->n * sizeof *k->arg) == 0) &&
		   tail_of(e) == k->tail;
}

/* Where a search begins; the slots that follow are tried in turn, from the last to the first. The
   number of slots is no power of two, so that the table can grow by half. */
static uint32_t first_slot(const ExprPool *p, uint64_t hash)
{
	return (uint32_t)((hash >> 32) * p->n_slots >> 32);
}

static uint32_t next_slot(const ExprPool *p, uint32_t i)
{
	return i + 1 < p->n_slots ? i + 1 : 0;
}

/* Spares most looks at nodes, which lie anywhere in memory. */
static uint8_t tag_of(uint64_t hash)
{
	return (uint8_t)(hash & 0xFF ? hash & 0xFF : 1);
}

static void grow_table(ExprPool *p)
{
	const Expr **old = p->slot;
	uint32_t n_old = p->n_slots;

	alloc_free(arena_allocator(p->keep), p->tag, n_old);
	p->n_slots += n_old;
	p->slot = NEW_ARRAY(p->keep, const Expr *, p->n_slots);
	p->tag = NEW_ARRAY(p->keep, uint8_t, p->n_slots);
	for (uint32_t i = 0; i < n_old; i++) {
		uint64_t hash;
		uint32_t k;

		if (i + AHEAD < n_old && old[i + AHEAD])
			__builtin_prefetch(old[i + AHEAD]);
		if (!old[i])
			continue;
		hash = hash_node(old[i]);
		for (k = first_slot(p, hash); p->tag[k]; k = next_slot(p, k))
			;
		p->slot[k] = old[i];
		p->tag[k] = tag_of(hash);
	}
	alloc_free(arena_allocator(p->keep), old, n_old * sizeof *old);
}

/* The largest variability of the variables of an EX_VAR. */
static Variability variability_of_vars(const ExprPool *p, const Expr *e)
{
	Variability most = VB_CONSTANT;

	if (!p->model)
		return VB_CONTINUOUS;
	for (int32_t i = 0; i < e->type->n_scalars; i++) {
		Variability of_one = p->model->vars.at[(int32_t)e->aux + i].variability;

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
	if (info->flags & OF_FAIL)
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
	} else if (e->op == EX_DER || e->op == EX_DELAY || e->op == EX_SPATIAL) {
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

/* The node of this key, made if there is none. */
const Expr *expr_make(ExprPool *p, const Expr *like, const Expr *const arg[], size_t n,
					  uint64_t tail)
{
	Key key = {like->op, like->aux, like->type, arg, n, tail};
	uint64_t hash = hash_key(&key);
	uint32_t k;
	Expr *e;

	if (p->n >= p->n_slots / 2)
		grow_table(p);
	for (k = first_slot(p, hash); p->tag[k]; k = next_slot(p, k))
		if (p->tag[k] == tag_of(hash) && is_key(p->slot[k], &key))
			return p->slot[k];
	if (n > UINT32_MAX || p->n >= UINT32_MAX / 2)
		BUG("more expressions than can be numbered");
	e = arena_alloc(p->keep, sizeof *e + (n + has_tail(key.op)) * sizeof *e->arg, _Alignof(Expr));
	*e = (Expr){.op = (uint8_t)key.op, .n = (uint32_t)n, .aux = key.aux, .type = key.type};
	e->id = p->n++;
	if (n > 0)
		memcpy(e->arg, arg, n * sizeof *arg);
	if (has_tail(key.op))
		memcpy(e->arg + n, &tail, sizeof tail);
	derive(p, e);
	p->slot[k] = e;
	p->tag[k] = tag_of(hash);
	return e;
}

static const Expr *leaf(ExprPool *p, ExprOp op, const Type *type, uint32_t aux, uint64_t tail)
{
	return expr_make(p, &(Expr){.op = (uint8_t)op, .type = type, .aux = aux}, NULL, 0, tail);
}

void expr_pool_init(ExprPool *p, Arena *keep, Intern *names)
{
	*p = (ExprPool){.keep = keep, .names = names, .n_slots = 1024};
	p->slot = NEW_ARRAY(keep, const Expr *, p->n_slots);
	p->tag = NEW_ARRAY(keep, uint8_t, p->n_slots);
	type_pool_init(p);
}

const Expr *expr_real(ExprPool *p, double value)
{
	uint64_t bits;

	if (isnan(value))
		value = NAN;
	memcpy(&bits, &value, sizeof bits);
	return leaf(p, EX_REAL, type_basic(p, TY_REAL), 0, bits);
}

const Expr *expr_integer(ExprPool *p, int64_t value)
{
	return leaf(p, EX_INTEGER, type_basic(p, TY_INTEGER), 0, (uint64_t)value);
}

const Expr *expr_boolean(ExprPool *p, bool value)
{
	return leaf(p, EX_BOOLEAN, type_basic(p, TY_BOOLEAN), value, 0);
}

const Expr *expr_enum(ExprPool *p, const Type *type, int ordinal)
{
	assert(type_is_scalar(type, TY_ENUM) && ordinal >= 1 && ordinal <= type->n_fields);
	return leaf(p, EX_ENUM, type, (uint32_t)ordinal, 0);
}

const Expr *expr_string(ExprPool *p, Name text)
{
	return leaf(p, EX_STRING, type_basic(p, TY_STRING), text.i, 0);
}

const Expr *expr_text(ExprPool *p, const char *text)
{
	Name name = intern_name(p->names, text, strlen(text));

	if (!name.i && p->keep->no_memory)
		p->keep->no_memory(p->keep->no_memory_ctx);
	return expr_string(p, name);
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

const Expr *expr_var(ExprPool *p, VarId v, const Type *type)
{
	assert(v.i >= 0 && type->kind != TY_RECORD && type->n_scalars >= 0);
	return leaf(p, EX_VAR, type, (uint32_t)v.i, 0);
}

uint32_t expr_new_site(ExprPool *p)
{
	return ++p->n_sites;
}

double expr_real_value(const Expr *e)
{
	double value;

	assert(e->op == EX_REAL);
	memcpy(&value, e->arg, sizeof value);
	return value;
}

int64_t expr_integer_value(const Expr *e)
{
	assert(e->op == EX_INTEGER || e->op == EX_BOOLEAN || e->op == EX_ENUM);
	return e->op == EX_INTEGER ? (int64_t)tail_of(e) : (int64_t)e->aux;
}

uint32_t expr_site(const Expr *e)
{
	assert(e->op == EX_CALL);
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
