/* SPDX-License-Identifier: MIT
   Proportional control through a network (docs/studies/002.md): the loop is the exact one, whatever
   the network does, and is stable where theory says. */
#include "figures.h"

static void the_loop_is_the_exact_one_whatever_the_network_does(void)
{
	static const char *const networks[] = {"",
										   "--delay 0.25",
										   "--load 0.5",
										   "--load 0.9 --seed 5",
										   "--loss 0.3",
										   "--load 0.5 --loss 0.3 --delay 0 --seed 2",
										   "--packet 0 --delay 0",
										   "--delay 0.09"};

	for (int i = 0; i < 8; i++) {
		Figures f;

		figures_run(&f, "proportional", networks[i]);
		T_INT(figures_number(&f, "samples"), 201);
		T_CHECK(figures_number(&f, "max_error") < 1e-8);
	}
}

static void packets_take_the_time_that_the_network_needs(void)
{
	Figures f;

	figures_run(&f, "proportional", "");
	T_INT(figures_number(&f, "commands"), 200); /* the last is on its way */
	T_REAL(figures_number(&f, "mean_delay"), 0.03, 1e-12);
	T_REAL(figures_number(&f, "max_delay"), 0.03, 1e-12);
	figures_run(&f, "proportional", "--load 0.5");
	T_CHECK(figures_number(&f, "max_delay") > 0.05);
	T_CHECK(figures_number(&f, "mean_delay") > 0.032);
	figures_run(&f, "proportional", "--loss 0.3");
	T_REAL(figures_number(&f, "commands"), 140, 25);
}

static void the_largest_gain_is_that_of_theory(void)
{
	static const char *const networks[] = {"--packet 0.01 --delay 0.02",
										   "--packet 0.01 --delay 0.06",
										   "--packet 0 --delay 0 --period 0.5"};

	for (int i = 0; i < 3; i++) {
		char arguments[96];
		Figures f;

		snprintf(arguments, sizeof arguments, "%s --margin --stop 40", networks[i]);
		figures_run(&f, "proportional", arguments);
		T_REAL(figures_number(&f, "max_gain") / figures_number(&f, "exact_max_gain"), 1, 1e-3);
	}
}

static void it_is_stable_below_and_lost_above(void)
{
	Figures f;

	figures_run(&f, "proportional", "--gain 30");
	T_CHECK(figures_says(&f, "stable", "yes"));
	figures_run(&f, "proportional", "--gain 31.5");
	T_CHECK(figures_says(&f, "stable", "no"));
	figures_run(&f, "proportional", "--gain 0.9");
	T_CHECK(figures_says(&f, "stable", "no"));
}

/* F of the paper is a step of explicit Euler: of first order. */
static void eulers_method_is_of_first_order(void)
{
	Figures f;
	double coarse;

	figures_run(&f, "proportional", "--solver euler --step 0.002");
	coarse = figures_number(&f, "max_error");
	figures_run(&f, "proportional", "--solver euler --step 0.001");
	T_REAL(coarse / figures_number(&f, "max_error"), 2, 0.1);
}

int main(void)
{
	T_RUN(the_loop_is_the_exact_one_whatever_the_network_does);
	T_RUN(packets_take_the_time_that_the_network_needs);
	T_RUN(the_largest_gain_is_that_of_theory);
	T_RUN(it_is_stable_below_and_lost_above);
	T_RUN(eulers_method_is_of_first_order);
	return T_END();
}
