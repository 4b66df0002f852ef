/* SPDX-License-Identifier: MIT
   test_out.c — result files: CSV and MATLAB 4, read back; failures of the disk. */
#include "t.h"
#include "runtime/out/out.h"

#include <float.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const OutColumn table[] = {
	{.name = "a.b[1,2]", .unit = "m", .comment = "height", .kind = OUT_REAL, .source = 2},
	{.name = "n", .kind = OUT_INTEGER, .source = 0},
	{.name = "p", .unit = "kg", .kind = OUT_REAL, .constant = true, .constant_value = 0.1},
	{.name = "minus", .comment = "alias", .kind = OUT_REAL, .negate = true, .source = 2},
	{.name = "on", .kind = OUT_BOOLEAN, .source = 1},
	{.name = "off", .kind = OUT_BOOLEAN, .negate = true, .source = 1},
	{.name = "'say \"x\"'", .kind = OUT_ENUM, .constant = true, .constant_value = 3},
	{.name = "same", .kind = OUT_REAL, .source = 2},
};
static const OutColumns columns = {table, sizeof table / sizeof *table};

/* A file's bytes with a NUL behind them; to be freed. */
static char *read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	char *text = malloc(1 << 24);

	*len = file && text ? fread(text, 1, (1 << 24) - 1, file) : 0;
	if (text)
		text[*len] = '\0';
	if (file)
		fclose(file);
	return text;
}

static void write_three(Out *w, const char *path)
{
	T_INT(out_open(w, NULL, path, OUT_BY_SUFFIX, columns), MDV_OK);
	T_INT(out_row(w, 0, (double[]){1e15, 0, -0.0}), MDV_OK);
	T_INT(out_row(w, 0.1, (double[]){-7, 1, 0.1 + 0.2}), MDV_OK);
	T_INT(out_row(w, 0.1, (double[]){-7, 1, NAN}), MDV_OK);
}

static void csv_has_names_and_short_numbers(void)
{
	size_t len;
	char *text;
	Out w;

	write_three(&w, "test_out_1.csv");
	T_INT(out_close(&w), MDV_OK);
	text = read_file("test_out_1.csv", &len);
	T_STR(text, "time,\"a.b[1,2]\",n,p,minus,on,off,\"'say \"\"x\"\"'\",same\n"
				"0,-0,1000000000000000,0.1,0,0,1,3,-0\n"
				"0.1,0.30000000000000004,-7,0.1,-0.30000000000000004,1,0,3,0.30000000000000004\n"
				"0.1,NaN,-7,0.1,NaN,1,0,3,NaN\n");
	free(text);
	unlink("test_out_1.csv");
}

static void infinities_and_extremes_are_written(void)
{
	static const OutColumn two[] = {{.name = "x", .source = 0},
									{.name = "i", .kind = OUT_INTEGER, .source = 1}};
	size_t len;
	char *text;
	Out w;

	out_open(&w, NULL, "test_out_2.csv", OUT_BY_SUFFIX, (OutColumns){two, 2});
	out_row(&w, 1, (double[]){INFINITY, 1e300});
	out_row(&w, 2, (double[]){-INFINITY, NAN});
	out_row(&w, 3, (double[]){-DBL_MAX, 0.5});
	T_INT(out_close(&w), MDV_OK);
	text = read_file("test_out_2.csv", &len);
	T_STR(text, "time,x,i\n1,Inf,1e+300\n2,-Inf,NaN\n3,-1.7976931348623157e+308,0.5\n");
	free(text);
	unlink("test_out_2.csv");
}

static double random_double(uint64_t *state)
{
	double x;

	do {
		*state = map_hash(*state + 1);
		memcpy(&x, state, sizeof x);
	} while (!isfinite(x));
	return x;
}

/* Several buffers full of numbers, some of which repeat. */
static void csv_reads_back_bit_by_bit(void)
{
	enum { ROWS = 2000, COLUMNS = 7 };
	OutColumn many[COLUMNS];
	double value[COLUMNS] = {0};
	uint64_t state = 5, again = 5;
	size_t len;
	char *text, *at;
	Out w;

	for (int i = 0; i < COLUMNS; i++)
		many[i] = (OutColumn){.name = "x", .source = i};
	T_INT(out_open(&w, NULL, "test_out_3.csv", OUT_CSV, (OutColumns){many, COLUMNS}), MDV_OK);
	for (int i = 0; i < ROWS; i++) {
		for (int j = i % 3; j < COLUMNS; j++)
			value[j] = random_double(&state);
		out_row(&w, i * 0.1, value);
	}
	T_INT(out_close(&w), MDV_OK);
	text = at = read_file("test_out_3.csv", &len);
	T_CHECK(len > 3 * 65536);
	T_CHECK(!strncmp(at, "time,x,x,x,x,x,x,x\n", 19));
	at += 19;
	for (int i = 0; i < ROWS; i++) {
		T_CHECK(strtod(at, &at) == i * 0.1);
		for (int j = i % 3; j < COLUMNS; j++)
			value[j] = random_double(&again);
		for (int j = 0; j < COLUMNS; j++) {
			double x = strtod(at + 1, &at);

			if (memcmp(&x, &value[j], sizeof x) != 0)
				T_FAIL("row %d column %d: %.17g, want %.17g", i, j, x, value[j]);
		}
		T_CHECK(*at++ == '\n');
	}
	T_CHECK(*at == '\0');
	free(text);
	unlink("test_out_3.csv");
}

/* A matrix of a MATLAB 4 file. */
typedef struct Matrix {
	int32_t head[5];  /* type, rows, columns, 0, length of the name */
	const char *name; /* of the matrix */
	const char *data; /* by columns */
} Matrix;

/* The next matrix of a file; false: it ends. */
static bool next_matrix(const char **at, const char *end, Matrix *m)
{
	static const size_t sizes[] = {8, 4, 4, 2, 2, 1};
	size_t size;

	if (end - *at < 20)
		return false;
	memcpy(m->head, *at, 20);
	m->name = *at + 20;
	m->data = m->name + m->head[4];
	size = sizes[m->head[0] % 100 / 10] * (size_t)m->head[1] * (size_t)m->head[2];
	if ((size_t)(end - m->data) < size)
		return false;
	*at = m->data + size;
	return true;
}

static double element(const Matrix *m, int row, int column)
{
	double x;

	memcpy(&x, m->data + 8 * (size_t)(column * m->head[1] + row), sizeof x);
	return x;
}

/* The six matrices of a result file, in their order. */
static char *read_mat(const char *path, Matrix m[6])
{
	static const char *const names[] = {"Aclass",   "name",   "description",
										"dataInfo", "data_1", "data_2"};
	size_t len;
	char *text = read_file(path, &len);
	const char *at = text, *end = text + len;

	for (int i = 0; i < 6; i++) {
		T_CHECK(next_matrix(&at, end, &m[i]));
		T_STR(m[i].name, names[i]);
	}
	T_CHECK(at == end);
	return text;
}

/* The value of a name at a point of time, found as the reference tools do. */
static double look_up(const Matrix m[6], const char *name, int point)
{
	int width = m[1].head[1];

	for (int i = 0; i < m[1].head[2]; i++) {
		const char *at = m[1].data + i * width;
		int32_t info[4];
		double x;

		if (strncmp(at, name, strlen(name)) != 0 ||
			(width > (int)strlen(name) && at[strlen(name)] != ' '))
			continue;
		memcpy(info, m[3].data + 16 * i, sizeof info);
		x = info[0] == 1 ? element(&m[4], abs(info[1]) - 1, point > 0)
						 : element(&m[5], abs(info[1]) - 1, point);
		return info[1] < 0 ? -x : x;
	}
	T_FAIL("no name %s", name);
	return NAN;
}

static void mat_is_read_as_the_reference_tools_do(void)
{
	Matrix m[6];
	char *text;
	Out w;

	write_three(&w, "test_out_4.mat");
	T_INT(out_close(&w), MDV_OK);
	text = read_mat("test_out_4.mat", m);
	T_INT(m[0].head[0], 51);
	T_CHECK(!memcmp(m[0].data, "A1 bt. ir1 na  Tj  re  ac  nt  so   r   y   ", 44));
	T_INT(m[1].head[2], 9);
	T_CHECK(!strncmp(m[2].data, "Simulation time [s]height [m]         ", 38));
	T_INT(m[3].head[0], 20);
	T_INT(m[4].head[1], 3); /* time, p, 'say "x"' */
	T_INT(m[5].head[1], 5); /* time, a.b[1,2], n, on, off */
	T_INT(m[5].head[2], 3);
	T_REAL(element(&m[4], 0, 0), 0, 0);
	T_REAL(element(&m[4], 0, 1), 0.1, 0);
	T_REAL(look_up(m, "time", 1), 0.1, 0);
	T_REAL(look_up(m, "a.b[1,2]", 1), 0.1 + 0.2, 0);
	T_REAL(look_up(m, "minus", 1), -(0.1 + 0.2), 0);
	T_REAL(look_up(m, "same", 1), 0.1 + 0.2, 0);
	T_CHECK(isnan(look_up(m, "minus", 2)));
	T_REAL(look_up(m, "n", 0), 1e15, 0);
	T_REAL(look_up(m, "p", 2), 0.1, 0);
	T_REAL(look_up(m, "on", 2), 1, 0);
	T_REAL(look_up(m, "off", 2), 0, 0);
	T_REAL(look_up(m, "'say \"x\"'", 1), 3, 0);
	free(text);
	unlink("test_out_4.mat");
}

/* Whole rows are in the file at any time, and it says how many. */
static void an_interrupted_mat_is_readable(void)
{
	static const OutColumn one[] = {{.name = "x", .source = 0}};
	Matrix m[6];
	char *text;
	Out w;

	T_INT(out_open(&w, NULL, "test_out_5.mat", OUT_BY_SUFFIX, (OutColumns){one, 1}), MDV_OK);
	for (int i = 0; i < 20000; i++)
		out_row(&w, i, (double[]){-i});
	text = read_mat("test_out_5.mat", m);
	T_CHECK(m[5].head[2] > 15000 && m[5].head[2] < 20000);
	T_REAL(look_up(m, "x", 15000), -15000, 0);
	free(text);
	T_INT(out_flush(&w), MDV_OK);
	text = read_mat("test_out_5.mat", m);
	T_INT(m[5].head[2], 20000);
	T_REAL(element(&m[4], 0, 1), 19999, 0);
	free(text);
	out_row(&w, 20000, (double[]){1});
	T_INT(out_close(&w), MDV_OK);
	text = read_mat("test_out_5.mat", m);
	T_INT(m[5].head[2], 20001);
	free(text);
	unlink("test_out_5.mat");
}

static void an_interrupted_csv_has_whole_lines(void)
{
	size_t len;
	char *text;
	Out w;

	write_three(&w, "test_out_6.csv");
	for (int i = 0; i < 5000; i++)
		out_row(&w, i, (double[]){i, 0, i / 7.0});
	text = read_file("test_out_6.csv", &len);
	T_CHECK(len > 100000 && text[len - 1] == '\n');
	free(text);
	out_flush(&w);
	text = read_file("test_out_6.csv", &len);
	T_CHECK(strstr(text, "\n4999,"));
	free(text);
	T_INT(out_close(&w), MDV_OK);
	unlink("test_out_6.csv");
}

static void a_full_disk_is_told(void)
{
	static const OutFormat formats[] = {OUT_CSV, OUT_MAT};

	for (int i = 0; i < 2; i++) {
		MdvStatus status = MDV_OK;
		Out w;

		T_INT(out_open(&w, NULL, "/dev/full", formats[i], columns), MDV_OK);
		for (int j = 0; j < 10000 && status == MDV_OK; j++)
			status = out_row(&w, j, (double[]){0, 0, 0});
		T_INT(status, MDV_IO);
		T_STR(w.error, "'/dev/full' cannot be written: No space left on device");
		T_INT(out_row(&w, 0, (double[]){0, 0, 0}), MDV_IO);
		T_INT(out_flush(&w), MDV_IO);
		T_INT(out_close(&w), MDV_IO);

		/* What only fails at the end is not lost either. */
		T_INT(out_open(&w, NULL, "/dev/full", formats[i], columns), MDV_OK);
		T_INT(out_row(&w, 0, (double[]){0, 0, 0}), MDV_OK);
		T_INT(out_close(&w), MDV_IO);
		T_STR(w.error, "'/dev/full' cannot be written: No space left on device");
	}
}

/* A file that may not grow on: what was written before is readable. */
static void a_mat_cut_off_by_a_full_disk_is_readable(void)
{
	struct rlimit was, limit;
	MdvStatus status = MDV_OK;
	Matrix m[6];
	char *text;
	Out w;

	getrlimit(RLIMIT_FSIZE, &was);
	limit = (struct rlimit){200000, was.rlim_max};
	signal(SIGXFSZ, SIG_IGN);
	T_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
	out_open(&w, NULL, "test_out_9.mat", OUT_BY_SUFFIX, columns);
	for (int i = 0; i < 100000 && status == MDV_OK; i++)
		status = out_row(&w, i, (double[]){i, 0, 0});
	T_INT(status, MDV_IO);
	T_INT(out_close(&w), MDV_IO);
	setrlimit(RLIMIT_FSIZE, &was);
	T_STR(w.error, "'test_out_9.mat' cannot be written: File too large");
	text = read_mat("test_out_9.mat", m);
	T_CHECK(m[5].head[2] > 4000);
	T_REAL(look_up(m, "n", 4000), 4000, 0);
	free(text);
	unlink("test_out_9.mat");
}

static void what_cannot_be_opened_is_told(void)
{
	Out w;

	T_INT(out_open(&w, NULL, "no/such/dir/x.csv", OUT_BY_SUFFIX, columns), MDV_IO);
	T_STR(w.error, "'no/such/dir/x.csv' cannot be written: No such file or directory");
	T_INT(out_close(&w), MDV_IO);
	T_INT(out_open(&w, NULL, "x.txt", OUT_BY_SUFFIX, columns), MDV_BAD_ARGUMENT);
	T_STR(w.error, "results are written as .csv or .mat, not as 'x.txt'");
	T_INT(out_close(&w), MDV_BAD_ARGUMENT);
	T_INT(out_open(&w, NULL, "-", OUT_MAT, columns), MDV_IO);
	T_STR(w.error, "'-' cannot be written: a .mat result needs a file");
	T_INT(out_close(&w), MDV_IO);
}

static void a_result_without_columns_has_the_time(void)
{
	Matrix m[6];
	size_t len;
	char *text;
	Out w;

	out_open(&w, NULL, "test_out_7.csv", OUT_BY_SUFFIX, (OutColumns){NULL, 0});
	out_row(&w, 0.5, NULL);
	T_INT(out_close(&w), MDV_OK);
	text = read_file("test_out_7.csv", &len);
	T_STR(text, "time\n0.5\n");
	free(text);
	out_open(&w, NULL, "test_out_7.mat", OUT_BY_SUFFIX, (OutColumns){NULL, 0});
	T_INT(out_close(&w), MDV_OK);
	text = read_mat("test_out_7.mat", m);
	T_INT(m[5].head[2], 0);
	free(text);
	unlink("test_out_7.csv");
	unlink("test_out_7.mat");
}

static void every_lack_of_memory_is_told(void)
{
	AllocMeter meter;

	for (size_t k = 1;; k++) {
		MdvStatus status;
		Out w;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		status = out_open(&w, &meter.alloc, "test_out_8.mat", OUT_BY_SUFFIX, columns);
		T_INT(out_close(&w), status);
		T_INT(meter.live, 0);
		if (meter.n_calls < k)
			break;
		T_INT(status, MDV_NO_MEMORY);
		T_STR(w.error, "no memory to write 'test_out_8.mat'");
	}
	unlink("test_out_8.mat");
}

int main(void)
{
	T_RUN(csv_has_names_and_short_numbers);
	T_RUN(infinities_and_extremes_are_written);
	T_RUN(csv_reads_back_bit_by_bit);
	T_RUN(mat_is_read_as_the_reference_tools_do);
	T_RUN(an_interrupted_mat_is_readable);
	T_RUN(an_interrupted_csv_has_whole_lines);
	T_RUN(a_full_disk_is_told);
	T_RUN(a_mat_cut_off_by_a_full_disk_is_readable);
	T_RUN(what_cannot_be_opened_is_told);
	T_RUN(a_result_without_columns_has_the_time);
	T_RUN(every_lack_of_memory_is_told);
	return T_END();
}
