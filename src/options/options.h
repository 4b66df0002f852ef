/* SPDX-License-Identifier: MIT
   options.h — the contents of options/: the table of all options (modevs/option_rows.h), what they
   are if they are not given, and the command lines of modevs and of the programs that it makes. */
#ifndef MDV_OPTIONS_H
#define MDV_OPTIONS_H

#include "base/base.h"
#include "modevs/model.h"
#include "modevs/options.h"

/* The commands of modevs: name, its taker and bit, how many operands, what these are, purpose. The
   program, its help, completion and manual, and the table of options are made of them. */
#define OPTION_COMMANDS(X)                                                                    \
	X(check, CHECK, 1, 1, "FILE.mo|CLASS",                                                    \
	  "parse, instantiate and check a model; diagnostics only")                               \
	X(flat, FLAT, 2, 1, "FILE.mo|CLASS", "print the flat model")                              \
	X(run, RUN, 4, 1, "FILE.mo|CLASS", "simulate a model")                                    \
	X(sweep, SWEEP, 1024, 1, "FILE.mo|CLASS",                                                 \
	  "simulate a model again and again, with other values")                                  \
	X(compare, COMPARE, 2048, 2, "REFERENCE RESULT",                                          \
	  "compare two results: is each signal inside of a tube?")                                \
	X(convert, CONVERT, 4096, 1, "RESULT", "write a result in another format: .csv, .mat")    \
	X(linearize, LINEARIZE, 8192, 1, "FILE.mo|CLASS",                                         \
	  "a model as matrices A, B, C, D, with its eigenvalues")                                 \
	X(steady, STEADY, 16384, 1, "FILE.mo|CLASS", "find the equilibrium of a model")           \
	X(fit, FIT, 32768, 1, "FILE.mo|CLASS", "find parameters for which a model follows data")  \
	X(report, REPORT, 65536, MANY_OPERANDS, "RESULT...",                                      \
	  "write a page to look at of one or more results")                                       \
	X(explain, EXPLAIN, 8, 1, "FILE.mo|CLASS", "show what the compiler did")                  \
	X(build, BUILD, 16, 1, "FILE.mo|CLASS", "make C code, a library or a program of a model") \
	X(bondgraph, BONDGRAPH, 32, 1, "FILE.mo|CLASS", "turn a circuit into a bond graph")

enum { MANY_OPERANDS = 0 };

/* Who takes an option, as bits: commands, programs made by `modevs build`, and in C runs, plants
   and the compiler. */
#define OPTION_TAKER(name, taker, bit, ...) TAKER_##taker = bit,
typedef enum OptionTaker {
	OPTION_COMMANDS(OPTION_TAKER) TAKER_PROGRAM = 64,
	TAKER_C_RUN = 128,
	TAKER_C_PLANT = 256,
	TAKER_C_COMPILE = 512
} OptionTaker;
#undef OPTION_TAKER

typedef enum OptionKind { /* explained in option_rows.h */
						  OPTION_TIME,
						  OPTION_REAL,
						  OPTION_FLAG,
						  OPTION_CHOICE,
						  OPTION_WORDS,
						  OPTION_TEXT,
						  OPTION_TEXTS,
						  OPTION_DIRS,
						  OPTION_SETS,
						  OPTION_PLOTS,
						  OPTION_RESULT,
						  OPTION_REGEX,
						  OPTION_STATS,
						  OPTION_SIZE,
						  OPTION_LATER
} OptionKind;

typedef struct OptionChoice {
	const char *name; /* as typed; NULL: end of the list */
	int value;        /* its constant; of WORDS a bit */
	bool later;       /* refused as not there yet */
} OptionChoice;

typedef struct OptionRow {
	OptionKind kind;             /* what its values are */
	bool in_run;                 /* its field is in MdvOptions */
	size_t offset;               /* of the field: in MdvOptions, or in Options */
	const char *field;           /* the field's name, that of the option in C */
	const char *name;            /* "--stop"; NULL: not on command lines */
	const char *value;           /* what follows, for the help; NULL: nothing */
	unsigned takers;             /* who takes it: OptionTaker bits */
	const char *help;            /* one line; '%' stands for the choices */
	const OptionChoice *choices; /* of CHOICE and WORDS */
	const char *noun;            /* of a number, for messages */
	const char *unit;            /* of a number */
	double over, under;          /* its range, without the ends; under 0: no end */
	bool whole;                  /* only whole numbers are in it */
	const char *otherwise;       /* what holds if it is not given; NULL: nothing, or the first */
	bool again;                  /* may be given more than once */
	const char *example;         /* a command line that uses it, behind "modevs " */
} OptionRow;

/* option_row.c — the table */

extern const OptionRow option_rows[];
size_t option_row_count(void);
bool option_row_fits(const OptionRow *row, double x);   /* does the number lie in its range? */
void option_row_range(const OptionRow *row, Text *out); /* says what the range is */
/* Reads a TIME, REAL, CHOICE or WORDS into its field; false: `why` tells what is wrong. */
bool option_row_read(const OptionRow *row, const char *value, void *field, Text *why);
void option_row_help(const OptionRow *row, Text *out);  /* the help, with the choices */
const char *option_row_gap(const OptionRow *row);       /* between name and value: " ", or "" */
const char *option_row_otherwise(const OptionRow *row); /* if it is not given; NULL: nothing */

/* settle.c — what holds for what is not given: the only place of defaults */

/* False: an option is out of its range, or not one of the taker's; `why` tells. */
bool settle_check(const MdvOptions *given, OptionTaker taker, char *why, size_t size);
/* A run: start, stop, span, interval and tol are filled in. */
MdvOptions settle_run(const MdvOptions *given, const MdvModel *m);
/* A plant that begins at t: the same; it has no end, and an interval of INFINITY is none. */
MdvOptions settle_plant(const MdvOptions *given, const MdvModel *m, double t);

/* options.c — command lines */

/* A parameter or start value that --set changes. */
typedef struct OptionsSet {
	const char *name;  /* of the variable */
	const char *value; /* as typed: a number, true, false, a name, a text in quotes */
} OptionsSet;

typedef struct OptionsPlot {
	VEC(const char *) names; /* of the variables, at least one */
	const char *file;        /* .svg to write; NULL: on the terminal */
} OptionsPlot;

typedef enum OptionsStats { STATS_NONE, STATS_TEXT, STATS_JSON } OptionsStats;

typedef VEC(const char *) OptionsDirs;
typedef VEC(OptionsSet) OptionsSets; /* in order, each name once */
typedef VEC(OptionsPlot) OptionsPlots;

/* What a field of Options is, by the kind of its row. */
#define OPTIONS_REAL   double
#define OPTIONS_FLAG   bool
#define OPTIONS_REAL   double
#define OPTIONS_CHOICE int
#define OPTIONS_TEXT   const char *
#define OPTIONS_TEXTS  OptionsDirs
#define OPTIONS_DIRS   OptionsDirs
#define OPTIONS_SETS   OptionsSets
#define OPTIONS_PLOTS  OptionsPlots
#define OPTIONS_RESULT const char *
#define OPTIONS_REGEX  const char *
#define OPTIONS_STATS  OptionsStats
#define OPTIONS_SIZE   double

enum { OPTION_MOST = 128 }; /* room for the rows of the table */

/* What was asked for on a command line; texts live as long as argv and this. A field for each row
   of the table that is not in MdvOptions. */
typedef struct Options {
	const char *program;     /* for messages: "modevs run", or the name of a program made */
	OptionTaker taker;       /* whose command line it is */
	const char *what;        /* file or class; not of a program made */
	const char *second;      /* of commands with two operands: the other one */
	OptionsDirs more;        /* of commands with many operands: those behind the first */
	MdvOptions run;          /* how it is simulated */
	Arena texts;             /* parts of arguments, and the lists */
	bool given[OPTION_MOST]; /* which options were given, by their place in the table */
#define MDV_OPTION_RUN(kind, type, field, ...)
#define MDV_OPTION_COMPILE(kind, field, ...) OPTIONS_##kind field;
#define MDV_OPTION_TOOL(kind, field, ...)    OPTIONS_##kind field;
#define MDV_OPTION_LATER(...)
#include "modevs/option_rows.h"
} Options;

typedef struct OptionsCommand {
	const char *name;     /* as typed; NULL: end of the list */
	const char *program;  /* for messages: "modevs run" */
	const char *operands; /* what it works on */
	const char *purpose;  /* for the list of commands */
	OptionTaker taker;    /* whose options */
	int n_operands;       /* how many it takes; MANY_OPERANDS: one or more */
} OptionsCommand;

extern const OptionsCommand options_commands[];

/* Reads the arguments after the command `modevs COMMAND`, or those of a program made (argv[0] is
   its name); false: said what is wrong. The Options must not be moved after; options_free is due.
 */
bool options_read(Options *o, const char *command, int argc, char **argv);
bool options_read_program(Options *o, int argc, char **argv);
const char *options_program_name(int argc, char **argv); /* of a program made, without folders */
void options_free(Options *o);
/* Says what is wrong, and how the program is used; gives false. */
bool options_wrong(const Options *o, const char *format, ...) PRINTF_LIKE(2, 3);
/* "PROGRAM: warning: …", unless -q is given; nothing else may be on the line. */
void options_warn(const Options *o, const char *format, ...) PRINTF_LIKE(2, 3);
void options_help(const Options *o, FILE *out); /* lists the options of its command */

/* exit_status.c — how programs end */

#define EXIT_STATUSES(X)                                                          \
	X(EXIT_DONE, 0, "done")                                                       \
	X(EXIT_MODEL, 1, "the model is wrong; of compare: the results differ")        \
	X(EXIT_USAGE, 2, "the command line is wrong, or does not fit the model")      \
	X(EXIT_RUN, 3, "it failed while it ran; what was computed is in the results") \
	X(EXIT_LIMIT, 4, "out of time or out of memory")                              \
	X(EXIT_INTERNAL, 5, "an error in modevs itself: please report it")            \
	X(EXIT_SIGNAL, 128, "and the number of the signal that ended it (Ctrl-C: 130)")
#define EXIT_STATUS_ENUM(name, value, text) name = value,
enum { EXIT_STATUSES(EXIT_STATUS_ENUM) };
#undef EXIT_STATUS_ENUM

/* How a run with this status ends the program; signal_number: of what stopped it, 0: none. */
int exit_status(MdvStatus status, int signal_number);
typedef struct ExitGuard {
	Arena *root; /* its children end when the body is left (guard_run); NULL: none */
	bool (*poll)(
		void *user); /* called now and then with NULL; true: the body is left. NULL: none */
} ExitGuard;

/* Runs body(arg), which gives an exit status. Want of memory and errors in this program end there,
   told on stderr in the program's name. `given` may be NULL. */
int exit_status_guard(const char *program, const ExitGuard *given, int (*body)(void *arg),
					  void *arg);
void exit_status_table(FILE *out); /* all of them, as a table in Markdown */

/* options_table.c — docs/options.md */

void options_table(FILE *out); /* all options, and how programs end, as tables in Markdown */
/* What the table tells of the options of a name; false: there is none. */
bool options_page(FILE *out, const char *name);

/* argument.c — what follows an option of command lines only; each false: said what is wrong */

bool argument_set(Options *o, const char *value);
bool argument_params(Options *o); /* reads the files of --params; what --set sets stays */
bool argument_plot(Options *o, const char *value);
bool argument_vars(Options *o, const char *value);
bool argument_out(Options *o, const char *value);
bool argument_stats(Options *o, const char *value); /* NULL: nothing follows */
bool argument_size(Options *o, const char *value, double *bytes);
/* Which of n names --vars asks for; all of them without it. */
void argument_select(const Options *o, const char *const name[], size_t n, bool wanted[]);

#endif
