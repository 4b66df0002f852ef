/* SPDX-License-Identifier: MIT
   explain_pass.c — the passes of the compiler, one by one: what the model is after one of them, and
   what each took. */
#include "cli/explain.h"

static size_t held(const Compile *cx)
{
	return arena_used(&cx->keep) + arena_used(&cx->tree);
}

static void watch(void *ctx, const Pass *pass, PassMoment moment)
{
	ExplainTimes *x = ctx;
	size_t n;
	ExplainTime *t = &x->of[pass - pipeline_passes(&n)];
	double now = clock_seconds();

	switch (moment) {
	case PASS_BEGINS:
		t->keep = held(x->cx);
		t->scratch = arena_peak(&x->cx->scratch);
		break;
	case PASS_HAS_RUN:
		t->run = now - x->last;
		t->keep = held(x->cx) - t->keep;
		t->scratch = arena_peak(&x->cx->scratch) - t->scratch;
		t->done = true;
		break;
	case PASS_IS_CHECKED: t->check = now - x->last; break;
	}
	x->last = clock_seconds();
}

void explain_times_begin(ExplainTimes *x, Compile *cx)
{
	size_t n;

	pipeline_passes(&n);
	*x = (ExplainTimes){.cx = cx, .of = NEW_ARRAY(&cx->keep, ExplainTime, n)};
	cx->watch = watch;
	cx->watch_ctx = x;
}

static void say_line(const char *name, const ExplainTime *t)
{
	plain_fprintf(stderr, "%-12s %10.3f %10.3f %12.1f %12.1f\n", name, 1e3 * t->run, 1e3 * t->check,
				  (double)t->keep / 1024, (double)t->scratch / 1024);
}

void explain_times_say(const ExplainTimes *x)
{
	size_t n;
	const Pass *pass = pipeline_passes(&n);
	ExplainTime all = {0};

	fprintf(stderr, "%-12s %10s %10s %12s %12s\n", "pass", "run ms", "check ms", "kept KiB",
			"more work KiB");
	for (size_t i = 0; i < n; i++) {
		const ExplainTime *t = &x->of[i];

		if (!t->done)
			continue;
		say_line(pass[i].name, t);
		all.run += t->run;
		all.check += t->check;
		all.keep += t->keep;
		all.scratch += t->scratch;
	}
	say_line("all", &all);
}
