/* SPDX-License-Identifier: MIT
   rt.c — an instance of a compiled model: its memory, its values, its evaluation at a point. */
#include "runtime/rt/rt.h"

#include <setjmp.h>
#include <string.h>

/* --- memory --- */

enum { MIXED_SEEN = 128 };

static void no_memory(void *ctx)
{
	longjmp(*(jmp_buf *)ctx, 1);
}

/* For blocks of up to n unknowns, matrices of n_entries, and of up to n_dense rows and columns. */
static void new_work(Rt *rt, int32_t n, size_t n_entries, int32_t n_dense)
{
	size_t cells = (size_t)n_dense * (size_t)n_dense;

	Arena *a = &rt->memory;
	RtWork *w = &rt->work;
	double **vector[] = {&w->r,  &w->r_new,  &w->u,     &w->u_old, &w->u_base,  &w->u_keep,
						 &w->du, &w->du_new, &w->shift, &w->scale, &w->least.y, &w->least.c};

	for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
		*vector[k] = NEW_ARRAY(a, double, n);
	w->scratch = NEW_ARRAY(a, double, 2 * (size_t)n);
	w->jac = NEW_ARRAY(a, double, n_entries > cells ? n_entries : cells);
	w->normal = NEW_ARRAY(a, double, cells);
	w->least.a = NEW_ARRAY(a, double, cells);
	w->least.w = NEW_ARRAY(a, double, cells);
	w->least.order = NEW_ARRAY(a, int32_t, n);
	w->least.free = NEW_ARRAY(a, bool, n);
	w->column = NEW_ARRAY(a, int32_t, n);
	(void)lu_new(a, &w->lu, n_dense, NULL, NULL); /* the arena has a handler */
}

/* The place of an unknown's guess; the slot's place is kept 1 higher while places are given. */
static int32_t guess_place(Rt *rt, int32_t place[], int32_t slot)
{
	if (place[slot] == 0) {
		rt->guesses.slot[rt->guesses.n] = slot;
		place[slot] = ++rt->guesses.n;
	}
	return place[slot] - 1;
}

static int32_t find_crossing(const MdvModel *m, int32_t relation)
{
	for (int32_t i = 0; i < m->n_crossings; i++)
		if (m->crossing[i].relation == relation)
			return i;
	return -1;
}

static bool has_limits(const Rt *rt, int32_t slot)
{
	int32_t var = rt->index.main_of_slot[slot];

	return var >= 0 && (rt->m->var[var].min >= 0 || rt->m->var[var].max >= 0);
}

static void new_block(Rt *rt, RtBlock *b, const MdvStep *step, int32_t place[])
{
	Csr pattern = {step->n, step->n, step->jac_start, step->jac_row};
	const Csr *entries = step->jac_start ? &pattern : NULL;
	Arena *a = &rt->memory;

	b->step = step;
	b->n_unknown = mdv_step_unknowns(rt->m, step);
	b->store = NEW_ARRAY(a, int32_t, b->n_unknown);
	b->nominal = NEW_ARRAY(a, double, b->n_unknown);
	b->row_size = NEW_ARRAY(a, double, step->n);
	if (step->kind == MDV_STEP_MIXED) {
		b->seen = NEW_ARRAY(a, uint64_t, MIXED_SEEN);
		b->tried = NEW_ARRAY(a, double, step->n_decisions);
		b->t_open = NAN;
		b->crossing = NEW_ARRAY(a, int32_t, step->n_decisions);
		for (int32_t i = 0; i < step->n_decisions; i++)
			b->crossing[i] = find_crossing(rt->m, step->decision[i]);
		return;
	}
	b->row_most = NEW_ARRAY(a, double, step->n);
	(void)lu_new(a, &b->kept[0], step->n, entries, &rt->factors);
	if (step->kind != MDV_STEP_LINEAR)
		for (int use = 1; use < RT_USES; use++)
			(void)lu_new(a, &b->kept[use], step->n, entries, &rt->factors);
	for (int32_t i = 0; i < b->n_unknown; i++) {
		b->nominal[i] = 1;                 /* until parameters are known */
		if (step->kind != MDV_STEP_LINEAR) /* which needs no guess */
			b->store[i] = guess_place(rt, place, step->unknown[i]);
		else if (!b->base && has_limits(rt, step->unknown[i]))
			b->base = NEW_ARRAY(a, double, step->n);
	}
}

/* The model's sequences, by kind. */
static void find_sequences(Rt *rt)
{
	for (int k = 0; k < MDV_SEQ_COUNT; k++) {
		const MdvSequence *s = mdv_model_sequence(rt->m, (MdvSeqKind)k);

		if (s)
			rt->sequence[k] =
				(RtSequence){s->step, s->n_steps, NEW_ARRAY(&rt->memory, int32_t, s->n_steps)};
	}
}

static void new_blocks(Rt *rt)
{
	const MdvModel *m = rt->m;
	int32_t n_unknowns = 0, largest = 1, dense = 1;
	int32_t *place = rt->index.place;
	size_t entries = 0;

	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		for (int32_t i = 0; i < rt->sequence[k].n_steps; i++) {
			const MdvStep *step = &rt->sequence[k].step[i];
			int32_t n = mdv_step_unknowns(m, step);

			if (step->kind == MDV_STEP_CODE)
				continue;
			rt->n_blocks++;
			n_unknowns += n;
			if (n > largest)
				largest = n;
			if (step->jac_start && (size_t)step->jac_start[n] > entries)
				entries = (size_t)step->jac_start[n];
			if (n > dense && (!step->jac_start || n <= RT_DENSE_MOST))
				dense = n;
		}
	rt->block = NEW_ARRAY(&rt->memory, RtBlock, rt->n_blocks);
	rt->guesses.slot = NEW_ARRAY(&rt->memory, int32_t, n_unknowns);
	rt->n_blocks = 0;
	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		for (int32_t i = 0; i < rt->sequence[k].n_steps; i++) {
			const MdvStep *step = &rt->sequence[k].step[i];

			rt->sequence[k].block[i] = step->kind == MDV_STEP_CODE ? -1 : rt->n_blocks;
			if (step->kind != MDV_STEP_CODE)
				new_block(rt, &rt->block[rt->n_blocks++], step, place);
		}
	for (int32_t i = 0; i < rt->guesses.n; i++)
		place[rt->guesses.slot[i]] = 0;
	for (int k = 0; k < RT_USES; k++)
		rt->guesses.value[k] = NEW_ARRAY(&rt->memory, double, rt->guesses.n);
	new_work(rt, largest, entries, dense);
}

/* The set's step in ODE, or else in another sequence. */
static RtBlock *find_block(Rt *rt, int32_t set)
{
	static const MdvSeqKind order[] = {MDV_SEQ_ODE, MDV_SEQ_EVENT, MDV_SEQ_ZERO, MDV_SEQ_OUTPUT};

	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (int32_t i = 0; i < rt->sequence[order[k]].n_steps; i++) {
			const MdvStep *step = &rt->sequence[order[k]].step[i];

			if (step->kind == MDV_STEP_SET && step->set == set)
				return &rt->block[rt->sequence[order[k]].block[i]];
		}
	BUG("model %s: no step for state set %d", rt->m->name, (int)set);
}

static void new_sets(Rt *rt)
{
	Arena *a = &rt->memory;

	rt->n = rt->m->n_states;
	rt->set = NEW_ARRAY(a, RtSet, rt->m->n_sets);
	for (int32_t k = 0; k < rt->m->n_sets; k++) {
		RtSet *s = &rt->set[k];
		size_t n = (size_t)rt->m->set[k].n, m = (size_t)rt->m->set[k].m;

		s->set = &rt->m->set[k];
		s->block = find_block(rt, k);
		s->choice = NEW_ARRAY(a, int32_t, n);
		s->jac = NEW_ARRAY(a, double, m *n);
		s->swap = NEW_ARRAY(a, double, m *(n - m));
		s->initial = NEW_ARRAY(a, double, n);
		set_default(s);
		CHECK(s->set->first == rt->n);
		rt->n += s->set->n - s->set->m;
	}
	rt->index.set_of_state = NEW_ARRAY(a, int32_t, rt->n);
	for (int32_t i = 0, k = 0; i < rt->n; i++) {
		while (i >= rt->m->n_states && i >= rt->m->set[k].first + rt->m->set[k].n - rt->m->set[k].m)
			k++;
		rt->index.set_of_state[i] = i < rt->m->n_states ? -1 : k;
	}
}

/* States and derivatives that lie in a row are copied as a whole. */
static void find_rows(Rt *rt)
{
	const MdvState *state = rt->m->state;

	rt->index.x_row = rt->m->n_states > 0 ? state[0].slot : -1;
	rt->index.dx_row = rt->m->n_states > 0 ? state[0].derivative : -1;
	for (int32_t i = 1; i < rt->m->n_states; i++) {
		if (state[i].slot != state[0].slot + i)
			rt->index.x_row = -1;
		if (state[i].derivative != state[0].derivative + i)
			rt->index.dx_row = -1;
	}
}

/* A variable with a slot of its own, no parameter. */
static bool is_own(const Rt *rt, int32_t i)
{
	const MdvVar *v = &rt->m->var[i];

	return !(v->flags & MDV_VAR_PARAMETER) && v->slot >= 0 && rt->index.var_of_slot[v->slot] == i &&
		   rt_owns(rt, v->slot);
}

static void find_reals(Rt *rt)
{
	int32_t n = 0;

	for (int32_t i = 0; i < rt->m->n_vars; i++)
		n += is_own(rt, i);
	rt->index.real = NEW_ARRAY(&rt->memory, int32_t, n);
	for (int turn = 0; turn < 2; turn++) {
		for (int32_t i = 0; i < rt->m->n_vars; i++) {
			const MdvVar *v = &rt->m->var[i];

			bool moves = v->type == MDV_REAL && !(v->flags & MDV_VAR_DISCRETE);

			if (is_own(rt, i) && moves == (turn == 0))
				rt->index.real[rt->index.n_real++] = i;
		}
		if (turn == 0)
			rt->index.n_moving = rt->index.n_real;
	}
	/* One more, the last once more: they are looked at in pairs. */
	rt->index.moving_slot = NEW_ARRAY(&rt->memory, int32_t, rt->index.n_moving + 1);
	for (int32_t k = 0; k <= rt->index.n_moving && rt->index.n_moving > 0; k++)
		rt->index.moving_slot[k] =
			rt->m->var[rt->index.real[k < rt->index.n_moving ? k : k - 1]].slot;
}

static void new_frame(Rt *rt)
{
	const MdvModel *m = rt->m;
	Arena *a = &rt->memory;

	rt->frame = NEW_ARRAY(a, double, m->n_slots);
	memcpy(rt->frame, m->initial, (size_t)m->n_slots * sizeof *rt->frame);
	rt->frame[m->homotopy] = 1;
	/* Not cleared: two of the three copies of a large frame are mostly never touched. */
	rt->saved = arena_alloc(a, 3 * (size_t)m->n_slots * sizeof *rt->saved, _Alignof(double));
	rt->index.place = NEW_ARRAY(a, int32_t, m->n_slots);
	rt->index.var_of_slot = NEW_ARRAY(a, int32_t, m->n_slots);
	rt->index.main_of_slot = NEW_ARRAY(a, int32_t, m->n_slots);
	for (int32_t i = 0; i < m->n_slots; i++)
		rt->index.var_of_slot[i] = rt->index.main_of_slot[i] = -1;
	for (int32_t i = m->n_vars - 1; i >= 0; i--) {
		int32_t slot = m->var[i].slot;

		rt->index.var_of_slot[slot] = i;
		if (!(m->var[i].flags & MDV_VAR_ALIAS) || rt->index.main_of_slot[slot] < 0)
			rt->index.main_of_slot[slot] = i;
	}
}

/* Islands take turns at the frame, and at what is made for one call only. */
static void take_frame(Rt *rt)
{
	rt->frame = rt->whole->frame;
	rt->saved = rt->whole->saved;
	rt->index.place = rt->whole->index.place;
	rt->index.var_of_slot = rt->whole->index.var_of_slot;
	rt->index.main_of_slot = rt->whole->index.main_of_slot;
}

static void fill(Rt *rt)
{
	const MdvModel *m = rt->m;
	Arena *a = &rt->memory;

	if (rt->whole)
		take_frame(rt);
	else
		new_frame(rt);
	find_reals(rt);
	find_rows(rt);
	find_sequences(rt);
	new_blocks(rt);
	new_sets(rt);
	rt->last.x = NEW_ARRAY(a, double, rt->n);
	rt->event.x_before = NEW_ARRAY(a, double, rt->n);
	rt->jacobian.seed = 1;
	rt->jacobian.dx = NEW_ARRAY(a, double, rt->n);
	rt->index.has_tangents = tangent_available(rt);
	rt->jacobian.column = /* not cleared: only methods with a Jacobian touch it */
		arena_alloc(a, 3 * (size_t)rt->n * sizeof *rt->jacobian.column, _Alignof(double));
	operator_new(rt);
	rt->index.always = NEW_ARRAY(a, int32_t, m->n_actions);
	for (int32_t i = 0; i < m->n_actions; i++)
		if (m->action[i].always)
			rt->index.always[rt->index.n_always++] = i;
	for (int32_t i = 0; i < rt->sequence[MDV_SEQ_ODE].n_steps; i++)
		rt->index.checks_rest |=
			rt->sequence[MDV_SEQ_ODE].step[i].rest && !rt->sequence[MDV_SEQ_ODE].step[i].unchecked;
	rt->event.cycle = NEW_ARRAY(a, double, (size_t)m->n_discretes + (size_t)rt->n);
	rt->event.in_cycle = NEW_ARRAY(a, bool, m->n_discretes);
	rt->event.read_before = NEW_ARRAY(a, double, m->n_ode_reads);
	limits_new(rt);
	rt->said.warned = NEW_ARRAY(a, bool, m->n_actions);
	rt->limits = (RtLimits){.all = true,
							.in = NEW_ARRAY(a, bool, m->n_crossings),
							.crossing = NEW_ARRAY(a, int32_t, m->n_crossings)};
	change_new(rt);
	rt->last.t = NAN;
	rt->band = 1e-10;
}

/* The arena jumps back here when there is no memory: it owns everything that was made. */
static bool try_fill(Rt *rt)
{
	jmp_buf full;

	if (setjmp(full))
		return false;
	rt->memory.no_memory = no_memory;
	rt->memory.no_memory_ctx = &full;
	fill(rt);
	rt->memory.no_memory = NULL;
	return true;
}

static Rt *make(const MdvModel *m, const Rt *whole, int32_t island, const MdvAlloc *a)
{
	Rt *rt = alloc_new(a, sizeof *rt);

	if (!rt)
		return NULL;
	rt->m = m;
	rt->whole = whole;
	rt->island = island;
	rt->alloc = a;
	failure_init(&rt->said.failure, a);
	text_init(&rt->said.farewell, a);
	text_init(&rt->said.note, a);
	arena_init(&rt->memory, a);
	foreign_init(&rt->factors, a);
	if (try_fill(rt))
		return rt;
	arena_free(&rt->memory);
	alloc_free(a, rt, sizeof *rt);
	return NULL;
}

Rt *rt_new(const MdvModel *m, const MdvAlloc *a)
{
	return make(m, NULL, 0, a ? a : &alloc_heap);
}

Rt *rt_new_island(const Rt *whole, const MdvModel *m, int32_t island)
{
	return make(m, whole, island, whole->alloc);
}

void rt_free(Rt *rt)
{
	if (!rt)
		return;
	operator_free(rt);
	foreign_release(&rt->factors);
	failure_free(&rt->said.failure);
	text_free(&rt->said.farewell);
	text_free(&rt->said.note);
	arena_free(&rt->memory);
	alloc_free(rt->alloc, rt, sizeof *rt);
}

/* --- values --- */

double rt_negated(const MdvVar *v, double value)
{
	switch (v->type) {
	case MDV_BOOLEAN: return value == 0;
	case MDV_REAL: return -value;
	default: return 0 - value;
	}
}

double rt_get(const Rt *rt, int32_t var)
{
	const MdvVar *v = &rt->m->var[var];
	double value = rt->frame[v->slot];

	return v->flags & MDV_VAR_NEGATED ? rt_negated(v, value) : value;
}

bool rt_set(Rt *rt, int32_t var, double value)
{
	const MdvVar *v = &rt->m->var[var];
	int32_t slot = v->flags & MDV_VAR_PARAMETER ? v->slot : v->start;

	if (!(v->flags & MDV_VAR_SETTABLE) || slot < 0)
		return false;
	if (v->flags & MDV_VAR_NEGATED)
		value = rt_negated(v, value);
	rt->frame[slot] = value;
	rt->stamp.parameters++;
	rt->change.stale = true;
	return true;
}

/* State i, which belongs to set k. */
static const MdvState *set_state(const Rt *rt, int32_t k, int32_t i)
{
	const MdvSet *set = &rt->m->set[k];
	const RtSet *chosen = &rt->set[set->tied < 0 ? k : set->tied];

	return &set->candidate[chosen->choice[i - set->first]];
}

const MdvState *rt_state(const Rt *rt, int32_t i)
{
	if (i < rt->m->n_states)
		return &rt->m->state[i];
	return set_state(rt, rt->index.set_of_state[i], i);
}

/* For each state of each set: calls for all states would search for the set each time. */
#define FOR_SET_STATES(rt, i, state)                                                           \
	for (int32_t k_ = 0, i = (rt)->m->n_states; k_ < (rt)->m->n_sets; k_++)                    \
		for (const MdvSet *set_ = &(rt)->m->set[k_]; i < set_->first + set_->n - set_->m; i++) \
			for (const MdvState *state =                                                       \
					 &set_->candidate[(rt)->set[set_->tied < 0 ? k_ : set_->tied]              \
										  .choice[i - set_->first]];                           \
				 state; state = NULL)

void rt_states(const Rt *rt, double x[])
{
	for (int32_t i = 0; i < rt->m->n_states; i++)
		x[i] = rt->frame[rt->m->state[i].slot];
	FOR_SET_STATES (rt, i, state)
		x[i] = rt->frame[state->slot];
}

void rt_put_states(Rt *rt, double t, const double x[])
{
	rt->frame[rt->m->time] = t;
	if (rt->index.x_row >= 0)
		memcpy(&rt->frame[rt->index.x_row], x, (size_t)rt->m->n_states * sizeof *x);
	for (int32_t i = 0; rt->index.x_row < 0 && i < rt->m->n_states; i++)
		rt->frame[rt->m->state[i].slot] = x[i];
	FOR_SET_STATES (rt, i, state)
		rt->frame[state->slot] = x[i];
	if (rt->inputs.give)
		rt->inputs.give(rt->inputs.ctx, t, t <= rt->inputs.t_event, rt->frame);
	rt->last.t = NAN;
	rt->last.zero = rt->last.in_part = false;
}

/* The value after initialization. States of sets are asked for again whenever others are chosen: at
   that moment a value may happen to be near zero, which says nothing of its size. */
static double initial_size(const Rt *rt, int32_t i, const MdvState *s)
{
	const RtSet *set;

	if (i < rt->m->n_states)
		return fabs(rt->frame[s->slot]);
	set = &rt->set[rt->index.set_of_state[i]];
	return fabs(set->initial[s - set->set->candidate]);
}

double rt_nominal(const Rt *rt, int32_t i)
{
	const MdvState *s = rt_state(rt, i);
	double start = block_start_size(rt, s->slot), size = initial_size(rt, i, s);

	if (s->var >= 0 && rt->m->var[s->var].nominal >= 0)
		return block_nominal(rt, s->slot);
	/* Small values without nominal: fluxes, charges. What initialization has left of a zero says
	   nothing. */
	size = fmax(start, size > 1e-8 ? size : 0);
	return size > 0 && size < 1e-3 ? fmax(0.1 * size, 1e-12) : 1;
}

void rt_accept(Rt *rt)
{
	for (int32_t i = 0; i < rt->guesses.n; i++)
		for (int k = 0; k < RT_USES; k++)
			rt->guesses.value[k][i] = rt->frame[rt->guesses.slot[i]];
}

/* --- evaluation --- */

MdvStatus rt_check_parameters(Rt *rt)
{
	for (int32_t i = 0; i < rt->m->n_vars; i++) {
		const MdvVar *v = &rt->m->var[i];

		if (v->flags & MDV_VAR_PARAMETER && v->slot >= 0 &&
			!(v->flags & (MDV_VAR_NEGATED | MDV_VAR_ALIAS)) &&
			!limits_in_type(rt, v, rt->frame[v->slot]))
			return limits_bad_value(rt, v->slot);
	}
	return MDV_OK;
}

/* Where events are iterated by changes, what they change is looked at there. */
MdvStatus rt_check_values(Rt *rt)
{
	int32_t n = change_on(rt) && !rt->change.stale ? rt->index.n_moving : rt->index.n_real;
	const int32_t *slot = rt->index.moving_slot;
	double even = 0, odd = 0; /* sums of zeros; NaN as soon as one is not finite */

	for (int32_t k = 0; k < rt->index.n_moving; k += 2) {
		even += rt->frame[slot[k]] * 0.0;
		odd += rt->frame[slot[k + 1]] * 0.0;
	}
	for (int32_t k = 0; k < rt->index.n_moving && even + odd != 0; k++)
		if (!isfinite(rt->frame[slot[k]]))
			return limits_bad_value(rt, slot[k]);
	for (int32_t k = rt->index.n_moving; k < n; k++) {
		const MdvVar *v = &rt->m->var[rt->index.real[k]];

		if (!limits_in_type(rt, v, rt->frame[v->slot]))
			return limits_bad_value(rt, v->slot);
	}
	return MDV_OK;
}

void rt_nominals(Rt *rt)
{
	for (int32_t k = 0; k < rt->n_blocks; k++)
		for (int32_t i = 0; i < rt->block[k].n_unknown; i++)
			rt->block[k].nominal[i] = block_nominal(rt, rt->block[k].step->unknown[i]);
}

MdvStatus rt_parameters(Rt *rt)
{
	rt->mode.use = RT_EVENT;
	rt->mode.effort = RT_ALL;
	rt->stamp.parameters++;
	rt->event.trouble = NULL;
	TRY_FINAL(seq_run(rt, MDV_SEQ_PARAM));
	if (rt->event.trouble)
		return MDV_FAILED;
	TRY_FINAL(rt_check_parameters(rt));
	rt_nominals(rt);
	return MDV_OK;
}

/* ODE with the values that operators give. What these depend on, as delay times that vary, may
   depend on what it computes: then once more. */
static MdvStatus run_with_operators(Rt *rt, bool in_part)
{
	bool changed;

	operator_read(rt);
	if (in_part)
		return seq_part(rt, MDV_SEQ_ODE, SEQ_FOR_ZERO);
	TRY(operator_follow(rt, &changed));
	if (changed)
		operator_read(rt);
	TRY(seq_run(rt, MDV_SEQ_ODE));
	TRY(operator_follow(rt, &changed));
	if (!changed)
		return MDV_OK;
	operator_read(rt);
	return seq_run(rt, MDV_SEQ_ODE);
}

/* ZERO after ODE, unless it was run there. */
static MdvStatus run_zero(Rt *rt)
{
	if (!rt->last.zero)
		TRY(seq_run(rt, MDV_SEQ_ZERO));
	rt->last.zero = true;
	return MDV_OK;
}

/* The last run of ODE was of what ZERO needs: the rest. */
static MdvStatus run_rest(Rt *rt)
{
	TRY(seq_part(rt, MDV_SEQ_ODE, SEQ_REST));
	rt->last.in_part = false;
	rt->last.accuracy = rt->guesses.n > 0 ? rt->mode.accuracy : RT_EXACT;
	return MDV_OK;
}

/* A model that has a way of its own to be looked at. */
static bool is_look(const Rt *rt, RtUse use)
{
	return use == RT_OUTPUT && rt->m->look;
}

static MdvStatus look(Rt *rt, double t, const double x[], bool all)
{
	rt_put_states(rt, t, x);
	rt->stats.runs++;
	return report_run(rt, rt->m->look(rt->m->code, rt->frame, all));
}

/* ODE at a point, or the part of it that ZERO needs, unless it has just been run there for the same
   use. */
static MdvStatus run_ode(Rt *rt, double t, const double x[], RtUse use, bool in_part)
{
	size_t size = (size_t)rt->n * sizeof *x;

	rt->mode.use = use;
	if (is_look(rt, use))
		return look(rt, t, x, false);
	if (rt->last.t == t && rt->last.use == use && rt->mode.accuracy <= rt->last.accuracy &&
		(size == 0 || memcmp(rt->last.x, x, size) == 0))
		return rt->last.in_part && !in_part ? run_rest(rt) : MDV_OK;
	/* A step was given up: its solutions, perhaps on another branch, are no guesses. */
	if (use == RT_INTEGRATE && t < rt->last.t_try && rt->guesses.n > 0)
		memcpy(rt->guesses.value[use], rt->guesses.value[RT_EVENT],
			   (size_t)rt->guesses.n * sizeof **rt->guesses.value);
	if (use == RT_INTEGRATE)
		rt->last.t_try = t;
	rt_put_states(rt, t, x);
	rt->stats.runs++;
	TRY(run_with_operators(rt, in_part));
	rt->last.in_part = in_part;
	rt->last.t = t;
	rt->last.use = use;
	rt->last.accuracy = rt->guesses.n > 0 ? rt->mode.accuracy : RT_EXACT;
	if (size > 0)
		memcpy(rt->last.x, x, size);
	return MDV_OK;
}

MdvStatus rt_derivatives(Rt *rt, double t, const double x[], double dx[], RtUse use)
{
	TRY(run_ode(rt, t, x, use, false));
	if (rt->index.dx_row >= 0)
		memcpy(dx, &rt->frame[rt->index.dx_row], (size_t)rt->m->n_states * sizeof *dx);
	for (int32_t i = 0; rt->index.dx_row < 0 && i < rt->m->n_states; i++)
		dx[i] = rt->frame[rt->m->state[i].derivative];
	FOR_SET_STATES (rt, i, state)
		dx[i] = rt->frame[state->derivative];
	if (dense_finite(rt->n, dx))
		return MDV_OK;
	for (int32_t i = 0; i < rt->n; i++)
		if (!isfinite(dx[i]))
			return report_origin(rt,
								 report_not_finite(rt, "the derivative of", rt_state(rt, i)->slot));
	return MDV_RETRY;
}

MdvStatus rt_ode(Rt *rt, double t, const double x[], double dx[])
{
	return rt_derivatives(rt, t, x, dx, RT_INTEGRATE);
}

double rt_crossing_size(const Rt *rt, int32_t crossing)
{
	const MdvCrossing *c = &rt->m->crossing[crossing];

	if (c->limit >= 0)
		return fabs(rt->frame[c->z]) + fabs(rt->frame[c->limit]);
	return c->scale >= 0 ? fabs(rt->frame[c->scale]) : 1;
}

MdvStatus rt_crossings(Rt *rt, const int32_t crossing[], int32_t n, double z[])
{
	bool finite = true;

	for (int32_t k = 0; k < n; k++) {
		z[crossing[k]] = rt_crossing(rt, crossing[k]);
		finite &= isfinite(z[crossing[k]]) != 0;
	}
	for (int32_t k = 0; k < n && !finite; k++)
		if (isnan(z[crossing[k]])) {
			report_not_finite(rt, "a relation", -1);
			report_source(rt, rt->m->crossing[crossing[k]].source);
			return MDV_RETRY;
		}
	return MDV_OK; /* infinite is far from zero */
}

static MdvStatus run_upto_zero(Rt *rt, double t, const double x[], RtUse use)
{
	TRY(run_ode(rt, t, x, use, false));
	return run_zero(rt);
}

MdvStatus rt_zero(Rt *rt, double t, const double x[], const int32_t crossing[], int32_t n,
				  double z[], RtUse use)
{
	MdvStatus status;

	rt->mode.accuracy = RT_EXACT;
	status = run_upto_zero(rt, t, x, use);
	rt->mode.accuracy = RT_SMALL_STEP;
	TRY(status);
	return rt_crossings(rt, crossing, n, z);
}

MdvStatus rt_zero_only(Rt *rt, double t, const double x[], const int32_t crossing[], int32_t n,
					   double z[], RtUse use, RtAccuracy accuracy)
{
	MdvStatus status;

	rt->mode.accuracy = accuracy;
	status = run_ode(rt, t, x, use, !operator_follows(rt));
	if (status == MDV_OK)
		status = run_zero(rt);
	rt->mode.accuracy = RT_SMALL_STEP;
	TRY(status);
	return rt_crossings(rt, crossing, n, z);
}

MdvStatus rt_output(Rt *rt, double t, const double x[], RtUse use)
{
	MdvStatus status;

	rt->mode.accuracy = RT_CORRECTED;
	rt->mode.use = use;
	status = is_look(rt, use) ? look(rt, t, x, true) : run_upto_zero(rt, t, x, use);
	if (status == MDV_OK && !is_look(rt, use))
		status = seq_run(rt, MDV_SEQ_OUTPUT);
	rt->mode.accuracy = RT_SMALL_STEP;
	TRY(status);
	TRY(rt_check_values(rt));
	return use == RT_OUTPUT ? limits_check(rt) : MDV_OK;
}

/* A value that is not finite makes it fire, or comes from there to nothing. */
MdvStatus rt_checks(Rt *rt, double t, const double x[], bool *fires)
{
	*fires = false;
	TRY(run_ode(rt, t, x, RT_INTEGRATE, !rt->index.checks_rest && !operator_follows(rt)));
	TRY(run_zero(rt));
	TRY(seq_part(rt, MDV_SEQ_OUTPUT, SEQ_CHECKS));
	for (int32_t k = 0; k < rt->index.n_always; k++)
		*fires |= rt->frame[rt->m->action[rt->index.always[k]].fires] != 0;
	return MDV_OK;
}

MdvStatus rt_jac(Rt *rt, double t, const double x[], double value[])
{
	return tangent_jac(rt, t, x, value);
}
