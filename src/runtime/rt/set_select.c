/* SPDX-License-Identifier: MIT
   set_select.c — which candidates of a set are states. With J_D the columns of the dummies and J_S
   those of the states, B = J_D^-1 J_S tells how an error of a state shows in a dummy, and
   exchanging state j with dummy i multiplies |det J_D| by |B_ij|. While an entry is larger than
   FACTOR that pair is exchanged (maximum volume); it ends because the determinant grows each time.
   The first choice comes from QR with column pivoting. Looked at after accepted steps and events
   only. */
#include "runtime/rt/rt.h"

#include <string.h>

#define TIE 1e-6 /* columns whose lengths differ less are equal: priorities decide */

void set_default(RtSet *s)
{
	int32_t n = s->set->n;

	for (int32_t i = 0; i < n; i++) {
		int32_t k = i;

		/* Insertion by falling priority; equal ones keep their order. */
		for (; k > 0 && s->set->priority[s->choice[k - 1]] < s->set->priority[i]; k--)
			s->choice[k] = s->choice[k - 1];
		s->choice[k] = i;
	}
	s->sign = 0;
	s->selected = false;
}

/* Choose dummies one after the other: the longest column of what the ones before leave. */
static bool choose_first(Rt *rt, RtSet *s)
{
	int32_t m = s->set->m, n = s->set->n, *column = rt->work.column;
	double *a = rt->work.normal;
	bool *used = rt->work.least.free;

	memcpy(a, s->jac, (size_t)m * n * sizeof *a);
	memset(used, 0, (size_t)n * sizeof *used);
	for (int32_t k = 0; k < m; k++) {
		double best = 0;
		int32_t p = -1;

		for (int32_t j = 0; j < n; j++) {
			double norm = 0;

			for (int32_t i = 0; i < m; i++)
				norm = hypot(norm, a[i + j * m]);
			if (used[j] || norm < best * (1 - TIE) || !(norm > 1e-10))
				continue;
			if (norm > best * (1 + TIE) || s->set->priority[j] < s->set->priority[p])
				p = j;
			best = fmax(best, norm);
		}
		if (p < 0)
			return false;
		used[p] = true;
		column[k] = p;
		/* Take the chosen direction out of the others. */
		for (int32_t j = 0; j < n; j++) {
			double dot = 0, length = 0;

			for (int32_t i = 0; i < m && !used[j]; i++) {
				dot += a[i + j * m] * a[i + p * m];
				length += a[i + p * m] * a[i + p * m];
			}
			for (int32_t i = 0; i < m && !used[j]; i++)
				a[i + j * m] -= dot / length * a[i + p * m];
		}
	}
	for (int32_t j = 0, k = 0; j < n; j++)
		if (!used[j])
			s->choice[k++] = j;
	memcpy(s->choice + n - m, column, (size_t)m * sizeof *column);
	return true;
}

/* B for the present choice; false: J_D is singular. */
static bool compute_swap(Rt *rt, RtSet *s)
{
	int32_t m = s->set->m, n_states = s->set->n - m;
	double *dummies = rt->work.normal;
	DenseLu *lu = &rt->work.lu;

	lu->n = m;
	for (int32_t k = 0; k < m; k++) {
		lu->col[k] = 1;
		memcpy(dummies + (size_t)k * m, s->jac + (size_t)s->choice[n_states + k] * m,
			   (size_t)m * sizeof *dummies);
	}
	if (!dense_factor(lu, dummies) || dense_condition(lu, rt->work.scratch) > 1e12)
		return false;
	for (int32_t j = 0; j < n_states; j++) {
		double *b = s->swap + (size_t)j * m;

		memcpy(b, s->jac + (size_t)s->choice[j] * m, (size_t)m * sizeof *b);
		dense_solve(lu, b);
	}
	s->sign = lu->sign;
	return true;
}

static void exchange(RtSet *s, int32_t dummy, int32_t state)
{
	int32_t *d = &s->choice[s->set->n - s->set->m + dummy], *x = &s->choice[state], old = *d;

	*d = *x;
	*x = old;
}

/* The largest entry of B. */
static double largest_swap(const RtSet *s, int32_t *dummy, int32_t *state)
{
	int32_t m = s->set->m;
	double largest = -1;

	for (int32_t j = 0; j < s->set->n - m; j++)
		for (int32_t i = 0; i < m; i++)
			if (fabs(s->swap[i + j * m]) > largest) {
				largest = fabs(s->swap[i + j * m]);
				*dummy = i;
				*state = j;
			}
	return largest;
}

static MdvStatus report_singular(Rt *rt, const RtSet *s)
{
	report_fail(rt, MDV_FAILED, rt_time(rt), "at time %g the constraints between", rt_time(rt));
	for (int32_t j = 0; j < s->set->n && j < 8; j++)
		report_add(rt, "%s '%s'", j ? "," : "", report_name(rt, s->set->candidate[j].slot));
	report_add(rt, "%s depend on each other: no states can be chosen", s->set->n > 8 ? ", …" : "");
	for (int32_t i = 0; i < s->set->m && i < 3; i++)
		report_source(rt, s->block->step->source[i]);
	return MDV_FAILED;
}

static MdvStatus select_one(Rt *rt, RtSet *s, double factor, bool *changed)
{
	int32_t dummy = 0, state = 0;
	bool first = !s->selected;
	MdvStatus status;

	if (s->set->tied >= 0 || s->set->n == s->set->m || (s->set->constant && s->selected))
		return MDV_OK;
	status = set_jacobian(rt, s);
	if (status != MDV_OK)
		return status;
	if (first || !compute_swap(rt, s)) {
		*changed = true;
		if (!choose_first(rt, s) || !compute_swap(rt, s))
			return report_singular(rt, s);
	}
	for (int32_t k = 0; k < 100 && largest_swap(s, &dummy, &state) > factor; k++) {
		exchange(s, dummy, state);
		*changed = true;
		if (!compute_swap(rt, s))
			return report_singular(rt, s);
	}
	s->selected = true;
	return MDV_OK;
}

static void tell_states(Rt *rt)
{
	for (int32_t k = 0; k < rt->m->n_sets; k++) {
		const RtSet *s = &rt->set[k];
		const int32_t *choice = s->set->tied < 0 ? s->choice : rt->set[s->set->tied].choice;
		Text line;

		text_init(&line, rt->alloc);
		text_printf(&line, "at %.15g states of set %d:", rt->frame[rt->m->time], (int)k + 1);
		for (int32_t i = 0; i < s->set->n - s->set->m; i++)
			text_printf(&line, " %s", report_name(rt, s->set->candidate[choice[i]].slot));
		report_trace(rt, "%s", text_str(&line));
		text_free(&line);
	}
}

/* Factors and guesses are for another choice of unknowns now. */
static void forget(Rt *rt)
{
	for (int32_t k = 0; k < rt->n_blocks; k++)
		if (rt->block[k].step->kind == MDV_STEP_SET)
			for (int use = 0; use < RT_USES; use++)
				rt->block[k].kept[use].valid = false;
	rt_accept(rt);
	rt->last.t = NAN;
	rt->stats.set_changes++;
	if (rt->listener.what & MDV_LOG_STATES)
		tell_states(rt);
}

MdvStatus set_select(Rt *rt, double factor, bool *changed)
{
	MdvStatus status = MDV_OK;

	*changed = false;
	for (int32_t k = 0; k < rt->m->n_sets && status == MDV_OK; k++)
		status = select_one(rt, &rt->set[k], factor, changed);
	if (*changed)
		forget(rt);
	return status;
}

bool set_force(Rt *rt, int32_t slot, bool *changed)
{
	int32_t candidate, k = set_find(rt, slot, &candidate), best = -1;
	RtSet *s;
	int32_t n_states, dummy = -1;

	*changed = false;
	if (k < 0)
		return true;
	s = &rt->set[rt->m->set[k].tied < 0 ? k : rt->m->set[k].tied];
	n_states = s->set->n - s->set->m;
	for (int32_t i = 0; i < s->set->m; i++)
		if (s->choice[n_states + i] == candidate)
			dummy = i;
	if (dummy < 0)
		return true;
	if (set_jacobian(rt, s) != MDV_OK || !compute_swap(rt, s))
		return false;
	for (int32_t j = 0; j < n_states; j++)
		if (best < 0 ||
			fabs(s->swap[dummy + j * s->set->m]) > fabs(s->swap[dummy + best * s->set->m]))
			best = j;
	if (best < 0 || fabs(s->swap[dummy + best * s->set->m]) < 1e-8)
		return false;
	exchange(s, dummy, best);
	*changed = true;
	forget(rt);
	return compute_swap(rt, s);
}
