/* SPDX-License-Identifier: MIT
   test_input.c — recorded inputs. */
#include "t.h"
#include "runtime/out/out.h"

#include <stdlib.h>
#include <unistd.h>

static MdvStatus read_text(Input *in, const char *text)
{
	FILE *file = fopen("in.csv", "wb");
	MdvStatus status;

	if (file) {
		fputs(text, file);
		fclose(file);
	}
	status = input_read(in, NULL, "in.csv");
	unlink("in.csv");
	return status;
}

static double value(const Input *in, double t, bool after, int32_t column)
{
	return input_value(in, input_at(in, t, after), column);
}

static void rows_are_joined_by_lines(void)
{
	Input in;

	T_INT(read_text(&in, "time,u,\"v[1,2]\"\n0,1,0\n1,3,-1\n3,-1,1e2\n"), MDV_OK);
	T_STR(in.error, "");
	T_INT(in.n_columns, 2);
	T_INT(in.t.n, 3);
	T_INT(input_find(&in, "u"), 0);
	T_INT(input_find(&in, "v[1,2]"), 1);
	T_INT(input_find(&in, "time"), -1);
	T_STR(input_name(&in, 1), "v[1,2]");
	T_REAL(value(&in, -5, true, 0), 1, 0);
	T_REAL(value(&in, 0, false, 0), 1, 0);
	T_REAL(value(&in, 0.25, true, 0), 1.5, 0);
	T_REAL(value(&in, 1, true, 0), 3, 0);
	T_REAL(value(&in, 1, false, 0), 3, 0);
	T_REAL(value(&in, 2, true, 0), 1, 0);
	T_REAL(value(&in, 2, true, 1), 49.5, 0);
	T_REAL(value(&in, 99, false, 1), 100, 0);
	T_REAL(input_sample(&in, input_at(&in, 2.9, true), 0), 3, 0);
	input_free(&in);
}

static void equal_times_are_a_jump(void)
{
	Input in;

	T_INT(read_text(&in, "time,u\n0,0\n1,1\n1,7\n1,5\n2,5\n2,6"), MDV_OK);
	T_REAL(value(&in, 1, false, 0), 1, 0);
	T_REAL(value(&in, 1, true, 0), 5, 0);
	T_REAL(value(&in, 0.5, true, 0), 0.5, 0);
	T_REAL(value(&in, 2, true, 0), 6, 0);
	T_REAL(input_sample(&in, input_at(&in, 1, false), 0), 0, 0);
	T_REAL(input_sample(&in, input_at(&in, 1, true), 0), 5, 0);
	T_INT(input_bends(&in, (bool[]){false}), MDV_OK);
	T_REAL(input_next(&in, -1), 0, 0);
	T_REAL(input_next(&in, 0), 1, 0);
	T_REAL(input_next(&in, 1), 2, 0);
	T_REAL(input_next(&in, 2), INFINITY, 0);
	input_free(&in);
}

static void what_bends_or_is_held_has_its_instants(void)
{
	Input in;

	T_INT(read_text(&in, "time,u,k\n0,0,1\n1,1,1\n2,2,2\n3,3,2\n4,3,2\n5,3,2"), MDV_OK);
	T_INT(input_bends(&in, (bool[]){false, true}), MDV_OK);
	T_REAL(input_next(&in, -1), 0, 0);
	T_REAL(input_next(&in, 0), 2, 0);
	T_REAL(input_next(&in, 2), 3, 0);
	T_REAL(input_next(&in, 3), INFINITY, 0);
	input_free(&in);
	T_INT(read_text(&in, "time,k\n0,1\n1,1\n2,2\n3,1"), MDV_OK);
	T_INT(input_bends(&in, (bool[]){true}), MDV_OK);
	T_REAL(input_next(&in, -1), 2, 0);
	T_REAL(input_next(&in, 2), 3, 0);
	input_free(&in);
}

static void blanks_quotes_line_ends_and_truth_values_are_understood(void)
{
	Input in;

	T_INT(read_text(&in, "\xEF\xBB\xBF\r\n \"time\" , \"a \"\"q\"\"\" ,b\r\n\r\n 0 , "
						 "true,\"2\"\r\n1,false,3\r\n\n"),
		  MDV_OK);
	T_STR(in.error, "");
	T_INT(input_find(&in, "a \"q\""), 0);
	T_REAL(value(&in, 0, true, 0), 1, 0);
	T_REAL(value(&in, 1, true, 0), 0, 0);
	T_REAL(value(&in, 0, true, 1), 2, 0);
	input_free(&in);
	T_INT(read_text(&in, "time\n0\n2\n"), MDV_OK);
	input_free(&in);
}

static void mistakes_are_told_with_their_line(void)
{
	static const struct {
		const char *text, *error;
	} wrong[] = {
		{"", "in.csv:1: the file is empty; a line of names was expected"},
		{"\n\n", "in.csv:3: the file is empty; a line of names was expected"},
		{"t,u\n0,1\n", "in.csv:1: the first column must be 'time', not 't'"},
		{"time,u,u\n0,1,1\n", "in.csv:1: there are two columns 'u'"},
		{"time,\n0,1\n", "in.csv:1: a column has no name"},
		{"time,u\n", "in.csv:2: there are no rows"},
		{"time,u\n0,1\n\n1,x\n", "in.csv:4: 'x' is not a number"},
		{"time,u\n0,\n", "in.csv:2: '' is not a number"},
		{"time,u\n0,1.5.2\n", "in.csv:2: '1.5.2' is not a number"},
		{"time,u\n0,nan\n", "in.csv:2: 'nan' is not a number"},
		{"time,u\n0,1e999\n", "in.csv:2: '1e999' is not a number"},
		{"time,u\n0x10,1\n", "in.csv:2: '0x10' is not a number"},
		{"time,u\n0\n", "in.csv:2: 1 values, but there are 2 columns"},
		{"time,u\n0,1,2\n", "in.csv:2: more values than the 2 columns"},
		{"time,u\n1,0\n0.5,1\n", "in.csv:3: time goes back from 1 to 0.5"},
		{"time,\"u\n0,1\n", "in.csv:1: a quotation mark is not closed"},
		{"time,\"u\"x\n0,1\n", "in.csv:1: a comma is missing after 'u'"},
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Input in;

		T_INT(read_text(&in, wrong[i].text), MDV_BAD_ARGUMENT);
		T_STR(in.error, wrong[i].error);
		input_free(&in);
	}
}

static void a_file_that_cannot_be_read_is_told(void)
{
	Input in;

	T_INT(input_read(&in, NULL, "no/such.csv"), MDV_IO);
	T_STR(in.error, "no/such.csv: cannot be read: No such file or directory");
	input_free(&in);
}

static void every_lack_of_memory_is_told(void)
{
	FILE *file = fopen("in_memory.csv", "w");

	if (file) {
		fputs("time,u,v\n0,1,2\n1,2,3\n", file);
		fclose(file);
	}
	for (size_t k = 1;; k++) {
		AllocMeter meter;
		MdvStatus status;
		Input in;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		status = input_read(&in, &meter.alloc, "in_memory.csv");
		input_free(&in);
		T_INT(meter.live, 0);
		if (meter.n_calls < k)
			break;
		T_INT(status, MDV_NO_MEMORY);
	}
	unlink("in_memory.csv");
}

int main(void)
{
	T_RUN(rows_are_joined_by_lines);
	T_RUN(equal_times_are_a_jump);
	T_RUN(what_bends_or_is_held_has_its_instants);
	T_RUN(blanks_quotes_line_ends_and_truth_values_are_understood);
	T_RUN(mistakes_are_told_with_their_line);
	T_RUN(a_file_that_cannot_be_read_is_told);
	T_RUN(every_lack_of_memory_is_told);
	return T_END();
}
