/* SPDX-License-Identifier: MIT
   As test_sim_answers_qss.c, the models with large blocks: they take as long as all others three
   times over, and so run beside them. */
#include "answers.h"
#include "t.h"

static void large_blocks_lose_no_event(void)
{
	static const AnswerWay way = {MDV_SOLVER_QSS2, 1e-4, 1e-3};

	T_INT(answers_check("Large", &way, 1, NULL), 0);
}

int main(void)
{
	T_RUN(large_blocks_lose_no_event);
	return T_END();
}
