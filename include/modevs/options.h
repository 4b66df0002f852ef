/* SPDX-License-Identifier: MIT
   options.h — how a model is simulated: one struct of options for runs (mdv_simulate,
   mdv_instance_simulate) and plants (mdv_hybrid_new, mdv_hybrid_atomic), with the names that the
   command line has. Its members are the rows MDV_OPTION_RUN of option_rows.h; docs/options.md
   explains them. */
#ifndef MODEVS_OPTIONS_H
#define MODEVS_OPTIONS_H

#include "modevs/status.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* Choices: X(constant, value, name as on the command line); LATER(name): not there yet. The first
   is what holds if nothing is said. */

#define MDV_SOLVERS(X, LATER)                                                          \
	X(MDV_SOLVER_CVODE, 0, cvode) /* BDF of variable order, SUNDIALS */                \
	X(MDV_SOLVER_ADAMS, 1, adams) /* Adams of variable order: CVODE, not stiff */      \
	X(MDV_SOLVER_IDA, 2, ida)     /* BDF on x' - f(t, x) = 0, SUNDIALS */              \
	X(MDV_SOLVER_RK45, 3, rk45)   /* Dormand and Prince, order 5 */                    \
	X(MDV_SOLVER_EULER, 4, euler) /* explicit Euler, order 1 */                        \
	X(MDV_SOLVER_QBG, 5, qbg)     /* quantized bond graph of a circuit */              \
	X(MDV_SOLVER_QSS1, 6, qss1)   /* quantized states, Kofman; order 1 */              \
	X(MDV_SOLVER_QSS2, 7, qss2)                                                        \
	X(MDV_SOLVER_QSS3, 8, qss3)                                                        \
	X(MDV_SOLVER_LIQSS1, 9, liqss1) /* linearly implicit, of stiff models */           \
	X(MDV_SOLVER_LIQSS2, 10, liqss2)                                                   \
	X(MDV_SOLVER_LIQSS3, 11, liqss3)                                                   \
	X(MDV_SOLVER_QSS, 12, qss)         /* one of these, by the model */                \
	X(MDV_SOLVER_AUTO, 13, auto)       /* cvode, rk45 or qss, by what the run shows */ \
	X(MDV_SOLVER_MLIQSS2, 14, mliqss2) /* liqss2, of states that drive each other */   \
	X(MDV_SOLVER_RADAU, 15, radau)     /* Radau IIA of order 5, stiff, one-step */

/* How crossings are found in a tried step. */
#define MDV_LOCATORS(X, LATER)                                          \
	X(MDV_LOCATOR_DENSE, 0, dense)   /* dense output, false position */ \
	X(MDV_LOCATOR_BISECT, 1, bisect) /* dense output, bisection */      \
	X(MDV_LOCATOR_HALVE, 2, halve)   /* halved and integrated again: 000 */

/* What is done when events follow one another without end. */
#define MDV_CHATTERINGS(X, LATER)   \
	X(MDV_CHATTERING_STOP, 0, stop) \
	X(MDV_CHATTERING_REGULARIZE, 1, regularize) /* goes on by the mean of both modes */

/* What is done when a variable passes its min or max. */
#define MDV_LIMITS_KINDS(X, LATER)                                 \
	X(MDV_LIMITS_WARNING, 0, warning) /* says so, once for each */ \
	X(MDV_LIMITS_ERROR, 1, error)

/* What runs the code of a model that was compiled in process. */
#define MDV_CODE_KINDS(X, LATER)                                                         \
	X(MDV_CODE_AUTO, 0, auto) /* machine code for what runs often and is not too long */ \
	X(MDV_CODE_VM, 1, vm)     /* never */                                                \
	X(MDV_CODE_JIT, 2, jit)   /* machine code, or a word that there is none */

/* How the runtime follows a state set. */
#define MDV_STATE_METHODS(X, LATER) \
	X(MDV_STATES_PIVOT, 0, pivot)   \
	X(MDV_STATES_PROJECT, 1, project) /* refused: not there yet */

/* Parts of the equations that only DEVS components connect. */
#define MDV_ISLANDS_KINDS(X, LATER)                                        \
	X(MDV_ISLANDS_APART, 0, apart) /* each has an integrator of its own */ \
	X(MDV_ISLANDS_ONE, 1, one)     /* they share one, as all other equations */

/* What is told about a run; bits. */
#define MDV_LOGS(X, LATER)                                                        \
	X(MDV_LOG_EVENTS, 1, events)      /* what happens at events */                \
	X(MDV_LOG_INIT, 2, init)          /* how the initial values were found */     \
	X(MDV_LOG_STEPS, 4, steps)        /* every step of the solver */              \
	X(MDV_LOG_NLS, 8, nls)            /* every solution of nonlinear equations */ \
	X(MDV_LOG_STATES, 16, states)     /* every change of state variables */       \
	X(MDV_LOG_MESSAGES, 32, messages) /* every message of a DEVS component */

/* Of quantized bond graphs: the order of the polynomials between two events. */
#define MDV_QBG_ORDERS(X, LATER)                          \
	X(MDV_QBG_ORDER_1, 0, 1) /* QSS1: constant outputs */ \
	X(MDV_QBG_ORDER_2, 1, 2) /* QSS2: straight lines */   \
	X(MDV_QBG_ORDER_3, 2, 3) /* QSS3: parabolas */

/* How the runs of a sweep are made. */
#define MDV_SAMPLES(X, LATER)                                                            \
	X(MDV_SAMPLE_GRID, 0, grid)     /* all combinations of the values */                 \
	X(MDV_SAMPLE_LHS, 1, lhs)       /* Latin hypercube: every part of each range once */ \
	X(MDV_SAMPLE_RANDOM, 2, random) /* each value by itself */

/* When messages have colours. */
#define MDV_COLORS(X, LATER)                                                   \
	X(MDV_COLOR_AUTO, 0, auto)     /* on a terminal, unless NO_COLOR is set */ \
	X(MDV_COLOR_ALWAYS, 1, always) /* in files, too */                         \
	X(MDV_COLOR_NEVER, 2, never)

/* What messages of the compiler are written as. */
#define MDV_MESSAGE_FORMATS(X, LATER)                                  \
	X(MDV_MESSAGE_TEXT, 0, text) /* with the lines that they are of */ \
	X(MDV_MESSAGE_JSON, 1, json) /* an object in a line for each */

/* How an FMU is simulated. */
#define MDV_INTERFACES(X, LATER)                                                \
	X(MDV_INTERFACE_ANY, 0, any) /* model exchange if it has that */            \
	X(MDV_INTERFACE_ME, 1, me)   /* model exchange: by the solvers of modevs */ \
	X(MDV_INTERFACE_CS, 2, cs)   /* co-simulation: by the steps of the FMU itself */

/* What `modevs build` makes. */
#define MDV_BUILD_KINDS(X, LATER) \
	X(MDV_BUILD_C, 0, c)          \
	X(MDV_BUILD_SO, 1, so)        \
	X(MDV_BUILD_EXE, 2, exe)      \
	X(MDV_BUILD_FMU2, 3, fmu2)    \
	X(MDV_BUILD_FMU3, 4, fmu3)

#define MDV_OPTION_CONSTANT(constant, value, name) constant = value,
#define MDV_OPTION_NOTHING(name)
typedef enum MdvSolver { MDV_SOLVERS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvSolver;
typedef enum MdvLocator { MDV_LOCATORS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvLocator;
typedef enum MdvChattering {
	MDV_CHATTERINGS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING)
} MdvChattering;
typedef enum MdvLimits { MDV_LIMITS_KINDS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvLimits;
typedef enum MdvCodeKind { MDV_CODE_KINDS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvCodeKind;
typedef enum MdvStates { MDV_STATE_METHODS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvStates;
typedef enum MdvIslands { MDV_ISLANDS_KINDS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvIslands;
typedef enum MdvLog { MDV_LOGS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvLog;
typedef enum MdvSample { MDV_SAMPLES(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvSample;
typedef enum MdvColor { MDV_COLORS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvColor;
typedef enum MdvMessageFormat {
	MDV_MESSAGE_FORMATS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING)
} MdvMessageFormat;
typedef enum MdvInterface { MDV_INTERFACES(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvInterface;
typedef enum MdvBuildKind { MDV_BUILD_KINDS(MDV_OPTION_CONSTANT, MDV_OPTION_NOTHING) } MdvBuildKind;

#define MDV_UNSET NAN /* as a time: not given, take the model's */

/* Zero is a choice in every field: what holds if nothing is said. Times count as they are written,
   0 too, and MDV_UNSET is the model's; only if start and stop are both 0, as in {0}, both are the
   model's. So {.stop = 10} is from 0 to 10, {.start = MDV_UNSET, .stop = 10} from the model's start
   to 10, {.start = -1} from -1 to 0. A run of no length is an initialization: {.start = 1, .stop =
   1}, and at 0 {.stop = -0.0}. */
#define MDV_OPTION_RUN(kind, type, field, ...) type field;
#define MDV_OPTION_COMPILE(kind, field, ...)
#define MDV_OPTION_TOOL(kind, field, ...)
#define MDV_OPTION_LATER(...)
typedef struct MdvOptions {
#include "modevs/option_rows.h"
} MdvOptions;

/* Nothing given: times MDV_UNSET, everything else 0. */
MdvOptions mdv_options(void);
/* Gives an option by its name and its value as on the command line, "tol" and "1e-8"; a flag takes
   "true" and "false". MDV_NOT_FOUND, MDV_BAD_ARGUMENT: `why` (size bytes) tells, and o is as it
   was. */
MdvStatus mdv_options_set(MdvOptions *o, const char *name, const char *value, char *why,
						  size_t size);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
