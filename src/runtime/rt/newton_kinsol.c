/* SPDX-License-Identifier: MIT
   newton_kinsol.c — Newton with line search of SUNDIALS' KINSOL, one of the last ways to solve a
   nonlinear block at an event or at the start. It is needed so rarely that its memory is obtained
   when it is and freed afterwards. The point that it finds is the guess of our own iteration, which
   decides whether it is a solution. The only file of rt/ that knows SUNDIALS. */
#include "runtime/rt/rt.h"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#if SUNDIALS_VERSION_MAJOR >= 7
#define NO_COMM SUN_COMM_NULL
#else
#define NO_COMM NULL
#endif

typedef struct Search {
	Rt *rt;                 /* the instance */
	Newton *s;              /* what is solved */
	Foreign memory;         /* of the objects below */
	SUNContext context;     /* the same */
	void *mem;              /* KINSOL */
	N_Vector u, by_u, by_r; /* unknowns; one by the sizes of unknowns and residuals */
	SUNMatrix matrix;       /* Jacobian */
	SUNLinearSolver linear; /* dense LU */
	MdvStatus fatal;        /* a verdict of the model */
} Search;

static int answer(Search *k, MdvStatus status)
{
	if (status < 0)
		k->fatal = status;
	return status < 0 ? -1 : status > 0 ? 1 : 0;
}

static int residual(N_Vector u, N_Vector r, void *ctx)
{
	Search *k = ctx;

	return answer(k, newton_residual(k->rt, k->s, N_VGetArrayPointer(u), N_VGetArrayPointer(r)));
}

static int jacobian(N_Vector u, N_Vector r, SUNMatrix matrix, void *ctx, N_Vector tmp1,
					N_Vector tmp2)
{
	Search *k = ctx;
	double *at = N_VGetArrayPointer(u);
	MdvStatus status;

	(void)tmp1;
	(void)tmp2;
	status = newton_residual(k->rt, k->s, at, N_VGetArrayPointer(r));
	if (status == MDV_OK)
		status =
			block_matrix(k->rt, k->s->block, k->s->column, k->s->n, SUNDenseMatrix_Data(matrix));
	return answer(k, status);
}

#if SUNDIALS_VERSION_MAJOR < 7
static void listen(int code, const char *module, const char *function, char *text, void *ctx)
{
	(void)code;
	(void)module;
	(void)function;
	(void)text;
	(void)ctx;
}
#endif

static bool build(Search *k)
{
	int32_t n = k->s->n;

	if (SUNContext_Create(NO_COMM, &k->context) != 0)
		return false;
#if SUNDIALS_VERSION_MAJOR >= 7
	SUNContext_ClearErrHandlers(k->context);
#endif
	k->u = N_VNew_Serial(n, k->context);
	k->by_u = N_VNew_Serial(n, k->context);
	k->by_r = N_VNew_Serial(n, k->context);
	k->matrix = SUNDenseMatrix(n, n, k->context);
	k->mem = KINCreate(k->context);
	if (!k->u || !k->by_u || !k->by_r || !k->matrix || !k->mem)
		return false;
	k->linear = SUNLinSol_Dense(k->u, k->matrix, k->context);
#if SUNDIALS_VERSION_MAJOR < 7
	if (KINSetErrHandlerFn(k->mem, listen, NULL) != 0)
		return false;
#endif
	return k->linear && KINInit(k->mem, residual, k->u) == 0 && KINSetUserData(k->mem, k) == 0 &&
		   KINSetLinearSolver(k->mem, k->linear, k->matrix) == 0 &&
		   KINSetJacFn(k->mem, jacobian) == 0 && KINSetFuncNormTol(k->mem, 1e-9) == 0 &&
		   KINSetScaledStepTol(k->mem, 1e-12) == 0 && KINSetNumMaxIters(k->mem, 200) == 0;
}

static void destroy(Search *k)
{
	if (k->mem)
		KINFree(&k->mem);
	if (k->linear)
		SUNLinSolFree(k->linear);
	if (k->matrix)
		SUNMatDestroy(k->matrix);
	if (k->u)
		N_VDestroy(k->u);
	if (k->by_u)
		N_VDestroy(k->by_u);
	if (k->by_r)
		N_VDestroy(k->by_r);
	if (k->context)
		SUNContext_Free(&k->context);
}

static MdvStatus search(Search *k)
{
	Newton *s = k->s;
	RtWork *w = &k->rt->work;
	double *u = N_VGetArrayPointer(k->u);

	for (int32_t i = 0; i < s->n; i++)
		u[i] = k->rt->frame[s->block->step->unknown[s->column ? s->column[i] : i]];
	TRY(newton_residual(k->rt, s, u, w->r));
	TRY(newton_factor(k->rt, s, u)); /* for the sizes */
	for (int32_t i = 0; i < s->n; i++) {
		double size = s->block->row_size[i];

		N_VGetArrayPointer(k->by_u)[i] = 1 / w->scale[i];
		N_VGetArrayPointer(k->by_r)[i] = size > 0 ? 1 / size : 1;
	}
	if (KINSol(k->mem, k->u, KIN_LINESEARCH, k->by_u, k->by_r) < 0)
		return k->fatal < 0 ? k->fatal : MDV_RETRY;
	s->lu->valid = false;
	TRY(newton_residual(k->rt, s, u, w->r));
	return newton_iterate(k->rt, s);
}

static MdvStatus build_and_search(void *ctx)
{
	Search *k = ctx;

	return build(k) ? search(k) : MDV_NO_MEMORY;
}

MdvStatus newton_kinsol(Rt *rt, Newton *s)
{
	Search k = {.rt = rt, .s = s};
	MdvStatus status;

	if (s->lu->sparse)
		return MDV_RETRY; /* its matrix is dense */
	foreign_init(&k.memory, rt->alloc);
	status = foreign_run(&k.memory, build_and_search, &k);
	if (!k.memory.lost)
		destroy(&k);
	foreign_release(&k.memory);
	return status;
}
