/* SPDX-License-Identifier: MIT
   qbg_junction.c — 0- and 1-junctions (paper 003, section 4): what comes in at the strong bond goes
   out at all the others; at the strong bond goes out the sum of what comes in there, by the
   directions of power. Each leaves at the step of its rank, when all that it is made of has come.
 */
#include "runtime/qbg/qbg.h"

#include <math.h>

typedef struct Junction {
	int32_t n;       /* bonds */
	int32_t strong;  /* the strong one */
	int32_t depth;   /* of the network */
	int32_t rank[2]; /* of what goes out: at weak bonds, at the strong one */
	bool is_due[2];  /* likewise: something is to be sent */
	bool is_number;  /* trajectories are piecewise constant */
	double t_next;   /* now, or never */
	QbgPoly *in;     /* n: what was heard last */
	double *sign;    /* n: 1 if power comes in there, -1 if it goes out */
} Junction;

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const QbgAtomicParams *p = params;
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Junction *s = state;

	*s = (Junction){.n = p->n_bonds,
					.depth = p->depth,
					.is_number = p->order == 1 && !p->gdevs,
					.t_next = INFINITY};
	s->in = alloc_new(alloc, (size_t)s->n * sizeof *s->in);
	s->sign = alloc_new(alloc, (size_t)s->n * sizeof *s->sign);
	if (!s->in || !s->sign) {
		alloc_free(alloc, s->in, (size_t)s->n * sizeof *s->in);
		alloc_free(alloc, s->sign, (size_t)s->n * sizeof *s->sign);
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a junction");
	}
	for (int32_t i = 0; i < s->n; i++) {
		const QbgBond *b = p->bond[i];
		bool gives_effort = b->effort == p->side[i];
		bool strong = p->element->kind == QBG_ONE ? gives_effort : !gives_effort;

		s->in[i].t = call->t;
		s->sign[i] = p->side[i] == 1 ? 1 : -1;
		s->rank[strong] = b->rank[p->side[i]];
		s->strong = strong ? i : s->strong;
	}
	return MDV_OK;
}

static void destroy(void *state, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Junction *s = state;

	alloc_free(alloc, s->in, (size_t)s->n * sizeof *s->in);
	alloc_free(alloc, s->sign, (size_t)s->n * sizeof *s->sign);
}

static double t_next(const void *state)
{
	return ((const Junction *)state)->t_next;
}

static bool is_sent_now(const Junction *s, const MdvCall *call, int what)
{
	return s->is_due[what] && call->step % (uint64_t)s->depth == (uint64_t)s->rank[what];
}

/* The sum of all with their signs is 0. */
static MdvStatus send_sum(const Junction *s, MdvCall *call)
{
	QbgPoly sum = {.t = call->t};

	for (int32_t i = 0; i < s->n; i++) {
		QbgPoly in = s->in[i];

		if (i == s->strong)
			continue;
		if (!s->is_number)
			qbg_poly_move(&in, call->t);
		for (int k = 0; k <= QBG_DEGREE; k++)
			sum.c[k] -= s->sign[i] * s->sign[s->strong] * in.c[k];
	}
	return qbg_message_send(call, (uint32_t)s->strong, &sum, s->is_number);
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const Junction *s = state;

	if (is_sent_now(s, call, 0))
		for (int32_t i = 0; i < s->n; i++)
			if (i != s->strong)
				TRY(qbg_message_send(call, (uint32_t)i, &s->in[s->strong], s->is_number));
	return is_sent_now(s, call, 1) ? send_sum(s, call) : MDV_OK;
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	Junction *s = state;

	for (int i = 0; i < 2; i++)
		if (is_sent_now(s, call, i))
			s->is_due[i] = false;
	s->t_next = s->is_due[0] || s->is_due[1] ? call->t : INFINITY;
	return MDV_OK;
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Junction *s = state;

	(void)e;
	for (size_t k = 0; k < x->n; k++) {
		s->in[x->at[k].port] = qbg_message_read(&x->at[k], call->t);
		s->is_due[(int32_t)x->at[k].port == s->strong ? 0 : 1] = true;
	}
	if (s->n < 2)
		s->is_due[0] = false;
	s->t_next = s->is_due[0] || s->is_due[1] ? call->t : INFINITY;
	return MDV_OK;
}

const MdvAtomic qbg_junction = {.name = "junction",
								.state_size = sizeof(Junction),
								.init = init,
								.destroy = destroy,
								.t_next = t_next,
								.lambda = lambda,
								.delta_int = delta_int,
								.delta_ext = delta_ext};
