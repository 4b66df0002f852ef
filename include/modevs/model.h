/* SPDX-License-Identifier: MIT
   model.h — what a compiled model looks like to the runtime: constant tables and one function that
   runs a region of its code. The VM and emitted C give the same tables.

   All values of a running model lie in one array of doubles, the frame; a slot is an index into it.
   Integers, Booleans (0, 1) and enumerations (1, 2 …) are doubles too, Strings and external objects
   are numbers that only the code understands. A model computes in sequences of steps (MdvSeqKind).
   A step is code to be run once, or a block to be solved: its code computes from the block's
   unknowns the inner variables and the residuals. Its tangent code does the same with derivatives
   (forward mode): every continuous variable has a tangent slot.

   The fields of a record are listed once, as X(KIND, name …), with what is to be known of them: the
   struct is made from the list, and so are emitted C, what is printed of a model, and the check
   that it is sound (src/model/). Kinds, and the types of their fields:

	   SLOT(name)                int32_t: a slot that the runtime reads
	   TARGET(name)              int32_t: a slot that the runtime may write, too
	   CODE(name)                int32_t: the number of a region of code
	   INDEX(name, n)            int32_t: an index below n
	   COUNT(name)               int32_t: 0, 1, 2 …
	   INT(name)                 int32_t: any number
	   REAL(name)                double
	   FLAG(name)                bool
	   TEXT(name)                const char *: never NULL, "" if there is none
	   ENUM(name, LIST)          uint8_t: one of LIST
	   BITS(name, LIST)          uint16_t: a sum of some of LIST
	   SLOT_OR_NONE …            the same, or -1: also TARGET_, CODE_, INDEX_OR_NONE
	   TARGET_ARRAY(name, n) …   int32_t[n] inside of the record: also SLOT_, COUNT_ARRAY
	   SLOTS(name, n) …          const int32_t *: n of them; also TARGETS, INTS
	   INDICES(name, n, below)   const int32_t *: n indices below `below`, or -1
	   STARTS(name, n)           const int32_t *: n + 1 ascending numbers from 0 on: where row i of
								 another list begins, and where the last one ends
	   SLOTS_OR_NULL …           the same, or NULL: also TARGETS_, INDICES_, STARTS_OR_NULL
	   REALS(name, n)            const double *
	   RECORDS(name, Type, n)    const Type *: n of them

   In n, m is the model and r the record itself. */
#ifndef MODEVS_MODEL_H
#define MODEVS_MODEL_H

#include "modevs/record.h"
#include "modevs/status.h"
#include "modevs/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up with any change of the tables below, or of what emitted C uses (unit.h): code made for
   one version is refused by others. */
#define MDV_UNIT_VERSION 16

/* --- variables and where equations come from --- */

#define MDV_VAR_FLAGS(X)                                                                        \
	X(MDV_VAR_PARAMETER, 1)  /* does not change while the model runs */                         \
	X(MDV_VAR_SETTABLE, 2)   /* a parameter without dependence, or a start value: may be set */ \
	X(MDV_VAR_DISCRETE, 4)   /* changes at events only */                                       \
	X(MDV_VAR_STATE, 8)      /* may be a continuous state */                                    \
	X(MDV_VAR_INPUT, 16)     /* of the whole model */                                           \
	X(MDV_VAR_OUTPUT, 32)    /* of the whole model */                                           \
	X(MDV_VAR_HIDDEN, 64)    /* not in results: protected by annotation, or the compiler's */   \
	X(MDV_VAR_NEGATED, 128)  /* its value is minus the slot's; of a Boolean: not */             \
	X(MDV_VAR_CONSTANT, 256) /* declared as a variable, found to be constant: in results */     \
	X(MDV_VAR_ALIAS, 512)    /* its slot is that of another variable, by which equations go */  \
	X(MDV_VAR_HELD, 1024)    /* keeps its value but where a when gives it another */            \
	X(MDV_VAR_STARTED, 2048) /* its start value is written down, no default */                  \
	X(MDV_VAR_OUTSIDE, 4096) /* of INPUT: another component of the system gives its value */
enum { MDV_VAR_FLAGS(MDV_BIT) };

#define MDV_VAR_FIELDS(X)                                                              \
	X(TEXT, name) /* "a.b[1,2].c", "der(x)" */                                         \
	X(TEXT, unit)                                                                      \
	X(TEXT, display_unit)                                                              \
	X(TEXT, comment)                                                                   \
	X(TEXT, literals)        /* of an enumeration: its values, with commas between */  \
	X(SLOT, slot)            /* where its value is; aliases share one */               \
	X(SLOT_OR_NONE, start)   /* its start value */                                     \
	X(SLOT_OR_NONE, nominal) /* its nominal value; none: 1 */                          \
	X(SLOT_OR_NONE, min)     /* its limits, after start_code */                        \
	X(SLOT_OR_NONE, max)     /* of an enumeration: how many values */                  \
	X(INDEX_OR_NONE, source, m->n_sources) /* of those with limits: the declaration */ \
	X(BITS, flags, MDV_VAR_FLAGS)                                                      \
	X(ENUM, type, MDV_VALUE_TYPES) /* MDV_REAL, _INTEGER, _BOOLEAN, _ENUMERATION, _STRING */
MDV_RECORD(MdvVar, MDV_VAR_FIELDS);

/* An equation or action of the source, for messages. */
#define MDV_SOURCE_FIELDS(X)                                                   \
	X(TEXT, text) /* "L * der(i) = v", in the user's names, cut to one line */ \
	X(TEXT, file)                                                              \
	X(COUNT, line) /* from 1; 0: none */                                       \
	X(TEXT, path)  /* the component it belongs to; "" for the model */
MDV_RECORD(MdvSource, MDV_SOURCE_FIELDS);

/* --- sequences --- */

#define MDV_STEP_KINDS(X)                                                                     \
	X(MDV_STEP_CODE)      /* run code */                                                      \
	X(MDV_STEP_LINEAR)    /* residuals are linear in the unknowns */                          \
	X(MDV_STEP_NONLINEAR) /* they are not */                                                  \
	X(MDV_STEP_MIXED)     /* inner steps, repeated until the decisions agree */               \
	X(MDV_STEP_SET)       /* constraints of a state set, solved for those that are not states \
							 now */
typedef enum MdvStepKind { MDV_STEP_KINDS(MDV_ENUMERATOR) } MdvStepKind;

/* How long a linear block's matrix stays the same. */
#define MDV_MATRICES(X)    \
	X(MDV_MATRIX_VARIES)   \
	X(MDV_MATRIX_DISCRETE) \
	X(MDV_MATRIX_PARAMETER)
typedef enum MdvMatrix { MDV_MATRICES(MDV_ENUMERATOR) } MdvMatrix;

#define MDV_STEP_FIELDS(X)                                                                        \
	X(ENUM, kind, MDV_STEP_KINDS)                                                                 \
	X(ENUM, matrix, MDV_MATRICES)    /* of LINEAR */                                              \
	X(FLAG, keeps)                   /* of blocks: determines Reals that keep their values after  \
										the event */                                              \
	X(FLAG, rest)                    /* of ODE: crossing functions do not need what it gives */   \
	X(FLAG, unchecked)               /* of ODE, OUTPUT: nor do actions outside of whens */        \
	X(CODE_OR_NONE, code)            /* CODE: to be run. Blocks: from unknowns to inner variables \
										and residuals. MIXED: none */                             \
	X(CODE_OR_NONE, tangent)         /* code for the tangents of the same, of a block by its      \
										unknowns alone (everything outside is constant); none:    \
										use differences */                                        \
	X(CODE_OR_NONE, full_tangent)    /* the same by everything outside too, with the inner        \
										variables' tangents stored; in ODE only; of CODE the same \
										as tangent */                                             \
	X(COUNT, n)                      /* residuals; unknowns too, but for SET */                   \
	X(INDEX_OR_NONE, set, m->n_sets) /* of SET: which */                                          \
	X(TARGETS, unknown, mdv_step_unknowns(m, r)) /* of SET all candidates of the set */           \
	X(TARGETS_OR_NULL, unknown_tangent, mdv_step_unknowns(m, r)) /* NULL if tangent is -1 */      \
	X(SLOTS, residual, r->n)                                                                      \
	X(SLOTS_OR_NULL, residual_tangent, r->n) /* NULL if tangent is -1 */                          \
	X(INDICES, source, r->n, m->n_sources)   /* where each residual comes from */                 \
	X(STARTS_OR_NULL, jac_start, r->n)       /* pattern of the residuals' Jacobian by columns;    \
												NULL: dense */                                    \
	X(INDICES_OR_NULL, jac_row, r->jac_start ? r->jac_start[r->n] : 0, r->n)                      \
	X(COUNT, n_colours)                                                                           \
	X(INDICES_OR_NULL, jac_colour, r->n, r->n_colours) /* columns of one colour share no row */   \
	X(COUNT, n_steps)                    /* of MIXED: so many steps that follow belong to it */   \
	X(COUNT, n_decisions)                /* of MIXED: discrete variables that break its loops */  \
	X(TARGETS, decision, r->n_decisions) /* the values in use */                                  \
	X(SLOTS, fresh, r->n_decisions)      /* the values that the inner steps give */               \
	X(COUNT, island)                     /* whose it is; of PARAM and INIT 0 */
MDV_RECORD(MdvStep, MDV_STEP_FIELDS);

#define MDV_SEQ_KINDS(X)                                                                           \
	X(MDV_SEQ_PARAM)  /* parameters and what depends on them alone; after they were set */         \
	X(MDV_SEQ_INIT)   /* everything at the start, by the initial equations */                      \
	X(MDV_SEQ_EVENT)  /* everything, discrete variables included, from states, time, pre values */ \
	X(MDV_SEQ_ODE)    /* from states and time what the derivatives need, discretes as they are */  \
	X(MDV_SEQ_ZERO)   /* then the crossing functions */                                            \
	X(MDV_SEQ_OUTPUT) /* then all other continuous variables */
typedef enum MdvSeqKind { MDV_SEQ_KINDS(MDV_ENUMERATOR) MDV_SEQ_COUNT } MdvSeqKind;

#define MDV_SEQUENCE_FIELDS(X)   \
	X(ENUM, kind, MDV_SEQ_KINDS) \
	X(COUNT, n_steps)            \
	X(RECORDS, step, MdvStep, r->n_steps) /* those inside of MIXED included */
MDV_RECORD(MdvSequence, MDV_SEQUENCE_FIELDS);

/* --- states --- */

/* A continuous state: the integrator's x[i]. States of sets are in MdvSet. */
#define MDV_STATE_FIELDS(X)                                                   \
	X(TARGET, slot)                                                           \
	X(TARGET, derivative)                                                     \
	X(TARGET_OR_NONE, tangent)                                                \
	X(TARGET_OR_NONE, derivative_tangent) /* the tangent of its derivative */ \
	X(INDEX_OR_NONE, var, m->n_vars)
MDV_RECORD(MdvState, MDV_STATE_FIELDS);

/* n candidates for n - m states, bound by m constraints (a SET step solves them). The set's states
   are numbers first … first + n - m - 1 of the integrator; which candidates they are is chosen at
   run time. A tied set takes the selection of another one: candidate i of both belong together. */
#define MDV_SET_FIELDS(X)                                                                        \
	X(COUNT, n)                       /* candidates */                                           \
	X(COUNT, m)                       /* constraints */                                          \
	X(COUNT, first)                   /* number of its first state */                            \
	X(INDEX_OR_NONE, tied, m->n_sets) /* the set whose selection it takes */                     \
	X(FLAG, constant)                 /* the constraints' Jacobian never changes: select once */ \
	X(RECORDS, candidate, MdvState, r->n)                                                        \
	X(INTS, priority, r->n) /* larger is rather a state */
MDV_RECORD(MdvSet, MDV_SET_FIELDS);

/* --- events --- */

/* Something that makes an event when a value leaves its range. The crossing function is z, or for
   one of a ladder z less its limit: many relations of the same z, of which only the next ones above
   and below need to be watched while z moves. */
#define MDV_CROSSING_FIELDS(X)                                                                   \
	X(SLOT, z)                  /* after ZERO */                                                 \
	X(TARGET_OR_NONE, relation) /* the Boolean that holds z > 0, z >= 0 … as `positive` says;  \
								   none: the value must stay positive, as for floor */           \
	X(FLAG, positive)           /* the relation holds where the crossing function is positive */ \
	X(FLAG, closed)             /* and where it is 0 */                                          \
	X(SLOT_OR_NONE, scale)      /* size of what is compared, |a| + |b| of a > b; none: 1, of a   \
								   ladder |z| + |limit| */                                       \
	X(INDEX, source, m->n_sources)                                                               \
	X(SLOT_OR_NONE, limit) /* of a ladder: after EVENT */                                        \
	X(INDEX_OR_NONE, ladder, m->n_ladders)
MDV_RECORD(MdvCrossing, MDV_CROSSING_FIELDS);

/* An instant at which a relation of time changes: event when time reaches the slot's value. */
#define MDV_TIME_EVENT_FIELDS(X)                                                   \
	X(SLOT, instant) /* after EVENT; in the past or infinite: none */              \
	X(INDEX_OR_NONE, source, m->n_sources)                                         \
	X(SLOT_OR_NONE, relation) /* of one that several islands watch: it, and … */ \
	X(CODE_OR_NONE, code)     /* … what computes both */
MDV_RECORD(MdvTimeEvent, MDV_TIME_EVENT_FIELDS);

/* A variable of which pre is taken, or that changes at events only. */
#define MDV_DISCRETE_FIELDS(X)                              \
	X(TARGET, slot)                                         \
	X(TARGET, pre)                   /* the value before */ \
	X(INDEX_OR_NONE, var, m->n_vars) /* none: made by the compiler */
MDV_RECORD(MdvDiscrete, MDV_DISCRETE_FIELDS);

#define MDV_ACTION_KINDS(X)                                                      \
	X(MDV_ACTION_REINIT)    /* the state in `slot` takes the value in `value` */ \
	X(MDV_ACTION_ASSERT)    /* `fires`: the condition is violated; fatal */      \
	X(MDV_ACTION_WARN)      /* the same, only a warning */                       \
	X(MDV_ACTION_TERMINATE) /* end the simulation */                             \
	X(MDV_ACTION_CALL)      /* run `code` for its effect */                      \
	X(MDV_ACTION_LIMIT)     /* like WARN; fatal if limits are (MDV_LIMITS_ERROR) */
typedef enum MdvActionKind { MDV_ACTION_KINDS(MDV_ENUMERATOR) } MdvActionKind;

/* What happens when the slot `fires` is not 0 after EVENT (assert and warn without a when: after
   OUTPUT of accepted points too). */
#define MDV_ACTION_FIELDS(X)                                                                 \
	X(ENUM, kind, MDV_ACTION_KINDS)                                                          \
	X(FLAG, always) /* not inside of a when: check at every accepted point */                \
	X(FLAG, start)  /* when the initial values have been found, and never again */           \
	X(TARGET, fires)                                                                         \
	X(TARGET_OR_NONE, slot) /* REINIT: the state; ASSERT, WARN, TERMINATE: the message after \
							   `code` */                                                     \
	X(SLOT_OR_NONE, value)  /* REINIT: the new value */                                      \
	X(CODE_OR_NONE, code)   /* to be run when it fires: makes the message, does the CALL */  \
	X(INDEX, source, m->n_sources)
MDV_RECORD(MdvAction, MDV_ACTION_FIELDS);

/* An equation that the initial system did without: it must hold at its solution. */
#define MDV_CHECK_FIELDS(X)                             \
	X(SLOT, residual) /* after the code `init_check` */ \
	X(SLOT, scale)    /* size of its terms */           \
	X(INDEX, source, m->n_sources)
MDV_RECORD(MdvCheck, MDV_CHECK_FIELDS);

/* Sets of equations in the iteration at an event. */
#define MDV_EVENT_SET_LIST(X)                                    \
	X(MDV_UNTOUCHED) /* no change of a pre value reaches them */ \
	X(MDV_UPDATE)    /* they are only reached from a loop */     \
	X(MDV_LOOP)      /* in a loop through pre values */
typedef enum MdvEventSet { MDV_EVENT_SET_LIST(MDV_ENUMERATOR) MDV_EVENT_SETS } MdvEventSet;

/* A node of the dependency graph of EVENT: assignments or a block, which can be run alone. */
#define MDV_EVENT_NODE_FIELDS(X)                                                                \
	X(CODE_OR_NONE, code) /* to be run; none: the step `step` of EVENT */                       \
	X(INDEX_OR_NONE, step, mdv_model_steps(m, MDV_SEQ_EVENT)) /* with all steps inside of it */ \
	X(COUNT, n_eqs)                                           /* equations, for counts */       \
	X(INDEX_OR_NONE, action, m->n_actions) /* computes whether this action fires */             \
	X(ENUM, set, MDV_EVENT_SET_LIST)                                                            \
	X(FLAG, moves) /* determines variables that change between events too */                    \
	X(FLAG, holds) /* of an action: it fires in one pass and never again by itself */
MDV_RECORD(MdvEventNode, MDV_EVENT_NODE_FIELDS);

/* The dependency graph of EVENT, so that a pass needs to run only nodes with an input that has
   changed. Nodes are in order of evaluation. The first `n_passing` take part in passes; the others
   only follow from them and are run when nothing changes any more, before ODE, ZERO and OUTPUT.
   Together these determine the same as EVENT. A node that moves determines variables that change
   between events as well: it is not run at an event unless another node needs it. */
#define MDV_EVENT_GRAPH_FIELDS(X)                                                            \
	X(COUNT, n_nodes)                                                                        \
	X(COUNT, n_passing)                                                                      \
	X(COUNT, n_slots) /* of the tables by slot; those behind are work space */               \
	X(RECORDS, node, MdvEventNode, r->n_nodes)                                               \
	X(STARTS, out_start, r->n_nodes) /* by node: slots that it writes */                     \
	X(SLOTS, out, r->out_start[r->n_nodes])                                                  \
	X(STARTS, reader_start, r->n_slots) /* by slot: nodes to be run when it changes */       \
	X(INDICES, reader, r->reader_start[r->n_slots], r->n_nodes)                              \
	X(STARTS, riser_start, r->n_slots) /* by slot: those to be run when it becomes true */   \
	X(INDICES, riser, r->riser_start[r->n_slots], r->n_nodes)                                \
	X(STARTS, need_start, r->n_nodes) /* by node: nodes that move and that it reads */       \
	X(INDICES, need, r->need_start[r->n_nodes], r->n_nodes)                                  \
	X(COUNT, n_first)                                                                        \
	X(INDICES, first, r->n_first, r->n_passing) /* nodes to be run at every event */         \
	X(COUNT, n_every)                                                                        \
	X(INDICES, every, r->n_every, r->n_passing)            /* in every pass */               \
	X(INDICES, crossing_node, m->n_crossings, r->n_nodes)  /* by crossing: what to run at an \
							 event where its relation has changed; -1: it is in `first` */   \
	X(INDICES, instant_node, m->n_time_events, r->n_nodes) /* by time event: the same where  \
							time reaches it */                                               \
	X(COUNT, n_moving)                                                                       \
	X(INDICES, moving, r->n_moving, m->n_discretes) /* that change between events */         \
	X(COUNT_ARRAY, n_eqs, MDV_EVENT_SETS)           /* equations of EVENT */                 \
	X(COUNT_ARRAY, n_end, MDV_EVENT_SETS)           /* of these in ODE, ZERO and OUTPUT */
MDV_RECORD(MdvEventGraph, MDV_EVENT_GRAPH_FIELDS);

/* --- what the crossings are made of, for proofs --- */

/* What a value of MdvProof stands for if it is not computed. */
#define MDV_LEAVES(X)                                                                              \
	X(MDV_LEAF_SLOT)    /* the slot a, constant between events */                                  \
	X(MDV_LEAF_STATE)   /* state a of the integrator */                                            \
	X(MDV_LEAF_TIME)    /* time */                                                                 \
	X(MDV_LEAF_INPUT)   /* the slot a, which may be given from outside at any time */              \
	X(MDV_LEAF_UNKNOWN) /* the slot a, of which nothing is known inside of a step: what a function \
						   gives that cannot be carried out, a large block, a state set, a delay   \
						 */                                                                        \
	X(MDV_LEAF_BLOCK)   /* the slot a, unknown b of block c below */                               \
	X(MDV_LEAF_NUMBER)  /* number a */
typedef enum MdvLeaf { MDV_LEAVES(MDV_ENUMERATOR) MDV_LEAF_COUNT } MdvLeaf;

enum { MDV_PROOF_UNKNOWNS = 64 }; /* at most, of a block there */

/* A small block that is solved: its residuals are 0. */
#define MDV_PROOF_BLOCK_FIELDS(X)                           \
	X(COUNT, n)     /* unknowns and residuals */            \
	X(COUNT, first) /* values of its code: from here … */ \
	X(COUNT, end)   /* … up to here, without */           \
	X(INDICES, unknown, r->n, m->proof->n_values)           \
	X(INDICES, residual, r->n, m->proof->n_values)
MDV_RECORD(MdvProofBlock, MDV_PROOF_BLOCK_FIELDS);

#define MDV_TABLE_KINDS(X)                          \
	X(MDV_TABLE_1D)   /* CombiTable1D: of u */      \
	X(MDV_TABLE_2D)   /* CombiTable2D: of u1, u2 */ \
	X(MDV_TABLE_TIME) /* CombiTimeTable: of time, and of its next events */
typedef enum MdvTableKind { MDV_TABLE_KINDS(MDV_ENUMERATOR) MDV_TABLE_KIND_COUNT } MdvTableKind;

/* A table of the standard library that is read. What it is besides the abscissas keeps still
   between events. */
#define MDV_PROOF_TABLE_FIELDS(X)                                           \
	X(ENUM, kind, MDV_TABLE_KINDS)                                          \
	X(SLOT, object)         /* the external object */                       \
	X(SLOT_OR_NONE, column) /* which column is read; none: column_number */ \
	X(REAL, column_number)                                                  \
	X(SLOT_OR_NONE, next)     /* of a table of time: its next event … */  \
	X(SLOT_OR_NONE, pre_next) /* … and the same before the event at hand */
MDV_RECORD(MdvProofTable, MDV_PROOF_TABLE_FIELDS);

/* Which table is asked for, and where. */
typedef struct MdvTableAsk {
	MdvTableKind kind; /* of the table */
	double object;     /* its handle */
	double column;     /* which, from 1 */
	double u[2][2];    /* ranges of the abscissas */
	double next[2];    /* of a table of time: its next event, and before the event at hand */
} MdvTableAsk;

/* What a table may give over ranges of its abscissas. */
typedef struct MdvTableRange {
	double value[2];    /* all values: the least, the largest */
	double slope[2][2]; /* all slopes, by abscissa; infinite: it jumps */
	bool calm; /* it has no kink, no jump and no feature that is narrower than the ranges */
} MdvTableRange;

/* An operation of values beside those of the IR: table c of the values a, b. */
enum { MDV_PROOF_TABLE = 1000 };

/* The part of ODE, ZERO and OUTPUT that crossings, assertions and derivatives with kinks, jumps or
   narrow features without events need, as straight code in which every value has a number and is
   computed once, of values before it: branches have become selections, functions are carried out. A
   value is an operation of the IR on values a, b, c, or MDV_PROOF_TABLE, or, if op is negative, the
   leaf -1 - op. */
#define MDV_PROOF_FIELDS(X)                                                                     \
	X(COUNT, n_values)                                                                          \
	X(INTS, op, r->n_values)                                                                    \
	X(INTS, a, r->n_values)                                                                     \
	X(INTS, b, r->n_values)                                                                     \
	X(INTS, c, r->n_values)                                                                     \
	X(COUNT, n_blocks)                                                                          \
	X(RECORDS, block, MdvProofBlock, r->n_blocks)                                               \
	X(COUNT, n_numbers)                                                                         \
	X(REALS, number, r->n_numbers)                                                              \
	X(COUNT, n_tables)                                                                          \
	X(RECORDS, table, MdvProofTable, r->n_tables)                                               \
	X(INDICES, crossing, m->n_crossings, r->n_values) /* by crossing: its function; -1: none */ \
	X(INDICES, check, m->n_actions, r->n_values)      /* by action: whether it fires; -1: it is \
						 not one that is looked at between events */                            \
	X(INDICES, rate, m->n_states, r->n_values)        /* by state: its derivative; -1: there is \
						 nothing in it that error control might not see */
MDV_RECORD(MdvProof, MDV_PROOF_FIELDS);

/* The derivatives as straight code, for quantized states. */
typedef struct MdvFlow MdvFlow;

/* --- operators whose state the runtime keeps --- */

/* sample(start, interval) */
#define MDV_SAMPLER_FIELDS(X)                                                       \
	X(TARGET, active) /* set to 1 in the first pass at an instant of the sampler */ \
	X(SLOT, start)    /* after PARAM, INIT */                                       \
	X(SLOT, interval) /* after PARAM, INIT */                                       \
	X(INDEX, source, m->n_sources)
MDV_RECORD(MdvSampler, MDV_SAMPLER_FIELDS);

/* delay(u, T): the runtime keeps the history of u. */
#define MDV_DELAY_FIELDS(X)                                                                      \
	X(TARGET, value) /* written before a sequence: u at time - delay */                          \
	X(SLOT, input)   /* u, after ODE or OUTPUT */                                                \
	X(SLOT, delay)   /* the delay time; after EVENT, or after `code` if there is one */          \
	X(SLOT, longest) /* delayMax, after PARAM, INIT */                                           \
	X(TARGET_OR_NONE, value_tangent) /* kept 0 */                                                \
	X(FLAG, held)                    /* u and the delay time keep their values between events */ \
	X(CODE_OR_NONE, code) /* a delay time depends on continuous variables: this computes         \
							 those of all delays, after ODE; the same in all */                  \
	X(INDEX, source, m->n_sources)
MDV_RECORD(MdvDelay, MDV_DELAY_FIELDS);

/* spatialDistribution(in0, in1, x, positiveVelocity, …): the runtime keeps the profile. A state of
   its own follows x, so that it is known before a sequence. */
#define MDV_SPATIAL_FIELDS(X)                                                                  \
	X(TARGET_ARRAY, out, 2)      /* written before a sequence: u at 0 and at 1 */              \
	X(SLOT_ARRAY, in, 2)         /* in0, in1, after EVENT or OUTPUT */                         \
	X(SLOT, position)            /* x, after EVENT or OUTPUT */                                \
	X(SLOT, positive)            /* positiveVelocity, after EVENT */                           \
	X(TARGET, state)             /* the state that follows x */                                \
	X(TARGET, rest)              /* a crossing; negative: past the end of the smooth part that \
									is being read */                                           \
	X(COUNT, n_points)           /* of the profile at the start */                             \
	X(SLOTS, point, r->n_points) /* after PARAM, INIT */                                       \
	X(SLOTS, value, r->n_points) /* after PARAM, INIT */
MDV_RECORD(MdvSpatial, MDV_SPATIAL_FIELDS);

/* A clock (MLS 16): it ticks when shift, shift + factor, shift + 2 factor … of `per` parts of its
   unit have passed since the start; a unit takes interval/resolution seconds. */
#define MDV_TICK_FIELDS(X)                                                                   \
	X(TARGET, active) /* set to 1 in the first pass at a tick */                             \
	X(SLOT, interval) /* after PARAM, INIT; if it varies, after EVENT: of the next unit */   \
	/* after PARAM, INIT: */ X(SLOT, factor) X(SLOT, shift) X(SLOT, per) X(SLOT, resolution) \
		X(FLAG, varies) /* a clocked variable gives the interval */                          \
		X(INDEX, source, m->n_sources)
MDV_RECORD(MdvTick, MDV_TICK_FIELDS);

/* All such operators: the name of their table in the model, the record, its fields. What the
   runtime does with one is NAME_operator in runtime/rt. */
#define MDV_OPERATORS(Y, X)                       \
	Y(X, sampler, MdvSampler, MDV_SAMPLER_FIELDS) \
	Y(X, delay, MdvDelay, MDV_DELAY_FIELDS)       \
	Y(X, spatial, MdvSpatial, MDV_SPATIAL_FIELDS) \
	Y(X, tick, MdvTick, MDV_TICK_FIELDS)
#define MDV_OPERATOR_TABLE(X, name, Type, FIELDS) \
	X(COUNT, n_##name##s)                         \
	X(RECORDS, name, Type, r->n_##name##s)
#define MDV_OPERATOR_RECORD(X, name, Type, FIELDS) X(Type, FIELDS)

/* --- atomic DEVS models --- */

/* A record that messages carry, as scalars one after the other. The first is that of the paper's
   library: Port, Type, Value. */
#define MDV_MESSAGE_FIELDS(X)                                                      \
	X(TEXT, name)   /* of the record */                                            \
	X(COUNT, n)     /* scalars */                                                  \
	X(INT, port)    /* the scalar that takes the port of arrival; -1: none does */ \
	X(TEXT, kinds)  /* n letters: r Real, i Integer …, b Boolean, s String */    \
	X(TEXT, fields) /* n names, each with a newline behind it */
MDV_RECORD(MdvMessage, MDV_MESSAGE_FIELDS);

/* Atomics whose functions are the user's: those of one class share code, which works on a frame of
   each one's own. A transition reads the state and gives the next one and the time until the next
   event. Where tables speak of variables, they mean those of the model around the atomics. */
#define MDV_ATOMIC_CLASS_FIELDS(X)                                                    \
	X(TEXT, name)              /* that of an atomic: for messages */                  \
	X(COUNT, n_in)             /* input ports */                                      \
	X(COUNT, n_out)            /* output ports */                                     \
	X(COUNT, n_state)          /* scalars of the state */                             \
	X(COUNT, n_given)          /* values from elsewhere */                            \
	X(COUNT, n_slots)          /* of its frame, which is all zero at first */         \
	X(TARGET, state)           /* the first of n_state; a transition changes it */    \
	X(TARGET, elapsed)         /* time since the last transition */                   \
	X(TARGET, bag)             /* where the messages of a transition are */           \
	X(TARGET, ports)           /* n_out, then the queue of each output */             \
	X(TARGET, given)           /* the first of n_given */                             \
	X(SLOT_OR_NONE, sigma)     /* after a transition; none: never by itself */        \
	X(CODE, init)              /* from the state as declared to the first one */      \
	X(CODE_OR_NONE, internal)  /* none: the state stays */                            \
	X(CODE_OR_NONE, external)  /* none: the state stays */                            \
	X(CODE_OR_NONE, confluent) /* none: internal, then external */                    \
	X(CODE_OR_NONE, output)    /* none: nothing is sent */                            \
	X(CODE_OR_NONE, advance)   /* sigma of a state that stays; none: it is there */   \
	X(FLAG, keeps_bag)         /* what is left there stays for the next one */        \
	X(TEXT, kinds)             /* n_state letters: r Real, i Integer …, s String */ \
	X(INDICES, in_message, r->n_in, m->n_messages)   /* by input: what it takes */    \
	X(INDICES, out_message, r->n_out, m->n_messages) /* by output: what it sends */
MDV_RECORD(MdvAtomicClass, MDV_ATOMIC_CLASS_FIELDS);

#define MDV_PORT_NAME_FIELDS(X) X(TEXT, name) /* "out[2]"; "": a number that no port has */
MDV_RECORD(MdvPortName, MDV_PORT_NAME_FIELDS);

#define MDV_PULSES 3
#define MDV_ATOMIC_FIELDS(X)                                                                      \
	X(TEXT, name) /* "shop.server[2]" */                                                          \
	X(INDEX, cls, m->n_atomic_classes)                                                            \
	X(COUNT, n_in) /* as of the class */                                                          \
	X(RECORDS, in, MdvPortName, r->n_in)                                                          \
	X(COUNT, n_out) /* likewise */                                                                \
	X(RECORDS, out, MdvPortName, r->n_out)                                                        \
	X(INTS, shown, m->atomic_class[r->cls].n_state) /* variables of the model that                \
							show the state; -1: none */                                           \
	X(INTS, port, m->atomic_class[r->cls].n_state)  /* input of the model that tells              \
							 it of a new value; -1: nothing reads it */                           \
	X(INTS, pulse, MDV_PULSES)      /* Booleans of the model that are true for one event after an \
									   internal, external, confluent transition; -1: none */      \
	X(INTS, pulse_port, MDV_PULSES) /* input of the model that tells it; -1: none */              \
	X(INTS, given, m->atomic_class[r->cls].n_given)  /* variables of the model; -1: */            \
	X(REALS, value, m->atomic_class[r->cls].n_given) /* … this number */
MDV_RECORD(MdvAtomicModel, MDV_ATOMIC_FIELDS);

/* Atomics that are written in C, ready parts and those of shared libraries (library.h). What they
   are is known by names, which are looked up when the model begins. */
#define MDV_READY_PARAM_FIELDS(X)                                                             \
	X(TEXT, name)  /* "capacity"; of a field of a record "service.kind" */                    \
	X(TEXT, where) /* "Shop.mo:12": its declaration */                                        \
	X(FLAG, array) /* it has a dimension */                                                   \
	X(COUNT, n)    /* elements; 1 if it has none */                                           \
	X(ENUM, type, MDV_VALUE_TYPES)                                                            \
	X(TEXT, literals)                /* of an enumeration: its values, with commas between */ \
	X(INDICES, var, r->n, m->n_vars) /* variables of the model */
MDV_RECORD(MdvReadyParam, MDV_READY_PARAM_FIELDS);

#define MDV_READY_PORT_FIELDS(X)                                   \
	X(TEXT, name)     /* as the part calls it: "inport" */         \
	X(TEXT, own)      /* as the user does: "jobs", "out[2]" */     \
	X(TEXT, where)    /* its declaration */                        \
	X(FLAG, array)    /* it is an element of an array of ports, */ \
	X(COUNT, element) /* number … from 0 */
MDV_RECORD(MdvReadyPort, MDV_READY_PORT_FIELDS);

#define MDV_READY_SHOWN_FIELDS(X)                                          \
	X(TEXT, name)            /* as the part calls it */                    \
	X(TEXT, where)           /* its declaration */                         \
	X(INDEX, var, m->n_vars) /* the variable of the model that shows it */ \
	X(INT, port) /* input of the model that tells it of a new value; -1: nothing reads it */
MDV_RECORD(MdvReadyShown, MDV_READY_SHOWN_FIELDS);

#define MDV_READY_FIELDS(X)                                                              \
	X(TEXT, name)    /* "shop.server[2]" */                                              \
	X(TEXT, part)    /* which part or atomic it is */                                    \
	X(TEXT, library) /* the shared library that has it; "": it is one of parts.h */      \
	X(TEXT, folder)  /* where that is looked for first */                                \
	X(TEXT, where)   /* the component's declaration */                                   \
	X(COUNT, n_params)                                                                   \
	X(RECORDS, param, MdvReadyParam, r->n_params)                                        \
	X(COUNT, n_in)                                                                       \
	X(RECORDS, in, MdvReadyPort, r->n_in) /* couplings know ports by their place here */ \
	X(COUNT, n_out)                                                                      \
	X(RECORDS, out, MdvReadyPort, r->n_out)                                              \
	X(COUNT, n_shown)                                                                    \
	X(RECORDS, shown, MdvReadyShown, r->n_shown)
MDV_RECORD(MdvReady, MDV_READY_FIELDS);

/* A port of the equations: of inputs variables that a message gives its values, of outputs
   variables or (-1) numbers that make one, which leaves when `count` has changed. */
#define MDV_BRIDGE_FIELDS(X)                                                \
	X(TEXT, name) /* the component */                                       \
	X(TEXT, port) /* its port */                                            \
	X(INT, count) /* variable: messages so far, or the trigger; -1: none */ \
	X(INDEX, message, m->n_messages)                                        \
	X(COUNT, n_values)                                                      \
	X(INTS, scalar, r->n_values)  /* of the message; others are 0 or "" */  \
	X(INTS, value, r->n_values)   /* variable; -1: */                       \
	X(REALS, number, r->n_values) /* … this number */                     \
	X(COUNT, island)              /* of an output: whose it is */
MDV_RECORD(MdvBridge, MDV_BRIDGE_FIELDS);

/* From an output of one to an input of another: atomics by functions first, then ready ones, then
   the equations. */
#define MDV_COUPLING_FIELDS(X)              \
	X(INDEX, from, mdv_model_components(m)) \
	X(INDEX, to, mdv_model_components(m))   \
	X(COUNT, from_port) /* from 0 */        \
	X(COUNT, to_port)
MDV_RECORD(MdvCoupling, MDV_COUPLING_FIELDS);

/* --- the model --- */

#define MDV_MODEL_FIELDS(X)                                                                       \
	X(TEXT, name)                 /* class name */                                                \
	X(COUNT, n_slots)             /* size of the frame */                                         \
	X(REALS, initial, r->n_slots) /* values at first: constants, literal parameters, 0 */         \
	X(COUNT, n_vars)                                                                              \
	X(RECORDS, var, MdvVar, r->n_vars) /* in the order of declaration */                          \
	X(COUNT, n_sources)                                                                           \
	X(RECORDS, source, MdvSource, r->n_sources)                                                   \
	X(COUNT, n_states)                                                                            \
	X(RECORDS, state, MdvState, r->n_states) /* outside of sets: numbers 0 … n_states - 1 */    \
	X(COUNT, n_sets)                                                                              \
	X(RECORDS, set, MdvSet, r->n_sets)                                                            \
	X(COUNT, n_ladders) /* of crossings */                                                        \
	X(COUNT, n_crossings)                                                                         \
	X(RECORDS, crossing, MdvCrossing, r->n_crossings)                                             \
	X(COUNT, n_time_events)                                                                       \
	X(RECORDS, time_event, MdvTimeEvent, r->n_time_events)                                        \
	X(COUNT, n_discretes)                                                                         \
	X(RECORDS, discrete, MdvDiscrete, r->n_discretes)                                             \
	X(COUNT, n_actions)                                                                           \
	X(RECORDS, action, MdvAction, r->n_actions)                                                   \
	MDV_OPERATORS(MDV_OPERATOR_TABLE, X)                                                          \
	X(COUNT, n_checks)                                                                            \
	X(RECORDS, check, MdvCheck, r->n_checks)                                                      \
	X(COUNT, n_sequences)                                                                         \
	X(RECORDS, sequence, MdvSequence, r->n_sequences) /* one of a kind; none: nothing to do */    \
	X(CODE_OR_NONE, init_check)                       /* for the checks */                        \
	X(CODE_OR_NONE, init_actions) /* which actions of the start fire; after PARAM, INIT */        \
	X(CODE_OR_NONE, start_code)   /* gives start values to slots and pre slots; after PARAM */    \
	X(CODE_OR_NONE, objects_code) /* makes external objects; inside of PARAM's run */             \
	X(TARGET, time)               /* time */                                                      \
	X(TARGET, is_initial)         /* initial() */                                                 \
	X(TARGET, is_terminal)        /* terminal() */                                                \
	X(TARGET, homotopy)           /* the homotopy parameter: 1 is the actual model */             \
	X(FLAG, has_homotopy)         /* the model uses homotopy() */                                 \
	X(COUNT, tangents)            /* tangent slots: the first … */                              \
	X(COUNT, n_tangents)          /* … and how many */                                          \
	X(STARTS_OR_NULL, jac_start, mdv_model_states(m)) /* pattern of the Jacobian of all states'   \
							derivatives, states of sets too, by column; NULL: dense */            \
	X(INDICES_OR_NULL, jac_row, r->jac_start ? r->jac_start[mdv_model_states(m)] : 0,             \
	  mdv_model_states(m)) /* rows, ascending in a column */                                      \
	X(COUNT, n_colours)                                                                           \
	X(INDICES_OR_NULL, jac_colour, mdv_model_states(m), r->n_colours) /* columns of one colour    \
							have no row in common; NULL: all differ */                            \
	X(COUNT, n_ode_calls) /* functions that ODE calls: nothing is known of them between points */ \
	X(INDEX_OR_NONE, ode_call, m->n_sources) /* an equation that calls one */                     \
	X(COUNT, n_ode_reads)                                                                         \
	X(SLOTS_OR_NULL, ode_read, r->n_ode_reads) /* the discrete variables and relations that ODE   \
							reads: an event that changes none of them (and no state) needs no     \
							restart of the integrator; NULL: every event needs one */             \
	X(COUNT, n_input_reads)                                                                       \
	X(SLOTS_OR_NULL, input_read, r->n_input_reads) /* ascending: the inputs that ODE reads:       \
							writing others needs no restart; NULL: not known */                   \
	X(RECORDS, event_graph, MdvEventGraph, r->event_graph != NULL) /* NULL: every pass runs all   \
							of EVENT */                                                           \
	X(RECORDS, proof, MdvProof, r->proof != NULL) /* NULL: nothing can be proved of steps */      \
	X(COUNT, n_messages)                                                                          \
	X(RECORDS, message, MdvMessage, r->n_messages)                                                \
	X(COUNT, n_atomic_classes)                                                                    \
	X(RECORDS, atomic_class, MdvAtomicClass, r->n_atomic_classes)                                 \
	X(COUNT, n_atomics)                                                                           \
	X(RECORDS, atomic, MdvAtomicModel, r->n_atomics)                                              \
	X(COUNT, n_readies)                                                                           \
	X(RECORDS, ready, MdvReady, r->n_readies)                                                     \
	X(COUNT, n_receivers) /* bridges: inputs of the equations, their first ones */                \
	X(RECORDS, receiver, MdvBridge, r->n_receivers)                                               \
	X(COUNT, n_senders) /* bridges: outputs of the equations */                                   \
	X(RECORDS, sender, MdvBridge, r->n_senders)                                                   \
	X(COUNT, n_islands) /* parts of the equations that only messages connect; 0, 1: it is one */  \
	X(INDICES_OR_NULL, island, r->n_islands > 1 ? r->n_slots : 0, r->n_islands) /* by slot: whose \
							it is; -1: nobody's */                                                \
	X(STARTS_OR_NULL, common_start, r->n_islands) /* by island: variables given to others, too */ \
	X(INDICES_OR_NULL, common, r->common_start ? r->common_start[r->n_islands] : 0, r->n_vars)    \
	X(COUNT, n_couplings)                                                                         \
	X(RECORDS, coupling, MdvCoupling, r->n_couplings)                                             \
	X(REAL, start) /* experiment annotation */                                                    \
	X(REAL, stop)                                                                                 \
	X(REAL, tolerance) /* 0: none */                                                              \
	X(REAL, interval)  /* 0: none */                                                              \
	X(FLAG, has_stop)  /* stop is given */

/* All records, those inside of others first. */
#define MDV_RECORDS(X)                         \
	X(MdvVar, MDV_VAR_FIELDS)                  \
	X(MdvSource, MDV_SOURCE_FIELDS)            \
	X(MdvStep, MDV_STEP_FIELDS)                \
	X(MdvSequence, MDV_SEQUENCE_FIELDS)        \
	X(MdvState, MDV_STATE_FIELDS)              \
	X(MdvSet, MDV_SET_FIELDS)                  \
	X(MdvCrossing, MDV_CROSSING_FIELDS)        \
	X(MdvTimeEvent, MDV_TIME_EVENT_FIELDS)     \
	X(MdvDiscrete, MDV_DISCRETE_FIELDS)        \
	X(MdvAction, MDV_ACTION_FIELDS)            \
	X(MdvCheck, MDV_CHECK_FIELDS)              \
	X(MdvEventNode, MDV_EVENT_NODE_FIELDS)     \
	X(MdvEventGraph, MDV_EVENT_GRAPH_FIELDS)   \
	X(MdvProofBlock, MDV_PROOF_BLOCK_FIELDS)   \
	X(MdvProofTable, MDV_PROOF_TABLE_FIELDS)   \
	X(MdvProof, MDV_PROOF_FIELDS)              \
	X(MdvMessage, MDV_MESSAGE_FIELDS)          \
	X(MdvAtomicClass, MDV_ATOMIC_CLASS_FIELDS) \
	X(MdvPortName, MDV_PORT_NAME_FIELDS)       \
	X(MdvAtomicModel, MDV_ATOMIC_FIELDS)       \
	X(MdvReadyParam, MDV_READY_PARAM_FIELDS)   \
	X(MdvReadyPort, MDV_READY_PORT_FIELDS)     \
	X(MdvReadyShown, MDV_READY_SHOWN_FIELDS)   \
	X(MdvReady, MDV_READY_FIELDS)              \
	X(MdvBridge, MDV_BRIDGE_FIELDS)            \
	X(MdvCoupling, MDV_COUPLING_FIELDS)        \
	MDV_OPERATORS(MDV_OPERATOR_RECORD, X)      \
	X(MdvModel, MDV_MODEL_FIELDS)

typedef struct MdvModel {
	MDV_MODEL_FIELDS(MDV_DECLARE)
	/* What follows is filled in by who runs the code.
	   Runs a region of code on a frame. > 0: cannot be evaluated here (a domain, an assertion in a
	   function): try another point; mdv_message of the instance tells why. */
	MdvStatus (*run)(void *code, double frame[], int32_t region);
	void *code;                     /* handed to run: the VM's or emitted C's own data */
	const char *(*why)(void *code); /* what the last run that failed has to say; never NULL */
	/* The equation in which a function failed then: its source; -1: not known. May be NULL. */
	int32_t (*where)(void *code);
	/* Runs a region again: the source of its first value that is not finite; -1. May be NULL. */
	int32_t (*find_bad)(void *code, double frame[], int32_t region);
	const char *(*string)(void *code, double handle); /* the text of a String slot */
	/* The number of a text, for such a slot; -1: no memory. NULL: none can be made. */
	double (*new_text)(void *code, const char *text);
	/* Texts that code has made: after keep_texts for all numbers that may stand for one, drop_texts
	   forgets the others. NULL: they stay. */
	size_t (*texts)(void *code); /* how many there are */
	void (*keep_texts)(void *code, const double x[], size_t n);
	void (*drop_texts)(void *code);
	/* What functions share with who calls them (unit.h). May be NULL. */
	struct MdvCode *(*shared)(void *code);
	/* Regions as functions of C, by number: run without a detour, of what `shared` gives. May be
	   NULL. */
	MdvStatus (*const *region)(struct MdvCode *code, double frame[]);
	/* What the table behind a handle may give where its abscissas are in u, and, of a table of
	   time, its next event is next[0], next[1] before the event at hand. False: nothing is known.
	   May be NULL. */
	bool (*table_range)(void *code, const MdvTableAsk *ask, MdvTableRange *out);
	/* The derivatives as straight code, which lives as long as the model's. NULL: there is none. */
	const MdvFlow *(*flow)(void *code, const struct MdvModel *m);
	/* A point counts, no event has been found before it: the frame's values are right there, or, of
	   a model with `look`, time and states. *event: there is one at this point after all. NULL:
	   nobody wants to know. */
	MdvStatus (*accept)(void *code, double frame[], bool *event);
	/* The slope of the states' derivatives in the direction `seed` of the states, where ODE has
	   just been run, for models whose code has no tangents. NULL: differences are taken. */
	MdvStatus (*slope)(void *code, double frame[], const double seed[], double slope[]);
	/* Derivatives, and if `all` every other value, at a point that is only looked at, as for a row
	   of results: no step goes there, and what is solved on the way begins from other points of
	   that kind. NULL: ODE, ZERO and OUTPUT are run there as anywhere. */
	MdvStatus (*look)(void *code, double frame[], bool all);
	/* Of a model with DEVS components: how they run with the equations in a plant. May be NULL. */
	const struct MdvComponents *components;
	struct ExtSession *session; /* of the functions of those; NULL: there are none */
	/* Who takes its steps in place of a solver (plan.h). NULL: a solver does. */
	const struct IntegratorOps *integrator;
} MdvModel;

/* The tables of a model as text: how emitted C carries them. */
typedef struct MdvRows {
	const char *row;   /* a row for each record: numbers with blanks between */
	const char *texts; /* n_texts, each ends with '\0' */
	int32_t n_texts;   /* that rows speak of by number */
} MdvRows;

/* The model's sequence of a kind; NULL: it has none. */
static inline const MdvSequence *mdv_model_sequence(const MdvModel *m, MdvSeqKind kind)
{
	for (int32_t i = 0; i < m->n_sequences; i++)
		if (m->sequence[i].kind == kind)
			return &m->sequence[i];
	return NULL;
}

/* Its number of steps. */
static inline int32_t mdv_model_steps(const MdvModel *m, MdvSeqKind kind)
{
	const MdvSequence *s = mdv_model_sequence(m, kind);

	return s ? s->n_steps : 0;
}

/* What couplings join: atomics by functions, ready ones, and the equations. */
static inline int32_t mdv_model_components(const MdvModel *m)
{
	return m->n_atomics + m->n_readies + 1;
}

/* The integrator's states: those outside of sets and those of all sets. */
static inline int32_t mdv_model_states(const MdvModel *m)
{
	int32_t n = m->n_states;

	for (int32_t i = 0; i < m->n_sets; i++)
		n += m->set[i].n - m->set[i].m;
	return n;
}

/* The unknowns of a step: as many as residuals, or all candidates of its set. MIXED has none. */
static inline int32_t mdv_step_unknowns(const MdvModel *m, const MdvStep *s)
{
	return s->kind == MDV_STEP_SET && s->set >= 0 ? m->set[s->set].n : s->n;
}

#ifdef __cplusplus
}
#endif
#endif
