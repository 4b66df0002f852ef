/* SPDX-License-Identifier: MIT
   render.c — a source line and, below it, the range underlined with ^~~~. A range over several
   lines is underlined to the end of the first. Tabs become spaces, wide and combining characters
   are counted as terminals show them; a line wider than WIDTH is cut around the range. Text from
   files never reaches the terminal as control characters. */
#include "base/base.h"

#include <string.h>
#include <unistd.h>

#define WIDTH  100 /* cells of a line shown */
#define BEFORE 40  /* cells kept before the range when the beginning is cut off */
#define TAB    4   /* cells between tab stops */

typedef struct Range {
	uint32_t first, last; /* code points */
} Range;

/* Unicode 15: blocks of East Asian wide characters and pictographs; combining marks. */
static const Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
							 {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
							 {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
							 {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
static const Range combining[] = {{0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
								  {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
								  {0xFE20, 0xFE2F}};
/* Control characters, and those that reverse the direction of writing. */
static const Range hidden[] = {
	{0x0000, 0x001F}, {0x007F, 0x009F}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};

static bool in_ranges(uint32_t code, const Range *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (code >= r[i].first && code <= r[i].last)
			return true;
	return false;
}

/* What is printed for the character at s, how many bytes it has there, how many cells it takes. */
typedef struct Glyph {
	const char *print; /* n_print bytes */
	size_t n_print;    /* bytes to print */
	size_t n_bytes;    /* bytes of the source */
	size_t cells;      /* columns of the terminal */
} Glyph;

static Glyph glyph(const char *s, size_t len, size_t cell)
{
	uint32_t code = 0;
	size_t n;

	if (len > 0 && *s >= ' ' && *s <= '~') /* almost all: messages are written letter by letter */
		return (Glyph){s, 1, 1, 1};
	n = text_utf8(s, len, &code);
	if (n == 1 && code == '\t')
		return (Glyph){"        ", TAB - cell % TAB, 1, TAB - cell % TAB};
	if (n == 0 || in_ranges(code, hidden, sizeof hidden / sizeof *hidden))
		return (Glyph){"\uFFFD", 3, n ? n : 1, 1};
	if (in_ranges(code, combining, sizeof combining / sizeof *combining))
		return (Glyph){s, n, n, 0};
	return (Glyph){s, n, n, in_ranges(code, wide, sizeof wide / sizeof *wide) ? 2 : 1};
}

/* The next one of a text that ends with a NUL; a tab becomes one space. */
static Glyph next_glyph(const char *s)
{
	size_t len = 1;

	while (len < 4 && s[len])
		len++;
	return glyph(s, len, TAB - 1);
}

void render_clean(Text *out, const char *s)
{
	while (*s) {
		Glyph g = next_glyph(s);

		text_add(out, g.print, g.n_print);
		s += g.n_bytes;
	}
}

/* With its lines, and without taking memory: messages about the want of it are written, too. */
static bool write_clean(FILE *to, const char *s)
{
	bool ok = true;

	while (*s && ok) {
		Glyph g = *s == '\n' ? (Glyph){s, 1, 1, 0} : next_glyph(s);

		ok = fwrite(g.print, 1, g.n_print, to) == g.n_print;
		s += g.n_bytes;
	}
	return ok;
}

void render_say(FILE *to, const char *format, ...)
{
	char cut[1024]; /* if there is no memory for more */
	va_list args;
	Text raw;

	va_start(args, format);
	plain_vsnprintf(cut, sizeof cut, format, args);
	va_end(args);
	text_init(&raw, NULL);
	va_start(args, format);
	if (strlen(cut) == sizeof cut - 1)
		text_vprintf(&raw, format, args);
	va_end(args);
	(void)write_clean(to, raw.n > 0 && !raw.failed ? raw.at : cut);
	if (raw.failed)
		fputs("…\n", to);
	text_free(&raw);
}

bool render_write(FILE *to, const char *text, size_t len)
{
	Text raw;
	bool ok;

	if (!isatty(fileno(to)))
		return fwrite(text, 1, len, to) == len;
	text_init(&raw, NULL); /* what is no text ends at its first NUL */
	text_add(&raw, text, len);
	ok = !raw.failed && write_clean(to, text_str(&raw));
	text_free(&raw);
	return ok;
}

/* Where to begin to show the line: at its start, unless the range would then be out of sight. */
static uint32_t window_start(const SourcePos *pos)
{
	uint32_t at = 0, back = pos->offset;
	size_t cells = 0;

	while (at < pos->len && cells <= WIDTH) {
		Glyph g = glyph(pos->text + at, pos->len - at, cells);

		if (at >= pos->offset && cells + BEFORE / 2 < WIDTH)
			return 0;
		at += (uint32_t)g.n_bytes;
		cells += g.cells;
	}
	if (cells <= WIDTH)
		return 0;
	for (int n = 0; n < BEFORE && back > 0; n++)
		for (back--; back > 0 && ((unsigned char)pos->text[back] & 0xC0) == 0x80;)
			back--;
	return back;
}

void render_snippet(Text *out, const SourceSet *sources, Span at, const char *colour)
{
	SourcePos pos = source_pos(sources, at.file, at.start);
	uint32_t i = window_start(&pos), range_len = at.end > at.start ? at.end - at.start : 0;
	size_t cells = 0, lead, under = 0;
	Text line;

	/* The line, and the cells before and in the range. */
	text_init(&line, out->alloc);
	if (i > 0) {
		text_add(&line, "…", sizeof "…" - 1);
		cells++;
	}
	lead = cells;
	while (i < pos.len) {
		Glyph g = glyph(pos.text + i, pos.len - i, cells);

		if (cells + g.cells > WIDTH)
			break;
		text_add(&line, g.print, g.n_print);
		if (i < pos.offset)
			lead += g.cells;
		else if (i - pos.offset < range_len)
			under += g.cells;
		cells += g.cells;
		i += (uint32_t)g.n_bytes;
	}
	if (i < pos.len)
		text_add(&line, "…", sizeof "…" - 1);
	text_printf(out, "%5u |%s%s\n", (unsigned)pos.line, line.n ? " " : "", text_str(&line));
	out->failed |= line.failed;
	text_free(&line);

	/* The underline, at least one caret. */
	text_printf(out, "%*s | ", snprintf(NULL, 0, "%5u", (unsigned)pos.line), "");
	text_add_char(out, ' ', lead);
	text_printf(out, "%s^", colour ? colour : "");
	text_add_char(out, '~', under > 1 ? under - 1 : 0);
	text_printf(out, "%s\n", colour ? "\033[0m" : "");
}
