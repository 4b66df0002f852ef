/* SPDX-License-Identifier: MIT
   gdevs.c — integrator and event detector of the ball as separate atomics. What crosses between
   them is the line h_n + v_n (t - t_n), equation 4 of paper 002; the integrator itself moves the
   ball by Euler's method, implicit as in the paper: h_{n+1} = h_n + dt (v_n - dt g). The two
   differ by dt^2 g, and that is how deep below the floor the ball turns round. */
#include "gdevs.h"

#include <math.h>

/* Integrator */

typedef struct Integrator {
	GdevsParams p; /* as given */
	double start;  /* where the grid of points begins */
	double t;      /* of the last point */
	double h, v;   /* there */
	double t_next; /* of the next line: the next point, or now after a bounce */
	uint64_t n;    /* points on the grid so far; a bounce does not shift it */
	bool bounced;  /* the next line is that after a bounce */
} Integrator;

static MdvStatus integrator_init(void *state, const MdvCall *call, const void *params)
{
	Integrator *s = state;

	s->p = *(const GdevsParams *)params;
	if (!(s->p.step > 0))
		return mdv_fail(call, MDV_BAD_ARGUMENT, "steps must be longer than 0, not %g", s->p.step);
	s->start = s->t = s->t_next = call->t;
	s->h = s->p.h;
	return MDV_OK;
}

/* The point at t, not earlier than the last one. */
static Integrator point_at(const Integrator *s, double t)
{
	Integrator at = *s;
	double dt = t - s->t;

	at.t = t;
	at.v = s->v - dt * s->p.g;
	at.h = s->h + dt * (s->p.scheme == GDEVS_IMPLICIT ? at.v : s->v);
	return at;
}

static double integrator_t_next(const void *state)
{
	return ((const Integrator *)state)->t_next;
}

static MdvStatus integrator_lambda(const void *state, MdvCall *call)
{
	const Integrator *s = state;
	Integrator at = point_at(s, call->t);
	MdvPayload *line = mdv_record_new(call, 2);
	MdvStatus status;

	if (!line)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a line");
	mdv_record_fields(line, NULL)[0] = mdv_real(at.h);
	mdv_record_fields(line, NULL)[1] = mdv_real(at.v);
	status = mdv_send(call, GDEVS_LINE, mdv_payload(line));
	return status >= 0 && s->bounced ? mdv_send(call, GDEVS_HEIGHT, mdv_real(at.h)) : status;
}

static MdvStatus integrator_delta_int(void *state, const MdvCall *call)
{
	Integrator *s = state;

	*s = point_at(s, call->t);
	if (!s->bounced)
		s->n++;
	s->t_next = s->start + (double)s->n * s->p.step;
	s->bounced = false;
	return MDV_OK;
}

/* Equation 3: it turns round if it falls. */
static MdvStatus integrator_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Integrator *s = state;

	(void)e;
	(void)x;
	if (point_at(s, call->t).v >= 0)
		return MDV_OK;
	*s = point_at(s, call->t);
	s->v = -s->v;
	s->t_next = call->t;
	s->bounced = true;
	return MDV_OK;
}

const MdvAtomic gdevs_integrator = {
	.name = "integrator",
	.state_size = sizeof(Integrator),
	.n_in = 1,
	.n_out = 2,
	.init = integrator_init,
	.t_next = integrator_t_next,
	.lambda = integrator_lambda,
	.delta_int = integrator_delta_int,
	.delta_ext = integrator_delta_ext,
};

/* Detector */

typedef struct Detector {
	double t_next; /* when the line meets the floor; INFINITY: never */
} Detector;

static MdvStatus detector_init(void *state, const MdvCall *call, const void *params)
{
	(void)call;
	(void)params;
	((Detector *)state)->t_next = INFINITY;
	return MDV_OK;
}

static double detector_t_next(const void *state)
{
	return ((const Detector *)state)->t_next;
}

static MdvStatus detector_lambda(const void *state, MdvCall *call)
{
	(void)state;
	return mdv_send(call, 0, mdv_event());
}

static MdvStatus detector_delta_int(void *state, const MdvCall *call)
{
	(void)call;
	((Detector *)state)->t_next = INFINITY;
	return MDV_OK;
}

static MdvStatus detector_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	const MdvValue *line = mdv_record_fields(x->at[x->n - 1].payload, NULL);
	double h = line[0].real, v = line[1].real;

	(void)e;
	((Detector *)state)->t_next = v < 0 ? call->t + fmax(h, 0) / -v : INFINITY;
	return MDV_OK;
}

const MdvAtomic gdevs_detector = {
	.name = "detector",
	.state_size = sizeof(Detector),
	.n_in = 1,
	.n_out = 1,
	.init = detector_init,
	.t_next = detector_t_next,
	.lambda = detector_lambda,
	.delta_int = detector_delta_int,
	.delta_ext = detector_delta_ext,
};
