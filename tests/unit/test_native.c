/* SPDX-License-Identifier: MIT
   Units: models as C inside of a program, as running copies and as plants; Plant.c, Heat.c and
   Workshop.c are made of tests/emit. */
#include "Heat.h"
#include "Plant.h"
#include "Workshop.h"
#include "modevs/modevs.h"

#include "t.h"

#include <stdlib.h>

/* --- running copies --- */

static void running_copies_have_values_of_their_own(void)
{
	Plant *a = Plant_new(), *b = Plant_new();
	double x;

	T_INT(Plant_set_k(b, 5), MDV_OK);
	T_INT(Plant_set_u(b, 1.5), MDV_OK);
	T_INT(Plant_simulate(a, NULL), MDV_OK);
	T_INT(Plant_simulate(b, NULL), MDV_OK);
	T_REAL(Plant_get_k(a), 2, 0);
	T_REAL(Plant_get_k(b), 5, 0);
	T_REAL(Plant_get_u(b), 1.5, 0);
	T_CHECK(Plant_get_x(a) != Plant_get_x(b));
	T_STR(Plant_get_label(a), "plant");
	x = Plant_get_x(b);
	T_INT(Plant_simulate(b, NULL), MDV_OK);
	T_REAL(Plant_get_x(b), x, 0);
	Plant_free(a);
	Plant_free(b);
}

static void elements_of_large_arrays_have_one_function(void)
{
	Heat *m = Heat_new();
	int32_t last = mdv_instance_find(Heat_instance(m), "q[81]");

	T_INT(Heat_simulate(m, NULL), MDV_OK);
	T_CHECK(Heat_get_T(m, 7) != Heat_get_T(m, 8));
	T_REAL(Heat_get_q(m, 81), mdv_instance_get(Heat_instance(m), last), 0);
	T_CHECK(Heat_get_q(m, 82) != Heat_get_q(m, 82)); /* no number */
	T_CHECK(Heat_get_T(m, 0) != Heat_get_T(m, 0));
	T_INT(Heat_set_T(m, 81, 0), MDV_BAD_ARGUMENT);
	T_STR(Heat_message(m), "there is no such variable");
	Heat_free(m);
}

static void what_cannot_be_set_before_a_run_is_refused(void)
{
	Plant *m = Plant_new();

	T_INT(Plant_set_high(m, true), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(Plant_message(m), "it has no start value"));
	T_INT(Plant_simulate(m, &(MdvRunOptions){.run.solver = (MdvSolver)99}), MDV_BAD_ARGUMENT);
	T_STR(Plant_message(m), "the option solver cannot be 99");
	Plant_free(m);
}

/* --- plants --- */

static MdvStatus on_input(void *s, MdvHybrid *h, const MdvBag *x)
{
	MdvStatus status = mdv_hybrid_set(h, mdv_hybrid_find(h, "u"), x->at[0].real);

	(void)s;
	if (status == MDV_OK)
		status = mdv_hybrid_set(h, mdv_hybrid_find(h, "brake"), x->at[1].boolean);
	return status;
}

static const MdvExtension by_name = {.external = on_input};

static void execute(MdvHybrid *h)
{
	MdvPlan plan = mdv_hybrid_plan(h);

	T_INT(plan.kind == MDV_PLAN_STEP ? mdv_hybrid_step(h, plan.number)
									 : mdv_hybrid_change(h, plan.number),
		  MDV_OK);
}

/* All variables, bit by bit. */
static bool equal(MdvHybrid *a, MdvHybrid *b)
{
	int32_t n = mdv_hybrid_model(a)->n_vars;

	for (int32_t i = 0; i < n; i++) {
		double x = mdv_hybrid_get(a, i), y = mdv_hybrid_get(b, i);

		if (mdv_hybrid_model(a)->var[i].type != MDV_STRING && memcmp(&x, &y, sizeof x) != 0) {
			T_FAIL("%s at %g: %.17g and %.17g", mdv_hybrid_model(a)->var[i].name,
				   mdv_hybrid_time(a), x, y);
			return false;
		}
	}
	return mdv_hybrid_plan(a).t == mdv_hybrid_plan(b).t;
}

static void compare_plants(const char *file, MdvModelSource unit)
{
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_RK45};
	MdvProgram *program;
	uint64_t random = 1;

	T_INT(mdv_compile(file, NULL, &program), MDV_OK);
	for (int k = 0; k < 2; k++) {
		MdvHybridOptions o = {.extension = &by_name, .n_in = 2, .run.solver = solver[k]};
		MdvHybrid *vm, *c;
		int n_inputs = 0;

		o.model = mdv_program_source(program);
		T_INT(mdv_hybrid_new(&o, 0, &vm), MDV_OK);
		o.model = &unit;
		T_INT(mdv_hybrid_new(&o, 0, &c), MDV_OK);
		while (mdv_hybrid_time(vm) < 20 && equal(vm, c)) {
			double now = mdv_hybrid_time(vm), next = mdv_hybrid_plan(vm).t, part;
			MdvValue value[2];

			random = random * 6364136223846793005u + 1442695040888963407u;
			part = (double)(random >> 40) / (1 << 24);
			if (part < 0.1) {
				value[0] = mdv_real(2 * part);
				value[1] = mdv_boolean(random >> 39 & 1);
				T_INT(mdv_hybrid_external(vm, now + 10 * part * (next - now), &(MdvBag){value, 2}),
					  MDV_OK);
				T_INT(mdv_hybrid_external(c, now + 10 * part * (next - now), &(MdvBag){value, 2}),
					  MDV_OK);
				n_inputs++;
			} else {
				execute(vm);
				execute(c);
			}
		}
		T_CHECK(n_inputs > 10);
		mdv_hybrid_free(vm);
		mdv_hybrid_free(c);
	}
	mdv_program_free(program);
}

static void a_plant_as_c_does_what_it_does_in_the_vm(void)
{
	compare_plants(MDV_EMIT_DIR "/Plant.mo", Plant_source());
}

static void components_as_c_do_what_they_do_in_the_vm(void)
{
	compare_plants(MDV_EMIT_DIR "/Workshop.mo", Workshop_source());
}

static MdvStatus on_begin(void *s, MdvHybrid *h, const void *params)
{
	Plant *m = Plant_of(h);

	(void)s;
	(void)params;
	T_CHECK(m && !Heat_of(h));
	T_REAL(Plant_get_x(m), 1, 0);
	T_INT(Plant_set_x(m, 1.25), MDV_OK);
	T_INT(Plant_set_brake(m, true), MDV_OK);
	T_INT(Plant_set_step(m, 10), MDV_OK);
	T_INT(Plant_simulate(m, NULL), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(Plant_message(m), "run by the simulation"));
	return MDV_OK;
}

static void variables_of_a_plant_are_read_and_written_by_typed_functions(void)
{
	static const MdvExtension typed = {.begin = on_begin};
	MdvModelSource unit = Plant_source();
	MdvHybridOptions o = {.model = &unit, .extension = &typed};
	MdvHybrid *h;
	Plant *m;

	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	m = Plant_of(h);
	T_REAL(Plant_get_x(m), 1.25, 0);
	T_INT(Plant_get_count(m), 0);
	T_CHECK(Plant_get_brake(m));
	T_STR(Plant_get_label(m), "plant");
	while (mdv_hybrid_time(h) < 0.25)
		execute(h);
	T_INT(Plant_get_count(m), 10);
	T_INT(Plant_set_x(m, 0), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(Plant_message(m), "'x' cannot be set: only at events"));
	Plant_free(m); /* does nothing: it is the plant's */
	T_INT(Plant_get_count(m), 10);
	mdv_hybrid_free(h);
}

static void strings_of_a_plant_are_set_before_it_begins(void)
{
	MdvTextSetting right = {"label", "mine"}, wrong = {"k", "two"};
	MdvModelSource unit = Plant_source();
	MdvHybridOptions o = {.model = &unit, .texts = &right, .n_texts = 1};
	MdvHybrid *h;

	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	T_STR(Plant_get_label(Plant_of(h)), "mine");
	mdv_hybrid_free(h);
	o.texts = &wrong;
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_BAD_ARGUMENT);
	T_STR(mdv_hybrid_message(h), "'k' cannot be set: it takes no text");
	mdv_hybrid_free(h);
}

static void a_plant_of_the_vm_is_none_of_a_unit(void)
{
	MdvHybridOptions o = {.model = NULL};
	MdvProgram *program;
	MdvHybrid *h;

	T_INT(mdv_compile(MDV_EMIT_DIR "/Plant.mo", NULL, &program), MDV_OK);
	o.model = mdv_program_source(program);
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	T_CHECK(!Plant_of(h));
	mdv_hybrid_free(h);
	mdv_program_free(program);
}

/* --- memory --- */

typedef struct Scarce {
	size_t left; /* allocations that succeed */
	size_t held; /* bytes in use */
} Scarce;

static void *scarce_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Scarce *s = ctx;
	void *p = NULL;

	if (new_size > old_size && s->left-- == 0) {
		s->left = 0;
		return NULL;
	}
	if (new_size == 0)
		free(ptr);
	else
		p = realloc(ptr, new_size);
	s->held += new_size - old_size;
	return p;
}

static void each_failing_allocation_is_reported_and_nothing_is_lost(void)
{
	bool done = false;

	for (size_t k = 0; !done && k < 10000; k++) {
		Scarce s = {.left = k};
		MdvAlloc alloc = {scarce_resize, &s};
		MdvInstance *p = mdv_instance_new(&Plant_unit, &alloc);
		MdvStatus status = p ? mdv_instance_simulate(p, NULL) : MDV_NO_MEMORY;

		done = status == MDV_OK;
		T_CHECK(done || status == MDV_NO_MEMORY);
		mdv_instance_free(p);
		T_INT(s.held, 0);
	}
	T_CHECK(done);
}

int main(void)
{
	T_RUN(running_copies_have_values_of_their_own);
	T_RUN(elements_of_large_arrays_have_one_function);
	T_RUN(what_cannot_be_set_before_a_run_is_refused);
	T_RUN(a_plant_as_c_does_what_it_does_in_the_vm);
	T_RUN(components_as_c_do_what_they_do_in_the_vm);
	T_RUN(variables_of_a_plant_are_read_and_written_by_typed_functions);
	T_RUN(strings_of_a_plant_are_set_before_it_begins);
	T_RUN(a_plant_of_the_vm_is_none_of_a_unit);
	T_RUN(each_failing_allocation_is_reported_and_nothing_is_lost);
	return T_END();
}
