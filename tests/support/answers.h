/* SPDX-License-Identifier: MIT
   answers.h — hybrid models whose answers are known by formulas: tests/hybrids. In front of each
   stands what is right at its end, "// n = 32: why", or when it must fail, "// fails at 0.1: why".
   No solver may give another answer and call it a success. */
#ifndef MDV_ANSWERS_H
#define MDV_ANSWERS_H

#include "sim.h"

/* How the models are run, and how wrong an answer may be, relative or absolute. */
typedef struct AnswerWay {
	MdvSolver solver;
	double tol;  /* 0: the model's */
	double most; /* error */
} AnswerWay;

/* A model that a way of running refuses: it must fail, with these words. */
typedef struct AnswerRefusal {
	const char *model; /* NULL: end of the list */
	const char *words;
} AnswerRefusal;

/* All models of tests/hybrids/NAME.mo, each way. refused may be NULL. How many runs were
   wrong; standard error tells which. */
int answers_check(const char *name, const AnswerWay ways[], size_t n_ways,
				  const AnswerRefusal refused[]);

#endif
