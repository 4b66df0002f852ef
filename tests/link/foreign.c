/* SPDX-License-Identifier: MIT
   foreign.c — a program that offers to external libraries what they may call (modevs/utility.h):
   linked with libmodevs.a, and with libmodevs.so. */
#include "modevs/modevs.h"
#define MDV_OFFER_UTILITIES
#include "modevs/utility.h"

#include "t.h"

/* A library of external functions that calls ModelicaError and ModelicaFormatMessage. */
static const char foreign[] =
	"model Foreign\n"
	"  function f input Real x; output Real y; external \"C\" y = harm_fail(x)\n"
	"    annotation(Library = \"harm\", LibraryDirectory = \"file://" HARM_DIR "\"); end f;\n"
	"  Real y = f(time);\n"
	"end Foreign;\n";

static void a_host_offers_what_external_libraries_call(void)
{
	MdvCompileOptions o = {.allow_external = true};
	MdvSimulateOptions run = {.run.stop = 2};
	MdvSimulateResult result;
	MdvProgram *p;

	T_INT(mdv_compile_text("Foreign.mo", foreign, &o, &p), MDV_OK);
	T_STR(mdv_program_messages(p), "");
	T_INT(mdv_simulate(p, &run, &result), MDV_FAILED);
	T_CHECK(strstr(result.message, "more than one"));
	T_REAL(result.t, 1, 0.01);
	mdv_program_free(p);
}

int main(void)
{
	T_RUN(a_host_offers_what_external_libraries_call);
	return T_END();
}
