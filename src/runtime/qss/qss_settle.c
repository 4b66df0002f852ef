/* SPDX-License-Identifier: MIT
   qss_settle.c — which states may be taken for settled (qss_core.c). What a state settles to is
   right if what moves it stays where it is meanwhile. Where nothing that it moves comes back to it
   that is so. Otherwise those that it reads must be slow: a quantum of anything that moves them,
   within its time constant, must move it by little. That is known of affine derivatives, whose
   slopes change at events only. */
#include "runtime/qss/qss.h"

#define LITTLE 0.01 /* quanta */

/* --- states that move each other --- */

/* Tarjan: components that are strongly connected, without recursion. */
typedef struct Search {
	const QssLists *l;
	int32_t n;
	int32_t *order, *low, *stack, *path; /* by state; order 0: not seen */
	int64_t *at;                         /* of path: who is next */
	bool *on;                            /* the stack */
	int32_t n_seen, n_stack, n_path;
} Search;

static void enter(Search *x, int32_t i)
{
	x->order[i] = x->low[i] = ++x->n_seen;
	x->stack[x->n_stack++] = i;
	x->on[i] = true;
	x->at[x->n_path] = x->l->start[i];
	x->path[x->n_path++] = i;
}

static void leave(Search *x, Qss *s, int32_t i)
{
	int32_t first = x->n_stack;

	x->n_path--;
	if (x->n_path > 0) {
		int32_t from = x->path[x->n_path - 1];

		x->low[from] = x->low[i] < x->low[from] ? x->low[i] : x->low[from];
	}
	if (x->low[i] != x->order[i])
		return;
	while (x->stack[--first] != i)
		;
	for (int32_t k = first; k < x->n_stack; k++) {
		x->on[x->stack[k]] = false;
		s->settles[x->stack[k]] = x->n_stack - first == 1 ? QSS_SETTLES : QSS_MAY_SETTLE;
	}
	x->n_stack = first;
}

static void search_from(Search *x, Qss *s, int32_t root)
{
	enter(x, root);
	while (x->n_path > 0) {
		int32_t i = x->path[x->n_path - 1], j;

		if (x->at[x->n_path - 1] >= x->l->start[i + 1] ||
			x->l->item[x->at[x->n_path - 1]] >= x->n) {
			leave(x, s, i);
			continue;
		}
		j = x->l->item[x->at[x->n_path - 1]++];
		if (x->order[j] == 0)
			enter(x, j);
		else if (x->on[j] && x->order[j] < x->low[i])
			x->low[i] = x->order[j];
	}
}

bool settle_open(Qss *s, Arena *memory)
{
	size_t n = (size_t)s->rt->n + 1;
	ArenaMark mark;
	Search x = {.l = &s->graph.readers, .n = s->rt->n};
	bool ok;

	s->settles = NEW_ARRAY(memory, uint8_t, n);
	mark = arena_mark(memory);
	x.order = NEW_ARRAY(memory, int32_t, n);
	x.low = NEW_ARRAY(memory, int32_t, n);
	x.stack = NEW_ARRAY(memory, int32_t, n);
	x.path = NEW_ARRAY(memory, int32_t, n);
	x.at = NEW_ARRAY(memory, int64_t, n);
	x.on = NEW_ARRAY(memory, bool, n);
	ok = s->settles && x.order && x.low && x.stack && x.path && x.at && x.on;
	for (int32_t i = 0; ok && i < x.n; i++)
		if (x.order[i] == 0)
			search_from(&x, s, i);
	arena_release(memory, mark);
	return ok;
}

/* --- slow ones --- */

void settle_forget(Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	if (s->settles[i] == QSS_SETTLES)
		return;
	s->settles[i] = QSS_MAY_SETTLE;
	for (int64_t k = l->start[i]; k < l->start[i + 1] && l->item[k] < s->rt->n; k++)
		if (s->settles[l->item[k]] != QSS_SETTLES)
			s->settles[l->item[k]] = QSS_MAY_SETTLE;
}

/* Its derivative, if it is affine and by a shape: the states that it reads. */
static int32_t reads(const Qss *s, int32_t i, const int32_t **state)
{
	int32_t number = s->graph.shape[i];

	*state = &s->graph.arg[number < 0 ? 0 : s->graph.arg_start[i]];
	return number < 0 || s->graph.curved[i] ? -1 : s->graph.shapes[number].n[QSS_LEAF_STATE];
}

/* Does j, which the derivative of i reads with the slope `by`, stay where it is for 1 / a? */
static MdvStatus is_slow(Qss *s, int32_t i, int32_t j, double by, double t, bool *slow)
{
	const int32_t *state;
	int32_t n = reads(s, j, &state);
	double a = -s->state[i].slope;

	*slow = n >= 0;
	for (int32_t k = 0; k < n && *slow; k++) {
		double slope;

		TRY(eval_slope(s, j, state[k], t, &slope));
		*slow =
			fabs(by * slope) * s->state[state[k]].quantum <= LITTLE * (a * s->state[i].quantum) * a;
	}
	return MDV_OK;
}

MdvStatus settle_look(Qss *s, int32_t i, double t)
{
	const int32_t *state;
	int32_t n = reads(s, i, &state);
	bool slow = n >= 0;

	for (int32_t k = 0; k < n && slow; k++) {
		double by;

		if (state[k] == i)
			continue;
		TRY(eval_slope(s, i, state[k], t, &by));
		TRY(is_slow(s, i, state[k], by, t, &slow));
	}
	s->settles[i] = slow ? QSS_SETTLES_NOW : QSS_DOES_NOT;
	return MDV_OK;
}
