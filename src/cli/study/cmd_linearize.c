/* SPDX-License-Identifier: MIT
   cmd_linearize.c — modevs linearize: the matrices A, B, C and D of a model at a time, with the
   names of their rows and columns, and the eigenvalues of A with frequencies and damping. */
#include "cli/study/operating.h"

#include <math.h>

typedef void (*Dgeev)(const char *, const char *, const int *, double *, const int *, double *,
					  double *, double *, const int *, double *, const int *, double *, const int *,
					  int *, size_t, size_t);

/* By LAPACK; false: they do not converge. */
static bool find_eigenvalues(const double *matrix, int ld, int n, double *re, double *im, Arena *a)
{
	union {
		ExtFn plain;
		Dgeev fn;
	} dgeev = {.plain = ext_find("dgeev")};
	double *copy = NEW_ARRAY(a, double, n *n + 1), *work = NEW_ARRAY(a, double, 4 * n + 1), none;
	int one = 1, n_work = 4 * n + 1, info = 0;

	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++)
			copy[k * n + i] = matrix[k * ld + i];
	if (n > 0)
		dgeev.fn("N", "N", &n, copy, &n, re, im, &none, &one, &none, &one, work, &n_work, &info, 1,
				 1);
	return info == 0;
}

static const char *name_input(const Operating *l, int32_t i)
{
	return l->made->model.var[l->input[i]].name;
}

static const char *name_output(const Operating *l, int32_t i)
{
	return l->made->model.var[l->output[i]].name;
}

typedef struct Block {
	const char *name;                                       /* "A" */
	int32_t row, n_rows, col, n_cols;                       /* its place in the matrix */
	const char *(*row_name)(const Operating *l, int32_t i); /* names of rows and columns */
	const char *(*col_name)(const Operating *l, int32_t i);
} Block;

static void print_block(const Operating *l, const Block *b, const double *matrix)
{
	int32_t ld = l->n_x + l->n_y;

	if (b->n_rows == 0 || b->n_cols == 0)
		return;
	printf("%s =", b->name);
	for (int32_t k = 0; k < b->n_cols; k++)
		render_say(stdout, "  %s", b->col_name(l, k));
	fputc('\n', stdout);
	for (int32_t i = 0; i < b->n_rows; i++) {
		render_say(stdout, "  %s:", b->row_name(l, i));
		for (int32_t k = 0; k < b->n_cols; k++)
			plain_fprintf(stdout, " %.10g", matrix[(b->col + k) * ld + b->row + i]);
		fputc('\n', stdout);
	}
}

static void print_json_block(const Operating *l, const Block *b, const double *matrix)
{
	int32_t ld = l->n_x + l->n_y;

	printf("\"%s\": [", b->name);
	for (int32_t i = 0; i < b->n_rows; i++) {
		fputs(i ? ", [" : "[", stdout);
		for (int32_t k = 0; k < b->n_cols; k++)
			printf("%s%s", k ? ", " : "",
				   text_real((char[32]){0}, matrix[(b->col + k) * ld + b->row + i]));
		fputc(']', stdout);
	}
	fputs("], ", stdout);
}

static void print_names(const Operating *l, const char *what, int32_t n,
						const char *(*name)(const Operating *l, int32_t i))
{
	printf("\"%s\": [", what);
	for (int32_t i = 0; i < n; i++) {
		fputs(i ? ", \"" : "\"", stdout);
		for (const char *c = name(l, i); *c; c++)
			printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
		fputc('"', stdout);
	}
	fputs("], ", stdout);
}

/* Natural frequency in Hz and damping ratio of an eigenvalue that is not 0. */
static void print_modes(const double *re, const double *im, int32_t n)
{
	puts("eigenvalues, with frequency in Hz and damping");
	for (int32_t i = 0; i < n; i++) {
		double size = hypot(re[i], im[i]);

		plain_fprintf(stdout, "  %.10g", re[i]);
		if (im[i] != 0)
			plain_fprintf(stdout, " %c %.10gi", im[i] < 0 ? '-' : '+', fabs(im[i]));
		if (size > 0)
			plain_fprintf(stdout, "  %.6g  %.6g", size / (2 * 3.14159265358979323846),
						  -re[i] / size);
		fputc('\n', stdout);
	}
}

static void print_all(const Operating *l, const double *matrix, const double *re, const double *im)
{
	const Block block[] = {{"A", 0, l->n_x, 0, l->n_x, operating_state, operating_state},
						   {"B", 0, l->n_x, l->n_x, l->n_u, operating_state, name_input},
						   {"C", l->n_x, l->n_y, 0, l->n_x, name_output, operating_state},
						   {"D", l->n_x, l->n_y, l->n_x, l->n_u, name_output, name_input}};

	if (!l->o->json) {
		render_say(stdout, "%s at time %s: %d states, %d inputs, %d outputs\n", l->made->model.name,
				   text_real((char[32]){0}, l->t), l->n_x, l->n_u, l->n_y);
		for (int i = 0; i < 4; i++)
			print_block(l, &block[i], matrix);
		print_modes(re, im, l->n_x);
		return;
	}
	printf("{\"time\": %s, ", text_real((char[32]){0}, l->t));
	print_names(l, "states", l->n_x, operating_state);
	print_names(l, "inputs", l->n_u, name_input);
	print_names(l, "outputs", l->n_y, name_output);
	for (int i = 0; i < 4; i++)
		print_json_block(l, &block[i], matrix);
	fputs("\"eigenvalues\": [", stdout);
	for (int32_t i = 0; i < l->n_x; i++)
		printf("%s[%s, %s]", i ? ", " : "", text_real((char[32]){0}, re[i]),
			   text_real((char[32]){0}, im[i]));
	puts("]}");
}

static int linearize(void *arg)
{
	Operating *l = arg;
	int code = operating_open(l, l->o);
	double *matrix, *re, *im;
	MdvStatus status;

	if (code != EXIT_DONE)
		return code;
	matrix = NEW_ARRAY(&l->cx.keep, double, (l->n_x + l->n_y) * (l->n_x + l->n_u) + 1);
	re = NEW_ARRAY(&l->cx.keep, double, l->n_x + 1);
	im = NEW_ARRAY(&l->cx.keep, double, l->n_x + 1);
	status = operating_matrix(l, matrix);
	interrupt_hide();
	if (status == MDV_OK && !find_eigenvalues(matrix, l->n_x + l->n_y, l->n_x, re, im, &l->cx.keep))
		status = MDV_FAILED;
	if (status != MDV_OK) {
		render_say(stderr, "%s: error: %s\n", l->o->program,
				   *rt_message(l->rt) ? rt_message(l->rt) : "the eigenvalues were not found");
		return exit_status(status, *interrupt_flag());
	}
	print_all(l, matrix, re, im);
	return EXIT_DONE;
}

int cmd_linearize(const Options *o)
{
	Operating l = {.o = o};
	int code = run_begin_inner(o->program, &l.cx.keep, linearize, &l);

	operating_close(&l);
	return code;
}
