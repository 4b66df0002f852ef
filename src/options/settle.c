/* SPDX-License-Identifier: MIT
   settle.c — what holds for options that are not given: first the model's experiment annotation,
   then what the table (modevs/option_rows.h) says. Every run and every plant comes by here. */
#include "options/options.h"

#include <math.h>

static double read_number(const OptionRow *row, const void *field)
{
	switch (row->kind) {
	case OPTION_TIME:
	case OPTION_REAL: return *(const double *)field;
	case OPTION_FLAG: return *(const bool *)field;
	case OPTION_WORDS: return *(const unsigned *)field;
	default: return *(const int *)field;
	}
}

static bool has_choice(const OptionRow *row, double value)
{
	unsigned all = 0;

	for (const OptionChoice *c = row->choices; c->name; c++) {
		if (row->kind == OPTION_CHOICE && !c->later && c->value == value)
			return true;
		all |= (unsigned)c->value;
	}
	return row->kind == OPTION_WORDS && ((unsigned)value & ~all) == 0;
}

static bool is_right(const OptionRow *row, double value)
{
	switch (row->kind) {
	case OPTION_TIME: return !isinf(value);
	case OPTION_REAL: return value == 0 || option_row_fits(row, value);
	case OPTION_CHOICE:
	case OPTION_WORDS: return has_choice(row, value);
	default: return true;
	}
}

bool settle_check(const MdvOptions *given, OptionTaker taker, char *why, size_t size)
{
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];
		double value;

		if (!row->in_run)
			continue;
		value = read_number(row, (const char *)given + row->offset);
		if (!(row->takers & taker) && value != 0 && !(row->kind == OPTION_TIME && isnan(value))) {
			snprintf(why, size, "the option %s is not one of %s", row->field,
					 taker == TAKER_C_PLANT ? "plants" : "runs");
			return false;
		}
		if (!is_right(row, value)) {
			plain_snprintf(why, size, "the option %s cannot be %g", row->field, value);
			return false;
		}
	}
	if (given->states == MDV_STATES_PROJECT) {
		snprintf(why, size, "the option states cannot be 'project' yet");
		return false;
	}
	return true;
}

static double settle_tol(const MdvOptions *o, const MdvModel *m)
{
	return o->tol > 0 ? o->tol : m->tolerance > 0 ? m->tolerance : 1e-6;
}

MdvOptions settle_run(const MdvOptions *given, const MdvModel *m)
{
	MdvOptions o = *given;
	bool none = o.start == 0 && o.stop == 0 && !signbit(o.stop); /* a struct of zeros */

	if (none || isnan(o.start))
		o.start = m->start;
	if (none || isnan(o.stop))
		o.stop = m->has_stop ? m->stop : o.start + 1;
	o.span = o.stop - o.start;
	o.tol = settle_tol(&o, m);
	if (!(o.interval > 0))
		o.interval = m->interval > 0 ? m->interval : o.span > 0 ? o.span / 500 : 1;
	return o;
}

MdvOptions settle_plant(const MdvOptions *given, const MdvModel *m, double t)
{
	MdvOptions o = *given;
	double model_span = m->has_stop ? m->stop - m->start : 1;

	o.start = t;
	o.stop = INFINITY;
	o.tol = settle_tol(&o, m);
	if (!(o.span > 0))
		o.span = model_span > 0 ? model_span : 1;
	if (!(o.interval > 0))
		o.interval = INFINITY;
	return o;
}
