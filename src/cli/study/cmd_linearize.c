/* SPDX-License-Identifier: MIT
   cmd_linearize.c — modevs linearize: the matrices A, B, C and D of a model at a time, with the
   names of their rows and columns, and the eigenvalues of A with frequencies and damping. */
#include "cli/study/operating.h"
#include "report/report.h"

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

static void add_block(const Operating *l, const Block *b, const double *matrix, Text *out)
{
	int32_t ld = l->n_x + l->n_y;

	text_printf(out, "\"%s\": [", b->name);
	for (int32_t i = 0; i < b->n_rows; i++) {
		text_printf(out, i ? ", [" : "[");
		for (int32_t k = 0; k < b->n_cols; k++) {
			text_printf(out, k ? ", " : "");
			report_json_real(out, matrix[(b->col + k) * ld + b->row + i]);
		}
		text_printf(out, "]");
	}
	text_printf(out, "], ");
}

static void add_names(const Operating *l, const char *what, int32_t n,
					  const char *(*name)(const Operating *l, int32_t i), Text *out)
{
	text_printf(out, "\"%s\": [", what);
	for (int32_t i = 0; i < n; i++) {
		text_printf(out, i ? ", " : "");
		report_json_text(out, name(l, i));
	}
	text_printf(out, "], ");
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

static const Block *blocks_of(const Operating *l, Block block[4])
{
	block[0] = (Block){"A", 0, l->n_x, 0, l->n_x, operating_state, operating_state};
	block[1] = (Block){"B", 0, l->n_x, l->n_x, l->n_u, operating_state, name_input};
	block[2] = (Block){"C", l->n_x, l->n_y, 0, l->n_x, name_output, operating_state};
	block[3] = (Block){"D", l->n_x, l->n_y, l->n_x, l->n_u, name_output, name_input};
	return block;
}

static void print_all(const Operating *l, const double *matrix, const double *re, const double *im)
{
	const Block *block = blocks_of(l, (Block[4]){0});

	render_say(stdout, "%s at time %s: %d states, %d inputs, %d outputs\n", l->made->model.name,
			   text_real((char[32]){0}, l->t), l->n_x, l->n_u, l->n_y);
	for (int i = 0; i < 4; i++)
		print_block(l, &block[i], matrix);
	print_modes(re, im, l->n_x);
}

/* The members of a JSON object, for --json and the page. */
static void add_all(const Operating *l, const double *matrix, const double *re, const double *im,
					Text *out)
{
	const Block *block = blocks_of(l, (Block[4]){0});

	text_printf(out, "\"time\": %s, ", text_real((char[32]){0}, l->t));
	add_names(l, "states", l->n_x, operating_state, out);
	add_names(l, "inputs", l->n_u, name_input, out);
	add_names(l, "outputs", l->n_y, name_output, out);
	for (int i = 0; i < 4; i++)
		add_block(l, &block[i], matrix, out);
	text_printf(out, "\"eigenvalues\": [");
	for (int32_t i = 0; i < l->n_x; i++)
		text_printf(out, "%s[%s, %s]", i ? ", " : "", text_real((char[32]){0}, re[i]),
					text_real((char[32]){0}, im[i]));
	text_printf(out, "]}");
}

static int write_report(const Operating *l, const Text *members)
{
	char error[512];
	MdvStatus status;
	Text study;

	text_init(&study, NULL);
	text_printf(&study, "{\"kind\":\"linear\",\"name\":");
	report_json_text(&study, l->made->model.name);
	text_add(&study, ",\n", 2);
	text_add(&study, text_str(members), members->n);
	status = report_write_study(&study, l->o->report, error);
	text_free(&study);
	if (status == MDV_OK)
		replace_mark(l->o->report);
	else
		render_say(stderr, "%s: %s\n", l->o->program, error);
	return exit_status(status, 0);
}

static int tell(const Operating *l, const double *matrix, const double *re, const double *im)
{
	int code = EXIT_DONE;
	Text members;

	text_init(&members, NULL);
	add_all(l, matrix, re, im, &members);
	if (members.failed)
		guard_no_memory(NULL);
	if (l->o->json)
		printf("{%s\n", text_str(&members));
	else
		print_all(l, matrix, re, im);
	if (l->o->report)
		code = write_report(l, &members);
	text_free(&members);
	return code;
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
	return tell(l, matrix, re, im);
}

int cmd_linearize(const Options *o)
{
	Operating l = {.o = o};
	int code;

	if (o->report && !question_may_write(o, o->report))
		return EXIT_USAGE;
	code = run_begin_inner(o->program, &l.cx.keep, linearize, &l);

	operating_close(&l);
	return code;
}
