/* SPDX-License-Identifier: MIT
   islands.c — several islands of one model. Parameters and the initial system are the whole
   model's; then each island begins from what is in the frame. What they share in the frame (time,
   and what other components give to several of them) each has for itself while it is at work.

   Whenever an island is about to move, rows of the grid up to there are given out: all others can
   still be looked at, since nothing is committed beyond the engine's time. At an instant with
   events the first of them gives out the row of left limits, and one with the values behind them
   follows when the instant is over. */
#include "model/fields.h"
#include "runtime/system/coupled.h"

#include <string.h>

/* --- who is told what --- */

const Island *islands_of(const Islands *s, const MdvModel *m, int32_t var)
{
	int32_t k;

	if (s->n == 1)
		return &s->at[0];
	k = m->island[m->var[var].slot];
	return k < 0 ? NULL : &s->at[k];
}

bool islands_takes(const Island *i, int32_t var, bool first)
{
	const Islands *s = &i->c->islands;
	const MdvModel *m = i->c->devs;
	int32_t k, slot;

	if (s->n == 1)
		return true;
	k = m->island[m->var[var].slot];
	if (k >= 0)
		return k == i->number;
	slot = m->var[var].slot;
	for (k = s->reads.start[slot]; k < s->reads.start[slot + 1]; k++)
		if (s->reads.col[k] == i->number)
			return true;
	return first && s->reads.start[slot] == s->reads.start[slot + 1];
}

/* By slot, as the table has them by island: several variables may have one. */
static void find_readers(Coupled *c)
{
	const MdvModel *m = c->devs;
	Islands *s = &c->islands;
	CsrBuilder by;

	csr_begin(&by, &s->work, m->n_slots, s->n);
	for (int32_t k = 0; k < s->n; k++)
		for (int32_t i = m->common_start[k]; i < m->common_start[k + 1]; i++)
			csr_add(&by, m->var[m->common[i]].slot, k);
	csr_finish(&by, &s->memory, &s->reads);
}

typedef VEC(int32_t) Numbers;

static void tell(Islands *s, Numbers *list, size_t first, int32_t k)
{
	for (size_t i = first; i < list->n; i++)
		if (list->at[i] == k)
			return;
	vec_push(arena_allocator(&s->memory), list, k);
}

static void tell_readers(const Coupled *c, Numbers *list, size_t first, int32_t var)
{
	Islands *s = (Islands *)(uintptr_t)&c->islands;
	int32_t k, slot;

	if (var < 0)
		return;
	k = c->devs->island[c->devs->var[var].slot];
	if (k >= 0)
		tell(s, list, first, k);
	slot = c->devs->var[var].slot;
	for (int32_t i = s->reads.start[slot]; k < 0 && i < s->reads.start[slot + 1]; i++)
		tell(s, list, first, s->reads.col[i]);
}

static void tell_port(const Coupled *c, Numbers *list, int32_t port)
{
	Islands *s = (Islands *)(uintptr_t)&c->islands;
	size_t first = list->n;

	if (s->n > 1 && port < c->devs->n_receivers) {
		const MdvBridge *b = &c->devs->receiver[port];

		tell_readers(c, list, first, b->count);
		for (int32_t i = 0; i < b->n_values; i++)
			tell_readers(c, list, first, b->value[i]);
	} else if (s->n > 1) {
		tell_readers(c, list, first, c->var_of_port[port]);
	}
	if (list->n == first) /* it is only shown */
		tell(s, list, first, 0);
}

MdvStatus islands_ports(Coupled *c)
{
	Islands *s = &c->islands;
	Numbers list = {0};

	s->told_start = NEW_ARRAY(&s->memory, int32_t, c->n_ports + 1);
	for (uint32_t i = 0; i < c->n_ports; i++) {
		tell_port(c, &list, (int32_t)i);
		s->told_start[i + 1] = (int32_t)list.n;
	}
	s->told = list.at;
	return MDV_OK;
}

/* --- rows --- */

static bool is_over(const MdvHybrid *h)
{
	return h->phase != PLANT_OPEN || h->result.terminated;
}

MdvStatus islands_look(Islands *s, double t)
{
	for (int32_t k = 0; k < s->n; k++) {
		MdvHybrid *h = s->at[k].plant;

		MdvStatus status = MDV_OK;

		/* What has ended stays as it was. */
		if (&s->at[k] != s->left_out && !is_over(h))
			status = plant_var_look(h, fmax(t, h->r.t));
		/* Who moves may try a shorter step; the others have no say now. */
		TRY(&s->at[k] == s->moving ? status : status_final(status));
	}
	return MDV_OK;
}

static MdvStatus look_whole(HybridRun *r, double t, RtUse use)
{
	(void)use;
	return islands_look(r->state, t);
}

static void close_whole(HybridRun *r)
{
	(void)r;
}

static const IntegratorOps of_all = {.look = look_whole, .close = close_whole};

/* Does another one have an event at t, too? Then the row at t is that of the event. */
static bool has_event(const Islands *s, double t)
{
	for (int32_t k = 0; k < s->n; k++)
		if (!is_over(s->at[k].plant) && plant_changes(s->at[k].plant) &&
			plant_time(s->at[k].plant) <= t)
			return true;
	return false;
}

static MdvStatus give_upto(void *ctx, const Rt *rt, double t_end, bool inclusive)
{
	Islands *s = ctx;
	MdvStatus status = MDV_OK;

	s->moving = &s->at[rt->island];
	if (s->begun)
		status = rows_upto(&s->whole, t_end, inclusive && !has_event(s, t_end));
	s->moving = NULL;
	return status;
}

/* The one that calls is at work, and its values are right. */
static MdvStatus give_event(void *ctx, const Rt *rt, double t, bool after)
{
	Islands *s = ctx;
	MdvStatus status;

	if (!s->begun)
		return MDV_OK;
	s->wants_right |= after;
	if (after || s->has_left)
		return MDV_OK;
	s->has_left = true;
	if (!rows_has_event(&s->whole, t, false))
		return MDV_OK;
	s->left_out = &s->at[rt->island];
	status = islands_look(s, t);
	s->left_out = NULL;
	TRY(status);
	return rows_event(&s->whole, t, false);
}

MdvStatus islands_show(Coupled *c, double t)
{
	Islands *s = &c->islands;

	if (s->n == 1)
		return plant_show(s->at[0].plant, t);
	TRY(rows_upto(&s->whole, t, false));
	TRY_FINAL(islands_look(s, t));
	return rows_event(&s->whole, t, false);
}

MdvStatus islands_event(Coupled *c, double t)
{
	Islands *s = &c->islands;

	return rows_event(s->n == 1 ? &s->at[0].plant->r : &s->whole, t, true);
}

MdvStatus islands_settle(Coupled *c, double t)
{
	Islands *s = &c->islands;
	bool due = s->wants_right;

	s->has_left = s->wants_right = false;
	if (!due || !rows_has_event(&s->whole, t, true))
		return MDV_OK;
	TRY_FINAL(islands_look(s, t));
	return rows_event(&s->whole, t, true);
}

double islands_quiet(const Islands *s)
{
	return rows_quiet(s->n == 1 ? &s->at[0].plant->r : &s->whole);
}

/* --- the beginning --- */

/* Time, and what others give to it as to other islands. */
static void find_turn(Island *i)
{
	const MdvModel *m = i->c->devs;
	Islands *s = &i->c->islands;
	PlantTurn *turn = &i->plant->turn;
	int32_t n = 1, most = 1 + 2 * (m->common_start[i->number + 1] - m->common_start[i->number]);
	int32_t *slot = NEW_ARRAY(&s->memory, int32_t, most);
	ArenaMark mark = arena_mark(&s->memory);
	bool *mine = NEW_ARRAY(&s->memory, bool, m->n_vars + 1);

	slot[0] = m->time;
	for (int32_t k = m->common_start[i->number]; k < m->common_start[i->number + 1]; k++) {
		slot[n++] = m->var[m->common[k]].slot;
		mine[m->common[k]] = true;
	}
	for (int32_t k = 0; k < i->model.n_discretes; k++)
		if (i->model.discrete[k].var >= 0 && mine[i->model.discrete[k].var])
			slot[n++] = i->model.discrete[k].pre;
	arena_release(&s->memory, mark);
	*turn = (PlantTurn){.n = n,
						.slot = slot,
						.own = NEW_ARRAY(&s->memory, double, n),
						.before = NEW_ARRAY(&s->memory, double, n),
						.turns = &s->turns};
}

static bool has_inputs(const Island *i)
{
	const MdvModel *m = i->c->devs;

	for (int32_t v = 0; v < m->n_vars; v++)
		if ((m->var[v].flags & (MDV_VAR_INPUT | MDV_VAR_OUTSIDE)) == MDV_VAR_INPUT &&
			m->island[m->var[v].slot] == i->number)
			return true;
	return false;
}

static MdvStatus new_island(Island *i)
{
	Coupled *c = i->c;
	MdvHybridOptions o = {.run = c->o->run, .alloc = c->rt->alloc};

	o.run.start = o.run.stop = 0;
	model_island(c->devs, i->number, &c->islands.memory, &c->islands.work, &i->model);
	i->rt = rt_new_island(c->rt, &i->model, i->number);
	i->plant = i->rt ? plant_host_take(&o, i->rt) : NULL;
	if (!i->plant)
		return MDV_NO_MEMORY;
	i->rt->listener = c->rt->listener;
	if (has_inputs(i))
		i->rt->inputs = c->rt->inputs;
	i->plant->stop = c->o->stop_request;
	i->plant->together = &c->islands.together;
	find_turn(i);
	return MDV_OK;
}

static void list_senders(Island *i)
{
	const Coupled *c = i->c;
	const MdvModel *m = c->devs;

	i->sender = NEW_ARRAY(&i->c->islands.memory, int32_t, m->n_senders + 1);
	for (int32_t k = 0; k < m->n_senders; k++)
		if (c->islands.n == 1 || m->sender[k].island == i->number)
			i->sender[i->n_senders++] = k;
}

MdvStatus islands_open(Coupled *c, bool one)
{
	Islands *s = &c->islands;

	s->memory.no_memory = guard_no_memory;
	arena_child(&s->work, &s->memory);
	s->at = NEW_ARRAY(&s->memory, Island, c->devs->n_islands + 1);
	s->n = one || c->devs->n_islands < 2 ? 1 : c->devs->n_islands;
	s->together = (HybridTogether){.upto = give_upto, .event = give_event, .ctx = s};
	if (s->n > 1)
		find_readers(c);
	for (int32_t k = 0; k < s->n; k++) {
		s->at[k] = (Island){.c = c, .number = k};
		list_senders(&s->at[k]);
		if (s->n > 1) {
			TRY(new_island(&s->at[k]));
			continue;
		}
		s->at[k].rt = c->rt;
		s->at[k].plant = c->plant;
	}
	return MDV_OK;
}

/* Who begins finds the values of the initial system. */
static void take_values(Island *i)
{
	PlantTurn *turn = &i->plant->turn;

	for (int32_t k = 0; k < turn->n; k++)
		turn->own[k] = i->c->rt->frame[turn->slot[k]];
}

static MdvStatus add_all(Coupled *c, uint32_t n_in, uint32_t n_out)
{
	Islands *s = &c->islands;

	for (int32_t k = 0; k < s->n; k++) {
		Island *i = &s->at[k];
		const char *name =
			s->n == 1 ? "$equations" : arena_printf(&s->memory, "$equations%d", (int)k + 1);

		if (s->n > 1)
			take_values(i);
		i->atomic = equations_atomic(n_in, n_out);
		TRY(mdv_devs_add_atomic(c->sim, mdv_devs_root(c->sim), name, &i->atomic, i->plant,
								&i->component));
	}
	s->begun = true;
	return MDV_OK;
}

MdvStatus islands_begin(Coupled *c, uint32_t n_in, uint32_t n_out)
{
	Islands *s = &c->islands;

	if (s->n == 1)
		return add_all(c, n_in, n_out);
	s->options = *c->o;
	s->options.row = coupled_row;
	s->options.ctx = c;
	s->whole = (HybridRun){.rt = c->rt, .o = &s->options, .out = &s->result, .state = s};
	TRY(hybrid_initialize(&s->whole));
	s->whole.integrator = &of_all;
	TRY(add_all(c, n_in, n_out));
	TRY_FINAL(islands_look(s, c->o->run.start));
	return hybrid_first_row(&s->whole);
}

void islands_close(Islands *s)
{
	for (int32_t k = 0; k < s->n && s->n > 1; k++) {
		mdv_hybrid_free(s->at[k].plant);
		rt_free(s->at[k].rt);
	}
	if (s->n > 1 && s->options.ctx)
		hybrid_close(&s->whole);
	arena_free(&s->memory); /* and work, if it is there */
}

/* --- the end --- */

bool islands_ended(const Islands *s)
{
	for (int32_t k = 0; k < s->n; k++)
		if (s->at[k].plant->result.terminated)
			return true;
	return false;
}

static MdvStatus finish(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)x;
	return h->result.terminated ? hybrid_finish(&h->r) : plant_finish(h, t);
}

MdvStatus islands_finish(Coupled *c, double stop)
{
	Islands *s = &c->islands;
	double t = islands_ended(s) && s->n > 1 ? mdv_devs_time(c->sim) : stop;

	s->has_left = islands_ended(s); /* its event has given it out */
	for (int32_t k = 0; k < s->n; k++)
		TRY(plant_guard(s->at[k].plant, finish, t, NULL));
	return islands_settle(c, t);
}

/* The crossing of the whole model that an island knows by another number. */
static int32_t find_crossing(const MdvModel *m, const MdvCrossing *c)
{
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].source == c->source && m->crossing[i].z == c->z)
			return i;
	return 0;
}

/* The crossings that were sampled most often, of all islands. */
static void add_sampled(const Island *i, const HybridStats *from, HybridStats *out)
{
	for (int n = 0; n < HYBRID_SAMPLED && from->most[n].sampled > 0; n++) {
		HybridSampled here = from->most[n];

		here.crossing = find_crossing(i->c->devs, &i->model.crossing[here.crossing]);
		for (int k = 0; k < HYBRID_SAMPLED; k++)
			if (here.sampled > out->most[k].sampled) {
				HybridSampled other = out->most[k];

				out->most[k] = here;
				here = other;
			}
	}
}

static void add_solver(const SolverStats *from, SolverStats *out)
{
	out->steps += from->steps;
	out->rejected += from->rejected;
	out->rhs += from->rhs;
	out->retries += from->retries;
	out->jac += from->jac;
	out->restarts += from->restarts;
	out->stiff |= from->stiff;
	out->last_step = from->last_step;
	out->order = from->order > out->order ? from->order : out->order;
}

static void add_rt(const RtStats *from, RtStats *out)
{
	out->runs += from->runs;
	out->newton += from->newton;
	out->matrices += from->matrices;
	out->linear += from->linear;
	out->passes += from->passes;
	out->repeats += from->repeats;
	for (int i = 0; i < MDV_EVENT_SETS; i++)
		out->evaluations[i] += from->evaluations[i];
	out->set_changes += from->set_changes;
}

static void add_run(const Island *i, HybridResult *out)
{
	const HybridResult *from = &i->plant->result;
	const SolverStats *solver = plan_stats(&i->plant->r);

	out->terminated |= from->terminated;
	out->stats.state_events += from->stats.state_events;
	out->stats.time_events += from->stats.time_events;
	out->stats.sample_events += from->stats.sample_events;
	out->stats.zero_runs += from->stats.zero_runs;
	out->stats.proved += from->stats.proved;
	out->stats.sampled += from->stats.sampled;
	out->stats.sample_points += from->stats.sample_points;
	out->stats.switches += from->stats.switches;
	out->stats.rough_unsure += from->stats.rough_unsure;
	out->stats.quiet += from->stats.quiet;
	out->stats.init_ms += from->stats.init_ms;
	out->stats.event_ms += from->stats.event_ms;
	if (solver)
		add_solver(solver, &out->stats.solver);
	add_rt(&i->rt->stats, &out->stats.rt);
	add_sampled(i, &from->stats, &out->stats);
}

/* What an island has to say is said by the model. */
static void hand_over(const Island *i, Rt *rt)
{
	const Failure *f = &i->rt->said.failure;

	if (f->status != MDV_OK && rt->said.failure.status == MDV_OK)
		report_fail(rt, f->status, NAN, "%s", rt_message(i->rt));
	if (i->plant->result.terminated)
		text_printf(&rt->said.farewell, "%s", text_str(&i->rt->said.farewell));
}

void islands_conclude(const Islands *s, Rt *rt, HybridResult *out)
{
	if (s->n == 1) {
		*out = s->at[0].plant->result;
		if (plan_stats(&s->at[0].plant->r))
			out->stats.solver = *plan_stats(&s->at[0].plant->r);
		out->stats.rt = rt->stats;
		return;
	}
	*out = s->result;
	out->stats.rt = rt->stats;
	for (int32_t k = 0; k < s->n; k++) {
		add_run(&s->at[k], out);
		hand_over(&s->at[k], rt);
	}
}
