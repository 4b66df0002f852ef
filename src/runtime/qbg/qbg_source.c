/* SPDX-License-Identifier: MIT
   qbg_source.c — sources of effort and flow (paper 003, section 4): what they send is the quantized
   image of a signal. What is constant between its breaks is sent as it is. Of order 1 other signals
   are sent as levels, with hysteresis, at the instants at which they reach them; of order 2 and 3
   as Taylor polynomials, for as long as these stay within the quantum. */
#include "runtime/qbg/qbg.h"

#include <math.h>

static bool is_exact(const QbgPart *s, double t)
{
	const QbgSignal *signal = &s->element->signal;

	return qbg_signal_is_steps(signal) || t < signal->start ||
		   (signal->kind == QBG_RAMP && !(t < signal->start + signal->duration));
}

/* When the image is to be changed after t. */
static void plan(QbgPart *s, double t)
{
	const QbgSignal *signal = &s->element->signal;
	double at = qbg_signal_break(signal, t), up, down;

	s->is_due[0] = true; /* at a break the level is looked for anew */
	s->t_next = at;
	if (is_exact(s, t))
		return;
	if (s->order > 1) {
		double width = qbg_quantizer_width(&s->element->quantizer, s->port[0].out.c[0]);

		s->t_next = fmin(at, t + qbg_signal_span(signal, t, s->order - 1, width));
		return;
	}
	up = qbg_signal_reach(signal, t, s->level.up, true);
	down = qbg_signal_reach(signal, t, s->level.down, false);
	if (fmin(up, down) < at) {
		s->is_due[0] = false;
		s->goes_up = up <= down;
		s->t_next = fmin(up, down);
	}
}

/* What is sent at t; false: it lies outside of the list of levels. */
static bool next_image(const QbgPart *s, double t, QbgPoly *image, QbgLevel *level)
{
	*image = qbg_signal_at(&s->element->signal, t);
	*level = s->level;
	for (int k = s->order; k <= QBG_DEGREE; k++)
		image->c[k] = 0;
	if (is_exact(s, t))
		return true;
	if (s->order > 1)
		return !isnan(qbg_quantizer_width(&s->element->quantizer, image->c[0]));
	if (s->is_due[0] ? !qbg_quantizer_find(&s->element->quantizer, image->c[0], level)
					 : !qbg_quantizer_next(&s->element->quantizer, s->goes_up, level))
		return false;
	image->c[0] = level->value;
	return true;
}

static MdvStatus leave(const QbgPart *s, const MdvCall *call)
{
	return mdv_fail(call, MDV_FAILED, "the signal of '%s' leaves its list of levels: it is %g",
					s->element->name, qbg_signal_at(&s->element->signal, call->t).c[0]);
}

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const QbgAtomicParams *p = params;
	QbgPart *s = state;

	qbg_part_begin(s, call, p, call->t);
	s->is_due[0] = true;
	return MDV_OK;
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const QbgPart *s = state;
	QbgPoly image;
	QbgLevel level;

	if (!qbg_is_base(call, s->depth))
		return MDV_OK;
	return next_image(s, call->t, &image, &level)
			   ? qbg_message_send(call, 0, &image, s->order == 1 && !s->gdevs)
			   : leave(s, call);
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	QbgPart *s = state;
	QbgLevel level;

	if (!qbg_is_base(call, s->depth))
		return MDV_OK;
	if (!next_image(s, call->t, &s->port[0].out, &level))
		return leave(s, call);
	s->level = level;
	s->n_events++;
	plan(s, call->t);
	return MDV_OK;
}

/* What comes back changes nothing. */
static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	QbgPart *s = state;

	(void)e;
	s->port[0].in = qbg_message_read(&x->at[x->n - 1], call->t);
	return MDV_OK;
}

const MdvAtomic qbg_source = {.name = "source",
							  .state_size = sizeof(QbgPart),
							  .n_in = 1,
							  .n_out = 1,
							  .init = init,
							  .t_next = qbg_part_next,
							  .lambda = lambda,
							  .delta_int = delta_int,
							  .delta_ext = delta_ext};
