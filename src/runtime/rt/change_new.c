/* SPDX-License-Identifier: MIT
   change_new.c — the tables of event iteration that runs only what has changed (change.c), made of
   those of the model when an instance is: what a change of a slot means, who reads it as masks of
   nodes, who writes instants, limits and the states of reinits. */
#include "runtime/rt/rt.h"

static void new_log(RtLog *log, Arena *a, int32_t most)
{
	log->slot = NEW_ARRAY(a, int32_t, most);
	log->before = NEW_ARRAY(a, double, most);
}

static int32_t flag_slot(RtChange *c, int32_t slot, unsigned flag)
{
	bool new = !(c->slot[slot].flags & flag);

	c->slot[slot].flags |= (uint8_t)flag;
	return new;
}

/* What a change of a slot means; how many are noted, and how many may need a restart. */
static void flag_slots(Rt *rt, int32_t *n_noted, int32_t *n_restart)
{
	const MdvModel *m = rt->m;
	RtChange *c = &rt->change;

	for (int32_t i = 0; i < m->n_slots; i++)
		c->slot[i].discrete = -1;
	for (int32_t i = 0; i < m->n_discretes; i++) {
		const MdvDiscrete *d = &m->discrete[i];

		c->slot[d->slot].discrete = i;
		*n_noted += flag_slot(c, d->slot, SLOT_NOTED);
		if (d->var < 0 || m->var[d->var].flags & MDV_VAR_DISCRETE ||
			m->var[d->var].type != MDV_REAL)
			flag_slot(c, d->slot, SLOT_DISCRETE);
	}
	for (int32_t i = 0; i < m->n_ode_reads; i++)
		*n_restart += flag_slot(c, m->ode_read[i], SLOT_RESTART);
	for (int32_t i = 0; i < m->n_states; i++) {
		*n_noted += flag_slot(c, m->state[i].slot, SLOT_NOTED);
		*n_restart += flag_slot(c, m->state[i].slot, SLOT_RESTART);
	}
	for (int32_t k = 0; k < m->n_sets; k++)
		for (int32_t i = 0; i < m->set[k].n; i++) {
			*n_noted += flag_slot(c, m->set[k].candidate[i].slot, SLOT_NOTED);
			*n_restart += flag_slot(c, m->set[k].candidate[i].slot, SLOT_RESTART);
		}
}

/* Who writes instants, limits of ladders and the states of reinits. */
static void find_writers(Rt *rt)
{
	RtChange *c = &rt->change;
	ArenaMark mark = arena_mark(&rt->memory);
	int32_t *writer = NEW_ARRAY(&rt->memory, int32_t, rt->m->n_slots);

	for (int32_t p = 0; p < c->m->n_nodes; p++) {
		c->instant_of_node[p] = c->limit_of_node[p] = -1;
		for (int32_t k = c->m->out_start[p]; k < c->m->out_start[p + 1]; k++)
			writer[c->m->out[k]] = p + 1;
	}
	for (int32_t i = 0; i < rt->m->n_time_events; i++)
		if (writer[rt->m->time_event[i].instant] > 0)
			c->instant_of_node[writer[rt->m->time_event[i].instant] - 1] = i;
	for (int32_t i = 0; i < rt->m->n_crossings; i++)
		if (rt->m->crossing[i].limit >= 0 && writer[rt->m->crossing[i].limit] > 0)
			c->limit_of_node[writer[rt->m->crossing[i].limit] - 1] = i;
	for (int32_t i = 0; i < rt->m->n_actions; i++)
		c->set_of_reinit[i] =
			rt->m->action[i].kind == MDV_ACTION_REINIT ? writer[rt->m->action[i].slot] - 1 : -1;
	arena_release(&rt->memory, mark);
}

static int32_t most_outputs(const MdvEventGraph *m)
{
	int32_t most = 0;

	for (int32_t p = 0; p < m->n_nodes; p++)
		if (m->out_start[p + 1] - m->out_start[p] > most)
			most = m->out_start[p + 1] - m->out_start[p];
	return most;
}

static RtNode new_node(const RtChange *c, int32_t p)
{
	const MdvEventNode *from = &c->m->node[p];
	int32_t out = c->m->out_start[p];
	bool plain = from->code >= 0 && from->action < 0 && c->instant_of_node[p] < 0 &&
				 c->limit_of_node[p] < 0 && c->m->out_start[p + 1] == out + 1;

	return (RtNode){.code = from->code,
					.slot = plain ? c->m->out[out] : -1,
					.set = from->set,
					.moves = from->moves,
					.needs = c->m->need_start[p] < c->m->need_start[p + 1],
					.n_eqs = from->n_eqs};
}

/* Append the nodes of a list as marks; gives the number of marks. */
static int32_t add_marks(RtChange *c, int32_t n, const int32_t node[], int32_t n_listed)
{
	int32_t first = n;

	for (int32_t k = 0; k < n_listed; k++) {
		if (n == first || c->mark[n - 1].word != node[k] >> 6)
			c->mark[n++].word = node[k] >> 6;
		c->mark[n - 1].mask |= UINT64_C(1) << (node[k] & 63);
	}
	return n;
}

/* The lists of who reads a slot, as masks. */
static void new_marks(RtChange *c, Arena *a)
{
	const MdvEventGraph *m = c->m;
	int32_t n = 0;

	c->mark = NEW_ARRAY(a, RtMark, m->reader_start[m->n_slots] + m->riser_start[m->n_slots]);
	for (int32_t i = 0; i < m->n_slots; i++) {
		const int32_t *reader = m->reader + m->reader_start[i];
		const int32_t *riser = m->riser + m->riser_start[i];

		c->slot[i].reader = n;
		n = add_marks(c, n, reader, m->reader_start[i + 1] - m->reader_start[i]);
		c->slot[i].riser = n;
		n = add_marks(c, n, riser, m->riser_start[i + 1] - m->riser_start[i]);
		c->slot[i].end = n;
	}
}

void change_new(Rt *rt)
{
	const MdvModel *m = rt->m;
	RtChange *c = &rt->change;
	Arena *a = &rt->memory;
	int32_t n_noted = 0, n_restart = 0, n;

	if (!m->event_graph || m->event_graph->n_nodes == 0)
		return;
	c->m = m->event_graph;
	c->stale = true;
	n = c->m->n_nodes;
	c->word = NEW_ARRAY(a, RtWord, n / 64 + 1);
	c->due_words = NEW_ARRAY(a, uint64_t, n / 4096 + 1);
	c->node = NEW_ARRAY(a, RtNode, n);
	c->stack = NEW_ARRAY(a, int32_t, n);
	c->again.at = NEW_ARRAY(a, int32_t, n);
	c->instant_of_node = NEW_ARRAY(a, int32_t, n);
	c->limit_of_node = NEW_ARRAY(a, int32_t, n);
	c->old = NEW_ARRAY(a, double, most_outputs(c->m));
	c->slot = NEW_ARRAY(a, RtSlot, m->n_slots);
	new_marks(c, a);
	c->in_changed = NEW_ARRAY(a, bool, m->n_discretes);
	c->changed.at = NEW_ARRAY(a, int32_t, m->n_discretes);
	c->lit.at = NEW_ARRAY(a, int32_t, m->n_actions);
	c->set_of_reinit = NEW_ARRAY(a, int32_t, m->n_actions);
	c->flipped.at = NEW_ARRAY(a, int32_t, m->n_crossings);
	c->fires_once = NEW_ARRAY(a, bool, m->n_actions);
	for (int32_t p = 0; p < n; p++)
		if (c->m->node[p].action >= 0)
			c->fires_once[c->m->node[p].action] = c->m->node[p].holds;
	heap_init(&c->instants, a, m->n_time_events);
	flag_slots(rt, &n_noted, &n_restart);
	new_log(&c->log[SINCE_EVENT], a, n_restart);
	new_log(&c->log[SINCE_NOTE], a, n_noted);
	find_writers(rt);
	for (int32_t p = 0; p < n; p++)
		c->node[p] = new_node(c, p);
	for (int32_t p = 0; p < n; p++)
		c->word[p >> 6].needing |= (uint64_t)c->node[p].needs << (p & 63);
}
