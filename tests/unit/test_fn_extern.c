/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */
#include "checked.h"
#include "fn_text.h"

#include "runtime/ext/ext.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* -- the external functions of these tests --------------------------------------------------- */

static jmp_buf on_error;
static int n_alive, n_warnings, n_unset;

static double weigh(double x, int k, const double *v, size_t n, int yes)
{
	double sum = yes ? x : -x;

	for (size_t i = 0; i < n; i++)
		sum += k * v[i];
	return sum;
}

static void several(const int *in, size_t n, int *out, double *mean, int *even, const char **text)
{
	*mean = 0;
	for (size_t i = 0; i < n; i++) {
		out[i] = 10 * in[i];
		*mean += (double)in[i] / (double)n;
	}
	*even = 7 * (n % 2 == 0); /* C says true in many ways */
	*text = "made in C";
}

static const char *longest(const char *const *s, size_t n)
{
	const char *best = "";

	for (size_t i = 0; i < n; i++)
		if (strlen(s[i]) > strlen(best))
			best = s[i];
	return best;
}

/* Column-major: scales row i of a(m, n) by i, counts the elements in info. */
static void scale_(const char *how, const int *m, const int *n, double *a, double *row_sum,
				   int *info, size_t how_len)
{
	for (int i = 0; i < *m; i++) {
		row_sum[i] = 0;
		for (int j = 0; j < *n; j++) {
			a[i + j * *m] *= how[0] == 'R' ? i + 1 : 1;
			row_sum[i] += a[i + j * *m];
		}
	}
	*info = *m * *n + 100 * (int)how_len;
}

typedef struct Pair {
	double x;
	int k;
	double y;
} Pair;

static void turn(const Pair *in, Pair *out)
{
	*out = (Pair){in->y, in->k + 1, in->x};
}

static void fails(const char *text)
{
	(void)text;
	longjmp(on_error, 1);
}

static void *open_table(double x)
{
	double *table = malloc(sizeof *table);

	n_alive++;
	*table = x;
	return table;
}

static double read_table(void *table, double x)
{
	return *(double *)table + x;
}

static void close_table(void *table)
{
	n_alive--;
	free(table);
}

static bool find(void *ctx, const char *symbol, VmBuiltin *out)
{
	static const struct {
		const char *name;
		VmSymbol fn;
	} table[] = {{"weigh", (VmSymbol)weigh},
				 {"several", (VmSymbol)several},
				 {"longest", (VmSymbol)longest},
				 {"scale", (VmSymbol)scale_},
				 {"turn", (VmSymbol)turn},
				 {"fails", (VmSymbol)fails},
				 {"open_table", (VmSymbol)open_table},
				 {"read_table", (VmSymbol)read_table},
				 {"close_table", (VmSymbol)close_table}};

	(void)ctx;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, symbol) == 0) {
			*out = (VmBuiltin){.fn = table[i].fn};
			return true;
		}
	return false;
}

static MdvStatus guard(void *ctx, void (*body)(void *arg), void *arg, char *why, size_t size)
{
	(void)ctx;
	if (setjmp(on_error)) {
		snprintf(why, size, "no such medium");
		return MDV_RETRY;
	}
	body(arg);
	return MDV_OK;
}

static bool may_load(void *ctx, const char *library)
{
	(void)ctx;
	(void)library;
	return true;
}

static void warn(void *ctx, const char *text)
{
	(void)ctx;
	n_warnings += strcmp(text, "x is large") == 0;
	n_unset += strcmp(text, "'z' is used in f before it has a value: it is 0 then (F.mo:1)") == 0;
}

/* -- tests ------------------------------------------------------------------------------------ */

static void numbers_go_by_value_and_arrays_by_address(void)
{
	T_STR(fn_show("function f input Real x; input Integer k; input Real v[:]; input Boolean yes; "
				  "output Real y; "
				  "external \"C\" y = weigh(x, k, v, size(v, 1), yes); end f;"
				  "model M input Real x; input Integer k; input Real v[3]; Real y = f(x, k, v, "
				  "true) + f(x, 1, {2, x}, false); end M;"),
		  "10.25");
}

static void results_come_back_by_address(void)
{
	const char *functions = "function f input Integer u[:]; output Integer v[size(u, 1)]; output "
							"Real mean; output Boolean even; output String s; "
							"external \"C\" several(u, size(u, 1), v, mean, even, s); end f;"
							"function g input Integer u[:]; output String y; protected Integer "
							"v[size(u, 1)]; Real mean; Boolean even; String s; algorithm "
							"(v, mean, even, s) := f(u); y := String(v[1]) + \" \" + String(v[2]) "
							"+ \" \" + String(mean) + \" \" + String(even) + \" \" + s; end g;";
	char text[2048];

	snprintf(text, sizeof text, "%s model M input Integer k[2]; String y = g(k); end M;",
			 functions);
	T_STR(fn_show(text), "30 20 2.5 true made in C");
	T_STR(fn_show("function f input String s[:]; output String y; external \"C\" y = longest(s, "
				  "size(s, 1)); end f;"
				  "model M input String s; String y = f({s, \"longer\", s}); end M;"),
		  "longer");
}

static void fortran_has_columns_and_addresses(void)
{
	const char *functions =
		"function f input Real A[:,:]; output Real B[size(A,1), size(A,2)] = A; output Integer "
		"info; "
		"protected Integer m = size(A, 1); Real work[size(A, 1)]; external \"FORTRAN 77\" "
		"scale(\"ROW\", m, size(A, 2), B, work, info); end f;"
		"function g input Real A[:,:]; output String y = \"\"; protected Real B[2,3]; Integer i; "
		"algorithm "
		"(B, i) := f(A); for j in 1:2 loop for k in 1:3 loop y := y + String(B[j,k]) + \" \"; end "
		"for; end for; y := y + String(i); end g;";
	char text[2048];

	snprintf(text, sizeof text, "%s model M discrete input Real A[2,3]; String y = g(A); end M;",
			 functions);
	T_STR(fn_show(text), "1.5 -2.25 3 -7.5 9 -10.5 306");
}

static void records_go_as_structures(void)
{
	T_STR(fn_show("record P Real x; Integer k; Real y; end P; function f input P p; output P r; "
				  "external \"C\" turn(p, r); end f;"
				  "function g input Real x; output Real y; protected P p; algorithm p := f(P(x, 4, "
				  "7)); y := 100*p.x + 10*p.k + p.y; end g;"
				  "model M input Real x; Real y = g(x); end M;"),
		  "751.5");
	T_STR(fn_show("record P Real x[2]; end P; function f input P p; output Real y; external \"C\" "
				  "y = turn(p); end f;"
				  "model M input Real x; Real y = f(P({x, x})); end M;"),
		  "!! a record with arrays or records as argument of an external function is not supported "
		  "(in f, F.mo:1)");
}

static void what_fails_in_C_can_be_tried_again(void)
{
	T_STR(fn_show("function f input Real x; output Real y; algorithm y := x; e(\"x\"); end f; "
				  "function e input String s; external \"C\" fails(s); end e;"
				  "model M input Real x; Real y = f(x); end M;"),
		  "! no such medium (in e, F.mo:1, called by f, F.mo:1)");
}

static void foreign_functions_are_called_only_if_allowed(void)
{
	const char *text =
		"function f input Real x; output Real y; external \"C\" y = hypot(x, 2.0); end f; "
		"model M input Real x; Real y = f(x); end M;";

	T_STR(fn_show(text),
		  "!! f needs the external function 'hypot', which is not ours; allow foreign "
		  "code with --allow external (in f, F.mo:1)");
	fn_hooks.may_load = may_load;
	T_STR(fn_show(text), "2.5");
	T_STR(
		fn_show("function f input Real x; output Real y; external \"C\" y = no_such(x) "
				"annotation(Library=\"nothing\"); "
				"end f; model M input Real x; Real y = f(x); end M;"),
		"!! the external function 'no_such' of f was not found in its libraries: "
		"libnothing.so: cannot open shared object file: No such file or directory (in f, F.mo:1)");
	fn_hooks.may_load = NULL;
}

/* Two functions of one text share its variables; a static one is found, too. */
static void C_code_of_a_model_is_compiled_if_allowed(void)
{
	static const char text[] =
		"function f input Real x; output Real y; external \"C\" y = next(x) "
		"annotation(Include=\"static double last = 1; double next(double x) { return last += x; } "
		"static double twice(double x) { return 2*x; }\"); end f; "
		"function g input Real x; output Real y; external \"C\" y = twice(x) "
		"annotation(Include=\"static double last = 1; double next(double x) { return last += x; } "
		"static double twice(double x) { return 2*x; }\"); end g; "
		"model M input Real x; Real y = g(f(x)); end M;";
	char folder[] = "/tmp/mdv_include_XXXXXX";

	T_CHECK(mkdtemp(folder) != NULL);
	setenv("XDG_CACHE_HOME", folder, 1);
	fn_hooks.include = include_library;
	T_CHECK(strstr(fn_show(text), "allow foreign code with --allow external") != NULL);
	fn_hooks.may_load = may_load;
	T_STR(fn_show(text), "5");
	/* What one text defines others use; texts that are no C together count alone. */
	T_STR(fn_show("function f input Real x; output Real y; external \"C\" y = thrice(x) "
				  "annotation(Include=\"double thrice(double); double four(double);\"); end f; "
				  "function g input Real x; output Real y; external \"C\" y = four(x) "
				  "annotation(Include=\"double four(double x) { return 4*x; } "
				  "double thrice(double x) { return 3*x; }\"); end g; "
				  "model M input Real x; Real y = g(f(x)); end M;"),
		  "18");
	T_STR(fn_show("function f input Real x; output Real y; external \"C\" y = own(x) "
				  "annotation(Include=\"double own(double x) { return 5*x; }\"); end f; "
				  "function g input Real x; output Real y; external \"C\" y = own(x) "
				  "annotation(Include=\"double own(double x) { return 7*x; }\"); end g; "
				  "model M input Real x; Real y = g(f(x)); end M;"),
		  "52.5");
	T_STR(fn_show(
			  "function f input Real x; output Real y; external \"C\" y = sized(x, size({x}, 1)) "
			  "annotation(Include=\"double sized(double x, size_t n) { return x + n; }\"); end f; "
			  "model M input Real x; Real y = f(x); end M;"),
		  "2.5");
	T_CHECK(strstr(fn_show("function f input Real x; output Real y; external \"C\" y = wrong(x) "
						   "annotation(Include=\"double wrong(double x) { return z; }\"); end f; "
						   "model M input Real x; Real y = f(x); end M;"),
				   "the C compiler refuses the code of annotation(Include)") != NULL);
	fn_hooks.may_load = NULL;
	fn_hooks.include = NULL;
}

static void mathematical_functions_are_operators(void)
{
	T_STR(
		fn_show("function f input Real x; output Real y; external \"C\" y = atan2(x, 2.0); end f; "
				"function g input Real x; output Real y; external \"C\" y = sqrt(x); end g; "
				"model M input Real x; Real y = f(x) - atan2(x, 2) + g(x) - sqrt(x); end M;"),
		"0");
}

static void warnings_are_told_and_the_call_goes_on(void)
{
	n_warnings = 0;
	T_STR(fn_show("function f input Real x; output Real y; algorithm assert(x < 1, \"x is large\", "
				  "AssertionLevel.warning); "
				  "y := 2*x; end f; model M input Real x; Real y = f(x); end M;"),
		  "3");
	T_INT(n_warnings, 1);
}

/* MLS 12.4.4. What no statement assigns is an error, also where there are warnings. */
static void what_has_no_value_is_zero_with_a_warning(void)
{
	n_unset = 0;
	T_STR(fn_show("function f input Real x; output Real y; protected Real z; algorithm "
				  "for i in 1:3 loop if x > i then z := z + i; end if; end for; y := x + z; end f; "
				  "model M input Real x; Real y = f(x) + f(x/10); end M;"),
		  "2.65");
	T_INT(n_unset, 1);
	T_STR(fn_show("function f input Real x; output Real y; protected Real z; algorithm "
				  "y := x + z; end f; model M input Real x; Real y = f(x); end M;"),
		  "! 'z' is used before it has a value (in f, F.mo:1)");
	T_INT(n_unset, 1);
}

/* A constructor called by model code, a function that uses the object, the end. */
static void objects_live_until_the_end(void)
{
	const uint32_t slot[] = {0, 1, 2, 3};
	double frame[4] = {20, 0, 3, 0};
	int32_t make = -1, use = -1;

	if (!fn_begin("class Table extends ExternalObject; function constructor input Real x; output "
				  "Table t; external \"C\" t = open_table(x); "
				  "end constructor; function destructor input Table t; external \"C\" "
				  "close_table(t); end destructor; end Table;"
				  "function use input Table t; input Real x; output Real y; external \"C\" y = "
				  "read_table(t, x); end use;"
				  "model M input Real x; Table t = Table(20); Real y = use(t, x); end M;"))
		return;
	for (size_t f = 0; f < fn_cx.flat.fns.n; f++)
		if (strcmp(intern_text(&fn_cx.names, fn_cx.flat.fns.at[f].name), "use") == 0)
			use = lower_fn(&fn_lower, (FnId){(int32_t)f});
	make = lower_fn(&fn_lower, fn_cx.flat.objects.at[0].constructor);
	CHECKED(ir_fn_check, &fn_ir);
	fn_vm = vm_fn_new(&fn_ir, NULL);
	vm_fn_set_hooks(fn_vm, &fn_hooks);
	T_INT(vm_fn_call(fn_vm,
					 &(IrCall){.fn = use, .n_in = 2, .n_out = 1, .in = slot + 1, .out = slot + 3},
					 frame),
		  MDV_FAILED);
	T_STR(vm_fn_why(fn_vm),
		  "'read_table' is given an external object that does not exist (in use, F.mo:1)");
	T_INT(vm_fn_call(fn_vm,
					 &(IrCall){.fn = make, .n_in = 1, .n_out = 1, .in = slot, .out = slot + 1},
					 frame),
		  MDV_OK);
	T_INT(n_alive, 1);
	T_INT(vm_fn_call(fn_vm,
					 &(IrCall){.fn = use, .n_in = 2, .n_out = 1, .in = slot + 1, .out = slot + 3},
					 frame),
		  MDV_OK);
	T_REAL(frame[3], 23, 0);
	vm_fn_end_objects(fn_vm);
	T_INT(n_alive, 0);
	vm_fn_call(fn_vm, &(IrCall){.fn = make, .n_in = 1, .n_out = 1, .in = slot, .out = slot + 1},
			   frame);
	T_INT(n_alive, 1);
	vm_fn_free(fn_vm);
	T_INT(n_alive, 0);
	fn_end();
}

int main(void)
{
	fn_hooks = (VmHooks){.find = find, .guard = guard, .warn = warn};
	T_RUN(numbers_go_by_value_and_arrays_by_address);
	T_RUN(results_come_back_by_address);
	T_RUN(fortran_has_columns_and_addresses);
	T_RUN(records_go_as_structures);
	T_RUN(what_fails_in_C_can_be_tried_again);
	T_RUN(foreign_functions_are_called_only_if_allowed);
	T_RUN(C_code_of_a_model_is_compiled_if_allowed);
	T_RUN(mathematical_functions_are_operators);
	T_RUN(warnings_are_told_and_the_call_goes_on);
	T_RUN(what_has_no_value_is_zero_with_a_warning);
	T_RUN(objects_live_until_the_end);
	return T_END();
}
