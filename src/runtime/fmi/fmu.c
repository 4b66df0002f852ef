/* SPDX-License-Identifier: MIT
   fmu.c — the life of an FMU's instance, and its variables, for both kinds. Until initialization
   values are only noted: what is given after that began anew makes it begin anew. */
#include "runtime/fmi/fmu.h"

#include <string.h>

/* --- saying what is wrong --- */

MdvStatus fmu_fail(MdvFmu *f, MdvStatus status, const char *text)
{
	if (f->host.log)
		f->host.log(f->host.user, true, text[0] ? text : mdv_status_text(status));
	return status;
}

MdvStatus mdv_fmu_refuse(MdvFmu *f, const char *call, const char *why)
{
	char text[256];

	plain_snprintf(text, sizeof text, "%s: %s", call, why);
	return fmu_fail(f, MDV_BAD_ARGUMENT, text);
}

bool fmu_is_in(const MdvFmu *f, unsigned phases)
{
	return phases >> f->phase & 1;
}

void fmu_warn(void *ctx, const char *text)
{
	MdvFmu *f = ctx;

	if (f->host.log)
		f->host.log(f->host.user, false, text);
}

/* --- life --- */

static void make_code(void *ctx)
{
	MdvFmu *f = ctx;

	f->code = native_code_new(f->unit, f->alloc);
	if (f->code) {
		f->code->log = fmu_warn;
		f->code->log_ctx = f;
	}
}

/* --- its files --- */

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'                 ? c - '0'
		   : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
												: -1;
}

/* The path of a URI (RFC 8089): without the host, %41 is A. */
static void decode(const char *uri, char *path)
{
	const char *s = uri + strlen("file:");

	if (!strncmp(s, "//", 2))
		s = strchr(s + 2, '/') ? strchr(s + 2, '/') : "";
	for (; *s; s++) {
		bool coded = *s == '%' && hex_digit(s[1]) >= 0 && hex_digit(s[2]) >= 0;

		*path++ = coded ? (char)(16 * hex_digit(s[1]) + hex_digit(s[2])) : *s;
		s += coded ? 2 : 0;
	}
	*path = '\0';
}

/* Files there may be read. */
static bool give_files(const MdvFmu *f, ExtSession *session)
{
	session->resources = f->resources;
	return !f->resources || allow_folder(session, f->resources);
}

MdvStatus mdv_fmu_resources(MdvFmu *f, const char *place)
{
	size_t n = place ? strlen(place) + 1 : 0;

	if (n == 0 || f->resources)
		return MDV_OK;
	f->resources = alloc_new(f->alloc, n);
	if (!f->resources)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	f->n_resources = n;
	if (!strncmp(place, "file:", 5))
		decode(place, f->resources);
	else
		memcpy(f->resources, place, n);
	return give_files(f, &f->code->session) ? MDV_OK : fmu_fail(f, MDV_NO_MEMORY, "");
}

/* Plants have code of their own. */
static const MdvModel *make_plant(void *ctx, const MdvAlloc *alloc,
								  void (*log)(void *user, const char *text), void *user)
{
	MdvFmu *f = ctx;
	const MdvModel *m = f->plant.inner.make(f->plant.inner.ctx, alloc, log, user);

	if (m && m->session)
		(void)give_files(f, m->session); /* without memory it may read less, which it is told */
	return m;
}

static void drop_plant(void *ctx, const MdvModel *m)
{
	const MdvFmu *f = ctx;

	f->plant.inner.drop(f->plant.inner.ctx, m);
}

/* --- life --- */

MdvFmu *mdv_fmu_new(const MdvUnit *unit, const MdvFmuHost *host)
{
	MdvFmu *f = alloc_new(&alloc_heap, sizeof *f);
	Guard guard;

	if (!f)
		return NULL;
	f->unit = unit;
	f->host = *host;
	fmu_region_init(&f->region);
	f->alloc = host->exchange ? &f->region.alloc : &alloc_heap;
	f->plant.inner = mdv_unit_source(unit);
	f->plant.source = (MdvModelSource){make_plant, drop_plant, f};
	if (guard_run(&guard, NULL, make_code, f) == MDV_OK && f->code)
		return f;
	mdv_fmu_free(f);
	return NULL;
}

static void close_run(MdvFmu *f)
{
	if (f->host.exchange)
		fmu_exchange_close(f);
	else
		fmu_plant_close(f);
}

void mdv_fmu_free(MdvFmu *f)
{
	if (!f)
		return;
	close_run(f);
	native_code_free(f->code);
	alloc_free(f->alloc, f->resources, f->n_resources);
	fmu_values_clear(f->alloc, &f->given);
	vec_free(f->alloc, &f->given);
	vec_free(f->alloc, &f->plant.setting);
	vec_free(f->alloc, &f->plant.texts);
	vec_free(f->alloc, &f->plant.pending);
	vec_free(f->alloc, &f->plant.history);
	fmu_region_free(&f->region);
	alloc_free(&alloc_heap, f, sizeof *f);
}

MdvStatus mdv_fmu_reset(MdvFmu *f)
{
	close_run(f);
	fmu_values_clear(f->alloc, &f->given);
	f->plant.pending.n = f->plant.history.n = 0;
	f->phase = MDV_FMU_MADE;
	f->t = f->start = f->tol = 0;
	return MDV_OK;
}

const MdvModel *mdv_fmu_model(const MdvFmu *f)
{
	return &f->code->model;
}

MdvFmuPhase mdv_fmu_phase(const MdvFmu *f)
{
	return f->phase;
}

double mdv_fmu_time(const MdvFmu *f)
{
	return f->t;
}

MdvStatus mdv_fmu_begin(MdvFmu *f, double start, double stop, double tolerance)
{
	if (f->phase != MDV_FMU_MADE)
		return mdv_fmu_refuse(f, "initialization", "it has been begun before");
	if (!isfinite(start) || isnan(stop) || !(stop > start) || !(tolerance >= 0 && tolerance < 1))
		return mdv_fmu_refuse(f, "initialization", "a time or tolerance that is none");
	f->t = f->start = start;
	f->stop = stop;
	f->tol = tolerance;
	f->phase = MDV_FMU_INITIALIZING;
	return MDV_OK;
}

/* The initial system is solved when somebody wants to know, or at the end. */
static MdvStatus open_run(MdvFmu *f)
{
	MdvStatus status;

	if (f->host.exchange ? f->exchange.open : f->plant.h != NULL)
		return MDV_OK;
	status = f->host.exchange ? fmu_exchange_open(f) : fmu_plant_open(f);
	if (status < 0) /* other values may help */
		close_run(f);
	return status;
}

MdvStatus mdv_fmu_initialized(MdvFmu *f)
{
	if (f->phase != MDV_FMU_INITIALIZING)
		return mdv_fmu_refuse(f, "the end of initialization", "it was not begun");
	TRY(open_run(f));
	f->phase = f->host.exchange ? MDV_FMU_EVENT : MDV_FMU_STEPPING;
	return MDV_OK;
}

static MdvStatus finish_exchange(MdvFmu *f)
{
	MdvStatus status = hybrid_finish(&f->exchange.run);

	return status < 0 ? fmu_fail(f, status, rt_message(f->exchange.rt)) : MDV_OK;
}

static MdvStatus finish_plant(MdvFmu *f)
{
	MdvStatus status = mdv_hybrid_finish(f->plant.h, f->t);

	return status < 0 ? fmu_fail(f, status, mdv_hybrid_message(f->plant.h)) : MDV_OK;
}

MdvStatus mdv_fmu_terminate(MdvFmu *f)
{
	if (!fmu_is_in(f, 1u << MDV_FMU_EVENT | 1u << MDV_FMU_CONTINUOUS | 1u << MDV_FMU_STEPPING))
		return mdv_fmu_refuse(f, "termination", "nothing runs");
	f->phase = MDV_FMU_ENDED;
	return f->host.exchange ? finish_exchange(f) : finish_plant(f);
}

bool mdv_fmu_terminated(const MdvFmu *f)
{
	if (f->host.exchange)
		return f->exchange.open && f->exchange.result.terminated;
	return f->plant.h && mdv_hybrid_terminated(f->plant.h);
}

/* --- values --- */

/* Before the model runs: what was given, or its first value. */
static double first_value(const MdvFmu *f, const MdvVar *v, uint32_t var)
{
	const MdvModel *m = &f->code->model;
	int32_t slot = v->start >= 0 && !(v->flags & MDV_VAR_PARAMETER) ? v->start : v->slot;
	double value = slot >= 0 ? m->initial[slot] : 0;

	for (size_t k = 0; k < f->given.n; k++)
		if (f->given.at[k].var == var)
			return f->given.at[k].value;
	return v->flags & MDV_VAR_NEGATED ? rt_negated(v, value) : value;
}

static MdvStatus look(MdvFmu *f)
{
	if (f->phase == MDV_FMU_INITIALIZING)
		TRY(open_run(f));
	return f->host.exchange ? fmu_exchange_look(f) : fmu_plant_look(f);
}

/* What is behind the variables; the frame is right. */
static MdvStatus get_behind(MdvFmu *f, uint32_t ref, double *value)
{
	MdvFmuLayout l = mdv_fmu_layout(&f->code->model);
	FmuExchange *x = &f->exchange;
	const Rt *rt = f->host.exchange ? x->rt : f->plant.h ? f->plant.h->rt : NULL;

	if (ref == l.time) {
		*value = f->t;
		return MDV_OK;
	}
	if (ref > l.time || !rt)
		return mdv_fmu_refuse(f, "a value", "there is no such variable");
	if (ref < l.derivative) {
		*value = rt->frame[rt_state(rt, (int32_t)(ref - l.state))->slot];
		return MDV_OK;
	}
	if (ref < l.indicator) {
		*value = rt->frame[rt_state(rt, (int32_t)(ref - l.derivative))->derivative];
		return MDV_OK;
	}
	if (!f->host.exchange) {
		*value = rt_crossing(rt, (int32_t)(ref - l.indicator));
		return MDV_OK;
	}
	TRY(mdv_fmu_get_indicators(f, x->z));
	*value = x->z[ref - l.indicator];
	return MDV_OK;
}

/* Inputs of model exchange are as they were given, whatever follows from them. */
static bool are_inputs(const MdvFmu *f, const uint32_t ref[], size_t n)
{
	const MdvModel *m = &f->code->model;

	for (size_t k = 0; k < n; k++)
		if (ref[k] >= (uint32_t)m->n_vars || !(m->var[ref[k]].flags & MDV_VAR_INPUT))
			return false;
	return f->host.exchange && f->exchange.open;
}

MdvStatus mdv_fmu_get(MdvFmu *f, const uint32_t ref[], size_t n, double value[])
{
	const MdvModel *m = &f->code->model;
	const double *frame = NULL; /* of the run */

	if (f->phase == MDV_FMU_FAILED)
		return mdv_fmu_refuse(f, "a value", "the model has failed");
	if (n > 0 && f->phase != MDV_FMU_MADE) {
		if (!are_inputs(f, ref, n))
			TRY(look(f));
		frame = f->host.exchange ? f->exchange.rt->frame : f->plant.h->rt->frame;
	}
	for (size_t k = 0; k < n; k++) {
		const MdvVar *v = &m->var[ref[k]];

		if (ref[k] >= (uint32_t)m->n_vars)
			TRY(get_behind(f, ref[k], &value[k]));
		else if (!frame)
			value[k] = first_value(f, v, ref[k]);
		else if (v->flags & MDV_VAR_NEGATED)
			value[k] = rt_negated(v, frame[v->slot]);
		else
			value[k] = frame[v->slot];
	}
	return MDV_OK;
}

/* Before the model runs: what was given for a String; NULL: nothing. */
static const char *given_text(const MdvFmu *f, uint32_t var)
{
	for (size_t k = 0; k < f->given.n; k++)
		if (f->given.at[k].var == var)
			return f->given.at[k].text;
	return NULL;
}

MdvStatus mdv_fmu_get_text(MdvFmu *f, uint32_t ref, const char **text)
{
	const MdvModel *m = &f->code->model;
	double handle;

	*text = "";
	if (ref >= (uint32_t)m->n_vars || m->var[ref].type != MDV_STRING)
		return mdv_fmu_refuse(f, "a value", "there is no such String");
	*text = given_text(f, ref);
	if (f->phase == MDV_FMU_MADE && *text)
		return MDV_OK;
	TRY(mdv_fmu_get(f, &ref, 1, &handle));
	if (f->host.exchange || !f->plant.h)
		*text = vm_string_text(f->code->fns, handle);
	else
		*text = f->plant.h->m->string(f->plant.h->m->code, handle);
	return MDV_OK;
}

/* Before the run, or to begin it anew. */
static MdvStatus give_first(MdvFmu *f, FmuValue given)
{
	const MdvVar *v = &f->code->model.var[given.var];
	bool input = v->flags & MDV_VAR_INPUT && !(v->flags & MDV_VAR_PARAMETER) && v->slot >= 0;

	if (!input &&
		!(v->flags & MDV_VAR_SETTABLE && (v->flags & MDV_VAR_PARAMETER ? v->slot : v->start) >= 0))
		return mdv_fmu_refuse(f, v->name,
							  "it cannot be set: its value follows from others, or was "
							  "used to build the model");
	close_run(f);
	return fmu_values_put(f->alloc, &f->given, given) ? MDV_OK : fmu_fail(f, MDV_NO_MEMORY, "");
}

static MdvStatus set_one(MdvFmu *f, uint32_t var, double value)
{
	const MdvModel *m = &f->code->model;
	const MdvVar *v;

	if (var >= (uint32_t)m->n_vars)
		return mdv_fmu_refuse(f, "a value", "there is no such variable that could be set");
	v = &m->var[var];
	if (v->type == MDV_STRING)
		return mdv_fmu_refuse(f, v->name, "it has no such value: it is a String");
	if (!isfinite(value) || (v->type != MDV_REAL && value != floor(value)) ||
		(v->type == MDV_BOOLEAN && value != 0 && value != 1))
		return mdv_fmu_refuse(f, v->name, "it has no such value");
	if (FMU_IN(f, MDV_FMU_MADE, MDV_FMU_INITIALIZING))
		return give_first(f, (FmuValue){.t = NAN, .value = value, .var = var});
	if (!(v->flags & MDV_VAR_INPUT))
		return mdv_fmu_refuse(f, v->name, "it cannot be set while the model runs: it is no input");
	if (f->phase == MDV_FMU_STEPPING)
		return fmu_plant_set(f, var, value);
	if (!FMU_IN(f, MDV_FMU_EVENT, MDV_FMU_CONTINUOUS))
		return mdv_fmu_refuse(f, v->name, "it cannot be set any more");
	return fmu_exchange_set(f, var, value);
}

MdvStatus mdv_fmu_set(MdvFmu *f, const uint32_t ref[], size_t n, const double value[])
{
	for (size_t k = 0; k < n; k++)
		TRY(set_one(f, ref[k], value[k]));
	return MDV_OK;
}

MdvStatus mdv_fmu_set_text(MdvFmu *f, uint32_t ref, const char *text)
{
	const MdvVar *v = ref < (uint32_t)f->code->model.n_vars ? &f->code->model.var[ref] : NULL;

	if (!v || v->type != MDV_STRING)
		return mdv_fmu_refuse(f, "a value", "there is no such String that could be set");
	if (!text)
		return mdv_fmu_refuse(f, v->name, "there is no text");
	if (!FMU_IN(f, MDV_FMU_MADE, MDV_FMU_INITIALIZING) || !(v->flags & MDV_VAR_PARAMETER))
		return mdv_fmu_refuse(f, v->name,
							  "of Strings parameters are set, and before the model runs");
	return give_first(f, (FmuValue){.t = NAN, .var = ref, .text = text});
}
