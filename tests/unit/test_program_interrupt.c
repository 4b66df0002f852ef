/* SPDX-License-Identifier: MIT
   test_program_interrupt.c — a host ends a compilation: at every question that it is asked, in long
   loops at compile time too. The status is MDV_STOPPED, the messages name the pass, nothing stays.
 */
#include "t.h"
#include "base/base.h"
#include "modevs/modevs.h"

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

int main(void)
{
	T_RUN(a_host_may_stop_at_every_question);
	T_RUN(loops_at_compile_time_are_stopped);
	return T_END();
}
