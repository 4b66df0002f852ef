/* SPDX-License-Identifier: MIT
   test_plot.c — thinning, round ticks, pictures of curves. */
#include "t.h"
#include "runtime/out/out.h"

#include <float.h>
#include <stdlib.h>
#include <unistd.h>

static void short_curves_are_kept_as_they_are(void)
{
	PlotData d;

	T_CHECK(plot_start(&d, NULL, 2));
	for (int i = 0; i < PLOT_KEPT; i++)
		plot_add(&d, i, (double[]){i, -i});
	T_INT(d.series[0].n, PLOT_KEPT);
	T_REAL(d.series[1].y[4095], -4095, 0);
	plot_free(&d);
}

/* Every part of the time keeps its extremes, however unevenly the points come. */
static void long_curves_keep_their_extremes(void)
{
	PlotData d;
	const PlotSeries *s;
	double low = 0, high = 0;
	bool peak = false;

	T_CHECK(plot_start(&d, NULL, 1));
	for (int i = 0; i < 1000; i++)
		plot_add(&d, i * 0.01, (double[]){i == 500 ? 7 : 0});
	for (int i = 0; i < 300000; i++)
		plot_add(&d, 10 + i * 1e-4, (double[]){i % 2 ? -1 : 1});
	s = &d.series[0];
	T_CHECK(s->n <= PLOT_KEPT);
	for (size_t i = 0; i < s->n; i++) {
		low = fmin(low, s->y[i]);
		high = fmax(high, s->y[i]);
		peak |= s->t[i] == 5 && s->y[i] == 7;
		T_CHECK(i == 0 || s->t[i] >= s->t[i - 1]);
	}
	T_CHECK(peak);
	T_REAL(low, -1, 0);
	T_REAL(s->t[0], 0, 0);
	T_REAL(s->t[s->n - 1], 10 + 299999 * 1e-4, 0);
	plot_free(&d);
}

static void thinning_has_its_limit(void)
{
	enum { N = 20000 };
	double *t = malloc(N * sizeof *t), *y = malloc(N * sizeof *y);
	size_t n;

	for (int i = 0; t && y && i < N; i++)
		t[i] = i, y[i] = i % 100 == 50 ? NAN : sin(i);
	n = plot_thin(t, y, N);
	T_CHECK(n > 1000 && n <= 4 * PLOT_BUCKETS);
	for (int i = 0; t && y && i < N; i++)
		t[i] = 3, y[i] = i;
	T_INT(plot_thin(t, y, N), 2);
	T_REAL(y[1], N - 1, 0);
	T_INT(plot_thin(t, y, 0), 0);
	free(t);
	free(y);
}

/* The ticks of values between a and b, separated by blanks. */
static const char *ticks(double a, double b, int max)
{
	static char text[400];
	double t[] = {a, b}, y[] = {0, 0};
	PlotCurve curve = {"x", "", t, y, 2, false, OUT_REAL, NULL};
	Plot p = {"", &curve, 1};
	PlotRange r = plot_range_t(&p, max);
	size_t len = 0;

	text[0] = '\0';
	for (int i = 0; i < r.n_ticks; i++) {
		char buf[32];

		len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", i > 0 ? " " : "",
								text_real(buf, plot_tick(&r, i)));
	}
	return text;
}

static void ticks_are_round(void)
{
	T_STR(ticks(0, 1, 10), "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
	T_STR(ticks(0, 1, 5), "0 0.2 0.4 0.6 0.8 1");
	T_STR(ticks(-3, 14, 5), "0 5 10");
	T_STR(ticks(0, 1e-7, 4), "0 5e-08 1e-07");
	T_STR(ticks(0, 86400, 10), "0 10000 20000 30000 40000 50000 60000 70000 80000");
	T_STR(ticks(1000.01, 1000.05, 4), "1000.01 1000.02 1000.03 1000.04 1000.05");
	T_STR(ticks(5, 5, 4), "4.8 5 5.2");
	T_STR(ticks(0, 0, 4), "-0.5 0 0.5");
	T_STR(ticks(-DBL_MAX, DBL_MAX, 4), "-4e+307 -2e+307 0 2e+307 4e+307");
	T_STR(ticks(NAN, INFINITY, 4), "0 0.5 1");
}

static void the_picture_is_xml_with_every_curve(void)
{
	double t[] = {0, 1, 1, 2, 3}, y[] = {0, 1, -1, NAN, 0.5};
	PlotCurve curves[] = {{"a<b>&\"c\"\x01\xFF", "m", t, y, 5, false, OUT_REAL, NULL},
						  {"d", "m", t, t, 5, false, OUT_REAL, NULL}};
	Plot p = {"Title & more", curves, 2};
	Text out;
	const char *s;

	text_init(&out, NULL);
	T_CHECK(plot_svg(&p, &out));
	s = text_str(&out);
	T_CHECK(strstr(s, "a&#60;b&#62;&#38;&#34;c&#34;?? [m]"));
	T_CHECK(strstr(s, "Title &#38; more"));
	T_CHECK(strstr(s, ">time [s]<"));
	/* The step at t = 1 is vertical; the gap at t = 2 lifts the pen. */
	T_CHECK(strstr(s, "d=\"M80.00 321.82h0L313.33 240.00"));
	T_CHECK(strstr(s, "L313.33 403.64M780.00 280.91h0\""));
	T_CHECK(!strstr(s, "nan") && !strstr(s, "inf"));
	text_free(&out);
}

static void a_long_curve_makes_a_small_picture(void)
{
	enum { N = 100000 };
	double *t = malloc(N * sizeof *t), *y = malloc(N * sizeof *y);
	PlotCurve curve = {"x", NULL, t, y, N, false, OUT_REAL, NULL};
	Plot p = {NULL, &curve, 1};
	size_t n = 0;
	Text out;

	for (int i = 0; t && y && i < N; i++)
		t[i] = i, y[i] = sin(i);
	text_init(&out, NULL);
	T_CHECK(plot_svg(&p, &out));
	for (const char *s = strstr(text_str(&out), "d=\"M"); s && *s != '/'; s++)
		n += *s == 'L';
	T_CHECK(n > 1000 && n <= 2000);
	text_free(&out);
	free(t);
	free(y);
}

static void pictures_without_points_are_pictures(void)
{
	Plot p = {NULL, NULL, 0};
	Text out;

	text_init(&out, NULL);
	T_CHECK(plot_svg(&p, &out));
	T_CHECK(plot_text(&p, (PlotSize){30, 5, true}, &out));
	text_free(&out);
}

static void a_picture_that_cannot_be_saved_is_told(void)
{
	Plot p = {NULL, NULL, 0};
	char error[512];

	T_INT(plot_save(&p, NULL, "test_plot.svg", error), MDV_OK);
	T_STR(error, "");
	T_INT(plot_save(&p, NULL, "/dev/full", error), MDV_IO);
	T_STR(error, "'/dev/full' cannot be written: it is not a file but a pipe or a device");
	T_INT(plot_save(&p, NULL, "no/such/x.svg", error), MDV_IO);
	T_STR(error, "'no/such/x.svg' cannot be written: No such file or directory");
	for (size_t k = 1;; k++) {
		AllocMeter meter;
		MdvStatus status;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		status = plot_save(&p, &meter.alloc, "test_plot.svg", error);
		T_INT(meter.live, 0);
		T_INT(status, meter.n_calls < k ? MDV_OK : MDV_NO_MEMORY);
		if (status == MDV_OK)
			break;
	}
	unlink("test_plot.svg");
}

static void the_terminal_shows_one_curve_in_dots(void)
{
	double t[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 2, 3, 4};
	PlotCurve curve = {"h", "m", t, y, 5, false, OUT_REAL, NULL};
	Plot p = {"Line", &curve, 1};
	Text out;

	text_init(&out, NULL);
	T_CHECK(plot_text(&p, (PlotSize){24, 4, true}, &out));
	T_STR(text_str(&out), "            Line\n"
						  "           │                  ⢀⣀⡠⠤⠔⠒\n"
						  "           │           ⢀⣀⠤⠤⠒⠒⠉⠁\n"
						  "           │     ⣀⣀⠤⠔⠒⠉⠁\n"
						  "         0 │⠤⠒⠒⠉⠉\n"
						  "           └────────────────────────\n"
						  "            0           2          4\n"
						  "            h [m]\n");
	text_free(&out);
}

static void the_terminal_shows_several_curves_in_letters(void)
{
	double t[] = {0, 1, 1, 2}, y[] = {0, 0, 1, 1}, z[] = {1, 0.5, NAN, 0};
	PlotCurve curves[] = {{"step", "", t, y, 4, false, OUT_REAL, NULL},
						  {"gap", "V", t, z, 4, false, OUT_REAL, NULL}};
	Plot p = {NULL, curves, 2};
	Text out;

	text_init(&out, NULL);
	T_CHECK(plot_text(&p, (PlotSize){24, 5, false}, &out));
	T_STR(text_str(&out), "         1 |+++         ************\n"
						  "           |   ++++++   *\n"
						  "           |         ++++\n"
						  "           |            *\n"
						  "         0 |*************          +\n"
						  "           +------------------------\n"
						  "            0           1          2\n"
						  "            * step   + gap [V]\n");
	text_free(&out);
}

static void every_lack_of_memory_is_told(void)
{
	for (size_t k = 1;; k++) {
		AllocMeter meter;
		PlotData d;
		bool ok;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		ok = plot_start(&d, &meter.alloc, 3);
		plot_free(&d);
		T_INT(meter.live, 0);
		T_INT(ok, meter.n_calls < k);
		if (ok)
			break;
	}
}

static void a_stepwise_curve_goes_across_and_then_up(void)
{
	double t[] = {0, 1, 2}, y[] = {0, 4, 2};
	PlotCurve curve = {"x", "", t, y, 3, true, OUT_REAL, NULL};
	Plot p = {"", &curve, 1};
	const char *path;
	Text text;

	text_init(&text, NULL);
	T_CHECK(plot_svg(&p, &text));
	path = strstr(text_str(&text), " d=\"M");
	T_CHECK(path && strchr(path, 'H') && strchr(path, 'H') < strchr(path, 'L'));
	text_clear(&text);
	T_CHECK(plot_text(&p, (PlotSize){40, 8, false}, &text));
	T_CHECK(strstr(text_str(&text), "|********************") != NULL);
	curve.steps = false;
	text_clear(&text);
	T_CHECK(plot_text(&p, (PlotSize){40, 8, false}, &text));
	T_CHECK(strstr(text_str(&text), "|********************") == NULL);
	text_free(&text);
}

static void curves_of_other_units_have_other_axes(void)
{
	double t[] = {0, 1}, y[] = {0, 1};
	PlotCurve curves[] = {
		{.name = "a", .unit = "m", .t = t, .y = y, .n = 2},
		{.name = "b", .unit = "m/s", .t = t, .y = y, .n = 2},
		{.name = "c", .unit = "", .t = t, .y = y, .n = 2},
		{.name = "d", .unit = "m", .t = t, .y = y, .n = 2},
		{.name = "e", .t = t, .y = y, .n = 2, .kind = OUT_BOOLEAN},
		{.name = "f", .t = t, .y = y, .n = 2, .kind = OUT_ENUM, .literals = "p,q"},
		{.name = "g", .t = t, .y = y, .n = 2, .kind = OUT_ENUM, .literals = "p,r"}};
	static const size_t axis[] = {0, 1, 0, 0, 4, 5, 6};
	Plot p = {"", curves, 7};
	const char *at;
	int frames = 0;
	Text text;

	for (size_t i = 0; i < 7; i++)
		T_INT(plot_axis(&p, i), axis[i]);
	text_init(&text, NULL);
	T_CHECK(plot_svg(&p, &text));
	for (at = text_str(&text); (at = strstr(at, "<g stroke=\"#666666\"")) != NULL; at++)
		frames++;
	T_INT(frames, 5);
	at = strstr(text_str(&text), "time [s]");
	T_CHECK(at && !strstr(at + 1, "time [s]"));
	text_free(&text);
}

static void values_with_names_have_ticks_by_name(void)
{
	double t[] = {0, 1, 2}, y[] = {1, 2, 3}, b[] = {0, 1, 1}, n[] = {0, 2, 1};
	PlotCurve mode = {.name = "mode",
					  .t = t,
					  .y = y,
					  .n = 3,
					  .steps = true,
					  .kind = OUT_ENUM,
					  .literals = "off,warming,on"};
	PlotCurve flag = {.name = "b", .t = t, .y = b, .n = 3, .steps = true, .kind = OUT_BOOLEAN};
	PlotCurve count = {.name = "n", .t = t, .y = n, .n = 3, .steps = true, .kind = OUT_INTEGER};
	Text text;

	text_init(&text, NULL);
	T_CHECK(plot_text(&(Plot){NULL, &mode, 1}, (PlotSize){24, 9, false}, &text));
	T_CHECK(strstr(text_str(&text), "       off |***") != NULL);
	T_CHECK(strstr(text_str(&text), "   warming |") != NULL);
	T_CHECK(strstr(text_str(&text), "1.5") == NULL);
	text_clear(&text);
	T_CHECK(plot_svg(&(Plot){NULL, &flag, 1}, &text));
	T_CHECK(strstr(text_str(&text), ">false<") && strstr(text_str(&text), ">true<"));
	T_CHECK(strstr(text_str(&text), "end\">0.2<") == NULL);
	text_clear(&text);
	T_CHECK(plot_svg(&(Plot){NULL, &count, 1}, &text));
	T_CHECK(strstr(text_str(&text), "end\">1<") != NULL);
	T_CHECK(strstr(text_str(&text), "end\">0.5<") == NULL);
	text_free(&text);
}

int main(void)
{
	T_RUN(curves_of_other_units_have_other_axes);
	T_RUN(values_with_names_have_ticks_by_name);
	T_RUN(short_curves_are_kept_as_they_are);
	T_RUN(long_curves_keep_their_extremes);
	T_RUN(thinning_has_its_limit);
	T_RUN(ticks_are_round);
	T_RUN(the_picture_is_xml_with_every_curve);
	T_RUN(a_long_curve_makes_a_small_picture);
	T_RUN(pictures_without_points_are_pictures);
	T_RUN(a_picture_that_cannot_be_saved_is_told);
	T_RUN(the_terminal_shows_one_curve_in_dots);
	T_RUN(the_terminal_shows_several_curves_in_letters);
	T_RUN(every_lack_of_memory_is_told);
	T_RUN(a_stepwise_curve_goes_across_and_then_up);
	return T_END();
}
