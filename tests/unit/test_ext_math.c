/* SPDX-License-Identifier: MIT
   test_ext_math.c — Fourier transforms against their definition; LAPACK by name. */
#include "ext_call.h"

#define PI    3.14159265358979323846
#define MAX_N 128

static double u[MAX_N], work[5 * MAX_N], amplitudes[MAX_N / 2 + 1], phases[MAX_N / 2 + 1];

static int fft(size_t length)
{
	static int info;
	static size_t n;

	n = length;
	RUN(info = ModelicaFFT_kiss_fftr(u, n, work, 3 * n + 2 * (n / 2 + 1), amplitudes, phases));
	return info;
}

static void transforms_are_as_defined(void)
{
	static const size_t lengths[] = {2, 4, 6, 10, 14, 22, 30, 64, 100, 126};

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		size_t n = lengths[i];

		for (size_t t = 0; t < n; t++)
			u[t] = sin(1.0 + 3.7 * (double)t * (double)t);
		T_INT(fft(n), 0);
		for (size_t k = 0; k <= n / 2; k++) {
			double re = 0, im = 0, scale = amplitudes[k] * (double)(n / 2 + 1);

			for (size_t t = 0; t < n; t++) {
				re += u[t] * cos(2 * PI * (double)(k * t % n) / (double)n);
				im -= u[t] * sin(2 * PI * (double)(k * t % n) / (double)n);
			}
			T_REAL(scale * cos(phases[k]), re, 1e-11);
			T_REAL(scale * sin(phases[k]), im, 1e-11);
		}
	}
}

/* As the example RealFFT1 of the library, whose published amplitudes are scaled by n/2 + 1. */
static void the_librarys_example_is_reproduced(void)
{
	size_t n = 100;

	for (size_t t = 0; t < n; t++)
		u[t] = 3 * sin(2 * PI * 10 * (double)t / 100) + 1.5 * cos(2 * PI * 15 * (double)t / 100);
	T_INT(fft(n), 0);
	T_REAL(amplitudes[10], 3 * 50.0 / 51, 1e-12);
	T_REAL(phases[10], -PI / 2, 1e-12);
	T_REAL(amplitudes[15], 1.5 * 50.0 / 51, 1e-12);
	T_REAL(phases[15], 0, 1e-12);
	T_REAL(amplitudes[11], 0, 1e-12);
}

static void odd_lengths_and_short_work_are_told(void)
{
	static int info;

	T_INT(fft(0), 1);
	T_INT(fft(7), 1);
	RUN(info = ModelicaFFT_kiss_fftr(u, 8, work, 20, amplitudes, phases));
	T_INT(info, 2);
}

/* Matrices by columns. */
static void linear_systems_are_solved(void)
{
	typedef void Dgesv(const int *n, const int *n_rhs, double *a, const int *lda, int *pivot,
					   double *b, const int *ldb, int *info);
	Dgesv *dgesv = (Dgesv *)ext_find("dgesv");
	static const int n = 3, one = 1, minus = -1;
	static double a[] = {2, 1, 0, 1, 3, 1, 0, 1, 4}, b[] = {4, 10, 14};
	static int pivot[3], info;

	RUN(dgesv(&n, &one, a, &n, pivot, b, &n, &info));
	T_INT(info, 0);
	T_REAL(b[0], 1, 1e-14);
	T_REAL(b[1], 2, 1e-14);
	T_REAL(b[2], 3, 1e-14);
	FAILS(dgesv(&minus, &one, a, &n, pivot, b, &n, &info),
		  "argument 1 of the LAPACK routine DGESV is not allowed");
}

static void eigenvalues_are_found(void)
{
	typedef void Dgeev(const char *left, const char *right, const int *n, double *a, const int *lda,
					   double *re, double *im, double *vl, const int *ldvl, double *vr,
					   const int *ldvr, double *wrk, const int *lwork, int *info, size_t, size_t);
	Dgeev *dgeev = (Dgeev *)ext_find("dgeev");
	static const int n = 2, lwork = 5 * MAX_N;
	static double a[] = {0, -4, 1, 0}, re[2], im[2], v[4];
	static int info;

	RUN(dgeev("N", "V", &n, a, &n, re, im, NULL, &n, v, &n, work, &lwork, &info, 1, 1));
	T_INT(info, 0);
	T_REAL(re[0], 0, 1e-14);
	T_REAL(fabs(im[0]), 2, 1e-14);
}

static void norms_are_functions(void)
{
	typedef double Dlange(const char *norm, const int *m, const int *n, const double *a,
						  const int *lda, double *wrk, size_t);
	Dlange *dlange = (Dlange *)ext_find("dlange");
	static const int n = 2;
	static const double a[] = {3, 0, 0, 4};
	static double norm;

	RUN(norm = dlange("F", &n, &n, a, &n, work, 1));
	T_REAL(norm, 5, 1e-14);
}

int main(void)
{
	start_session();
	T_RUN(transforms_are_as_defined);
	T_RUN(the_librarys_example_is_reproduced);
	T_RUN(odd_lengths_and_short_work_are_told);
	T_RUN(linear_systems_are_solved);
	T_RUN(eigenvalues_are_found);
	T_RUN(norms_are_functions);
	end_session();
	return T_END();
}
