/* SPDX-License-Identifier: MIT
   ready_params.c — the parameters of components that are written in C: from variables of the model
   to the struct that a part is made with. */
#include "model/part.h"
#include "modevs/parts.h"
#include "runtime/system/ready.h"

#include <string.h>

typedef struct Filling {
	Ready *r;                   /* of all */
	const MdvReady *tables;     /* the component */
	const MdvReadyParam *given; /* the parameter at hand */
	const MdvParam *param;      /* what it is to the part */
	char *at;                   /* where it belongs */
	char *params;               /* the struct */
	Text why;                   /* what is wrong */
} Filling;

static MdvStatus fail(Filling *f)
{
	return report_fail(f->r->rt, MDV_BAD_ARGUMENT, NAN, "%s: '%s': %s", f->given->where,
					   f->tables->name, text_str(&f->why));
}

/* Of its value: that is given where the component is declared. */
static MdvStatus fail_value(Filling *f)
{
	return report_fail(f->r->rt, MDV_BAD_ARGUMENT, NAN, "%s: '%s': %s", f->tables->where,
					   f->tables->name, text_str(&f->why));
}

static double value_at(const Filling *f, int32_t k)
{
	return rt_get(f->r->rt, f->given->var[k]);
}

/* A whole number as an integer of any size. */
static MdvStatus put_integer(Filling *f, double x)
{
	size_t size = f->param->size;
	double half = size < 8 ? (double)(1ull << (8 * size - 1)) : 9007199254740992.0;
	int64_t whole = (int64_t)x;
	int32_t word = (int32_t)whole;
	int16_t brief = (int16_t)whole;
	int8_t byte = (int8_t)whole;

	if (x < -half || x >= 2 * half) {
		text_printf(&f->why, "the parameter '%s' is too large", f->param->name);
		return fail_value(f);
	}
	switch (size) {
	case 8: memcpy(f->at, &whole, size); return MDV_OK;
	case 4: memcpy(f->at, &word, size); return MDV_OK;
	case 2: memcpy(f->at, &brief, size); return MDV_OK;
	case 1: memcpy(f->at, &byte, size); return MDV_OK;
	default: break;
	}
	text_printf(&f->why, "the part's description of '%s' is wrong: no integer has %zu bytes",
				f->param->name, size);
	return fail(f);
}

static MdvStatus put_text(Filling *f)
{
	const MdvModel *m = f->r->rt->m;
	const char *text = arena_strdup(&f->r->memory, m->string(m->code, value_at(f, 0)));

	if (!text)
		return MDV_NO_MEMORY;
	memcpy(f->at, &text, sizeof text);
	return MDV_OK;
}

static double *copy_reals(Filling *f)
{
	double *list =
		arena_new(&f->r->memory, (size_t)f->given->n + 1, sizeof *list, _Alignof(double));

	for (int32_t k = 0; list && k < f->given->n; k++)
		list[k] = value_at(f, k);
	return list;
}

static void put_list(Filling *f, const void *list)
{
	size_t n = (size_t)f->given->n;

	if (n == 0)
		list = NULL;
	memcpy(f->at, &list, sizeof list);
	memcpy(f->params + f->param->count, &n, sizeof n);
}

static MdvStatus put_reals(Filling *f)
{
	double *list = copy_reals(f);

	if (!list)
		return MDV_NO_MEMORY;
	put_list(f, list);
	return MDV_OK;
}

static MdvStatus put_values(Filling *f)
{
	MdvValue *list =
		arena_new(&f->r->memory, (size_t)f->given->n + 1, sizeof *list, _Alignof(MdvValue));

	if (!list)
		return MDV_NO_MEMORY;
	for (int32_t k = 0; k < f->given->n; k++) {
		double x = value_at(f, k);

		list[k] = f->given->type == MDV_INTEGER   ? mdv_integer((int64_t)x)
				  : f->given->type == MDV_BOOLEAN ? mdv_boolean(x != 0)
												  : mdv_real(x);
	}
	put_list(f, list);
	return MDV_OK;
}

/* A number: constant times. An array: listed ones. A record: field by field. */
static MdvStatus put_times(Filling *f)
{
	static const MdvTimesKind kinds[] = {MDV_TIMES_CONSTANT, MDV_TIMES_EXPONENTIAL,
										 MDV_TIMES_UNIFORM};
	MdvTimes times;

	memcpy(&times, f->at, sizeof times);
	if (f->given->array) {
		double *list = copy_reals(f);

		if (!list)
			return MDV_NO_MEMORY;
		times = mdv_listed(list, (size_t)f->given->n);
	} else {
		switch (part_times_field(f->given->name)) {
		case PART_TIMES_KIND: times.kind = kinds[(int)value_at(f, 0) - 1]; break;
		case PART_TIMES_A: times.a = value_at(f, 0); break;
		case PART_TIMES_B: times.b = value_at(f, 0); break;
		case PART_TIMES_NONE: times = mdv_constant(value_at(f, 0)); break;
		}
	}
	memcpy(f->at, &times, sizeof times);
	return MDV_OK;
}

static MdvStatus put_param(Filling *f)
{
	double x = f->given->n > 0 ? value_at(f, 0) : 0;
	bool truth = x != 0;

	if (f->param->kind != MDV_PARAM_STRING && f->param->kind != MDV_PARAM_TIMES &&
		f->given->n > 0 && !part_fits(f->param, x, &f->why))
		return fail_value(f);
	switch (f->param->kind) {
	case MDV_PARAM_REAL: memcpy(f->at, &x, sizeof x); return MDV_OK;
	case MDV_PARAM_INTEGER: return put_integer(f, x);
	case MDV_PARAM_BOOLEAN: memcpy(f->at, &truth, sizeof truth); return MDV_OK;
	case MDV_PARAM_STRING: return put_text(f);
	case MDV_PARAM_CHOICE: return put_integer(f, x - 1);
	case MDV_PARAM_TIMES: return put_times(f);
	case MDV_PARAM_REALS: return put_reals(f);
	case MDV_PARAM_VALUES: return put_values(f);
	}
	text_printf(&f->why, "the part's description of '%s' is wrong: it is nothing", f->param->name);
	return fail(f);
}

/* Texts that are not given are empty. */
static void put_empty_texts(Filling *f, const MdvPart *part)
{
	static const char *const empty = "";

	for (size_t i = 0; i < part->n_params; i++)
		if (part->params[i].kind == MDV_PARAM_STRING)
			memcpy(f->params + part->params[i].offset, &empty, sizeof empty);
}

static MdvStatus put_all(Filling *f, const MdvPart *part)
{
	PartGiven *given = arena_new(&f->r->memory, (size_t)f->tables->n_params + 1, sizeof *given,
								 _Alignof(PartGiven));

	if (!given)
		return MDV_NO_MEMORY;
	put_empty_texts(f, part);
	for (int32_t k = 0; k < f->tables->n_params; k++) {
		f->given = &f->tables->param[k];
		given[k] = (PartGiven){.name = f->given->name,
							   .type = f->given->type,
							   .array = f->given->array,
							   .literals = f->given->literals};
		f->param = part_param(part, &given[k], &f->why);
		if (!f->param)
			return fail(f);
		f->at = f->params + f->param->offset;
		TRY(put_param(f));
	}
	if (part_complete(part, given, (size_t)f->tables->n_params, &f->why))
		return MDV_OK;
	return fail_value(f);
}

MdvStatus ready_fill(Ready *r, int32_t i)
{
	const MdvPart *part = r->part[i].part;
	Filling f = {.r = r, .tables = &r->rt->m->ready[i]};
	MdvStatus status;

	f.params = arena_new(&r->memory, part->params_size + 1, 1, _Alignof(max_align_t));
	if (!f.params)
		return MDV_NO_MEMORY;
	memset(f.params, 0, part->params_size);
	r->part[i].params = f.params;
	text_init(&f.why, r->rt->alloc);
	status = put_all(&f, part);
	text_free(&f.why);
	return status;
}
