/* SPDX-License-Identifier: MIT
   ext.h — the contents of ext/: the external C functions that the Modelica Standard Library
   declares (tables, strings, random numbers, files, matrices on file, LAPACK), found by name, and
   the utility functions that external C code may call (MLS 12.9.6). Written from the declarations
   and the documentation in the library's Modelica text.

   An external function runs between ext_call_begin and ext_call_end of a thread. It fails by
   ext_error, which does not return: it jumps to the call's on_error, or back into ext_call_run.
   Strings that it returns live until ext_call_end. What outlives a call (open files, the state of
   the impure random numbers) belongs to the ExtSession, one per simulation; nothing is global.

   Fortran (LAPACK): arguments by address, matrices by columns; the lengths of the strings follow
   the last argument as size_t, in their order. */
#ifndef MDV_EXT_H
#define MDV_EXT_H

#include "base/base.h"

#include "runtime/ext/symbols.h"
#include "vm/vm_fn.h"

#include <limits.h>
#include <setjmp.h>

#if defined(__GNUC__) && !defined(MDV_BARE)
#define EXT_EXPORT __attribute__((visibility("default"))) /* for shared libraries of the user */
#else
#define EXT_EXPORT
#endif

#define EXT_DECLARE(result, name, arguments, need, signature) EXT_EXPORT result name arguments;
EXT_FUNCTIONS(EXT_DECLARE)
#undef EXT_DECLARE

/* ext.c — sessions, calls, errors, functions by name */

typedef void (*ExtFn)(void); /* cast to the type that the Modelica declaration implies */

/* What a function does with the world, besides computing. */
typedef enum ExtNeed {
	EXT_NONE,  /* nothing */
	EXT_READ,  /* reads files and folders */
	EXT_WRITE, /* makes, changes or removes them */
	EXT_ENV,   /* the environment: variables, the working folder */
	EXT_RUN,   /* runs programs */
	EXT_NEEDS
} ExtNeed;

typedef struct ExtFunction {
	const char *symbol;    /* name in the external clause */
	ExtFn fn;              /* what to call */
	ExtNeed need;          /* what it does with the world */
	const char *signature; /* what it takes (symbols.h); NULL: for external C code only */
	bool fortran;          /* it is one of LAPACK or BLAS */
} ExtFunction;

const ExtFunction *ext_look_up(const char *symbol); /* NULL: not provided */
ExtFn ext_find(const char *symbol);                 /* NULL: not provided */

typedef enum ExtLevel {
	EXT_PRINT,   /* output of the model, such as Streams.print: whole lines */
	EXT_MESSAGE, /* information, as by ModelicaMessage */
	EXT_WARNING, /* as by ModelicaWarning */
} ExtLevel;

typedef struct ExtFile ExtFile;

#define EXT_RANDOM_WORDS 16 /* 64-bit words of an xorshift1024* generator */

typedef struct ExtRandom {
	uint64_t word[EXT_RANDOM_WORDS]; /* the state */
	int p;                           /* 0 … 15: the word to be used next */
	int id;                          /* what ModelicaRandom_setInternalState… was given */
	bool ready;                      /* the state has been set */
} ExtRandom;

/* What a model may do; the rules are in docs/security.md. */
typedef struct ExtAllow {
	bool anywhere[EXT_NEEDS]; /* by need: without limit */
	bool external;            /* code of any library may be loaded, and what the program has */
	VEC(const char *) read;   /* folders below which files may be read, without links */
	VEC(const char *) write;  /* and written */
	VEC(const char *) load;   /* names of libraries whose code may be loaded */
} ExtAllow;

typedef struct ExtRead {
	uint64_t device, inode; /* of a file, as stat has them */
} ExtRead;

typedef struct ExtQueues ExtQueues; /* queues.c */

/* A message under way that has texts. */
typedef struct ExtLive {
	struct ExtLive *next, **back; /* of the session's list; back NULL: it is in none */
	const double *x;              /* n scalars */
	int32_t n;                    /* how many */
} ExtLive;

typedef struct ExtSession {
	const MdvAlloc *alloc; /* where all memory comes from, that of the tables too */
	Arena memory;          /* of the running calls: returned strings, scratch */
	ExtAllow allow;        /* what the model may do */
	Arena names;           /* of the folders and libraries in allow */
	ExtFile *files;        /* files kept open by print and readLine; see streams.c */
	VEC(ExtRead) read;     /* files that were read, each once */
	ExtRandom random;      /* state of the impure random numbers */
	uint64_t uniform;      /* state of ModelicaRandom_uniform; 0: not called yet */
	ExtQueues *queues;     /* messages of DEVS models; NULL: none yet */
	ExtLive *live;         /* those that are elsewhere and have texts; NULL: none */
	VmFn *code;            /* of the model, for what its external C code has; NULL: none yet */
	const char *resources; /* the folder that EXT_RESOURCE stands for; NULL: there is none */
	/* Functions that others provide, as ext_look_up. NULL: nobody does. */
	const ExtFunction *(*more)(const char *symbol);
	void *objects;               /* what those keep: a list of their own */
	volatile const char **doing; /* where they note what foreign code is at; NULL: nowhere */
	bool refused;                /* something was not allowed */
	bool exit_asked;             /* the model called exit; that call failed */
	int exit_status;             /* what it asked for */
	/* Called by external functions with what is to be shown to the user; text ends in a newline
	   only if the model says so (EXT_PRINT: always). NULL: standard output, and standard error
	   for warnings. Must not call external functions. */
	void (*sink)(void *ctx, ExtLevel level, const char *text);
	void *sink_ctx; /* handed to sink */
} ExtSession;

void ext_session_init(ExtSession *s, const MdvAlloc *alloc); /* alloc NULL: the heap; not moved */
void ext_session_free(ExtSession *s);                        /* closes the files */

/* What it remembers from call to call and shows in results: the state of random numbers. Tables
   remember nothing. */
void ext_session_tape(ExtSession *s, Tape *t);
bool ext_session_has_read(const ExtSession *s, uint64_t device, uint64_t inode); /* that file */

#define EXT_ERROR_SIZE 2048 /* bytes of an error text, with its NUL */
#define EXT_GUARDS     8    /* most things that one call may hold at once */

typedef struct ExtGuard {
	void (*release)(void *ptr); /* called by ext_error */
	void *ptr;                  /* handed to release */
} ExtGuard;

typedef struct ExtCall {
	GuardScope scope;           /* it ends if a jump leaves it; first */
	jmp_buf on_error;           /* set by the caller, right after ext_call_begin */
	ExtSession *session;        /* what outlives the call */
	struct ExtCall *outer;      /* the call during which this one began; NULL: none */
	ArenaMark mark;             /* of session->memory at the beginning */
	ExtGuard guard[EXT_GUARDS]; /* what is to be released if the call fails */
	int n_guards;               /* of them in use */
	MdvStatus status;           /* of a failure: MDV_RETRY unless other arguments are of no use */
	char error[EXT_ERROR_SIZE]; /* why the call failed; empty: it did not */
} ExtCall;

/* Any number of external functions may run between the two, as long as none fails:
	   ext_call_begin(&call, session);
	   if (setjmp(call.on_error) == 0)
		   … call functions, copy strings …
	   else
		   … call.error says why …
	   ext_call_end(&call); */
void ext_call_begin(ExtCall *call, ExtSession *session);
void ext_call_end(ExtCall *call); /* strings returned since the beginning are gone */
/* The same with a function instead of setjmp: false if body failed; the text is in call->error. */
bool ext_call_run(ExtCall *call, void (*body)(void *ctx), void *ctx);

/* A call of its own around a body. Not MDV_OK: `why`, of so many bytes, says what went wrong;
   MDV_RETRY: with these arguments, otherwise for good. */
MdvStatus ext_call_guard(ExtSession *session, void (*body)(void *ctx), void *ctx, char *why,
						 size_t size);
/* find, guard, may_load, include and external of the hooks. */
void ext_session_hooks(ExtSession *session, VmHooks *hooks);

/* For external functions: */
ExtSession *ext_session(void); /* of the running call */
Arena *ext_memory(void);       /* memory until the end of the call; never gives NULL */
_Noreturn void ext_error(const char *format, ...) PRINTF_LIKE(1, 2);
_Noreturn void ext_verror(const char *format, va_list args) PRINTF_LIKE(1, 0);
_Noreturn void ext_refuse(const char *format, ...) PRINTF_LIKE(1, 2); /* for good */
_Noreturn void ext_no_memory(void);
void ext_say(ExtLevel level, const char *format, ...) PRINTF_LIKE(2, 3);
void ext_vsay(ExtLevel level, const char *format, va_list args) PRINTF_LIKE(2, 0);
void ext_guard(void (*release)(void *ptr), void *ptr); /* release ptr if the call fails */
void ext_unguard(void);                                /* forget the last one guarded */
void ext_close(void *file);                            /* of a FILE, for ext_guard */
/* An arena for an object that outlives the call: without memory the call fails. */
void ext_arena_init(Arena *a);

/* include.c — C code of a model, made a shared library by the system's compiler. False: `why` says
   why not. */
bool include_library(const char *text, const char *folder, char path[PATH_MAX], char *why,
					 size_t size);

/* allow.c — what a model may do with files, folders, programs and the environment */

/* Gives a permission: "read", "write", "env", "run", "external", or "read:DIR", "write:DIR",
   "external:LIB". False: there is no such permission or folder, or no memory; `why` tells. */
bool allow_give(ExtSession *s, const char *permission, char *why, size_t size);
/* Files below that folder may be read; one that does not exist is left out. False: no memory. */
bool allow_folder(ExtSession *s, const char *folder);
bool allow_library(ExtSession *s, const char *library); /* NULL: what the program has */
/* Opens a shared library of the folder, of Resources/Library below it, or of the system; dlclose is
   due. NULL: it may not, or cannot; `why` tells. */
void *allow_open(ExtSession *s, const char *folder, const char *library, char *why, size_t size);
const char *allow_refusal(ExtSession *s, ExtNeed need); /* of ENV and RUN; NULL: allowed */
/* Names of files that an FMU has with it begin with this. */
#define EXT_RESOURCE "modevs-resource:"
/* For external functions: the file to open in place of the one that the model names; the call fails
   if it may not be read or written. */
const char *allow_file(ExtNeed need, const char *name);
/* The same for what is renamed or removed: a link itself, not what it points to. */
const char *allow_entry(const char *name);
bool allow_sees(const char *name); /* may it be read? */

/* matrix.c — matrices of tables: given, or read from files of text, CSV or MATLAB */

typedef struct ExtMatrix {
	size_t n_rows;    /* at least 1 */
	size_t n_cols;    /* at least 1 */
	const double *at; /* n_rows * n_cols numbers, row by row */
} ExtMatrix;

typedef struct ExtMatrixSource {
	const char *file;      /* "NoName" or blank: none */
	const char *name;      /* of the matrix in the file; "NoName" or blank: none */
	const char *delimiter; /* between the columns of a CSV file: its first character */
	int n_header;          /* lines at the beginning of a CSV file that are left out */
	bool verbose;          /* say which file is read */
	int n_inputs;          /* of the table: 0 (of time), 1 or 2 */
	ExtMatrix given;       /* used if there is neither file nor name */
} ExtMatrixSource;

typedef struct ExtBytes {
	const unsigned char *at; /* len bytes and a NUL */
	size_t len;              /* without the NUL */
} ExtBytes;

ExtMatrix matrix_load(const ExtMatrixSource *src); /* until the end of the call */
bool matrix_is_named(const char *name);            /* neither "NoName" nor blank */
bool matrix_is_file(const ExtMatrixSource *src);
FILE *matrix_open_file(const char *file);    /* to be read; a regular file, one that may be read */
ExtBytes matrix_read_file(const char *file); /* the whole, in the call's memory */
bool matrix_has_suffix(const char *file, const char *suffix); /* in upper or lower case */

/* usertab.c — matrices that are in a C function of the model */

ExtMatrix usertab_load(const ExtMatrixSource *src); /* until the end of the call */

/* matrix_text.c — matrices in text files, beginning with "#1", and in CSV files */

ExtMatrix matrix_text_read(ExtBytes text, const ExtMatrixSource *src);
ExtMatrix matrix_text_read_csv(ExtBytes text, const ExtMatrixSource *src);

/* mat.c — matrices in MATLAB files of level 4 (v4) and level 5 (v6, v7) */

#define MAT_HEADER_5 128 /* bytes of the header of a file, level 5 */

typedef struct MatEntry {
	size_t n_rows;             /* rows */
	size_t n_cols;             /* columns */
	int type;                  /* how the numbers are stored: see mat.c */
	bool swap;                 /* bytes are in the other order */
	const unsigned char *data; /* the numbers, column by column */
	ExtBytes whole;            /* the variable in the file, with its header */
} MatEntry;

typedef enum MatLevel { MAT_4, MAT_5, MAT_HDF } MatLevel;

MatLevel mat_level(ExtBytes bytes); /* by the header */
/* The matrix of that name; in level 5 also an element of structures, "s.t.a". Fails if it is not a
   real matrix; if there is none, mat_look gives false, mat_find fails too. */
bool mat_look(ExtBytes bytes, const char *file, const char *name, MatEntry *e);
MatEntry mat_find(ExtBytes bytes, const char *file, const char *name);
void mat_values(const MatEntry *e, double *at); /* row by row */
bool mat_is_little(void);                       /* this machine stores the lowest byte first */

/* inflate.c — decompression (RFC 1950, 1951) */

/* False if the data are damaged; the result is in the call's memory, without a NUL. */
bool inflate_zlib(const unsigned char *data, size_t len, ExtBytes *out);

/* io.c — matrices from and to MATLAB files: ModelicaIO_… */

/* curve.c — one column of a table: interpolation between its points */

typedef enum CurveKind { /* as Modelica.Blocks.Types.Smoothness */
						 CURVE_LINEAR = 1,
						 CURVE_AKIMA,
						 CURVE_CONSTANT,
						 CURVE_FRITSCH_BUTLAND,
						 CURVE_STEFFEN,
						 CURVE_MODIFIED_AKIMA,
} CurveKind;

typedef enum CurveOutside { /* as Modelica.Blocks.Types.Extrapolation */
							CURVE_HOLD = 1,
							CURVE_LAST_TWO,
							CURVE_PERIODIC,
							CURVE_NOTHING,
} CurveOutside;

typedef struct CurveJet {
	double y;   /* value */
	double dy;  /* derivative by the abscissa */
	double d2y; /* second derivative */
} CurveJet;

/* The second derivative by time where the abscissa has the derivatives d and d2. */
static inline double curve_second(CurveJet j, double d, double d2)
{
	return j.dy * d2 + j.d2y * d * d;
}

typedef struct Curve {
	size_t n;            /* points */
	const double *x;     /* n abscissas, ascending; two may be equal: a jump */
	const double *y;     /* n values */
	const double *slope; /* n derivatives of a spline; NULL: kind is linear or constant */
	CurveKind kind;      /* of interpolation */
} Curve;

Curve curve_make(Curve points, CurveOutside outside, Arena *result);   /* slopes by the kind */
CurveJet curve_segment(const Curve *c, size_t i, double u);            /* of points i and i + 1 */
CurveJet curve_before(const Curve *c, double u, CurveOutside outside); /* u < first abscissa */
CurveJet curve_after(const Curve *c, double u, CurveOutside outside);  /* u > last abscissa */
/* The segment with x[i] <= u < x[i + 1], the first or last one outside; near *last first. */
size_t curve_find(const double *x, size_t n, double u, size_t *last);
double curve_wrap(double u, double min, double max); /* u moved by periods into min <= u < max */
/* The n - 1 differences of n >= 2 values as d[2 … n], with two more on each side, continued as
   Akima proposes (by a parabola); d has n + 3 elements. */
void curve_differences(const double *x, const double *y, size_t n, size_t stride, double *d);
void curve_akima(CurveKind kind, const double d[4], double w[2]);

/* curve_range.c — all values and slopes over a range of the abscissa */

typedef struct CurveRange {
	double value[2]; /* the least and the largest value */
	double slope[2]; /* the same of slopes; infinite: it jumps */
	bool calm;       /* as in MdvTableRange */
} CurveRange;

void curve_range(const Curve *c, CurveOutside outside, double a, double b, CurveRange *out);

/* table.c — what the three kinds of tables have in common */

typedef struct Table {
	const MdvAlloc *alloc; /* where the table itself comes from */
	Arena memory;          /* of everything in it */
	const char *title;     /* how messages call it */
	ExtMatrix matrix;      /* the numbers, until table_done; then only the sizes */
	CurveKind kind;        /* of interpolation */
	CurveOutside outside;  /* what is done outside of the range */
} Table;

/* A table of `size` bytes that begins with a Table, its matrix loaded; guarded until table_done. */
void *table_begin(size_t size, const ExtMatrixSource *src, int smoothness, int extrapolation);
void *table_done(void *table);
void table_free(void *table, size_t size);
/* Check that v[0], v[stride] … are numbers in ascending order; strictly: without equal ones. */
void table_check_grid(const Table *t, const char *what, const double *v, size_t n, bool strictly);
/* The columns cols[0 … n_out - 1] (from 1) of the matrix as curves over its first column, which
   must be ascending, or strictly so. */
Curve *table_curves(Table *t, const int *cols, size_t n_out, bool strictly);
const Curve *table_column(const Table *t, const Curve *curves, size_t n_out, int col);

/* table_1d.c, table_time.c, table_2d.c — ModelicaStandardTables_… */

/* What a table may give over ranges of its abscissas; false: nothing is known. No call is needed
   around these. */
bool table_1d_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out);
bool table_2d_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out);
bool table_time_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out);

/* strings.c — ModelicaStrings_…; xorshift.c — ModelicaRandom_…; fft.c — ModelicaFFT_… */

/* queues.c — queues of messages of DEVS models (paper 004, 6). A queue is known by a number, which
   only this session understands; a message by the record that it is, whose scalars it has. */

#define EXT_MESSAGE_FEW 3 /* scalars of a message that need no memory of their own */

typedef struct ExtMessage {
	double few[EXT_MESSAGE_FEW]; /* its scalars, if there are so few */
	double *more;                /* otherwise */
	double order;                /* where it belongs in a queue that is kept in order */
	const char *name;            /* of its record */
	int32_t record;              /* number of that in the model */
	int32_t n;                   /* scalars */
	int32_t port;                /* on which it arrived, from 1; 0: it did not */
	bool lent;                   /* `more` is another's, which stays until the queue is emptied */
} ExtMessage;

static inline const double *queues_scalars(const ExtMessage *m)
{
	return m->more ? m->more : m->few;
}

int queues_new(ExtSession *s);            /* a number from 1 on; 0: no memory */
size_t queues_size(ExtSession *s, int q); /* 0 also if there is no such queue */
/* Empty it; from now on it takes messages of that record only; NULL: of any. */
void queues_begin(ExtSession *s, int q, int32_t record, const char *name);
const ExtMessage *queues_at(ExtSession *s, int q, size_t i); /* i < queues_size, from 0 */
/* At the end; what m has in `more` is lent. False: no memory. */
bool queues_lend(ExtSession *s, int q, const ExtMessage *m);
bool queues_keep(ExtSession *s, int q, const ExtMessage *m); /* the same, with a copy of that */
void queues_free(ExtSession *s);                             /* all of them */
/* A message outside of queues, which stays where it is until it ends. */
void queues_begin_live(ExtSession *s, ExtLive *m, const double x[], int32_t n);
void queues_end_live(ExtLive *m);
/* Calls `see` with the scalars of all messages that there are, in queues and elsewhere. */
void queues_visit(ExtSession *s, void (*see)(void *ctx, const double x[], size_t n), void *ctx);
/* For VmHooks.message; external is the session. */
MdvStatus queues_message(void *external, IrMessageOp op, const IrRecord *record, double x[],
						 char *why, size_t size);

/* streams.c — printing and reading by lines; files.c — files and directories; process.c — time,
   environment, processes: ModelicaInternal_…, ModelicaStreams_… */

void streams_close_all(ExtSession *s);

/* lapack.c — LAPACK and BLAS, whose symbols end in an underscore */

const ExtFunction *lapack_find(const char *symbol); /* without the underscore; NULL: none */

/* utility.c — what external C code may call (MLS 12.9.6) */

#endif
