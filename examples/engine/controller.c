/* SPDX-License-Identifier: MIT
   controller.c — when the crank passes the sensor, the spark is due as much later as the crank
   would need at its present speed for the rest of the way. How much is burnt follows from the mean
   speed over the last cycle, by a proportional and integral law. */
#include "controller.h"

#include <math.h>

static const double pi = 3.14159265358979324;
static const double k_proportional = 0.03, k_integral = 0.003; /* ratio per rad/s */

typedef struct Controller {
	ControllerParams p; /* as given */
	double t_crank;     /* when the crank was seen last; NAN: not yet */
	double t_next;      /* of the spark; INFINITY: none is due */
	double mean;        /* speed over the last cycle, rad/s */
	double integral;    /* of the speed's error, as a ratio */
	double ratio;       /* of the next combustion */
	int64_t sparks;     /* so far */
} Controller;

static MdvStatus controller_init(void *state, const MdvCall *call, const void *params)
{
	Controller *s = state;

	(void)call;
	s->p = *(const ControllerParams *)params;
	s->t_crank = s->mean = NAN;
	s->t_next = INFINITY;
	s->integral = s->ratio = s->p.most;
	return MDV_OK;
}

/* What the engine runs with is bounded; the integral stops at the bounds too. */
static double bounded(const Controller *s, double ratio)
{
	return fmin(fmax(ratio, s->p.least), s->p.most);
}

static void govern(Controller *s, double t)
{
	double error;

	s->mean = 4 * pi / (t - s->t_crank);
	error = s->p.speed - s->mean;
	s->integral = bounded(s, s->integral + k_integral * error);
	s->ratio = bounded(s, s->integral + k_proportional * error);
}

static MdvStatus controller_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Controller *s = state;

	(void)e;
	if (!isnan(s->t_crank))
		govern(s, call->t);
	s->t_crank = call->t;
	s->t_next = call->t + s->p.sensor / x->at[0].real;
	return MDV_OK;
}

static double controller_t_next(const void *state)
{
	return ((const Controller *)state)->t_next;
}

static MdvStatus controller_lambda(const void *state, MdvCall *call)
{
	const Controller *s = state;
	MdvStatus status = mdv_send(call, CONTROLLER_RATIO, mdv_real(s->ratio));

	return status >= 0 ? mdv_send(call, CONTROLLER_SPARKS, mdv_integer(s->sparks + 1)) : status;
}

static MdvStatus controller_delta_int(void *state, const MdvCall *call)
{
	Controller *s = state;

	(void)call;
	s->sparks++;
	s->t_next = INFINITY;
	return MDV_OK;
}

const MdvAtomic controller = {
	.name = "controller",
	.state_size = sizeof(Controller),
	.n_in = 1,
	.n_out = 2,
	.init = controller_init,
	.t_next = controller_t_next,
	.lambda = controller_lambda,
	.delta_int = controller_delta_int,
	.delta_ext = controller_delta_ext,
};

double controller_speed(const MdvDevs *sim, MdvComponent component)
{
	return ((const Controller *)mdv_devs_state(sim, component))->mean;
}
