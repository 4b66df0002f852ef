/* SPDX-License-Identifier: MIT
   plot_text.c — curves over time on a terminal. One curve is drawn with Unicode's Braille patterns,
   eight dots a character; several with a letter each, so that they can be told apart. */
#include "runtime/out/out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AXIS = 11 }; /* letters left of the drawing */

typedef struct Canvas {
	PlotRange t;         /* from left to right */
	PlotRange y;         /* from bottom to top */
	int columns;         /* characters of a line */
	int rows;            /* lines */
	int dots_x;          /* dots of a character from left to right */
	int dots_y;          /* from top to bottom */
	unsigned char *cell; /* columns times rows: Braille dots, or a letter; 0: blank */
} Canvas;

static const char marks[] = "*+ox#@%&";

static void set_dot(Canvas *c, int x, int y, char mark)
{
	static const unsigned char dots[4][2] = {
		{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	unsigned char *cell = &c->cell[y / c->dots_y * c->columns + x / c->dots_x];

	if (c->dots_x > 1)
		*cell |= dots[y % c->dots_y][x % c->dots_x];
	else
		*cell = (unsigned char)mark;
}

static void draw_line(Canvas *c, const int from[2], const int to[2], char mark)
{
	int dx = to[0] - from[0], dy = to[1] - from[1];
	int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

	for (int i = 0; i <= n; i++) {
		double part = n > 0 ? (double)i / n : 0;

		set_dot(c, from[0] + (int)lround(part * dx), from[1] + (int)lround(part * dy), mark);
	}
}

static int place(double x, const PlotRange *r, int n)
{
	double part = (fmax(fmin(x, r->high), r->low) - r->low) / (r->high - r->low);

	return (int)lround(part * (n - 1));
}

static void draw_curve(Canvas *c, const PlotCurve *curve, char mark)
{
	int height = c->rows * c->dots_y, before[2];
	bool pen_down = false;

	for (size_t i = 0; i < curve->n; i++) {
		int at[2];

		if (!isfinite(curve->t[i]) || !isfinite(curve->y[i])) {
			pen_down = false;
			continue;
		}
		at[0] = place(curve->t[i], &c->t, c->columns * c->dots_x);
		at[1] = height - 1 - place(curve->y[i], &c->y, height);
		if (pen_down && curve->steps) {
			int corner[2] = {at[0], before[1]};

			draw_line(c, before, corner, mark);
			memcpy(before, corner, sizeof before);
		}
		draw_line(c, pen_down ? before : at, at, mark);
		memcpy(before, at, sizeof at);
		pen_down = true;
	}
}

/* The tick in the line `row`, if there is one: its number or name, as long as there is room. */
static void add_tick(const Canvas *c, int row, Text *out)
{
	Text label;
	size_t n = 0, letters = 0;

	text_init(&label, out->alloc);
	for (int i = 0; i < c->y.n_ticks && label.n == 0; i++)
		if (c->rows - 1 - place(plot_tick(&c->y, i), &c->y, c->rows) == row)
			plot_tick_label(&c->y, i, &label);
	for (const char *s = text_str(&label); *s && letters < AXIS - 1; n++)
		letters += ((unsigned char)*++s & 0xC0) != 0x80;
	text_add_char(out, ' ', AXIS - 1 - letters);
	text_add(out, text_str(&label), n);
	out->failed |= label.failed;
	text_free(&label);
}

static void print_rows(const Canvas *c, bool unicode, Text *out)
{
	for (int row = 0; row < c->rows; row++) {
		const unsigned char *cell = &c->cell[(size_t)row * (size_t)c->columns];
		int end = c->columns;

		while (end > 0 && cell[end - 1] == 0)
			end--;
		add_tick(c, row, out);
		text_printf(out, unicode ? " │" : " |");
		for (int i = 0; i < end; i++)
			if (cell[i] == 0)
				text_add(out, " ", 1);
			else if (c->dots_x == 1)
				text_printf(out, "%c", cell[i]);
			else
				text_printf(out, "\xE2%c%c", 0xA0 | cell[i] >> 6, 0x80 | (cell[i] & 0x3F));
		text_printf(out, "\n");
	}
}

/* The axis of time with the numbers at its ticks, where there is room for them. */
static void print_time_axis(const Canvas *c, bool unicode, Text *out)
{
	int column = 0;

	text_printf(out, "%*s%s", AXIS, "", unicode ? "└" : "+");
	for (int i = 0; i < c->columns; i++)
		text_printf(out, unicode ? "─" : "-");
	text_printf(out, "\n%*s", AXIS + 1, "");
	for (int i = 0; i < c->t.n_ticks; i++) {
		char buf[32];
		int len = (int)strlen(text_real(buf, plot_tick(&c->t, i)));
		int start = place(plot_tick(&c->t, i), &c->t, c->columns) - len / 2;

		start = start + len > c->columns ? c->columns - len : start < 0 ? 0 : start;
		if (column > 0 && start <= column)
			continue;
		text_printf(out, "%*s%s", start - column, "", buf);
		column = start + len;
	}
	text_printf(out, "\n");
}

static void print_legend(const Plot *p, size_t axis, bool letters, Text *out)
{
	text_printf(out, "%*s", AXIS + 1, "");
	for (size_t i = axis; i < p->n_curves; i++) {
		if (plot_axis(p, i) != axis)
			continue;
		if (letters)
			text_printf(out, "%s%c ", i > axis ? "   " : "", marks[i % (sizeof marks - 1)]);
		plot_label(&p->curve[i], out);
	}
	text_printf(out, "\n");
}

/* The curves of one axis. */
static bool draw_axis(const Plot *p, size_t axis, PlotSize size, Text *out)
{
	size_t n = 0, n_cells;
	bool braille;
	Canvas c;

	for (size_t i = axis; i < p->n_curves; i++)
		n += plot_axis(p, i) == axis;
	braille = size.braille && n == 1;
	c = (Canvas){.columns = size.columns > 20 ? size.columns : 20,
				 .rows = size.rows > 4 ? size.rows : 4,
				 .dots_x = braille ? 2 : 1,
				 .dots_y = braille ? 4 : 1};
	n_cells = (size_t)c.columns * (size_t)c.rows;
	c.t = plot_range_t(p, c.columns / 12);
	c.y = plot_range_y(p, axis, c.rows / 2);
	c.cell = alloc_new(out->alloc, n_cells);
	if (!c.cell)
		return false;
	for (size_t i = axis; i < p->n_curves; i++)
		if (plot_axis(p, i) == axis)
			draw_curve(&c, &p->curve[i], marks[i % (sizeof marks - 1)]);
	print_rows(&c, size.braille, out);
	print_time_axis(&c, size.braille, out);
	print_legend(p, axis, !braille, out);
	alloc_free(out->alloc, c.cell, n_cells);
	return true;
}

bool plot_text(const Plot *p, PlotSize size, Text *out)
{
	bool ok = true;

	if (p->title && *p->title)
		text_printf(out, "%*s%s\n", AXIS + 1, "", p->title);
	for (size_t i = 0; i < p->n_curves; i++)
		if (plot_axis(p, i) > 0) { /* there are several: none fills the screen */
			size.rows = size.rows * 2 / 3;
			break;
		}
	for (size_t i = 0; ok && (i < p->n_curves || i == 0); i++)
		if (p->n_curves == 0 || plot_axis(p, i) == i)
			ok = draw_axis(p, i, size, out);
	return ok && !out->failed;
}
