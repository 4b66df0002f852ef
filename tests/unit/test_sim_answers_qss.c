/* SPDX-License-Identifier: MIT
   Hybrid models whose answers are known by formulas (answers.h), by quantized states at a tolerance
   of 1e-4, judged at 1e-3; what they refuse is listed, with its words. */
#include "answers.h"
#include "t.h"

static const AnswerWay ways[] = {
	{MDV_SOLVER_QSS2, 1e-4, 1e-3}, {MDV_SOLVER_QSS3, 1e-4, 1e-3}, {MDV_SOLVER_LIQSS2, 1e-4, 1e-3}};

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		T_INT(answers_check(argv[i], ways, sizeof ways / sizeof *ways, NULL), 0);
	return t_bad != 0;
}
