/* SPDX-License-Identifier: MIT
   test_sim_again.c — what is run of a block's code, and of tangent code, a second time leaves the
   frame as all of it would, to the bit, whatever the unknowns or the directions are; and it is
   shorter. */
#include "sim.h"
#include "t.h"
#include "vm/vm.h"

#include <stdlib.h>
#include <string.h>

typedef struct Seeds {
	const int32_t *slot; /* n of them */
	int32_t n;           /* how many */
} Seeds;

static void put_random(double frame[], Seeds s)
{
	for (int32_t i = 0; i < s.n; i++)
		frame[s.slot[i]] = 2.0 * rand() / RAND_MAX - 1;
}

static int64_t length(const IrModule *code, int32_t region)
{
	const IrRegion *r = &code->regions.at[region];
	int64_t n = r->n_instrs;

	for (int32_t i = 0; i < r->n_batches; i++)
		n += (int64_t)code->batches.at[r->batch_at[i].batch].n_instrs *
			 code->batches.at[r->batch_at[i].batch].n_instances;
	return n;
}

/* The code with two sets of seeds, then with the second ones alone. */
static void compare(const Sim *s, int32_t region, Seeds seeds)
{
	const MdvModel *m = s->rt->m;
	const IrModule *code = &s->cx.island->code;
	size_t n = code->first_temp < (uint32_t)m->n_slots ? code->first_temp : (size_t)m->n_slots;
	size_t size = (size_t)m->n_slots * sizeof(double);
	double *first = malloc(size), *whole = malloc(size);

	memcpy(first, s->rt->frame, size);
	put_random(first, seeds);
	T_INT(m->run(m->code, first, region), MDV_OK);
	put_random(first, seeds);
	memcpy(whole, first, size);
	T_INT(m->run(m->code, first, m->again[region]), MDV_OK);
	T_INT(m->run(m->code, whole, region), MDV_OK);
	T_CHECK(memcmp(first, whole, n * sizeof *first) == 0);
	T_CHECK(length(code, m->again[region]) < length(code, region));
	free(first);
	free(whole);
}

static bool has_again(const MdvModel *m, int32_t region)
{
	return region >= 0 && region < m->n_again && m->again[region] >= 0;
}

/* All blocks of all sequences; gives how many pieces of code were compared. */
static int compare_all(const Sim *s)
{
	const MdvModel *m = s->rt->m;
	int32_t *tangent = malloc(((size_t)m->n_tangents + 1) * sizeof *tangent);
	int n = 0;

	for (int32_t i = 0; i < m->n_tangents; i++)
		tangent[i] = m->tangents + i;
	for (int32_t q = 0; q < m->n_sequences; q++)
		for (int32_t k = 0; k < m->sequence[q].n_steps; k++) {
			const MdvStep *step = &m->sequence[q].step[k];
			int32_t n_unknowns = step->kind == MDV_STEP_CODE || step->kind == MDV_STEP_MIXED
									 ? 0
									 : mdv_step_unknowns(m, step);
			const struct {
				int32_t region;
				Seeds seeds;
			} piece[] = {{step->code, {step->unknown, n_unknowns}},
						 {step->tangent, {step->unknown_tangent, n_unknowns}},
						 {step->full_tangent, {tangent, m->n_tangents}}};

			for (int p = step->kind == MDV_STEP_CODE ? 2 : 0; p < 3; p++)
				if (has_again(m, piece[p].region)) {
					for (int turn = 0; turn < 6; turn++) /* plain, then as machine code */
						compare(s, piece[p].region, piece[p].seeds);
					n++;
				}
		}
	free(tangent);
	return n;
}

static const char *const models[] = {
	/* a linear block with coefficients that vary, one unknown and three */
	"model A Real x(start = 1, fixed = true), a, b; equation der(x) = a; a*(2 + sin(x)^2) + "
	"b*cos(3*x)*exp(-x^2) = sin(time)*x; a*sin(5*x + 1) - b*(3 + x^2 + cos(x)) = exp(x/10); end A;",
	/* a nonlinear one, with a function and a branch that do not depend on the unknowns */
	"model B function f input Real u; output Real y; protected Real s = 0; algorithm for i in "
	"1:5 loop s := s + sin(i*u); end for; y := s; end f;\n"
	"Real x(start = 1, fixed = true), a(start = 1), b(start = 0.5), c; equation c = f(x) + "
	"noEvent(if x > 0 then exp(sin(x))*log(1 + x^2) + atan(x)*tanh(x)*cos(x) else sin(cos(x)) + "
	"x^3*exp(-x^2)*atan(3*x)); a^3 + 3*a + b*c*sin(x) = 4 + 0.1*f(2*x)*cos(x)^2; "
	"b^3 + 2*b + noEvent(if a > 0 then a*x else sin(a*x)*cos(a)*exp(-a^2)*tanh(a + x)) = 1; "
	"der(x) = -a*b; end B;",
	/* equal equations: batches */
	"model D parameter Integer n = 8; Real x[n](each start = 1, each fixed = true), a[n], s; "
	"equation for i in 1:n loop der(x[i]) = a[i]; a[i]*(2 + sin(x[i])^2) + s*cos(3*x[i])*exp("
	"-x[i]^2) = sin(i*time)*x[i]; end for; s = sum(a[i]*cos(x[i])*0.1 for i in 1:n) + time; "
	"end D;",
	/* a pendulum: constraints of a set of states */
	"model C Real x(start = 0.8), y(start = -0.6), vx(start = 0), vy(start = 0), l; equation "
	"der(x) "
	"= vx; der(y) = vy; der(vx) = l*x; der(vy) = l*y - 9.81; x^2 + y^2 = 1; end C;"};

static void what_is_run_again_leaves_what_all_would(void)
{
	int n = 0;

	srand(15);
	for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
		Sim s;

		T_CHECK(sim_text(&s, models[i]));
		T_INT(sim_run(&s), MDV_OK);
		n += compare_all(&s);
		sim_free(&s);
	}
	T_CHECK(n >= 6);
}

int main(void)
{
	T_RUN(what_is_run_again_leaves_what_all_would);
	return T_END();
}
