/* SPDX-License-Identifier: MIT
   describe_depend.c — what derivatives, outputs and what is unknown at the start depend on
   (ModelStructure), by following the code (describe_follow.c). Relations are as they were between
   events, so that continuous unknowns are followed through ODE and OUTPUT, discrete ones through
   EVENT. Values at the start go through all of it: parameters, initial equations, the first event.
 */
#include "compiler/fmi/describe.h"

#include <stdlib.h>
#include <string.h>

/* --- how factors vary --- */

static void mark_discrete(Follow *p, uint32_t slot)
{
	p->slope[slot] = DESCRIBE_DISCRETE;
}

static void mark_event(Follow *p)
{
	const MdvModel *m = p->d->m;

	for (int32_t s = 0; s < m->n_sequences; s++)
		for (int32_t i = 0; m->sequence[s].kind == MDV_SEQ_EVENT && i < m->sequence[s].n_steps; i++)
			if (m->sequence[s].step[i].code >= 0)
				describe_follow_written(p, m->sequence[s].step[i].code, mark_discrete);
}

/* Everything that is written only before the run is fixed; the code that is followed says more. */
static void find_slopes(Follow *p)
{
	const MdvModel *m = p->d->m;

	for (int32_t i = 0; i < m->n_slots; i++)
		p->slope[i] = p->d->emit.constant[i] ? DESCRIBE_CONSTANT : DESCRIBE_FIXED;
	mark_event(p);
	for (int32_t i = 0; i < m->n_discretes; i++)
		p->slope[m->discrete[i].slot] = DESCRIBE_DISCRETE;
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].relation >= 0)
			p->slope[m->crossing[i].relation] = DESCRIBE_DISCRETE;
	for (int32_t i = 0; i < m->n_states; i++)
		p->slope[m->state[i].slot] = DESCRIBE_DEPENDENT;
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].flags & MDV_VAR_INPUT && m->var[i].slot >= 0)
			p->slope[m->var[i].slot] = DESCRIBE_DEPENDENT;
	p->slope[m->time] = DESCRIBE_DEPENDENT;
}

static void follow_run(Follow *p, bool discrete)
{
	static const MdvSeqKind flow[] = {MDV_SEQ_ODE, MDV_SEQ_ZERO, MDV_SEQ_OUTPUT};

	find_slopes(p);
	for (int i = 0; i < 3 && !discrete; i++)
		describe_follow_sequence(p, flow[i]);
	if (discrete)
		describe_follow_sequence(p, MDV_SEQ_EVENT);
}

/* --- at the start --- */

/* Every value is a known, or follows from them. */
static void find_start_slopes(Follow *p)
{
	const MdvModel *m = p->d->m;

	for (int32_t i = 0; i < m->n_slots; i++)
		p->slope[i] = p->d->emit.constant[i] ? DESCRIBE_CONSTANT : DESCRIBE_DEPENDENT;
	p->slope[m->is_initial] = p->slope[m->is_terminal] = p->slope[m->homotopy] = DESCRIBE_CONSTANT;
}

typedef struct Feedback {
	Follow *p;    /* whose */
	bool changed; /* something that was followed before depends on more than was known */
} Feedback;

static void feed(Feedback *f, int32_t dst, int32_t src)
{
	f->changed |= describe_follow_feed(f->p, dst, src);
}

static bool is_operator(const char *table)
{
#define OPERATOR_NAME(X, name, Type, FIELDS) #name,
	static const char *const name[] = {MDV_OPERATORS(OPERATOR_NAME, )};

	for (size_t k = 0; k < sizeof name / sizeof *name; k++)
		if (!strcmp(table, name[k]))
			return true;
	return false;
}

/* What the runtime writes for an operator depends on time and on all that it reads for it. */
static void feed_operator(void *ctx, const Record *r, const void *record, const char *table,
						  int32_t number)
{
	Feedback *f = ctx;
	const MdvModel *m = f->p->d->m;

	(void)number;
	for (int i = 0; is_operator(table) && i < r->n_fields; i++)
		for (int32_t k = 0; r->field[i].written && k < field_count(m, r, &r->field[i], record); k++)
			feed(f, field_number(&r->field[i], record, k), m->time);
	for (int i = 0; is_operator(table) && i < r->n_fields * r->n_fields; i++) {
		const Field *to = &r->field[i / r->n_fields], *from = &r->field[i % r->n_fields];
		int32_t n = to->written ? field_count(m, r, to, record) : 0;
		int32_t n_from = from->kind == FK_SLOT ? field_count(m, r, from, record) : 0;

		for (int32_t k = 0; k < n; k++)
			for (int32_t j = 0; j < n_from; j++)
				feed(f, field_number(to, record, k), field_number(from, record, j));
	}
}

static void feed_actions(Feedback *f, bool start)
{
	const MdvModel *m = f->p->d->m;

	for (int32_t i = 0; i < m->n_actions; i++) {
		const MdvAction *a = &m->action[i];

		if (a->start != start || a->kind != MDV_ACTION_REINIT)
			continue;
		feed(f, a->slot, a->value);
		feed(f, a->slot, a->fires);
	}
}

static void follow_init(Feedback *f)
{
	const MdvModel *m = f->p->d->m;

	describe_follow_sequence(f->p, MDV_SEQ_PARAM);
	describe_follow_region(f->p, m->start_code);
	do {
		f->changed = false;
		record_visit(m, feed_operator, f);
		describe_follow_sequence(f->p, MDV_SEQ_INIT);
	} while (f->changed);
	describe_follow_region(f->p, m->init_actions);
	feed_actions(f, true);
}

/* The event at the start, until nothing depends on more; then all values there. */
static void follow_start(Follow *p)
{
	static const MdvSeqKind after[] = {MDV_SEQ_EVENT, MDV_SEQ_ODE, MDV_SEQ_ZERO, MDV_SEQ_OUTPUT};
	const MdvModel *m = p->d->m;
	Feedback f = {.p = p};

	find_start_slopes(p);
	follow_init(&f);
	do {
		f.changed = false;
		for (int32_t i = 0; i < m->n_discretes; i++)
			feed(&f, m->discrete[i].pre, m->discrete[i].slot);
		for (int i = 0; i < 4; i++)
			describe_follow_sequence(p, after[i]);
		feed_actions(&f, false);
		record_visit(m, feed_operator, &f);
	} while (f.changed);
}

/* --- the whole --- */

static void add_known(Describe *d, DescribeWhen when, uint32_t ref, int32_t slot)
{
	vec_push(arena_allocator(d->keep), &d->depend[when].known, ((DescribeKnown){ref, slot}));
}

static int by_ref(const void *a, const void *b)
{
	const DescribeKnown *x = a, *y = b;

	return (x->ref > y->ref) - (x->ref < y->ref);
}

/* States and inputs; at the start what can be set then. FMI 2 has no variable for time here. */
static void list_knowns(Describe *d, DescribeWhen when)
{
	const MdvModel *m = d->m;

	for (int32_t i = 0; i < m->n_states && when != DESCRIBE_START; i++)
		add_known(d, when, d->state[i], m->state[i].slot);
	for (int32_t i = 0; i < m->n_vars; i++) {
		const MdvVar *v = &m->var[i];
		DescribeRole role = describe_role_of(d, i);

		if (d->place[i] == 0)
			continue;
		if (role.causality[0] == 'i')
			add_known(d, when, (uint32_t)i, v->slot);
		else if (role.has_start && when == DESCRIBE_START)
			add_known(d, when, (uint32_t)i, v->flags & MDV_VAR_PARAMETER ? v->slot : v->start);
	}
	if (d->o->version == 3)
		add_known(d, when, d->layout.time, m->time);
	if (d->depend[when].known.n > 0) /* the standard has them in ascending order */
		qsort(d->depend[when].known.at, d->depend[when].known.n, sizeof(DescribeKnown), by_ref);
}

/* A model whose code is of that size is followed; beyond, an importer assumes all. */
#define MOST_KINDS (1u << 28)

/* Are they too many? Where states are chosen at run time only the start is followed. */
static bool may_follow(const Describe *d, DescribeWhen when)
{
	uint64_t size = (uint64_t)d->depend[when].known.n * d->emit.code->n_slots;

	return size <= MOST_KINDS && (d->m->n_sets == 0 || when == DESCRIBE_START);
}

void describe_depend(Describe *d)
{
	for (int when = 0; when < DESCRIBE_WHENS; when++) {
		Follow p;

		list_knowns(d, (DescribeWhen)when);
		if (!may_follow(d, (DescribeWhen)when))
			continue;
		p = describe_follow_new(d, &d->depend[when].known);
		if (when == DESCRIBE_START)
			follow_start(&p);
		else
			follow_run(&p, when == DESCRIBE_EVENT);
		d->depend[when].of = p.of;
	}
}

/* The slot of a reference; -1: it is that of a state that is chosen at run time. */
static int32_t slot_of(const Describe *d, uint32_t ref)
{
	const MdvFmuLayout *l = &d->layout;

	if (ref < l->n_vars)
		return d->m->var[ref].slot;
	if (ref >= l->indicator)
		return d->m->crossing[ref - l->indicator].z;
	if (ref < l->derivative || ref - l->derivative >= (uint32_t)d->m->n_states)
		return -1;
	return d->m->state[ref - l->derivative].derivative;
}

/* How any element of ref depends on any of the variable that known k belongs to, if it is the first
   known of that; NOT otherwise. Only of Reals it may be told how. */
static uint8_t kind_of(const Describe *d, DescribeWhen when, uint32_t ref, size_t k)
{
	const DescribeKnown *known = &d->depend[when].known.at[k];
	const DescribeArray *a = describe_array(d, ref), *b = describe_array(d, known->ref);
	uint32_t n = a ? a->n : 1, n_known = b ? b->n : 1;
	bool real = ref >= d->layout.n_vars || d->m->var[ref].type == MDV_REAL;
	uint8_t kind = DESCRIBE_NOT;

	if (b && known->ref != b->ref)
		return DESCRIBE_NOT;
	for (uint32_t i = 0; i < n; i++) {
		const uint8_t *kinds = d->depend[when].of[slot_of(d, ref + i)];

		for (uint32_t j = 0; kinds && j < n_known; j++)
			kind = kinds[k + j] > kind ? kinds[k + j] : kind;
	}
	return kind != DESCRIBE_NOT && !real ? DESCRIBE_DEPENDENT : kind;
}

/* It depends on all that is known, and nothing is to be said of how. */
static bool is_of_all(const Describe *d, DescribeWhen when, const uint8_t kind[])
{
	for (size_t k = 0; k < d->depend[when].known.n; k++)
		if (describe_is_first(d, d->depend[when].known.at[k].ref) && kind[k] != DESCRIBE_DEPENDENT)
			return false;
	return d->depend[when].known.n > 0;
}

static void write_kinds(Describe *d, DescribeWhen when, const uint8_t kind[])
{
	static const char *const name[] = {[DESCRIBE_CONSTANT] = "constant",
									   [DESCRIBE_FIXED] = "fixed",
									   [DESCRIBE_DISCRETE] = "discrete",
									   [DESCRIBE_DEPENDENT] = "dependent"};
	const char *gap = "";

	text_printf(d->out, " dependenciesKind=\"");
	for (size_t k = 0; k < d->depend[when].known.n; k++)
		if (kind[k] != DESCRIBE_NOT) {
			text_printf(d->out, "%s%s", gap, name[kind[k]]);
			gap = " ";
		}
	text_printf(d->out, "\"");
}

static void write_lists(Describe *d, DescribeWhen when, const uint8_t kind[])
{
	bool any = false, plain = true; /* it depends on some; nothing is to be said of how */

	text_printf(d->out, " dependencies=\"");
	for (size_t k = 0; k < d->depend[when].known.n; k++) {
		uint32_t known = d->depend[when].known.at[k].ref;

		if (kind[k] == DESCRIBE_NOT)
			continue;
		text_printf(d->out, "%s%u", any ? " " : "",
					d->o->version == 2 ? (unsigned)d->place[known] : (unsigned)known);
		any = true;
		plain = plain && kind[k] == DESCRIBE_DEPENDENT;
	}
	text_printf(d->out, "\"");
	if (any && !(plain && when == DESCRIBE_START))
		write_kinds(d, when, kind);
}

/* In all lists together: a model in which everything depends on everything would fill a disk. */
#define MOST_LISTED (1u << 20)

/* Places or references of the knowns that it depends on, and how. Elements of an array that are
   known follow each other. */
void describe_dependencies(Describe *d, uint32_t ref, DescribeWhen when)
{
	ArenaMark mark = arena_mark(d->keep);
	uint8_t *kind;
	size_t n = 0;

	if (!d->depend[when].of || slot_of(d, ref) < 0)
		return;
	kind = NEW_ARRAY(d->keep, uint8_t, d->depend[when].known.n + 1);
	for (size_t k = 0; k < d->depend[when].known.n; k++) {
		kind[k] = kind_of(d, when, ref, k);
		n += kind[k] != DESCRIBE_NOT;
	}
	if (d->n_listed + n <= MOST_LISTED && (when != DESCRIBE_START || !is_of_all(d, when, kind))) {
		write_lists(d, when, kind);
		d->n_listed += n;
	}
	arena_release(d->keep, mark);
}
