/* SPDX-License-Identifier: MIT
   cmd_steady.c — modevs steady: states at which all derivatives are zero, from the point that the
   run has come to, by Newton's method with steps that are damped as Levenberg and Marquardt do:
   where the Jacobian is singular, as that of a free position, the least step is taken. */
#include "cli/study/operating.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 200 };

typedef struct Steady {
	Operating l;    /* the model; first */
	double *jac;    /* (n_x + n_y) by n_x + n_u: operating_matrix */
	double *normal; /* n_x by n_x */
	double *step;   /* n_x */
	double *old;    /* n_x: states before it */
} Steady;

/* What steps make smaller: the largest derivative, in sizes of the states in a second. */
static double measure(Operating *l)
{
	double most = 0;

	for (int32_t i = 0; i < l->n_x; i++)
		most = fmax(most, fabs(l->out[i]) / fmax(fabs(l->x[i]), rt_nominal(l->rt, i)));
	return isnan(most) ? INFINITY : most;
}

static double scale(const Operating *l, int32_t i)
{
	return 1 / fmax(fabs(l->x[i]), rt_nominal(l->rt, i));
}

/* How far it is to zero derivatives, in sizes of the states: each derivative over what it changes
   by when all states change by their sizes. Its own size says nothing: in x' = x^2 it is 1e-10
   where x is 1e-5, and a drift of 1 is small beside a state of 1e10. INFINITY: no state can change
   it. *worst: the state whose it is. */
static double distance(const Steady *s, int32_t *worst)
{
	const Operating *l = &s->l;
	double most = 0;

	*worst = 0;
	for (int32_t i = 0; i < l->n_x; i++) {
		double change = 0, left;

		for (int32_t k = 0; k < l->n_x; k++)
			change += fabs(s->jac[k * (l->n_x + l->n_y) + i]) / scale(l, k);
		left = l->out[i] == 0 ? 0 : fabs(l->out[i]) / change;
		if (isnan(left) || left > most) {
			most = isnan(left) ? INFINITY : left;
			*worst = i;
		}
	}
	return most;
}

/* (J'J + lambda D) step = -J' f, in sizes of the states. */
static void find_step(Steady *s, double lambda)
{
	Operating *l = &s->l;
	int32_t n = l->n_x, ld = n + l->n_y;

	for (int32_t i = 0; i < n; i++) {
		s->step[i] = 0;
		for (int32_t k = 0; k < n; k++)
			s->step[i] -= s->jac[i * ld + k] / scale(l, i) * l->out[k] * scale(l, k) * scale(l, k);
		for (int32_t j = 0; j < n; j++) {
			double sum = 0;

			for (int32_t k = 0; k < n; k++)
				sum += s->jac[i * ld + k] * s->jac[j * ld + k] * scale(l, k) * scale(l, k);
			s->normal[i * n + j] = sum / scale(l, i) / scale(l, j);
		}
	}
	for (int32_t i = 0; i < n; i++)
		s->normal[i * n + i] += lambda * s->normal[i * n + i]; /* 0: gauss_solve leaves it */
	gauss_solve(s->normal, s->step, n);
	for (int32_t i = 0; i < n; i++)
		s->step[i] /= scale(l, i);
}

/* *left: the distance at the end, *worst: the state whose it is. */
static MdvStatus search(Steady *s, double *left, int32_t *worst)
{
	Operating *l = &s->l;
	double lambda = 1e-9, now;

	TRY(operating_matrix(l, s->jac));
	now = measure(l);
	for (int round = 0; round < ROUNDS && distance(s, worst) > 1e-10 && lambda < 1e12; round++) {
		MdvStatus status;
		double next;

		TRY(*interrupt_flag() ? MDV_STOPPED : MDV_OK);
		memcpy(s->old, l->x, (size_t)l->n_x * sizeof *l->x);
		find_step(s, lambda);
		for (int32_t i = 0; i < l->n_x; i++)
			l->x[i] += s->step[i];
		status = operating_eval(l, l->x, l->u, l->out);
		next = status == MDV_OK ? measure(l) : INFINITY;
		if (next < now) {
			now = next;
			lambda = fmax(lambda / 10, 1e-15);
			TRY(operating_matrix(l, s->jac));
			continue;
		}
		memcpy(l->x, s->old, (size_t)l->n_x * sizeof *l->x);
		TRY(operating_eval(l, l->x, l->u, l->out));
		lambda = fmax(10 * lambda, 1e-9);
	}
	*left = distance(s, worst);
	return MDV_OK;
}

static void print_point(const Operating *l)
{
	const char *form = l->o->json ? "%s\"%s\": %s" : "%s  %s = %s";
	const char *before = l->o->json ? "{" : "";

	for (int32_t i = 0; i < l->n_x + l->n_y; i++) {
		bool state = i < l->n_x;
		const char *name =
			state ? operating_state(l, i) : l->made->model.var[l->output[i - l->n_x]].name;

		render_say(stdout, form, before, name,
				   text_real((char[32]){0}, state ? l->x[i] : l->out[i]));
		before = l->o->json ? ", " : "\n";
	}
	puts(l->o->json ? "}" : "");
}

static int steady(void *arg)
{
	Steady *s = arg;
	Operating *l = &s->l;
	int code = operating_open(l, l->o);
	double left = INFINITY;
	int32_t worst = 0;
	MdvStatus status;
	size_t n;

	if (code != EXIT_DONE)
		return code;
	n = (size_t)l->n_x;
	s->jac = NEW_ARRAY(&l->cx.keep, double, (n + (size_t)l->n_y) * (n + (size_t)l->n_u) + 1);
	s->normal = NEW_ARRAY(&l->cx.keep, double, n *n + 1);
	s->step = NEW_ARRAY(&l->cx.keep, double, n + 1);
	s->old = NEW_ARRAY(&l->cx.keep, double, n + 1);
	interrupt_phase("looking for the equilibrium", NULL);
	status = search(s, &left, &worst);
	interrupt_hide();
	if (status != MDV_OK || left > 1e-8) {
		render_say(stderr,
				   "%s: no equilibrium was found%s%s: der(%s) = %g is left; --stop T begins at "
				   "another point\n",
				   l->o->program, *rt_message(l->rt) ? ": " : "", rt_message(l->rt),
				   operating_state(l, worst), l->out[worst]);
		return status == MDV_OK ? EXIT_RUN : exit_status(status, *interrupt_flag());
	}
	if (!l->o->json)
		render_say(stdout, "%s: equilibrium of %d states\n", l->made->model.name, l->n_x);
	print_point(l);
	return EXIT_DONE;
}

int cmd_steady(const Options *o)
{
	Steady s = {.l = {.o = o}};
	int code = run_begin_inner(o->program, &s.l.cx.keep, steady, &s);

	operating_close(&s.l);
	return code;
}
