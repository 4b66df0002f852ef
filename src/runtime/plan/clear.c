/* SPDX-License-Identifier: MIT
   clear.c — crossings that need no look: of most crossings the first bound of all their values over
   a step, or over the box of some steps in which it is, keeps away from zero, whatever is asked
   later of parts of the step, asleep or not. What remains is a short list, and all that is done for
   each part of a step is done for that. */
#include "runtime/plan/steps.h"

bool clear_open(Steps *s)
{
	Clear *c = &s->prove.clear;

	c->open = NEW_ARRAY(&s->r->memory, int32_t, s->rt->m->n_crossings);
	c->left = NEW_ARRAY(&s->r->memory, int32_t, s->rt->m->n_crossings);
	return c->open && c->left;
}

void clear_unmark(Steps *s)
{
	if (!s->prove.clear.marked)
		return;
	s->prove.clear.marked = false;
	FOR_WATCHED (s, i)
		s->crossing[i].proved = false;
}

double clear_least(const Crossing *c)
{
	return -0.5 * c->band;
}

/* Do all these values keep away from zero so far that it does not matter what the crossing does? */
static bool is_far(const Crossing *c, Interval z)
{
	return (c->side > 0 ? z.lo : -z.hi) > clear_least(c);
}

static bool is_far_in_box(Steps *s, int32_t i)
{
	Proof *p = &s->prove.proof;
	Interval range;
	bool far;

	if (!proof_box_range(p, &p->crossing[i], &range))
		return false;
	far = is_far(&s->crossing[i], range);
	proof_box_tell(p, &p->crossing[i], far);
	return far;
}

/* At the ends of what is looked at nothing is violated: one that only rises, or falls, keeps its
   side between. */
static bool is_far_in_step(Steps *s, int32_t i)
{
	Proof *p = &s->prove.proof;
	const Crossing *c = &s->crossing[i];
	const ProofEnd *e = &p->crossing[i];

	if (!proof_is_polynomial(p, e)) /* its form is known now */
		return e->form && e->form->ok && is_far(c, proof_form_whole(p, e->form));
	return is_far(c, proof_few(p, e)) ||
		   (e->form->first_other > 1 && is_far(c, proof_glance(p, e))) || proof_is_monotone(p, e);
}

/* What is left to look at in the box. */
static void see_box(Steps *s, uint32_t box)
{
	Clear *c = &s->prove.clear;

	c->box = box;
	c->n_left = 0;
	FOR_WATCHED (s, i)
		if (!is_far_in_box(s, i))
			c->left[c->n_left++] = i;
}

static void see_step(Steps *s)
{
	Clear *c = &s->prove.clear;
	Proof *p = &s->prove.proof;
	uint32_t box = proof_box_now(p);
	const int32_t *list;
	int32_t n;

	if (box != 0 && box != c->box)
		see_box(s, box);
	list = box != 0 ? c->left : s->watch.at;
	n = box != 0 ? c->n_left : s->watch.n;
	c->step = p->count.step;
	c->epoch = p->count.epoch;
	c->n_open = 0;
	for (int32_t k = 0; k < n; k++)
		if (!is_far_in_step(s, list[k]))
			c->open[c->n_open++] = list[k];
	c->marked = false;
}

static void mark_far(Steps *s)
{
	const Clear *c = &s->prove.clear;

	FOR_WATCHED (s, i) {
		s->crossing[i].proved = true;
		s->crossing[i].n_proved++;
	}
	for (int32_t k = 0; k < c->n_open; k++)
		s->crossing[c->open[k]].n_proved--;
}

void clear_see(Steps *s)
{
	Clear *c = &s->prove.clear;
	const Proof *p = &s->prove.proof;

	if (c->step != p->count.step || c->epoch != p->count.epoch)
		see_step(s);
	if (!c->marked)
		mark_far(s);
	for (int32_t k = 0; k < c->n_open; k++)
		s->crossing[c->open[k]].proved = false;
	c->marked = true;
}
