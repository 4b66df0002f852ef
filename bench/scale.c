/* SPDX-License-Identifier: MIT
   scale.c — what each phase takes, from the text of a model to its first step, over the size of the
   model: `scale MODEL N [SOLVER]` measures a model of Scale.mo and prints a line for each phase;
   `scale threads MODEL N` measures evaluations and steps on one, two … threads;
   `scale page DIR` makes of such lines, on standard input, a page with tables and pictures. */
#include "measure.h"

#include "api/api.h"
#include "runtime/out/out.h"
#include "runtime/rt/rt.h"
#include "runtime/run/run.h"
#include "runtime/solver/solver.h"

#include <math.h>

enum {
	MOST_PHASES = 64, /* passes, and what comes behind them */
	MOST_SIZES = 12,  /* sizes of one model on a page */
	MOST_MODELS = 12  /* models of a page */
};

typedef struct Phase {
	char name[32];  /* of the pass */
	double ms;      /* processor time, with that of its check */
	double held_mb; /* by the compiler when it ends; of what comes behind it: resident */
} Phase;

typedef struct Measured {
	char model[32];           /* name in Scale.mo */
	double n;                 /* its size */
	double equations;         /* scalars of the flat model that are unknown */
	double peak_mb;           /* resident at most */
	Phase phase[MOST_PHASES]; /* in order */
	int n_phases;             /* how many */
} Measured;

typedef struct Watch {
	Compile *cx;  /* what is watched */
	Measured *m;  /* to be filled in */
	double since; /* processor time when the pass began, in seconds */
} Watch;

static void add_phase(Measured *m, const char *name, double seconds, double held_mb)
{
	Phase *p = &m->phase[m->n_phases];

	if (m->n_phases == MOST_PHASES)
		bench_fail("more phases than there is room for");
	m->n_phases++;
	snprintf(p->name, sizeof p->name, "%s", name);
	p->ms = 1e3 * seconds;
	p->held_mb = held_mb;
}

static double unknowns(const FlatModel *m)
{
	double n = 0;

	for (size_t v = 0; v < m->vars.n; v++)
		n += flat_is_unknown(m, (VarId){(int32_t)v});
	return n;
}

static void watch(void *ctx, const Pass *pass, PassMoment moment)
{
	Watch *w = ctx;

	if (moment == PASS_BEGINS && !strcmp(pass->name, "split"))
		w->m->equations = unknowns(&w->cx->flat);
	if (moment == PASS_BEGINS)
		w->since = bench_cpu_s();
	if (moment == PASS_IS_CHECKED)
		add_phase(w->m, pass->name, bench_cpu_s() - w->since,
				  (double)(arena_used(&w->cx->keep) + arena_used(&w->cx->tree) +
						   arena_used(&w->cx->scratch)) /
					  1048576.0);
}

/* The text of Scale.mo, and behind it the model of this size. */
static char *text_of(const char *model, int n, size_t *len)
{
	FILE *file = fopen(MDV_BENCH_DIR "/Scale.mo", "r");
	size_t room = 1 << 16;
	char *text = malloc(room);

	if (!file || !text)
		bench_fail("Scale.mo cannot be read");
	*len = fread(text, 1, room, file);
	fclose(file);
	if (*len + 256 > room)
		bench_fail("Scale.mo is longer than expected");
	*len += (size_t)sprintf(text + *len, "model Sized = Scale.%s(n = %d);\n", model, n);
	return text;
}

static void compile(Compile *cx, const char *model, int n, Measured *m)
{
	Watch w = {.cx = cx, .m = m};
	size_t len;
	char *text = text_of(model, n, &len);

	pipeline_init(cx, NULL);
	if (getenv("MODELICAPATH")) /* MultiBody is in no shipped library */
		library_add_path(cx->lib, getenv("MODELICAPATH"));
	library_add_path(cx->lib, MDV_BENCH_DIR "/../lib");
	cx->wants_families = true;
	cx->watch = watch;
	cx->watch_ctx = &w;
	if (!pipeline_flatten_text(cx, "Scale.mo", text, len) || !pipeline_sort(cx) ||
		!pipeline_lower(cx)) {
		diag_print(&cx->diag, stderr);
		bench_fail("the model cannot be compiled");
	}
	run_begin_trim();
}

static MdvStatus rhs(void *ctx, double t, const double x[], double dx[])
{
	return rt_ode(ctx, t, x, dx);
}

static MdvStatus jac(void *ctx, double t, const double x[], double value[])
{
	return rt_jac(ctx, t, x, value);
}

/* A solver at time 0, as a run has it: with the pattern of the Jacobian, if the solver wants one.
 */
static Solver *start_solver(Rt *rt, const SolverOps *ops)
{
	OdeSystem sys = {.n = rt->n, .ctx = rt, .rhs = rhs};
	MdvOptions o = {.tol = 1e-6};
	double *x = calloc((size_t)rt->n + 1, sizeof *x);
	Solver *solver;

	if (!x)
		bench_fail("out of memory");
	if (rt->m->jac_start) {
		sys.jac = jac;
		sys.col_start = rt->m->jac_start;
		sys.row = rt->m->jac_row;
	}
	if (solver_new(ops, &sys, &o, NULL, &solver) != MDV_OK)
		bench_fail("the solver cannot be set up");
	rt_states(rt, x);
	if (solver_restart(solver, 0, x) != MDV_OK)
		bench_fail(solver_message(solver));
	free(x);
	return solver;
}

/* One step of at most a millionth of a second. */
static void first_step(Rt *rt, const SolverOps *ops)
{
	Solver *solver = start_solver(rt, ops);
	double t = 0;

	if (solver_step(solver, 1e-6, &t) != MDV_OK)
		bench_fail(solver_message(solver));
	solver_free(solver);
}

static void run(Compile *cx, const SolverOps *ops, Measured *m)
{
	double since = bench_cpu_s();
	Made *made = maker_new(cx, &(MakerOptions){.jit = maker_jit(cx, MDV_CODE_AUTO)});
	Rt *rt = made ? rt_new(&made->model, NULL) : NULL;

	if (!rt)
		bench_fail("out of memory");
	add_phase(m, "make", bench_cpu_s() - since, bench_resident_mb());
	since = bench_cpu_s();
	if (init_run(rt, 0) != MDV_OK)
		bench_fail(rt_message(rt));
	add_phase(m, "initialize", bench_cpu_s() - since, bench_resident_mb());
	since = bench_cpu_s();
	first_step(rt, ops);
	add_phase(m, "step", bench_cpu_s() - since, bench_resident_mb());
	m->peak_mb = bench_peak_mb();
}

static void print_lines(const Measured *m)
{
	double ms = 0;

	for (int i = 0; i < m->n_phases; i++)
		ms += m->phase[i].ms;
	for (int i = 0; i < m->n_phases; i++)
		printf("%s\t%.0f\t%s\t%.2f\t%.1f\n", m->model, m->n, m->phase[i].name, m->phase[i].ms,
			   m->phase[i].held_mb);
	printf("%s\t%.0f\tall\t%.2f\t%.1f\n", m->model, m->n, ms, m->peak_mb);
	printf("%s\t%.0f\tunknowns\t%.0f\t%.0f\n", m->model, m->n, m->equations,
		   m->peak_mb * 1048576 / m->equations);
}

static const SolverOps *solver_named(const BenchArgs *args, const char *name)
{
#define SOLVER_BY_NAME(constant, value, label) \
	if (!strcmp(name, #label))                 \
		return &solver_##label;
#define SOLVER_NOT(name)
	MDV_SOLVERS(SOLVER_BY_NAME, SOLVER_NOT)
#undef SOLVER_BY_NAME
	bench_usage(args, "there is no such solver");
}

static void measure(const BenchArgs *args)
{
	Compile *cx = calloc(1, sizeof *cx);
	Measured *m = calloc(1, sizeof *m);
	int n = (int)bench_number(args, args->plain[1], 2, 10000000);
	const SolverOps *ops = solver_named(args, args->n_plain > 2 ? args->plain[2] : "cvode");

	if (!cx || !m)
		bench_fail("out of memory");
	snprintf(m->model, sizeof m->model, "%s", args->plain[0]);
	m->n = n;
	compile(cx, args->plain[0], n, m);
	run(cx, ops, m);
	print_lines(m);
}

/* --- threads --- */

enum { MOST_THREADS = 2, STEPS = 60, EVALUATIONS = 300 };

/* The shortest of many, of an evaluation and of a step of rk45, on one thread, two … in turn: other
   work on the machine makes single ones longer. */
typedef struct Racer {
	Made *made;       /* the model, with its threads */
	Rt *rt;           /* it, initialized */
	Solver *solver;   /* where its steps are */
	double *x, *dx;   /* n each: states of the start, derivatives */
	double t;         /* where the steps have come to */
	double rhs, step; /* the shortest, in seconds of real time */
	double own; /* of a step: what the first thread worked, which other programs do not change */
} Racer;

static void enter_racer(Racer *r, Compile *cx, unsigned n_threads)
{
	r->made =
		maker_new(cx, &(MakerOptions){.n_threads = n_threads, .jit = maker_jit(cx, MDV_CODE_AUTO)});
	r->rt = r->made ? rt_new(&r->made->model, NULL) : NULL;
	if (!r->rt || (n_threads > 1 && !r->made->team))
		bench_fail("out of memory, or no threads");
	if (init_run(r->rt, 0) != MDV_OK)
		bench_fail(rt_message(r->rt));
	r->x = calloc((size_t)r->rt->n + 1, sizeof *r->x);
	r->dx = calloc((size_t)r->rt->n + 1, sizeof *r->dx);
	if (!r->x || !r->dx)
		bench_fail("out of memory");
	rt_states(r->rt, r->x);
	r->solver = start_solver(r->rt, &solver_rk45);
	r->rhs = r->step = r->own = INFINITY;
}

static void take_turn(Racer *r, bool steps)
{
	double since = clock_seconds(), worked = clock_processor(), *best = steps ? &r->step : &r->rhs;
	MdvStatus status;

	if (steps) {
		/* of one length for all, so that each has six evaluations */
		status = solver_step(r->solver, r->t + 0.02, &r->t);
	} else {
		r->x[0] += 1e-9; /* what was just computed would be taken again */
		status = rt_ode(r->rt, 0, r->x, r->dx);
	}
	if (status != MDV_OK)
		bench_fail("a step or an evaluation failed");
	*best = fmin(*best, clock_seconds() - since);
	if (steps)
		r->own = fmin(r->own, clock_processor() - worked);
}

static void race(const BenchArgs *args)
{
	Compile *cx = calloc(1, sizeof *cx);
	Measured *m = calloc(1, sizeof *m);
	Racer racer[MOST_THREADS];
	size_t bytes;

	if (!cx || !m)
		bench_fail("out of memory");
	compile(cx, args->plain[1], (int)bench_number(args, args->plain[2], 2, 10000000), m);
	for (unsigned i = 0; i < MOST_THREADS; i++)
		enter_racer(&racer[i], cx, i + 1);
	for (int k = 0; k < STEPS + EVALUATIONS; k++)
		for (int i = 0; i < MOST_THREADS; i++)
			take_turn(&racer[i], k < STEPS);
	bytes = (size_t)racer[0].rt->n * sizeof(double);
	for (int i = 0; i < MOST_THREADS; i++) {
		if (memcmp(racer[0].dx, racer[i].dx, bytes) != 0 ||
			memcmp(racer[0].solver->x_new, racer[i].solver->x_new, bytes) != 0)
			bench_fail("more threads give other bits");
		printf("states=%d threads=%d rhs_us=%.1f rhs_ratio=%.2f step_us=%.1f step_ratio=%.2f "
			   "step_own_us=%.1f step_own_ratio=%.2f\n",
			   (int)racer[0].rt->n, i + 1, 1e6 * racer[i].rhs, racer[0].rhs / racer[i].rhs,
			   1e6 * racer[i].step, racer[0].step / racer[i].step, 1e6 * racer[i].own,
			   racer[0].own / racer[i].own);
	}
}

/* --- the page --- */

typedef struct Page {
	char model[MOST_MODELS][32];             /* in the order of the lines */
	Measured *size[MOST_MODELS][MOST_SIZES]; /* of each, ascending */
	int n_sizes[MOST_MODELS];                /* how many */
	int n_models;                            /* how many */
} Page;

static Measured *find_size(Page *page, const char *model, double n)
{
	int i = 0;
	Measured *m;

	while (i < page->n_models && strcmp(page->model[i], model) != 0)
		i++;
	if (i == MOST_MODELS)
		bench_fail("more models than a page has room for");
	if (i == page->n_models)
		snprintf(page->model[page->n_models++], sizeof page->model[0], "%s", model);
	if (page->n_sizes[i] && page->size[i][page->n_sizes[i] - 1]->n == n)
		return page->size[i][page->n_sizes[i] - 1];
	if (page->n_sizes[i] == MOST_SIZES)
		bench_fail("more sizes than a page has room for");
	m = calloc(1, sizeof *m);
	if (!m)
		bench_fail("out of memory");
	m->n = n;
	return page->size[i][page->n_sizes[i]++] = m;
}

static void read_lines(Page *page)
{
	char line[256], model[32], phase[32];
	double n, ms, mb;

	while (fgets(line, sizeof line, stdin)) {
		Measured *m;

		if (sscanf(line, "%31s %lf %31s %lf %lf", model, &n, phase, &ms, &mb) != 5)
			bench_fail("a line is none of those that are printed");
		m = find_size(page, model, n);
		if (!strcmp(phase, "unknowns"))
			m->equations = ms;
		else if (!strcmp(phase, "all"))
			m->peak_mb = mb;
		else
			add_phase(m, phase, 1e-3 * ms, mb);
	}
}

static double all_ms(const Measured *m)
{
	double ms = 0;

	for (int i = 0; i < m->n_phases; i++)
		ms += m->phase[i].ms;
	return ms;
}

enum { WORTH_MS = 50 }; /* phases that never take this long are not in the tables */

static bool is_worth(const Page *page, int i, int phase)
{
	for (int k = 0; k < page->n_sizes[i]; k++)
		if (page->size[i][k]->phase[phase].ms >= WORTH_MS)
			return true;
	return false;
}

static void write_row(FILE *out, const Page *page, int i, const char *name, int phase)
{
	fprintf(out, "| %s |", name);
	for (int k = 0; k < page->n_sizes[i]; k++) {
		const Measured *m = page->size[i][k];

		fprintf(out, " %.0f |", phase < 0 ? all_ms(m) : m->phase[phase].ms);
	}
	fprintf(out, "\n");
}

static void write_table(FILE *out, const Page *page, int i)
{
	int n = page->n_sizes[i];

	fprintf(out, "\n## %s\n\n| milliseconds |", page->model[i]);
	for (int k = 0; k < n; k++)
		fprintf(out, " n = %.0f |", page->size[i][k]->n);
	fprintf(out, "\n|---|");
	for (int k = 0; k < n; k++)
		fprintf(out, "---|");
	fprintf(out, "\n");
	for (int phase = 0; phase < page->size[i][0]->n_phases; phase++)
		if (is_worth(page, i, phase))
			write_row(out, page, i, page->size[i][0]->phase[phase].name, phase);
	write_row(out, page, i, "all", -1);
	fprintf(out, "| **peak MB** |");
	for (int k = 0; k < n; k++)
		fprintf(out, " %.0f |", page->size[i][k]->peak_mb);
	fprintf(out, "\n| **unknowns** |");
	for (int k = 0; k < n; k++)
		fprintf(out, " %.0f |", page->size[i][k]->equations);
	fprintf(out, "\n\n![time](%s_time.svg) ![memory](%s_memory.svg)\n", page->model[i],
			page->model[i]);
}

/* Both axes are decimal logarithms: a slope of one is linear. */
static void save_plot(const char *path, const char *title, const PlotCurve *curve, size_t n)
{
	char error[512];

	if (plot_save(&(Plot){title, curve, n}, NULL, path, error) != MDV_OK)
		bench_fail(error);
}

static void write_pictures(const Page *page, const char *dir, int i)
{
	static double y[MOST_PHASES + 1][MOST_SIZES];
	double x[MOST_SIZES];
	PlotCurve curve[MOST_PHASES + 1];
	size_t n = 0, n_sizes = (size_t)page->n_sizes[i];
	char path[512];

	for (size_t k = 0; k < n_sizes; k++)
		x[k] = log10(page->size[i][k]->n);
	for (int phase = 0; phase < page->size[i][0]->n_phases; phase++) {
		if (!is_worth(page, i, phase))
			continue;
		for (size_t k = 0; k < n_sizes; k++)
			y[n][k] = log10(fmax(1e-2, page->size[i][k]->phase[phase].ms));
		curve[n] = (PlotCurve){page->size[i][0]->phase[phase].name,
							   "log10 ms",
							   x,
							   y[n],
							   n_sizes,
							   false,
							   OUT_REAL,
							   NULL};
		n++;
	}
	snprintf(path, sizeof path, "%s/%s_time.svg", dir, page->model[i]);
	save_plot(path, "processor time of each phase over log10 n", curve, n);
	for (size_t k = 0; k < n_sizes; k++)
		y[0][k] = log10(page->size[i][k]->peak_mb);
	curve[0] = (PlotCurve){"peak memory", "log10 MB", x, y[0], n_sizes, false, OUT_REAL, NULL};
	snprintf(path, sizeof path, "%s/%s_memory.svg", dir, page->model[i]);
	save_plot(path, "memory over log10 n", curve, 1);
}

static void make_page(const char *dir)
{
	Page *page = calloc(1, sizeof *page);
	char path[512];
	FILE *out;

	snprintf(path, sizeof path, "%s/scale.md", dir);
	out = fopen(path, "w");
	if (!page || !out)
		bench_fail("the page cannot be written");
	read_lines(page);
	fprintf(out,
			"# From the text to the first step\n\nProcessor time of each phase that ever takes %d "
			"ms, and the most memory of the process; models of `Scale.mo`.\n",
			WORTH_MS);
	for (int i = 0; i < page->n_models; i++) {
		write_table(out, page, i);
		write_pictures(page, dir, i);
	}
	if (fclose(out) != 0)
		bench_fail("the page cannot be written");
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "scale MODEL N [SOLVER] | scale threads MODEL N | scale page DIR"};

	run_begin_memory(); /* as modevs does */
	bench_args(&args, argc, argv, 2, 3);
	if (!strcmp(args.plain[0], "page"))
		make_page(args.plain[1]);
	else if (!strcmp(args.plain[0], "threads") && args.n_plain == 3)
		race(&args);
	else
		measure(&args);
	return 0;
}
