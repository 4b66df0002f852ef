/* SPDX-License-Identifier: MIT
   qbg_compile.c — modevs run --solver qbg: from text to a network of atomics. The model is compiled
   as for every run, too: its equations give the values at the start. */
#include "cli/quantized.h"

#include <string.h>

/* Options that mean nothing to a quantized bond graph: they speak of steps. */
static bool is_of_steps(const OptionRow *row)
{
	static const char *const fields[] = {"tol",       "max_step",   "fixed_step", "first_step",
										 "locator",   "chattering", "limits",     "states",
										 "max_calls", "log",        "input"};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (!strcmp(row->field, fields[i]))
			return true;
	return false;
}

static bool is_of_quanta(const OptionRow *row)
{
	return !strcmp(row->field, "quantum") || !strcmp(row->field, "order") ||
		   !strcmp(row->field, "gdevs");
}

bool qbg_check_options(const Options *o)
{
	bool qbg = o->run.solver == MDV_SOLVER_QBG;

	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		if (!o->given[i])
			continue;
		if (qbg && is_of_steps(row))
			return options_wrong(o, "'%s' means nothing to the solver qbg, which takes no steps",
								 row->name);
		if (!qbg && is_of_quanta(row))
			return options_wrong(o, "'%s' is for '--solver qbg'", row->name);
	}
	if (o->gdevs && o->order > 0)
		return options_wrong(o, "'--gdevs' is for order 1: outputs of order %d are polynomials",
							 o->order + 1);
	return true;
}

int qbg_compile(Qbg *q, const Options *o, Compile *cx, RunCompiled *took)
{
	double clock = clock_seconds();
	int code = start_flat(o, cx);

	took->known = true;
	took->flat_ms = start_milliseconds(&clock);
	if (code == EXIT_DONE && !circuit_find(cx, &q->circuit))
		code = EXIT_MODEL;
	if (code == EXIT_DONE && !quantum_read(o, &q->circuit, &cx->keep))
		code = EXIT_USAGE;
	if (code == EXIT_DONE && !bondgraph_make(&q->circuit, cx, NULL, &q->graph))
		code = EXIT_MODEL;
	if (code == EXIT_DONE)
		q->element = network_make(&q->graph, &q->net);
	return code == EXIT_DONE ? start_code(o, cx, took, &clock) : code;
}
