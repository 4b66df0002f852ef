/* SPDX-License-Identifier: MIT
   test_library.c — names to files, in folders made for the purpose. */
#define _XOPEN_SOURCE 700 /* nftw, mkdtemp */
#include "syntax_fixture.h"

#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static Fixture f;
static Library *lib;
static char root[64]; /* the folder for this test */

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
	(void)info, (void)type, (void)ftw;
	return remove(path);
}

static void begin(void)
{
	strcpy(root, "/tmp/modevs_library_XXXXXX");
	T_CHECK(mkdtemp(root) != NULL);
	fixture_init(&f);
	lib = library_new(&f.sx);
}

static void end(void)
{
	fixture_free(&f);
	nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Write a file below root, with the folders it needs. */
static void file(const char *path, const char *text)
{
	char full[300];
	FILE *out;

	snprintf(full, sizeof full, "%s/%s", root, path);
	for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0700);
		*p = '/';
	}
	out = fopen(full, "w");
	if (!out || fputs(text, out) == EOF || fclose(out) != 0)
		T_FAIL("%s cannot be written", full);
}

static const char *below(const char *path)
{
	static char full[300];

	snprintf(full, sizeof full, "%s/%s", root, path);
	return full;
}

static const AstElement *look(const char *dotted)
{
	return library_lookup(lib, dotted, NULL);
}

static void only_files_that_are_looked_up_are_read(void)
{
	begin();
	file("A/package.mo", "package A constant Real c = 1; model In end In; end A;");
	file("A/B.mo", "within A; model B end B;");
	file("A/Broken.mo", "within A; model Broken Real = ; end Brokn;");
	file("A/Sub/package.mo", "within A; package Sub end Sub;");
	file("A/Sub/C.mo", "within A.Sub; model C end C;");
	file("A/Resources/x.txt", "");
	library_add_path(lib, root);
	T_INT(library_stats(lib).n_files, 0);
	T_CHECK(look("A") && look("A")->cls->kind == CLS_PACKAGE);
	T_INT(library_stats(lib).n_files, 1);
	T_CHECK(look("A.c") && look("A.In") && look("A.B"));
	T_INT(library_stats(lib).n_files, 2);
	T_CHECK(look("A.Sub.C"));
	T_CHECK(look("A.Sub.C")->cls->parent == look("A.Sub")->cls);
	T_CHECK(look("A.Sub")->cls->parent == look("A")->cls);
	T_INT(library_stats(lib).n_files, 4);
	T_CHECK(!look("A.Nothing") && !look("Nothing") && !look("A.Resources"));
	T_INT(f.diag.n_errors, 0);
	/* A broken file matters when it is reached, once. */
	T_CHECK(look("A.Broken") && look("A.Broken"));
	T_INT(f.diag.n_errors, 2);
	T_INT(library_stats(lib).n_files, 5);
	end();
}

static void a_lookup_says_how_far_it_came(void)
{
	uint32_t n;

	begin();
	file("A.mo", "package A model B Real x; end B; end A;");
	library_add_path(lib, root);
	T_CHECK(library_lookup(lib, "A.B.x", &n));
	T_INT(n, 3);
	T_CHECK(!library_lookup(lib, "A.C.x", &n));
	T_INT(n, 1);
	T_CHECK(!library_lookup(lib, "A.B.x.y", &n));
	T_INT(n, 3);
	end();
}

static void an_earlier_folder_wins(void)
{
	char path[300];

	begin();
	file("one/A.mo", "package A constant Real one = 1; end A;");
	file("two/A.mo", "package A end A;");
	file("two/B.mo", "package B end B;");
	snprintf(path, sizeof path, "%s/none:%s/one:%s/two", root, root, root);
	library_add_path(lib, path);
	T_CHECK(look("A.one") && look("B"));
	T_INT(f.diag.n_errors, 0);
	end();
}

static void the_users_file_comes_first(void)
{
	StoredDef s;
	const AstElement *e;

	begin();
	file("lib/A.mo", "package A end A;");
	file("user/Mine.mo", "package A constant Real mine = 1; end A; model Last end Last;");
	file("user/Beside.mo", "model Beside end Beside;");
	library_add_path(lib, below("lib"));
	e = library_load(lib, below("user/Mine.mo"), &s);
	T_CHECK(e && e->name.i == fixture_name(&f, "Last").i && s.n == 2);
	T_CHECK(look("A.mine") && look("Last") == e && look("Beside"));
	end();
}

static void a_text_is_as_good_as_a_file(void)
{
	const char *text = "model M end M;";

	begin();
	T_CHECK(library_load_text(lib, "M.mo", text, strlen(text), NULL) == look("M"));
	T_CHECK(look("M"));
	end();
}

static void a_file_inside_a_package_finds_its_package(void)
{
	const AstElement *e;
	uint32_t n_files;

	begin();
	file("A/package.mo", "package A end A;");
	file("A/B/package.mo", "within A; package B end B;");
	file("A/B/C.mo", "within A.B; model C end C;");
	file("A/B/D.mo", "within A.B; model D end D;");
	file("Beside.mo", "package Beside end Beside;");
	e = library_load(lib, below("A/B/C.mo"), NULL);
	T_CHECK(e && e == look("A.B.C") && e->cls->parent == look("A.B")->cls);
	n_files = library_stats(lib).n_files;
	T_INT(n_files, 3);
	T_CHECK(look("A.B.D") && look("Beside"));
	/* What is found stays what it is when the path grows. */
	library_add_path(lib, "/nowhere");
	T_CHECK(look("A.B.C") == e);
	T_INT(f.diag.n_errors, 0);
	end();
}

static void a_package_file_brings_its_folder(void)
{
	const AstElement *e;

	begin();
	file("A/package.mo", "package A end A;");
	file("A/B.mo", "within A; model B end B;");
	file("Complex.mo", "operator record Complex end Complex;");
	e = library_load(lib, below("A/package.mo"), NULL);
	T_CHECK(e && e == look("A") && look("A.B") && look("Complex"));
	end();
}

static void the_asked_version_is_taken_else_the_highest(void)
{
	begin();
	file("L 1.9.0/package.mo", "package L constant Real v190 = 1; end L;");
	file("L 1.10.0/package.mo", "package L constant Real v1100 = 1; end L;");
	file("L 2.0.0 beta.mo", "package L constant Real beta = 1; end L;");
	file("K/package.mo", "package K constant Real plain = 1; annotation(version=\"3.0\"); end K;");
	file("K 2.5.mo", "package K constant Real v25 = 1; end K;");
	library_add_path(lib, root);
	T_CHECK(look("L.beta") && look("K.plain"));
	end();
	begin();
	file("L 1.9.0/package.mo", "package L constant Real v190 = 1; end L;");
	file("L 1.10.0/package.mo", "package L constant Real v1100 = 1; end L;");
	file("K/package.mo", "package K constant Real plain = 1; annotation(version=\"3.0\"); end K;");
	file("K 2.5.mo", "package K constant Real v25 = 1; end K;");
	file("M.mo", "model M annotation(uses(L(version=\"1.9.0\"), K(version=\"2.5\"))); end M;");
	library_add_path(lib, root);
	library_load(lib, below("M.mo"), NULL);
	T_CHECK(look("L.v190") && look("K.v25"));
	T_INT(f.diag.n_warnings, 0);
	end();
}

static void the_asked_version_is_found_in_a_later_folder(void)
{
	char path[300];

	begin();
	file("one/L.mo", "package L constant Real old = 1; annotation(version=\"1.0\"); end L;");
	file("two/L.mo", "package L constant Real new = 1; annotation(version=\"2.0\"); end L;");
	file("M.mo", "model M annotation(uses(L(version=\"2.0\"))); end M;");
	snprintf(path, sizeof path, "%s/one:%s/two", root, root);
	library_add_path(lib, path);
	library_load(lib, below("M.mo"), NULL);
	T_CHECK(look("L.new"));
	T_INT(f.diag.n_warnings, 0);
	end();
}

static void another_version_is_a_warning_unless_it_is_compatible(void)
{
	begin();
	file("L.mo", "package L annotation(version=\"2.0\", conversion(noneFromVersion=\"1.0\", "
				 "noneFromVersion=\"1.1\")); end L;");
	file("K.mo", "package K annotation(version=\"2.0\"); end K;");
	file("M.mo", "model M annotation(uses(L(version=\"1.1\"), K(version=\"1.0\"))); end M;");
	library_add_path(lib, root);
	library_load(lib, below("M.mo"), NULL);
	T_CHECK(look("L"));
	T_INT(f.diag.n_warnings, 0);
	T_CHECK(look("K"));
	T_INT(f.diag.n_warnings, 1);
	end();
}

static void names_come_in_the_order_of_package_order(void)
{
	const Name *names;
	uint32_t n;

	begin();
	file("A/package.mo", "package A constant Real c = 1; model M end M; end A;");
	file("A/Z.mo", "within A; model Z end Z;");
	file("A/Y/package.mo", "within A; package Y end Y;");
	file("A/Resources/x.txt", "");
	file("A/package.order", "Z\r\nc\nY\nM\n");
	file("B/package.mo", "package B model M end M; end B;");
	file("B/Z.mo", "within B; model Z end Z;");
	file("B/A.mo", "within B; model A end A;");
	library_add_path(lib, root);
	n = library_names(lib, look("A")->cls, &names);
	T_INT(n, 4);
	T_STR(fixture_text(&f, names[0]), "Z");
	T_STR(fixture_text(&f, names[1]), "c");
	T_STR(fixture_text(&f, names[2]), "Y");
	T_STR(fixture_text(&f, names[3]), "M");
	n = library_names(lib, look("B")->cls, &names);
	T_INT(n, 3);
	T_STR(fixture_text(&f, names[0]), "M");
	T_STR(fixture_text(&f, names[1]), "A");
	T_INT(f.diag.n_warnings, 0);
	T_INT(library_stats(lib).n_files, 2);
	n = library_root_names(lib, &names);
	T_INT(n, 2);
	end();
}

static void resources_are_found_in_the_folder_of_the_library(void)
{
	char want[300];

	begin();
	file("A 1.0/package.mo", "package A package B end B; end A;");
	file("S.mo", "package S end S;");
	library_add_path(lib, root);
	snprintf(want, sizeof want, "%s/A 1.0/Resources/x.txt", root);
	T_STR(library_resource(lib, "modelica://A/Resources/x.txt", SPAN_NONE), want);
	T_STR(library_resource(lib, "Modelica://A/Resources/x%2Etxt", SPAN_NONE), want);
	snprintf(want, sizeof want, "%s/A 1.0/B/C/x.txt", root);
	T_STR(library_resource(lib, "modelica://A.B.C/x.txt", SPAN_NONE), want);
	snprintf(want, sizeof want, "%s/x.txt", root);
	T_STR(library_resource(lib, "modelica://S/x.txt", SPAN_NONE), want);
	T_STR(library_resource(lib, "file:///a/b%20c", SPAN_NONE), "/a/b c");
	T_STR(library_resource(lib, "a/b", SPAN_NONE), "a/b");
	T_INT(f.diag.n_errors, 0);
	T_CHECK(!library_resource(lib, "modelica://Nothing/x", SPAN_NONE));
	T_INT(f.diag.n_errors, 1);
	end();
}

static void files_of_other_libraries_are_foreign(void)
{
	const AstElement *mine, *in_a, *in_b;

	begin();
	file("A/package.mo", "package A end A;");
	file("A/M.mo", "within A; model M end M;");
	file("B.mo", "package B model N end N; end B;");
	file("user.mo", "model User end User;");
	library_add_path(lib, root);
	mine = library_load(lib, below("user.mo"), NULL);
	in_a = look("A.M");
	in_b = look("B.N");
	T_CHECK(library_is_foreign(lib, in_a->at.file, mine->cls));
	T_CHECK(!library_is_foreign(lib, mine->at.file, mine->cls));
	T_CHECK(!library_is_foreign(lib, in_a->at.file, in_a->cls));
	T_CHECK(!library_is_foreign(lib, look("A")->at.file, in_a->cls));
	T_CHECK(library_is_foreign(lib, in_b->at.file, in_a->cls));
	end();
}

static void files_that_cannot_be_used_are_reported_once(void)
{
	begin();
	T_CHECK(!library_load(lib, below("none.mo"), NULL));
	T_INT(f.diag.n_errors, 1);
	file("Empty.mo", "");
	library_add_path(lib, root);
	T_CHECK(!look("Empty") && !look("Empty"));
	T_INT(f.diag.n_errors, 2);
	file("Lost.mo", "within No.Such.Package; model Lost end Lost;");
	T_CHECK(!library_load(lib, below("Lost.mo"), NULL));
	T_INT(f.diag.n_errors, 3);
	end();
}

int main(void)
{
	T_RUN(only_files_that_are_looked_up_are_read);
	T_RUN(a_lookup_says_how_far_it_came);
	T_RUN(an_earlier_folder_wins);
	T_RUN(the_users_file_comes_first);
	T_RUN(a_text_is_as_good_as_a_file);
	T_RUN(a_file_inside_a_package_finds_its_package);
	T_RUN(a_package_file_brings_its_folder);
	T_RUN(the_asked_version_is_taken_else_the_highest);
	T_RUN(the_asked_version_is_found_in_a_later_folder);
	T_RUN(another_version_is_a_warning_unless_it_is_compatible);
	T_RUN(names_come_in_the_order_of_package_order);
	T_RUN(resources_are_found_in_the_folder_of_the_library);
	T_RUN(files_of_other_libraries_are_foreign);
	T_RUN(files_that_cannot_be_used_are_reported_once);
	return T_END();
}
