/* SPDX-License-Identifier: MIT
   chance.c — random numbers by place: run 7 gets the same values whoever makes it, and whenever.
   A number is the hash of seed, column and row; a permutation is a Feistel network whose rounds are
   such hashes, walked until it falls inside (Black and Rogaway, Ciphers with arbitrary finite
   domains, 2002), so that a Latin hypercube of any size needs no memory. */
#include "cli/study/study.h"

#include <math.h>

static uint64_t mix(uint64_t seed, uint64_t column, uint64_t row)
{
	return map_hash(map_hash(map_hash(seed + 1) ^ (column + 1)) ^ (row + 1));
}

double chance_uniform(uint64_t seed, uint64_t column, uint64_t row)
{
	return ((double)(mix(seed, column, row) >> 11) + 0.5) * 0x1p-53;
}

uint64_t chance_permute(uint64_t seed, uint64_t column, uint64_t row, uint64_t n)
{
	int half = 1;
	uint64_t mask;

	while (half < 32 && (uint64_t)1 << 2 * half < n)
		half++;
	mask = ((uint64_t)1 << half) - 1;
	do {
		for (uint64_t round = 0; round < 4; round++) {
			uint64_t left = row >> half, right = row & mask;

			row = right << half | (left ^ (mix(~seed, 4 * column + round, right) & mask));
		}
	} while (row >= n);
	return row;
}

/* Abramowitz and Stegun 26.2.23, then Newton's method: three steps leave rounding errors only. */
double chance_normal(double p)
{
	double q = p < 0.5 ? p : 1 - p, t = sqrt(-2 * log(q));
	double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
				   (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
			   t;

	for (int i = 0; i < 3; i++) {
		double density = exp(-x * x / 2) / sqrt(2 * 3.14159265358979323846);

		x -= (0.5 * erfc(-x / sqrt(2)) - q) / density;
	}
	return p < 0.5 ? x : -x;
}
