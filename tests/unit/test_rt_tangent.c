/* SPDX-License-Identifier: MIT
   test_rt_tangent.c — Jacobians of the derivatives: by pattern and colours, through nonlinear
   blocks, and by differences where there is no tangent code. */
#include "hand.h"

/* A chain: der(x_i) = y_i-1 - 2 y_i + y_i+1 with y_i³ + y_i = x_i, each y from a block of its own.
 */

enum {
	N = 6,
	X = FIRST,
	Y = X + N,
	DX = Y + N,
	R = DX + N,
	TX = R + N,
	TY = TX + N,
	TDX = TY + N,
	TR = TDX + N,
	SLOTS = TR + N
};

static double at(const double *f, int base, int i)
{
	return i < 0 || i >= N ? 0 : f[base + i];
}

/* Regions 2 i, 2 i + 1 and 2 (i + N): block i and its tangents; 100, 101: the derivatives; 102:
 * start. */
static MdvStatus run(void *code, double *f, int32_t region)
{
	int i = region / 2;

	(void)code;
	if (region < 2 * N && region % 2 == 0)
		f[R + i] = f[Y + i] * f[Y + i] * f[Y + i] + f[Y + i] - f[X + i];
	else if (region < 2 * N) /* by everything */
		f[TR + i] = (3 * f[Y + i] * f[Y + i] + 1) * f[TY + i] - f[TX + i];
	else if (region < 4 * N) /* by the unknown alone */
		f[TR + i - N] = (3 * f[Y + i - N] * f[Y + i - N] + 1) * f[TY + i - N];
	for (i = 0; i < N && region >= 100; i++) {
		if (region == 100)
			f[DX + i] = at(f, Y, i - 1) - 2 * at(f, Y, i) + at(f, Y, i + 1);
		if (region == 101)
			f[TDX + i] = at(f, TY, i - 1) - 2 * at(f, TY, i) + at(f, TY, i + 1);
		if (region == 102)
			f[X + i] = i * i - 3;
	}
	return MDV_OK;
}

typedef struct Chain {
	MdvModel m;                                  /* the model */
	MdvStep step[N + 1];                         /* blocks, then derivatives */
	int32_t slot[N][4];                          /* lists of one slot */
	MdvState state[N];                           /* x */
	MdvVar var[N];                               /* likewise */
	int32_t start[N + 1], row[3 * N], colour[N]; /* pattern */
	Rt *rt;                                      /* the instance */
} Chain;

static Chain *chain_new(bool sparse, bool tangents)
{
	static const double initial[SLOTS];
	static const int32_t none[] = {-1};
	Chain *c = calloc(1, sizeof *c);
	int32_t n = 0;

	for (int32_t i = 0; i < N; i++) {
		memcpy(c->slot[i], LIST(Y + i, TY + i, R + i, TR + i), sizeof c->slot[i]);
		c->step[i] = (MdvStep){.kind = MDV_STEP_NONLINEAR,
							   .code = 2 * i,
							   .tangent = tangents ? 2 * (i + N) : -1,
							   .full_tangent = tangents ? 2 * i + 1 : -1,
							   .n = 1,
							   .unknown = &c->slot[i][0],
							   .unknown_tangent = &c->slot[i][1],
							   .residual = &c->slot[i][2],
							   .residual_tangent = &c->slot[i][3],
							   .source = none};
		c->state[i] = (MdvState){X + i, DX + i, TX + i, TDX + i, i};
		c->var[i] = (MdvVar)VAR("x", X + i, MDV_VAR_STATE);
		c->start[i] = n;
		for (int32_t k = i - 1; k <= i + 1; k++)
			if (k >= 0 && k < N)
				c->row[n++] = k;
		c->colour[i] = i % 3;
	}
	c->start[N] = n;
	c->step[N] = (MdvStep)CODE(100, 101);
	c->m = (MdvModel){
		HAND,
		.name = "Chain",
		.n_slots = SLOTS,
		.initial = initial,
		.var = c->var,
		.n_vars = N,
		.state = c->state,
		.n_states = N,
		.start_code = 102,
		.init_check = -1,
		.run = run,
		SEQUENCES(SEQUENCE(INIT, c->step), SEQUENCE(EVENT, c->step), SEQUENCE(ODE, c->step))};
	if (sparse) {
		c->m.jac_start = c->start;
		c->m.jac_row = c->row;
		c->m.jac_colour = c->colour;
		c->m.n_colours = 3;
	}
	c->rt = rt_new(&c->m, NULL);
	return c;
}

static void jacobians_agree_with_the_derivative(void)
{
	for (int k = 0; k < 4; k++) {
		bool sparse = k % 2, tangents = k / 2;
		Chain *c = chain_new(sparse, tangents);
		double x[N], dx[N], value[N * N];

		T_INT(init_run(c->rt, 0), MDV_OK);
		rt_states(c->rt, x);
		T_INT(rt_ode(c->rt, 0, x, dx), MDV_OK);
		T_INT(rt_jac(c->rt, 0, x, value), MDV_OK);
		for (int32_t j = 0; j < N; j++) {
			double y = c->rt->frame[Y + j], slope = 1 / (3 * y * y + 1);

			for (int32_t i = 0; i < N; i++) {
				double want = i == j ? -2 * slope : abs(i - j) == 1 ? slope : 0;

				if (!sparse)
					T_REAL(value[i + j * N], want, tangents ? 1e-9 : 1e-5);
				for (int32_t e = c->start[j]; sparse && e < c->start[j + 1]; e++)
					if (c->row[e] == i)
						T_REAL(value[e], want, tangents ? 1e-9 : 1e-5);
			}
		}
		rt_free(c->rt);
		free(c);
	}
}

static void all_ways_give_the_same_motion(void)
{
	double first[N];

	for (int k = 0; k < 4; k++) {
		Chain *c = chain_new(k % 2, k / 2);
		HybridOptions o = {.run.stop = 2, .run.tol = 1e-8};
		HybridResult out;
		double x[N];

		T_INT(island_simulate(c->rt, &o, &out), MDV_OK);
		rt_states(c->rt, x);
		for (int i = 0; i < N; i++)
			T_REAL(x[i], k ? first[i] : x[i], 1e-6);
		if (k == 0)
			memcpy(first, x, sizeof x);
		T_CHECK(out.stats.solver.rhs < 700);
		rt_free(c->rt);
		free(c);
	}
}

int main(void)
{
	T_RUN(jacobians_agree_with_the_derivative);
	T_RUN(all_ways_give_the_same_motion);
	return T_END();
}
