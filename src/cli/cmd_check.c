/* SPDX-License-Identifier: MIT
   cmd_check.c — modevs check: diagnostics only, of all passes: what passes can be started. */
#include "cli/cli.h"

/* What there is to say if nothing is wrong; before the passes that add variables. */
static const char *summary(Compile *cx)
{
	int unknowns = 0, equations = 0;

	for (int32_t i = 0; i < (int32_t)cx->flat.vars.n; i++)
		unknowns += flat_is_unknown(&cx->flat, (VarId){i});
	for (size_t i = 0; i < cx->flat.eqs.n; i++)
		equations +=
			cx->flat.eqs.at[i].initial ? 0 : flat_count_eq(&cx->flat.eqs.at[i], &cx->scratch);
	return arena_printf(&cx->keep, "%s: %d unknowns, %d equations, %zu algorithms, %zu functions",
						intern_text(&cx->names, cx->flat.name), unknowns, equations,
						cx->flat.algs.n, cx->flat.fns.n);
}

int cmd_check(const Options *o)
{
	const char *text = "";
	Compile cx;
	bool ok;

	start_compile(o, &cx);
	cx.wants_units = true;
	ok = pipeline_flatten(&cx, o->what, o->model);
	if (ok)
		text = summary(&cx);
	ok = ok && pipeline_sort(&cx) && pipeline_lower(&cx);
	diag_print(&cx.diag, stderr);
	if (ok)
		render_say(stdout, "%s\n", text);
	pipeline_free(&cx);
	return ok ? EXIT_DONE : EXIT_MODEL;
}
