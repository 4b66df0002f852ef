/* SPDX-License-Identifier: MIT
   model.h — what a compiled model looks like to the runtime: constant tables and one function that
   runs a region of its code. The VM and emitted C give the same tables.

   All values of a running model lie in one array of doubles, the frame; a slot is an index into it.
   Integers, Booleans (0, 1) and enumerations (1, 2 …) are doubles too, Strings and external objects
   are numbers that only the code understands. A model computes in sequences of steps:

	   PARAM    parameters and what depends on them alone; after parameters were set
	   INIT     everything at the start, by the initial equations
	   EVENT    everything, discrete variables included, from states, time and pre values
	   ODE      from states and time what the derivatives need, discrete variables as they are
	   ZERO     then the crossing functions
	   OUTPUT   then all other continuous variables

   A step is code to be run once, or a block to be solved: its code computes from the block's
   unknowns the inner variables and the residuals. Its tangent code does the same with derivatives
   (forward mode): every continuous variable has a tangent slot. */
#ifndef MODEVS_MODEL_H
#define MODEVS_MODEL_H

#include "modevs/status.h"
#include "modevs/value.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
	MDV_VAR_PARAMETER = 1,  /* does not change while the model runs */
	MDV_VAR_SETTABLE = 2,   /* a parameter without dependence, or a start value: may be set */
	MDV_VAR_DISCRETE = 4,   /* changes at events only */
	MDV_VAR_STATE = 8,      /* may be a continuous state */
	MDV_VAR_INPUT = 16,     /* of the whole model */
	MDV_VAR_OUTPUT = 32,    /* of the whole model */
	MDV_VAR_HIDDEN = 64,    /* not in results: protected by annotation, or made by the compiler */
	MDV_VAR_NEGATED = 128,  /* its value is minus the slot's; of a Boolean: not */
	MDV_VAR_CONSTANT = 256, /* declared as a variable, but found to be constant: in results */
	MDV_VAR_ALIAS = 512,    /* its slot is that of another variable, by which equations go */
	MDV_VAR_HELD = 1024     /* keeps its value but where a when gives it another: may be written */
};

typedef struct MdvVar {
	const char *name;         /* "a.b[1,2].c", "der(x)" */
	const char *unit;         /* "" if none */
	const char *display_unit; /* "" if none */
	const char *comment;      /* "" if none */
	int32_t slot;             /* where its value is; aliases share one */
	int32_t start;            /* slot of its start value; -1: none */
	int32_t nominal;          /* slot of its nominal value; -1: 1 */
	int32_t min, max;         /* slots of its limits; -1: none */
	uint16_t flags;           /* MDV_VAR_… */
	uint8_t type;             /* MDV_REAL, _INTEGER, _BOOLEAN, _ENUMERATION, _STRING */
} MdvVar;

/* An equation or action of the source, for messages. */
typedef struct MdvSource {
	const char *text; /* "L * der(i) = v", in the user's names, cut to one line */
	const char *file; /* "" if none */
	int32_t line;     /* from 1 */
	const char *path; /* the component it belongs to; "" for the model */
} MdvSource;

typedef enum MdvStepKind {
	MDV_STEP_CODE,      /* run code */
	MDV_STEP_LINEAR,    /* residuals are linear in the unknowns */
	MDV_STEP_NONLINEAR, /* they are not */
	MDV_STEP_MIXED,     /* inner steps, repeated until the decisions agree */
	MDV_STEP_SET        /* constraints of a state set, solved for those that are not states now */
} MdvStepKind;

/* How long a linear block's matrix stays the same. */
typedef enum MdvMatrix { MDV_MATRIX_VARIES, MDV_MATRIX_DISCRETE, MDV_MATRIX_PARAMETER } MdvMatrix;

typedef struct MdvStep {
	uint8_t kind;           /* MdvStepKind */
	uint8_t matrix;         /* MdvMatrix; of LINEAR */
	int32_t code;           /* CODE: to be run. Blocks: from unknowns to inner variables and
							   residuals. MIXED: -1 */
	int32_t tangent;        /* code for the tangents of the same, of a block by its unknowns alone
							   (everything outside is constant); -1: none, use differences */
	int32_t full_tangent;   /* the same by everything outside too, with the inner variables'
							   tangents stored; in ODE only; of CODE the same as tangent; -1: none */
	int32_t n;              /* residuals; unknowns too, but for SET */
	const int32_t *unknown; /* slots: n; of SET all candidates of the set */
	const int32_t *unknown_tangent;  /* their tangent slots; NULL if tangent is -1 */
	const int32_t *residual;         /* n slots */
	const int32_t *residual_tangent; /* n slots; NULL if tangent is -1 */
	const int32_t *source;           /* n: where each residual comes from; index into sources */
	int32_t set;                     /* of SET: which */
	int32_t n_steps;                 /* of MIXED: so many steps that follow belong to it */
	int32_t n_decisions;             /* of MIXED: discrete variables that break its loops */
	const int32_t *decision;         /* n_decisions slots: the values in use */
	const int32_t *fresh;            /* n_decisions slots: the values that the inner steps give */
} MdvStep;

typedef struct MdvSequence {
	const MdvStep *step; /* n_steps, those inside of MIXED included */
	int32_t n_steps;     /* how many */
} MdvSequence;

/* A continuous state: the integrator's x[i]. States of sets are in MdvSet. */
typedef struct MdvState {
	int32_t slot;               /* its value */
	int32_t derivative;         /* slot of its derivative */
	int32_t tangent;            /* slot of its tangent */
	int32_t derivative_tangent; /* slot of the tangent of its derivative */
	int32_t var;                /* index into vars */
} MdvState;

/* n candidates for n - m states, bound by m constraints (a SET step solves them). The set's states
   are numbers first … first + n - m - 1 of the integrator; which candidates they are is chosen at
   run time. A tied set takes the selection of another one: candidate i of both belong together. */
typedef struct MdvSet {
	int32_t n, m;              /* candidates, constraints */
	int32_t first;             /* number of its first state */
	int32_t tied;              /* the set whose selection it takes; -1: its own */
	bool constant;             /* the constraints' Jacobian never changes: select once */
	const MdvState *candidate; /* n */
	const int32_t *priority;   /* n: larger is rather a state */
} MdvSet;

/* Something that makes an event when a value leaves its range. The crossing function is z, or for
   one of a ladder z less its limit: many relations of the same z, of which only the next ones above
   and below need to be watched while z moves. */
typedef struct MdvCrossing {
	int32_t z;        /* slot, after ZERO */
	int32_t relation; /* slot of the Boolean that holds z > 0, z >= 0 … as `positive` says; -1: none
						 (the value must stay positive, as for floor) */
	bool positive;    /* the relation holds where the crossing function is positive */
	bool closed;      /* and where it is 0 */
	int32_t scale;    /* slot: size of what is compared, |a| + |b| of a > b; -1: 1, of a ladder
						 |z| + |limit| */
	int32_t source;   /* index into sources */
	int32_t limit;    /* of a ladder: slot, after EVENT; else -1 */
	int32_t ladder;   /* which; -1: none */
} MdvCrossing;

/* An instant at which a relation of time changes: event when time reaches the slot's value. */
typedef struct MdvTimeEvent {
	int32_t instant; /* slot, after EVENT; in the past or infinite: none */
	int32_t source;  /* index into sources; -1: none */
} MdvTimeEvent;

typedef struct MdvSampler {
	int32_t active;          /* slot: set to 1 in the first pass at an instant of the sampler */
	int32_t start, interval; /* slots, after PARAM */
} MdvSampler;

/* A variable of which pre is taken, or that changes at events only. */
typedef struct MdvDiscrete {
	int32_t slot; /* its value */
	int32_t pre;  /* the value before */
	int32_t var;  /* index into vars; -1: made by the compiler */
} MdvDiscrete;

typedef enum MdvActionKind {
	MDV_ACTION_REINIT,    /* the state in `slot` takes the value in `value` */
	MDV_ACTION_ASSERT,    /* `fires`: the condition is violated; fatal */
	MDV_ACTION_WARN,      /* the same, only a warning */
	MDV_ACTION_TERMINATE, /* end the simulation */
	MDV_ACTION_CALL       /* run `code` for its effect */
} MdvActionKind;

/* What happens when the slot `fires` is not 0 after EVENT (assert and warn without a when: after
   OUTPUT of accepted points too). */
typedef struct MdvAction {
	uint8_t kind;   /* MdvActionKind */
	bool always;    /* not inside of a when: check at every accepted point */
	int32_t fires;  /* slot */
	int32_t slot;   /* REINIT: the state; ASSERT, WARN, TERMINATE: the message after `code` */
	int32_t value;  /* REINIT: slot of the new value */
	int32_t code;   /* to be run when it fires: makes the message, does the CALL; -1: none */
	int32_t source; /* index into sources */
} MdvAction;

/* delay(u, T): the runtime keeps the history of u. */
typedef struct MdvDelay {
	int32_t value;         /* slot written by the runtime before a sequence: u at time - delay */
	int32_t input;         /* slot of u, after ODE or OUTPUT */
	int32_t delay;         /* slot of the delay time; after EVENT, or delay_code if it varies */
	int32_t longest;       /* slot of delayMax, after PARAM */
	int32_t value_tangent; /* slot; kept 0; -1: none */
	bool held;             /* u and the delay time keep their values between events */

} MdvDelay;

/* spatialDistribution(in0, in1, x, positiveVelocity, …): the runtime keeps the profile. A state of
   its own follows x, so that it is known before a sequence. */
typedef struct MdvSpatial {
	int32_t out[2];       /* slots written by the runtime before a sequence: u at 0 and at 1 */
	int32_t in[2];        /* slots of in0, in1, after EVENT or OUTPUT */
	int32_t position;     /* slot of x, after EVENT or OUTPUT */
	int32_t positive;     /* slot of positiveVelocity, after EVENT */
	int32_t state;        /* slot of the state that follows x */
	int32_t rest;         /* slot written by the runtime: a crossing; negative: past the end of the
							 smooth piece that is being read */
	int32_t n_points;     /* of the profile at the start */
	const int32_t *point; /* n_points slots, after PARAM */
	const int32_t *value; /* n_points slots, after PARAM */
} MdvSpatial;

/* An equation that the initial system did without: it must hold at its solution. */
typedef struct MdvCheck {
	int32_t residual; /* slot, after the code `init_check` */
	int32_t scale;    /* slot: size of its terms */
	int32_t source;   /* index into sources */
} MdvCheck;

typedef enum MdvSeqKind {
	MDV_SEQ_PARAM,
	MDV_SEQ_INIT,
	MDV_SEQ_EVENT,
	MDV_SEQ_ODE,
	MDV_SEQ_ZERO,
	MDV_SEQ_OUTPUT,
	MDV_SEQ_COUNT
} MdvSeqKind;

/* Sets of equations in the iteration at an event: those that no change of a pre value reaches,
   those that are only reached from a loop, those in a loop through pre values. */
typedef enum MdvEventSet { MDV_UNTOUCHED, MDV_UPDATE, MDV_LOOP, MDV_EVENT_SETS } MdvEventSet;

/* A node of the dependency graph of EVENT: assignments or a block, which can be run alone. */
typedef struct MdvEventNode {
	int32_t code;   /* to be run; -1: the step `step` of EVENT */
	int32_t step;   /* of EVENT, with all steps inside of it */
	int32_t n_eqs;  /* equations, for counts */
	int32_t action; /* computes whether this action fires; -1: none */
	uint8_t set;    /* MdvEventSet */
	bool moves;     /* determines variables that change between events too */
	bool holds;     /* of an action: it fires in one pass and never again by itself */
} MdvEventNode;

/* The dependency graph of EVENT, so that a pass needs to run only nodes with an input that has
   changed. Nodes are in order of evaluation. The first `n_passing` take part in passes; the others
   only follow from them and are run when nothing changes any more, before ODE, ZERO and OUTPUT.
   Together these determine the same as EVENT. A node that moves determines variables that change
   between events as well: it is not run at an event unless another node needs it. */
typedef struct MdvEventGraph {
	int32_t n_nodes, n_passing;           /* nodes, and those of passes */
	int32_t n_slots;                      /* of the tables by slot; those behind are work space */
	const MdvEventNode *node;             /* n_nodes */
	const int32_t *out_start, *out;       /* by node: slots that it writes */
	const int32_t *reader_start, *reader; /* by slot: nodes to be run when it changes */
	const int32_t *riser_start, *riser;   /* by slot: those to be run when it becomes true */
	const int32_t *need_start, *need;     /* by node: nodes that move and that it reads */
	const int32_t *first;                 /* n_first: nodes to be run at every event */
	const int32_t *every;                 /* n_every: in every pass */
	const int32_t *crossing_node;         /* by crossing: what to run at an event where its
											  relation has changed; -1: it is in `first` */
	const int32_t *instant_node;          /* by time event: the same where time reaches it */
	const int32_t *moving;                /* n_moving: discretes that change between events */
	int32_t n_first, n_every, n_moving;   /* how many */
	int32_t n_eqs[MDV_EVENT_SETS];        /* equations of EVENT */
	int32_t n_end[MDV_EVENT_SETS];        /* of these in ODE, ZERO and OUTPUT */
} MdvEventGraph;

typedef struct MdvModel {
	const char *name;        /* class name */
	int32_t n_slots;         /* size of the frame */
	const double *initial;   /* n_slots: values at first: constants, literal parameters, 0 */
	const MdvVar *var;       /* n_vars, in the order of declaration */
	const MdvSource *source; /* n_sources */
	const MdvState *state;   /* n_states: those outside of sets, numbers 0 … n_states - 1 */
	const MdvSet *set;       /* n_sets */
	const MdvCrossing *crossing;
	const MdvTimeEvent *time_event;
	const MdvSampler *sampler;
	const MdvDiscrete *discrete;
	const MdvAction *action;
	const MdvDelay *delay;
	const MdvSpatial *spatial;
	const MdvCheck *check;
	int32_t n_vars, n_sources, n_states, n_sets, n_crossings, n_time_events, n_samplers;
	int32_t n_discretes, n_actions, n_delays, n_spatials, n_checks;
	int32_t n_ladders; /* of crossings */
	MdvSequence sequence[MDV_SEQ_COUNT];
	int32_t init_check;   /* code for the checks; -1: none */
	int32_t start_code;   /* code that gives start values to slots and pre slots; after PARAM */
	int32_t objects_code; /* code that makes external objects; inside of PARAM's run; -1: none */
	bool delays_vary;     /* a delay time depends on continuous variables … */
	int32_t delay_code;   /* … and this code computes all of them, after ODE */
	int32_t time;         /* slot of time */
	int32_t is_initial;   /* slot of initial() */
	int32_t is_terminal;  /* slot of terminal() */
	int32_t homotopy;     /* slot of the homotopy parameter: 1 is the actual model */
	bool has_homotopy;    /* the model uses homotopy() */
	int32_t tangents, n_tangents; /* tangent slots: first and how many */
	const int32_t
		*jac_start;         /* n + 1: pattern of the Jacobian of all states' derivatives, by column;
							   rows ascending; NULL: dense. n counts the states of sets too */
	const int32_t *jac_row; /* rows */
	const int32_t
		*jac_colour;         /* n: columns of one colour have no row in common; NULL: all differ */
	int32_t n_colours;       /* colours */
	const int32_t *ode_read; /* n_ode_reads: slots of the discrete variables and relations that ODE
								reads: an event that changes none of them (and no state) needs no
								restart of the integrator; NULL: every event needs one */
	int32_t n_ode_reads;     /* how many */
	const int32_t *input_read; /* n_input_reads, ascending: slots of the inputs that ODE reads:
								  writing others needs no restart; NULL: not known */
	int32_t n_input_reads;     /* how many */
	const MdvEventGraph *event_graph; /* of EVENT; NULL: every pass runs all of it */
	double start, stop, tolerance,
		interval;  /* experiment annotation; tolerance, interval 0: none */
	bool has_stop; /* stop is given */
	/* Runs a region of code on a frame. > 0: cannot be evaluated here (a domain, an assertion in a
	   function): try another point; mdv_message of the instance tells why. */
	MdvStatus (*run)(void *code, double frame[], int32_t region);
	void *code;                     /* handed to run: the VM's or emitted C's own data */
	const char *(*why)(void *code); /* what the last run that failed has to say; never NULL */
	/* Runs a region again to find where its first value that is not finite comes from: an index
	   into sources; -1: not known. May be NULL. */
	int32_t (*find_bad)(void *code, double frame[], int32_t region);
	const char *(*string)(void *code, double handle); /* the text of a String slot */
} MdvModel;

#ifdef __cplusplus
}
#endif
#endif
