/* SPDX-License-Identifier: MIT
   lower_operator.c — the records of operators with a state, as their rules (operator_rule.h) say:
   slots of results, arguments and crossing functions, and code for the values of arguments. */
#include "compiler/lower/lower.h"

#include <string.h>

/* All operators of a kind. */
typedef struct Kind {
	Lower *l;                 /* the model */
	const OperatorRule *rule; /* what they are */
	const DaeOperator **from; /* n */
	size_t n;                 /* how many */
	char *record;             /* n records of the model */
	size_t size;              /* of one */
} Kind;

/* A record's number of a slot. */
static int32_t *slot_at(const Kind *x, size_t i, size_t place)
{
	return (int32_t *)(void *)(x->record + i * x->size + place);
}

static void place_slots(const Kind *x, size_t i)
{
	const OperatorRule *rule = x->rule;
	const DaeOperator *o = x->from[i];

	for (int k = 0; k < rule->n_results; k++)
		*slot_at(x, i, rule->result[k].slot) = x->l->slot[o->result[k].i];
	for (int k = 0; k < rule->n_args; k++)
		if (rule->arg[k].after)
			*slot_at(x, i, rule->arg[k].slot) = (int32_t)lower_slot(x->l, rule->arg[k].first);
	for (int k = 0; k < rule->n_crossings; k++) /* none is passed at first */
		slot_at(x, i, rule->crossing)[k] = (int32_t)lower_slot(x->l, 1);
	if (rule->source)
		*slot_at(x, i, rule->source) =
			lower_add_source(x->l, expr_op_info[rule->op].text, o->at, o->path);
	if (o->state.i >= 0)
		*slot_at(x, i, rule->state) = x->l->slot[o->state.i];
}

/* The values of arguments that are computed behind the same sequences. */
static void add_code(const Kind *x, uint8_t after)
{
	int32_t region;

	lower_begin(x->l);
	for (size_t i = 0; i < x->n; i++)
		for (int k = 0; k < x->rule->n_args; k++) {
			const OperatorArg *arg = &x->rule->arg[k];
			const Expr *value = x->from[i]->arg[k];

			if (!value && arg->as_before)
				value = x->from[i]->arg[k - 1];
			if (value && arg->after == after)
				lower_assign(x->l, (uint32_t)*slot_at(x, i, arg->slot), value, -1);
		}
	region = lower_end(x->l);
	/* Of those with arguments that vary all are in one island. */
	if (x->l->d->island && after & ~AFTER_PARAM)
		x->l->island = x->l->d->island[x->from[0]->result[0].i];
	for (int kind = 0; kind < MDV_SEQ_COUNT; kind++)
		if (after >> kind & 1)
			lower_append(x->l, (MdvSeqKind)kind, region);
	x->l->island = 0;
}

static void add_all_code(const Kind *x)
{
	const OperatorRule *rule = x->rule;
	unsigned done = 0; /* bits of arguments */
	int32_t region;

	for (int k = 0; k < rule->n_args; k++) {
		if (!rule->arg[k].after || (done >> k & 1))
			continue;
		for (int other = k; other < rule->n_args; other++)
			if (rule->arg[other].after == rule->arg[k].after)
				done |= 1u << other;
		add_code(x, rule->arg[k].after);
	}
	if (rule->place) {
		lower_begin(x->l);
		for (size_t i = 0; i < x->n; i++)
			rule->place(x->l, x->from[i], x->record + i * x->size);
		region = lower_end(x->l);
		lower_append(x->l, MDV_SEQ_PARAM, region);
		lower_append(x->l, MDV_SEQ_INIT, region);
	}
}

/* Crossing functions that decide no relation; the runtime computes them. */
static void add_crossings(const Kind *x)
{
	MdvModel *m = x->l->out;
	size_t n = x->n * x->rule->n_crossings;
	MdvCrossing *crossing = NEW_ARRAY(x->l->keep, MdvCrossing, (size_t)m->n_crossings + n);

	if (n == 0)
		return;
	if (m->n_crossings > 0)
		memcpy(crossing, m->crossing, (size_t)m->n_crossings * sizeof *crossing);
	for (size_t i = 0; i < x->n; i++) {
		int32_t source = lower_add_source(x->l, expr_op_info[x->rule->op].text, x->from[i]->at,
										  x->from[i]->path);

		for (int k = 0; k < x->rule->n_crossings; k++)
			crossing[m->n_crossings++] = (MdvCrossing){.z = slot_at(x, i, x->rule->crossing)[k],
													   .limit = -1,
													   .ladder = -1,
													   .relation = -1,
													   .positive = true,
													   .closed = true,
													   .scale = -1,
													   .source = source};
	}
	m->crossing = crossing;
}

/* The table of the model, filled in; the size of its records. */
static void store(const Kind *x, OperatorKind kind)
{
	MdvModel *m = x->l->out;

	switch (kind) {
#define STORE(X, name, Type, FIELDS)         \
	case OPERATOR_##name:                    \
		m->name = (Type *)(void *)x->record; \
		m->n_##name##s = (int32_t)x->n;      \
		break;
		MDV_OPERATORS(STORE, )
#undef STORE
	case OPERATOR_KINDS: break;
	}
}

static const size_t record_size[OPERATOR_KINDS] = {
#define SIZE_OF(X, name, Type, FIELDS) [OPERATOR_##name] = sizeof(Type),
	MDV_OPERATORS(SIZE_OF, )
#undef SIZE_OF
};

static void lower_kind(Lower *l, OperatorKind kind)
{
	Kind x = {.l = l, .rule = operator_rules[kind], .size = record_size[kind]};

	x.from = NEW_ARRAY(l->scratch, const DaeOperator *, l->d->operators.n);
	for (size_t i = 0; i < l->d->operators.n; i++)
		if (l->d->operators.at[i].kind == kind)
			x.from[x.n++] = &l->d->operators.at[i];
	if (x.n == 0)
		return;
	x.record = arena_new(l->keep, x.n, x.size, _Alignof(max_align_t));
	for (size_t i = 0; i < x.n; i++)
		place_slots(&x, i);
	add_all_code(&x);
	add_crossings(&x);
	if (x.rule->finish)
		x.rule->finish(l, x.from, x.record, x.n);
	store(&x, kind);
}

/* All of a call's arguments are made of parameters. */
static bool is_given(const OperatorRule *rule)
{
	for (int k = 0; k < rule->n_args; k++)
		if (rule->arg[k].after & ~AFTER_PARAM)
			return false;
	return true;
}

void lower_operators(Lower *l, bool given)
{
	for (int kind = 0; kind < OPERATOR_KINDS; kind++)
		if (is_given(operator_rules[kind]) == given)
			lower_kind(l, (OperatorKind)kind);
}
