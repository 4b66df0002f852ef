/* SPDX-License-Identifier: MIT
   gauss.c — small dense systems of equations, for steps of fit and steady. */
#include "cli/study/study.h"

#include <math.h>

void gauss_solve(double *m, double *b, int32_t n)
{
	for (int32_t k = 0; k < n; k++) {
		int32_t p = k;

		for (int32_t i = k + 1; i < n; i++)
			p = fabs(m[i * n + k]) > fabs(m[p * n + k]) ? i : p;
		for (int32_t j = 0; j < n && p != k; j++) {
			double t = m[k * n + j];

			m[k * n + j] = m[p * n + j];
			m[p * n + j] = t;
		}
		if (p != k) {
			double t = b[k];

			b[k] = b[p];
			b[p] = t;
		}
		for (int32_t i = k + 1; i < n && m[k * n + k] != 0; i++) {
			double f = m[i * n + k] / m[k * n + k];

			for (int32_t j = k; j < n; j++)
				m[i * n + j] -= f * m[k * n + j];
			b[i] -= f * b[k];
		}
	}
	for (int32_t k = n; k-- > 0;) {
		for (int32_t j = k + 1; j < n; j++)
			b[k] -= m[k * n + j] * b[j];
		b[k] = m[k * n + k] != 0 ? b[k] / m[k * n + k] : 0;
	}
}
