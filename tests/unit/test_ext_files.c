/* SPDX-License-Identifier: MIT
   test_ext_files.c — files, directories, lines of text, time and environment. */
#include "ext_call.h"

static char folder[] = "/tmp/modevs_ext_XXXXXX";

enum { NO_FILE = 1, REGULAR, DIRECTORY, SPECIAL };

static int kind(const char *file)
{
	static int k;
	static const char *name;

	name = file;
	RUN(k = ModelicaInternal_stat(name));
	return k;
}

static int n_lines(const char *file)
{
	static int n;
	static const char *name;

	name = file;
	RUN(n = ModelicaInternal_countLines(name));
	return n;
}

static void reads(const char *file, int number, const char *want, int want_end)
{
	static int end, line;
	static const char *name, *text;

	name = file;
	line = number;
	text = want;
	RUN(T_STR(ModelicaInternal_readLine(name, line, &end), text));
	T_INT(end, want_end);
}

static void directories_are_made_and_removed(void)
{
	RUN(ModelicaInternal_mkdir("d"));
	T_INT(kind("d"), DIRECTORY);
	FAILS(ModelicaInternal_mkdir("d"), "cannot make the directory \"d\"");
	RUN(ModelicaInternal_rmdir("d"));
	T_INT(kind("d"), NO_FILE);
	FAILS(ModelicaInternal_rmdir("d"), "cannot remove the directory \"d\"");
	T_INT(kind("/dev/null"), SPECIAL);
}

static void printed_lines_are_read_back(void)
{
	static const char *lines[3];

	RUN(ModelicaInternal_print("first", "a.txt"));
	RUN(ModelicaInternal_print("zweite Größe", "a.txt"); ModelicaInternal_print("", "a.txt"));
	T_INT(kind("a.txt"), REGULAR);
	T_INT(n_lines("a.txt"), 3);
	RUN(ModelicaInternal_readFile("a.txt", lines, 3); T_STR(lines[0], "first");
		T_STR(lines[1], "zweite Größe"); T_STR(lines[2], ""));
	FAILS(ModelicaInternal_readFile("a.txt", lines, 2), "has 3 lines, not 2");
	reads("a.txt", 2, "zweite Größe", 0);
	reads("a.txt", 1, "first", 0);
	reads("a.txt", 3, "", 0);
	reads("a.txt", 4, "", 1);
	RUN(ModelicaInternal_print("fourth", "a.txt"));
	reads("a.txt", 4, "fourth", 0);
	RUN(ModelicaStreams_closeFile("a.txt"));
	RUN(ModelicaStreams_closeFile("a.txt"));
	FAILS(ModelicaInternal_readLine("a.txt", 0, &(int){0}), "counted from 1");
	FAILS(ModelicaInternal_readLine("none.txt", 1, &(int){0}), "cannot open the file");
	FAILS(ModelicaInternal_print("x", "none/none.txt"), "cannot open the file");
	FAILS(ModelicaInternal_countLines("none.txt"), "cannot open the file");
	FAILS(ModelicaInternal_countLines("."), "it is a folder");
	FAILS(ModelicaInternal_readLine(".", 1, &(int){0}), "it is a folder");
	FAILS(ModelicaInternal_print("x", "/dev/full"), "not a file but a pipe or a device");
}

/* Streams: "call Files.remove(fileName) before calling print". */
static void a_file_that_was_removed_is_begun_anew(void)
{
	RUN(ModelicaInternal_print("old", "r.txt"));
	RUN(ModelicaInternal_removeFile("r.txt"));
	RUN(ModelicaInternal_print("new", "r.txt"));
	T_INT(n_lines("r.txt"), 1);
	reads("r.txt", 1, "new", 0);
	RUN(ModelicaInternal_removeFile("r.txt"));
	FAILS(ModelicaInternal_removeFile("r.txt"), "cannot remove the file \"r.txt\"");
}

static void lines_may_end_in_two_characters_or_none(void)
{
	static const char *lines[3];
	FILE *f = fopen("crlf.txt", "wb");

	T_CHECK(f && fputs("one\r\n\r\nthree", f) >= 0 && fclose(f) == 0);
	T_INT(n_lines("crlf.txt"), 3);
	RUN(ModelicaInternal_readFile("crlf.txt", lines, 3); T_STR(lines[0], "one");
		T_STR(lines[1], ""); T_STR(lines[2], "three"));
	reads("crlf.txt", 1, "one", 0);
	reads("crlf.txt", 3, "three", 0);
	reads("crlf.txt", 9, "", 1);
}

static void files_are_copied_renamed_and_listed(void)
{
	static const char *names[2];
	static int n;

	RUN(ModelicaInternal_mkdir("list"));
	RUN(ModelicaInternal_print("text", "list/b"));
	RUN(ModelicaInternal_copyFile("list/b", "list/c"));
	T_INT(n_lines("list/c"), 1);
	FAILS(ModelicaInternal_copyFile("list/b", "list/c"), "already");
	FAILS(ModelicaInternal_copyFile("list/none", "list/d"), "cannot open");
	FAILS(ModelicaInternal_copyFile("list/b", "none/d"), "cannot make the file");
	RUN(ModelicaInternal_rename("list/b", "list/a"));
	FAILS(ModelicaInternal_rename("list/b", "list/a"), "cannot rename \"list/b\"");
	RUN(n = ModelicaInternal_getNumberOfFiles("list"));
	T_INT(n, 2);
	RUN(ModelicaInternal_readDirectory("list", 2, names); T_STR(names[0], "a");
		T_STR(names[1], "c"));
	FAILS(ModelicaInternal_readDirectory("list", 1, names), "has 2 files, not 1");
	FAILS(ModelicaInternal_getNumberOfFiles("none"), "cannot read the directory \"none\"");
}

static void names_become_full_paths(void)
{
	static const char *here;
	static char want[256];

	RUN(here = ModelicaInternal_getcwd(0); snprintf(want, sizeof want, "%s/none/x", here);
		T_STR(ModelicaInternal_fullPathName("none/x"), want);
		T_STR(ModelicaInternal_fullPathName("."), here);
		T_STR(ModelicaInternal_fullPathName("/none"), "/none"));
}

static void the_working_directory_changes(void)
{
	static char want[256];

	RUN(ModelicaInternal_mkdir("sub"));
	RUN(snprintf(want, sizeof want, "%s/sub", ModelicaInternal_getcwd(0)));
	RUN(ModelicaInternal_print("outside", "same.txt"));
	RUN(ModelicaInternal_chdir("sub"); T_STR(ModelicaInternal_getcwd(0), want));
	RUN(ModelicaInternal_print("inside", "same.txt"));
	T_INT(n_lines("same.txt"), 1);
	RUN(ModelicaInternal_chdir(".."));
	T_INT(n_lines("same.txt"), 1);
	FAILS(ModelicaInternal_chdir("none"), "cannot change to the directory \"none\"");
}

static void temporary_names_are_free(void)
{
	RUN(T_INT(ModelicaInternal_stat(ModelicaInternal_temporaryFileName()), NO_FILE));
}

static void the_environment_is_read_and_set(void)
{
	static const char *content;
	static int exist;

	RUN(ModelicaInternal_getenv("MODEVS_TEST_NONE", 0, &content, &exist); T_STR(content, ""));
	T_INT(exist, 0);
	RUN(ModelicaInternal_setenv("MODEVS_TEST_NONE", "a/b", 1));
	RUN(ModelicaInternal_getenv("MODEVS_TEST_NONE", 1, &content, &exist); T_STR(content, "a/b"));
	T_INT(exist, 1);
	FAILS(ModelicaInternal_setenv("A=B", "x", 0), "cannot set the environment variable");
}

static void the_time_is_in_range(void)
{
	static int ms, sec, min, hour, day, mon, year;

	RUN(ModelicaInternal_getTime(&ms, &sec, &min, &hour, &day, &mon, &year));
	T_CHECK(ms >= 0 && ms < 1000 && sec >= 0 && sec <= 60 && min >= 0 && min < 60);
	T_CHECK(hour >= 0 && hour < 24 && day >= 1 && day <= 31 && mon >= 1 && mon <= 12);
	T_CHECK(year >= 2015);
	RUN(T_INT(ModelicaInternal_getpid(), getpid()));
}

int main(void)
{
	char command[64];

	start_session();
	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	T_RUN(directories_are_made_and_removed);
	T_RUN(printed_lines_are_read_back);
	T_RUN(a_file_that_was_removed_is_begun_anew);
	T_RUN(lines_may_end_in_two_characters_or_none);
	T_RUN(files_are_copied_renamed_and_listed);
	T_RUN(names_become_full_paths);
	T_RUN(the_working_directory_changes);
	T_RUN(temporary_names_are_free);
	T_RUN(the_environment_is_read_and_set);
	T_RUN(the_time_is_in_range);
	end_session();
	snprintf(command, sizeof command, "rm -r %s", folder);
	return T_END() || system(command) != 0;
}
