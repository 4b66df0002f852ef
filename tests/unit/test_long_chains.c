/* SPDX-License-Identifier: MIT
   test_long_chains.c — expressions and statements that are as long as a program may write them:
   time and memory to compile them grow with their length, not with its square. */
#include "base/base.h"
#include "modevs/modevs.h"
#include "t.h"

#include <time.h>

enum { LENGTH = 70000 };

#define SECONDS   20     /* with the square they were minutes */
#define MEGABYTES 1000.0 /* or gigabytes */

/* A model whose text is first, LENGTH times part (with %d the number), last. */
static const struct {
	const char *first, *part, *last;
} chains[] = {
	{"model M Boolean y = true ", "and time > %d ", "; end M;"},
	{"model M Boolean y = false ", "or time > %d ", "; end M;"},
	{"model M Real y = time ", "+ %d * time ", "; end M;"},
	{"model M Real y = time ", "+ 1 ", "; end M;"},
	{"model M Real y = if time < 0 then 0 ", "elseif time < %d then 1 ", "else 2; end M;"},
	{"model M Real y; equation if time < 0 then y = 0; ", "elseif time < %d then y = 1; ",
	 "else y = 2; end if; end M;"},
	{"model M Real y; algorithm if time < 0 then y := 0; ", "elseif time < %d then y := 1; ",
	 "else y := 2; end if; end M;"},
	{"model M function f input Real u; output Real y; algorithm if u < 0 then y := 0; ",
	 "elseif u < %d then y := 1; ", "else y := 2; end if; end f; Real y = f(time); end M;"},
	{"model M parameter String s = \"\" ", "+ \"a\" ", "; Real y = time; end M;"},
	{"model M parameter String s = \"\" ", "+ \"%d\" ", "; Real y = time; end M;"},
	{"model M Real x = time; equation assert(x < 2, \"x\" ", "+ String(x) ", "); end M;"},
	{"model M Real y = max({0 ", ", %d * time ", "}); end M;"},
	{"model M Real x[200000](each start = 1, each fixed = true); equation for i in 1:200000 loop "
	 "der(x[i]) = if i > 1 then x[i - 1] else -x[1]; end for;",
	 " ", "end M;"}};

static void compile_chain(int kind)
{
	AllocMeter meter;
	MdvCompileOptions o = {.alloc = &meter.alloc};
	clock_t begin = clock();
	double seconds;
	MdvProgram *p;
	Text text;

	text_init(&text, NULL);
	text_printf(&text, "%s", chains[kind].first);
	for (int i = 0; i < LENGTH; i++) {
		const char *part = chains[kind].part, *mark = strstr(part, "%d");

		if (mark)
			text_printf(&text, "%.*s%d%s", (int)(mark - part), part, i, mark + 2);
		else
			text_add(&text, part, strlen(part));
	}
	text_printf(&text, "%s", chains[kind].last);
	alloc_meter_init(&meter, NULL);
	T_INT(mdv_compile_text("M.mo", text_str(&text), &o, &p), MDV_OK);
	seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
	if (seconds > SECONDS)
		T_FAIL("'%s' takes %.0f s", chains[kind].part, seconds);
	if ((double)meter.peak > MEGABYTES * 1e6)
		T_FAIL("'%s' takes %.0f MB", chains[kind].part, (double)meter.peak / 1e6);
	mdv_program_free(p);
	text_free(&text);
}

static void long_chains_are_compiled_in_linear_time(void)
{
	for (size_t k = 0; k < sizeof chains / sizeof *chains; k++)
		compile_chain((int)k);
}

int main(void)
{
	T_RUN(long_chains_are_compiled_in_linear_time);
	return T_END();
}
