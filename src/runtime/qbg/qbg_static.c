/* SPDX-License-Identifier: MIT
   qbg_static.c — resistors in both causalities, transformers, gyrators: what goes out is what comes
   in by a factor, at the step of its rank. In the GDEVS form (paper 003, section 4) a resistor
   takes the trend of what came in last with it: effort(t) = a t + b. */
#include "runtime/qbg/qbg.h"

#include <math.h>

/* What comes in at bond i by this goes out at bond `to`: whether that is an effort decides. */
static double gain_of(const QbgElement *e, int to, bool gives_effort)
{
	switch (e->kind) {
	case QBG_R: return gives_effort ? e->value : 1 / e->value;
	case QBG_GY: return gives_effort ? e->value : 1 / e->value;
	default: /* f2 = r f1, e1 = r e2 */ return gives_effort == (to == 0) ? e->value : 1 / e->value;
	}
}

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const QbgAtomicParams *p = params;
	QbgPart *s = state;

	qbg_part_begin(s, call, p, INFINITY);
	for (int32_t i = 0; i < p->n_bonds; i++) {
		const QbgBond *b = p->bond[i];

		s->rank[i] = b->rank[p->side[i]];
		s->gain[i] = gain_of(p->element, b->port[p->side[i]], b->effort == p->side[i]);
	}
	return MDV_OK;
}

static bool is_sent_now(const QbgPart *s, const MdvCall *call, int i)
{
	return s->is_due[i] && call->step % (uint64_t)s->depth == (uint64_t)s->rank[i];
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const QbgPart *s = state;

	for (int i = 0; i < 2; i++)
		if (is_sent_now(s, call, i))
			TRY(qbg_message_send(call, (uint32_t)i, &s->port[i].out, s->order == 1 && !s->gdevs));
	return MDV_OK;
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	QbgPart *s = state;

	for (int i = 0; i < 2; i++)
		if (is_sent_now(s, call, i))
			s->is_due[i] = false;
	s->t_next = s->is_due[0] || s->is_due[1] ? call->t : INFINITY;
	return MDV_OK;
}

/* The slope from the last input to this one; what came at the same instant has none. */
static void add_trend(const QbgPart *s, const QbgPoly *in, QbgPoly *out)
{
	const QbgPoly *last = &s->port[0].in;

	if (s->gdevs && s->element->kind == QBG_R && in->t > last->t && in->c[1] == 0 &&
		last->c[1] == 0)
		out->c[1] = (in->c[0] - last->c[0]) / (in->t - last->t) * s->gain[0];
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	QbgPart *s = state;

	(void)e;
	for (size_t k = 0; k < x->n; k++) {
		int from = (int)x->at[k].port, to = s->element->kind == QBG_R ? 0 : 1 - from;
		QbgPoly in = qbg_message_read(&x->at[k], call->t), out = in;

		for (int j = 0; j <= QBG_DEGREE; j++)
			out.c[j] *= s->gain[to];
		add_trend(s, &in, &out);
		s->port[from].in = in;
		s->port[to].out = out;
		s->is_due[to] = true;
	}
	s->t_next = call->t;
	return MDV_OK;
}

const MdvAtomic qbg_static = {.name = "static",
							  .state_size = sizeof(QbgPart),
							  .n_in = 2,
							  .n_out = 2,
							  .init = init,
							  .t_next = qbg_part_next,
							  .lambda = lambda,
							  .delta_int = delta_int,
							  .delta_ext = delta_ext};
