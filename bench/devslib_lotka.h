/* SPDX-License-Identifier: MIT
   devslib_lotka.h — the network of examples/devs/lotka_volterra written by hand with the engine:
   integrators by quantized states (orders 1 to 3), a product and two weighted sums. The same
   formulas in the same order as those of lib/DEVSLib, so that the results are the same to the bit.
   A message of the first order is a number, of higher ones value and derivatives in one payload. */
#ifndef MDV_BENCH_DEVSLIB_LOTKA_H
#define MDV_BENCH_DEVSLIB_LOTKA_H

#include "bench.h"

#include <float.h>
#include <math.h>

typedef struct {
	double y[3]; /* value, first and second derivative */
} Signal;

static const MdvPayloadType signal_type = {.name = "signal"};

static MdvStatus signal_send(MdvCall *call, int order, double y0, double y1, double y2)
{
	MdvPayload *p;

	if (order == 1)
		return mdv_send(call, 0, mdv_real(y0));
	p = mdv_payload_new(call, &signal_type, sizeof(Signal));
	if (!p)
		return MDV_NO_MEMORY;
	*(Signal *)mdv_payload_data(p) = (Signal){{y0, y1, y2}};
	return mdv_send(call, 0, mdv_payload(p));
}

static Signal signal_read(const MdvValue *v)
{
	return v->kind == MDV_REAL ? (Signal){{v->real, 0, 0}}
							   : *(const Signal *)mdv_payload_data(v->payload);
}

/* --- when a polynomial leaves a band of dQ on either side of zero --- */

static double exit_time1(double c0, double c1, double dQ)
{
	if (fabs(c0) >= dQ && c0 * c1 >= 0)
		return 0;
	return c1 > 0 ? (dQ - c0) / c1 : c1 < 0 ? (-dQ - c0) / c1 : INFINITY;
}

static double exit_time2(double c0, double c1, double c2, double dQ)
{
	double a0 = c2 < 0 ? c0 : -c0, a1 = c2 < 0 ? c1 : -c1, a2 = -fabs(c2), top, root;

	if (c2 == 0)
		return exit_time1(c0, c1, dQ);
	if (c0 == 0 && c1 == 0)
		return sqrt(dQ / fabs(c2));
	top = a0 - a1 * a1 / (4 * a2);
	if (a0 > dQ || a0 < -dQ)
		return 0;
	if (a1 > 0 && top >= dQ) {
		root = a1 * a1 + 4 * a2 * (dQ - a0);
		return 2 * (dQ - a0) / (a1 + sqrt(root > 0 ? root : 0));
	}
	if (a1 > 0)
		return -(a1 + sqrt(a1 * a1 - 4 * a2 * (a0 + dQ))) / (2 * a2);
	return 2 * (a0 + dQ) / (-a1 + sqrt(a1 * a1 - 4 * a2 * (a0 + dQ)));
}

static double exit_inside(const double c[4], double edge, double low, double high)
{
	bool rises = c[0] + high * (c[1] + high * (c[2] + high * c[3])) >= edge;
	double h = 0.5 * (low + high);

	for (int n = 0; n < 200; n++) {
		double f = c[0] + h * (c[1] + h * (c[2] + h * c[3])) - edge;
		double df = c[1] + h * (2 * c[2] + h * 3 * c[3]), next;

		if ((f >= 0) == rises)
			high = h;
		else
			low = h;
		next = df == 0 ? low - 1 : h - f / df;
		if (!(next > low && next < high))
			next = 0.5 * (low + high);
		if (fabs(next - h) <= 1e-15 * fabs(next))
			n = 200;
		h = next;
	}
	return h;
}

/* Both roots of the derivative, ascending; below zero if there are none. */
static void turning_points(const double c[4], double r[2])
{
	double d = c[2] * c[2] - 3 * c[1] * c[3], f, swap;

	r[0] = r[1] = -1;
	if (!(d > 0))
		return;
	f = -(c[2] + (c[2] >= 0 ? sqrt(d) : -sqrt(d)));
	r[0] = f / (3 * c[3]);
	r[1] = f == 0 ? r[0] : c[1] / f;
	if (r[0] > r[1]) {
		swap = r[0];
		r[0] = r[1];
		r[1] = swap;
	}
}

static double exit_time3(double c0, double c1, double c2, double c3, double dQ)
{
	const double c[4] = {c0, c1, c2, c3}, tiny = dQ / DBL_MAX;
	double r[2], low = 0, high = 0, f = 0, step;
	int k = 0;

	if (fabs(c3) <= 1e-300)
		return exit_time2(c0, c1, c2, dQ);
	if (c0 == 0 && c1 == 0 && c2 == 0)
		return pow(dQ / fabs(c3), 1.0 / 3);
	if (fabs(c0) > dQ)
		return 0;
	turning_points(c, r);
	step = 0.5 * fmin(fmin(dQ / fmax(fabs(c1), tiny), sqrt(dQ / fmax(fabs(c2), tiny))),
					  pow(dQ / fabs(c3), 1.0 / 3));
	for (;; low = high, step = 2 * step) {
		if (!(low < DBL_MAX))
			return INFINITY;
		while (k < 2 && r[k] <= low)
			k++;
		high = k < 2 ? fmin(low + step, r[k]) : low + step;
		f = c0 + high * (c1 + high * (c2 + high * c3));
		if (fabs(f) >= dQ)
			return exit_inside(c, f > 0 ? dQ : -dQ, low, high);
	}
}

/* --- the integrator --- */

typedef struct {
	int order;        /* 1 to 3 */
	double start;     /* first value */
	double quantum;   /* the least one */
	double relative;  /* as a part of the magnitude */
	uint64_t *n_sent; /* counts what it sends */
} IntegratorParams;

typedef struct {
	IntegratorParams p;  /* as given */
	bool running;        /* it has sent its first value */
	double sigma, dQ;    /* time to the next event; quantum */
	double X, u, mu, pu; /* state and its derivatives at the last transition */
	double q, uq, mq;    /* what was sent, and its derivatives, likewise */
} Integrator;

static MdvStatus integrator_init(void *state, const MdvCall *call, const void *params)
{
	Integrator *s = state;

	(void)call;
	s->p = *(const IntegratorParams *)params;
	s->X = s->q = s->p.start;
	s->dQ = fmax(s->p.quantum, s->p.relative * fabs(s->X));
	return MDV_OK;
}

static double integrator_ta(const void *state)
{
	return ((const Integrator *)state)->sigma;
}

static MdvStatus integrator_lambda(const void *state, MdvCall *call)
{
	const Integrator *s = state;
	double h = s->sigma;

	++*s->p.n_sent;
	if (s->p.order == 1)
		return signal_send(call, 1, s->X + s->u * h, 0, 0);
	if (s->p.order == 2)
		return signal_send(call, 2, s->X + h * (s->u + h * s->mu / 2), s->u + h * s->mu, 0);
	return signal_send(call, 3, s->X + h * (s->u + h * (s->mu / 2 + h * s->pu / 6)),
					   s->u + h * (s->mu + h * s->pu / 2), s->mu + h * s->pu);
}

static MdvStatus integrator_int(void *state, const MdvCall *call)
{
	Integrator *s = state;
	double h = s->sigma;

	(void)call;
	s->running = true;
	if (s->p.order == 1) {
		s->X = s->X + s->u * h;
	} else if (s->p.order == 2) {
		s->X = s->X + h * (s->u + h * s->mu / 2);
		s->u = s->u + s->mu * h;
	} else {
		s->X = s->X + h * (s->u + h * (s->mu / 2 + h * s->pu / 6));
		s->u = s->u + h * (s->mu + h * s->pu / 2);
		s->mu = s->mu + h * s->pu;
	}
	s->q = s->X;
	s->uq = s->u;
	s->mq = s->mu;
	s->dQ = fmax(s->p.quantum, s->p.relative * fabs(s->X));
	s->sigma = s->p.order == 1   ? (s->u == 0 ? INFINITY : s->dQ / fabs(s->u))
			   : s->p.order == 2 ? exit_time2(0, 0, s->mu / 2, s->dQ)
								 : exit_time3(0, 0, 0, s->pu / 6, s->dQ);
	return MDV_OK;
}

static MdvStatus integrator_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Integrator *s = state;
	Signal in = signal_read(&x->at[x->n - 1]);

	(void)call;
	if (s->p.order == 1) {
		s->X = s->X + s->u * e;
	} else if (s->p.order == 2) {
		s->X = s->X + e * (s->u + e * s->mu / 2);
		s->q = s->q + s->uq * e;
	} else {
		s->X = s->X + e * (s->u + e * (s->mu / 2 + e * s->pu / 6));
		s->q = s->q + e * (s->uq + e * s->mq / 2);
		s->uq = s->uq + e * s->mq;
	}
	s->u = in.y[0];
	s->mu = in.y[1];
	s->pu = in.y[2];
	if (s->running)
		s->sigma = s->p.order == 1   ? exit_time1(s->X - s->q, s->u, s->dQ)
				   : s->p.order == 2 ? exit_time2(s->X - s->q, s->u - s->uq, s->mu / 2, s->dQ)
									 : exit_time3(s->X - s->q, s->u - s->uq, (s->mu - s->mq) / 2,
												  s->pu / 6, s->dQ);
	return MDV_OK;
}

static const MdvAtomic integrator = {.name = "integrator",
									 .state_size = sizeof(Integrator),
									 .n_in = 1,
									 .n_out = 1,
									 .init = integrator_init,
									 .ta = integrator_ta,
									 .lambda = integrator_lambda,
									 .delta_int = integrator_int,
									 .delta_ext = integrator_ext};

/* --- products and sums of two signals --- */

typedef struct {
	int order;     /* 1 to 3 */
	bool product;  /* not a sum */
	double c1, c2; /* factors of a sum */
} OperationParams;

typedef struct {
	OperationParams p; /* as given */
	double sigma;      /* 0: it answers */
	Signal u[2];       /* inputs at the last transition */
} Operation;

static MdvStatus operation_init(void *state, const MdvCall *call, const void *params)
{
	Operation *s = state;

	(void)call;
	s->p = *(const OperationParams *)params;
	s->sigma = INFINITY;
	return MDV_OK;
}

static double operation_ta(const void *state)
{
	return ((const Operation *)state)->sigma;
}

static MdvStatus operation_lambda(const void *state, MdvCall *call)
{
	const Operation *s = state;
	const double *a = s->u[0].y, *b = s->u[1].y, c1 = s->p.c1, c2 = s->p.c2;

	if (s->p.order == 1)
		return signal_send(call, 1, s->p.product ? a[0] * b[0] : c1 * a[0] + c2 * b[0], 0, 0);
	if (s->p.product)
		return signal_send(call, s->p.order, a[0] * b[0], a[1] * b[0] + a[0] * b[1],
						   a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2]);
	return signal_send(call, s->p.order, c1 * a[0] + c2 * b[0], c1 * a[1] + c2 * b[1],
					   c1 * a[2] + c2 * b[2]);
}

static MdvStatus operation_int(void *state, const MdvCall *call)
{
	(void)call;
	((Operation *)state)->sigma = INFINITY;
	return MDV_OK;
}

static MdvStatus operation_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Operation *s = state;

	(void)call;
	for (int i = 0; i < 2 && s->p.order > 1 && e > 0; i++) {
		double *y = s->u[i].y;

		y[0] = y[0] + e * (y[1] + e * y[2] / 2);
		y[1] = y[1] + e * y[2];
	}
	for (size_t i = 0; i < x->n; i++)
		s->u[x->at[i].port] = signal_read(&x->at[i]);
	s->sigma = 0;
	return MDV_OK;
}

static const MdvAtomic operation = {.name = "operation",
									.state_size = sizeof(Operation),
									.n_in = 2,
									.n_out = 1,
									.init = operation_init,
									.ta = operation_ta,
									.lambda = operation_lambda,
									.delta_int = operation_int,
									.delta_ext = operation_ext};

/* --- the network --- */

typedef struct {
	MdvDevs *sim;          /* all of it */
	MdvComponent prey;     /* the integrators */
	MdvComponent predator; /* likewise */
	uint64_t n_sent[2];    /* what they have sent */
	double stop;           /* time to end at */
} Lotka;

static void lotka_build(Lotka *l, BenchArgs *args, int order)
{
	IntegratorParams i1 = {order, 0.5, 1e-6, 1e-3, &l->n_sent[0]}, i2 = i1;
	OperationParams product = {order, true, 0, 0}, births = {order, false, 0.1, -0.1};
	OperationParams deaths = {order, false, -0.1, 0.1};
	MdvComponent root, meet, plus, minus;

	l->sim = bench_new(args, 0, 0);
	i2.n_sent = &l->n_sent[1];
	root = mdv_devs_root(l->sim);
	bench_check(l->sim, mdv_devs_add_atomic(l->sim, root, "prey", &integrator, &i1, &l->prey));
	bench_check(l->sim,
				mdv_devs_add_atomic(l->sim, root, "predator", &integrator, &i2, &l->predator));
	bench_check(l->sim, mdv_devs_add_atomic(l->sim, root, "meet", &operation, &product, &meet));
	bench_check(l->sim, mdv_devs_add_atomic(l->sim, root, "births", &operation, &births, &plus));
	bench_check(l->sim, mdv_devs_add_atomic(l->sim, root, "deaths", &operation, &deaths, &minus));
	bench_check(l->sim, mdv_devs_couple(l->sim, l->prey, 0, meet, 0));
	bench_check(l->sim, mdv_devs_couple(l->sim, l->predator, 0, meet, 1));
	bench_check(l->sim, mdv_devs_couple(l->sim, l->prey, 0, plus, 0));
	bench_check(l->sim, mdv_devs_couple(l->sim, meet, 0, plus, 1));
	bench_check(l->sim, mdv_devs_couple(l->sim, l->predator, 0, minus, 0));
	bench_check(l->sim, mdv_devs_couple(l->sim, meet, 0, minus, 1));
	bench_check(l->sim, mdv_devs_couple(l->sim, plus, 0, l->prey, 0));
	bench_check(l->sim, mdv_devs_couple(l->sim, minus, 0, l->predator, 0));
}

#endif
