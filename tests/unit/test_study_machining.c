/* SPDX-License-Identifier: MIT
   The machining stage (docs/studies/002.md): parts are done when the closed form says. */
#include "figures.h"

static void parts_are_done_at_the_times_of_the_closed_form(void)
{
	static const struct {
		const char *arguments; /* of the program */
		double k;              /* rate among them */
		double tol;            /* of a service time */
	} cases[] = {
		{"--parts 5000", 1, 2e-8},
		{"--parts 5000 --k 0.6 --seed 7", 0.6, 4e-8},
		{"--parts 5000 --k 0.5", 0.5, 4e-8},
		{"--parts 500 --solver cvode", 1, 3e-6},
	};

	for (int i = 0; i < 4; i++) {
		Figures f;

		figures_run(&f, "machining", cases[i].arguments);
		T_REAL(figures_number(&f, "service"), log(11) / cases[i].k, cases[i].tol);
		T_CHECK(figures_number(&f, "max_service_error") < cases[i].tol);
		/* errors add up while the machine does not become idle */
		T_CHECK(figures_number(&f, "max_completion_error") < 500 * cases[i].tol);
	}
}

/* Tighter, and the error falls. */
static void the_error_is_that_of_the_integrator(void)
{
	Figures f;

	figures_run(&f, "machining", "--parts 500 --tol 1e-11");
	T_CHECK(figures_number(&f, "max_service_error") < 1e-10);
}

static void the_queue_obeys_little_and_kingman(void)
{
	Figures f;
	double service, gap = 5.05;

	figures_run(&f, "machining", "--parts 20000 --k 0.6");
	service = figures_number(&f, "exact_service");
	T_REAL(figures_number(&f, "mean_there"), figures_number(&f, "little"), 1e-9);
	T_REAL(figures_number(&f, "utilisation"), service / gap, 0.01);
	T_CHECK(figures_number(&f, "mean_wait") < figures_number(&f, "wait_bound"));
	T_CHECK(figures_number(&f, "mean_wait") > 0.4 * figures_number(&f, "wait_bound"));
}

int main(void)
{
	T_RUN(parts_are_done_at_the_times_of_the_closed_form);
	T_RUN(the_error_is_that_of_the_integrator);
	T_RUN(the_queue_obeys_little_and_kingman);
	return T_END();
}
