/* SPDX-License-Identifier: MIT
   clocks.c — the pass on the flat model (clocks.h tells its parts). A model without clocks is left
   as it is. */
#include "compiler/clocks/clocks.h"

static bool has_clocks(const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].n_branch == 0 &&
			((eq[i].lhs->flags & XF_CLOCK) || (eq[i].rhs && (eq[i].rhs->flags & XF_CLOCK))))
			return true;
		for (int b = 0; b < eq[i].n_branch; b++) {
			const EqBranch *branch = &eq[i].branch[b];

			if ((branch->cond &&
				 (branch->cond->flags & XF_CLOCK || branch->cond->type->kind == TY_CLOCK)) ||
				has_clocks(branch->eq, branch->n_eq))
				return true;
		}
	}
	return false;
}

static void find_flag(void *ctx, const Expr *e)
{
	if (e && (e->flags & XF_CLOCK))
		*(bool *)ctx = true;
}

static bool is_clocked(const FlatModel *m)
{
	bool found = has_clocks(m->eqs.at, (int32_t)m->eqs.n);

	for (size_t i = 0; i < m->algs.n && !found; i++)
		targets_exprs(m->algs.at[i].body.stmt, m->algs.at[i].body.n_stmt, find_flag, &found);
	return found;
}

bool clocks_find(FlatModel *m, Arena *scratch, Diag *diag)
{
	Clocks c = {.m = m, .p = &m->pool, .scratch = scratch, .diag = diag};

	if (!is_clocked(m))
		return true;
	return clock_hoist(&c) && clock_parts(&c) && clock_rates(&c) && clock_make(&c);
}

/* In lowest terms. */
static void print_ratio(Text *out, long long num, long long den)
{
	long long a = num, b = den;

	while (b) {
		long long r = a % b;

		a = b;
		b = r;
	}
	text_printf(out, den == a ? "%lld" : "%lld/%lld", num / a, den / a);
}

static void print_interval(const FlatModel *m, const FlatClock *k, Arena *scratch, Text *out)
{
	long long by = (long long)k->factor, per = (long long)k->per;

	switch ((FlatClockKind)k->kind) {
	case CLOCK_RATIONAL:
		text_printf(out, "every ");
		print_ratio(out, by, per);
		text_printf(out, " s");
		break;
	case CLOCK_INTERVAL:
	case CLOCK_VARYING:
		text_printf(out, "every ");
		if (by != per) {
			print_ratio(out, by, per);
			text_printf(out, " of ");
		}
		print_expr(m, NULL, k->written, scratch, out);
		if (k->resolution != 1)
			text_printf(out, "/%g", k->resolution);
		text_printf(out, " s");
		break;
	case CLOCK_EVENT:
		text_printf(out, by == 1 ? "when this rises: " : "at every %lld-th rise of ", by);
		print_expr(m, NULL, k->written, scratch, out);
		break;
	}
	if (k->shift) {
		text_printf(out, ", from ");
		print_ratio(out, (long long)k->shift, per);
		text_printf(out, " on");
	}
}

void clocks_print(const FlatModel *m, Arena *scratch, Text *out)
{
	for (size_t i = 0; i < m->clocks.n; i++) {
		const FlatClock *k = &m->clocks.at[i];
		int n = 0, of = 0;

		text_printf(out, "  %d.%zu: ticks ", k->base + 1, i + 1);
		print_interval(m, k, scratch, out);
		text_printf(out, "; %d equation%s", k->n_eqs, k->n_eqs == 1 ? "" : "s");
		if (k->has_der)
			text_printf(out, ", integrated by %s", k->method);
		for (size_t v = 0; v < m->clock_of.n; v++)
			of += m->clock_of.at[v] == (int32_t)i + 1;
		for (size_t v = 0; v < m->clock_of.n && n < 4; v++)
			if (m->clock_of.at[v] == (int32_t)i + 1) {
				text_printf(out, n++ ? ", " : " for ");
				flat_print_var(m, (VarId){(int32_t)v}, out);
			}
		text_printf(out, of > n ? " … (%d)\n" : "\n", of);
	}
}
