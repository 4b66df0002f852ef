/* SPDX-License-Identifier: MIT
   test_ext_matrix.c — matrices of tables in files: text, CSV, MATLAB of level 4 and 5, structures,
   compressed data; writing; damaged files. */
#include "ext_call.h"

#include <sys/stat.h>

enum { HOLD = 1 };

static char folder[] = "/tmp/modevs_ext_XXXXXX";
static char path[256]; /* of the file under test */

static void put_bytes(const char *name, const void *bytes, size_t len)
{
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "wb");
	T_CHECK(f && fwrite(bytes, 1, len, f) == len);
	if (f)
		fclose(f);
}

static void put(const char *name, const char *text)
{
	put_bytes(name, text, strlen(text));
}

static ExtMatrixSource source(const char *name)
{
	return (ExtMatrixSource){.file = path, .name = name, .delimiter = ","};
}

static void holds(const ExtMatrixSource *src, size_t n_rows, size_t n_cols, const double *want)
{
	static ExtMatrix m;

	RUN(m = matrix_load(src); T_INT(m.n_rows, n_rows); T_INT(m.n_cols, n_cols);
		for (size_t i = 0; i < n_rows * n_cols; i++) T_REAL(m.at[i], want[i], 0));
}

static void has(const char *name, size_t n_rows, size_t n_cols, const double *want)
{
	ExtMatrixSource src = source(name);

	holds(&src, n_rows, n_cols, want);
}

static void fails(const char *name, const char *part)
{
	static ExtMatrixSource src;
	static const char *text;

	src = source(name);
	text = part;
	FAILS(matrix_load(&src), text);
}

static void text_files_hold_several_matrices(void)
{
	put("t.txt", "#1\n"
				 "# Grüße\n"
				 "double tab0(2,2)   # dummy\n"
				 "0 0 1 1\n"
				 "double tab1(3,2)\n"
				 "  \t # blank\n"
				 "  0   0  1   1 # two rows\n\n"
				 "  2 ,   # first part\r\n"
				 "      +4.e0 # the rest\n"
				 "float tab( 1 , 3 )\n1;2;-3E-1\n"
				 "double last(1,1)\n7");
	has("tab0", 2, 2, (double[]){0, 0, 1, 1});
	has("tab1", 3, 2, (double[]){0, 0, 1, 1, 2, 4});
	has("tab", 1, 3, (double[]){1, 2, -0.3});
	has("last", 1, 1, (double[]){7});
	fails("tab2", "has no matrix \"tab2\"");
	fails("ta", "has no matrix \"ta\"");
	fails("NoName", "no table name is given");
}

static void the_rest_of_a_header_line_is_ignored(void)
{
	put("h.txt", "#1\n"
				 "double skipped(2,2): 7 [K]\n1 2 3 4\n"
				 "double colon(2,3):\n# a comment\n1,2;\t3\n# another\n 4 , 5\t;6 # end\n"
				 "double words(1,2) time/s, 5\r\n8\t9\r\n"
				 "double note(1,1) # in K\n10\n");
	has("skipped", 2, 2, (double[]){1, 2, 3, 4});
	has("colon", 2, 3, (double[]){1, 2, 3, 4, 5, 6});
	has("words", 1, 2, (double[]){8, 9});
	has("note", 1, 1, (double[]){10});
}

static void a_byte_order_mark_is_ignored(void)
{
	put("bom.txt", "\xEF\xBB\xBF#1\ndouble a(1,1)\n5\n");
	has("a", 1, 1, (double[]){5});
}

static void wrong_text_is_told_with_its_line(void)
{
	put("w.txt", "double a(1,1) 5\n");
	fails("a", ":1: a file of tables must begin with '#1'");
	put("w.txt", "#1\ndouble a(2,1)\n5\n");
	fails("a", ":4: a number was expected");
	put("w.txt", "#1\ndouble a(2,1)\n5 x\n");
	fails("a", ":3: a number was expected");
	put("w.txt", "#1\ndouble a(1,1)\n0x5\n");
	fails("a", ":3: a number was expected");
	put("w.txt", "#1\ndouble a(1,1)\n1.2.3\n");
	fails("a", ":3: a number was expected");
	put("w.txt", "#1\ndouble a(1,1)\n-1e999\n");
	fails("a", ":3: this number is too large for a Real");
	put("w.txt", "#1\ndouble a(0,1)\n");
	fails("a", "positive integers");
	put("w.txt", "#1\ndouble a(99999,99999)\n1\n");
	fails("a", "no larger than the file");
	put("w.txt", "#1\ndouble a(20,20)\n1                  \n");
	fails("a", "larger than the file");
	put("w.txt", "#1\nint a(1,1)\n1\n");
	fails("a", ":2: 'double name(rows, columns)' was expected");
	put("w.txt", "#1\ndouble a 1,1\n1\n");
	fails("a", "in parentheses");
	put("w.txt", "#1\ndouble a(1,1 1\n");
	fails("a", "')' was expected");
	put("w.txt", "");
	fails("a", "must begin with '#1'");
}

static void csv_files_are_one_matrix(void)
{
	ExtMatrixSource src;

	put("c.CSV", "time, value\n0.0, 0.5\t\n1,1\n\n2 , -3e1\r\n");
	src = source("Values");
	src.n_header = 1;
	holds(&src, 3, 2, (double[]){0, 0.5, 1, 1, 2, -30});
	put("c.csv", "1;2\n3;4");
	src.n_header = 0;
	src.delimiter = ";";
	holds(&src, 2, 2, (double[]){1, 2, 3, 4});
	put("c.csv", " 1   2 \n 3 4 ");
	src.delimiter = " ";
	holds(&src, 2, 2, (double[]){1, 2, 3, 4});
	put("c.csv", "1\t2\n3\t4\n");
	src.delimiter = "\t";
	holds(&src, 2, 2, (double[]){1, 2, 3, 4});
}

static void wrong_csv_is_told_with_its_line(void)
{
	put("w.csv", "1,2\n3\n");
	fails("Values", "not as many columns");
	put("w.csv", "1,2\n3,\n");
	fails("Values", ":2: a number was expected");
	put("w.csv", "1;2\n");
	fails("Values", ":1: the delimiter");
	put("w.csv", "a,b\n1,2\n");
	fails("Values", ":1: a number was expected");
	put("w.csv", "\n\n");
	fails("Values", "has no numbers");
}

static void missing_files_are_told(void)
{
	snprintf(path, sizeof path, "%s/none.txt", folder);
	fails("a", "cannot open the file");
	snprintf(path, sizeof path, "%s", folder);
	fails("a", "it is a folder");
}

static void loading_is_told_if_wanted(void)
{
	static ExtMatrixSource src;

	put("v.txt", "#1\ndouble a(1,1)\n5\n");
	src = source("a");
	src.verbose = true;
	text_clear(&said);
	RUN(matrix_load(&src));
	T_CHECK(strstr(text_str(&said), "loading the table \"a\""));
}

/* A file of level 5 but for its header: "small" (1 2; 3 4), compressed with fixed codes; "big", 40
   rows of i, i * i, i * 7919 mod 101; a structure s with tab1 = (1 2; 3 4) and a structure s with
   tab1 = (5 6) and x = 7. */
static const unsigned char compressed[] = {
	15,  0,   0,   0,   53,  0,   0,   0,   120, 1,   227, 99,  96,  96,  136, 0,   98,  54,  32,
	230, 128, 210, 32,  192, 10,  229, 51,  65,  49,  35,  84,  172, 56,  55,  49,  39,  7,   72,
	115, 2,   177, 2,   3,   12,  124, 176, 135, 208, 28,  14,  80,  1,   40,  45,  224, 0,   0,
	189, 248, 4,   219, 15,  0,   0,   0,   72,  1,   0,   0,   120, 218, 101, 211, 205, 43,  68,
	81,  24,  199, 241, 71,  131, 174, 141, 238, 194, 194, 194, 98,  210, 164, 73,  210, 120, 127,
	55,  23,  131, 33,  50,  198, 204, 96,  99,  49,  17,  202, 66,  146, 146, 210, 137, 104, 146,
	52,  222, 255, 157, 187, 176, 240, 231, 88,  90,  186, 60,  223, 187, 56,  199, 173, 219, 231,
	254, 122, 58,  47,  115, 206, 51,  173, 34,  242, 157, 16,  105, 142, 244, 68,  253, 125, 154,
	200, 233, 232, 141, 202, 210, 128, 213, 195, 253, 191, 122, 75,  244, 134, 9,   113, 158, 175,
	44,  31,  129, 226, 161, 143, 109, 216, 142, 29,  152, 196, 78,  76,  97,  23,  166, 177, 27,
	123, 176, 23,  51,  216, 135, 253, 56,  128, 131, 56,  132, 195, 56,  130, 163, 56,  134, 227,
	56,  129, 147, 56,  133, 211, 152, 197, 64,  53,  40,  51,  100, 148, 89,  50,  202, 28,  25,
	255, 157, 159, 239, 156, 71,  198, 217, 95,  60,  95,  158, 92,  80,  131, 18,  121, 155, 188,
	67,  174, 170, 201, 61,  198, 29,  144, 143, 168, 31,  171, 254, 9,   227, 78,  213, 250, 25,
	245, 115, 242, 5,   245, 75,  181, 102, 168, 95,  145, 175, 153, 247, 70,  253, 188, 101, 189,
	154, 154, 191, 163, 126, 175, 122, 15,  140, 175, 171, 141, 143, 236, 227, 73,  77,  61,  179,
	222, 139, 186, 251, 202, 62,  222, 212, 143, 119, 251, 252, 76,  142, 245, 74,  246, 61,  155,
	53,  167, 31,  23,  152, 183, 108, 159, 171, 41,  216, 253, 105, 22,  201, 21,  187, 15,  130,
	117, 231, 126, 150, 212, 176, 226, 244, 69,  209, 238, 95,  179, 140, 155, 118, 159, 132, 69,
	167, 159, 87,  88,  103, 203, 238, 27,  179, 97,  247, 183, 89,  181, 239, 91,  114, 78,  31,
	196, 253, 30,  255, 126, 254, 151, 102, 158, 92,  14,  126, 0,   216, 158, 86,  249, 15,  0,
	0,   0,   119, 0,   0,   0,   120, 218, 227, 99,  96,  96,  104, 96,  100, 96,  96,  3,   210,
	28,  64,  204, 196, 0,   1,   172, 80,  62,  35,  26,  46,  134, 203, 179, 192, 229, 5,   128,
	184, 36,  49,  201, 144, 1,   73,  158, 15,  136, 3,   24,  16,  230, 178, 161, 153, 203, 4,
	197, 140, 80,  113, 78,  32,  86,  96,  128, 129, 15,  246, 16,  154, 195, 1,   42,  0,   165,
	5,   28,  64,  230, 94,  96,  32,  206, 189, 248, 220, 89,  129, 228, 78,  7,   60,  238, 100,
	196, 226, 78,  1,   184, 59,  69,  160, 238, 146, 0,   187, 203, 130, 128, 57,  140, 104, 230,
	112, 192, 205, 145, 113, 0,   0,   64,  97,  10,  228};

static void put_compressed(const unsigned char *bytes, size_t len)
{
	unsigned char file[MAT_HEADER_5 + sizeof compressed] = "MATLAB 5.0 MAT-file";

	memset(file + 19, ' ', 97);
	memcpy(file + 124, "\0\1IM", 4);
	memcpy(file + MAT_HEADER_5, bytes, len);
	put_bytes("z.mat", file, MAT_HEADER_5 + len);
}

static void compressed_matrices_and_structures_are_read(void)
{
	double big[120];

	for (int i = 0; i < 40; i++) {
		big[3 * i] = i;
		big[3 * i + 1] = i * i;
		big[3 * i + 2] = i * 7919 % 101;
	}
	put_compressed(compressed, sizeof compressed);
	has("small", 2, 2, (double[]){1, 2, 3, 4});
	has("big", 40, 3, big);
	has("s.tab1", 2, 2, (double[]){1, 2, 3, 4});
	has("s.s.tab1", 1, 2, (double[]){5, 6});
	has("s.s.x", 1, 1, (double[]){7});
	fails("s.s.y", "has no matrix");
	fails("s.tab1.x", "has no matrix");
	fails("small.x", "has no matrix");
	fails("s", "not a full matrix of real numbers");
	fails("none", "has no matrix");
}

/* Whatever is damaged, there is an error or a matrix, and no wrong access. */
static void damaged_files_do_no_harm(void)
{
	static ExtMatrixSource src;
	static ExtCall call;
	static volatile size_t i;

	src = source("s.s.tab1");
	for (i = 0; i < sizeof compressed; i++) {
		unsigned char copy[sizeof compressed];

		memcpy(copy, compressed, sizeof copy);
		copy[i] ^= (unsigned char)(1 << i % 8);
		put_compressed(copy, i % 2 == 0 ? sizeof copy : i);
		ext_call_begin(&call, &session);
		if (setjmp(call.on_error) == 0)
			(void)matrix_load(&src);
		ext_call_end(&call);
	}
}

/* One bit wrong, in every byte but the one that holds level and check of the header. */
static void check_damaged(const unsigned char *good, size_t len)
{
	unsigned char bad[32];
	ExtBytes out;

	for (size_t i = 0; i < len; i++) {
		memcpy(bad, good, len);
		bad[i] ^= 4;
		T_CHECK(i == 1 || !inflate_zlib(bad, len, &out));
	}
}

/* A block that is not compressed: method, one last block, its length and complement, checksum. */
static void stored_blocks_and_checksums_are_read(void)
{
	static const unsigned char good[] = {0x78, 1,   1,   3, 0,    0xFC, 0xFF,
										 'a',  'b', 'c', 2, 0x4D, 1,    0x27};
	static ExtBytes out;

	RUN(T_CHECK(inflate_zlib(good, sizeof good, &out)); T_INT(out.len, 3);
		T_CHECK(memcmp(out.at, "abc", 3) == 0));
	RUN(check_damaged(good, sizeof good));
	RUN(T_CHECK(!inflate_zlib(good, 1, &out)));
	RUN(T_CHECK(!inflate_zlib(good, sizeof good - 1, &out)));
}

static const double numbers[] = {1, 2, 3, 4, 5, 6.5};

static int store(const char *name, const double *at, size_t n_rows, size_t n_cols, bool append,
				 const char *version)
{
	static int ok;
	static struct {
		const char *name;
		const double *at;
		size_t n_rows, n_cols;
		bool append;
		const char *version;
	} g;

	g.name = name;
	g.at = at;
	g.n_rows = n_rows;
	g.n_cols = n_cols;
	g.append = append;
	g.version = version;
	RUN(ok = ModelicaIO_writeRealMatrix(path, g.name, g.at, g.n_rows, g.n_cols, g.append,
										g.version));
	return ok;
}

static void reads_back(const char *name, size_t n_rows, size_t n_cols, const double *want)
{
	static int dim[2];
	static double got[6];
	static const char *what;
	static size_t rows, cols;

	what = name;
	rows = n_rows;
	cols = n_cols;
	RUN(ModelicaIO_readMatrixSizes(path, what, dim));
	T_INT(dim[0], n_rows);
	T_INT(dim[1], n_cols);
	RUN(ModelicaIO_readRealMatrix(path, what, got, rows, cols, 0));
	for (size_t i = 0; i < n_rows * n_cols; i++)
		T_REAL(got[i], want[i], 0);
}

static void check_version(const char *version)
{
	snprintf(path, sizeof path, "%s/w%s.mat", folder, version);
	T_INT(store("A", numbers, 2, 3, false, version), 1);
	reads_back("A", 2, 3, numbers);
	T_INT(store("longer_name", numbers, 3, 2, true, "ignored"), 1);
	reads_back("A", 2, 3, numbers);
	reads_back("longer_name", 3, 2, numbers);
	T_INT(store("A", numbers + 3, 1, 3, true, "4"), 1); /* replaces */
	reads_back("A", 1, 3, numbers + 3);
	reads_back("longer_name", 3, 2, numbers);
	T_INT(store("B", numbers, 1, 1, false, version), 1); /* begins anew */
	reads_back("B", 1, 1, numbers);
	fails("A", "has no matrix \"A\"");
	has("B", 1, 1, numbers);
	T_INT(store("empty", numbers, 0, 3, true, "4"), 1);
	reads_back("empty", 0, 3, numbers);
	fails("empty", "is empty");
}

static void what_is_written_is_read_back(void)
{
	check_version("4");
	check_version("6");
	check_version("7");
}

static void wrong_sizes_and_versions_are_told(void)
{
	static double got[6];

	snprintf(path, sizeof path, "%s/x.mat", folder);
	T_INT(store("A", numbers, 2, 3, false, "4"), 1);
	FAILS(ModelicaIO_readRealMatrix(path, "A", got, 3, 2, 1), "has 2 rows and 3 columns, not 3");
	FAILS(ModelicaIO_writeRealMatrix(path, "A", numbers, 2, 3, 0, "7.3"), "\"7.3\"");
	snprintf(path, sizeof path, "%s/none/x.mat", folder);
	text_clear(&said);
	T_INT(store("A", numbers, 2, 3, false, "4"), 0);
	T_CHECK(strstr(text_str(&said), "warning: cannot write the file"));
}

/* Level 4 with the bytes in the other order: a (1 2), 32-bit integers. */
static void foreign_bytes_are_turned(void)
{
	static const unsigned char big_endian[] = {0, 0, 3, 252, 0, 0,   0, 1, 0, 0, 0, 2, 0, 0, 0,
											   0, 0, 0, 0,   2, 'a', 0, 0, 0, 0, 1, 0, 0, 0, 2};

	put_bytes("b.mat", big_endian, sizeof big_endian);
	has("a", 1, 2, (double[]){1, 2});
}

static void put_level_4(int kind, const void *data, size_t len, uint32_t imaginary)
{
	unsigned char file[64];
	uint32_t header[] = {(uint32_t)kind, 1, 2, imaginary, 2};

	memcpy(file, header, sizeof header);
	memcpy(file + sizeof header, "a", 2);
	memcpy(file + sizeof header + 2, data, len);
	put_bytes("p.mat", file, sizeof header + 2 + len);
}

static void numbers_may_be_of_any_type(void)
{
	static const double want[] = {1, 200};

	put_level_4(0, want, sizeof want, 0);
	has("a", 1, 2, want);
	put_level_4(10, (float[]){1, 200}, 8, 0);
	has("a", 1, 2, want);
	put_level_4(20, (int32_t[]){1, 200}, 8, 0);
	has("a", 1, 2, want);
	put_level_4(30, (int16_t[]){1, 200}, 4, 0);
	has("a", 1, 2, want);
	put_level_4(40, (uint16_t[]){1, 200}, 4, 0);
	has("a", 1, 2, want);
	put_level_4(50, (uint8_t[]){1, 200}, 2, 0);
	has("a", 1, 2, want);
	put_level_4(51, (uint8_t[]){1, 200}, 2, 0);
	fails("a", "not a full matrix of real numbers"); /* text */
	put_level_4(50, (uint8_t[]){1, 200, 3, 4}, 4, 1);
	fails("a", "not a full matrix of real numbers"); /* complex */
	put_level_4(50, (uint8_t[]){1}, 1, 0);
	fails("a", "damaged");
	put_level_4(70, (uint8_t[]){1, 2}, 2, 0);
	fails("a", "damaged");
}

static void other_files_are_refused(void)
{
	unsigned char hdf[512] = "MATLAB 7.3 MAT-file";

	memcpy(hdf + 124, "\0\2IM", 4);
	put_bytes("h.mat", hdf, sizeof hdf);
	fails("a", "version 7.3 (HDF5), which is not supported");
	put("h.mat", "this is text, not a matrix at all");
	fails("a", "is damaged or is no MATLAB file");
	put("h.mat", "");
	fails("a", "has no matrix");
}

static void a_table_can_be_read_from_a_file(void)
{
	static void *table;
	static double y;
	static const int second = 2;

	put("table.txt", "#1\ndouble tab(3,2)\n0 0 1 1 2 4\n");
	RUN(table = ModelicaStandardTables_CombiTable1D_init3(path, "tab", NULL, 0, 2, &second, 1,
														  CURVE_LINEAR, HOLD, 1, ",", 0));
	RUN(y = ModelicaStandardTables_CombiTable1D_getValue(table, 1, 1.5));
	T_REAL(y, 2.5, 0);
	RUN(y = ModelicaStandardTables_CombiTable1D_read(table, 1, 1));
	T_REAL(y, 1, 0);
	RUN(ModelicaStandardTables_CombiTable1D_close(table));
	FAILS(ModelicaStandardTables_CombiTable1D_init3(path, "x", NULL, 0, 2, &second, 1, 1, 1, 1, ",",
													0),
		  "has no matrix");
}

int main(void)
{
	char command[64];

	start_session();
	if (!mkdtemp(folder))
		return 1;
	T_RUN(text_files_hold_several_matrices);
	T_RUN(the_rest_of_a_header_line_is_ignored);
	T_RUN(a_byte_order_mark_is_ignored);
	T_RUN(wrong_text_is_told_with_its_line);
	T_RUN(csv_files_are_one_matrix);
	T_RUN(wrong_csv_is_told_with_its_line);
	T_RUN(missing_files_are_told);
	T_RUN(loading_is_told_if_wanted);
	T_RUN(compressed_matrices_and_structures_are_read);
	T_RUN(damaged_files_do_no_harm);
	T_RUN(stored_blocks_and_checksums_are_read);
	T_RUN(what_is_written_is_read_back);
	T_RUN(wrong_sizes_and_versions_are_told);
	T_RUN(foreign_bytes_are_turned);
	T_RUN(numbers_may_be_of_any_type);
	T_RUN(other_files_are_refused);
	T_RUN(a_table_can_be_read_from_a_file);
	end_session();
	snprintf(command, sizeof command, "rm -r %s", folder);
	return T_END() || system(command) != 0;
}
