/* SPDX-License-Identifier: MIT
   order_print.c — states and sorted systems as text, in order of evaluation. */
#include "compiler/dae/dae.h"

typedef struct Printer {
	const Dae *d;   /* what is printed */
	Arena *scratch; /* work space */
	Text *out;      /* where to */
} Printer;

static void print_vars(const Printer *p, const VarId *v, int32_t n, const bool *pre)
{
	for (int32_t i = 0; i < n; i++) {
		text_printf(p->out, i ? ", " : "");
		text_printf(p->out, pre && pre[i] ? "pre(" : "");
		flat_print_var(p->d->m, v[i], p->out);
		text_printf(p->out, pre && pre[i] ? ")" : "");
	}
	text_printf(p->out, "\n");
}

static void print_assigns(const Printer *p, const DaeStep *s, int indent)
{
	for (int32_t i = 0; i < s->n_assigns; i++) {
		const DaeAssign *a = &s->assign[i];

		text_printf(p->out, "%*s%s", indent, "", a->pre ? "pre(" : "");
		flat_print_var(p->d->m, a->var, p->out);
		text_printf(p->out, a->pre ? ") := " : " := ");
		print_expr(p->d->m, NULL, a->value, p->scratch, p->out);
		text_printf(p->out, "\n");
	}
}

static void print_step(const Printer *p, const DaeStep *s, int indent)
{
	static const char *const kind[] = {"", "linear block", "nonlinear block", "mixed block", ""};

	if (s->kind == DK_ASSIGN) {
		print_assigns(p, s, indent);
		return;
	}
	text_printf(p->out, "%*s", indent, "");
	if (s->kind == DK_SET) {
		text_printf(p->out, "state set %d of ", (int)s->set + 1);
		print_vars(p, s->unknown, p->d->sets.at[s->set].n, NULL);
	} else {
		text_printf(p->out, "%s for ", kind[s->kind]);
		print_vars(p, s->kind == DK_MIXED ? s->decision : s->unknown,
				   s->kind == DK_MIXED ? s->n_decisions : s->n, s->unknown_pre);
	}
	print_assigns(p, s, indent + 2);
	for (int32_t i = 0; i < s->n_steps; i++)
		print_step(p, &s->step[i], indent + 2);
	for (int32_t i = 0; s->residual && i < s->n; i++) {
		text_printf(p->out, "%*s0 = ", indent + 2, "");
		print_expr(p->d->m, NULL, s->residual[i], p->scratch, p->out);
		text_printf(p->out, "\n");
	}
	for (int32_t i = 0; i < s->n_decisions; i++) {
		text_printf(p->out, "%*sdecides ", indent + 2, "");
		print_expr(p->d->m, NULL, s->fresh[i], p->scratch, p->out);
		text_printf(p->out, "\n");
	}
}

void order_print_states(const Dae *d, Arena *scratch, Text *out)
{
	Printer p = {d, scratch, out};

	text_printf(out, "states: ");
	print_vars(&p, d->states.at, (int32_t)d->states.n, NULL);
	for (size_t i = 0; i < d->sets.n; i++) {
		const DaeSet *s = &d->sets.at[i];

		text_printf(out, "state set %zu: %d of ", i + 1, (int)(s->n - s->m));
		print_vars(&p, s->candidate, s->n, NULL);
		for (int32_t k = 0; k < s->m; k++) {
			text_printf(out, "  constraint ");
			dae_print_eq(d, &d->eqs.at[s->eq[k].i], scratch, out);
			text_printf(out, "\n");
		}
		for (int32_t k = 0; k < s->n_helpers; k++) {
			text_printf(out, "  with ");
			dae_print_eq(d, &d->eqs.at[s->helper_eq[k].i], scratch, out);
			text_printf(out, "\n");
		}
		if (s->tied >= 0)
			text_printf(out, "  chosen as in set %d\n", (int)s->tied + 1);
	}
}

void order_print(const Dae *d, Arena *scratch, Text *out)
{
	static const char *const title[] = {"parameters",  "start",     "events",
										"derivatives", "crossings", "results"};
	const DaeSystem *const system[] = {&d->param, &d->init, &d->event,
									   &d->ode,   &d->zero, &d->output};
	Printer p = {d, scratch, out};

	for (int k = 0; k < 6; k++) {
		if (system[k]->n_steps == 0)
			continue;
		text_printf(out, "%s:\n", title[k]);
		for (int32_t i = 0; i < system[k]->n_steps; i++)
			print_step(&p, &system[k]->step[i], 2);
	}
}

void order_print_index(const Dae *d, Arena *scratch, Text *out)
{
	dae_print(d, scratch, out);
	for (size_t i = 0; i < d->eqs.n; i++) {
		if (d->eqs.at[i].der.i < 0)
			continue;
		text_printf(out, "derivative of  ");
		dae_print_eq(d, &d->eqs.at[i], scratch, out);
		text_printf(out, "  is  ");
		dae_print_eq(d, &d->eqs.at[d->eqs.at[i].der.i], scratch, out);
		text_printf(out, "\n");
	}
	for (size_t v = 0; v < d->vars.n; v++) {
		if (d->vars.at[v].eq.i < 0)
			continue;
		text_printf(out, "matched ");
		flat_print_var(d->m, (VarId){(int32_t)v}, out);
		text_printf(out, " to  ");
		dae_print_eq(d, &d->eqs.at[d->vars.at[v].eq.i], scratch, out);
		text_printf(out, "\n");
	}
}
