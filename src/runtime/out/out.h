/* SPDX-License-Identifier: MIT
   out.h — the contents of runtime/out/: results of a simulation as files and pictures, and recorded
   inputs. Knows names and numbers; of models, only result.c. */
#ifndef MDV_OUT_H
#define MDV_OUT_H

#include "base/base.h"
#include "modevs/model.h"
#include "modevs/results.h"

#include <limits.h>

/* out.c — a result file, written row by row in bounded memory */

typedef enum OutKind { OUT_REAL, OUT_INTEGER, OUT_BOOLEAN, OUT_ENUM } OutKind;

/* constant, name: its table is out_NAME_ops in out_NAME.c. The first is that of standard output. */
#define OUT_FORMATS(X)                                     \
	X(OUT_CSV, csv) /* comma-separated values, RFC 4180 */ \
	X(OUT_MAT, mat) /* MATLAB 4, in the layout of Dymola and OpenModelica */

#define OUT_ENUM(constant, name) constant,
typedef enum OutFormat { OUT_FORMATS(OUT_ENUM) OUT_BY_SUFFIX } OutFormat;
#undef OUT_ENUM

/* What a column holds in a row: its constant, or `value[source]` of the row, perhaps negated.
   Columns with the same source are aliases of one variable. */
typedef struct OutColumn {
	const char *name;      /* "a.b[1,2]" */
	const char *unit;      /* NULL or "": none */
	const char *comment;   /* one line; NULL or "": none */
	OutKind kind;          /* all but Real are whole numbers; a Boolean is 0 or 1 */
	bool constant;         /* it is `constant_value` in every row; source and negate mean nothing */
	bool negate;           /* minus its source; of a Boolean, its opposite */
	int32_t source;        /* index into the values of a row */
	double constant_value; /* of a constant column */
} OutColumn;

typedef struct OutColumns {
	const OutColumn *at; /* n columns, time not among them */
	size_t n;            /* how many */
} OutColumns;

/* A value that a row holds once, whatever the number of columns that show it. */
typedef struct OutSlot {
	int32_t source; /* index into the values of a row; -1: constant */
	bool negate;    /* as in OutColumn */
	uint8_t kind;   /* OutKind */
	uint8_t len;    /* length of text; 0: none yet */
	uint32_t run;   /* MAT: from here on, slots of values in a row as they are; 0: not as it is */
	uint64_t bits;  /* of the number that text shows */
	char text[32];  /* CSV: a comma and the number */
} OutSlot;

typedef struct Out Out;

/* A format. */
typedef struct OutOps {
	const char *suffix; /* with its dot */
	bool needs_file;    /* that can be patched: whole rows are kept, and not on standard output */
	bool has_aliases;   /* readers negate by themselves, and constants are stored once, so that
						   parameters can be columns, too */
	size_t (*row_max)(const Out *w);                     /* most bytes of a row */
	MdvStatus (*begin)(Out *w);                          /* everything but the rows */
	void (*row)(Out *w, double t, const double value[]); /* one more */
	MdvStatus (*update)(Out *w); /* tells the file how many rows it has; NULL: nothing to tell */
} OutOps;

/* What all formats have, in a file whose functions are row_max, write_head and write_row. */
#define OUT_OPS(label) .suffix = label, .row_max = row_max, .begin = write_head, .row = write_row

struct Out {
	const MdvAlloc *alloc; /* where all memory comes from */
	const char *path;      /* as given; not owned */
	OutColumns columns;    /* not owned */
	int32_t *slot_of;      /* columns.n: the slot that each shows; MAT: of a constant, -1 */
	OutSlot *slot;         /* n_slots, room for columns.n */
	size_t n_slots;        /* slots in use */
	char *buf;             /* cap bytes, n in use: whole rows that wait to be written */
	size_t n;              /* bytes waiting */
	size_t cap;            /* bytes allocated: 64 KB, or one row if that is more */
	size_t row_max;        /* most bytes of a row */
	uint64_t n_rows;       /* rows given so far */
	uint64_t at_disk;      /* bytes written so far */
	size_t n_bounds;       /* MAT: rows of data_1: the bounds of time, and the constants */
	uint64_t at_bounds;    /* MAT: where data_1 is */
	uint64_t at_count;     /* MAT: where the number of rows so far is */
	double t_first;        /* time of the first row */
	double t_last;         /* time of the last one */
	const OutOps *ops;     /* the format */
	int fd;                /* the file; -1: none */
	MdvStatus status;      /* the first thing that went wrong, MDV_OK: nothing */
	char error[512];       /* what that was, one line; "" when nothing */
};

/* Opens a file, or standard output for "-" (to which stdio must have nothing left to write), and
   writes what precedes the rows. Columns, names and path must live until out_close. Each function
   returns the first failure and keeps returning it: MDV_IO, MDV_NO_MEMORY, MDV_BAD_ARGUMENT, told
   in w->error; out_close is to be called in every case. */
MdvStatus out_open(Out *w, const MdvAlloc *alloc, const char *path, OutFormat format,
				   OutColumns columns);
MdvStatus out_row(Out *w, double t, const double value[]);
MdvStatus out_flush(Out *w); /* all rows so far are in the file, and a program can read it */
void out_rescue(Out *w);     /* in a signal handler: writes what waits; after it the program ends */
MdvStatus out_close(Out *w);
OutFormat out_format(const char *path);            /* by suffix; OUT_BY_SUFFIX: no known one */
const OutOps *out_format_ops(OutFormat format);    /* NULL of OUT_BY_SUFFIX */
void out_format_list(Text *out, const char *last); /* ".csv or .mat", if last is " or " */

/* For the formats. */
MdvStatus out_fail(Out *w, MdvStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
MdvStatus out_put(Out *w, const void *bytes, size_t len); /* writes when the buffer is full */
MdvStatus out_patch(Out *w, uint64_t at, const void *bytes, size_t len);
double out_slot_value(const OutSlot *s, const double value[]);

/* out_csv.c, out_mat.c … — the formats */

#define OUT_EXTERN(constant, name) extern const OutOps out_##name##_ops;
OUT_FORMATS(OUT_EXTERN)
#undef OUT_EXTERN

/* replace.c — may a file be replaced by what is written? */

typedef struct FileId {
	uint64_t device; /* as stat has it */
	uint64_t inode;  /* likewise */
} FileId;

/* A file that may not be there yet. */
typedef struct OutputFile {
	FileId id;               /* of the file; of its folder, if it is not there */
	char name[NAME_MAX + 1]; /* in that folder; "": the file is there */
} OutputFile;

/* Zero: no inputs, no outputs, and only what modevs wrote is replaced. */
typedef struct Replace {
	const MdvAlloc *alloc;                  /* where all memory comes from */
	bool force;                             /* files that modevs did not write, too */
	VEC(FileId) inputs;                     /* files that are read */
	VEC(OutputFile) outputs;                /* files that will be written, each once */
	bool (*is_input)(void *ctx, FileId id); /* knows more of them; NULL: nobody */
	void *ctx;                              /* handed to is_input */
} Replace;

void replace_init(Replace *r, const MdvAlloc *alloc, bool force); /* alloc NULL: the heap */
void replace_free(Replace *r);
bool replace_note(Replace *r, const char *path); /* an input, if it is there; false: no memory */
bool replace_may(const Replace *r, const char *path, char *why,
				 size_t size);                              /* false: `why` tells */
bool replace_is_output(const Replace *r, const char *path); /* is it one that was claimed? */
bool replace_claim(Replace *r, const char *path, char *why,
				   size_t size);     /* the same, and no other output goes there: it is one now;
										no memory leaves the guard */
void replace_mark(const char *path); /* modevs wrote it */

/* result.c — the result file of a model; opened with the first row, when parameters are known */

typedef struct Result {
	const MdvModel *m;      /* the model */
	Arena *keep;            /* holds what is below */
	const char *path;       /* of the file */
	const bool *wanted;     /* n_vars: which are shown; NULL: all */
	const Replace *replace; /* may there be such a file already? NULL: it may */
	Out out;                /* the file */
	OutColumn *column;      /* its columns, whose sources are slots of the frame */
	bool open;              /* out is in use */
} Result;

/* m, path and wanted must stay until result_close. */
void result_init(Result *r, const MdvModel *m, const char *path, const bool *wanted, Arena *keep);
MdvStatus result_row(Result *r, double t, const double frame[]); /* r->out.error tells */
MdvStatus result_close(Result *r);
/* A variable by name, in which blanks do not count: "a[1, 2]" is "a[1,2]"; -1: none. */
static inline int32_t result_find(const MdvModel *m, const char *name)
{
	for (int32_t i = 0; i < m->n_vars; i++)
		if (text_same_name(m->var[i].name, name))
			return i;
	return -1;
}

bool result_shows(const MdvVar *v, bool parameters); /* may it be in results? */
/* Does the variable, or one that it is another name of, change at events only? */
bool result_is_stepwise(const MdvModel *m, int32_t var);
void result_stepwise(const MdvModel *m, bool by_slot[]);    /* the same of all, by their slots */
OutKind result_kind(const MdvVar *v);                       /* of a String: OUT_REAL */
double result_value(const MdvVar *v, const double frame[]); /* under this name: perhaps negated */

/* results.c — the same in memory (modevs/results.h) */

MdvStatus results_row(MdvResults *r, double t, const double frame[]);
MdvStatus results_event(MdvResults *r, const MdvResultEvent *e); /* copies the texts */
void results_variable(const MdvVar *v, MdvVariable *out);        /* without a value */

/* plot.c — curves over time */

typedef struct PlotCurve {
	const char *name; /* for the legend */
	const char *unit; /* NULL or "": none */
	const double *t;  /* n times, not descending; equal ones are a vertical step */
	const double *y;  /* n values; what is not finite leaves a gap */
	size_t n;         /* points */
	bool steps;       /* it keeps its value from one point to the next, and jumps there */
	OutKind kind;     /* what its numbers mean; truth values and enumerations have ticks by name */
	const char *literals; /* of an enumeration: its values, with commas between; NULL: none */
} PlotCurve;

typedef struct Plot {
	const char *title;      /* NULL or "": none */
	const PlotCurve *curve; /* n_curves */
	size_t n_curves;        /* how many */
} Plot;

/* Points of several curves as they come, in bounded memory: when more than PLOT_KEPT have come,
   each of PLOT_BUCKETS equal parts of the time so far keeps its first, last, least and greatest. */
enum { PLOT_KEPT = 4096, PLOT_BUCKETS = 500 };

typedef struct PlotSeries {
	double *t; /* PLOT_KEPT times */
	double *y; /* PLOT_KEPT values */
	size_t n;  /* points kept */
} PlotSeries;

typedef struct PlotData {
	const MdvAlloc *alloc; /* where all memory comes from */
	PlotSeries *series;    /* n_curves */
	size_t n_curves;       /* how many */
} PlotData;

bool plot_start(PlotData *d, const MdvAlloc *alloc, size_t n_curves); /* false: no memory */
void plot_add(PlotData *d, double t, const double y[]);               /* one value per curve */
void plot_free(PlotData *d);
/* Thins n points in place, as above; gives how many are left, at most 4 PLOT_BUCKETS. */
size_t plot_thin(double t[], double y[], size_t n);

/* An axis: the values from low to high, with ticks at round ones. */
typedef struct PlotRange {
	double low;             /* where it begins */
	double high;            /* where it ends; more than low */
	int64_t first;          /* the lowest tick, in steps from 0 */
	int n_ticks;            /* how many */
	int mantissa;           /* a step is mantissa 10^power; 1, 2 or 5 */
	int power;              /* of ten */
	const PlotCurve *named; /* its ticks have the names of this curve's values; NULL: numbers */
} PlotRange;

PlotRange plot_range_t(const Plot *p, int max_ticks); /* of all times; 0 to 1 if there are none */
/* Curves of one unit share an axis, whose number is that of the first of them; those without a unit
   join the first that has one. Truth values, and each enumeration, have an axis of their own. */
size_t plot_axis(const Plot *p, size_t curve);
PlotRange plot_range_y(const Plot *p, size_t axis,
					   int max_ticks);                      /* of its values, with some air */
double plot_tick(const PlotRange *r, int i);                /* the value at a tick */
void plot_tick_label(const PlotRange *r, int i, Text *out); /* that, or its name; appended */
void plot_label(const PlotCurve *c, Text *out);             /* "name [unit]", appended */

/* plot_svg.c, plot_text.c — pictures of curves */

bool plot_svg(const Plot *p, Text *out); /* false: no memory */
/* The same in a file: MDV_OK, MDV_IO or MDV_NO_MEMORY; told in error, "" when nothing is wrong. */
MdvStatus plot_save(const Plot *p, const MdvAlloc *alloc, const char *path, char error[512]);
typedef struct PlotSize {
	int columns;  /* characters of the drawing, axis not included */
	int rows;     /* lines of it */
	bool braille; /* dots, 2 by 4 in a character (Unicode); else letters */
} PlotSize;
bool plot_text(const Plot *p, PlotSize size, Text *out); /* false: no memory */

/* input.c — recorded inputs: CSV with a column of times */

typedef struct Input {
	const MdvAlloc *alloc; /* where all memory comes from */
	Intern names;          /* column i has the name i + 1; time is not among them */
	size_t n_columns;      /* how many */
	VEC(double) t;         /* time of each row, not descending */
	VEC(double) value;     /* t.n times n_columns, row by row */
	VEC(double) steepest;  /* by column: the largest slope (input_measure) */
	char error[512];       /* "in.csv:3: …"; "" when nothing is wrong */
} Input;

/* A place between two rows, found once for all columns. */
typedef struct InputAt {
	size_t row;      /* the row before */
	double fraction; /* of the way to the next, 0 … 1 */
} InputAt;

/* MDV_OK, MDV_IO (cannot be read), MDV_BAD_ARGUMENT (not such a file) or MDV_NO_MEMORY; told in
   in->error. input_free is to be called in every case. The Input must not be moved. */
MdvStatus input_read(Input *in, const MdvAlloc *alloc, const char *path);
void input_free(Input *in);
int32_t input_find(const Input *in, const char *name); /* column; -1: none */
const char *input_name(const Input *in, int32_t column);
/* Where t is. Rows of equal time are a jump: `after` asks for its right side, else its left. Before
   the first row and after the last the values stay as they are there. */
InputAt input_at(const Input *in, double t, bool after);
double input_value(const Input *in, InputAt at, int32_t column);  /* linear between rows */
double input_sample(const Input *in, InputAt at, int32_t column); /* of the row before: discrete */
/* The next time after t of a row; INFINITY: none. */
double input_next(const Input *in, double t);
bool input_jumps(const Input *in, double t); /* are there two rows of that time? */
bool input_measure(Input *in);               /* finds the steepest slopes; false: no memory */
/* Does a column bend at t by a good part of its steepest slope? Solvers that remember earlier steps
   begin anew there; bends of a curve that was recorded densely are small. */
bool input_bends(const Input *in, double t, int32_t column);
/* The least and the largest value of a column between a and b, linear between rows, or, `held`,
   that of the row before; false: it is no straight line there. */
bool input_range(const Input *in, int32_t column, bool held, const double ab[2], double range[2]);

#endif
