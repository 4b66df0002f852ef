/* SPDX-License-Identifier: MIT
   test_source.c — source files and positions. */
#include "base/base.h"
#include "t.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static uint32_t add(SourceSet *set, const char *text)
{
	uint32_t file = 0;

	T_INT(source_add(set, "test.mo", text, strlen(text), &file), SOURCE_OK);
	return file;
}

/* Check line, column and the text of the line at an offset. */
static void at(SourceSet *set, uint32_t file, uint32_t offset, const char *want)
{
	SourcePos pos = source_pos(set, file, offset);
	char got[200];

	snprintf(got, sizeof got, "%u:%u+%u %.*s", (unsigned)pos.line, (unsigned)pos.column,
			 (unsigned)pos.offset, (int)pos.len, pos.text);
	T_STR(got, want);
}

/* Write a temporary file; its name is in `path`. */
static void write_file(char path[32], const char *bytes, size_t len)
{
	int fd;
	FILE *out;

	strcpy(path, "/tmp/test_source_XXXXXX");
	fd = mkstemp(path);
	out = fdopen(fd, "wb");
	T_INT(fwrite(bytes, 1, len, out), len);
	fclose(out);
}

static void a_span_is_twelve_bytes(void)
{
	T_INT(sizeof(Span), 12);
}

static void positions_are_lines_and_columns_from_one(void)
{
	SourceSet set;
	uint32_t f;

	source_init(&set, NULL);
	f = add(&set, "model M\n\n  Real x;\nend M;");
	at(&set, f, 0, "1:1+0 model M");
	at(&set, f, 6, "1:7+6 model M");
	at(&set, f, 7, "1:8+7 model M"); /* the line end belongs to its line */
	at(&set, f, 8, "2:1+0 ");
	at(&set, f, 9, "3:1+0   Real x;");
	at(&set, f, 16, "3:8+7   Real x;");
	at(&set, f, 25, "4:7+6 end M;"); /* past the last character */
	at(&set, f, 999, "4:7+6 end M;");
	source_free(&set);
}

static void line_ends_of_both_kinds_are_not_part_of_the_line(void)
{
	SourceSet set;
	uint32_t f;

	source_init(&set, NULL);
	f = add(&set, "a\r\nb\r\n");
	at(&set, f, 0, "1:1+0 a");
	at(&set, f, 1, "1:2+1 a");
	at(&set, f, 2, "1:2+1 a");
	at(&set, f, 3, "2:1+0 b");
	at(&set, f, 6, "3:1+0 ");
	source_free(&set);
}

static void columns_count_code_points_and_tabs_as_one(void)
{
	SourceSet set;
	uint32_t f;

	source_init(&set, NULL);
	f = add(&set, "\tä…x");
	at(&set, f, 1, "1:2+1 \tä…x");
	at(&set, f, 3, "1:3+3 \tä…x");
	at(&set, f, 6, "1:4+6 \tä…x");
	source_free(&set);
}

static void a_byte_order_mark_has_no_column(void)
{
	SourceSet set;
	uint32_t f;

	source_init(&set, NULL);
	f = add(&set, "\xEF\xBB\xBFmodel\nx");
	at(&set, f, 0, "1:1+0 model");
	at(&set, f, 3, "1:1+0 model");
	at(&set, f, 9, "2:1+0 x");
	f = add(&set, "\xEF\xBB\xBF");
	at(&set, f, 3, "1:1+0 ");
	source_free(&set);
}

static void empty_files_and_missing_files_have_positions_too(void)
{
	SourceSet set;
	uint32_t f;

	source_init(&set, NULL);
	f = add(&set, "");
	at(&set, f, 0, "1:1+0 ");
	at(&set, f, 5, "1:1+0 ");
	at(&set, 0, 0, "0:0+0 ");
	at(&set, 2, 0, "0:0+0 ");
	T_CHECK(!source_get(&set, 0) && !source_get(&set, 2) && source_get(&set, 1));
	source_free(&set);
}

/* A walk over the text is the definition; the table and the fallback without memory must agree. */
static void random_positions_agree_with_counting(void)
{
	static const char *const pieces[] = {"\n", "\r\n", "a", "bc", "é", "\t", ""};

	for (uint64_t run = 0; run < 300; run++) {
		char text[100] = "";
		AllocMeter meter;
		SourceSet set;
		uint32_t f = 0, line = 1, start = 0;

		for (uint64_t i = 0; i < 20; i++)
			strcat(text, pieces[map_hash(run * 20 + i) % 7]);
		alloc_meter_init(&meter, NULL);
		source_init(&set, &meter.alloc);
		f = add(&set, text);
		for (uint32_t i = 0; i <= strlen(text); i++) {
			SourcePos pos;

			if (i > 0 && text[i - 1] == '\n') {
				line++;
				start = i;
			}
			if (run % 2)
				meter.fail_at = meter.n_calls + 1; /* no memory for the table */
			pos = source_pos(&set, f, i);
			T_INT(pos.line, line);
			T_INT(pos.text - source_get(&set, f)->text, start);
			T_CHECK((source_get(&set, f)->line != NULL) == (run % 2 == 0));
		}
		source_free(&set);
		T_INT(meter.live, 0);
	}
}

static void the_line_table_is_built_on_the_first_request_only(void)
{
	AllocMeter meter;
	SourceSet set;
	uint32_t f;
	size_t calls;

	alloc_meter_init(&meter, NULL);
	source_init(&set, &meter.alloc);
	f = add(&set, "a\nb\nc\n");
	calls = meter.n_calls;
	source_pos(&set, f, 2);
	T_INT(meter.n_calls, calls + 1);
	source_pos(&set, f, 4);
	T_INT(meter.n_calls, calls + 1);
	T_INT(source_get(&set, f)->n_lines, 4);
	source_free(&set);
}

static void a_file_is_read_byte_by_byte(void)
{
	static const char bytes[] = "a\0b\r\n\xFF";
	char path[32];
	uint32_t f = 0;
	SourceSet set;

	source_init(&set, NULL);
	write_file(path, bytes, 6);
	T_INT(source_read(&set, path, 6, &f), SOURCE_OK);
	T_INT(f, 1);
	T_STR(source_get(&set, f)->name, path);
	T_INT(source_get(&set, f)->len, 6);
	T_CHECK(memcmp(source_get(&set, f)->text, bytes, 7) == 0); /* with the NUL */
	unlink(path);
	write_file(path, "", 0);
	T_INT(source_read(&set, path, 0, &f), SOURCE_OK);
	T_INT(source_get(&set, f)->len, 0);
	unlink(path);
	source_free(&set);
}

static void a_file_that_cannot_be_read_says_why(void)
{
	uint32_t f = 77;
	SourceSet set;

	source_init(&set, NULL);
	T_INT(source_read(&set, "/nonexistent/x.mo", 100, &f), SOURCE_CANNOT_READ);
	T_INT(errno, ENOENT);
	T_INT(source_read(&set, "/tmp", 100, &f), SOURCE_CANNOT_READ);
	T_INT(errno, EISDIR);
	T_INT(f, 77);
	T_INT(set.files.n, 0);
	source_free(&set);
}

static void the_size_limit_holds_for_files(void)
{
	char path[32];
	uint32_t f;
	SourceSet set;
	AllocMeter meter;

	alloc_meter_init(&meter, NULL);
	source_init(&set, &meter.alloc);
	write_file(path, "1234567", 7);
	T_INT(source_read(&set, path, 6, &f), SOURCE_TOO_LARGE);
	T_INT(meter.n_calls, 0);
	T_INT(source_read(&set, path, 7, &f), SOURCE_OK);
	unlink(path);
	T_CHECK(meter.peak < 400000);
	T_INT(source_add(&set, "x", "", (size_t)INT32_MAX + 1, &f), SOURCE_TOO_LARGE);
	source_free(&set);
	T_INT(meter.live, 0);
}

static void a_failed_allocation_leaves_the_set_as_it_was(void)
{
	char path[32];
	bool ok = false;
	size_t k;

	write_file(path, "model M end M;", 14);
	for (k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		SourceSet set;
		uint32_t f = 0;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		source_init(&set, &meter.alloc);
		ok = source_read(&set, path, 100, &f) == SOURCE_OK;
		T_INT(set.files.n, ok);
		ok = source_add(&set, "y", "z", 1, &f) == SOURCE_OK && ok;
		source_free(&set);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok && k > 8);
	unlink(path);
}

static void thousands_of_files_keep_their_addresses(void)
{
	const Source *first;
	SourceSet set;

	source_init(&set, NULL);
	add(&set, "first");
	first = source_get(&set, 1);
	for (int i = 0; i < 5000; i++)
		add(&set, "x");
	T_CHECK(source_get(&set, 1) == first);
	T_INT(set.files.n, 5001);
	source_free(&set);
}

static void the_first_byte_that_is_not_utf8_is_found(void)
{
	SourceSet set;

	source_init(&set, NULL);
	T_INT(source_bad_utf8(source_get(&set, add(&set, "tank_ä"))), 7);
	T_INT(source_bad_utf8(source_get(&set, add(&set, "tank_\xE4."))), 5);
	T_INT(source_bad_utf8(source_get(&set, add(&set, "tank\xC3"))), 4);
	T_INT(source_bad_utf8(source_get(&set, add(&set, ""))), 0);
	source_free(&set);
}

static void joined_spans_cover_both(void)
{
	Span s = source_join((Span){1, 4, 6}, (Span){1, 9, 12});

	T_CHECK(s.file == 1 && s.start == 4 && s.end == 12);
	s = source_join((Span){1, 4, 20}, (Span){1, 9, 12});
	T_CHECK(s.start == 4 && s.end == 20);
	s = source_join(SPAN_NONE, (Span){2, 9, 12});
	T_CHECK(s.file == 2 && s.start == 9 && s.end == 12);
	s = source_join((Span){1, 4, 6}, (Span){2, 9, 12});
	T_CHECK(s.file == 1 && s.start == 4 && s.end == 6);
}

/* Who opens a pipe waits for the other end, who reads /dev/zero never comes to an end. */
static void pipes_and_devices_are_refused_at_once(void)
{
	char path[] = "/tmp/test_source_pipe_XXXXXX";
	SourceSet set;
	uint32_t file;

	T_CHECK(mkdtemp(path));
	rmdir(path);
	T_INT(mkfifo(path, 0600), 0);
	source_init(&set, NULL);
	T_INT(source_read(&set, path, SIZE_MAX, &file), SOURCE_CANNOT_READ);
	T_INT(errno, FILE_NOT_ORDINARY);
	T_INT(source_read(&set, "/dev/zero", SIZE_MAX, &file), SOURCE_CANNOT_READ);
	T_INT(errno, FILE_NOT_ORDINARY);
	T_INT(source_read(&set, "/tmp", SIZE_MAX, &file), SOURCE_CANNOT_READ);
	T_INT(errno, EISDIR);
	source_free(&set);
	unlink(path);
}

int main(void)
{
	T_RUN(a_span_is_twelve_bytes);
	T_RUN(positions_are_lines_and_columns_from_one);
	T_RUN(line_ends_of_both_kinds_are_not_part_of_the_line);
	T_RUN(columns_count_code_points_and_tabs_as_one);
	T_RUN(a_byte_order_mark_has_no_column);
	T_RUN(empty_files_and_missing_files_have_positions_too);
	T_RUN(random_positions_agree_with_counting);
	T_RUN(the_line_table_is_built_on_the_first_request_only);
	T_RUN(a_file_is_read_byte_by_byte);
	T_RUN(a_file_that_cannot_be_read_says_why);
	T_RUN(the_size_limit_holds_for_files);
	T_RUN(a_failed_allocation_leaves_the_set_as_it_was);
	T_RUN(thousands_of_files_keep_their_addresses);
	T_RUN(the_first_byte_that_is_not_utf8_is_found);
	T_RUN(joined_spans_cover_both);
	T_RUN(pipes_and_devices_are_refused_at_once);
	return T_END();
}
