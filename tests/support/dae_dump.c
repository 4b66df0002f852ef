/* SPDX-License-Identifier: MIT
   dae_dump.c — flattens a model, prepares its equations and prints them; diagnostics go to standard
   error. Status 1 if the model is wrong.
   usage: dae_dump [-L DIR]... [--raw] [--quiet] FILE.mo|CLASS
   --raw: without taking out aliases; --quiet: only counts and times. */
#include "checked.h"
#include "compiler/compiler.h"
#include "compiler/dae/dae.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_counts(const Dae *d, const double t[3])
{
	size_t n_eqs = 0, n_unknowns = 0, n_ders = 0;

	for (size_t i = 0; i < d->eqs.n; i++)
		n_eqs += !d->eqs.at[i].dropped;
	for (size_t i = 0; i < d->vars.n; i++) {
		const DaeVar *v = &d->vars.at[i];
		bool unknown = v->role >= DR_CONTINUOUS && v->alias.i == (int32_t)i;

		n_unknowns += unknown;
		n_ders += unknown && v->der_of.i >= 0;
	}
	printf("%zu equations, %zu unknowns and %zu derivatives, %zu relations; prepare %.0f ms, alias "
		   "%.0f ms\n",
		   n_eqs, n_unknowns - n_ders, n_ders, d->relations.n, 1e3 * (t[1] - t[0]),
		   1e3 * (t[2] - t[1]));
}

static bool passes(Compile *cx, Dae *d, bool raw, double t[3])
{
	dae_init(d, &cx->flat, &cx->keep);
	t[0] = now();
	if (!dae_prepare(d, &cx->scratch, &cx->diag))
		return false;
	t[1] = t[2] = now();
	CHECKED(dae_check, d, &cx->scratch);
	if (raw)
		return true;
	t[1] = now();
	if (!alias_remove(d, &cx->scratch, &cx->diag))
		return false;
	t[2] = now();
	CHECKED(dae_check, d, &cx->scratch);
	return true;
}

int main(int argc, char **argv)
{
	bool raw = false, quiet = false, ok;
	double t[3] = {0};
	Compile cx;
	Text out;
	Dae d;

	pipeline_init(&cx, NULL);
	for (; argc > 2; argc--, argv++) {
		raw |= strcmp(argv[1], "--raw") == 0;
		quiet |= strcmp(argv[1], "--quiet") == 0;
		if (strcmp(argv[1], "-L") == 0 && argc > 3) {
			library_add_path(cx.lib, argv[2]);
			argc--;
			argv++;
		}
	}
	if (argc != 2) {
		fprintf(stderr, "usage: dae_dump [-L DIR]... [--raw] [--quiet] FILE.mo|CLASS\n");
		return 2;
	}
	text_init(&out, NULL);
	ok = pipeline_flatten(&cx, argv[1], NULL) && passes(&cx, &d, raw, t);
	diag_print(&cx.diag, stderr);
	if (ok && !quiet)
		dae_print(&d, &cx.scratch, &out);
	fputs(text_str(&out), stdout);
	if (ok && quiet)
		print_counts(&d, t);
	text_free(&out);
	pipeline_free(&cx);
	return ok ? 0 : 1;
}
