/* SPDX-License-Identifier: MIT
   unit.h — the contents of unit/: models as C (modevs/unit.h) made to run, and result files of any
   model. */
#ifndef MDV_UNIT_H
#define MDV_UNIT_H

#include "modevs/unit.h"
#include "runtime/ext/ext.h"
#include "runtime/hybrid/hybrid.h"
#include "runtime/out/out.h"
#include "vm/vm_fn.h"

/* result.c — the result file of a model; opened with the first row, when parameters are known */

typedef struct Result {
	const MdvModel *m;  /* the model */
	Arena *keep;        /* holds what is below */
	const char *path;   /* of the file */
	const bool *wanted; /* n_vars: which are shown; NULL: all */
	Out out;            /* the file */
	OutColumn *column;  /* its columns */
	double *value;      /* of a row, by source */
	int32_t *source;    /* by source: the slot */
	size_t n_sources;   /* how many */
	bool open;          /* out is in use */
} Result;

/* m, path and wanted must stay until result_close. */
void result_init(Result *r, const MdvModel *m, const char *path, const bool *wanted, Arena *keep);
MdvStatus result_row(Result *r, double t, const double frame[]); /* r->out.error tells */
MdvStatus result_close(Result *r);
/* A variable by name, in which blanks do not count: "a[1, 2]" is "a[1,2]"; -1: none. */
int32_t result_find(const MdvModel *m, const char *name);

/* unit_code.c — the code of a unit, running */

typedef struct UnitCode {
	MdvModel model;                           /* the unit's, with this as its code */
	const MdvUnit *unit;                      /* the constant part */
	const MdvAlloc *alloc;                    /* where all memory comes from */
	Arena memory;                             /* of the functions' code */
	IrModule module;                          /* functions, calls, texts */
	VmFn *fns;                                /* they, running */
	VmHooks hooks;                            /* what they need */
	ExtSession session;                       /* of external functions */
	void (*log)(void *ctx, const char *text); /* is told warnings; NULL: dropped */
	void *log_ctx;                            /* handed to log */
	MdvInstance *view;                        /* of a plant: its variables; NULL: no plant's */
} UnitCode;

/* NULL: no memory, or a unit made for another version of modevs. */
UnitCode *unit_code_new(const MdvUnit *unit, const MdvAlloc *alloc);
void unit_code_free(UnitCode *c);
UnitCode *unit_code_of(const MdvUnit *unit, const MdvModel *m); /* NULL: not of this unit */

/* unit.c — instances */

typedef struct UnitSet {
	int32_t var;  /* which */
	double value; /* its value */
} UnitSet;

struct MdvInstance {
	const MdvAlloc *alloc; /* where all memory comes from */
	UnitCode *code;        /* tables and code */
	MdvHybrid *plant;      /* whose variables it shows; NULL: its own, in rt */
	Rt *rt;                /* the values; NULL: a plant's, or there was no memory for new ones */
	VEC(UnitSet) sets;     /* values given, each variable once */
	bool used;             /* rt has been run */
	bool has_inputs;       /* an input is among sets */
	const char *message;   /* of a failure that rt knows nothing of; NULL: none */
};

/* hybrid_simulate with fresh values and those that were set. */
MdvStatus unit_simulate(MdvInstance *p, const HybridOptions *o, HybridResult *out);
/* The times of the model, or from 0 to 1; and the step that Euler's method takes. */
void unit_defaults(const MdvModel *m, HybridOptions *h);

/* unit_main.c — a whole program; unit_option.c — its command line */

typedef struct UnitOptions {
	HybridOptions hybrid;  /* --start, --stop, --tol … */
	const char *out;       /* -o; NULL: NAME.csv */
	const char *vars;      /* --vars; NULL: all */
	bool has_start;        /* --start is given */
	bool has_stop;         /* --stop is given */
	bool allow_external;   /* --allow-external */
	bool help;             /* --help: print the options, do nothing else */
	const char *program;   /* name of the program, for messages */
	VEC(const char *) set; /* --set NAME=VALUE */
} UnitOptions;

/* False: said what is wrong. The vector is the heap's. */
bool unit_option_read(UnitOptions *o, int argc, char **argv);
void unit_option_help(const UnitOptions *o, FILE *out);

#endif
