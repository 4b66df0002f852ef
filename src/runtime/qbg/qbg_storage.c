/* SPDX-License-Identifier: MIT
   qbg_storage.c — capacitors with flow in and inductors with effort in (paper 003, section 4): the
   state is the integral of what comes in, over the value. What goes out is its quantized image: of
   order 1 a level, with hysteresis; of order 2 and 3 (QSS2, QSS3) the state's own polynomial, one
   degree lower, until the two are a quantum apart. The time of that is exact: it is a root of a
   polynomial. */
#include "runtime/qbg/qbg.h"

#include <math.h>

static MdvStatus leave(const QbgPart *s, const MdvCall *call)
{
	return mdv_fail(call, MDV_FAILED, "the state of '%s' leaves its list of levels: it is %g",
					s->element->name, qbg_poly_at(&s->x, call->t));
}

/* When the state has gone a distance from its image: dev rises to 0. */
static double reach(QbgPoly dev, double sign, double distance)
{
	for (int k = 0; k <= QBG_DEGREE; k++)
		dev.c[k] *= sign;
	dev.c[0] -= distance;
	return qbg_poly_reach(&dev);
}

static void plan_levels(QbgPart *s)
{
	double up = reach(s->x, 1, s->level.up), down = reach(s->x, -1, -s->level.down);

	s->goes_up = up <= down;
	s->t_next = s->goes_up ? up : down;
}

static void plan_distance(QbgPart *s)
{
	QbgPoly dev = s->x, image = s->port[0].out;
	double width = qbg_quantizer_width(&s->element->quantizer, s->x.c[0]);

	qbg_poly_move(&image, dev.t);
	for (int k = 0; k <= QBG_DEGREE; k++)
		dev.c[k] -= image.c[k];
	s->t_next = fmin(reach(dev, 1, width), reach(dev, -1, width));
}

/* What is sent at t, and, of order 1, the level that holds then; false: there is none. */
static bool next_image(const QbgPart *s, double t, QbgPoly *image, QbgLevel *level)
{
	*image = s->x;
	*level = s->level;
	qbg_poly_move(image, t);
	for (int k = s->order; k <= QBG_DEGREE; k++)
		image->c[k] = 0;
	if (s->order > 1)
		return !isnan(qbg_quantizer_width(&s->element->quantizer, image->c[0]));
	if (s->n_events > 0 && !qbg_quantizer_next(&s->element->quantizer, s->goes_up, level))
		return false;
	image->c[0] = level->value;
	return true;
}

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const QbgAtomicParams *p = params;
	QbgPart *s = state;

	qbg_part_begin(s, call, p, call->t);
	s->gain[0] = 1 / p->element->value;
	s->x = (QbgPoly){.t = call->t, .c = {p->element->start}};
	return qbg_quantizer_find(&s->element->quantizer, s->x.c[0], &s->level) ? MDV_OK
																			: leave(s, call);
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const QbgPart *s = state;
	QbgPoly image;
	QbgLevel level;

	if (!qbg_is_base(call, s->depth))
		return MDV_OK; /* the structure has not settled: it waits for the next wave */
	return next_image(s, call->t, &image, &level)
			   ? qbg_message_send(call, 0, &image, s->order == 1 && !s->gdevs)
			   : leave(s, call);
}

/* The state goes on to t. */
static void advance(QbgPart *s, double t)
{
	s->integral += qbg_poly_integral(&s->x, t);
	qbg_poly_move(&s->x, t);
}

/* When the image is to be changed next; a list of levels must not be left before. */
static void plan(QbgPart *s)
{
	(s->order == 1 ? plan_levels : plan_distance)(s);
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	QbgPart *s = state;
	QbgPoly image;

	if (!qbg_is_base(call, s->depth))
		return MDV_OK;
	if (!next_image(s, call->t, &image, &s->level))
		return leave(s, call);
	s->port[0].out = image;
	advance(s, call->t);
	s->n_events++;
	plan(s);
	return MDV_OK;
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	QbgPart *s = state;

	(void)e;
	advance(s, call->t);
	s->port[0].in = qbg_message_read(&x->at[x->n - 1], call->t);
	for (int k = QBG_DEGREE; k > 0; k--)
		s->x.c[k] = s->port[0].in.c[k - 1] * s->gain[0] / k;
	if (s->n_events > 0)
		plan(s);
	return MDV_OK;
}

const MdvAtomic qbg_storage = {.name = "storage",
							   .state_size = sizeof(QbgPart),
							   .n_in = 1,
							   .n_out = 1,
							   .init = init,
							   .t_next = qbg_part_next,
							   .lambda = lambda,
							   .delta_int = delta_int,
							   .delta_ext = delta_ext};
