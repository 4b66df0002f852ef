/* SPDX-License-Identifier: MIT
   test_diag.c — diagnostics, compared with the full text that the user sees. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

static const char ball[] = "model Ball\n"
						   "  Real voltage;\n"
						   "equation\n"
						   "  der(h) = volatge;\n"
						   "end Ball;\n";

static SourceSet sources; /* file 1 is Ball.mo */
static Diag d;

static void begin(void)
{
	uint32_t file;

	source_init(&sources, NULL);
	source_add(&sources, "Ball.mo", ball, sizeof ball - 1, &file);
	diag_init(&d, NULL, &sources);
}

static void end(void)
{
	diag_free(&d);
	source_free(&sources);
}

/* The span of the first occurrence of a word in Ball.mo. */
static Span of(const char *word)
{
	uint32_t start = (uint32_t)(strstr(ball, word) - ball);

	return (Span){1, start, start + (uint32_t)strlen(word)};
}

static void prints(const char *want)
{
	Text out;

	text_init(&out, NULL);
	T_CHECK(diag_print_text(&d, &out));
	T_STR(text_str(&out), want);
	text_free(&out);
}

static void an_error_shows_place_code_text_and_range(void)
{
	begin();
	diag_error(&d, of("volatge"), E_FILE_UTF8,
			   "'%s' is not declared in model %s; did you mean '%s'?", "volatge", "Ball",
			   "voltage");
	prints("Ball.mo:4:12: error[E0003]: 'volatge' is not declared in model Ball; did you mean "
		   "'voltage'?\n"
		   "    4 |   der(h) = volatge;\n"
		   "      |            ^~~~~~~\n");
	T_INT(d.n_errors, 1);
	T_INT(d.n_warnings, 0);
	end();
}

static void notes_follow_with_their_own_places(void)
{
	begin();
	diag_warning(&d, of("volatge"), E_FILE_READ, "odd");
	diag_note(&d, of("voltage"), "declared here");
	diag_note(&d, SPAN_NONE, "nothing else is known");
	diag_error(&d, of("end Ball"), E_FILE_READ, "next");
	prints("Ball.mo:4:12: warning[E0001]: odd\n"
		   "    4 |   der(h) = volatge;\n"
		   "      |            ^~~~~~~\n"
		   "Ball.mo:2:8: note: declared here\n"
		   "    2 |   Real voltage;\n"
		   "      |        ^~~~~~~\n"
		   "note: nothing else is known\n"
		   "Ball.mo:5:1: error[E0001]: next\n"
		   "    5 | end Ball;\n"
		   "      | ^~~~~~~~\n");
	T_INT(d.n_errors, 1);
	T_INT(d.n_warnings, 1);
	end();
}

static void without_place_the_line_has_none(void)
{
	begin();
	diag_report(&d, SPAN_NONE, E_FILE_READ, "cannot read '%s': %s", "x.mo", "No such file");
	diag_report(&d, (Span){9, 1, 2}, E_FILE_LARGE, "of a file that does not exist");
	prints("error[E0001]: cannot read 'x.mo': No such file\n"
		   "error[E0002]: of a file that does not exist\n");
	end();
	diag_init(&d, NULL, NULL);
	diag_report(&d, (Span){1, 1, 2}, E_FILE_READ, "no files at all");
	prints("error[E0001]: no files at all\n");
	diag_free(&d);
}

static void the_same_message_at_the_same_place_is_given_once(void)
{
	begin();
	for (int i = 0; i < 3; i++) {
		diag_error(&d, of("h"), E_FILE_READ, "twice");
		diag_note(&d, of("Real"), "its note");
	}
	diag_error(&d, of("der"), E_FILE_READ, "twice");  /* another place */
	diag_error(&d, of("h"), E_FILE_LARGE, "twice");   /* another code */
	diag_error(&d, of("h"), E_FILE_READ, "thrice");   /* another text */
	diag_error(&d, SPAN_NONE, E_FILE_READ, "thrice"); /* no place */
	T_INT(d.n_errors, 5);
	T_INT(d.items.n, 6);
	end();
}

static void after_the_limit_one_line_closes(void)
{
	begin();
	d.max_errors = 2;
	diag_error(&d, SPAN_NONE, E_FILE_READ, "first");
	diag_error(&d, SPAN_NONE, E_FILE_READ, "second");
	diag_note(&d, SPAN_NONE, "of the second");
	diag_error(&d, SPAN_NONE, E_FILE_READ, "first"); /* repeated: does not count */
	T_CHECK(!diag_full(&d));
	prints("error[E0001]: first\n"
		   "error[E0001]: second\n"
		   "note: of the second\n");
	diag_error(&d, SPAN_NONE, E_FILE_READ, "third");
	diag_note(&d, SPAN_NONE, "of the third");
	diag_warning(&d, SPAN_NONE, E_FILE_READ, "late");
	T_CHECK(diag_full(&d));
	T_INT(d.n_errors, 3);
	prints("error[E0001]: first\n"
		   "error[E0001]: second\n"
		   "note: of the second\n"
		   "too many errors: only the first 2 are shown\n");
	end();
}

static void the_limit_is_twenty_unless_set(void)
{
	begin();
	for (int i = 0; i < 30; i++)
		diag_error(&d, SPAN_NONE, E_FILE_READ, "error %d", i);
	T_INT(d.items.n, 20);
	T_INT(d.n_errors, 30);
	end();
	begin();
	d.max_errors = 0;
	for (int i = 0; i < 30; i++)
		diag_error(&d, SPAN_NONE, E_FILE_READ, "error %d", i);
	T_INT(d.items.n, 30);
	T_CHECK(!diag_full(&d));
	end();
}

static void colour_is_used_when_asked_for(void)
{
	begin();
	d.colour = true;
	diag_error(&d, of("der"), E_FILE_READ, "red");
	diag_note(&d, SPAN_NONE, "cyan");
	prints("\033[1mBall.mo:4:3:\033[0m \033[1;31merror[E0001]:\033[0m red\n"
		   "    4 |   der(h) = volatge;\n"
		   "      |   \033[1;31m^~~\033[0m\n"
		   "\033[1;36mnote:\033[0m cyan\n");
	end();
}

static void a_file_gets_the_same_text(void)
{
	FILE *out = tmpfile(), *full = fopen("/dev/full", "w");
	char got[200] = "";

	begin();
	diag_error(&d, of("der"), E_FILE_READ, "text");
	diag_warning(&d, SPAN_NONE, E_FILE_READ, "other");
	T_INT(diag_print(&d, out), MDV_OK);
	rewind(out);
	T_CHECK(fread(got, 1, sizeof got - 1, out) > 0);
	fclose(out);
	T_STR(got, "Ball.mo:4:3: error[E0001]: text\n"
			   "    4 |   der(h) = volatge;\n"
			   "      |   ^~~\n"
			   "warning[E0001]: other\n");
	if (full) {
		setvbuf(full, NULL, _IONBF, 0);
		T_INT(diag_print(&d, full), MDV_IO);
		fclose(full);
	}
	end();
}

static void every_code_has_a_text_of_its_own_and_a_title(void)
{
	for (int i = 0; i < DIAG_CODE_COUNT; i++) {
		T_INT(strlen(diag_code_text((DiagCode)i)), 5);
		T_CHECK(strlen(diag_code_title((DiagCode)i)) > 0);
		for (int k = 0; k < i; k++)
			T_CHECK(strcmp(diag_code_text((DiagCode)i), diag_code_text((DiagCode)k)) != 0);
	}
}

static void an_error_counts_even_without_memory(void)
{
	bool ok = false;

	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		Text out;

		source_init(&sources, NULL);
		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		diag_init(&d, &meter.alloc, &sources);
		for (int i = 0; i < 10; i++)
			diag_error(&d, SPAN_NONE, E_FILE_READ, "error %d", i);
		T_INT(d.n_errors, 10);
		T_INT(d.items.n, d.lost ? 9 : 10);
		ok = meter.n_calls < k;
		text_init(&out, NULL);
		diag_print_text(&d, &out);
		T_CHECK(d.lost ==
				(strstr(text_str(&out), "out of memory: some messages are missing\n") != 0));
		text_free(&out);
		diag_free(&d);
		T_INT(meter.live, 0);
		source_free(&sources);
	}
	T_CHECK(ok);
}

int main(void)
{
	T_RUN(an_error_shows_place_code_text_and_range);
	T_RUN(notes_follow_with_their_own_places);
	T_RUN(without_place_the_line_has_none);
	T_RUN(the_same_message_at_the_same_place_is_given_once);
	T_RUN(after_the_limit_one_line_closes);
	T_RUN(the_limit_is_twenty_unless_set);
	T_RUN(colour_is_used_when_asked_for);
	T_RUN(a_file_gets_the_same_text);
	T_RUN(every_code_has_a_text_of_its_own_and_a_title);
	T_RUN(an_error_counts_even_without_memory);
	return T_END();
}
