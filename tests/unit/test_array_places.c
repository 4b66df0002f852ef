/* SPDX-License-Identifier: MIT
   test_array_places.c — every way to make an array, in every built-in function and call, in every
   place of a model: it compiles and runs or is refused in words, and its value does not depend on
   the place. The combinations are thinned out; an argument SHARE tries every SHARE-th (1: all). */
#include "base/base.h"
#include "modevs/modevs.h"
#include "t.h"

#include <stdlib.h>

static const char *const arrays[] = {"v",
									 "{time + 1, v[2], 3}",
									 "cat(1, v, {2})",
									 "cat(1, {2}, v, w)",
									 "fill(v[1], 3)",
									 "zeros(3) + v",
									 "ones(3) .* v",
									 "linspace(v[1], v[2] + 5, 3)",
									 "{v[i]^2 for i in 1:3}",
									 "vector([v])",
									 "row(transpose(m))",
									 "m * v",
									 "v * m",
									 "row(identity(3)) + v",
									 "row(diagonal(v))",
									 "cross(v, w)",
									 "row(skew(v))",
									 "row(outerProduct(v, w))",
									 "row(symmetric(m))",
									 "v[{3, 1}]",
									 "v[1:2]",
									 "2 * v",
									 "v .^ 2",
									 "(-v)",
									 "(if time > 0.5 then v else w)",
									 "(if b then v else cat(1, w[1:2], {1}))",
									 "abs(v)",
									 "sin(v)",
									 "r.v",
									 "rr[2].v",
									 "rr.s",
									 "fv(v)",
									 "fv(cat(1, v, {1}))",
									 "noEvent(v)",
									 "smooth(0, v)",
									 "homotopy(v, w)",
									 "v + w",
									 "{m[i, :] * v for i in 1:3}",
									 "{max(v[1:i]) for i in 1:3}",
									 "cat(1, m[1, :], m[2, :])",
									 "row(cat(2, m, m))",
									 "row([m, m])",
									 "row([m; m])",
									 "{v[k[i]] for i in 1:3}",
									 "v[k]",
									 "m[k, 2]",
									 "m[2, k]",
									 "array(v[1], w[2])",
									 "max(v) * v",
									 "v / v[1]",
									 "fill(max(cat(1, v, {2})), 2)",
									 "cat(1, k, {2})",
									 "k",
									 "{k[4 - i] for i in 1:3}",
									 "integer(v)",
									 "mod(k, 2)",
									 "div(k, 2)",
									 "{sum(m[i, :]) for i in 1:3}",
									 "{f1(v[i]) for i in 1:3}",
									 "f1(v)",
									 "v[end:-1:1]",
									 "m[end, :]",
									 "{if v[i] > 1 then v[i] else w[i] for i in 1:3}",
									 "vector(matrix(v))",
									 "v[{i for i in 1:2}]",
									 "{max(cat(1, v, {i})) for i in 1:3}",
									 "{rr[i].s for i in 1:2}",
									 "fr(r)",
									 "{min(m), max(m), sum(m)}",
									 "vector(m)",
									 "{1.5}",
									 "fill(1.0, 0)",
									 "v[1:0]"};

static const char *const scalars[] = {"sum(@)",
									  "max(@)",
									  "min(@)",
									  "product(@)",
									  "fs(@)",
									  "fs2(x = @)",
									  "f1(max(@))",
									  "f1(sum(cat(1, @, {1})))",
									  "fs(cat(1, @, {2}))",
									  "max(cat(1, @, {2}))",
									  "size(@, 1)",
									  "scalar(matrix(max(@)))",
									  "(@) * (@)",
									  "fs(2 * @)",
									  "sum(fv(@))",
									  "sum({x for x in @})",
									  "max(x * 2 for x in @)",
									  "f1(fs(@))",
									  "sum(abs(@))",
									  "(if max(@) > 1 then 1 else 2)",
									  "v[1] + max(@)",
									  "f1(max(@) + min(@))",
									  "max(max(@), 1)",
									  "sum(matrix(@))",
									  "fo({@, @})",
									  "fs3(n = size(@, 1), x = @)",
									  "sum(fill(max(@), 2))",
									  "fs(fv(fv(@)))",
									  "fs(if time > 0.1 then @ else 2 * @)",
									  "(if time > 0.1 then fs(@) else max(@))",
									  "fs4(@, fs(@))",
									  "noEvent(max(@))",
									  "max([@; @])",
									  "sum({max(cat(1, @, {j})) for j in 1:2})"};

/* The first gives the value, the next two must give the same. */
static const char *const places[] = {
	"Real y = @; end M;",
	"function F input Real v[:]; input Real w[:]; input Real m[:, :]; input Integer k[:]; "
	"input Boolean b; input R r; input R rr[:]; input Real time_; output Real y; "
	"algorithm y := @; end F; Real y = F(v, w, m, k, b, r, rr, time); end M;",
	"Real y; algorithm y := @; end M;",
	"Real y; equation y = if @ > 1 then 1 else 2; end M;",
	"discrete Real y(start = 0, fixed = true); equation when sample(0, 0.1) then y = @; end when; "
	"end M;",
	"Integer y(start = 0, fixed = true); equation when @ > 1.2 then y = pre(y) + 1; end when; "
	"end M;",
	"Real y = 1; equation assert(time < 0.05, \"x\" + String(@), AssertionLevel.warning); end M;",
	"Real y = 1; equation assert(@ < 1e9, \"x\"); end M;",
	"parameter Real y = @; end M;",
	"Real y(start = @, fixed = true); equation der(y) = 0; end M;",
	"Real y; initial equation y = @; equation der(y) = 0; end M;",
	"Real y(start = 0, fixed = true); equation der(y) = @; end M;",
	"Real y(start = 1); equation y + 0.01 * y^3 = 2 + @; end M;",
	"Real y[2]; equation for i in 1:2 loop y[i] = i * @; end for; end M;",
	"Real y; equation y = v[1 + integer(min(2, max(0, @)))]; end M;",
	"model C input Real z; end C; C c(z = @); end M;"};

enum {
	N_ARRAYS = sizeof arrays / sizeof *arrays,
	N_SCALARS = sizeof scalars / sizeof *scalars,
	N_PLACES = sizeof places / sizeof *places
};

static const char functions[] =
	"record R Real v[3]; Real s; end R;"
	"function row input Real m[:, :]; output Real y[size(m, 2)]; algorithm y := m[1, :]; end row;"
	"function fo input Real m[:, :]; output Real y; algorithm y := sum(m * transpose(m)); end fo;"
	"function f1 input Real x; output Real y; algorithm y := 2 * x; "
	"annotation(Inline = false); end f1;"
	"function fs input Real x[:]; output Real y; algorithm y := 0; "
	"for i in 1:size(x, 1) loop y := y + x[i]; end for; end fs;"
	"function fs2 input Real x[:]; output Real y; algorithm y := sum(x); "
	"annotation(Inline = true); end fs2;"
	"function fs3 input Integer n; input Real x[n]; output Real y; algorithm y := x * x; end fs3;"
	"function fs4 input Real x[:]; input Real y; input Real z = sum(x); output Real u; "
	"algorithm u := y + z; end fs4;"
	"function fv input Real x[:]; output Real y[size(x, 1)]; algorithm y := 2 * x; end fv;"
	"function fr input R r; output Real y[3]; algorithm y := r.v * r.s; end fr;";

/* Operands that change, or do not. */
static const char *const operands[] = {
	"Real v[3] = {1 + time, 2, 3 - time}; Real w[3] = {3, 1 + time, time}; "
	"Real m[3, 3] = {v, w, v + w}; Integer k[3] = {3, 1, 2}; Boolean b = time > 0.05; "
	"R r(v = v, s = time); R rr[2](v = {v, w}, s = {1, time}); ",
	"parameter Real v[3] = {1, 2, 3}; parameter Real w[3] = {3, 1, 0.5}; "
	"parameter Real m[3, 3] = {v, w, v + w}; parameter Integer k[3] = {3, 1, 2}; "
	"parameter Boolean b = true; parameter R r(v = v, s = 1); "
	"parameter R rr[2](v = {v, w}, s = {1, 2}); "};

/* text with each @ replaced. */
static char *put(Arena *a, const char *text, const char *with)
{
	Text t;

	text_init(&t, arena_heap(a));
	for (; *text; text++)
		*text == '@' ? text_add(&t, with, strlen(with)) : text_add(&t, text, 1);
	return arena_strdup(a, text_str(&t));
}

/* The word time as @. */
static char *marked_time(Arena *a, const char *text)
{
	const char *at;
	Text t;

	text_init(&t, arena_heap(a));
	for (; (at = strstr(text, "time")); text = at + 4)
		text_printf(&t, "%.*s@", (int)(at - text), text);
	text_add(&t, text, strlen(text));
	return arena_strdup(a, text_str(&t));
}

typedef struct Last {
	int32_t column; /* of y */
	double y;       /* in the last row */
} Last;

static MdvStatus keep_last(void *user, double t, const double value[])
{
	Last *l = user;

	(void)t;
	if (l->column >= 0)
		l->y = value[l->column];
	return MDV_OK;
}

/* y at the end; NAN: it is refused, or has no value. */
static double value_of(const char *array, const char *scalar, int place, int operand)
{
	MdvSimulateOptions o = {.run.stop = 0.2, .run.interval = 0.1, .row = keep_last};
	Last last = {.column = -1, .y = NAN};
	MdvSimulateResult result;
	MdvStatus status;
	MdvProgram *p;
	char *e, *text;
	Arena a;

	arena_init(&a, NULL);
	e = put(&a, scalar, array);
	if (place == 1)
		e = put(&a, marked_time(&a, e), "time_"); /* an input of the function */
	text = arena_printf(&a, "package G %s model M %s%s end G;", functions, operands[operand],
						put(&a, places[place], e));
	status = mdv_compile_text("G.mo", text, &(MdvCompileOptions){.model = "G.M"}, &p);
	if (status == MDV_OK) {
		const MdvModel *m = mdv_program_model(p);

		for (int32_t i = 0; i < m->n_vars; i++)
			if (!strcmp(m->var[i].name, "y"))
				last.column = i;
		o.user = &last;
		status = mdv_simulate(p, &o, &result);
		if (status == MDV_INTERNAL_ERROR)
			T_FAIL("%s: %s", result.message, text);
	} else if (status != MDV_FAILED || !strstr(mdv_program_messages(p), "error[E")) {
		T_FAIL("status %d: %s: %s", (int)status, mdv_program_messages(p), text);
	}
	mdv_program_free(p);
	arena_free(&a);
	return status == MDV_OK ? last.y : NAN;
}

static int share = 37; /* a prime: all kinds of combinations are met */

static void every_array_in_every_place_is_computed_or_refused(void)
{
	for (int a = 0, n = 0; a < N_ARRAYS && t_bad < 10; a++)
		for (int s = 0; s < N_SCALARS; s++)
			for (int place = 3; place < N_PLACES; place++)
				for (int operand = 0; operand < 2; operand++)
					if (n++ % share == 0)
						(void)value_of(arrays[a], scalars[s], place, operand);
}

static void equations_functions_and_algorithms_give_the_same_values(void)
{
	for (int a = 0, n = 0; a < N_ARRAYS && t_bad < 10; a++)
		for (int s = 0; s < N_SCALARS; s++)
			for (int operand = 0; operand < 2; operand++) {
				double want;

				if (n++ % (share / 3 + 1) != 0)
					continue;
				want = value_of(arrays[a], scalars[s], 0, operand);
				for (int place = 1; place < 3; place++) {
					double got = value_of(arrays[a], scalars[s], place, operand);

					if (!isnan(want) && !isnan(got) && fabs(got - want) > 1e-12 * fabs(want))
						T_FAIL("%s of %s: %.17g in place %d, not %.17g", scalars[s], arrays[a], got,
							   place, want);
				}
			}
}

int main(int argc, char *argv[])
{
	if (argc > 1 && atoi(argv[1]) > 0)
		share = atoi(argv[1]);
	T_RUN(every_array_in_every_place_is_computed_or_refused);
	T_RUN(equations_functions_and_algorithms_give_the_same_values);
	return T_END();
}
