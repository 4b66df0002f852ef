/* SPDX-License-Identifier: MIT
   fmu_state.c — FMU states: what an instance is, kept and taken up again, to the bit. Of
   co-simulation that is what was given to it (fmu_plant.c), of model exchange a copy of its memory
   (fmu_region.c). As bytes, for other instances, elsewhere and later: a head, what was given, and
   of model exchange all that counts of its run (rt_tape.c, plan/outside.c), which an instance takes
   up that was initialized alike.

   Bytes may come from anywhere. Those of another model, or that were changed on their way, are
   refused by what they begin and end with; what somebody has made on purpose is looked at piece by
   piece. Reading makes the instance another one for a while, and of that a copy: whatever comes of
   it, it is then what it was before. */
#include "runtime/fmi/fmu.h"

#include <string.h>

/* --- values --- */

static void drop_text(const MdvAlloc *a, const FmuValue *v)
{
	if (v->text)
		alloc_free(a, v->text, strlen(v->text) + 1);
}

/* The value with a text of its own. */
static bool put_copy(const MdvAlloc *a, FmuValues *to, size_t at, FmuValue v)
{
	size_t n = v.text ? strlen(v.text) + 1 : 0;
	char *text = n > 0 ? alloc_new(a, n) : NULL;

	if ((n > 0 && !text) || !vec_reserve(a, to, at + 1)) {
		alloc_free(a, text, text ? n : 0);
		return false;
	}
	if (n > 0)
		memcpy(text, v.text, n);
	v.text = text;
	if (at < to->n)
		drop_text(a, &to->at[at]);
	to->at[at] = v;
	to->n += at == to->n;
	return true;
}

bool fmu_values_put(const MdvAlloc *a, FmuValues *v, FmuValue given)
{
	size_t k = 0;

	while (k < v->n && v->at[k].var != given.var)
		k++;
	return put_copy(a, v, k, given);
}

void fmu_values_clear(const MdvAlloc *a, FmuValues *v)
{
	for (size_t k = 0; k < v->n; k++)
		drop_text(a, &v->at[k]);
	v->n = 0;
}

bool fmu_values_copy(const MdvAlloc *a, const FmuValues *from, FmuValues *to)
{
	fmu_values_clear(a, to);
	for (size_t k = 0; k < from->n; k++)
		if (!put_copy(a, to, k, from->at[k]))
			return false;
	return true;
}

/* --- kept and taken up --- */

static void note(const MdvFmu *f, MdvFmuState *s)
{
	s->phase = f->phase;
	s->t = f->t;
	s->start = f->start;
	s->stop = f->stop;
	s->tol = f->tol;
}

MdvStatus mdv_fmu_save(MdvFmu *f, MdvFmuState **state)
{
	MdvFmuState *s = *state;

	if (f->phase == MDV_FMU_FAILED || f->phase == MDV_FMU_ENDED)
		return mdv_fmu_refuse(f, "an FMU state", "the model has ended");
	if (!s)
		s = *state = alloc_new(&alloc_heap, sizeof *s);
	if (!s)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	note(f, s);
	if (f->host.exchange)
		return fmu_exchange_save(f, s);
	if (fmu_values_copy(&alloc_heap, &f->given, &s->given) &&
		fmu_values_copy(&alloc_heap, &f->plant.history, &s->history) &&
		fmu_values_copy(&alloc_heap, &f->plant.pending, &s->rest))
		return MDV_OK;
	return fmu_fail(f, MDV_NO_MEMORY, "");
}

MdvStatus mdv_fmu_restore(MdvFmu *f, const MdvFmuState *s)
{
	if (f->host.exchange)
		return fmu_exchange_restore(f, s);
	if (s->owner)
		return mdv_fmu_refuse(f, "an FMU state", "it is one of model exchange");
	return fmu_plant_restore(f, s);
}

void mdv_fmu_state_free(MdvFmu *f, MdvFmuState *s)
{
	FmuValues *list[] = {s ? &s->given : NULL, s ? &s->history : NULL, s ? &s->rest : NULL};

	(void)f;
	if (!s)
		return;
	for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
		fmu_values_clear(&alloc_heap, list[k]);
		vec_free(&alloc_heap, list[k]);
	}
	fmu_region_forget(&s->copy);
	alloc_free(&alloc_heap, s, sizeof *s);
}

/* --- as bytes --- */

/* What they begin with, so that nothing else is taken for one; the last letter is a version. */
#define STATE_MARK UINT64_C(0x3174737665646f6d) /* "modevst1" */

/* Of the model: its name, its variables, their first values, and what the importer's file says. */
static uint64_t identity(const MdvFmu *f)
{
	const MdvModel *m = &f->code->model;
	const char *token = f->host.token ? f->host.token : "";
	uint64_t hash = map_hash_bytes(m->name, strlen(m->name), (uint64_t)f->unit->version);

	hash = map_hash_bytes(token, strlen(token), hash);
	hash = map_hash_bytes(m->initial, (size_t)m->n_slots * sizeof *m->initial, hash);
	for (int32_t i = 0; i < m->n_vars; i++)
		hash = map_hash_bytes(m->var[i].name, strlen(m->var[i].name), hash);
	return hash;
}

uint64_t fmu_state_sum(const unsigned char bytes[], size_t n)
{
	return map_hash_bytes(bytes, n, STATE_MARK);
}

/* What every state begins with. */
static void tape_head(const MdvFmu *f, MdvFmuState *s, bool *open, Tape *t)
{
	uint64_t mark = STATE_MARK, of = identity(f);
	int32_t phase = (int32_t)s->phase;
	bool exchange = f->host.exchange;

	tape_word(t, &mark);
	if (mark != STATE_MARK)
		tape_refuse(t, "these bytes are none");
	tape_word(t, &of);
	if (of != identity(f))
		tape_refuse(t, "it is of another model");
	tape_flag(t, &exchange);
	if (exchange != f->host.exchange)
		tape_refuse(t, exchange ? "it is one of model exchange" : "it is one of co-simulation");
	tape_number(t, &phase, MDV_FMU_MADE, MDV_FMU_STEPPING);
	s->phase = (MdvFmuPhase)phase;
	tape_real(t, &s->t);
	tape_real(t, &s->start);
	tape_real(t, &s->stop);
	tape_real(t, &s->tol);
	tape_flag(t, open);
	if (tape_reads(t) &&
		(!isfinite(s->t) || !isfinite(s->start) || isnan(s->stop) || !(s->tol >= 0 && s->tol < 1) ||
		 (s->phase != MDV_FMU_MADE && !(s->stop > s->start))))
		tape_refuse(t, "a time or tolerance is none");
}

/* Is there such a phase of this kind, with a run or without? */
static bool phase_is_right(const MdvFmu *f, MdvFmuPhase phase, bool open)
{
	switch (phase) {
	case MDV_FMU_MADE: return !open;
	case MDV_FMU_INITIALIZING: return f->host.exchange || !open;
	case MDV_FMU_STEPPING: return !f->host.exchange && !open;
	default: return f->host.exchange && open;
	}
}

static void tape_text(FmuValue *v, Tape *t)
{
	size_t n = tape_count(t, v->text ? strlen(v->text) : 0, 1);
	char *text = tape_reads(t) && !t->wrong ? alloc_new(&alloc_heap, n + 1) : NULL;

	if (!tape_reads(t)) {
		tape_bytes(t, (char *)(uintptr_t)v->text, n);
		return;
	}
	if (!text) {
		tape_refuse(t, "there is no memory for a text");
		return;
	}
	tape_bytes(t, text, n);
	if (strlen(text) != n) { /* whoever drops it counts */
		tape_refuse(t, "a text ends too early");
		alloc_free(&alloc_heap, text, n + 1);
	} else {
		v->text = text;
	}
}

/* A value; looks: it may be one (FMU_LOOK). */
static void tape_value(const MdvFmu *f, FmuValue *v, bool looks, Tape *t)
{
	int32_t var = v->var == FMU_LOOK ? -1 : (int32_t)v->var;
	bool is_text = v->text != NULL;

	tape_real(t, &v->t);
	tape_number(t, &var, looks ? -1 : 0, f->code->model.n_vars - 1);
	v->var = var < 0 ? FMU_LOOK : (uint32_t)var;
	tape_flag(t, &is_text);
	if (is_text)
		tape_text(v, t);
	else
		tape_real(t, &v->value);
	if (tape_reads(t) && (!isfinite(v->value) || (is_text && var < 0)))
		tape_refuse(t, "a value is none");
}

static void tape_values(const MdvFmu *f, FmuValues *list, bool looks, Tape *t)
{
	size_t n = tape_count(t, list->n, sizeof(double));

	for (size_t k = 0; k < n && !t->wrong; k++) {
		FmuValue v = tape_reads(t) ? (FmuValue){0} : list->at[k];

		tape_value(f, &v, looks, t);
		if (!tape_reads(t) || (!t->wrong && vec_push(&alloc_heap, list, v)))
			continue;
		drop_text(&alloc_heap, &v);
		tape_refuse(t, "there is no memory for values");
	}
}

static MdvStatus refuse_bytes(MdvFmu *f, const Tape *t)
{
	return mdv_fmu_refuse(f, "an FMU state", t->wrong);
}

/* --- written --- */

/* The state is that of the instance for the moment, or it is one of co-simulation. */
static void write_whole(MdvFmu *f, const MdvFmuState *s, Tape *t)
{
	MdvFmuState copy = *s;
	bool open = f->host.exchange && f->exchange.open;
	uint64_t sum;

	tape_head(f, &copy, &open, t);
	tape_values(f, f->host.exchange ? &f->given : &copy.given, false, t);
	if (!f->host.exchange) {
		tape_values(f, &copy.history, true, t);
		tape_values(f, &copy.rest, false, t);
	}
	if (open)
		fmu_exchange_tape(f, t);
	sum = t->to ? fmu_state_sum(t->to, t->at) : 0;
	tape_word(t, &sum);
}

static MdvStatus write_state(MdvFmu *f, const MdvFmuState *s, Tape *t)
{
	MdvFmuState now = {0};

	if (f->host.exchange ? s->owner != f : s->owner != NULL)
		return mdv_fmu_refuse(f, "an FMU state", "it is not one of this instance");
	if (f->host.exchange) {
		note(f, &now);
		TRY(fmu_exchange_save(f, &now));
		(void)fmu_exchange_restore(f, s); /* its own */
	}
	write_whole(f, s, t);
	if (f->host.exchange)
		(void)fmu_exchange_restore(f, &now); /* likewise */
	fmu_region_forget(&now.copy);
	return t->wrong ? refuse_bytes(f, t) : MDV_OK;
}

MdvStatus mdv_fmu_state_size(MdvFmu *f, const MdvFmuState *s, size_t *n)
{
	Tape t = {0};

	*n = 0;
	TRY(write_state(f, s, &t));
	*n = t.at;
	return MDV_OK;
}

MdvStatus mdv_fmu_state_write(MdvFmu *f, const MdvFmuState *s, unsigned char bytes[], size_t n)
{
	Tape t = {.to = bytes};
	size_t needed;

	TRY(mdv_fmu_state_size(f, s, &needed));
	if (n < needed)
		return mdv_fmu_refuse(f, "an FMU state", "there are too few bytes for it");
	return write_state(f, s, &t);
}

/* --- read --- */

/* As an importer would have given them. */
static MdvStatus give_all(MdvFmu *f, const FmuValues *given)
{
	for (size_t k = 0; k < given->n; k++) {
		const FmuValue *v = &given->at[k];

		TRY(v->text ? mdv_fmu_set_text(f, v->var, v->text) : mdv_fmu_set(f, &v->var, 1, &v->value));
	}
	return MDV_OK;
}

/* The instance becomes what the bytes tell. */
static MdvStatus become(MdvFmu *f, const MdvFmuState *s, bool open, Tape *t)
{
	fmu_exchange_close(f);
	fmu_values_clear(f->alloc, &f->given);
	f->phase = MDV_FMU_MADE;
	TRY(give_all(f, &s->given));
	f->t = f->start = s->start;
	f->stop = s->stop;
	f->tol = s->tol;
	if (open) {
		TRY(fmu_exchange_open(f));
		fmu_exchange_tape(f, t);
	}
	f->phase = s->phase;
	f->t = s->t;
	if (t->at != t->size)
		tape_refuse(t, "more follows than belongs to it");
	return t->wrong ? refuse_bytes(f, t) : MDV_OK;
}

/* Of model exchange: s becomes a state like any other of this instance. */
static MdvStatus read_exchange(MdvFmu *f, MdvFmuState *s, bool open, Tape *t)
{
	MdvFmuState now = {0};
	MdvStatus status;

	if (!vm_fn_knows_objects(f->code->fns)) /* they would not come back */
		return mdv_fmu_refuse(f, "an FMU state",
							  "the model has external objects of code that is not modevs'");
	note(f, &now);
	TRY(fmu_exchange_save(f, &now));
	status = become(f, s, open, t);
	if (status == MDV_OK)
		status = fmu_exchange_save(f, s);
	if (status != MDV_OK) {
		fmu_exchange_close(f);
		vm_fn_end_objects(f->code->fns);
	}
	(void)fmu_exchange_restore(f, &now); /* its own */
	fmu_region_forget(&now.copy);
	fmu_values_clear(&alloc_heap, &s->given);
	return status;
}

/* Of co-simulation: from the start to where it is. */
static void check_order(const MdvFmuState *s, Tape *t)
{
	double last = s->start;

	for (size_t k = 0; k < s->history.n; k++) {
		if (!(s->history.at[k].t >= last && s->history.at[k].t <= s->t))
			tape_refuse(t, "what was given is not in order");
		last = s->history.at[k].t;
	}
	if (s->phase == MDV_FMU_STEPPING && !(s->t >= last))
		tape_refuse(t, "it is before its start");
}

static MdvStatus read_state(MdvFmu *f, MdvFmuState *s, Tape *t)
{
	bool open = false;

	tape_head(f, s, &open, t);
	if (!t->wrong && !phase_is_right(f, s->phase, open))
		tape_refuse(t, "there is no such phase");
	tape_values(f, &s->given, false, t);
	if (!f->host.exchange) {
		tape_values(f, &s->history, true, t);
		tape_values(f, &s->rest, false, t);
		check_order(s, t);
		if (t->at != t->size)
			tape_refuse(t, "more follows than belongs to it");
	}
	if (t->wrong)
		return refuse_bytes(f, t);
	return f->host.exchange ? read_exchange(f, s, open, t) : MDV_OK;
}

MdvStatus mdv_fmu_state_read(MdvFmu *f, const unsigned char bytes[], size_t n, MdvFmuState **state)
{
	Tape t = {.from = bytes, .size = n - sizeof(uint64_t)};
	MdvFmuState *s;
	MdvStatus status;
	uint64_t sum;

	*state = NULL;
	if (n < sizeof sum)
		return mdv_fmu_refuse(f, "an FMU state", "these bytes are none");
	memcpy(&sum, bytes + t.size, sizeof sum);
	if (sum != fmu_state_sum(bytes, t.size))
		return mdv_fmu_refuse(f, "an FMU state",
							  "these bytes are none, or not as they were written");
	s = alloc_new(&alloc_heap, sizeof *s);
	if (!s)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	status = read_state(f, s, &t);
	if (status == MDV_OK)
		*state = s;
	else
		mdv_fmu_state_free(f, s);
	return status;
}
