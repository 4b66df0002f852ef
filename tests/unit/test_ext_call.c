/* SPDX-License-Identifier: MIT
   test_ext_call.c — calls of external functions: errors, strings, messages, functions by name. */
#include "ext_call.h"

static int n_released;

static void release(void *ptr)
{
	n_released += *(int *)ptr;
}

static void an_error_ends_the_call_and_tells_why(void)
{
	FAILS(ext_error("the answer is %d", 42), "the answer is 42");
	FAILS(ModelicaError("plain % text"), "plain % text");
	FAILS(ModelicaFormatError("%s %d", "formatted", 7), "formatted 7");
}

static void a_long_error_is_cut_off(void)
{
	static char text[2 * EXT_ERROR_SIZE];

	memset(text, 'x', sizeof text - 1);
	FAILS(ModelicaError(text), "xxxx");
}

static void hold_and_fail(bool forget)
{
	static int one = 1, ten = 10;

	ext_guard(release, &one);
	ext_guard(release, &ten);
	if (forget)
		ext_unguard();
	ext_error("failed");
}

static void what_a_failed_call_holds_is_released(void)
{
	n_released = 0;
	FAILS(hold_and_fail(false), "failed");
	T_INT(n_released, 11);
	n_released = 0;
	FAILS(hold_and_fail(true), "failed");
	T_INT(n_released, 1);
}

static void fail_if(void *ctx)
{
	if (*(bool *)ctx)
		ext_error("asked to fail");
}

static void a_call_may_run_a_function(void)
{
	ExtCall call;
	bool yes = true, no = false;

	ext_call_begin(&call, &session);
	T_CHECK(ext_call_run(&call, fail_if, &no));
	T_STR(call.error, "");
	ext_call_end(&call);
	ext_call_begin(&call, &session);
	T_CHECK(!ext_call_run(&call, fail_if, &yes));
	T_STR(call.error, "asked to fail");
	ext_call_end(&call);
}

static void call_twice(void)
{
	FAILS(ext_error("inner"), "inner");
	RUN(T_STR(ModelicaDuplicateString("inner"), "inner"));
}

static void a_call_inside_of_a_call_leaves_the_outer_one_alone(void)
{
	static const char *s;

	RUN(s = ModelicaDuplicateString("outer"); call_twice(); T_STR(s, "outer"));
}

static void count_release(void *n)
{
	++*(int *)n;
}

/* An error of modevs itself, in a call inside of a call. */
static void break_down(void *arg)
{
	static ExtCall outer, inner;

	ext_call_begin(&outer, &session);
	ext_guard(count_release, arg);
	ext_call_begin(&inner, &session);
	ext_guard(count_release, arg);
	ModelicaAllocateString(100);
	BUG("in the middle");
}

static void an_error_of_modevs_leaves_no_call_behind(void)
{
	int n = 0;
	Guard g;

	T_INT(guard_run(&g, NULL, break_down, &n), MDV_INTERNAL_ERROR);
	T_INT(n, 2);
	FAILS(ext_error("here"), "here");
	T_INT(guard_run(&g, NULL, break_down, &n), MDV_INTERNAL_ERROR);
	T_INT(n, 4);
}

static void strings_are_cleared_and_ended(void)
{
	static char *s;

	RUN(s = ModelicaAllocateString(3); T_INT(s[0], 0); T_INT(s[3], 0));
	RUN(s = ModelicaAllocateStringWithErrorReturn(3); T_INT(s[3], 0));
	RUN(T_STR(ModelicaDuplicateString("Grüße"), "Grüße"));
	RUN(T_STR(ModelicaDuplicateStringWithErrorReturn(""), ""));
	RUN(T_CHECK(!ModelicaAllocateStringWithErrorReturn(SIZE_MAX)));
	RUN(T_CHECK(!ModelicaAllocateStringWithErrorReturn(SIZE_MAX / 2)));
	FAILS(ModelicaAllocateString(SIZE_MAX / 2), "out of memory");
}

static void messages_go_to_the_sink(void)
{
	text_clear(&said);
	RUN(ModelicaMessage("100 %\n"); ModelicaFormatMessage("%d\n", 5); ModelicaWarning("careful\n");
		ModelicaFormatWarning("%s\n", "really"); ModelicaInternal_print("line", ""));
	T_STR(text_str(&said), "100 %\n5\nwarning: careful\nwarning: really\nline\n");
}

/* As bsearch needs it, and nothing twice. */
static void the_symbols_are_in_order(void)
{
#define NAME(result, name, arguments, need, signature) #name,
#define FORTRAN(name, signature)                       #name,
	static const char *const names[] = {EXT_FUNCTIONS(NAME) EXT_FORTRAN(FORTRAN) "exit", "system"};

	for (size_t i = 1; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i - 1], names[i]) >= 0)
			T_FAIL("%s must come before %s", names[i], names[i - 1]);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!ext_find(names[i]))
			T_FAIL("%s is not found", names[i]);
	T_CHECK(!ext_find("ModelicaStrings"));
	T_CHECK(!ext_find("dgesv_"));
	T_CHECK(!ext_find(""));
	T_CHECK(ext_find("ModelicaStrings_length") == (ExtFn)ModelicaStrings_length);
}

static void exit_is_told_to_the_caller(void)
{
	void (*leave)(int) = (void (*)(int))ext_find("exit");

	T_CHECK(!session.exit_asked);
	FAILS(leave(3), "exit(3)");
	T_CHECK(session.exit_asked);
	T_INT(session.exit_status, 3);
}

static void a_command_gives_its_status(void)
{
	static int (*command)(const char *);

	command = (int (*)(const char *))ext_find("system");
	RUN(T_INT(command("exit 0"), 0));
	RUN(T_CHECK(command("exit 1") != 0));
}

int main(void)
{
	start_session();
	T_RUN(an_error_ends_the_call_and_tells_why);
	T_RUN(a_long_error_is_cut_off);
	T_RUN(what_a_failed_call_holds_is_released);
	T_RUN(a_call_may_run_a_function);
	T_RUN(a_call_inside_of_a_call_leaves_the_outer_one_alone);
	T_RUN(an_error_of_modevs_leaves_no_call_behind);
	T_RUN(strings_are_cleared_and_ended);
	T_RUN(messages_go_to_the_sink);
	T_RUN(the_symbols_are_in_order);
	T_RUN(exit_is_told_to_the_caller);
	T_RUN(a_command_gives_its_status);
	end_session();
	return T_END();
}
