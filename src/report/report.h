/* SPDX-License-Identifier: MIT
   report.h — the contents of report/: runs as one page to look at, in any browser and without a
   network. A Report is what was told of some runs, in bounded memory; report_write makes the page:
   the files of page/, the plotting library (dygraphs) and the data, all in one file. */
#ifndef MDV_REPORT_H
#define MDV_REPORT_H

#include "runtime/out/out.h"
#include "runtime/system/system.h"

enum {
	REPORT_VALUES = 1 << 23, /* of all rows of a run, at most; beyond, rows are joined */
	REPORT_EVENTS = 20000,   /* lines of the log, at most; the others are counted */
	REPORT_MESSAGES = 5000   /* likewise */
};

typedef struct ReportVar {
	const char *name;         /* "a.b[1,2].c" */
	const char *unit;         /* "": none */
	const char *display_unit; /* "": none */
	const char *comment;      /* "": none */
	const char *literals;     /* of an enumeration: its values, with commas between */
	const char *text;         /* of a String: its value; NULL: it is none */
	const char *where;        /* of a parameter: who gave it its value; NULL: the model */
	OutKind kind;             /* what its numbers mean */
	bool parameter;           /* it does not change */
	bool state;               /* it is one, of the equations */
	bool steps;               /* it keeps its value between events */
	bool negate;              /* it is minus its source; of a Boolean, its opposite */
	int32_t source;           /* index into the values of a row; -1: `value` in every row */
	double value;             /* of what has no source */
} ReportVar;

/* Rows so far. When there would be more than REPORT_VALUES numbers, two rows become one, which
   keeps the least and the greatest of each value: what is drawn covers the same pixels. */
typedef struct ReportRows {
	size_t n_sources; /* values of a row */
	size_t most;      /* rows, at most */
	size_t per;       /* given rows that one row stands for, a power of two */
	size_t in_last;   /* given rows that the last one has so far */
	uint64_t n_given; /* rows given */
	VEC(double) t;    /* time of each; of a joined one: of its first */
	VEC(float) low;   /* t.n times n_sources: the least */
	VEC(float) high;  /* the greatest */
} ReportRows;

/* Something at an instant, with a text. */
typedef struct ReportEvent {
	double t;         /* when */
	const char *text; /* what */
} ReportEvent;

typedef struct ReportMessage {
	double t;         /* when */
	uint64_t step;    /* superdense step at t */
	const char *from; /* the port that sends it */
	const char *to;   /* the ports that get it, with blanks between */
	const char *text; /* Type and value */
} ReportMessage;

/* What is known of one run. Texts live in `keep`. */
typedef struct ReportRun {
	Arena *keep;                 /* of what is kept here */
	const char *name;            /* of the class, or the file */
	const char *status;          /* how it ended: one line; "": well */
	const char *stats;           /* a JSON object, or NULL */
	ReportVar *var;              /* n_vars */
	size_t n_vars;               /* how many */
	ReportRows rows;             /* values */
	VEC(ReportEvent) events;     /* in order */
	uint64_t n_events;           /* told, kept or not */
	VEC(ReportMessage) messages; /* in order */
	uint64_t n_messages;         /* told, kept or not */
	VEC(const char *) warnings;  /* whole texts, with source lines */
	VEC(const char *) first;     /* variables to be seen first; none: the page chooses */
	const SystemWatch *watch;    /* what DEVS components did; NULL: there are none */
	const MdvCoupling *coupling; /* n_couplings between them, in the order of `watch` */
	int32_t n_couplings;         /* how many */
} ReportRun;

/* report_rows.c — what is told in the course of a run; without memory guard_no_memory is called */

void report_rows_begin(ReportRun *r, size_t n_sources);
void report_rows_add(ReportRun *r, double t, const double value[]);
void report_event_add(ReportRun *r, double t, const char *text);
void report_message(ReportRun *r, const SystemMessage *m);
void report_warning(ReportRun *r, const char *text);

/* report_json.c — a run as a JSON object, appended */

void report_json(const ReportRun *r, Text *out);
void report_json_text(Text *out, const char *s);               /* in quotes */
void report_json_real(Text *out, double x);                    /* null: not finite */
void report_json_floats(Text *out, const float x[], size_t n); /* in base64 */

/* report_page.c — the page; MDV_OK, MDV_IO or MDV_NO_MEMORY, told in error */

MdvStatus report_write(const ReportRun *run, size_t n, const char *path, char error[512]);
/* The page of a sweep or of matrices, which `study` tells as a JSON object (page/study.js). */
MdvStatus report_write_study(const Text *study, const char *path, char error[512]);

#endif
