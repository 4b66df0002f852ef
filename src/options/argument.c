/* SPDX-License-Identifier: MIT
   argument.c — what follows options of command lines: settings, names of variables, patterns. */
#include "options/options.h"
#include "runtime/out/out.h"

#include <errno.h>
#include <math.h>
#include <regex.h>
#include <string.h>

bool argument_set(Options *o, const char *value)
{
	const char *equal = text_find_outside(value, "=");
	OptionsSet set;

	if (equal == value || !*equal || !equal[1])
		return options_wrong(o, "'--set %s': it is '--set NAME=VALUE'", value);
	set = (OptionsSet){arena_strndup(&o->texts, value, (size_t)(equal - value)), equal + 1};
	for (size_t i = 0; i < o->set.n; i++)
		if (text_same_name(o->set.at[i].name, set.name))
			return options_wrong(o, "'%s' is set twice", set.name);
	return vec_push(arena_allocator(&o->texts), &o->set, set);
}

enum { PARAMS_LARGEST = 1 << 24 };

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* A part of a text without blanks around it. */
static const char *trim(Arena *keep, const char *from, const char *end)
{
	while (from < end && is_blank(*from))
		from++;
	while (from < end && is_blank(end[-1]))
		end--;
	return arena_strndup(keep, from, (size_t)(end - from));
}

/* A line of a file. The first n settings are those of the command line, which count before it. */
static bool read_setting(Options *o, size_t n, const char *path, unsigned line, const char *text)
{
	const char *equal = text_find_outside(text, "=");
	const char *name = trim(&o->texts, text, equal);
	const char *value = trim(&o->texts, equal + (*equal == '='), equal + strlen(equal));

	if (!*text || *text == '#')
		return true;
	if (!*name || !*value)
		return options_wrong(o, "%s:%u: '%s': it is NAME=VALUE", path, line, text);
	for (size_t i = 0; i < o->set.n; i++)
		if (text_same_name(o->set.at[i].name, name))
			return i < n || options_wrong(o, "%s:%u: '%s' is set twice", path, line, name);
	return vec_push(arena_allocator(&o->texts), &o->set, ((OptionsSet){name, value}));
}

static bool read_settings(Options *o, size_t n, const char *path, const Source *file)
{
	const char *at = file->text + text_mark(file->text, file->len), *end = file->text + file->len;
	bool ok = true;

	for (unsigned line = 1; ok && at < end; line++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		stop = stop ? stop : end;
		if (memchr(at, '\0', (size_t)(stop - at))) /* the rest of the line would be lost */
			return options_wrong(o, "%s:%u: the character U+0000 means nothing here", path, line);
		ok = read_setting(o, n, path, line, trim(&o->texts, at, stop));
		at = stop + 1;
	}
	return ok;
}

bool argument_params(Options *o)
{
	size_t n = o->set.n;
	bool ok = true;
	SourceSet files;

	source_init(&files, NULL);
	for (size_t i = 0; ok && i < o->params.n; i++) {
		uint32_t file;
		SourceStatus status = source_read(&files, o->params.at[i], PARAMS_LARGEST, &file);

		ok = status == SOURCE_OK ? read_settings(o, n, o->params.at[i], source_get(&files, file))
								 : options_wrong(o, "--params '%s': %s", o->params.at[i],
												 status == SOURCE_CANNOT_READ ? file_error(errno)
																			  : "it is too large");
	}
	source_free(&files);
	for (size_t i = 0; ok && o->params.n && i < option_row_count(); i++)
		if (option_rows[i].kind == OPTION_SETS)
			o->given[i] = true; /* what sets them makes no difference */
	return ok;
}

static bool has_suffix(const char *s, const char *suffix)
{
	size_t len = strlen(s), n = strlen(suffix);

	return len > n && !strcmp(s + len - n, suffix);
}

bool argument_plot(Options *o, const char *value)
{
	const MdvAlloc *alloc = arena_allocator(&o->texts);
	OptionsPlot plot = {.file = NULL};

	for (const char *at = value;; at++) {
		const char *end = text_find_outside(at, ",=");

		if (end == at)
			return options_wrong(o, "'--plot %s': a name is missing", value);
		vec_push(alloc, &plot.names, arena_strndup(&o->texts, at, (size_t)(end - at)));
		at = end;
		if (*at == '=')
			plot.file = at + 1;
		if (*at != ',')
			break;
	}
	if (plot.file && *text_find_outside(plot.file, ",="))
		return options_wrong(o, "'--plot %s': a plot has one file; --plot may be given again",
							 value);
	if (plot.file && !has_suffix(plot.file, ".svg"))
		return options_wrong(o, "plots are written as .svg, not as '%s'", plot.file);
	return vec_push(alloc, &o->plot, plot);
}

enum { REGEX_FLAGS = REG_EXTENDED | REG_NOSUB };

enum { REGEX_LONGEST = 1000, REGEX_REPEATED = 10000 };

/* The larger number of {m,n}, whose braces begin at `at`; 1: none. */
static double read_bound(const char *at)
{
	double most = 1, number = 0;

	for (at++; *at && *at != '}'; at++) {
		number = *at >= '0' && *at <= '9' ? 10 * number + (*at - '0') : 0;
		most = number > most ? number : most;
	}
	return most;
}

/* regcomp calls itself for each parenthesis, and writes a{1,255} out: what is too long or repeats
   too much takes all of the stack or of the memory, and does not look at --timeout. */
static bool is_modest(const char *regex)
{
	double repeated = 1;

	if (strlen(regex) > REGEX_LONGEST)
		return false;
	for (const char *at = regex; *at; at++) {
		if (*at == '{')
			repeated *= read_bound(at);
		else if (*at == '\\' && at[1])
			at++;
	}
	return repeated <= REGEX_REPEATED;
}

bool argument_vars(Options *o, const char *value)
{
	regex_t regex;
	char why[128];
	int status;

	if (!is_modest(value))
		return options_wrong(o,
							 "the regular expression of '--vars' is too long, or repeats too much");
	status = regcomp(&regex, value, REGEX_FLAGS);
	if (status != 0) {
		regerror(status, &regex, why, sizeof why);
		return options_wrong(o, "'--vars %s' is no regular expression: %s", value, why);
	}
	regfree(&regex);
	o->vars = value;
	return true;
}

void argument_select(const Options *o, const char *const name[], size_t n, bool wanted[])
{
	regex_t regex;

	if (o->vars && regcomp(&regex, o->vars, REGEX_FLAGS) != 0)
		BUG("a regular expression that was valid is not: %s", o->vars);
	for (size_t i = 0; i < n; i++)
		wanted[i] = !o->vars || regexec(&regex, name[i], 0, NULL, 0) == 0;
	if (o->vars)
		regfree(&regex);
}

bool argument_out(Options *o, const char *value)
{
	Text known;
	bool ok;

	o->out = value;
	if (out_format(value) != OUT_BY_SUFFIX)
		return true;
	text_init(&known, NULL);
	out_format_list(&known, ", ");
	ok = options_wrong(o, "results are written as %s or '-', not as '%s'", text_str(&known), value);
	text_free(&known);
	return ok;
}

bool argument_stats(Options *o, const char *value)
{
	o->stats = value ? STATS_JSON : STATS_TEXT;
	return !value || !strcmp(value, "json") ||
		   options_wrong(o, "'--stats=%s': it is '--stats' or '--stats=json'", value);
}

bool argument_size(Options *o, const char *value, double *bytes)
{
	static const char letters[] = "KMGT";
	size_t len = strlen(value);
	const char *letter = len > 0 ? strchr(letters, value[len - 1]) : NULL;

	if (!real_read(value, letter ? len - 1 : len, bytes) || !(*bytes >= 1) || *bytes > 1e15)
		return options_wrong(o, "'%s' is no amount of memory: 500M, 2G", value);
	for (const char *l = letters; letter && l <= letter; l++)
		*bytes *= 1024;
	return true;
}
