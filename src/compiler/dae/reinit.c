/* SPDX-License-Identifier: MIT
   reinit.c — only a state can be given another value at an event (MLS 8.3.6): what determines any
   other variable would take the value back at once.

   requires: states_select's choice. */
#include "compiler/dae/dae.h"

static bool is_candidate(const Dae *d, VarId v)
{
	for (size_t k = 0; k < d->sets.n; k++)
		for (int32_t i = 0; i < d->sets.at[k].n; i++)
			if (d->sets.at[k].candidate[i].i == v.i)
				return true;
	return false;
}

static void report(const Dae *d, const DaeAction *a, VarId v, Diag *diag)
{
	bool has_derivative = d->vars.at[v.i].der.i >= 0;
	Text name;

	text_init(&name, arena_heap(d->keep));
	flat_print_var(d->m, a->target, &name);
	diag_error(diag, a->at, E_REINIT,
			   has_derivative ? "'%s' cannot be reinitialized: other states determine it; give it "
								"stateSelect = StateSelect.always, or reinitialize one of them"
							  : "'%s' cannot be reinitialized: it is no state, since its "
								"derivative is nowhere needed; its value follows from equations",
			   text_str(&name));
	text_free(&name);
}

bool reinit_check(const Dae *d, Diag *diag)
{
	bool ok = true;

	for (size_t i = 0; i < d->actions.n; i++) {
		const DaeAction *a = &d->actions.at[i];
		VarId v;

		if (a->kind != DA_REINIT)
			continue;
		v = d->vars.at[a->target.i].alias;
		if (d->vars.at[v.i].is_state || is_candidate(d, v))
			continue;
		report(d, a, v, diag);
		ok = false;
	}
	return ok;
}
