/* SPDX-License-Identifier: MIT
   study.h — the contents of cli/study/: questions that take more than one run: sweeps over
   parameters. */
#ifndef MDV_STUDY_H
#define MDV_STUDY_H

#include "cli/cli.h"

/* chance.c — random numbers that belong to a place, not to an order */

/* A number between 0 and 1, without the ends, for a place in a table of them. */
double chance_uniform(uint64_t seed, uint64_t column, uint64_t row);
/* The place of `row` in a permutation of n that belongs to seed and column; no memory needed. */
uint64_t chance_permute(uint64_t seed, uint64_t column, uint64_t row, uint64_t n);
double chance_normal(double p); /* the quantile of the standard normal distribution, 0 < p < 1 */

/* design.c — what is varied, and the values of a run */

typedef enum DesignShape {
	DESIGN_POINTS,
	DESIGN_LIST,
	DESIGN_RANGE,
	DESIGN_NORMAL,
	DESIGN_LOGNORMAL,
	DESIGN_TRIANGULAR
} DesignShape;

typedef struct DesignColumn {
	const char *name;       /* of the variable */
	DesignShape shape;      /* where its values come from */
	bool log;               /* of POINTS and RANGE: evenly spaced logarithms */
	bool texts;             /* of LIST: not all are numbers or truth values */
	double a, b, c;         /* of the shape: ends, or parameters of the distribution */
	uint64_t n;             /* of POINTS and LIST: how many */
	VEC(const char *) text; /* of LIST: as written */
	VEC(double) value;      /* of LIST: as numbers; of texts 1, 2, … */
} DesignColumn;

typedef struct Design {
	DesignColumn *column; /* n of them */
	size_t n;             /* how many variables are varied */
	uint64_t n_runs;      /* how many runs there are */
	uint64_t seed;        /* of what is drawn */
	MdvSample sample;     /* how runs are made */
} Design;

/* Reads --vary, --sample, --runs and --seed; false: said what is wrong. */
bool design_read(Design *p, const Options *o, Arena *keep);
double design_value(const Design *p, size_t column, uint64_t run); /* run counts from 0 */
/* The same as a text that --set and the table understand; in keep, or as long as the plan. */
const char *design_text(const Design *p, size_t column, uint64_t run, Arena *keep);

/* measure.c — numbers that say how a run went */

#define MEASURE_KINDS(X)                                                             \
	X(MEASURE_MAX, max)         /* the largest value */                              \
	X(MEASURE_MIN, min)         /* the least */                                      \
	X(MEASURE_INITIAL, initial) /* the first */                                      \
	X(MEASURE_FINAL, final)     /* the last */                                       \
	X(MEASURE_MEAN, mean)       /* by time */                                        \
	X(MEASURE_RMS, rms)         /* root of the mean square, by time */               \
	X(MEASURE_SETTLE, settle)   /* when it stays near its last value from then on */ \
	X(MEASURE_TIME, time)       /* when a condition holds first; NaN: never */       \
	X(MEASURE_COUNT, count)     /* how often a condition becomes true, or how many events */
#define MEASURE_ENUM(constant, name) constant,
typedef enum MeasureKind { MEASURE_KINDS(MEASURE_ENUM) MEASURE_NONE } MeasureKind;
#undef MEASURE_ENUM

typedef struct Measure {
	const char *label;    /* its column in the table */
	const char *variable; /* whose values; NULL: of events */
	MeasureKind kind;     /* what is measured */
	int relation;         /* of a condition: '<', '>', or 'l', 'g' with equality; 0: none */
	double limit;         /* of a condition; of SETTLE the part of the way */
} Measure;

typedef struct Measures {
	Measure *at; /* n of them */
	size_t n;    /* how many */
} Measures;

/* What a measure knows of a run so far. */
typedef struct Measuring {
	double first, last;     /* values */
	double t_first, t_last; /* their times */
	double best;            /* MAX, MIN; TIME: when, NaN: not yet */
	double sum;             /* MEAN, RMS: the integral */
	uint64_t count;         /* COUNT */
	VEC(double) t, x;       /* SETTLE: all points */
	bool any;               /* there was a point */
} Measuring;

/* Reads --measure; without one, final values of outputs or states of m. The columns of the table,
   those of `design` too, have different names. False: said why not. */
bool measure_read(Measures *ms, const Options *o, const Design *design, const MdvModel *m,
				  Arena *keep);
void measure_begin(const Measures *ms, Measuring s[]);                /* a run begins */
bool measure_add(const Measure *m, Measuring *s, double t, double x); /* false: no memory */
double measure_end(const Measure *m, Measuring *s, uint64_t events);  /* its value */
void measure_free(const Measures *ms, Measuring s[]);

/* journal.c — runs that were made, each once, in a file that survives the program */

enum { JOURNAL_REASON = 232 };

typedef struct JournalRun {
	int32_t status;              /* MdvStatus: MDV_OK, or why it failed */
	uint32_t unused;             /* 0 */
	char reason[JOURNAL_REASON]; /* of a failure, in words; "" otherwise */
} JournalRun;

typedef struct Journal {
	int fd;           /* the file; -1: none */
	const char *path; /* NULL: it has no name */
	size_t n_values;  /* of a run */
	uint64_t n_runs;  /* that there will be */
	uint64_t done;    /* that there are */

	char *buffer; /* of one record */
	size_t size;  /* of one record */
	Arena *keep;  /* of all memory */
} Journal;

/* Opens, or with `resume` goes on with, the journal of the study that `key` tells from others.
   false: `why` tells. path NULL: it is forgotten at the end. */
bool journal_open(Journal *j, const char *path, uint64_t key, bool resume, Text *why);
bool journal_put(Journal *j, uint64_t run, const JournalRun *r, const double value[]);
/* False: it was not made. */
bool journal_get(Journal *j, uint64_t run, JournalRun *r, double value[]);
void journal_close(Journal *j, bool remove);

/* sheet.c — the table of a sweep */

typedef struct Sheet {
	const Design *design;     /* the columns before */
	const Measures *measures; /* those behind */
	const char *path;         /* .csv, .mat or - */
} Sheet;

bool sheet_write(const Sheet *t, Journal *j, Arena *keep, Text *why); /* false: why tells */

/* worker.c — compiled once, run by many */

typedef struct Workshop {
	const Options *o;         /* the command line, with what this compilation sets */
	const Design *design;     /* what is varied */
	const Measures *measures; /* what is asked */
	Compile cx;               /* the compilation */
	Jit *jit;                 /* its machine code, for all threads */
	SystemTable system;       /* its components */
	int32_t *var;             /* by column of the design: the variable; -1: compiled in */
	int32_t *measured;        /* by measure: the variable; -1: none */
	bool *wanted;             /* by variable: it is looked at */
	bool *shown;              /* by variable: it is in trajectories */
	const Replace *replace;   /* which files may be replaced */
	Run inputs;               /* has read --input */
	bool reads;               /* that is there */
	bool fresh;               /* each run needs a VM of its own: external functions have states */
	bool made;                /* there is a model */
} Workshop;

typedef struct Worker {
	Workshop *shop;    /* what it runs */
	Made *made;        /* its model; NULL: none yet */
	Measuring *state;  /* by measure */
	double *value;     /* by measure: the results */
	JournalRun how;    /* how the last run went */
	Arena keep;        /* of all that */
	Rt *rt;            /* the run that is under way */
	RunGiven given;    /* its recorded inputs */
	Result file;       /* its trajectories */
	Arena scratch;     /* of one run */
	uint64_t run;      /* which run */
	MdvStatus status;  /* how that ended */
	uint64_t warned;   /* runs + 1 of the first warning; 0: none */
	char warning[512]; /* what it said */
} Worker;

/* Compiles with the values of a run: those that cannot be set later, and run 0's for the rest. An
   exit status; why: of a failure. */
int workshop_open(Workshop *w, const Options *o, const Design *design, uint64_t run, Arena *keep);
bool workshop_settle(Workshop *w, Arena *keep); /* which are set in a run; false: said why not */
void workshop_close(Workshop *w);
const char *worker_file(const Options *o, uint64_t run, Arena *keep); /* of its trajectories */
bool worker_begin(Worker *k, Workshop *w);
/* One run, into value and how. MDV_OK also if the run failed; MDV_STOPPED, MDV_NO_MEMORY. */
MdvStatus worker_run(Worker *k, uint64_t run);
void worker_end(Worker *k);

/* gauss.c */

/* Solves m x = b, n by n, by rows, with pivots; x is left in b, 0 where there is no pivot. */
void gauss_solve(double *m, double *b, int32_t n);

/* series.c — result files, read */

typedef struct SeriesColumn {
	const char *name;    /* of the variable */
	const char *comment; /* of MAT: its description; NULL: none */
	double *x;           /* its values, one for each row */
} SeriesColumn;

typedef struct Series {
	double *t;            /* n_rows times */
	size_t n_rows;        /* how many */
	SeriesColumn *column; /* n of them, time not among them */
	size_t n;             /* how many */
	char error[512];      /* what is wrong */
} Series;

bool series_read(Series *s, const char *path, Arena *keep);         /* false: s->error tells */
const SeriesColumn *series_find(const Series *s, const char *name); /* NULL: none */
/* Those of --vars; false: said that there are none. */
bool series_choose(const Series *s, const Options *o, bool wanted[], Arena *keep);

/* cmd_convert.c, cmd_compare.c … — commands that answer one question */

typedef struct Questioned {
	const Options *o; /* the command line */
	Arena keep;       /* of all memory */
} Questioned;

/* Runs body with a Questioned, under a guard; its exit status. */
int question_run(const Options *o, int (*body)(void *arg));
/* May it be there, or be replaced? Not the operands; false: said why not. */
bool question_may_write(const Options *o, const char *path);

#endif
