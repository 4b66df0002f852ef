/* SPDX-License-Identifier: MIT
   test_ext_random.c — random numbers: the sequences that the standard library's published results
   show for its example GenerateRandomNumbers (localSeed = 614657, globalSeed = 30020). */
#include "ext_call.h"

#define N_1024 33

static const int seed[2] = {614657, 30020};

/* As Modelica.Math.Random.Utilities.initialStateWithXorshift64star. */
static void initial_state(const int from[2], int *state, int n)
{
	double y;
	int aux[2] = {from[0], from[1]};

	for (int i = 0; i < 10; i++)
		ModelicaRandom_xorshift64star(aux, aux, &y);
	state[0] = aux[0];
	state[1] = aux[1];
	for (int i = 2; i + 1 < n; i += 2)
		ModelicaRandom_xorshift64star(state + i - 2, state + i, &y);
	if (n > 2 && n % 2 == 1) {
		ModelicaRandom_xorshift64star(state + n - 3, aux, &y);
		state[n - 1] = aux[0];
	}
}

static void xorshift64star_gives_the_published_sequence(void)
{
	static const double want[] = {0.31359251787761722, 0.51103450342260148, 0.042445753889600313,
								  0.68603063460100111};
	int state[2];
	double y;

	initial_state(seed, state, 2);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		ModelicaRandom_xorshift64star(state, state, &y);
		T_REAL(y, want[i], 1e-15);
	}
}

static void xorshift128plus_gives_the_published_sequence(void)
{
	static const double want[] = {0.46115405725007419, 0.031701476952007923, 0.91922647628167886,
								  0.54448098466791572};
	int state[4];
	double y;

	initial_state(seed, state, 4);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		ModelicaRandom_xorshift128plus(state, state, &y);
		T_REAL(y, want[i], 1e-15);
	}
}

static void xorshift1024star_gives_the_published_sequence(void)
{
	static const double want[] = {0.31155928686346324, 0.059952099583051865, 0.94680043997287422,
								  0.037924779795383334};
	int state[N_1024];
	double y;

	initial_state(seed, state, N_1024);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
		ModelicaRandom_xorshift1024star(state, state, &y);
		T_REAL(y, want[i], 1e-15);
		T_CHECK(state[32] >= 0 && state[32] < 16);
	}
}

static void the_same_state_gives_the_same_number(void)
{
	int state[4], out[4];
	double a, b;

	initial_state(seed, state, 4);
	ModelicaRandom_xorshift128plus(state, out, &a);
	ModelicaRandom_xorshift128plus(state, out, &b);
	T_CHECK(a == b);
	T_CHECK(memcmp(state, out, sizeof state) != 0);
}

static void numbers_are_uniform_in_the_unit_interval(void)
{
	int state[4], bin[10] = {0}, n = 100000;
	double y, sum = 0;

	initial_state((int[]){0, 1}, state, 4);
	for (int i = 0; i < n; i++) {
		ModelicaRandom_xorshift128plus(state, state, &y);
		T_CHECK(y > 0 && y <= 1);
		sum += y;
		bin[y < 1 ? (int)(10 * y) : 9]++;
	}
	T_REAL(sum / n, 0.5, 0.005);
	for (int i = 0; i < 10; i++)
		T_REAL(bin[i], n / 10.0, 500);
}

static double impure(void)
{
	static double y;

	RUN(y = ModelicaRandom_impureRandom_xorshift1024star(715827883));
	return y;
}

static void impure_numbers_go_on_from_call_to_call(void)
{
	static int state[N_1024], copy[N_1024];
	double want;

	FAILS(ModelicaRandom_impureRandom_xorshift1024star(1), "initializeImpureRandom");
	initial_state(seed, state, N_1024);
	memcpy(copy, state, sizeof copy);
	RUN(ModelicaRandom_setInternalState_xorshift1024star(state, N_1024, 715827883));
	for (int i = 0; i < 40; i++) {
		ModelicaRandom_xorshift1024star(copy, copy, &want);
		T_REAL(impure(), want, 0);
	}
	FAILS(ModelicaRandom_impureRandom_xorshift1024star(1), "715827883");
	FAILS(ModelicaRandom_setInternalState_xorshift1024star(state, 5, 1), "33 elements");
}

static void a_seed_can_be_had_from_the_clock(void)
{
	RUN(T_CHECK(ModelicaRandom_automaticGlobalSeed(0) >= 0));
}

int main(void)
{
	start_session();
	T_RUN(xorshift64star_gives_the_published_sequence);
	T_RUN(xorshift128plus_gives_the_published_sequence);
	T_RUN(xorshift1024star_gives_the_published_sequence);
	T_RUN(the_same_state_gives_the_same_number);
	T_RUN(numbers_are_uniform_in_the_unit_interval);
	T_RUN(impure_numbers_go_on_from_call_to_call);
	T_RUN(a_seed_can_be_had_from_the_clock);
	end_session();
	return T_END();
}
