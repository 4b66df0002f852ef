/* SPDX-License-Identifier: MIT
   The engine with one cylinder (docs/studies/002.md): energy, efficiency, ignition. */
#include "figures.h"

static const double ratio = 9, gamma_air = 1.4, bar_air = 1.01325; /* as in Engine.mo */

static double otto(void)
{
	return 1 - pow(ratio, 1 - gamma_air);
}

static void an_engine_that_ignites_at_top_dead_centre_has_ottos_efficiency(void)
{
	static const char *const solvers[] = {"rk45", "cvode"};

	for (int k = 0; k < 2; k++) {
		char arguments[64];
		Figures f;

		snprintf(arguments, sizeof arguments, "--ignition inside --solver %s --stop 4", solvers[k]);
		figures_run(&f, "engine", arguments);
		T_REAL(figures_number(&f, "efficiency"), otto(), 1e-5);
		T_REAL(figures_number(&f, "max_pressure_bar"), 3 * bar_air * pow(ratio, gamma_air), 2e-3);
		T_CHECK(figures_number(&f, "energy_error") < 5e-6);
	}
}

/* Energy is kept better the tighter the tolerance. */
static void energy_is_kept(void)
{
	Figures f;
	double loose;

	figures_run(&f, "engine", "--tol 1e-6 --stop 4");
	loose = figures_number(&f, "energy_error");
	T_CHECK(loose < 1e-5);
	figures_run(&f, "engine", "--tol 1e-9 --stop 4");
	T_CHECK(figures_number(&f, "energy_error") < 0.02 * loose);
}

/* Every stroke ends at an event, every cycle has one spark; compression slows the crank down, so
   that the sparks come early, but not by much. */
static void the_controller_ignites_once_a_cycle_near_top_dead_centre(void)
{
	Figures f;
	double cycles, sparks;

	figures_run(&f, "engine", "--ignition controller");
	cycles = figures_number(&f, "cycles");
	sparks = figures_number(&f, "sparks");
	T_CHECK(cycles > 100);
	T_CHECK(sparks == cycles || sparks == cycles + 1);
	T_CHECK(figures_number(&f, "spark_deg_earliest") > -3);
	T_CHECK(figures_number(&f, "spark_deg_latest") < 0);
	T_CHECK(figures_number(&f, "efficiency") < otto());
	T_CHECK(figures_number(&f, "efficiency") > otto() - 1e-3);
	T_CHECK(figures_number(&f, "energy_error") < 1e-7);
	T_INT(figures_number(&f, "inputs"), sparks + 1); /* and the load */
}

static void the_controller_holds_the_speed_under_both_loads(void)
{
	Figures f;

	figures_run(&f, "engine", "--ignition controller --speed 150 --stop 20");
	T_REAL(figures_number(&f, "speed_before"), 150, 0.5);
	T_REAL(figures_number(&f, "speed_after"), 150, 0.5);
}

int main(void)
{
	T_RUN(an_engine_that_ignites_at_top_dead_centre_has_ottos_efficiency);
	T_RUN(energy_is_kept);
	T_RUN(the_controller_ignites_once_a_cycle_near_top_dead_centre);
	T_RUN(the_controller_holds_the_speed_under_both_loads);
	return T_END();
}
