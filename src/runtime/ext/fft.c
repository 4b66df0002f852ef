/* SPDX-License-Identifier: MIT
   fft.c — ModelicaFFT_…: amplitudes and phases of a real signal of even length, of
   Modelica.Math.FastFourierTransform. The signal is taken as half as many complex numbers, whose
   transform is separated afterwards. The length is split into its prime factors (Cooley and Tukey,
   Math. Comput. 19, 1965), each step writing in the order that the next one reads (Stockham).
   O(n * sum of the prime factors). */
#include "runtime/ext/ext.h"

#include <math.h>

#define PI 3.14159265358979323846

enum { FFT_OK, FFT_ODD, FFT_WORK }; /* info of rawRealFFT */

typedef struct Complex {
	double re; /* real part */
	double im; /* imaginary part */
} Complex;

static Complex root(size_t k, size_t n)
{
	double angle = -2 * PI * (double)k / (double)n;

	return (Complex){cos(angle), sin(angle)};
}

static Complex times(Complex a, Complex b)
{
	return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static size_t smallest_factor(size_t n)
{
	for (size_t p = 2; p * p <= n; p++)
		if (n % p == 0)
			return p;
	return n;
}

/* x holds the transforms of length `done` of every (n/done)-th number: element j of the one that
   begins with number k is x[j * (n/done) + k]. y gets those of length done * p. roots: n of them.
 */
static void pass(const Complex *x, Complex *y, const Complex *roots, size_t n, size_t done,
				 size_t p)
{
	size_t length = done * p, m = n / length;

	for (size_t i = 0; i < length; i++)
		for (size_t k = 0; k < m; k++) {
			Complex sum = {0, 0};

			for (size_t r = 0; r < p; r++) {
				Complex z = times(x[(i % done * p + r) * m + k], roots[r * i % length * m]);

				sum.re += z.re;
				sum.im += z.im;
			}
			y[i * m + k] = sum;
		}
}

/* The transform of x, of length n; y is scratch. Gives the one that holds the result. */
static Complex *transform(Complex *x, Complex *y, size_t n, Arena *scratch)
{
	Complex *roots = NEW_ARRAY(scratch, Complex, n);

	for (size_t k = 0; k < n; k++)
		roots[k] = root(k, n);
	for (size_t done = 1; done < n;) {
		size_t p = smallest_factor(n / done);
		Complex *swap = x;

		pass(x, y, roots, n, done, p);
		done *= p;
		x = y;
		y = swap;
	}
	return x;
}

/* The library scales the amplitudes by the number of frequencies, n_u/2 + 1. */
int ModelicaFFT_kiss_fftr(const double *u, size_t n_u, double *work, size_t n_work,
						  double *amplitudes, double *phases)
{
	Arena *scratch = ext_memory();
	size_t n = n_u / 2;
	Complex *x, *y;

	(void)work; /* we have memory of our own */
	if (n_u == 0 || n_u % 2 != 0)
		return FFT_ODD;
	if (n_work < 3 * n_u + 2 * (n + 1))
		return FFT_WORK;
	x = NEW_ARRAY(scratch, Complex, n);
	y = NEW_ARRAY(scratch, Complex, n);
	for (size_t i = 0; i < n; i++)
		x[i] = (Complex){u[2 * i], u[2 * i + 1]};
	x = transform(x, y, n, scratch);
	for (size_t k = 0; k <= n; k++) {
		Complex a = x[k % n], b = x[(n - k) % n];
		Complex even = {(a.re + b.re) / 2, (a.im - b.im) / 2};
		Complex odd = {(a.im + b.im) / 2, (b.re - a.re) / 2};
		Complex turned = times(odd, root(k, n_u));
		double re = even.re + turned.re, im = even.im + turned.im;

		amplitudes[k] = hypot(re, im) / (double)(n + 1);
		phases[k] = atan2(im, re);
	}
	return FFT_OK;
}
