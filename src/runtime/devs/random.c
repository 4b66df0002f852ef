/* SPDX-License-Identifier: MIT
   random.c — random streams: xoroshiro128++ (Blackman and Vigna 2019), seeded by splitmix64 from
   the simulation's seed, the hash of the component's path and the number of the stream. */
#include "runtime/devs/engine.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void mdv_random_init(MdvRandom *r, const MdvCall *call, uint64_t stream)
{
	const MdvDevs *sim = call->sim;
	uint64_t path = sim->components.comps.at[call->self].hash, seed = sim->options.seed;
	uint64_t x = splitmix(&seed) ^ splitmix(&path);

	x += splitmix(&stream);
	r->s[0] = splitmix(&x);
	r->s[1] = splitmix(&x);
	if (r->s[0] == 0 && r->s[1] == 0)
		r->s[0] = 1;
}

uint64_t mdv_random_bits(MdvRandom *r)
{
	uint64_t a = r->s[0], b = r->s[1], result = rotate(a + b, 17) + a;

	b ^= a;
	r->s[0] = rotate(a, 49) ^ b ^ (b << 21);
	r->s[1] = rotate(b, 28);
	return result;
}

double mdv_random_uniform(MdvRandom *r)
{
	return (double)(mdv_random_bits(r) >> 11) * 0x1p-53;
}

uint64_t mdv_random_below(MdvRandom *r, uint64_t n)
{
	uint64_t rest = (UINT64_MAX - n + 1) % n; /* 2^64 mod n values are left over */
	uint64_t x;

	do
		x = mdv_random_bits(r);
	while (x < rest);
	return x % n;
}

double mdv_random_exponential(MdvRandom *r, double mean)
{
	return -log1p(-mdv_random_uniform(r)) * mean;
}

double mdv_random_normal(MdvRandom *r, double mean, double deviation)
{
	double u, v, q;

	do { /* Marsaglia's polar method; the second number is not kept, so that nothing is hidden */
		u = 2 * mdv_random_uniform(r) - 1;
		v = 2 * mdv_random_uniform(r) - 1;
		q = u * u + v * v;
	} while (q >= 1 || q == 0);
	return mean + deviation * u * sqrt(-2 * log(q) / q);
}
