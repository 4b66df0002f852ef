/* SPDX-License-Identifier: MIT
   mutate.c — the corpus as tokens, and what happens to them. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "mutate.h"

#include <ctype.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#define TOKENS_LEAST 5    /* fewer are no model */
#define TOKENS_MOST  2500 /* more take longer than they tell */

/* clang-format off */
static const char *const numbers[] = {
	"0", "1", "2", "-1", "0.5", "1e308", "-1e308", "1e-308", "3.0", "9007199254740993", "100000",
	"1e400", "2147483648"};
static const char *const words[] = {
	"time", "der", "pre", "when", "if", "for", "end", "parameter", "constant", "discrete", "flow",
	"stream", "input", "output", "inner", "outer", "each", "final", "redeclare", "replaceable",
	"extends", "size", "fill", "zeros", "sample", "initial", "terminal", "noEvent", "smooth",
	"semiLinear", "Real", "Integer", "Boolean", "String", "true", "false", ":", "{", "}", "[",
	"]", "(", ")", ";", ",", "=", ":=", "+", "-", "*", "/", "^", "not", "and", "or", "break",
	"sum", "min", "max", "delay", "reinit", "assert", "edge", "change", "inStream", "connect",
	"transpose", "while", "loop", "then", "else", "elsewhen", "elseif", "algorithm", "equation",
	"function", "record", "model", "connector", "block", "type", "enumeration", "external",
	"\"C\"", "start", "fixed", "protected", "import", "constrainedby", "cat", "ones", "identity",
	"product", "cross", "cardinality", "homotopy", "actualStream", "spatialDistribution",
	"integer", "mod", "rem", "div", "floor", "ceil", "abs", "sign", "sqrt", "terminate", "return",
	"\"\"", ".", "..", "'q'", "in", "expandable", "operator", "impure", "pure", "annotation",
	"scalar", "vector", "matrix", "ndims", "linspace", "outerProduct", "symmetric", "skew",
	"diagonal", "getInstanceName"};
/* clang-format on */

#define PICK(random, array) (array)[random_below(random, sizeof(array) / sizeof *(array))]

uint64_t random_below(Random *r, uint64_t n)
{
	uint64_t x = r->state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (x ^ x >> 31) % n;
}

/* -- the corpus ------------------------------------------------------------------------------- */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t quoted_length(const char *s, const char *end)
{
	const char *p = s + 1;

	while (p < end && *p != *s)
		p += *p == '\\' && p + 1 < end ? 2 : 1;
	return (size_t)((p < end ? p + 1 : end) - s);
}

/* Of what begins at s, before end: more or less as the language has it. */
static size_t token_length(const char *s, const char *end)
{
	const char *p = s + 1;

	if (*s == '"' || *s == '\'')
		return quoted_length(s, end);
	if (*s == '/' && p < end && *p == '/')
		return (size_t)((p = memchr(s, '\n', (size_t)(end - s))) ? p - s : end - s);
	if (*s == '/' && p < end && *p == '*') {
		while (p < end && !(p[-1] == '*' && *p == '/' && p > s + 2))
			p++;
		return (size_t)((p < end ? p + 1 : end) - s);
	}
	if (isspace((unsigned char)*s))
		while (p < end && isspace((unsigned char)*p))
			p++;
	else if (isdigit((unsigned char)*s))
		while (p < end && (is_word(*p) || *p == '.' || ((*p == '-' || *p == '+') && p[-1] == 'e')))
			p++;
	else if (is_word(*s))
		while (p < end && is_word(*p))
			p++;
	else if (strchr(":<>=.", *s) && p < end && strchr("=>+-*/^", *p))
		p++;
	return (size_t)(p - s);
}

static bool is_solid(Token t)
{
	return t.n > 0 && !isspace((unsigned char)t.at[0]) &&
		   !(t.n > 1 && t.at[0] == '/' && (t.at[1] == '/' || t.at[1] == '*'));
}

static Model split_text(Arena *keep, const char *text, size_t n)
{
	const char *end = text + n;
	Model m = {NULL, 0};
	size_t k = 0;

	for (const char *s = text; s < end; s += token_length(s, end))
		m.n++;
	m.at = NEW_ARRAY(keep, Token, m.n);
	for (const char *s = text; s < end; s += m.at[k++].n)
		m.at[k] = (Token){s, token_length(s, end)};
	return m;
}

static Arena *found_keep; /* nftw hands nothing to its function */
static const char **found;
static size_t n_found, found_room;

static int note_file(const char *path, const struct stat *s, int type, struct FTW *where)
{
	size_t n = strlen(path);

	(void)s;
	if (type != FTW_F || (where->level > 0 && (n < 3 || strcmp(path + n - 3, ".mo") != 0)))
		return 0;
	if (n_found == found_room) {
		const char **more = NEW_ARRAY(found_keep, const char *, 2 * found_room + 64);

		if (n_found > 0)
			memcpy(more, found, n_found * sizeof *more);
		found = more;
		found_room = 2 * found_room + 64;
	}
	found[n_found++] = arena_strdup(found_keep, path);
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static Model read_model(Arena *keep, const char *path)
{
	FILE *file = fopen(path, "rb");
	Model m = {NULL, 0};
	char *text = NULL;
	size_t size = 1 << 17, n;

	if (!file)
		return m;
	text = NEW_ARRAY(keep, char, size);
	n = fread(text, 1, size, file);
	fclose(file);
	return n < size ? split_text(keep, text, n) : m;
}

Corpus corpus_read(Arena *keep, const char *const paths[], size_t n_paths)
{
	Corpus c = {NULL, 0};

	found_keep = keep;
	n_found = found_room = 0;
	for (size_t i = 0; i < n_paths; i++)
		if (nftw(paths[i], note_file, 16, FTW_PHYS) != 0)
			fprintf(stderr, "%s: cannot be read\n", paths[i]);
	if (n_found > 0)
		qsort(found, n_found, sizeof *found, compare_names);
	c.at = NEW_ARRAY(keep, Model, n_found);
	for (size_t i = 0; i < n_found; i++) {
		ArenaMark mark = arena_mark(keep);
		Model m = read_model(keep, found[i]);

		if (m.n >= TOKENS_LEAST && m.n <= TOKENS_MOST)
			c.at[c.n++] = m;
		else
			arena_release(keep, mark);
	}
	return c;
}

/* -- mutants ---------------------------------------------------------------------------------- */

/* What one change leaves of token i: nothing, itself, another; and what comes after it. */
typedef struct {
	Token self;  /* in its place */
	Token after; /* n is 0: nothing */
} Change;

static Token word_token(const char *word)
{
	return (Token){word, strlen(word)};
}

/* A place of something that is no blank and, if asked, a number. */
static size_t choose_place(const Model *m, bool number, Random *random)
{
	size_t i = 0;

	for (int tries = 0; tries < 40; tries++) {
		i = random_below(random, m->n);
		if (is_solid(m->at[i]) && (!number || isdigit((unsigned char)m->at[i].at[0])))
			break;
	}
	return i;
}

static Token foreign_token(const Corpus *c, Random *random)
{
	const Model *m = &c->at[random_below(random, c->n)];

	return m->at[choose_place(m, false, random)];
}

static bool is_listed(Token t, const char *const list[])
{
	while (*list && (strlen(*list) != t.n || memcmp(*list, t.at, t.n) != 0))
		list++;
	return *list != NULL;
}

/* Those of one kind can stand for one another, most often: 0 means for none. */
static int kind_of(Token t)
{
	static const char *const types[] = {"Real", "Integer", "Boolean", "String", NULL};
	static const char *const prefixes[] = {"parameter", "constant", "discrete", "input", "output",
										   "flow",      "inner",    "outer",    "final", NULL};
	static const char *const operators[] = {"+", "-", "*",  "/",  "^",  "<",   ">",  "<=", ">=",
											"=", ",", "==", "<>", ".*", "and", "or", NULL};
	static const char *const fixed[] = {"model", "end",  "equation",   "algorithm", "when", "then",
										"if",    "else", "elseif",     "elsewhen",  "for",  "loop",
										"in",    "type", "annotation", "package",   NULL};

	if (!is_solid(t) || is_listed(t, fixed))
		return 0;
	if (is_listed(t, types))
		return 1;
	if (is_listed(t, prefixes))
		return 2;
	if (is_listed(t, operators))
		return 3;
	return isdigit((unsigned char)t.at[0]) ? 4 : is_word(t.at[0]) || t.at[0] == '\'' ? 5 : 0;
}

/* A number or one of its kind in place of a token: the text still has the form of a model. */
static void change_kindly(const Corpus *c, const Model *m, Change *changes, Random *random)
{
	const Model *from = random_below(random, 4) > 0 ? m : &c->at[random_below(random, c->n)];

	if (random_below(random, 3) == 0) {
		changes[choose_place(m, true, random)].self = word_token(PICK(random, numbers));
		return;
	}
	for (int tries = 0; tries < 40; tries++) {
		size_t i = choose_place(m, false, random);
		Token other = from->at[choose_place(from, false, random)];

		if (kind_of(other) > 0 && kind_of(m->at[i]) == kind_of(other)) {
			changes[i].self = other;
			return;
		}
	}
}

static void change_rudely(const Corpus *c, Model *m, Change *changes, Random *random)
{
	size_t i = choose_place(m, false, random), j = choose_place(m, false, random);
	Token keep = changes[i].self;

	switch (random_below(random, 9)) {
	case 0: changes[i].self.n = 0; break;
	case 1: changes[i].after = changes[i].self; break;
	case 2: changes[i].self = changes[j].self, changes[j].self = keep; break;
	case 3: changes[i].self = changes[j].self; break;
	case 4: changes[i].self = foreign_token(c, random); break;
	case 5: changes[i].after = word_token(PICK(random, words)); break;
	case 6: changes[choose_place(m, true, random)].self = word_token(PICK(random, numbers)); break;
	case 7: changes[i].self = word_token(PICK(random, words)); break;
	default: /* a stretch is gone, or stands elsewhere */
		for (size_t k = 0, n = 1 + random_below(random, 12); k < n && i + k < m->n; k++) {
			if (j + k < m->n && n % 2)
				changes[j + k].after = changes[i + k].self;
			else
				changes[i + k].self.n = 0;
		}
	}
}

void mutate_text(const Corpus *c, uint64_t seed, uint64_t k, Random *random, Text *out)
{
	static const int counts[] = {1, 1, 1, 2, 3, 5};
	bool rude;
	Model *m;
	Change *changes;
	Arena work;

	*random = (Random){seed * 1000003 + k};
	m = &c->at[random_below(random, c->n)];
	arena_init(&work, NULL);
	changes = NEW_ARRAY(&work, Change, m->n);
	for (size_t i = 0; i < m->n; i++)
		changes[i].self = m->at[i];
	rude = random_below(random, 3) == 0;
	for (int n = PICK(random, counts); n > 0; n--) {
		if (rude)
			change_rudely(c, m, changes, random);
		else
			change_kindly(c, m, changes, random);
	}
	text_clear(out);
	for (size_t i = 0; i < m->n; i++) {
		text_add(out, changes[i].self.at, changes[i].self.n);
		if (changes[i].after.n > 0)
			text_printf(out, " %.*s ", (int)changes[i].after.n, changes[i].after.at);
	}
	arena_free(&work);
}

/* The word after s, up to size bytes; where it ends. */
static const char *copy_word(const char *s, char *word, size_t size)
{
	size_t n;

	s += strspn(s, " \n\t");
	for (n = 0; is_word(s[n]) && n + 1 < size; n++)
		word[n] = s[n];
	word[n] = '\0';
	return s + n;
}

void mutate_class(const Text *text, Random *random, char *name, size_t size)
{
	const char *s = text_str(text), *package = strstr(s, "package "), *chosen = NULL;
	char first[64], last[64];
	uint64_t n = 0;

	name[0] = '\0';
	if (!package)
		return;
	for (const char *p = package; (p = strstr(p, "model ")); p++)
		if (random_below(random, ++n) == 0)
			chosen = p + 6;
	if (!chosen)
		return;
	copy_word(package + 8, first, sizeof first);
	copy_word(chosen, last, sizeof last);
	snprintf(name, size, "%s.%s", first, last);
}
