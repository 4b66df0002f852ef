/* SPDX-License-Identifier: MIT
   model_check.c — is a model sound? First every field by its kind, in the order of the records, so
   that what a count or a bound is made of has been looked at before; then what must agree between
   fields. A list that is longer than its memory cannot be seen. O(size of the model). */
#include "model/fields.h"

#include <string.h>

#include "ir/ops.h"

enum { MOST_DEPTH = 4 }; /* records inside of records */

typedef struct Checker {
	const MdvModel *m; /* the model */
	int32_t n_regions; /* of its code */
	Text *why;         /* what is wrong */
	struct {
		const char *name; /* of a list */
		int32_t number;   /* the record there */
	} path[MOST_DEPTH];   /* depth: where it is */
	int depth;            /* how deep */
} Checker;

static bool fail(Checker *c, const char *format, ...) PRINTF_LIKE(2, 3);

/* "set[0].candidate[1].slot: …" */
static bool fail(Checker *c, const char *format, ...)
{
	va_list args;

	for (int k = 0; k < c->depth; k++)
		text_printf(c->why, "%s[%d].", c->path[k].name, c->path[k].number);
	va_start(args, format);
	text_vprintf(c->why, format, args);
	va_end(args);
	return false;
}

static void enter(Checker *c, const char *name, int32_t number)
{
	CHECK(c->depth < MOST_DEPTH);
	c->path[c->depth].name = name;
	c->path[c->depth++].number = number;
}

/* --- fields --- */

static bool check_below(Checker *c, const Field *f, int32_t value, int32_t bound)
{
	static const char *const what[] = {
		[FK_SLOT] = "slot", [FK_CODE] = "region", [FK_INDEX] = "index"};

	if ((value >= 0 && value < bound) || (f->or_none && value == -1))
		return true;
	return fail(c, "%s: %s %d of %d", f->name, what[f->kind], value, bound);
}

/* What numbers of a field must be below, once for all of its list; -1: nothing. */
static int32_t bound_of(const Checker *c, const Record *r, const Field *f, const void *record)
{
	switch (f->kind) {
	case FK_SLOT: return c->m->n_slots;
	case FK_CODE: return c->n_regions;
	case FK_INDEX: return r->limits(c->m, record, f->offset).bound;
	default: return -1;
	}
}

static bool check_number(Checker *c, const Field *f, const void *record, int32_t k)
{
	int32_t value = field_number(f, record, k);

	switch (f->kind) {
	case FK_COUNT: return value >= 0 || fail(c, "%s: a count of %d", f->name, value);
	case FK_START:
		if (k == 0 ? value == 0 : value >= field_number(f, record, k - 1))
			return true;
		return fail(c, "%s: row %d begins at %d", f->name, k, value);
	case FK_ENUM:
		return value < f->n_texts || fail(c, "%s: %d of %d values", f->name, value, f->n_texts);
	case FK_BITS:
		return value < 1 << f->n_texts || fail(c, "%s: %d has an unknown bit", f->name, value);
	default: return true;
	}
}

static bool check_numbers(Checker *c, const Record *r, const Field *f, const void *record,
						  int32_t n)
{
	if (f->kind <= FK_INDEX) {
		const int32_t *list = field_elements(f, record);
		int32_t bound = bound_of(c, r, f, record);

		for (int32_t k = 0; k < n; k++)
			if ((list[k] < 0 || list[k] >= bound) && !check_below(c, f, list[k], bound))
				return false;
		return true;
	}
	for (int32_t k = 0; k < n; k++)
		if (!check_number(c, f, record, k))
			return false;
	return true;
}

static bool check_record(Checker *c, const Record *r, const void *record);

static bool check_records(Checker *c, const Field *f, const void *record, int32_t n)
{
	const Record *of = f->of();
	const char *list = field_list(f, record);

	enter(c, f->name, 0);
	for (int32_t k = 0; k < n; k++) {
		c->path[c->depth - 1].number = k;
		if (!check_record(c, of, list + (size_t)k * of->size))
			return false;
	}
	c->depth--;
	return true;
}

static bool check_field(Checker *c, const Record *r, const Field *f, const void *record)
{
	int32_t n = f->shape == FS_ONE ? 1 : r->limits(c->m, record, f->offset).count;

	if (f->kind == FK_TEXT)
		return field_text(f, record) || fail(c, "%s: no text", f->name);
	if (n < 0)
		return fail(c, "%s: a list of %d", f->name, n);
	if (f->shape == FS_LIST && !field_list(f, record))
		return n == 0 || f->or_null || fail(c, "%s: no list of %d", f->name, n);
	switch (f->kind) {
	case FK_REAL:
	case FK_FLAG:
	case FK_INT: return true; /* any will do */
	case FK_RECORD: return check_records(c, f, record, n);
	default: return check_numbers(c, r, f, record, n);
	}
}

/* Most fields are one number, with little to be looked at: these need no list. */
static bool check_record(Checker *c, const Record *r, const void *record)
{
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		const void *at = (const char *)record + f->offset;
		FieldKind kind = f->shape == FS_ONE ? f->kind : FK_RECORD;

		if (kind == FK_REAL || kind == FK_FLAG || kind == FK_INT ||
			(kind == FK_COUNT && *(const int32_t *)at >= 0) ||
			(kind == FK_SLOT && *(const int32_t *)at >= 0 && *(const int32_t *)at < c->m->n_slots))
			continue;
		if (!check_field(c, r, f, record))
			return false;
	}
	return true;
}

/* --- what must agree --- */

/* The rows of each column ascend. */
static bool check_columns(Checker *c, int32_t n, const int32_t start[], const int32_t row[])
{
	for (int32_t j = 0; j < n; j++)
		for (int32_t k = start[j]; k < start[j + 1]; k++)
			if (row[k] < 0 || (k > start[j] && row[k] <= row[k - 1]))
				return fail(c, "jac_row: column %d is not in order", j);
	return true;
}

static bool check_steps(Checker *c, const MdvSequence *s, int32_t first, int32_t n)
{
	for (int32_t i = first; i < first + n; i++) {
		const MdvStep *step = &s->step[i];
		bool block = step->kind != MDV_STEP_CODE && step->kind != MDV_STEP_MIXED;

		if ((step->kind == MDV_STEP_MIXED) != (step->code < 0))
			return fail(c, "step[%d]: code %d", i, step->code);
		if (step->kind == MDV_STEP_SET && (step->set < 0 || step->n != c->m->set[step->set].m))
			return fail(c, "step[%d]: %d residuals of set %d", i, step->n, step->set);
		if (block && step->tangent >= 0 && (!step->unknown_tangent || !step->residual_tangent))
			return fail(c, "step[%d]: tangent code without tangents", i);
		if (step->jac_start && (!block || step->kind == MDV_STEP_SET || !step->jac_colour))
			return fail(c, "step[%d]: a pattern", i);
		if (step->jac_start && !check_columns(c, step->n, step->jac_start, step->jac_row))
			return false;
		if (step->kind == MDV_STEP_MIXED ? step->n_steps > first + n - i - 1 : step->n_steps > 0)
			return fail(c, "step[%d]: %d inner steps", i, step->n_steps);
		if (step->kind == MDV_STEP_MIXED && !check_steps(c, s, i + 1, step->n_steps))
			return false;
		if (step->kind == MDV_STEP_MIXED)
			i += step->n_steps;
	}
	return true;
}

static bool check_sequences(Checker *c)
{
	bool seen[MDV_SEQ_COUNT] = {false};

	for (int32_t i = 0; i < c->m->n_sequences; i++) {
		const MdvSequence *s = &c->m->sequence[i];

		if (seen[s->kind])
			return fail(c, "sequence[%d]: the second of kind %d", i, s->kind);
		seen[s->kind] = true;
		enter(c, "sequence", i);
		if (!check_steps(c, s, 0, s->n_steps))
			return false;
		c->depth--;
	}
	return true;
}

static bool check_sets(Checker *c)
{
	const MdvModel *m = c->m;
	int32_t first = m->n_states;

	for (int32_t i = 0; i < m->n_sets; i++) {
		const MdvSet *s = &m->set[i];

		if (s->first != first || s->m > s->n)
			return fail(c, "set[%d]: states from %d on, %d constraints of %d", i, s->first, s->m,
						s->n);
		if (s->tied >= 0 &&
			(s->tied == i || m->set[s->tied].n != s->n || m->set[s->tied].m != s->m))
			return fail(c, "set[%d]: tied to set %d, which is another one", i, s->tied);
		first += s->n - s->m;
	}
	return true;
}

static bool check_events(Checker *c)
{
	const MdvModel *m = c->m;

	for (int32_t i = 0; i < m->n_crossings; i++)
		if ((m->crossing[i].ladder >= 0) != (m->crossing[i].limit >= 0))
			return fail(c, "crossing[%d]: a limit without a ladder, or the reverse", i);
	for (int32_t i = 0; i < m->n_actions; i++) {
		const MdvAction *a = &m->action[i];
		bool reinit = a->kind == MDV_ACTION_REINIT;

		if (reinit != (a->value >= 0) || reinit != (a->code < 0) ||
			(a->slot < 0) != (a->kind == MDV_ACTION_CALL))
			return fail(c, "action[%d]: not what its kind needs", i);
	}
	for (int32_t i = 0; i < m->n_spatials; i++)
		if (m->spatial[i].n_points < 2)
			return fail(c, "spatial[%d]: a profile of %d points", i, m->spatial[i].n_points);
	if (m->n_checks > 0 && m->init_check < 0)
		return fail(c, "check: no code for them");
	return true;
}

/* Every edge goes from a node to a later one, but through pre values. */
static bool check_graph(Checker *c)
{
	const MdvEventGraph *g = c->m->event_graph;

	if (!g)
		return true;
	if (g->n_passing > g->n_nodes || g->n_slots > c->m->n_slots)
		return fail(c, "event_graph: %d of %d nodes in passes, %d slots", g->n_passing, g->n_nodes,
					g->n_slots);
	for (int32_t i = 0; i < g->n_nodes; i++)
		if ((g->node[i].code < 0) == (g->node[i].step < 0))
			return fail(c, "event_graph.node[%d]: code %d, step %d", i, g->node[i].code,
						g->node[i].step);
	for (int32_t i = 0; i < g->n_nodes; i++)
		for (int32_t k = g->need_start[i]; k < g->need_start[i + 1]; k++)
			if (g->need[k] < 0 || g->need[k] >= i)
				return fail(c, "event_graph.node[%d]: needs the later node %d", i, g->need[k]);
	return true;
}

static bool is_below(int32_t i, int32_t n)
{
	return i >= 0 && i < n;
}

static bool leaf_is_sound(const MdvModel *m, int32_t v)
{
	const MdvProof *p = m->proof;

	switch (-1 - p->op[v]) {
	case MDV_LEAF_STATE: return is_below(p->a[v], m->n_states);
	case MDV_LEAF_TIME: return true;
	case MDV_LEAF_NUMBER: return is_below(p->a[v], p->n_numbers);
	case MDV_LEAF_BLOCK:
		return is_below(p->a[v], m->n_slots) && is_below(p->c[v], p->n_blocks) &&
			   is_below(p->b[v], p->block[p->c[v]].n);
	default: return is_below(p->a[v], m->n_slots) && p->op[v] >= -MDV_LEAF_COUNT;
	}
}

/* A value is computed of values before it. */
static bool check_proof(Checker *c)
{
	const MdvProof *p = c->m->proof;

	for (int32_t v = 0; p && v < p->n_values; v++) {
		bool ok = p->op[v] < IR_UNLESS;

		if (p->op[v] < 0)
			ok = leaf_is_sound(c->m, v);
		else if (p->op[v] == MDV_PROOF_TABLE)
			ok = is_below(p->a[v], v) && is_below(p->b[v], v) && is_below(p->c[v], p->n_tables);
		else if (ok)
			ok = is_below(p->a[v], v) && (p->b[v] == 0 || is_below(p->b[v], v)) &&
				 (p->c[v] == 0 || is_below(p->c[v], v));
		if (!ok)
			return fail(c, "proof: value %d is %d of %d, %d, %d", v, p->op[v], p->a[v], p->b[v],
						p->c[v]);
	}
	for (int32_t i = 0; p && i < p->n_blocks; i++)
		if (p->block[i].first > p->block[i].end || p->block[i].end > p->n_values)
			return fail(c, "proof: block %d from %d to %d", i, p->block[i].first, p->block[i].end);
	return true;
}

static bool check_pattern(Checker *c)
{
	const MdvModel *m = c->m;

	if (m->jac_start && !check_columns(c, mdv_model_states(m), m->jac_start, m->jac_row))
		return false;
	for (int32_t k = 1; m->input_read && k < m->n_input_reads; k++)
		if (m->input_read[k] < m->input_read[k - 1])
			return fail(c, "input_read: not in order");
	if (m->n_tangents > m->n_slots - m->tangents)
		return fail(c, "tangents: %d from slot %d on", m->n_tangents, m->tangents);
	return true;
}

static bool ends_in_frame(const MdvAtomicClass *c, int32_t first, int32_t n)
{
	return n <= c->n_slots - first;
}

/* How many outputs or inputs a component has. */
static int32_t ports_of(const MdvModel *m, int32_t component, bool output)
{
	if (component < m->n_atomics) {
		const MdvAtomicClass *c = &m->atomic_class[m->atomic[component].cls];

		return output ? c->n_out : c->n_in;
	}
	component -= m->n_atomics;
	if (component < m->n_readies)
		return output ? m->ready[component].n_out : m->ready[component].n_in;
	return output ? m->n_senders : m->n_receivers;
}

/* What lies one after the other is in the frame; couplings join ports that are there. */
static bool check_atomics(Checker *c)
{
	const MdvModel *m = c->m;

	for (int32_t i = 0; i < m->n_atomic_classes; i++) {
		const MdvAtomicClass *a = &m->atomic_class[i];

		if (!ends_in_frame(a, a->state, a->n_state) || !ends_in_frame(a, a->given, a->n_given) ||
			!ends_in_frame(a, a->ports, a->n_out + 1) || (int32_t)strlen(a->kinds) != a->n_state ||
			a->n_slots > m->n_slots)
			return fail(c, "atomic_class[%d]: more scalars than there are slots", (int)i);
	}
	for (int32_t i = 0; i < m->n_atomics; i++)
		if (m->atomic[i].n_in != m->atomic_class[m->atomic[i].cls].n_in ||
			m->atomic[i].n_out != m->atomic_class[m->atomic[i].cls].n_out)
			return fail(c, "atomic[%d] has other ports than its class", (int)i);
	for (int32_t i = 0; i < m->n_messages; i++)
		if ((int32_t)strlen(m->message[i].kinds) != m->message[i].n)
			return fail(c, "message[%d]: a scalar has no kind", (int)i);
	for (int32_t i = 0; i < m->n_receivers + m->n_senders; i++) {
		const MdvBridge *b = i < m->n_receivers ? &m->receiver[i] : &m->sender[i - m->n_receivers];

		for (int32_t k = 0; k < b->n_values; k++)
			if (b->scalar[k] < 0 || b->scalar[k] >= m->message[b->message].n)
				return fail(c, "bridge %d: a scalar that its message does not have", (int)i);
	}
	for (int32_t i = 0; i < m->n_couplings; i++) {
		const MdvCoupling *k = &m->coupling[i];

		if (k->from_port >= ports_of(m, k->from, true) || k->to_port >= ports_of(m, k->to, false) ||
			(k->from == k->to && k->from < mdv_model_components(m) - 1))
			return fail(c, "coupling[%d] joins ports that are not there", (int)i);
	}
	return true;
}

bool model_check(const MdvModel *m, int32_t n_regions, Text *why)
{
	Checker c = {.m = m, .n_regions = n_regions, .why = why};

	return check_record(&c, record_model(), m) && check_sets(&c) && check_sequences(&c) &&
		   check_events(&c) && check_graph(&c) && check_proof(&c) && check_pattern(&c) &&
		   check_atomics(&c);
}
