/* SPDX-License-Identifier: MIT
   dense.h — factors of the matrices of blocks, and solving with them: of rt/ and, for its small
   matrices, of solver/. */
#ifndef MDV_RT_DENSE_H
#define MDV_RT_DENSE_H

#include "base/base.h"
#include "modevs/model.h"

/* dense.c — small dense linear algebra; matrices by columns */

typedef struct SparseLu SparseLu; /* below */

/* LU factors of diag(row) A diag(col), with rows exchanged. */
enum { RT_SMALL = 6 }; /* unknowns up to which there is straight code, without loops */

typedef struct DenseLu {
	int32_t n;         /* rows and columns */
	double *a;         /* n * n: unit lower and upper factor */
	double *inverse;   /* n: 1 by the upper factor's diagonal: divisions wait for each other */
	int32_t *pivot;    /* n: row exchanged with row k in step k */
	int32_t *order;    /* n: row that is row k after all of these */
	double *row, *col; /* n each: scales */
	int32_t sign;      /* of the determinant; 0: exactly singular */
	bool valid;        /* there are factors */
	uint8_t proofs;    /* of a linear block: solutions in a row that needed no correction */
	uint64_t stamp;    /* which event or set of parameters they are for */
	SparseLu *sparse;  /* what it has instead of `a` and `pivot`; NULL: it is dense */
} DenseLu;

/* What dense_least needs: columns exchanged, reflections, the null space. */
typedef struct DenseWork {
	double *a;      /* m * n: copy of the matrix, then its factors */
	double *w;      /* n * n: lengths when measured, then the Gram matrix */
	double *y;      /* n: lengths of columns, then the solution in the order chosen */
	double *c;      /* max(m, n): right-hand side */
	int32_t *order; /* n: columns in the order chosen */
	bool *free;     /* n: the variable is not determined */
} DenseWork;

/* Factor a (n * n, destroyed) into lu; lu->col must hold the columns' scales; false: singular. */
bool dense_factor(DenseLu *lu, const double a[]);
void dense_solve(const DenseLu *lu, double x[]);             /* A x = b; x holds b at first */
double dense_condition(const DenseLu *lu, double scratch[]); /* 1-norm of scaled A; scratch: 2n */
/* x: the shortest of those that minimize |A x - b| (A is m * n); gives the rank and marks what is
   not determined. A is taken as it is: scale it before. */
int32_t dense_least(int32_t m, int32_t n, const double a[], const double b[], double rcond,
					DenseWork *w, double x[]);
bool dense_cholesky(int32_t n, double a[], double x[]); /* A x = b in place; false: not positive */
bool dense_all_finite(int32_t n, const double x[]);     /* no NaN, no infinity */

/* The same; most blocks have one to four unknowns. */
static inline bool dense_finite(int32_t n, const double x[])
{
	double sum = 0; /* of zeros; NaN as soon as one is not finite */

	if (n > 4)
		return dense_all_finite(n, x);
	for (int32_t i = 0; i < n; i++)
		sum += x[i] * 0.0;
	return sum == 0.0;
}

/* sparse_klu.c — sparse factors, by a library; bare_sparse.c: by our own hands */

typedef struct SparseFactors SparseFactors;

struct SparseLu {
	int32_t n;              /* rows and columns */
	int32_t *start, *row;   /* pattern by columns, never changed; KLU takes none that is constant */
	double *value;          /* entries, scaled */
	double *chosen;         /* those with which the order of pivots was chosen */
	Foreign *memory;        /* what factors take is its own */
	SparseFactors *factors; /* of the last values */
	bool singular;          /* what the last factorization found */
	bool made;              /* there are factors */
	bool again;             /* of later entries, in the order of pivots of `chosen` */
};

SparseFactors *sparse_new(Arena *a); /* none yet; NULL: no memory */
MdvStatus sparse_factor(void *lu);   /* for foreign_run: of a SparseLu */
/* The factors that `chosen`, `again` and the entries tell of, to the bit; for foreign_run.
   MDV_RETRY: there are none. */
MdvStatus sparse_remake(void *lu);
void sparse_solve(const SparseLu *s, double x[]);
double sparse_spread(const SparseLu *s); /* of the diagonal of U: largest by smallest */

/* sparse.c — factors of a block, dense or, if it has a pattern, sparse. Its matrix then is the
   entries of the pattern. */

/* For n unknowns; the pattern is by columns, NULL: dense. What KLU takes is `memory`'s. False: no
   memory, of an arena without handler. */
bool lu_new(Arena *a, DenseLu *lu, int32_t n, const Csr *pattern, Foreign *memory);
/* As dense_factor; whether the matrix is singular says lu->valid. */
MdvStatus lu_factor(DenseLu *lu, const double a[]);
void lu_solve(const DenseLu *lu, double x[]);
/* The condition of what was scaled, estimated if the diagonal of U says that it may be above
   `hint`; scratch: 2n. */
double lu_condition(const DenseLu *lu, double hint, double scratch[]);
void lu_tape(DenseLu *lu, Tape *t); /* made for the same pattern */

#endif
