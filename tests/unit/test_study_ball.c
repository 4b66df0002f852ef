/* SPDX-License-Identifier: MIT
   The bouncing ball two ways (docs/studies/002.md): cut in two the floor is uneven, as one plant it
   is even. */
#include "figures.h"

static const double g = 9.81;

static double largest(const double x[], size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* While the ball is fast, it turns round at most g dt^2 below the floor, here and there. */
static void lines_and_implicit_euler_make_the_floor_uneven(void)
{
	static const double steps[] = {0.02, 0.01, 0.005};

	for (int k = 0; k < 3; k++) {
		char arguments[64];
		double h[20], spread = 0;
		Figures f;
		size_t n;

		snprintf(arguments, sizeof arguments, "--way gdevs --step %g", steps[k]);
		figures_run(&f, "ball", arguments);
		n = figures_list(&f, "heights", h, 20);
		T_INT(n, 6);
		for (size_t i = 0; i < n; i++) {
			T_CHECK(h[i] <= 0 && h[i] >= -g * steps[k] * steps[k]);
			spread = fmax(spread, fabs(h[i] - h[0]));
		}
		T_CHECK(spread > 0.1 * g * steps[k] * steps[k]);
		T_REAL(figures_number(&f, "max_height_at_bounce"), largest(h, n), 1e-9);
	}
}

/* The first bounce by hand: points at n dt, then the line from the last above the floor. */
static void the_first_bounce_is_where_the_two_formulas_put_it(void)
{
	double dt = 0.05, h = 1, v = 0, first[1] = {NAN}, e;
	Figures f;

	while (h + dt * v > 0) {
		v -= dt * g;
		h += dt * v;
	}
	e = h > 0 ? -h / v : 0;
	figures_run(&f, "ball", "--way gdevs --step 0.05");
	T_INT(figures_list(&f, "heights", first, 1), 1);
	T_REAL(first[0], fmin(h, 0) - e * e * g, 1e-9);
}

/* Implicit Euler takes g^2 dt / 2 of energy per second: none is left at 2 h / (g dt) = 4.08 s, and
   then the ball goes through the floor. */
static void the_uneven_floor_gives_way_in_the_end(void)
{
	Figures f;

	figures_run(&f, "ball", "--way gdevs --step 0.05 --stop 4");
	T_CHECK(figures_number(&f, "max_height_at_bounce") < 1.5 * g * 0.05 * 0.05);
	figures_run(&f, "ball", "--way gdevs --step 0.05 --stop 8");
	T_CHECK(figures_number(&f, "max_height_at_bounce") > 0.5);
}

static void explicit_euler_agrees_with_its_lines(void)
{
	Figures f;

	figures_run(&f, "ball", "--way consistent --step 0.05");
	T_CHECK(figures_number(&f, "bounces") >= 4);
	T_CHECK(figures_number(&f, "max_height_at_bounce") < 1e-14);
}

static void a_plant_bounces_on_an_even_floor_with_every_solver(void)
{
	static const char *const arguments[] = {
		"--way split --solver cvode --stop 20", "--way split --solver rk45 --stop 20",
		"--way split --solver euler --step 0.05", "--way split --solver euler --step 0.01"};

	for (int k = 0; k < 4; k++) {
		Figures f;

		figures_run(&f, "ball", arguments[k]);
		T_CHECK(figures_number(&f, "bounces") >= 4);
		T_CHECK(figures_number(&f, "max_height_at_bounce") < 1e-11);
		if (k >= 2)
			continue;
		T_INT(figures_number(&f, "bounces"), 22);
		T_INT(figures_number(&f, "exact_bounces"), 22);
		T_CHECK(figures_number(&f, "max_time_error") < 5e-6);
	}
}

int main(void)
{
	T_RUN(lines_and_implicit_euler_make_the_floor_uneven);
	T_RUN(the_first_bounce_is_where_the_two_formulas_put_it);
	T_RUN(the_uneven_floor_gives_way_in_the_end);
	T_RUN(explicit_euler_agrees_with_its_lines);
	T_RUN(a_plant_bounces_on_an_even_floor_with_every_solver);
	return T_END();
}
