/* SPDX-License-Identifier: MIT
   cmd_check.c — modevs check: diagnostics only. */
#include "cli/cli.h"

int cmd_check(const Options *o)
{
	Compile cx;
	bool ok;

	start_compile(o, &cx);
	cx.wants_units = true;
	ok = pipeline_flatten(&cx, o->what, o->model);
	diag_print(&cx.diag, stderr);
	if (ok) {
		int unknowns = 0, equations = 0;

		for (int32_t i = 0; i < (int32_t)cx.flat.vars.n; i++)
			unknowns += flat_is_unknown(&cx.flat, (VarId){i});
		for (size_t i = 0; i < cx.flat.eqs.n; i++)
			equations +=
				cx.flat.eqs.at[i].initial ? 0 : flat_count_eq(&cx.flat.eqs.at[i], &cx.scratch);
		render_say(stdout, "%s: %d unknowns, %d equations, %zu algorithms, %zu functions\n",
				   intern_text(&cx.names, cx.flat.name), unknowns, equations, cx.flat.algs.n,
				   cx.flat.fns.n);
	}
	pipeline_free(&cx);
	return ok ? EXIT_DONE : EXIT_MODEL;
}
