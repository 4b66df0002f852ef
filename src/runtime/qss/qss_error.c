/* SPDX-License-Identifier: MIT
   qss_error.c — what quanta do to variables that are no states: a small difference of large states,
   or one that is multiplied (a heat flow by a difference of temperatures), shows them, multiplied.
   At some instants of the run the states are moved by their quanta, one up, one down, and it is
   seen by how much that moves each variable; what is moved by far more than the tolerance of its
   largest value is named at the end. */
#include "runtime/qss/qss.h"

#include <string.h>

#define LOOKS      16     /* in a run */
#define MOST_VARS  100000 /* of more it would take too long */
#define MANY       50     /* tolerances of a variable */
#define LEAST_SIZE 10     /* tolerances of its nominal value, 1: less is as good as zero */

/* Those that move. Of states a quantum is what was asked for, and their derivatives jump with it:
   nobody is told. */
static bool choose_vars(Qss *s, Arena *memory)
{
	QssError *e = &s->error;
	const MdvModel *m = s->rt->m;
	bool *skip = NEW_ARRAY(memory, bool, (size_t)m->n_vars + 1);

	e->var = NEW_ARRAY(memory, int32_t, (size_t)s->rt->index.n_moving);
	if (!skip || !e->var)
		return false;
	for (int32_t i = 0; i < s->rt->n; i++) {
		const MdvState *x = rt_state(s->rt, i);

		for (int k = 0; k < 2; k++) {
			int32_t var = s->rt->index.var_of_slot[k == 0 ? x->slot : x->derivative];

			if (var >= 0)
				skip[var] = true;
		}
	}
	for (int32_t k = 0; k < s->rt->index.n_moving; k++)
		if (!skip[s->rt->index.real[k]])
			e->var[e->n++] = s->rt->index.real[k];
	return true;
}

bool error_open(Qss *s, Arena *memory)
{
	QssError *e = &s->error;
	size_t n = (size_t)s->rt->index.n_moving;

	if (n == 0 || n > MOST_VARS || s->rt->n == 0 || !isfinite(s->o.stop))
		return true;
	if (!choose_vars(s, memory))
		return false;
	n = (size_t)e->n;
	e->on = n > 0;
	e->none = n == 0;
	if (!e->on)
		return true;
	e->value = NEW_ARRAY(memory, double, n);
	e->size = NEW_ARRAY(memory, double, n);
	e->moved = NEW_ARRAY(memory, double, n);
	e->next = -INFINITY;
	return e->value && e->size && e->moved;
}

static double frame_of(const Qss *s, int32_t k)
{
	return s->rt->frame[s->rt->m->var[s->error.var[k]].slot];
}

bool error_is_due(const Qss *s, double t)
{
	return s->error.on && t >= s->error.next;
}

/* The sign of a state's move: no pattern of a model. */
static double sign_of(int32_t i)
{
	return ((uint32_t)i * 2654435761u) >> 31 ? 1 : -1;
}

void error_look(Qss *s, double t)
{
	QssError *e = &s->error;
	int32_t n = e->n;

	e->next = t + s->rt->span / LOOKS;
	for (int32_t k = 0; k < n; k++) {
		e->value[k] = frame_of(s, k);
		e->size[k] = fmax(e->size[k], fabs(e->value[k]));
	}
	qss_values(s, t, s->x);
	for (int32_t i = 0; i < s->rt->n; i++)
		s->x[i] += sign_of(i) * s->state[i].quantum;
	if (rt_output(s->rt, t, s->x, RT_INTEGRATE) != MDV_OK)
		return;
	for (int32_t k = 0; k < n; k++)
		e->moved[k] = fmax(e->moved[k], fabs(frame_of(s, k) - e->value[k]));
}

void error_tell(Qss *s, const bool wanted[])
{
	const QssError *e = &s->error;
	int32_t worst = -1, n = 0;
	double ratio = 0;

	for (int32_t k = 0; e->on && k < e->n; k++) {
		if ((wanted && !wanted[e->var[k]]) || !(e->size[k] > LEAST_SIZE * s->o.relative) ||
			!(e->moved[k] > MANY * s->o.relative * e->size[k]))
			continue;
		n++;
		if (e->moved[k] / e->size[k] > ratio) {
			ratio = e->moved[k] / e->size[k];
			worst = k;
		}
	}
	if (worst < 0)
		return;
	report_log(
		s->rt,
		"quanta of states move '%s' by up to %.3g, where it is at most %.3g (%d variables are "
		"moved by more than %d times the tolerance): a smaller one, or a solver with steps, "
		"shows it better",
		report_name(s->rt, s->rt->m->var[e->var[worst]].slot), e->moved[worst], e->size[worst],
		(int)n, MANY);
}
