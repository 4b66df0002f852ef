/* SPDX-License-Identifier: MIT
   Texts that are nested deeper than any stack: each is compiled, or refused in words; the process
   stays. Also on a thread with a small stack. */
#include "base/base.h"
#include "modevs/modevs.h"
#include "t.h"

#include <pthread.h>
#include <string.h>

/* A part of a text that is repeated: "%d" in it is the number of the repetition, "%p" the one
   before. */
static void repeat(Text *out, const char *part, int from, int to)
{
	int step = from <= to ? 1 : -1;

	for (int i = from; i != to + step; i += step)
		for (const char *s = part; *s; s++) {
			if (s[0] == '%' && (s[1] == 'd' || s[1] == 'p'))
				text_printf(out, "%d", s[1] == 'd' ? i : i - 1), s++;
			else
				text_add_char(out, *s, 1);
		}
}

/* head, n times before, middle, n times after, tail. */
typedef struct Deep {
	const char *what;   /* for messages */
	const char *head;   /* as it stands */
	const char *before; /* with ascending numbers 1 … n */
	const char *middle; /* as it stands */
	const char *after;  /* with descending numbers n … 1 */
	const char *tail;   /* as it stands */
	int n;              /* how deep */
	bool fits;          /* it is right, and can be compiled on a common stack */
} Deep;

#define NESTED(e, open, close, n)                                                    \
	{                                                                                \
#open, "model M Real x; equation x = ", open, e, close, "; end M;", n, false \
	}

static const Deep deep[] = {
	NESTED("1", "(", ")", 100000),
	NESTED("1", "{", "}", 100000),
	NESTED("1", "[", "]", 100000),
	NESTED("1", "-(", ")", 100000),
	NESTED("time", "sin(", ")", 100000),
	NESTED("time", "f(function ", ")", 100000),
	NESTED("0", "if time > %d then 1 else ", "", 100000),
	NESTED("1", "(if time > 1 then ", " else 2)", 10000),
	NESTED("time", "a[", "]", 100000),
	NESTED("1", "sum(", " for i%d in 1:1)", 10000),
	{"long sum", "model M Real x; equation x = 0", " + time", "", "", "; end M;", 100000, true},
	{"long product", "model M Real x; equation x = 1", "*(1 + %d*time)", "", "", "; end M;", 20000,
	 true},
	{"if-equations", "model M Real x; equation ", "if time > 1 then ", "x = 1;",
	 " else x = 0; end if;", " end M;", 100000, false},
	{"statements", "model M Real x; algorithm ", "if time > 1 then ", "x := 1;", " end if;",
	 " end M;", 100000, false},
	{"loops", "model M Real x; equation ", "for i%d in 1:1 loop ", "x = 1;", " end for;", " end M;",
	 10000, false},
	{"iterators", "model M Real x; equation for i in 1:1", ", i%d in 1:1", " loop x = 1; end for;",
	 "", " end M;", 50000, false},
	{"packages", "", "package P%d ", "model M Real x = 1; end M;", " end P%d;", "", 10000, false},
	{"annotations", "model M Real x = 1; annotation(", "a(", "b = 1", ")", "); end M;", 100000,
	 false},
	{"modifiers", "model M Real x(", "a(", "b = 1", ")", "); end M;", 100000, false},
	{"redeclarations", "model M M m(", "redeclare model A = B(", "b = 1", ")", "); end M;", 100000,
	 false},
	{"components", "model M0 Real x = 1; end M0; ", "model M%d M%p m; end M%d; ", "", "",
	 "model M M10000 m; end M;", 10000, false},
	{"bases", "model M0 Real x = 1; end M0; ", "model M%d extends M%p; end M%d; ", "", "",
	 "model M extends M10000; end M;", 10000, false},
	{"types", "type T0 = Real; ", "type T%d = T%p; ", "", "", "model M T10000 x = 1; end M;", 10000,
	 false},
	{"imports", "package P0 constant Real c = 1; end P0; ",
	 "package P%d import Q = P%p; constant Real c = Q.c; end P%d; ", "", "",
	 "model M Real x = P10000.c; end M;", 10000, false},
	{"functions", "function f0 input Real x; output Real y; algorithm y := x; end f0; ",
	 "function f%d input Real x; output Real y; algorithm y := f%p(x); end f%d; ", "", "",
	 "model M Real x = f10000(time); end M;", 10000, false},
	{"constants, the last first", "model M ", "", "",
	 "constant Real c%d = 1 + sin(sin(sin(sin(sin(sin(sin(sin(c%p)))))))); ",
	 "constant Real c0 = 1; Real x = c500; end M;", 500, true},
	{"branches", "model M Real x; equation if time > 1 then x = 0; ",
	 "elseif time > %d then x = %d; ", "else x = 1; end if; end M;", "", "", 3000, true},
	{"literals", "type E = enumeration(e0", ", e%d", "); model M E e = E.e5; end M;", "", "", 70000,
	 true},
	{"comments", "model M ", "/* /* ", "*/ Real x = 1; end M;", "", "", 100000, true},
	{"quotes", "model M Real x = 1 \"", "\\\"", "\"; end M;", "", "", 100000, true},
	{"digits", "model M Real x = 0.", "3", "; end M;", "", "", 1000000, true},
	{"letters", "model M Real ", "x", " = 1; end M;", "", "", 1000000, true},
	{"nothing but brackets", "", "(", "", "", "", 100000, false},
	{"nothing but classes", "", "model M%d ", "", "", "", 100000, false},
	{"an open list", "model M equation x = ", "{{i for i in ", "", "", "", 100000, false},
};

typedef struct Attempt {
	const Deep *d;    /* what is compiled */
	MdvStatus status; /* how it ended */
	bool told;        /* there was a message */
} Attempt;

static void *compile_deep(void *arg)
{
	Attempt *a = arg;
	MdvProgram *p;
	Text text;

	text_init(&text, NULL);
	text_printf(&text, "%s", a->d->head);
	repeat(&text, a->d->before, 1, a->d->n);
	text_printf(&text, "%s", a->d->middle);
	repeat(&text, a->d->after, a->d->n, 1);
	text_printf(&text, "%s\n", a->d->tail);
	a->status = mdv_compile_text("Deep.mo", text_str(&text), NULL, &p);
	a->told = p && *mdv_program_messages(p);
	mdv_program_free(p);
	text_free(&text);
	return NULL;
}

/* Runs it on a thread with a stack of that many bytes. */
static void run_on_stack(size_t bytes, void *(*body)(void *arg), void *arg)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, bytes);
	T_INT(pthread_create(&thread, &attributes, body, arg), 0);
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}

static void compile_all(size_t stack)
{
	for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
		Attempt a = {.d = &deep[i]};

		run_on_stack(stack, compile_deep, &a);
		if (a.status == MDV_OK ? !a.d->fits : a.status != MDV_FAILED || !a.told)
			T_FAIL("%s, a stack of %zu KB: status %d, %s", a.d->what, stack / 1024, (int)a.status,
				   a.told ? "told" : "not a word");
		if (a.d->fits && a.status != MDV_OK && stack >= 8u << 20)
			T_FAIL("%s: refused", a.d->what);
	}
}

static void what_is_nested_too_deeply_is_refused_in_words(void)
{
	compile_all(8u << 20);
}

static void a_small_stack_is_enough_to_say_so(void)
{
	compile_all(1u << 20);
}

/* How deep it came; the array makes it a call that needs stack, whatever the optimizer thinks. */
static int descend(int n)
{
	volatile char frame[1000];
	int reached;

	frame[n % 1000] = 1;
	if (guard_is_deep() || n == 100000)
		return n;
	reached = descend(n + 1);
	return reached + frame[n % 1000] - 1;
}

static void descend_guarded(void *arg)
{
	*(int *)arg = descend(0);
}

static void *run_descent(void *arg)
{
	Guard g;

	T_INT(guard_run(&g, NULL, descend_guarded, arg), MDV_OK);
	T_CHECK(!guard_is_deep());
	return NULL;
}

static void recursion_turns_back_before_the_stack_ends(void)
{
	int n = 0;

	run_on_stack(8u << 20, run_descent, &n);
	T_CHECK(n > 100 && n < 100000);
}

int main(void)
{
	T_RUN(recursion_turns_back_before_the_stack_ends);
	T_RUN(what_is_nested_too_deeply_is_refused_in_words);
	T_RUN(a_small_stack_is_enough_to_say_so);
	return T_END();
}
