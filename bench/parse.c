/* SPDX-License-Identifier: MIT
   parse.c — how fast Modelica files are read. All .mo files below the folders are brought into
   memory, then turned into tokens, then into syntax trees, each timed.
   usage: parse [--round-trip] [--annotations] DIR|FILE... */
#include "bench.h"
#include "compiler/syntax/syntax.h"

#include <dirent.h>
#include <sys/stat.h>

typedef struct {
	Arena keep, scratch; /* the trees; working memory */
	Intern names;        /* all names */
	SourceSet sources;   /* all files */
	Diag diag;           /* mistakes */
	Syntax sx;           /* the above */
	unsigned flags;      /* of parse_file */
} Bench;

static void start(Bench *b)
{
	arena_init(&b->keep, NULL);
	arena_init(&b->scratch, NULL);
	intern_init(&b->names, NULL);
	source_init(&b->sources, NULL);
	diag_init(&b->diag, NULL, &b->sources);
	b->sx = (Syntax){&b->keep, &b->scratch, &b->names, &b->sources, &b->diag};
}

static void read_file(Bench *b, const char *path)
{
	uint32_t file;

	if (source_read(&b->sources, path, SIZE_MAX, &file) != SOURCE_OK) {
		perror(path);
		exit(3);
	}
}

static void read_tree(Bench *b, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char below[4096];

	if (!dir) {
		read_file(b, path);
		return;
	}
	while ((entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);
		struct stat info;

		if (entry->d_name[0] == '.')
			continue;
		snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
		if (stat(below, &info) != 0)
			continue;
		if (S_ISDIR(info.st_mode))
			read_tree(b, below);
		else if (len > 3 && strcmp(entry->d_name + len - 3, ".mo") == 0)
			read_file(b, below);
	}
	closedir(dir);
}

static size_t count_tokens(Bench *b)
{
	size_t n = 0;
	Lexer lx;
	Token t;

	for (uint32_t file = 1; file <= b->sources.files.n; file++) {
		lex_init(&lx, &b->sx, file);
		do {
			lex_next(&lx, &t);
			n++;
		} while (t.kind != TK_EOF);
	}
	return n;
}

/* Print every tree, parse the text, compare. */
static void round_trip(Bench *b, const StoredDef *trees, size_t n)
{
	size_t same = 0;
	Text out;

	text_init(&out, NULL);
	for (size_t i = 0; i < n; i++) {
		uint32_t file;
		StoredDef again;

		text_clear(&out);
		syntax_print(&b->sx, &trees[i], &out);
		source_add(&b->sources, "printed", text_str(&out), out.n, &file);
		again = parse_file(&b->sx, file, b->flags);
		if (syntax_same(&b->sx, &trees[i], &again))
			same++;
		else
			printf("different: %s\n", source_get(&b->sources, trees[i].file)->name);
	}
	printf("%zu of %zu trees are the same after printing and parsing\n", same, n);
	text_free(&out);
}

int main(int argc, char **argv)
{
	static Bench b;
	bool again = false;
	double t, mb = 0;
	size_t n, n_tokens, before, failed = 0;
	StoredDef *trees;

	start(&b);
	t = bench_cpu_s();
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--round-trip"))
			again = true;
		else if (!strcmp(argv[i], "--annotations"))
			b.flags = PARSE_ANNOTATIONS;
		else
			read_tree(&b, argv[i]);
	n = b.sources.files.n;
	for (size_t i = 0; i < n; i++)
		mb += 1e-6 * b.sources.files.at[i]->len;
	if (n == 0) {
		fprintf(stderr, "usage: parse [--round-trip] [--annotations] DIR|FILE...\n");
		return 2;
	}
	printf("%zu files, %.2f MB, read in %.3f s CPU\n", n, mb, bench_cpu_s() - t);

	t = bench_cpu_s();
	n_tokens = count_tokens(&b);
	t = bench_cpu_s() - t;
	printf("lex   %.3f s CPU, %.0f MB/s, %zu tokens\n", t, mb / t, n_tokens);

	trees = calloc(n, sizeof *trees);
	before = b.keep.held;
	t = bench_cpu_s();
	for (uint32_t i = 0; i < n; i++) {
		trees[i] = parse_file(&b.sx, i + 1, b.flags);
		failed += trees[i].failed;
	}
	t = bench_cpu_s() - t;
	printf("parse %.3f s CPU, %.0f MB/s, %.1f MB of trees, %zu files with errors\n", t, mb / t,
		   1e-6 * (double)(b.keep.held - before), failed);
	if (again)
		round_trip(&b, trees, n);
	b.diag.max_errors = 0;
	diag_print(&b.diag, stderr);
	free(trees);
	return failed > 0;
}
