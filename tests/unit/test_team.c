/* SPDX-License-Identifier: MIT
   test_team.c — teams of threads: every member does its part once in every round. */
#define _GNU_SOURCE /* usleep */
#include "base/base.h"
#include "t.h"

#include <unistd.h>

enum { MEMBERS = 5, ROUNDS = 3000 };

typedef struct Work {
	long done[MEMBERS]; /* rounds that each member has seen, not atomic: the round orders them */
	long sum;           /* written between rounds */
	bool slow;          /* one member takes long, so that the others sleep */
} Work;

static void do_part(void *ctx, unsigned i)
{
	Work *w = ctx;

	if (w->slow && i == 2)
		usleep(3000);
	w->done[i] += w->sum + 1;
}

static void each_member_does_its_part_once_a_round(void)
{
	Team *t = team_new(MEMBERS, NULL);
	Work w = {.sum = 0};

	T_INT(team_size(t), MEMBERS);
	for (int round = 0; round < ROUNDS; round++)
		team_run(t, do_part, &w);
	for (int i = 0; i < MEMBERS; i++)
		T_INT(w.done[i], ROUNDS);
	team_free(t);
}

static void what_is_written_between_rounds_is_seen(void)
{
	Team *t = team_new(MEMBERS, NULL);
	Work w = {.slow = true};
	long want = 0;

	for (int round = 0; round < 40; round++) {
		w.sum = w.done[MEMBERS - 1] % 7;
		want += w.sum + 1;
		if (round == 20)
			usleep(20000); /* all of them sleep */
		team_run(t, do_part, &w);
	}
	for (int i = 0; i < MEMBERS; i++)
		T_INT(w.done[i], want);
	team_free(t);
}

static void a_team_of_one_is_the_caller(void)
{
	Team *t = team_new(1, NULL);
	Work w = {.sum = 0};

	team_run(t, do_part, &w);
	T_INT(w.done[0], 1);
	T_INT(w.done[1], 0);
	T_INT(team_size(NULL), 1);
	team_free(t);
	team_free(NULL);
}

int main(void)
{
	T_RUN(each_member_does_its_part_once_a_round);
	T_RUN(what_is_written_between_rounds_is_seen);
	T_RUN(a_team_of_one_is_the_caller);
	return T_END();
}
