/* SPDX-License-Identifier: MIT
   test_program_interrupt.c — a host ends a compilation: at every question that it is asked, in long
   loops at compile time too. The status is MDV_STOPPED, the messages name the pass, nothing stays.
 */
#include "t.h"
#include "base/base.h"
#include "modevs/modevs.h"
#include <time.h>

typedef struct Host {
	long asked;   /* so often */
	long stop_at; /* the question that is answered by yes; 0: none */
} Host;

static bool interrupt(void *user)
{
	Host *h = user;

	return ++h->asked == h->stop_at;
}

static MdvStatus compile(const char *text, Host *h, char said[200])
{
	AllocMeter meter;
	MdvCompileOptions o = {.alloc = &meter.alloc, .interrupt = interrupt, .user = h};
	MdvStatus status;
	MdvProgram *p;

	alloc_meter_init(&meter, NULL);
	status = mdv_compile_text("M.mo", text, &o, &p);
	snprintf(said, 200, "%s", mdv_program_messages(p));
	T_CHECK((mdv_program_model(p) != NULL) == (status == MDV_OK));
	mdv_program_free(p);
	T_INT(meter.live, 0);
	return status;
}

static const char model[] =
	"model M function f input Real x[:]; output Real y; algorithm y := 0; "
	"for i in 1:size(x, 1) loop y := y + x[i]^2; end for; end f;"
	"parameter Real p = f({1, 2, 3}); Real x[40](each start = 1, each fixed = true); Real z; "
	"equation "
	"for i in 1:40 loop der(x[i]) = -i * x[i] + p; end for; z + sin(z) = f(x);"
	"when z > 2 then reinit(x[1], 0); end when; end M;";

static void a_host_may_stop_at_every_question(void)
{
	Host never = {0, 0};
	char said[200];

	T_INT(compile(model, &never, said), MDV_OK);
	T_CHECK(never.asked > 60); /* before and behind each pass, and for memory */
	for (long k = 1; k <= never.asked; k++) {
		Host h = {0, k};

		T_INT(compile(model, &h, said), MDV_STOPPED);
		T_INT(h.asked, k);
		T_CHECK(strstr(said, "stopped on request, in the pass '") != NULL);
	}
}

static void loops_at_compile_time_are_stopped(void)
{
	static const char endless[] =
		"model M function f input Real x; output Real y; algorithm y := x; "
		"while y >= x loop y := y + 0; end while; end f; "
		"parameter Integer n = integer(f(1)); Real x[n]; equation x = fill(time, n); end M;";
	Host never = {0, 0}, h;
	char said[200];

	T_INT(compile(endless, &never, said), MDV_FAILED); /* it takes too long */
	h = (Host){0, never.asked - 5};
	T_INT(compile(endless, &h, said), MDV_STOPPED);
	T_INT(h.asked, never.asked - 5);
}

/* Each would take minutes, or never end: at compile time, in instantiation, in the passes behind.
 */
static const char *const long_ones[] = {
	"model M function f input Real x; output Real y; algorithm y := x; while y > 0 loop "
	"y := y + 1; end while; end f; parameter Real p = f(1) annotation(Evaluate = true); "
	"Real a[integer(p)]; end M;",
	"model M function f input Integer n; output Integer y; algorithm "
	"y := if n < 2 then n else f(n - 1) + f(n - 2); end f; constant Integer n = f(60); "
	"Real x[n]; end M;",
	"model M Real x[3000, 3000](each start = 1); equation for i in 1:3000 loop for j in 1:3000 "
	"loop der(x[i, j]) = -x[i, j] + sin(time * i * j); end for; end for; end M;",
	"model M Real x[200000]; algorithm for i in 1:200000 loop x[i] := i * time; end for; end M;"};

static void a_compilation_ends_at_its_deadline(void)
{
	for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++) {
		AllocMeter meter;
		MdvCompileOptions o = {.alloc = &meter.alloc, .timeout = 0.05}; /* before own limits */
		clock_t begin = clock(); /* of this process: others may have the processors */
		double used;
		MdvStatus status;
		MdvProgram *p;

		alloc_meter_init(&meter, NULL);
		status = mdv_compile_text("M.mo", long_ones[i], &o, &p);
		if (status != MDV_TIMED_OUT)
			T_FAIL("model %zu: status %d: %s", i, (int)status, mdv_program_messages(p));
		else
			T_CHECK(strstr(mdv_program_messages(p), "out of time, in the pass '") != NULL);
		used = (double)(clock() - begin) / CLOCKS_PER_SEC;
		if (used > 5)
			T_FAIL("model %zu: ended after %g s", i, used);
		T_CHECK(!mdv_program_model(p));
		mdv_program_free(p);
		T_INT(meter.live, 0);
	}
}

static void a_deadline_that_is_none_is_refused(void)
{
	static const double wrong[] = {-1, NAN, INFINITY};
	MdvProgram *p;

	for (int i = 0; i < 3; i++) {
		T_INT(mdv_compile_text("M.mo", model, &(MdvCompileOptions){.timeout = wrong[i]}, &p),
			  MDV_BAD_ARGUMENT);
		T_CHECK(strstr(mdv_program_messages(p), "timeout"));
		mdv_program_free(p);
	}
	T_INT(mdv_compile_text("M.mo", model, &(MdvCompileOptions){.timeout = 1000}, &p), MDV_OK);
	mdv_program_free(p);
}

/* An allocator that gives no more than so many bytes is a limit of memory. */
typedef struct Budget {
	size_t left; /* bytes */
} Budget;

static void *budget_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Budget *b = ctx;

	if (new_size > old_size && new_size - old_size > b->left)
		return NULL;
	b->left += old_size;
	b->left -= new_size;
	return alloc_heap.resize(alloc_heap.ctx, ptr, old_size, new_size);
}

static void an_allocator_limits_the_memory(void)
{
	Budget budget = {50 << 20};
	MdvAlloc alloc = {budget_resize, &budget};
	MdvCompileOptions o = {.alloc = &alloc, .timeout = 100};
	MdvProgram *p;

	T_INT(mdv_compile_text("M.mo", long_ones[2], &o, &p), MDV_NO_MEMORY);
	T_CHECK(!p);
	T_INT(budget.left, 50 << 20);
	T_INT(mdv_compile_text("M.mo", model, &o, &p), MDV_OK);
	mdv_program_free(p);
	T_INT(budget.left, 50 << 20);
}

int main(void)
{
	T_RUN(a_host_may_stop_at_every_question);
	T_RUN(loops_at_compile_time_are_stopped);
	T_RUN(a_compilation_ends_at_its_deadline);
	T_RUN(a_deadline_that_is_none_is_refused);
	T_RUN(an_allocator_limits_the_memory);
	return T_END();
}
