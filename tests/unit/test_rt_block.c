/* SPDX-License-Identifier: MIT
   test_rt_block.c — blocks: linear, singular, nonlinear with several solutions, mixed. The model is
   one block of up to four unknowns whose residuals a test gives as a function. */
#include "hand.h"

/* Residuals by unknowns, parameter and decisions; t, if given, the tangents of the same. */
typedef struct Problem {
	void (*r)(const double u[], double p, const double d[], double r[]);
	void (*t)(const double u[], double p, const double d[], const double tu[], double tr[]);
	void (*decide)(const double u[], double p, double fresh[]);
	bool (*defined)(const double u[]);
	int runs; /* of r */
} Problem;

enum {
	P = FIRST,
	U = FIRST + 1,
	R = U + 4,
	TU = R + 4,
	TR = TU + 4,
	D = TR + 4,
	NEW_D = D + 4,
	START = NEW_D + 4,
	SLOTS = START + 4
};

static MdvStatus run(void *code, double *f, int32_t region)
{
	Problem *p = code;

	switch (region) {
	case 0:
		p->runs++;
		if (p->defined && !p->defined(f + U))
			return MDV_RETRY;
		p->r(f + U, f[P], f + D, f + R);
		break;
	case 1: p->t(f + U, f[P], f + D, f + TU, f + TR); break;
	case 2: p->decide(f + U, f[P], f + NEW_D); break;
	case 3:
		for (int i = 0; i < 4; i++)
			f[U + i] = f[START + i];
		break;
	}
	return MDV_OK;
}

static const MdvSource sources[] = {{"equation one", "Test.mo", 1, ""},
									{"equation two", "Test.mo", 2, "a.b"},
									{"equation three", "Test.mo", 3, ""},
									{"equation four", "Test.mo", 4, ""}};
#define UNKNOWN(name_, i)                                                              \
	{                                                                                  \
		.name = name_, .unit = "", .display_unit = "", .comment = "", .slot = U + (i), \
		.start = START + (i), .nominal = -1, .min = -1, .max = -1, .type = MDV_REAL    \
	}
static const MdvVar vars[] = {UNKNOWN("u1", 0), UNKNOWN("u2", 1), UNKNOWN("u3", 2),
							  UNKNOWN("u4", 3)};
static const double initial[SLOTS];
static const int32_t unknowns[] = {U, U + 1, U + 2, U + 3};
static const int32_t tangents[] = {TU, TU + 1, TU + 2, TU + 3};
static const int32_t residuals[] = {R, R + 1, R + 2, R + 3};
static const int32_t residual_tangents[] = {TR, TR + 1, TR + 2, TR + 3};
static const int32_t numbers[] = {0, 1, 2, 3};
static const int32_t decisions[] = {D, D + 1, D + 2, D + 3};
static const int32_t fresh_ones[] = {NEW_D, NEW_D + 1, NEW_D + 2, NEW_D + 3};

typedef struct Block {
	MdvModel m;                          /* the model */
	MdvSequence sequence[MDV_SEQ_COUNT]; /* its sequences */
	MdvStep step[3];                     /* of its sequences */
	Problem problem;                     /* what it computes */
	Rt *rt;                              /* the instance */
} Block;

/* All sequences are the block, in MIXED with a step for the decisions if there are any. */
static Block *block_new(MdvStepKind kind, int32_t n, int32_t n_decisions, const Problem *problem)
{
	Block *b = calloc(1, sizeof *b);
	int32_t n_steps = n_decisions ? 3 : 1;
	MdvStep solve = {.kind = (uint8_t)kind,
					 .code = 0,
					 .tangent = problem->t ? 1 : -1,
					 .n = n,
					 .unknown = unknowns,
					 .unknown_tangent = tangents,
					 .residual = residuals,
					 .residual_tangent = residual_tangents,
					 .source = numbers};

	b->problem = *problem;
	b->step[0] = (MdvStep){.kind = MDV_STEP_MIXED,
						   .code = -1,
						   .n_steps = 2,
						   .n_decisions = n_decisions,
						   .decision = decisions,
						   .fresh = fresh_ones};
	b->step[n_steps > 1] = solve;
	b->step[n_steps > 1 ? 2 : 1] = (MdvStep)CODE(2, -1);
	b->m = (MdvModel){
		HAND,        .name = "Block",    .n_slots = SLOTS, .initial = initial, .var = vars,
		.n_vars = 4, .source = sources,  .n_sources = 4,   .start_code = 3,    .init_check = -1,
		.run = run,  .code = &b->problem};
	for (int k = MDV_SEQ_INIT; k <= MDV_SEQ_ODE; k++)
		b->sequence[b->m.n_sequences++] =
			(MdvSequence){.kind = (uint8_t)k, .step = b->step, .n_steps = n_steps};
	b->m.sequence = b->sequence;
	b->rt = rt_new(&b->m, NULL);
	return b;
}

static void block_free(Block *b)
{
	rt_free(b->rt);
	free(b);
}

/* A linear block: (2 + p) u1 + u2 = 3, u1 - u2 = 0. */

static void linear_r(const double u[], double p, const double d[], double r[])
{
	(void)d;
	r[0] = (2 + p) * u[0] + u[1] - 3;
	r[1] = u[0] - u[1];
}

static void linear_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)u;
	(void)d;
	tr[0] = (2 + p) * tu[0] + tu[1];
	tr[1] = tu[0] - tu[1];
}

static void a_linear_block_is_solved(void)
{
	for (int with = 0; with < 2; with++) {
		Block *b = block_new(MDV_STEP_LINEAR, 2, 0,
							 &(Problem){.r = linear_r, .t = with ? linear_t : NULL});

		T_INT(init_run(b->rt, 0), MDV_OK);
		T_REAL(rt_get(b->rt, 0), 1, 1e-15);
		T_REAL(rt_get(b->rt, 1), 1, 1e-15);
		b->rt->frame[P] = 3;
		T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_OK);
		T_REAL(rt_get(b->rt, 0), 0.5, 1e-15);
		block_free(b);
	}
}

static void factors_are_kept_as_long_as_the_matrix_lasts(void)
{
	Block *b = block_new(MDV_STEP_LINEAR, 2, 0, &(Problem){.r = linear_r, .t = linear_t});
	uint64_t matrices;

	b->step[0].matrix = MDV_MATRIX_DISCRETE;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_OK);
	matrices = b->rt->stats.matrices;
	for (int k = 0; k < 10; k++)
		T_INT(rt_output(b->rt, 2 + k, NULL, RT_OUTPUT), MDV_OK);
	T_INT(b->rt->stats.matrices, matrices);
	T_REAL(rt_get(b->rt, 0), 1, 1e-15);
	block_free(b);
}

/* u1 + u2 = 2, 2 u1 + 2 u2 = 4 + p: singular, and contradictory unless p = 0. */

static void singular_r(const double u[], double p, const double d[], double r[])
{
	(void)d;
	r[0] = u[0] + u[1] - 2;
	r[1] = 2 * (u[0] + u[1]) - 4 - p;
	r[2] = u[2] - 5;
}

static void singular_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)u;
	(void)p;
	(void)d;
	tr[0] = tu[0] + tu[1];
	tr[1] = 2 * (tu[0] + tu[1]);
	tr[2] = tu[2];
}

static void a_singular_block_without_contradiction_takes_the_smallest_values(void)
{
	Block *b = block_new(MDV_STEP_LINEAR, 3, 0, &(Problem){.r = singular_r, .t = singular_t});
	Text log;

	text_init(&log, NULL);
	b->rt->listener.log = hand_print;
	b->rt->listener.ctx = &log;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_OK);
	T_REAL(rt_get(b->rt, 0), 1, 1e-12);
	T_REAL(rt_get(b->rt, 1), 1, 1e-12);
	T_REAL(rt_get(b->rt, 2), 5, 1e-12);
	T_CHECK(strstr(text_str(&log), "do not determine u1, u2: taken") != NULL);
	text_free(&log);
	block_free(b);
}

static void contradictory_linear_equations_are_refused_and_named(void)
{
	Block *b = block_new(MDV_STEP_LINEAR, 3, 0, &(Problem){.r = singular_r, .t = singular_t});

	T_INT(init_run(b->rt, 0), MDV_OK);
	b->rt->frame[P] = 1;
	T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_RETRY);
	T_CHECK(hand_says(b->rt, "contradict each other"));
	T_CHECK(hand_says(b->rt, "'equation two' of a.b (Test.mo:2)"));
	T_INT(init_run(b->rt, 0), MDV_FAILED);
	T_CHECK(hand_says(b->rt, "initialization failed"));
	block_free(b);
}

/* u² = p: two roots; the one near the guess is taken and followed. */

static void square_r(const double u[], double p, const double d[], double r[])
{
	(void)d;
	r[0] = u[0] * u[0] - p;
}

static void square_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)p;
	(void)d;
	tr[0] = 2 * u[0] * tu[0];
}

static void of_two_roots_the_one_near_the_guess_is_taken(void)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		Block *b = block_new(MDV_STEP_NONLINEAR, 1, 0, &(Problem){.r = square_r, .t = square_t});
		int runs;

		b->rt->frame[START] = sign * 0.3;
		b->rt->frame[P] = 4;
		T_INT(init_run(b->rt, 0), MDV_OK);
		T_REAL(rt_get(b->rt, 0), sign * 2, 1e-9);
		runs = b->problem.runs;
		for (int k = 1; k <= 100; k++) {
			b->rt->frame[P] = 4 + 0.001 * k;
			T_INT(rt_output(b->rt, k, NULL, RT_INTEGRATE), MDV_OK);
			T_REAL(rt_get(b->rt, 0), sign * sqrt(4 + 0.001 * k), 1e-10);
		}
		T_CHECK(b->problem.runs - runs < 550); /* mostly four or five evaluations each */
		T_CHECK(b->rt->stats.matrices < 20);
		block_free(b);
	}
}

static void output_does_not_disturb_the_guesses_of_integration(void)
{
	Block *b = block_new(MDV_STEP_NONLINEAR, 1, 0, &(Problem){.r = square_r, .t = square_t});

	b->rt->frame[START] = 1;
	b->rt->frame[P] = 4;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_INT(rt_output(b->rt, 1, NULL, RT_INTEGRATE), MDV_OK);
	b->rt->guesses.value[RT_OUTPUT][0] = -2;
	T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_OK);
	T_REAL(rt_get(b->rt, 0), -2, 1e-9);
	b->rt->last.t = NAN;
	T_INT(rt_output(b->rt, 1, NULL, RT_INTEGRATE), MDV_OK);
	T_REAL(rt_get(b->rt, 0), 2, 1e-9);
	block_free(b);
}

static void an_equation_without_solution_is_reported(void)
{
	Block *b = block_new(MDV_STEP_NONLINEAR, 1, 0, &(Problem){.r = square_r, .t = square_t});

	b->rt->frame[START] = 1;
	b->rt->frame[P] = -1;
	T_INT(init_run(b->rt, 0), MDV_FAILED);
	T_CHECK(hand_says(b->rt, "initialization failed: at time 0 no solution found"));
	T_CHECK(hand_says(b->rt, "u1 = 1 (start 1, nominal 1)"));
	T_CHECK(hand_says(b->rt, "'equation one' (Test.mo:1)"));
	block_free(b);
}

/* log(u) = p: not defined for u <= 0, where a full step would lead. */

static void log_r(const double u[], double p, const double d[], double r[])
{
	(void)d;
	r[0] = log(u[0]) - p;
}

static void log_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)p;
	(void)d;
	tr[0] = tu[0] / u[0];
}

static bool is_positive(const double u[])
{
	return u[0] > 0;
}

static void steps_out_of_the_domain_are_shortened(void)
{
	for (int with = 0; with < 2; with++) {
		Block *b =
			block_new(MDV_STEP_NONLINEAR, 1, 0,
					  &(Problem){.r = log_r, .t = log_t, .defined = with ? is_positive : NULL});

		b->rt->frame[START] = 1000;
		T_INT(init_run(b->rt, 0), MDV_OK);
		T_REAL(rt_get(b->rt, 0), 1, 1e-9);
		b->rt->frame[START] = 0; /* not defined at the start: the nominal value is tried */
		T_INT(init_run(b->rt, 0), MDV_OK);
		T_REAL(rt_get(b->rt, 0), 1, 1e-9);
		block_free(b);
	}
}

/* Two unknowns, far start: Rosenbrock's valley as equations, and a singular start. */

static void valley_r(const double u[], double p, const double d[], double r[])
{
	(void)p;
	(void)d;
	r[0] = 10 * (u[1] - u[0] * u[0]);
	r[1] = 1 - u[0];
}

static void valley_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)p;
	(void)d;
	tr[0] = 10 * (tu[1] - 2 * u[0] * tu[0]);
	tr[1] = -tu[0];
}

static void powell_r(const double u[], double p, const double d[], double r[])
{
	(void)p;
	(void)d;
	r[0] = 1e4 * u[0] * u[1] - 1;
	r[1] = exp(-u[0]) + exp(-u[1]) - 1.0001;
}

static void powell_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)p;
	(void)d;
	tr[0] = 1e4 * (tu[0] * u[1] + u[0] * tu[1]);
	tr[1] = -exp(-u[0]) * tu[0] - exp(-u[1]) * tu[1];
}

static void hard_equations_are_solved_from_far(void)
{
	Block *b = block_new(MDV_STEP_NONLINEAR, 2, 0, &(Problem){.r = valley_r, .t = valley_t});

	b->rt->frame[START] = -1.2;
	b->rt->frame[START + 1] = 1;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_REAL(rt_get(b->rt, 0), 1, 1e-9);
	block_free(b);
	b = block_new(MDV_STEP_NONLINEAR, 2, 0, &(Problem){.r = powell_r, .t = powell_t});
	b->rt->frame[START] = 0;
	b->rt->frame[START + 1] = 1;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_REAL(1e4 * rt_get(b->rt, 0) * rt_get(b->rt, 1), 1, 1e-7);
	block_free(b);
}

static void each_way_of_last_resort_solves_alone(void)
{
	MdvStatus (*const way[])(Rt *, Newton *) = {newton_iterate, newton_kinsol, newton_lm};

	for (size_t k = 0; k < 3; k++) {
		Block *b = block_new(MDV_STEP_NONLINEAR, 2, 0, &(Problem){.r = valley_r, .t = valley_t});
		RtBlock *rb = &b->rt->block[b->rt->sequence[MDV_SEQ_ODE].block[0]];
		Newton s = {.block = rb, .n = 2, .lu = &rb->kept[0]};

		T_INT(rt_parameters(b->rt), MDV_OK);
		b->rt->frame[U] = -1.2;
		b->rt->frame[U + 1] = 1;
		T_INT(way[k](b->rt, &s), MDV_OK);
		T_REAL(rt_get(b->rt, 0), 1, 1e-9);
		T_REAL(rt_get(b->rt, 1), 1, 1e-9);
		block_free(b);
	}
}

/* KINSOL takes memory when it is needed. */
static void a_line_search_without_memory_says_so(void)
{
	MdvStatus status = MDV_NO_MEMORY;

	for (size_t k = 1; status == MDV_NO_MEMORY && k < 1000; k++) {
		Block *b = block_new(MDV_STEP_NONLINEAR, 2, 0, &(Problem){.r = valley_r, .t = valley_t});
		RtBlock *rb = &b->rt->block[b->rt->sequence[MDV_SEQ_ODE].block[0]];
		const MdvAlloc *alloc = b->rt->alloc;
		Newton s = {.block = rb, .n = 2, .lu = &rb->kept[0]};
		AllocMeter meter;

		T_INT(rt_parameters(b->rt), MDV_OK);
		b->rt->frame[U] = -1.2;
		b->rt->frame[U + 1] = 1;
		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		b->rt->alloc = &meter.alloc;
		status = newton_kinsol(b->rt, &s);
		b->rt->alloc = alloc;
		T_INT(meter.live, 0);
		T_CHECK(k > 30 || status == MDV_NO_MEMORY);
		block_free(b);
	}
	T_INT(status, MDV_OK);
}

/* A diode in series with a resistor: u1 is its parameter s, v = s * (if off then 1 else Ron), i = s
 * (if off then Goff else 1), v + R i = p, off = s < 0. */

static void diode_r(const double u[], double p, const double d[], double r[])
{
	double v = u[0] * (d[0] ? 1 : 1e-5), i = u[0] * (d[0] ? 1e-5 : 1);

	r[0] = v + 10 * i - p;
}

static void diode_t(const double u[], double p, const double d[], const double tu[], double tr[])
{
	(void)u;
	(void)p;
	tr[0] = tu[0] * (d[0] ? 1 : 1e-5) + 10 * tu[0] * (d[0] ? 1e-5 : 1);
}

static void diode_decide(const double u[], double p, double fresh[])
{
	(void)p;
	fresh[0] = u[0] < 0;
}

static void a_diode_conducts_and_blocks(void)
{
	Block *b = block_new(MDV_STEP_LINEAR, 1, 1,
						 &(Problem){.r = diode_r, .t = diode_t, .decide = diode_decide});

	b->rt->frame[D] = 1;
	b->rt->frame[P] = 5;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_REAL(b->rt->frame[D], 0, 0);
	T_REAL(rt_get(b->rt, 0), 5 / 10.00001, 1e-12);
	b->rt->frame[P] = -5;
	T_INT(init_run(b->rt, 0), MDV_OK);
	T_REAL(b->rt->frame[D], 1, 0);
	/* Between events decisions are frozen. */
	b->rt->frame[P] = 5;
	T_INT(rt_output(b->rt, 1, NULL, RT_OUTPUT), MDV_OK);
	T_REAL(b->rt->frame[D], 1, 0);
	T_REAL(rt_get(b->rt, 0), 5 / (1 + 1e-4), 1e-12);
	block_free(b);
}

/* Linear complementarity: w = M u + q, each of four diodes is on (w = 0, u free) or off (u = 0), on
   if u > 0 resp. w < 0. M is a P-matrix on which changing all decisions at once cycles (Murty's
   example of a cyclic matrix). */

static const double lcp_q[] = {-1, -1, -1, -1};

static double lcp(int i, int j)
{
	return i == j ? 1 : (i + 1) % 4 == j ? 2 : 0;
}

static void lcp_r(const double u[], double p, const double d[], double r[])
{
	(void)p;
	for (int i = 0; i < 4; i++) {
		double w = lcp_q[i];

		for (int j = 0; j < 4; j++)
			w += lcp(i, j) * u[j];
		r[i] = d[i] ? w : u[i];
	}
}

static void lcp_decide(const double u[], double p, double fresh[])
{
	(void)p;
	for (int i = 0; i < 4; i++) {
		double w = lcp_q[i];

		for (int j = 0; j < 4; j++)
			w += lcp(i, j) * u[j];
		fresh[i] = u[i] > 1e-12 || w < -1e-12;
	}
}

static void mixed_blocks_that_cycle_are_solved(void)
{
	for (int start = 0; start < 16; start++) {
		Block *b = block_new(MDV_STEP_LINEAR, 4, 4, &(Problem){.r = lcp_r, .decide = lcp_decide});

		for (int i = 0; i < 4; i++)
			b->rt->frame[D + i] = start >> i & 1;
		T_INT(init_run(b->rt, 0), MDV_OK);
		for (int i = 0; i < 4; i++) {
			double u = b->rt->frame[U + i], w = lcp_q[i];

			for (int j = 0; j < 4; j++)
				w += lcp(i, j) * b->rt->frame[U + j];
			T_CHECK(u > -1e-9 && w > -1e-9 && fabs(u * w) < 1e-9);
		}
		block_free(b);
	}
}

static void contrary_decide(const double u[], double p, double fresh[])
{
	(void)p;
	fresh[0] = !(u[0] > 1e4); /* on gives a large u, which says off */
}

static void contrary_r(const double u[], double p, const double d[], double r[])
{
	(void)p;
	r[0] = u[0] - (d[0] ? 1e5 : 0);
}

static void decisions_that_never_agree_are_refused(void)
{
	Block *b =
		block_new(MDV_STEP_LINEAR, 1, 1, &(Problem){.r = contrary_r, .decide = contrary_decide});

	T_INT(init_run(b->rt, 0), MDV_FAILED);
	T_CHECK(hand_says(b->rt, "agree with the equations that they decide"));
	block_free(b);
}

int main(void)
{
	T_RUN(a_linear_block_is_solved);
	T_RUN(factors_are_kept_as_long_as_the_matrix_lasts);
	T_RUN(a_singular_block_without_contradiction_takes_the_smallest_values);
	T_RUN(contradictory_linear_equations_are_refused_and_named);
	T_RUN(of_two_roots_the_one_near_the_guess_is_taken);
	T_RUN(output_does_not_disturb_the_guesses_of_integration);
	T_RUN(an_equation_without_solution_is_reported);
	T_RUN(steps_out_of_the_domain_are_shortened);
	T_RUN(hard_equations_are_solved_from_far);
	T_RUN(each_way_of_last_resort_solves_alone);
	T_RUN(a_line_search_without_memory_says_so);
	T_RUN(a_diode_conducts_and_blocks);
	T_RUN(mixed_blocks_that_cycle_are_solved);
	T_RUN(decisions_that_never_agree_are_refused);
	return T_END();
}
