/* SPDX-License-Identifier: MIT
   modevs.h — compile Modelica in process: a class becomes a program, compiled once, which is
   simulated on its own any number of times, or from which plants are made (hybrid.h). */
#ifndef MODEVS_MODEVS_H
#define MODEVS_MODEVS_H

#include "modevs/hybrid.h"
#include "modevs/results.h"

#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvProgram MdvProgram; /* a compiled class */

/* Zero is a choice in every field. */
typedef struct MdvCompileOptions {
	const char *model;       /* the class to take of a file; NULL: the last that can run */
	bool strict;             /* refuse what only older versions of Modelica allow */
	const char *const *dirs; /* where libraries are, before MODELICAPATH; ends with NULL */
	const char *const *set; /* name, value, name, value … NULL: parameters and start values for all
							   plants, as on the command line */
	const char *const *allow; /* what the model may do besides computing, as --allow has it:
								 "read:DIR", "write", "run" …; ends with NULL (docs/security.md) */
	bool allow_external;      /* "external" among them: the user's own C functions may be loaded */
	MdvCodeKind code;         /* what runs its models: machine code, or the interpreter */
	double threads; /* that share what each of its models computes, if it is large: a whole number;
					   0: one. Results are the same */
	double timeout; /* seconds of real time; then it ends with MDV_TIMED_OUT and the phase in
					   the messages. 0: never */
	const MdvAlloc *alloc; /* memory of the program and of its simulations, as long as it lives;
							  NULL: the C library's. It may refuse: that is a limit of
							  memory, MDV_NO_MEMORY */
	/* Asked again and again, in every phase, by the thread that compiles: true ends it, with
	   MDV_STOPPED and the phase in the messages. What it may do is return: a flag, a clock. */
	bool (*interrupt)(void *user);
	void *user;                        /* handed to interrupt */
	const volatile sig_atomic_t *stop; /* the same by a flag: not 0 ends it; NULL: nobody asks */
} MdvCompileOptions;

/* `what` is a file (it has a '/' or ends with .mo) or the name of a class. *out is there on failure
   too, with the messages, but not without memory; mdv_program_free is due. MDV_INTERNAL_ERROR: the
   compiler itself is wrong, and the messages say where. o may be NULL. */
MdvStatus mdv_compile(const char *what, const MdvCompileOptions *o, MdvProgram **out);
/* The same with a text in place of a file; name is for messages. */
MdvStatus mdv_compile_text(const char *name, const char *text, const MdvCompileOptions *o,
						   MdvProgram **out);
void mdv_program_free(MdvProgram *p); /* after all its plants; NULL is allowed */
/* Errors and warnings of the compiler, as it prints them; "" if there are none. */
const char *mdv_program_messages(const MdvProgram *p);

typedef enum MdvSeverity { MDV_NOTE, MDV_WARNING, MDV_ERROR } MdvSeverity;

/* One of them. */
typedef struct MdvDiagnostic {
	MdvSeverity severity; /* a note belongs to the one before it */
	const char *code;     /* "E0401"; of a note "" */
	const char *file;     /* "": it has no place */
	uint32_t line;        /* from 1; 0: it has no place */
	uint32_t column;      /* from 1, in characters */
	const char *text;     /* one line */
} MdvDiagnostic;

/* How many there are. What is wrong with options and settings is in the messages only. */
size_t mdv_program_diagnostics(const MdvProgram *p);
bool mdv_program_diagnostic(const MdvProgram *p, size_t i, MdvDiagnostic *out); /* false: no such */
const char *mdv_program_name(const MdvProgram *p); /* of the class; "": it was not compiled */
size_t mdv_program_variables(const MdvProgram *p); /* 0: it was not compiled */
/* The i-th variable of the model; without a value. False: there is none. */
bool mdv_program_variable(const MdvProgram *p, size_t i, MdvVariable *out);
/* The model's tables, without code to run. NULL: it was not compiled. */
const MdvModel *mdv_program_model(const MdvProgram *p);
/* For MdvHybridOptions.model; as long as the program. It may be used by one thread at a time. NULL:
   it was not compiled. */
const MdvModelSource *mdv_program_source(const MdvProgram *p);

/* A run of its own, as `modevs run` makes it. Zero is a choice in every field. */
typedef struct MdvSimulateOptions {
	MdvOptions run;               /* how: times, tolerance, solver … (options.h) */
	const MdvSetting *set;        /* n_set values before initialization */
	size_t n_set;                 /* how many */
	const char *const *variables; /* n_variables names; NULL: all of the model, in its order */
	size_t n_variables;           /* how many */
	/* Called for every row of results, in order of time, two or more at events, with the values of
	   the variables. MDV_STOPPED ends the run, a negative status, too. NULL: no rows. */
	MdvStatus (*row)(void *user, double t, const double value[]);
	void (*log)(void *user,
				const char *text); /* warnings of the model, and run.log; NULL: dropped */
	void *user;                    /* handed to both */
	MdvResults *results;           /* of the program's model: gets every row; NULL: nobody does */
	bool events;                   /* it gets every event, too */
	const volatile sig_atomic_t *stop; /* not 0: it ends with MDV_STOPPED; NULL: nobody asks */
} MdvSimulateOptions;

typedef struct MdvSimulateResult {
	double t;              /* how far it came */
	bool terminated;       /* by terminate(); the message is its text */
	uint64_t steps;        /* of the integrator */
	uint64_t restarts;     /* of the integrator, the first included */
	uint64_t rhs;          /* evaluations of the derivatives by the integrator */
	uint64_t state_events; /* by crossings */
	uint64_t time_events;  /* known before */
	uint64_t rows;         /* given out */
	char message[1024];    /* what went wrong, cut if need be; "" if nothing did */
} MdvSimulateResult;

/* From initialization to the end. Rows up to out->t were given out, whatever the status.
   MDV_STOPPED: by a row, or the flag; MDV_TIMED_OUT. o may be NULL. Several threads may simulate
   one program at the same time, if its allocator serves them. */
MdvStatus mdv_simulate(const MdvProgram *p, const MdvSimulateOptions *o, MdvSimulateResult *out);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
