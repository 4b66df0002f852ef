/* SPDX-License-Identifier: MIT
   test_rt_mixed.c — mixed blocks on random problems that have a solution: networks of ideal diodes
   and chains of friction elements. All must be solved, in few passes. */
#include "hand.h"

enum { N = 12, U = FIRST, R = U + N, D = R + N, FRESH = D + 2 * N, SLOTS = FRESH + 2 * N };

typedef struct Problem {
	int n;           /* unknowns */
	bool off;        /* diodes: the decision is "off", not "on" */
	double m[N * N]; /* diodes: w = M u + q */
	double q[N];     /* diodes: q; friction: torque of each body */
	double j[N];     /* friction: inertia */
	double peak[N];  /* friction: what it holds */
	uint64_t solves; /* inner solves made */
} Problem;

static uint64_t seed = 7;

static double draw(void)
{
	seed = map_hash(seed + 1);
	return (double)(seed >> 11) / 4503599627370496.0 - 1; /* in [-1, 1) */
}

/* Diodes: each conducts (w = 0, u >= 0) or blocks (u = 0, w >= 0). */

static double voltage(const Problem *p, const double u[], int i)
{
	double w = p->q[i];

	for (int j = 0; j < p->n; j++)
		w += p->m[i + j * N] * u[j];
	return w;
}

static MdvStatus diode_run(void *code, double *f, int32_t region)
{
	Problem *p = code;

	for (int i = 0; i < p->n; i++) {
		bool on = (f[D + i] != 0) != p->off;
		double w = voltage(p, f + U, i);

		if (region == 0)
			f[R + i] = on ? w : f[U + i];
		if (region == 1) /* the parameter of the diode's characteristic: u if on, -w if off */
			f[FRESH + i] = ((on ? f[U + i] : -w) > 0) != p->off;
	}
	p->solves += region == 1;
	return MDV_OK;
}

/* Friction: element i holds bodies i - 1 and i (body -1 is the ground) together. sa is the torque
   while locked, else relative acceleration plus or minus the peak. */

static MdvStatus friction_run(void *code, double *f, int32_t region)
{
	Problem *p = code;
	double a = 0, torque[N + 1] = {0};

	for (int i = 0; i < p->n; i++) {
		bool forward = f[D + 2 * i] != 0, backward = f[D + 2 * i + 1] != 0;

		torque[i] = forward ? p->peak[i] : backward ? -p->peak[i] : f[U + i];
	}
	for (int i = 0; i < p->n; i++) {
		bool forward = f[D + 2 * i] != 0, backward = f[D + 2 * i + 1] != 0;

		a += forward ? f[U + i] - p->peak[i] : backward ? f[U + i] + p->peak[i] : 0;
		if (region == 0)
			f[R + i] = p->j[i] * a - p->q[i] + torque[i] - torque[i + 1];
		if (region == 1) {
			f[FRESH + 2 * i] = f[U + i] > p->peak[i];
			f[FRESH + 2 * i + 1] = f[U + i] < -p->peak[i];
		}
	}
	p->solves += region == 1;
	return MDV_OK;
}

static int32_t numbers[4][2 * N]; /* lists of slots: from U, R, D, FRESH */
static const double initial[SLOTS];

static Rt *new_problem(MdvModel *m, MdvStep step[3], Problem *p, int n_decisions)
{
	static const int32_t from[] = {U, R, D, FRESH};

	for (int k = 0; k < 4; k++)
		for (int i = 0; i < 2 * N; i++)
			numbers[k][i] = from[k] + i;
	step[0] = (MdvStep){.kind = MDV_STEP_MIXED,
						.code = -1,
						.tangent = -1,
						.n_steps = 2,
						.n_decisions = n_decisions,
						.decision = numbers[2],
						.fresh = numbers[3]};
	step[1] = (MdvStep){.kind = MDV_STEP_LINEAR,
						.code = 0,
						.tangent = -1,
						.n = p->n,
						.unknown = numbers[0],
						.residual = numbers[1]};
	step[2] = (MdvStep)CODE(1, -1);
	*m = (MdvModel){HAND,
					.name = "Mixed",
					.n_slots = SLOTS,
					.initial = initial,
					.start_code = -1,
					.init_check = -1,
					.code = p,
					SEQUENCES({.kind = MDV_SEQ_INIT, .step = step, .n_steps = 3},
							  {.kind = MDV_SEQ_EVENT, .step = step, .n_steps = 3})};
	return rt_new(m, NULL);
}

/* M = B B' + small: what a passive network of resistors and sources gives. */
static void random_network(Problem *p, int n, bool off)
{
	double b[N * N];

	*p = (Problem){.n = n, .off = off};
	for (int k = 0; k < N * N; k++)
		b[k] = draw();
	for (int i = 0; i < n; i++) {
		p->q[i] = draw();
		for (int j = 0; j < n; j++) {
			p->m[i + j * N] = i == j ? 1e-3 : 0;
			for (int k = 0; k < n; k++)
				p->m[i + j * N] += b[i + k * N] * b[j + k * N];
		}
	}
}

static void random_diode_networks_are_solved(void)
{
	for (int n = 1; n <= N; n++) {
		uint64_t solves = 0;

		for (int trial = 0; trial < 200; trial++) {
			Problem p;
			MdvModel m;
			MdvStep step[3];
			Rt *rt;

			random_network(&p, n, trial % 2);
			rt = new_problem(&m, step, &p, n);
			m.run = diode_run;
			for (int i = 0; i < n; i++)
				rt->frame[D + i] = draw() > 0;
			T_INT(init_run(rt, 0), MDV_OK);
			for (int i = 0; i < n; i++) {
				double u = rt->frame[U + i], w = voltage(&p, rt->frame + U, i);

				T_CHECK(u > -1e-6 && w > -1e-6 && fabs(u * w) < 1e-6);
			}
			solves += p.solves;
			rt_free(rt);
		}
		T_CHECK((double)solves / 200 < 4 + 2.5 * n);
	}
}

static void random_friction_chains_are_solved(void)
{
	for (int n = 1; n <= 8; n++) {
		uint64_t solves = 0;

		for (int trial = 0; trial < 200; trial++) {
			Problem p = {.n = n};
			MdvModel m;
			MdvStep step[3];
			Rt *rt = new_problem(&m, step, &p, 2 * n);

			m.run = friction_run;
			for (int i = 0; i < n; i++) {
				p.j[i] = 1.1 + draw();
				p.q[i] = 3 * draw();
				p.peak[i] = 1.1 + draw();
				if (trial % 2) {
					int k = (int)(1.5 * (draw() + 1));

					rt->frame[D + 2 * i] = k == 1;
					rt->frame[D + 2 * i + 1] = k == 2;
				}
			}
			T_INT(init_run(rt, 0), MDV_OK);
			solves += p.solves;
			rt_free(rt);
		}
		T_CHECK((double)solves / 200 < 12);
	}
}

int main(void)
{
	T_RUN(random_diode_networks_are_solved);
	T_RUN(random_friction_chains_are_solved);
	return T_END();
}
