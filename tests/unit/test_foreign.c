/* SPDX-License-Identifier: MIT
   test_foreign.c — memory of libraries that do not survive its end. */
#include "base/base.h"
#include "t.h"

void *foreign_malloc(size_t size); /* as the libraries call them */
void *foreign_calloc(size_t n, size_t size);
void *foreign_realloc(void *ptr, size_t size);
void foreign_free(void *ptr);

enum { N = 12 };

typedef struct Library {
	Foreign f;        /* what it takes */
	AllocMeter meter; /* where from */
	char *at[N];      /* its objects */
	int n_done;       /* runs that came to their end */
} Library;

static void begin(Library *l, size_t fail_at, bool after)
{
	*l = (Library){.n_done = 0};
	alloc_meter_init(&l->meter, NULL);
	l->meter.fail_at = fail_at;
	l->meter.fail_after = after;
	foreign_init(&l->f, &l->meter.alloc);
}

/* Never looks whether it got something; 3 * N calls. */
static MdvStatus build(void *ctx)
{
	Library *l = ctx;

	for (int k = 0; k < N; k++) {
		l->at[k] = foreign_malloc((size_t)k);
		memset(l->at[k], k, (size_t)k);
	}
	for (int k = 0; k < N; k++) {
		l->at[k] = foreign_realloc(l->at[k], 5000);
		T_CHECK(k == 0 || (l->at[k][0] == k && l->at[k][k - 1] == k));
		memset(l->at[k], k, 5000);
	}
	for (int k = 0; k < N; k += 2)
		foreign_free(l->at[k]);
	for (int k = 0; k < N; k += 2) {
		l->at[k] = foreign_calloc(10, 20);
		T_CHECK(l->at[k][0] == 0 && l->at[k][199] == 0);
	}
	l->n_done++;
	return MDV_OK;
}

static void a_library_without_memory_is_left_and_nothing_stays(void)
{
	const int calls = 2 * N + N / 2;

	for (size_t k = 1; k <= (size_t)calls; k++)
		for (int after = 0; after < 2; after++) {
			Library l;

			begin(&l, k, after);
			T_INT(foreign_run(&l.f, build, &l), MDV_NO_MEMORY);
			T_INT(l.n_done, 0);
			T_INT(l.meter.live, 0);
			T_INT(foreign_run(&l.f, build, &l), MDV_NO_MEMORY); /* it is gone */
		}
}

static void what_is_left_is_released_together(void)
{
	Library l;

	begin(&l, 0, false);
	T_INT(foreign_run(&l.f, build, &l), MDV_OK);
	T_INT(l.n_done, 1);
	foreign_free(l.at[3]); /* also outside of a run */
	foreign_release(&l.f);
	T_INT(l.meter.live, 0);
}

static MdvStatus shrink(void *ctx)
{
	Library *l = ctx;
	char *at = foreign_malloc(1000);

	l->meter.fail_at = 2;
	T_CHECK(foreign_realloc(at, 10) == at);
	T_INT(l->meter.n_calls, 2);
	foreign_free(at);
	return MDV_OK;
}

static void what_cannot_shrink_stays(void)
{
	Library l;

	begin(&l, 0, false);
	T_INT(foreign_run(&l.f, shrink, &l), MDV_OK);
	T_INT(l.meter.live, 0);
}

static MdvStatus ask_too_much(void *ctx)
{
	(void)ctx;
	return foreign_calloc(SIZE_MAX / 4, 8) ? MDV_OK : MDV_FAILED;
}

static void sizes_that_overflow_are_refused(void)
{
	Library l;

	begin(&l, 0, false);
	T_INT(foreign_run(&l.f, ask_too_much, &l), MDV_NO_MEMORY);
	T_CHECK(!foreign_malloc(SIZE_MAX));
	T_CHECK(!foreign_calloc(SIZE_MAX / 4, 8));
}

static void without_a_run_it_is_the_heap(void)
{
	char *at = foreign_malloc(10), *more;

	memset(at, 1, 10);
	more = foreign_realloc(at, 20);
	T_CHECK(more && more[9] == 1);
	T_CHECK(!foreign_realloc(more, SIZE_MAX));
	foreign_free(more);
	foreign_free(NULL);
}

typedef struct Nest {
	Library outer, inner; /* one calls the other */
	MdvStatus got;        /* of the inner one */
} Nest;

static MdvStatus run_inner(void *ctx)
{
	Nest *n = ctx;
	char *mine = foreign_malloc(100);

	memset(mine, 7, 100);
	n->got = foreign_run(&n->inner.f, build, &n->inner);
	T_INT(mine[99], 7);
	foreign_free(mine);
	return MDV_OK;
}

static void one_that_is_called_by_another_fails_alone(void)
{
	Nest n;

	begin(&n.outer, 0, false);
	begin(&n.inner, 9, false);
	T_INT(foreign_run(&n.outer.f, run_inner, &n), MDV_OK);
	T_INT(n.got, MDV_NO_MEMORY);
	T_INT(n.outer.meter.live + n.inner.meter.live, 0);
}

static MdvStatus take_and_jump(void *ctx)
{
	(void)ctx;
	foreign_malloc(10);
	BUG("in the middle");
}

static MdvStatus call_and_jump(void *ctx)
{
	Nest *n = ctx;

	foreign_malloc(10);
	return foreign_run(&n->inner.f, take_and_jump, n);
}

static void run_nest(void *ctx)
{
	Nest *n = ctx;

	foreign_run(&n->outer.f, call_and_jump, n);
}

static void an_error_that_jumps_over_libraries_ends_their_objects(void)
{
	Guard g;
	Nest n;

	begin(&n.outer, 0, false);
	begin(&n.inner, 0, false);
	T_INT(guard_run(&g, NULL, run_nest, &n), MDV_INTERNAL_ERROR);
	T_CHECK(n.outer.f.lost && n.inner.f.lost);
	T_INT(n.outer.meter.live + n.inner.meter.live, 0);
	foreign_free(foreign_malloc(10)); /* nobody's any more */
	T_INT(n.outer.meter.n_calls + n.inner.meter.n_calls, 2);
}

int main(void)
{
	T_RUN(a_library_without_memory_is_left_and_nothing_stays);
	T_RUN(what_is_left_is_released_together);
	T_RUN(what_cannot_shrink_stays);
	T_RUN(sizes_that_overflow_are_refused);
	T_RUN(without_a_run_it_is_the_heap);
	T_RUN(one_that_is_called_by_another_fails_alone);
	T_RUN(an_error_that_jumps_over_libraries_ends_their_objects);
	return T_END();
}
