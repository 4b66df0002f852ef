/* SPDX-License-Identifier: MIT
   test_bare_sparse.c — the sparse factors that sources of FMUs have: they solve what dense ones
   solve, and find what is singular. The file itself is here, in place of sparse_klu.c. */
#include "runtime/bare/bare_sparse.c"
#include "t.h"

enum { MOST = 60 };

static unsigned seed = 1;

static double draw(void)
{
	seed = seed * 1103515245u + 12345u;
	return (double)(seed >> 16 & 0x7fff) / 0x8000;
}

/* A random matrix: by columns with its pattern, and as a whole. */
typedef struct Matrix {
	int32_t n, start[MOST + 1], row[MOST * MOST];
	double value[MOST * MOST], whole[MOST * MOST];
} Matrix;

static void make_matrix(Matrix *m, int32_t n, double part, bool diagonal)
{
	int32_t k = 0;

	m->n = n;
	for (int32_t j = 0; j < n; j++) {
		m->start[j] = k;
		for (int32_t i = 0; i < n; i++) {
			/* without a diagonal, the one beside it: rows must be exchanged */
			bool there = draw() < part || i == (diagonal ? j : (j + 1) % n);

			m->whole[i + j * n] = 0;
			if (!there)
				continue;
			m->row[k] = i;
			m->value[k] = m->whole[i + j * n] = 2 * draw() - 1;
			k++;
		}
	}
	m->start[n] = k;
}

static void compare(const Matrix *m, bool *regular)
{
	Csr pattern = {m->n, m->n, m->start, m->row};
	DenseLu sparse = {0}, dense = {0};
	double b[MOST], x[MOST], y[MOST];
	Foreign memory;
	Arena a;

	arena_init(&a, NULL);
	foreign_init(&memory, NULL);
	T_CHECK(lu_new(&a, &sparse, m->n, &pattern, &memory) && lu_new(&a, &dense, m->n, NULL, NULL));
	for (int32_t pass = 0; pass < 2; pass++) { /* the second with the order of the first */
		for (int32_t i = 0; i < m->n; i++) {
			sparse.col[i] = dense.col[i] = 1;
			x[i] = y[i] = b[i] = draw();
		}
		T_INT(lu_factor(&sparse, m->value), MDV_OK);
		T_INT(lu_factor(&dense, m->whole), MDV_OK);
		*regular = dense.valid && lu_condition(&dense, 0, (double[2 * MOST]){0}) < 1e8;
		if (!*regular)
			continue;
		T_CHECK(sparse.valid);
		lu_solve(&sparse, x);
		lu_solve(&dense, y);
		for (int32_t i = 0; i < m->n; i++)
			T_REAL(x[i], y[i], 1e-6 * (1 + fabs(y[i])));
	}
	foreign_release(&memory);
	arena_free(&a);
}

static void sparse_factors_solve_what_dense_ones_solve(void)
{
	static Matrix m;
	int n_regular = 0;

	for (int k = 0; k < 200; k++) {
		bool regular;

		make_matrix(&m, 1 + k % MOST, k % 3 ? 0.05 : 0.3, k % 2);
		compare(&m, &regular);
		n_regular += regular;
	}
	T_CHECK(n_regular > 100);
}

static void singular_matrices_are_found(void)
{
	static const int32_t start[] = {0, 2, 4, 5}, row[] = {0, 1, 0, 1, 2};
	static const double value[] = {1, 2, 2, 4, 1};
	Csr pattern = {3, 3, start, row};
	DenseLu lu = {0};
	Foreign memory;
	Arena a;

	arena_init(&a, NULL);
	foreign_init(&memory, NULL);
	T_CHECK(lu_new(&a, &lu, 3, &pattern, &memory));
	lu.col[0] = lu.col[1] = lu.col[2] = 1;
	T_INT(lu_factor(&lu, value), MDV_OK);
	T_CHECK(!lu.valid);
	foreign_release(&memory);
	arena_free(&a);
}

int main(void)
{
	T_RUN(sparse_factors_solve_what_dense_ones_solve);
	T_RUN(singular_matrices_are_found);
	return T_END();
}
