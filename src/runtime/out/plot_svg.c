/* SPDX-License-Identifier: MIT
   plot_svg.c — curves over time as an SVG picture: title, legend, light grid, axes with round
   ticks. Valid XML whatever the names hold; the same bytes on every machine. */
#include "runtime/out/out.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum {
	WIDTH = 800,       /* of the picture */
	LEFT = 80,         /* of the drawing's area, from the picture's left */
	RIGHT = 20,        /* margin */
	AREA = 360,        /* height of the drawing's area */
	PART = 200,        /* the same, of each of several */
	GAP = 24,          /* between them */
	BOTTOM = 50,       /* margin, with ticks and label */
	LINE = 20,         /* height of a line of the legend */
	MAX_POINTS = 2000, /* of a curve */
	LETTER = 7         /* width of a letter, about */
};

typedef struct Frame {
	PlotRange t; /* from left to right */
	PlotRange y; /* from bottom to top */
	double top;  /* of the drawing's area */
	double area; /* its height */
	bool last;   /* below it are the times */
	Text *out;   /* the picture */
} Frame;

/* Colours that people with any kind of colour vision can tell apart (Okabe and Ito). */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
									  "#e69f00", "#56b4e9", "#444444"};
static const char *const dashes[] = {"", "7 3", "2 3", "8 3 2 3"};

#define N_COLOURS (sizeof colours / sizeof *colours)
#define N_DASHES  (sizeof dashes / sizeof *dashes)

/* Text with what XML reserves written otherwise; what XML forbids becomes a question mark. */
static void add_escaped(Text *out, const char *s)
{
	size_t len = strlen(s);

	while (len > 0) {
		uint32_t code;
		size_t n = text_utf8(s, len, &code);

		if (n == 0 || code < 0x20 || code == 0xFFFE || code == 0xFFFF)
			text_add(out, "?", 1);
		else if (code == '&' || code == '<' || code == '>' || code == '"')
			text_printf(out, "&#%u;", (unsigned)code);
		else
			text_add(out, s, n);
		s += n ? n : 1;
		len -= n ? n : 1;
	}
}

static size_t count_letters(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xC0) != 0x80;
	return n;
}

/* A coordinate with two decimals. */
static void add_number(Text *out, double x)
{
	long hundredths = lround(x * 100);

	text_printf(out, "%ld.%02ld", hundredths / 100, hundredths % 100);
}

static double x_of(const Frame *f, double t)
{
	return LEFT + (t - f->t.low) / (f->t.high - f->t.low) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const Frame *f, double y)
{
	double part = (fmax(fmin(y, f->y.high), f->y.low) - f->y.low) / (f->y.high - f->y.low);

	return f->top + (1 - part) * f->area;
}

static void add_line(const Frame *f, double x1, double y1, double x2, double y2)
{
	const double at[4] = {x1, y1, x2, y2};
	static const char *const names[] = {"x1", "y1", "x2", "y2"};

	text_printf(f->out, "<line");
	for (int i = 0; i < 4; i++) {
		text_printf(f->out, " %s=\"", names[i]);
		add_number(f->out, at[i]);
		text_printf(f->out, "\"");
	}
	text_printf(f->out, "/>\n");
}

/* A text at a place; `more`: attributes. */
static void add_text(const Frame *f, double x, double y, const char *more, const char *s)
{
	text_printf(f->out, "<text x=\"");
	add_number(f->out, x);
	text_printf(f->out, "\" y=\"");
	add_number(f->out, y);
	text_printf(f->out, "\" %s>", more);
	add_escaped(f->out, s);
	text_printf(f->out, "</text>\n");
}

static void add_grid(const Frame *f)
{
	double bottom = f->top + f->area;
	char buf[32];

	text_printf(f->out, "<g stroke=\"#e4e4e4\" stroke-width=\"1\">\n");
	for (int i = 0; i < f->t.n_ticks; i++)
		add_line(f, x_of(f, plot_tick(&f->t, i)), f->top, x_of(f, plot_tick(&f->t, i)), bottom);
	for (int i = 0; i < f->y.n_ticks; i++)
		add_line(f, LEFT, y_of(f, plot_tick(&f->y, i)), WIDTH - RIGHT,
				 y_of(f, plot_tick(&f->y, i)));
	text_printf(f->out, "</g>\n<g stroke=\"#666666\" stroke-width=\"1\">\n");
	add_line(f, LEFT, f->top, LEFT, bottom);
	add_line(f, LEFT, bottom, WIDTH - RIGHT, bottom);
	text_printf(f->out, "</g>\n");
	for (int i = 0; f->last && i < f->t.n_ticks; i++)
		add_text(f, x_of(f, plot_tick(&f->t, i)), bottom + 17, "text-anchor=\"middle\"",
				 text_real(buf, plot_tick(&f->t, i)));
	for (int i = 0; i < f->y.n_ticks; i++) {
		Text label;

		text_init(&label, f->out->alloc);
		plot_tick_label(&f->y, i, &label);
		add_text(f, LEFT - 7, y_of(f, plot_tick(&f->y, i)) + 4, "text-anchor=\"end\"",
				 text_str(&label));
		f->out->failed |= label.failed;
		text_free(&label);
	}
}

/* The unit that all curves of an axis share, or "". */
static const char *common_unit(const Plot *p, size_t axis)
{
	const char *unit = axis < p->n_curves && p->curve[axis].unit ? p->curve[axis].unit : "";

	for (size_t i = axis + 1; i < p->n_curves; i++)
		if (plot_axis(p, i) == axis && strcmp(unit, p->curve[i].unit ? p->curve[i].unit : "") != 0)
			return "";
	return unit;
}

static void add_axis_labels(const Frame *f, const Plot *p, size_t axis)
{
	const char *unit = common_unit(p, axis);

	if (f->last)
		add_text(f, LEFT + (WIDTH - LEFT - RIGHT) / 2.0, f->top + f->area + 38,
				 "text-anchor=\"middle\"", "time [s]");
	if (*unit) {
		text_printf(f->out, "<g transform=\"translate(18 %d) rotate(-90)\">\n",
					(int)(f->top + f->area / 2.0));
		add_text(f, 0, 0, "text-anchor=\"middle\"", unit);
		text_printf(f->out, "</g>\n");
	}
}

static void add_stroke(const Frame *f, size_t i)
{
	const char *dash = dashes[i / N_COLOURS % N_DASHES];

	text_printf(f->out, " fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"",
				colours[i % N_COLOURS]);
	if (*dash)
		text_printf(f->out, " stroke-dasharray=\"%s\"", dash);
}

static void add_path(const Frame *f, const PlotCurve *c, size_t i_curve)
{
	bool pen_down = false;

	text_printf(f->out, "<path");
	add_stroke(f, i_curve);
	text_printf(f->out, " stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"");
	for (size_t i = 0; i < c->n; i++) {
		if (!isfinite(c->y[i]) || !isfinite(c->t[i])) {
			pen_down = false;
			continue;
		}
		if (pen_down && c->steps) {
			text_printf(f->out, "H");
			add_number(f->out, x_of(f, c->t[i]));
		}
		text_printf(f->out, pen_down ? "L" : "M");
		add_number(f->out, x_of(f, c->t[i]));
		text_printf(f->out, " ");
		add_number(f->out, y_of(f, c->y[i]));
		if (!pen_down)
			text_printf(f->out, "h0"); /* a point between two gaps is a dot */
		pen_down = true;
	}
	text_printf(f->out, "\"/>\n");
}

static bool add_curve(const Frame *f, const PlotCurve *c, size_t i_curve)
{
	size_t size = c->n * sizeof(double);
	double *t, *y;
	bool ok;

	if (c->n <= MAX_POINTS) {
		add_path(f, c, i_curve);
		return true;
	}
	t = alloc_new(f->out->alloc, size);
	y = alloc_new(f->out->alloc, size);
	ok = t && y;
	if (ok) {
		memcpy(t, c->t, size);
		memcpy(y, c->y, size);
		add_path(f, &(PlotCurve){.t = t, .y = y, .n = plot_thin(t, y, c->n), .steps = c->steps},
				 i_curve);
	}
	alloc_free(f->out->alloc, t, size);
	alloc_free(f->out->alloc, y, size);
	return ok;
}

/* The legend's entries from left to right, in as many lines as they need; gives where they end.
   Without f->out it is only measured. */
static double add_legend(const Frame *f, const Plot *p, double top, bool draw)
{
	double x = LEFT, y = top;

	for (size_t i = 0; i < p->n_curves; i++) {
		Text label;
		double width;

		text_init(&label, f->out->alloc);
		plot_label(&p->curve[i], &label);
		width = 40 + LETTER * (double)count_letters(text_str(&label));
		if (x > LEFT && x + width > WIDTH - RIGHT) {
			x = LEFT;
			y += LINE;
		}
		if (draw) {
			text_printf(f->out, "<path");
			add_stroke(f, i);
			text_printf(f->out, " d=\"M%d %dh22\"/>\n", (int)x, (int)y + 10);
			add_text(f, x + 28, y + 14, "", text_str(&label));
		}
		x += width;
		f->out->failed |= label.failed;
		text_free(&label);
	}
	return y + LINE;
}

static size_t count_axes(const Plot *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_curves; i++)
		n += plot_axis(p, i) == i;
	return n ? n : 1;
}

/* An axis and its curves, below what there is already. */
static bool add_panel(Frame *f, const Plot *p, size_t axis)
{
	bool ok = true;

	f->y = plot_range_y(p, axis, f->area < AREA ? 5 : 8);
	add_grid(f);
	add_axis_labels(f, p, axis);
	for (size_t i = axis; ok && i < p->n_curves; i++)
		ok = plot_axis(p, i) != axis || add_curve(f, &p->curve[i], i);
	f->top += f->area + GAP;
	return ok;
}

static void add_begin(Text *out, int height)
{
	text_printf(out,
				"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
				"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
				"viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" "
				"font-size=\"12\" fill=\"#333333\">\n"
				"<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
				WIDTH, height, WIDTH, height, WIDTH, height);
}

bool plot_svg(const Plot *p, Text *out)
{
	size_t axes = count_axes(p), drawn = 0;
	Frame f = {.t = plot_range_t(p, 10), .area = axes > 1 ? PART : AREA, .out = out};
	bool titled = p->title && *p->title, ok = true;
	double legend_top = titled ? 34 : 10;

	f.top = add_legend(&f, p, legend_top, false) + 6;
	add_begin(out, (int)(f.top + f.area * (double)axes + GAP * (double)(axes - 1)) + BOTTOM);
	if (titled)
		add_text(&f, LEFT, 24, "font-size=\"15\" font-weight=\"bold\"", p->title);
	for (size_t i = 0; ok && (i < p->n_curves || i == 0); i++)
		if (p->n_curves == 0 || plot_axis(p, i) == i) {
			f.last = ++drawn == axes;
			ok = add_panel(&f, p, i);
		}
	add_legend(&f, p, legend_top, true);
	text_printf(out, "</svg>\n");
	return ok && !out->failed;
}

MdvStatus plot_save(const Plot *p, const MdvAlloc *alloc, const char *path, char error[512])
{
	MdvStatus status = MDV_NO_MEMORY;
	FILE *file;
	Text text;

	text_init(&text, alloc);
	snprintf(error, 512, "no memory to draw '%s'", path);
	if (plot_svg(p, &text)) {
		bool ok = false;

		file = file_create(path, false);
		if (file) {
			ok = fwrite(text.at, 1, text.n, file) == text.n;
			ok &= fclose(file) == 0;
		}
		status = ok ? MDV_OK : MDV_IO;
		snprintf(error, 512, "'%s' cannot be written: %s", path, file_error(errno));
	}
	if (status == MDV_OK)
		error[0] = '\0';
	text_free(&text);
	return status;
}
