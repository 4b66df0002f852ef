/* SPDX-License-Identifier: MIT
   model_island.c — the tables of one island of a model (MdvModel.island), as if it were a model of
   its own. Islands determine different slots and share the frame; what is numbered (states, sets,
   crossings …) gets numbers of its own here. */
#include "model/fields.h"

#include <string.h>

typedef struct Cut {
	const MdvModel *m; /* the whole */
	MdvModel *out;     /* the island, being made */
	int32_t k;         /* which */
	Arena *keep;       /* holds its lists */
	Arena *work;       /* work space */
	int32_t *state;    /* by state of the whole, those of sets too: its number here; -1: none */
	int32_t *set;      /* by set: likewise */
	int32_t *crossing; /* by crossing: likewise */
	int32_t *action;   /* by action: likewise */
} Cut;

static bool is_mine(const Cut *x, int32_t slot)
{
	return x->m->island[slot] == x->k;
}

/* Given to it and to others. */
static bool is_common(const Cut *x, int32_t slot)
{
	const MdvModel *m = x->m;

	for (int32_t i = m->common_start[x->k]; i < m->common_start[x->k + 1]; i++)
		if (m->var[m->common[i]].slot == slot)
			return true;
	return false;
}

/* A relation of time that it reads. */
static bool watches(const Cut *x, const MdvTimeEvent *e)
{
	return e->relation >= 0 && (is_mine(x, e->relation) || is_common(x, e->relation));
}

/* The records of a list for which `mine` holds; to: their numbers. */
#define CUT_LIST(x, Type, list, count, to, i, mine)                      \
	do {                                                                 \
		Type *list_;                                                     \
		int32_t *to_ = NEW_ARRAY((x)->work, int32_t, (x)->m->count + 1); \
		(x)->out->count = 0;                                             \
		for (int32_t i = 0; i < (x)->m->count; i++)                      \
			to_[i] = (mine) ? (x)->out->count++ : -1;                    \
		list_ = NEW_ARRAY((x)->keep, Type, (x)->out->count + 1);         \
		for (int32_t i = 0; i < (x)->m->count; i++)                      \
			if (to_[i] >= 0)                                             \
				list_[to_[i]] = (x)->m->list[i];                         \
		(x)->out->list = list_;                                          \
		(to) = to_;                                                      \
	} while (0)

static void cut_states(Cut *x)
{
	const MdvModel *m = x->m;
	int32_t *of_state, n;
	MdvSet *set;

	CUT_LIST(x, MdvState, state, n_states, of_state, i, is_mine(x, m->state[i].slot));
	CUT_LIST(x, MdvSet, set, n_sets, x->set, i, is_mine(x, m->set[i].candidate[0].slot));
	x->state = NEW_ARRAY(x->work, int32_t, mdv_model_states(m) + 1);
	memset(x->state, -1, (size_t)(mdv_model_states(m) + 1) * sizeof *x->state);
	for (int32_t i = 0; i < m->n_states; i++)
		x->state[i] = of_state[i];
	n = x->out->n_states;
	set = NEW_ARRAY(x->keep, MdvSet, x->out->n_sets + 1);
	for (int32_t i = 0; i < m->n_sets; i++) {
		const MdvSet *from = &m->set[i];

		if (x->set[i] < 0)
			continue;
		set[x->set[i]] = *from;
		set[x->set[i]].first = n;
		set[x->set[i]].tied = from->tied < 0 ? -1 : x->set[from->tied];
		for (int32_t j = 0; j < from->n - from->m; j++)
			x->state[from->first + j] = n++;
	}
	x->out->set = set;
}

static void cut_crossings(Cut *x)
{
	const MdvModel *m = x->m;
	int32_t *ladder = NEW_ARRAY(x->work, int32_t, m->n_ladders + 1), *unused;
	MdvCrossing *crossing;

	CUT_LIST(x, MdvCrossing, crossing, n_crossings, x->crossing, i, is_mine(x, m->crossing[i].z));
	crossing = NEW_ARRAY(x->keep, MdvCrossing, x->out->n_crossings + 1);
	x->out->n_ladders = 0;
	for (int32_t i = 0; i < x->out->n_crossings; i++) {
		crossing[i] = x->out->crossing[i];
		if (crossing[i].ladder < 0)
			continue;
		if (ladder[crossing[i].ladder] == 0) /* kept 1 higher */
			ladder[crossing[i].ladder] = ++x->out->n_ladders;
		crossing[i].ladder = ladder[crossing[i].ladder] - 1;
	}
	x->out->crossing = crossing;
	CUT_LIST(x, MdvTimeEvent, time_event, n_time_events, unused, i,
			 is_mine(x, m->time_event[i].instant) || watches(x, &m->time_event[i]));
	(void)unused;
}

/* Those that others give it in common with other islands are among its discrete variables. */
static void cut_discretes(Cut *x)
{
	const MdvModel *m = x->m;
	bool *mine = NEW_ARRAY(x->work, bool, m->n_vars + 1);
	int32_t *unused;

	for (int32_t i = m->common_start[x->k]; i < m->common_start[x->k + 1]; i++)
		mine[m->common[i]] = true;
	CUT_LIST(x, MdvDiscrete, discrete, n_discretes, unused, i,
			 is_mine(x, m->discrete[i].slot) ||
				 (m->discrete[i].var >= 0 && mine[m->discrete[i].var]));
	(void)unused;
}

static void cut_actions(Cut *x)
{
	const MdvModel *m = x->m;
	int32_t *unused;

	CUT_LIST(x, MdvAction, action, n_actions, x->action, i,
			 is_mine(x, m->action[i].fires) && !m->action[i].start);
	CUT_LIST(x, MdvSampler, sampler, n_samplers, unused, i,
			 is_mine(x, m->sampler[i].active) || is_common(x, m->sampler[i].active));
	CUT_LIST(x, MdvDelay, delay, n_delays, unused, i, is_mine(x, m->delay[i].value));
	CUT_LIST(x, MdvSpatial, spatial, n_spatials, unused, i, is_mine(x, m->spatial[i].out[0]));
	(void)unused;
}

static MdvSequence cut_sequence(const Cut *x, const MdvSequence *from)
{
	MdvSequence out = {.kind = from->kind};
	MdvStep *step;

	for (int32_t i = 0; i < from->n_steps; i++)
		out.n_steps += from->step[i].island == x->k;
	step = NEW_ARRAY(x->keep, MdvStep, out.n_steps + x->out->n_time_events + 1);
	out.n_steps = 0;
	/* In the sequences of the whole these are the first island's. */
	for (int32_t i = 0; from->kind == MDV_SEQ_EVENT && i < x->out->n_time_events; i++)
		if (x->out->time_event[i].code >= 0 && x->k > 0)
			step[out.n_steps++] = (MdvStep){.kind = MDV_STEP_CODE,
											.code = x->out->time_event[i].code,
											.tangent = -1,
											.full_tangent = -1,
											.set = -1,
											.island = x->k};
	for (int32_t i = 0; i < from->n_steps; i++) {
		if (from->step[i].island != x->k)
			continue;
		step[out.n_steps] = from->step[i];
		if (from->step[i].set >= 0)
			step[out.n_steps].set = x->set[from->step[i].set];
		out.n_steps++;
	}
	out.step = step;
	return out;
}

static void cut_sequences(Cut *x)
{
	MdvSequence *list = NEW_ARRAY(x->keep, MdvSequence, MDV_SEQ_COUNT);

	x->out->n_sequences = 0;
	for (int32_t i = 0; i < x->m->n_sequences; i++) {
		MdvSequence s;

		if (x->m->sequence[i].kind == MDV_SEQ_PARAM || x->m->sequence[i].kind == MDV_SEQ_INIT)
			continue;
		s = cut_sequence(x, &x->m->sequence[i]);
		if (s.n_steps > 0)
			list[x->out->n_sequences++] = s;
	}
	x->out->sequence = list;
}

/* The rows and columns of its states; no derivative depends on states of other islands. */
static void cut_pattern(Cut *x)
{
	const MdvModel *m = x->m;
	int32_t n = mdv_model_states(m), mine = mdv_model_states(x->out), entries = 0;
	int32_t *start, *row, *colour, *seen;

	if (!m->jac_start)
		return;
	start = NEW_ARRAY(x->keep, int32_t, mine + 1);
	for (int32_t j = 0; j < n; j++)
		entries += x->state[j] < 0 ? 0 : m->jac_start[j + 1] - m->jac_start[j];
	row = NEW_ARRAY(x->keep, int32_t, entries + 1);
	entries = 0;
	colour = NEW_ARRAY(x->keep, int32_t, mine + 1);
	seen = NEW_ARRAY(x->work, int32_t, m->n_colours + 1);
	x->out->n_colours = 0;
	/* States are in the order of the whole. */
	for (int32_t j = 0; j < n; j++) {
		if (x->state[j] < 0)
			continue;
		for (int32_t e = m->jac_start[j]; e < m->jac_start[j + 1]; e++)
			if (x->state[m->jac_row[e]] >= 0)
				row[entries++] = x->state[m->jac_row[e]];
		start[x->state[j] + 1] = entries;
		if (!m->jac_colour)
			continue;
		if (seen[m->jac_colour[j]] == 0)
			seen[m->jac_colour[j]] = ++x->out->n_colours;
		colour[x->state[j]] = seen[m->jac_colour[j]] - 1;
	}
	x->out->jac_start = start;
	x->out->jac_row = row;
	x->out->jac_colour = m->jac_colour ? colour : NULL;
}

/* Slots of this island, or of what is given to it. */
static const int32_t *cut_slots(const Cut *x, const int32_t slot[], int32_t *n)
{
	int32_t *out, all = *n;

	if (!slot)
		return NULL;
	*n = 0;
	for (int32_t i = 0; i < all; i++)
		*n += x->m->island[slot[i]] < 0 || is_mine(x, slot[i]);
	out = NEW_ARRAY(x->keep, int32_t, *n + 1);
	*n = 0;
	for (int32_t i = 0; i < all; i++)
		if (x->m->island[slot[i]] < 0 || is_mine(x, slot[i]))
			out[(*n)++] = slot[i];
	return out;
}

static const int32_t *cut_roots(const Cut *x, const int32_t value[], int32_t n, const int32_t to[],
								int32_t n_left)
{
	int32_t *out = NEW_ARRAY(x->work, int32_t, n_left + 1);

	for (int32_t i = 0; i < n; i++)
		if (to[i] >= 0)
			out[to[i]] = value[i];
	return out;
}

static void cut_proof(Cut *x)
{
	const MdvModel *m = x->m;
	MdvProof *p;
	int32_t *a;

	if (!m->proof)
		return;
	p = NEW(x->keep, MdvProof);
	*p = *m->proof;
	p->crossing = cut_roots(x, p->crossing, m->n_crossings, x->crossing, x->out->n_crossings);
	p->check = cut_roots(x, p->check, m->n_actions, x->action, x->out->n_actions);
	p->rate = cut_roots(x, p->rate, m->n_states, x->state, x->out->n_states);
	proof_shrink(x->out, p, x->keep, x->work);
	a = NEW_ARRAY(x->keep, int32_t, p->n_values + 1);
	for (int32_t v = 0; v < p->n_values; v++)
		a[v] = p->op[v] == -1 - MDV_LEAF_STATE ? x->state[p->a[v]] : p->a[v];
	p->a = a;
	x->out->proof = p;
}

void model_island(const MdvModel *m, int32_t k, Arena *keep, Arena *work, MdvModel *out)
{
	Cut x = {.m = m, .out = out, .k = k, .keep = keep, .work = work};
	ArenaMark mark = arena_mark(work);

	*out = *m;
	out->n_islands = 0;
	out->n_checks = 0;
	out->init_check = out->init_actions = out->start_code = out->objects_code = -1;
	out->n_atomics = out->n_readies = out->n_receivers = out->n_senders = out->n_couplings = 0;
	out->event_graph = NULL;
	out->proof = NULL;
	out->flow = NULL;
	cut_states(&x);
	cut_crossings(&x);
	cut_discretes(&x);
	cut_actions(&x);
	cut_sequences(&x);
	cut_pattern(&x);
	out->ode_read = cut_slots(&x, m->ode_read, &out->n_ode_reads);
	out->input_read = cut_slots(&x, m->input_read, &out->n_input_reads);
	cut_proof(&x);
	arena_release(work, mark);
}
