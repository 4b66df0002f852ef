/* SPDX-License-Identifier: MIT
   cmd_fit.c — modevs fit: parameters for which a model follows measured data best, within bounds:
   least squares by Levenberg and Marquardt, steps cut at the bounds. Signals are weighted by their
   ranges. Intervals of confidence come from the residuals and the Jacobian at the end, which is
   right for errors that are small, independent and alike (Bates and Watts, Nonlinear Regression,
   ch. 2). */
#include "cli/study/study.h"
#include "runtime/plant/plant.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 100 };

typedef struct FitParameter {
	const char *name; /* of the variable */
	double low, high; /* its bounds */
	double value;     /* now */
	double half;      /* half its interval; INFINITY: not determined */
} FitParameter;

typedef struct Fit {
	const Options *o;   /* the command line */
	Compile cx;         /* the model, compiled, */
	Made *made;         /* able to run, */
	Jit *jit;           /* its machine code; NULL: none, */
	SystemTable system; /* its components */
	Arena keep;         /* of what follows */
	Series data;        /* measured */
	FitParameter *p;    /* n of them */
	size_t n;           /* parameters */
	int32_t *var;       /* by signal: the variable */
	double *weight;     /* by signal */
	size_t m;           /* residuals */
	double *residual;   /* m */
	double *jac;        /* m by n */
	double *trial;      /* m */
	double *normal;     /* n by n */
	double *step;       /* n */
	MdvOptions run;     /* how it is simulated */
	Rt *rt;             /* the run that is under way */
	Run inputs;         /* has read --input */
	RunGiven given;     /* that, for rt */
	double *into;       /* its residuals */
	size_t row;         /* of the data: the next */
	double t;           /* of the last row of the run */
	double *last;       /* by signal: values there */
	uint64_t runs;      /* so many */
} Fit;

static int say(const Fit *f, int code, const char *what, const char *text)
{
	interrupt_hide();
	render_say(stderr, "%s: %s%s\n", f->o->program, what, text);
	return code;
}

/* -- what is asked ---------------------------------------------------------------------------- */

/* NAME=LOW:HIGH or NAME=LOW:HIGH:START */
static bool read_parameter(Fit *f, FitParameter *p, const char *text)
{
	const char *equal = text_find_outside(text, "="), *a = equal + 1, *b, *c;
	bool ok = *equal && (b = strchr(a, ':')) != NULL;

	p->name = arena_strndup(&f->keep, text, (size_t)(equal - text));
	p->value = NAN;
	if (ok) {
		c = strchr(b + 1, ':');
		ok = real_read(a, (size_t)(b - a), &p->low) &&
			 real_read(b + 1, c ? (size_t)(c - b - 1) : strlen(b + 1), &p->high) &&
			 (!c || real_read(c + 1, strlen(c + 1), &p->value));
	}
	if (!ok || !(p->low < p->high) || p->value < p->low || p->value > p->high)
		return options_wrong(f->o, "'--fit %s': it is NAME=LOW:HIGH or NAME=LOW:HIGH:START", text);
	if (isnan(p->value))
		p->value = p->low > 0 ? sqrt(p->low * p->high) : (p->low + p->high) / 2;
	return true;
}

static bool read_parameters(Fit *f)
{
	f->n = f->o->fit.n;
	f->p = NEW_ARRAY(&f->keep, FitParameter, f->n + 1);
	if (!f->n)
		return options_wrong(f->o, "what is to be found? --fit NAME=LOW:HIGH");
	if (!f->o->data)
		return options_wrong(f->o, "which data? --data FILE.csv");
	for (size_t i = 0; i < f->n; i++) {
		if (!read_parameter(f, &f->p[i], f->o->fit.at[i]))
			return false;
		for (size_t k = 0; k < i; k++)
			if (text_same_name(f->p[k].name, f->p[i].name))
				return options_wrong(f->o, "'%s' is fitted twice", f->p[i].name);
	}
	return true;
}

/* The signals of the data, and what they weigh. */
static bool find_signals(Fit *f)
{
	const MdvModel *m = &f->made->model;

	f->var = NEW_ARRAY(&f->keep, int32_t, f->data.n + 1);
	f->weight = NEW_ARRAY(&f->keep, double, f->data.n + 1);
	f->last = NEW_ARRAY(&f->keep, double, f->data.n + 1);
	for (size_t k = 0; k < f->data.n; k++) {
		const double *x = f->data.column[k].x;
		double lo = x[0], hi = x[0];

		f->var[k] = result_find(m, f->data.column[k].name);
		if (f->var[k] < 0)
			return say(f, false,
					   "the data have a column that the model has not: ", f->data.column[k].name);
		if (m->var[f->var[k]].flags & MDV_VAR_INPUT)
			return say(f, false,
					   "the data are what the model is to follow; inputs are given by --input: ",
					   f->data.column[k].name);
		for (size_t i = 0; i < f->data.n_rows; i++) {
			lo = fmin(lo, x[i]);
			hi = fmax(hi, x[i]);
		}
		f->weight[k] = hi > lo ? 1 / (hi - lo) : 1;
	}
	return true;
}

/* Rows where the data are, if their times are evenly spaced; else ten for the least distance. */
static bool choose_rows(Fit *f)
{
	const double *t = f->data.t;
	size_t n = f->data.n_rows;
	double span = n > 1 ? t[n - 1] - t[0] : 0, least = span, most = 0;

	for (size_t i = 1; i < n; i++) {
		least = t[i] > t[i - 1] ? fmin(least, t[i] - t[i - 1]) : least;
		most = fmax(most, t[i] - t[i - 1]);
	}
	if (!(span > 0) || f->data.n == 0)
		return say(f, false, f->o->data, " has too few rows or columns");
	f->run = f->o->run;
	f->run.start =
		isnan(f->run.start) ? fmin(t[0], settle_run(&f->run, &f->made->model).start) : f->run.start;
	if (t[0] < f->run.start) {
		plain_fprintf(stderr, "%s: %s begins at time %g, before the start at %g\n", f->o->program,
					  f->o->data, t[0], f->run.start);
		return false;
	}
	f->run.stop = t[n - 1];
	f->run.tol = f->run.tol > 0 ? f->run.tol : 1e-8; /* differences of runs are taken */
	f->run.timeout = 0;
	if (most - least < 1e-6 * span && f->run.start == t[0])
		f->run.interval = span / (double)(n - 1);
	else
		f->run.interval = fmax(least / 10, span / 1e6);
	f->m = n * f->data.n;
	if (f->m <= f->n)
		return say(f, false, f->o->data, " has fewer values than there are parameters");
	return true;
}

/* -- runs ------------------------------------------------------------------------------------- */

static MdvStatus take_row(void *ctx, double t, const double frame[])
{
	Fit *f = ctx;
	double slack = 1e-9 * f->run.interval;

	(void)frame;
	for (; f->row < f->data.n_rows && f->data.t[f->row] <= t + slack; f->row++)
		for (size_t k = 0; k < f->data.n; k++) {
			double at = f->data.t[f->row], x = rt_get(f->rt, f->var[k]), h = t - f->t;

			if (at < t - slack && h > 0)
				x = f->last[k] + (x - f->last[k]) * fmax(0, at - f->t) / h;
			f->into[f->row * f->data.n + k] = (x - f->data.column[k].x[f->row]) * f->weight[k];
		}
	f->t = t;
	for (size_t k = 0; k < f->data.n; k++)
		f->last[k] = rt_get(f->rt, f->var[k]);
	return MDV_OK;
}

/* Residuals at the parameters; gives half the sum of their squares, INFINITY: the run failed. */
static double simulate(Fit *f, double into[])
{
	HybridOptions h = {.run = f->run,
					   .row = take_row,
					   .ctx = f,
					   .system = &f->system,
					   .session = &f->made->session,
					   .stop_request = interrupt_flag()};
	HybridResult result;
	MdvStatus status = MDV_OK;
	double sum = 0;

	f->runs++;
	interrupt_show(NAN);
	rt_free(f->rt);
	f->rt = rt_new(&f->made->model, NULL);
	if (!f->rt)
		guard_no_memory(NULL);
	f->rt->interrupt.stop = interrupt_flag();
	run_input_give(&f->given, &f->inputs, f->rt);
	f->row = 0;
	f->t = -INFINITY;
	f->into = into;
	for (size_t i = 0; i < f->n && status == MDV_OK; i++)
		status = var_preset(f->rt, &(MdvSetting){f->p[i].name, f->p[i].value});
	if (status == MDV_OK)
		status = island_simulate(f->rt, &h, &result);
	if (status != MDV_OK || f->row < f->data.n_rows)
		return INFINITY;
	for (size_t i = 0; i < f->m; i++)
		sum += into[i] * into[i] / 2;
	return isnan(sum) ? INFINITY : sum;
}

/* Columns of the Jacobian by central differences, inside of the bounds. */
static bool find_jacobian(Fit *f)
{
	for (size_t i = 0; i < f->n; i++) {
		FitParameter *p = &f->p[i];
		double middle = p->value, h = 1e-4 * fmax(fabs(middle), 1e-3 * (p->high - p->low));
		double a = fmax(middle - h, p->low), b = fmin(middle + h, p->high);
		bool ok;

		p->value = a;
		ok = isfinite(simulate(f, f->jac + i * f->m));
		p->value = b;
		ok = ok && isfinite(simulate(f, f->trial));
		p->value = middle;
		if (!ok)
			return false;
		for (size_t k = 0; k < f->m; k++)
			f->jac[i * f->m + k] = (f->trial[k] - f->jac[i * f->m + k]) / (b - a);
	}
	return true;
}

static double product(const double *a, const double *b, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static bool is_held(const Fit *f, size_t i)
{
	double down = product(f->jac + i * f->m, f->residual, f->m);

	return (f->p[i].value <= f->p[i].low && down > 0) ||
		   (f->p[i].value >= f->p[i].high && down < 0);
}

/* The normal matrix, with unit diagonal where a parameter does not move. */
static void fill_normal(Fit *f, double lambda)
{
	for (size_t i = 0; i < f->n; i++) {
		bool held = is_held(f, i);

		for (size_t k = 0; k < f->n; k++)
			f->normal[i * f->n + k] =
				held || is_held(f, k) ? 0 : product(f->jac + i * f->m, f->jac + k * f->m, f->m);
		f->step[i] = held ? 0 : -product(f->jac + i * f->m, f->residual, f->m);
		f->normal[i * f->n + i] = held ? 1 : f->normal[i * f->n + i] * (1 + lambda);
	}
}

static bool is_small(const Fit *f, const double old[])
{
	for (size_t i = 0; i < f->n; i++)
		if (fabs(f->p[i].value - old[i]) >
			1e-8 * (fabs(old[i]) + 1e-6 * (f->p[i].high - f->p[i].low)))
			return false;
	return true;
}

/* Gives the cost at the end; INFINITY: no run succeeds. */
static double search(Fit *f)
{
	double cost = simulate(f, f->residual), lambda = 1e-3, next;
	double *old = NEW_ARRAY(&f->keep, double, f->n + 1);
	bool ok = isfinite(cost) && find_jacobian(f), done = false;

	for (int round = 0; ok && !done && round < ROUNDS && lambda < 1e10 && !*interrupt_flag();
		 round++) {
		fill_normal(f, lambda);
		gauss_solve(f->normal, f->step, (int32_t)f->n);
		for (size_t i = 0; i < f->n; i++) {
			old[i] = f->p[i].value;
			f->p[i].value = fmin(fmax(old[i] + f->step[i], f->p[i].low), f->p[i].high);
		}
		next = simulate(f, f->trial);
		done = is_small(f, old);
		if (next < cost) {
			done = done || cost - next < 1e-14 * cost;
			cost = next;
			memcpy(f->residual, f->trial, f->m * sizeof *f->trial);
			lambda = fmax(lambda / 10, 1e-12);
			ok = find_jacobian(f);
		} else {
			for (size_t i = 0; i < f->n; i++)
				f->p[i].value = old[i];
			lambda *= 10;
		}
	}
	return ok ? cost : INFINITY;
}

/* Half of the 99 % intervals: t times the root of the variance. */
static void find_intervals(Fit *f, double cost)
{
	double free = (double)(f->m - f->n), z = chance_normal(0.995);
	double variance = 2 * cost / free, t = z + (z * z * z + z) / (4 * free);

	for (size_t i = 0; i < f->n; i++) {
		fill_normal(f, 0);
		for (size_t k = 0; k < f->n; k++)
			f->step[k] = k == i;
		gauss_solve(f->normal, f->step, (int32_t)f->n);
		f->p[i].half =
			!is_held(f, i) && f->step[i] > 0 ? t * sqrt(variance * f->step[i]) : INFINITY;
	}
}

/* -- all of it -------------------------------------------------------------------------------- */

static void print_result(const Fit *f, double cost)
{
	double rms = sqrt(2 * cost / (double)f->m);

	if (f->o->json) {
		fputs("{\"parameters\": {", stdout);
		for (size_t i = 0; i < f->n; i++)
			render_say(stdout, "%s\"%s\": {\"value\": %s, \"half\": %s}", i ? ", " : "",
					   f->p[i].name, text_real((char[32]){0}, f->p[i].value),
					   isfinite(f->p[i].half) ? text_real((char[32]){0}, f->p[i].half) : "null");
		plain_fprintf(stdout, "}, \"rms\": %.10g, \"runs\": %llu}\n", rms,
					  (unsigned long long)f->runs);
		return;
	}
	plain_fprintf(stdout, "%s: %zu values, %llu runs, residuals of %.4g of the ranges (rms)\n",
				  f->made->model.name, f->m, (unsigned long long)f->runs, rms);
	for (size_t i = 0; i < f->n; i++)
		if (isfinite(f->p[i].half))
			plain_fprintf(stdout, "  %s = %.8g ± %.3g (99 %% confidence)\n", f->p[i].name,
						  f->p[i].value, f->p[i].half);
		else
			plain_fprintf(stdout, "  %s = %.8g: %s\n", f->p[i].name, f->p[i].value,
						  is_held(f, i) ? "at its bound" : "the data do not determine it");
}

static int open_model(Fit *f)
{
	Options *o = NEW(&f->keep, Options);
	RunCompiled took;
	int code;

	*o = *f->o;
	o->set.at = NULL;
	o->set.n = o->set.cap = 0;
	for (size_t i = 0; i < f->o->set.n; i++)
		vec_push(arena_allocator(&f->keep), &o->set, f->o->set.at[i]);
	for (size_t i = 0; i < f->n; i++) {
		const char *text = arena_strdup(&f->keep, text_real((char[32]){0}, f->p[i].value));

		vec_push(arena_allocator(&f->keep), &o->set, ((OptionsSet){f->p[i].name, text}));
	}
	start_compile(f->o, &f->cx);
	code = start_model(o, &f->cx, &took);
	start_tell(&f->cx);
	if (code != EXIT_DONE)
		return code;
	f->system = maker_system(&f->cx, &f->cx.keep);
	f->jit = maker_jit(&f->cx, (MdvCodeKind)f->o->code);
	f->made = maker_new(&f->cx, &(MakerOptions){.stop = interrupt_flag(), .jit = f->jit});
	if (!f->made)
		guard_no_memory(NULL);
	return run_begin_allow(f->o, &f->made->session) ? EXIT_DONE : EXIT_USAGE;
}

static int fit(void *arg)
{
	Fit *f = arg;
	double cost;
	int code;

	if (!read_parameters(f))
		return EXIT_USAGE;
	if (!series_read(&f->data, f->o->data, &f->keep))
		return say(f, EXIT_USAGE, "", f->data.error);
	code = open_model(f);
	if (code != EXIT_DONE)
		return code;
	if (!find_signals(f) || !choose_rows(f))
		return EXIT_USAGE;
	f->inputs.model = &f->made->model;
	f->inputs.run = settle_run(&f->run, f->inputs.model);
	if (!run_input_read(&f->inputs))
		return EXIT_USAGE;
	f->residual = NEW_ARRAY(&f->keep, double, f->m);
	f->trial = NEW_ARRAY(&f->keep, double, f->m);
	f->jac = NEW_ARRAY(&f->keep, double, f->m * f->n);
	f->normal = NEW_ARRAY(&f->keep, double, f->n * f->n);
	f->step = NEW_ARRAY(&f->keep, double, f->n);
	interrupt_phase("fitting", NULL);
	interrupt_ask(NULL, NULL);
	cost = search(f);
	interrupt_hide();
	if (*interrupt_flag())
		return say(f,
				   exit_status(*interrupt_flag() == SIGALRM ? MDV_TIMED_OUT : MDV_STOPPED,
							   *interrupt_flag()),
				   "stopped before the parameters were found", "");
	if (!isfinite(cost))
		return say(f, EXIT_RUN, "error: the model does not run with these parameters: ",
				   *rt_message(f->rt) ? rt_message(f->rt) : "the run ends before the data do");
	find_intervals(f, cost);
	print_result(f, cost);
	return EXIT_DONE;
}

int cmd_fit(const Options *o)
{
	Fit f = {.o = o};
	int code;

	arena_init(&f.keep, NULL);
	f.keep.no_memory = guard_no_memory;
	run_model_init(&f.inputs, o);
	code = run_begin_inner(o->program, &f.cx.keep, fit, &f);
	rt_free(f.rt);
	run_model_free(&f.inputs);
	maker_free(f.made);
	jit_free(f.jit);
	pipeline_free(&f.cx);
	arena_free(&f.keep);
	return code;
}
