/* SPDX-License-Identifier: MIT
   diag.c — messages to the user: collected in order of report, identical ones once, at most
   max_errors errors; printed as `file:line:col: severity[code]: text`, then the source line with
   the range underlined, then the notes. */
#include "base/base.h"

#include <string.h>

#define MAX_ERRORS 20 /* unless set otherwise */

#define BOLD  "\033[1m"
#define PLAIN "\033[0m"

static const char *const severity_name[] = {"note", "warning", "error"};
static const char *const severity_colour[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

static const struct {
	const char *code;      /* as printed */
	DiagSeverity severity; /* unless the caller chooses */
	const char *title;     /* for lists of codes */
} code_table[] = {
#define DIAG_ROW(name, code, severity, title) {code, severity, title},
	DIAG_CODES(DIAG_ROW)
#undef DIAG_ROW
};

void diag_init(Diag *d, const MdvAlloc *alloc, const SourceSet *sources)
{
	*d = (Diag){.alloc = alloc ? alloc : &alloc_heap, .sources = sources};
	d->max_errors = MAX_ERRORS;
	arena_init(&d->texts, d->alloc);
	map_init(&d->seen, d->alloc);
	map_init(&d->older, d->alloc);
}

void diag_free(Diag *d)
{
	arena_free(&d->texts);
	map_free(&d->seen);
	map_free(&d->older);
	vec_free(d->alloc, &d->items);
}

const char *diag_severity_text(DiagSeverity severity)
{
	return severity_name[severity];
}

const char *diag_code_text(DiagCode code)
{
	return code_table[code].code;
}

const char *diag_code_title(DiagCode code)
{
	return code_table[code].title;
}

bool diag_full(const Diag *d)
{
	return d->max_errors > 0 && d->n_errors > d->max_errors;
}

static uint64_t item_key(const DiagItem *item)
{
	uint64_t place = (uint64_t)item->at.start << 32 | item->at.end;
	uint64_t seed = map_hash(map_hash(place) ^ ((uint64_t)item->at.file << 32 | item->code));

	return map_hash_bytes(item->text, strlen(item->text), seed);
}

DiagMark diag_mark(const Diag *d)
{
	return (DiagMark){d->items.n, d->n_errors, d->n_warnings};
}

void diag_forget(Diag *d, DiagMark mark)
{
	for (size_t i = mark.n; i < d->items.n; i++)
		if (d->items.at[i].severity != DIAG_NOTE)
			(void)map_remove(&d->seen, item_key(&d->items.at[i]));
	if (d->items.n > mark.n)
		d->items.n = mark.n;
	d->n_errors = mark.n_errors;
	d->n_warnings = mark.n_warnings;
}

static bool is_repeated(const Diag *d, const DiagItem *item)
{
	const uint64_t *index = map_find(&d->seen, item_key(item));
	const DiagItem *old = index ? &d->items.at[*index] : NULL;

	return old && old->code == item->code && old->at.file == item->at.file &&
		   old->at.start == item->at.start && old->at.end == item->at.end &&
		   strcmp(old->text, item->text) == 0;
}

/* Keep the item, or drop it and the notes that follow. An error is counted even if there is no
   memory to keep it: it must not go unnoticed. */
static void keep(Diag *d, DiagItem item, const char *format, va_list args)
{
	ArenaMark mark = arena_mark(&d->texts);
	bool is_full = d->max_errors > 0 && d->n_errors >= d->max_errors, repeated;

	item.text = arena_vprintf(&d->texts, format, args);
	repeated = item.severity != DIAG_NOTE && item.text && is_repeated(d, &item);
	if (item.severity != DIAG_NOTE)
		d->dropped = repeated || is_full;
	if (item.severity == DIAG_ERROR && !repeated)
		d->n_errors++;
	if (d->dropped) {
		arena_release(&d->texts, mark);
		return;
	}
	if (!item.text || !vec_push(d->alloc, &d->items, item)) {
		d->dropped = d->lost = true;
		return;
	}
	if (item.severity == DIAG_WARNING)
		d->n_warnings++;
	/* Without memory for this the item may be repeated, which does no harm. */
	if (item.severity != DIAG_NOTE)
		map_put(&d->seen, item_key(&item), d->items.n - 1);
}

void diag_report(Diag *d, Span at, DiagCode code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(d, (DiagItem){code_table[code].severity, code, at, NULL}, format, args);
	va_end(args);
}

void diag_error(Diag *d, Span at, DiagCode code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(d, (DiagItem){DIAG_ERROR, code, at, NULL}, format, args);
	va_end(args);
}

void diag_warning(Diag *d, Span at, DiagCode code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(d, (DiagItem){DIAG_WARNING, code, at, NULL}, format, args);
	va_end(args);
}

bool diag_older(Diag *d, const void *of, Span at, DiagCode code, const char *format, ...)
{
	uint64_t key = map_hash(map_key(of) ^ (uint64_t)code);
	va_list args;

	if (!d->strict && of) {
		if (map_find(&d->older, key)) {
			d->dropped = true;
			return true;
		}
		map_put(&d->older, key, 1);
	}
	va_start(args, format);
	keep(d, (DiagItem){d->strict ? DIAG_ERROR : DIAG_WARNING, code, at, NULL}, format, args);
	va_end(args);
	return !d->strict;
}

void diag_note(Diag *d, Span at, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep(d, (DiagItem){.severity = DIAG_NOTE, .at = at}, format, args);
	va_end(args);
}

static void print_item(const Diag *d, const DiagItem *item, Text *out)
{
	const Source *s = d->sources ? source_get(d->sources, item->at.file) : NULL;
	const char *bold = d->colour ? BOLD : "", *plain = d->colour ? PLAIN : "";
	const char *colour = d->colour ? severity_colour[item->severity] : "";

	if (s) {
		SourcePos pos = source_pos(d->sources, item->at.file, item->at.start);

		text_printf(out, "%s", bold);
		render_clean(out, s->name);
		text_printf(out, ":%u:%u:%s ", (unsigned)pos.line, (unsigned)pos.column, plain);
	}
	text_printf(out, "%s%s", colour, severity_name[item->severity]);
	if (item->severity != DIAG_NOTE)
		text_printf(out, "[%s]", code_table[item->code].code);
	text_printf(out, ":%s ", plain);
	render_clean(out, item->text);
	text_add_char(out, '\n', 1);
	if (s)
		render_snippet(out, d->sources, item->at, d->colour ? colour : NULL);
}

static void print_closing(const Diag *d, Text *out)
{
	static const char lost[] = "out of memory: some messages are missing";
	char full[64];

	snprintf(full, sizeof full, "too many errors: only the first %d are shown", d->max_errors);
	if (diag_full(d) && d->json)
		diag_json_words(full, out);
	else if (diag_full(d))
		text_printf(out, "%s\n", full);
	if (d->lost && d->json)
		diag_json_words(lost, out);
	else if (d->lost)
		text_printf(out, "%s\n", lost);
}

/* The item and its notes; gives the next. */
static size_t print_whole(const Diag *d, size_t i, Text *out)
{
	bool hidden = d->quiet && d->items.at[i].severity == DIAG_WARNING;

	if (d->json && !hidden)
		return diag_json(d, i, out);
	do
		if (!hidden)
			print_item(d, &d->items.at[i], out);
	while (++i < d->items.n && d->items.at[i].severity == DIAG_NOTE);
	return i;
}

bool diag_print_text(const Diag *d, Text *out)
{
	for (size_t i = 0; i < d->items.n;)
		i = print_whole(d, i, out);
	print_closing(d, out);
	return !out->failed;
}

MdvStatus diag_print(const Diag *d, FILE *out)
{
	Text line;
	bool written = true, no_memory = false;

	text_init(&line, d->alloc);
	for (size_t i = 0, next; i <= d->items.n && written; i = next) {
		text_clear(&line);
		next = i < d->items.n ? print_whole(d, i, &line) : i + 1;
		if (i == d->items.n)
			print_closing(d, &line);
		no_memory |= line.failed;
		written = fwrite(text_str(&line), 1, line.n, out) == line.n;
	}
	text_free(&line);
	return !written ? MDV_IO : no_memory ? MDV_NO_MEMORY : MDV_OK;
}
