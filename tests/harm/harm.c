/* SPDX-License-Identifier: MIT
   harm.c — a shared library of external functions, as users have them. */
#include <stdlib.h>

void ModelicaFormatMessage(const char *format, ...);
void ModelicaError(const char *text);

double harm_half(double x);
double harm_double_(const double *x);
double harm_message(double x);
double harm_fail(double x);
void *harm_open(double x);
double harm_read(void *object);
void harm_close(void *object);

double harm_half(double x)
{
	return x / 2;
}

double harm_double_(const double *x)
{
	return 2 * *x;
}

double harm_message(double x)
{
	ModelicaFormatMessage("half of %g\n", x);
	return x / 2;
}

double harm_fail(double x)
{
	if (x > 1)
		ModelicaError("more than one");
	return x;
}

void *harm_open(double x)
{
	double *object = malloc(sizeof *object);

	if (object)
		*object = x;
	return object;
}

double harm_read(void *object)
{
	return *(const double *)object;
}

void harm_close(void *object)
{
	free(object);
}
