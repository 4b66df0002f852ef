/* SPDX-License-Identifier: MIT
   experiment.c — annotation(experiment(…)) of the model that is simulated (MLS 18.4): when it
   starts and ends, how densely and how well results are wanted. Its values are numbers; a formula
   of numbers is computed. What is written there and cannot be taken is said. */
#include "compiler/inst/inst.h"

#include <math.h>
#include <string.h>

#define DEPTH_MOST 100 /* of a formula: nobody writes a deeper one by hand */

typedef struct ExperimentRow {
	const char *name;
	size_t offset;    /* of a double in FlatExperiment */
	double low, high; /* allowed values */
	const char *must; /* what it must be, in words */
} ExperimentRow;

static const ExperimentRow rows[] = {
	{"StartTime", offsetof(FlatExperiment, start), -HUGE_VAL, HUGE_VAL, "a number"},
	{"StopTime", offsetof(FlatExperiment, stop), -HUGE_VAL, HUGE_VAL, "a number"},
	{"Interval", offsetof(FlatExperiment, interval), 0, HUGE_VAL, "a positive number"},
	{"Tolerance", offsetof(FlatExperiment, tolerance), 0, 1, "a number between 0 and 1"},
};

/* The value of a formula of numbers; false: it has names, calls or no numbers. */
static bool compute(const AstExpr *e, int depth, double *value)
{
	double next;

	if (depth > DEPTH_MOST)
		return false;
	switch ((AstExprKind)e->kind) {
	case AX_REAL: *value = e->real; return true;
	case AX_INTEGER: *value = (double)e->integer; return true;
	case AX_UNARY:
		if (!compute(e->kid, depth + 1, value) || (e->op != AO_SUB && e->op != AO_ADD))
			return false;
		*value = e->op == AO_SUB ? -*value : *value;
		return true;
	case AX_BINARY:
		if (!compute(&e->kid[0], depth + 1, value))
			return false;
		for (uint32_t i = 1; i < e->n; i++) {
			if (!compute(&e->kid[i], depth + 1, &next))
				return false;
			switch ((AstOp)e->kid[i].join) {
			case AO_ADD: *value += next; break;
			case AO_SUB: *value -= next; break;
			case AO_MUL: *value *= next; break;
			case AO_DIV: *value /= next; break;
			case AO_POW: *value = pow(*value, next); break;
			default: return false;
			}
		}
		return true;
	default: return false;
	}
}

static const ExperimentRow *find_row(const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

/* Tools may have their own values: those begin with two underscores and their name (MLS 18.1). */
static void tell_unknown(Inst *in, const AstArg *arg, const char *name)
{
	Suggest s;
	Text hint;

	if (strncmp(name, "__", 2) == 0)
		return;
	text_init(&hint, arena_heap(in->keep));
	suggest_init(&s, name, strlen(name));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		suggest_add(&s, rows[i].name, strlen(rows[i].name));
	suggest_text(&s, &hint);
	diag_warning(in->diag, syntax_span(arg->at), W_EXPERIMENT,
				 "'%s' of an experiment is not used%s", name, text_str(&hint));
	text_free(&hint);
}

/* False: not taken, which has been said. */
static bool take(Inst *in, const AstArg *arg, const ExperimentRow *row)
{
	const AstExpr *e = arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
	double value = NAN;

	if (e && (e->kind == AX_REF || e->kind == AX_NAME || e->kind == AX_CALL || e->kind == AX_IF)) {
		diag_warning(in->diag, syntax_span(arg->at), W_EXPERIMENT,
					 "%s of an experiment must be %s, written as one: it is not used", row->name,
					 row->must);
		return false;
	}
	if (!e || !compute(e, 0, &value) || !isfinite(value) || value < row->low ||
		value >= row->high) {
		diag_error(in->diag, syntax_span(arg->at), E_EXPERIMENT, "%s of an experiment must be %s",
				   row->name, row->must);
		return false;
	}
	*(double *)((char *)&in->flat->experiment + row->offset) = value;
	return true;
}

/* The same name before it, in the same list: which one counts should be said. */
static void tell_twice(Inst *in, const AstMod *list, uint32_t i, const char *which)
{
	for (uint32_t k = 0; k < i; k++)
		if (list->args[k].name.i == list->args[i].name.i)
			diag_warning(in->diag, syntax_span(list->args[i].at), W_EXPERIMENT,
						 "'%s' is given twice: the %s one is used",
						 intern_text(in->sx->names, list->args[i].name), which);
}

static void tell_second_experiment(Inst *in, const ClassDef *def, const AstArg *first)
{
	for (AstComment *c = def->comment; c; c = c->next) {
		const AstMod *list = syntax_annotation(in->sx, c);

		for (uint32_t i = 0; list && i < list->n_args; i++)
			if (list->args[i].name.i == first->name.i)
				tell_twice(in, list, i, "first");
	}
}

void experiment_read(Inst *in, const ClassDef *def)
{
	const AstArg *note = def->comment ? syntax_note(in->sx, def->comment, NOTE_EXPERIMENT) : NULL;
	FlatExperiment *x = &in->flat->experiment;
	const AstArg *stop = NULL;

	if (!note || note->kind != ARG_MODIFY)
		return;
	tell_second_experiment(in, def, note);
	x->given = true;
	x->stop = 1;
	for (uint32_t i = 0; i < note->mod.n_args; i++) {
		const AstArg *arg = &note->mod.args[i];
		const char *name = intern_text(in->sx->names, arg->name);
		const ExperimentRow *row = find_row(name);

		tell_twice(in, &note->mod, i, "last");
		if (!row)
			tell_unknown(in, arg, name);
		else if (take(in, arg, row) && row->offset == offsetof(FlatExperiment, stop))
			stop = arg;
	}
	x->has_stop = stop != NULL;
	if (stop && x->stop < x->start)
		diag_error(in->diag, syntax_span(stop->at), E_EXPERIMENT,
				   "an experiment cannot end at %g, before its start at %g", x->stop, x->start);
}
