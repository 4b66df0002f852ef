/* SPDX-License-Identifier: MIT
   xorshift.c — ModelicaRandom_…: the xorshift generators of Vigna (2014), of
   Modelica.Math.Random.Generators. A state of 64-bit words is handed over as pairs of Integers, the
   lower half first; that of xorshift1024* ends with the index of its current word. In the library,
   as its published results show, xorshift64* goes on from the scrambled word that it gives out, and
   so does the second word of xorshift128+. */
#include "runtime/ext/ext.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t word(const int *half)
{
	uint64_t x;

	memcpy(&x, half, sizeof x);
	return x;
}

static void put_word(int *half, uint64_t x)
{
	memcpy(half, &x, sizeof x);
}

/* All 64 bits, signed, mapped onto (0, 1]; rounding must not give 0. */
static double unit(uint64_t x)
{
	double y = (double)(int64_t)x * ldexp(1, -64) + 0.5;

	return y > 0 ? y : ldexp(1, -64);
}

void ModelicaRandom_xorshift64star(const int *in, int *out, double *y)
{
	uint64_t x = word(in);

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	x *= 2685821657736338717u;
	put_word(out, x);
	*y = unit(x);
}

void ModelicaRandom_xorshift128plus(const int *in, int *out, double *y)
{
	uint64_t a = word(in), b = word(in + 2);

	a ^= a << 23;
	a = (a ^ b ^ (a >> 17) ^ (b >> 26)) + b;
	put_word(out, b);
	put_word(out + 2, a);
	*y = unit(a);
}

static double next_1024(uint64_t s[EXT_RANDOM_WORDS], int *p)
{
	uint64_t s0 = s[*p], s1;

	*p = (*p + 1) % EXT_RANDOM_WORDS;
	s1 = s[*p];
	s1 ^= s1 << 31;
	s1 ^= s1 >> 11;
	s0 ^= s0 >> 30;
	s[*p] = s0 ^ s1;
	return unit(s[*p] * 1181783497276652981u);
}

void ModelicaRandom_xorshift1024star(const int *in, int *out, double *y)
{
	uint64_t s[EXT_RANDOM_WORDS];
	int p = in[2 * EXT_RANDOM_WORDS] & (EXT_RANDOM_WORDS - 1);

	for (int i = 0; i < EXT_RANDOM_WORDS; i++)
		s[i] = word(in + 2 * i);
	*y = next_1024(s, &p);
	for (int i = 0; i < EXT_RANDOM_WORDS; i++)
		put_word(out + 2 * i, s[i]);
	out[2 * EXT_RANDOM_WORDS] = p;
}

void ModelicaRandom_setInternalState_xorshift1024star(const int *state, size_t n_state, int id)
{
	ExtRandom *r = &ext_session()->random;

	if (n_state != 2 * EXT_RANDOM_WORDS + 1)
		ext_error("the state of the impure random numbers must have %d elements, not %zu",
				  2 * EXT_RANDOM_WORDS + 1, n_state);
	for (int i = 0; i < EXT_RANDOM_WORDS; i++)
		r->word[i] = word(state + 2 * i);
	r->p = state[2 * EXT_RANDOM_WORDS] & (EXT_RANDOM_WORDS - 1);
	r->id = id;
	r->ready = true;
}

double ModelicaRandom_impureRandom_xorshift1024star(int id)
{
	ExtRandom *r = &ext_session()->random;

	if (!r->ready)
		ext_error("impureRandom is called before initializeImpureRandom");
	if (id != r->id)
		ext_error("impureRandom is called with the id %d, initializeImpureRandom gave %d", id,
				  r->id);
	return next_1024(r->word, &r->p);
}

/* Of RandomUniform in DEVSLib.Native: xorshift64*, whose states are all numbers but 0; every run
   begins with the same one. */
double ModelicaRandom_uniform(double dummy)
{
	uint64_t *x = &ext_session()->uniform;

	(void)dummy;
	if (*x == 0)
		*x = 0x9E3779B97F4A7C15u; /* any number with many bits */
	*x ^= *x >> 12;
	*x ^= *x << 25;
	*x ^= *x >> 27;
	return unit(*x * 2685821657736338717u);
}

/* Milliseconds since the hour began, and 6007 times the number of the process. */
int ModelicaRandom_automaticGlobalSeed(double dummy)
{
	struct timespec now;
	uint32_t seed;

	(void)dummy;
	clock_gettime(CLOCK_REALTIME, &now);
	seed = (uint32_t)(now.tv_sec % 3600) * 1000 + (uint32_t)(now.tv_nsec / 1000000);
	seed += 6007 * (uint32_t)getpid();
	return (int)(seed & INT32_MAX);
}
