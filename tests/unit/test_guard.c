/* SPDX-License-Identifier: MIT
   test_guard.c — the way out of deep calls. */
#include "base/base.h"
#include "t.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void do_nothing(void *arg)
{
	*(int *)arg += 1;
}

static void what_returns_is_ok(void)
{
	Guard g;
	int n = 0;

	T_INT(guard_run(&g, NULL, do_nothing, &n), MDV_OK);
	T_INT(n, 1);
	T_STR(g.text, "");
}

/* A root with children in frames that are left. */
static void fill_children(void *arg)
{
	Arena child, grandchild;
	Text text;

	arena_child(&child, arg);
	arena_child(&grandchild, &child);
	text_init(&text, arena_heap(&child));
	for (;;) {
		NEW_ARRAY(&child, char, 100);
		NEW_ARRAY(&grandchild, char, 100000);
		text_add_char(&text, 'x', 1000);
	}
}

static void want_of_memory_leaves_the_guard_and_frees_what_lies_in_the_frames(void)
{
	for (size_t k = 1; k < 50; k++) {
		AllocMeter meter;
		Arena root;
		Guard g;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		arena_init(&root, &meter.alloc);
		root.no_memory = guard_no_memory;
		T_INT(guard_run(&g, &root, fill_children, &root), MDV_NO_MEMORY);
		T_INT(meter.live, 0);
		T_CHECK(!root.child);
		arena_free(&root);
	}
}

static void make_bug(void *arg)
{
	BUG("%d blocks for %s", 3, (const char *)arg);
}

static void a_bug_leaves_the_guard_with_its_place(void)
{
	Guard g;

	T_INT(guard_run(&g, NULL, make_bug, "Ball"), MDV_INTERNAL_ERROR);
	T_CHECK(strstr(g.text, "internal error at ") == g.text);
	T_CHECK(strstr(g.text, "test_guard.c:"));
	T_CHECK(strstr(g.text, ": 3 blocks for Ball; please report it with the model"));
}

static void a_long_text_is_cut_but_asks_for_a_report(void)
{
	char longer[3000];
	Guard g;

	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	T_INT(guard_run(&g, NULL, make_bug, longer), MDV_INTERNAL_ERROR);
	T_CHECK(strstr(g.text, "xxx; please report it with the model"));
}

static void make_inner_bug(void *arg)
{
	Guard inner;

	*(MdvStatus *)arg = guard_run(&inner, NULL, make_bug, "inner");
	make_bug("outer");
}

static void guards_nest(void)
{
	MdvStatus inner = MDV_OK;
	Guard g;

	T_INT(guard_run(&g, NULL, make_inner_bug, &inner), MDV_INTERNAL_ERROR);
	T_INT(inner, MDV_INTERNAL_ERROR);
	T_CHECK(strstr(g.text, "for outer"));
}

/* On one line, so that the parent knows the line on which the child aborts. */
#define NOTE_LINE_AND_ABORT_IN(child, line)     \
	do {                                        \
		line = __LINE__;                        \
		if (child == 0)                         \
			BUG("%d blocks for %s", 3, "Ball"); \
	} while (0)

static void a_bug_names_its_place_and_aborts(void)
{
	int pipe_ends[2], status = 0, line;
	char got[200] = "", want[200];
	pid_t child;
	FILE *in;

	fflush(stdout);
	T_INT(pipe(pipe_ends), 0);
	child = fork();
	if (child == 0)
		dup2(pipe_ends[1], 2);
	NOTE_LINE_AND_ABORT_IN(child, line);
	close(pipe_ends[1]);
	in = fdopen(pipe_ends[0], "r");
	T_CHECK(fgets(got, sizeof got, in));
	fclose(in);
	waitpid(child, &status, 0);
	snprintf(want, sizeof want, "internal error at %s:%d: 3 blocks for Ball; please report it\n",
			 __FILE__, line);
	T_STR(got, want);
	T_CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* Work of several kinds that never ends by itself; what asks is a host that waits for its turn. */

static int asked;

static bool stop_at_the_third_time(void *user)
{
	(void)user;
	return ++asked == 3;
}

static void allocate_and_release(Arena *a)
{
	ArenaMark mark = arena_mark(a);

	arena_alloc(a, 24, 8);
	arena_release(a, mark);
}

static void open_and_close_a_scope(Arena *a)
{
	Arena child;

	arena_child(&child, a);
	arena_alloc(&child, 24, 8);
	arena_free(&child);
}

static void count_only(Arena *a)
{
	arena_work(a, 1);
}

static void clear_megabytes(Arena *a)
{
	ArenaMark mark = arena_mark(a);

	NEW_ARRAY(a, char, 64u << 20);
	arena_release(a, mark);
}

typedef struct Work {
	Guard guard;              /* that it is left by */
	Arena keep;               /* in which it works */
	void (*unit)(Arena *arg); /* done again and again */
	int most;                 /* times that it may be done before the host has been asked thrice */
	int done;                 /* times that it was done */
} Work;

static void work_on(void *arg)
{
	Work *w = arg;

	w->guard.stop = stop_at_the_third_time;
	while (w->done++ < w->most)
		w->unit(&w->keep);
}

static void no_work_is_long_without_asking_whether_to_go_on(void)
{
	const struct {
		void (*unit)(Arena *a);
		int most;
	} all[] = {{allocate_and_release, 20000},
			   {open_and_close_a_scope, 20000},
			   {count_only, 20000},
			   {clear_megabytes, 3}};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		Work w = {.unit = all[i].unit, .most = all[i].most};

		asked = 0;
		arena_init(&w.keep, NULL);
		w.keep.no_memory = guard_no_memory;
		if (guard_run(&w.guard, &w.keep, work_on, &w) != MDV_STOPPED)
			T_FAIL("kind %zu of work goes on after being asked %d times", i, asked);
		arena_free(&w.keep);
	}
}

int main(void)
{
	T_RUN(what_returns_is_ok);
	T_RUN(want_of_memory_leaves_the_guard_and_frees_what_lies_in_the_frames);
	T_RUN(a_bug_leaves_the_guard_with_its_place);
	T_RUN(a_long_text_is_cut_but_asks_for_a_report);
	T_RUN(guards_nest);
	T_RUN(no_work_is_long_without_asking_whether_to_go_on);
	T_RUN(a_bug_names_its_place_and_aborts);
	return T_END();
}
