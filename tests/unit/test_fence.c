/* SPDX-License-Identifier: MIT
   test_fence.c — blocks behind fences, by which mutants are watched: who goes too far is seen. */
#define _DEFAULT_SOURCE /* fork */
#include "fence.h"
#include "t.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define BYTES ((size_t)1 << 24)

/* Another process writes to an address; whether the processor stopped it. */
static bool is_stopped(volatile unsigned char *at)
{
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		signal(SIGSEGV, SIG_DFL); /* a sanitizer has its own */
		setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
		*at = 1;
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

static void bytes_of_a_block_can_be_written_and_those_behind_it_cannot(void)
{
	static const size_t sizes[] = {16, 48, 4032, 4096, 8192, 100000};
	Fence f;

	T_CHECK(fence_init(&f, BYTES));
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		unsigned char *block = fence_get(&f, sizes[k]);

		T_CHECK(block && fence_has(&f, block));
		memset(block, 1, sizes[k]);
		T_CHECK(is_stopped(block + sizes[k]));
		T_CHECK(is_stopped(block + sizes[k] + 4095));
		T_CHECK(fence_put(&f, block, sizes[k]));
	}
}

static void blocks_that_were_given_back_cannot_be_written(void)
{
	unsigned char *first, *second;
	Fence f;

	T_CHECK(fence_init(&f, BYTES));
	first = fence_get(&f, 5000);
	second = fence_get(&f, 10);
	T_CHECK(fence_put(&f, first, 5000));
	T_CHECK(is_stopped(first));
	T_CHECK(is_stopped(first + 4999));
	T_CHECK(!is_stopped(second));
	T_CHECK(fence_put(&f, second, 10));
	T_CHECK(is_stopped(second));
}

static void bytes_beside_a_block_that_changed_are_seen_when_it_is_given_back(void)
{
	unsigned char *block;
	Fence f;

	T_CHECK(fence_init(&f, BYTES));
	block = fence_get(&f, 9);
	block[9] = 0; /* there are some to the next page: blocks are aligned */
	T_CHECK(!fence_put(&f, block, 9));
	block = fence_get(&f, 16);
	block[-1] = 0;
	T_CHECK(!fence_put(&f, block, 16));
	block = fence_get(&f, 4096);
	block[-64] = 0;
	T_CHECK(!fence_put(&f, block, 4096));
}

static void addresses_come_to_an_end_and_are_used_again(void)
{
	unsigned char *first, *block;
	Fence f;
	int n = 0;

	T_CHECK(fence_init(&f, BYTES));
	first = fence_get(&f, 1);
	T_CHECK(fence_put(&f, first, 1));
	while ((block = fence_get(&f, 1)) && fence_put(&f, block, 1))
		n++;
	T_INT(n, (int)(BYTES / 8192) - 1);
	fence_reset(&f);
	T_CHECK(fence_get(&f, 1) == first);
	T_CHECK(!fence_get(&f, BYTES));
}

int main(void)
{
	T_RUN(bytes_of_a_block_can_be_written_and_those_behind_it_cannot);
	T_RUN(blocks_that_were_given_back_cannot_be_written);
	T_RUN(bytes_beside_a_block_that_changed_are_seen_when_it_is_given_back);
	T_RUN(addresses_come_to_an_end_and_are_used_again);
	return T_END();
}
