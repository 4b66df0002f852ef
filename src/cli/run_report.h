/* SPDX-License-Identifier: MIT
   run_report.h — --report of `modevs run`. */
#ifndef MDV_RUN_REPORT_H
#define MDV_RUN_REPORT_H

#include "cli/cli.h"
#include "report/report.h"

typedef struct RunReport {
	Run *run;           /* who tells */
	ReportRun of;       /* what it has told */
	RunWatcher watcher; /* how it tells */
	bool begun;         /* there was a row */
	bool *stepwise;     /* by slot: it changes at events only */
	int32_t *slot;      /* by column: where its value is */
	size_t n_sources;   /* columns */
	double *value;      /* of one row */
} RunReport;

void run_report_begin(RunReport *p, Run *run);       /* before the run; all lives as long as it */
void run_report_compiled(RunReport *p, Compile *cx); /* its warnings, with lines of the source */
int run_report_end(RunReport *p, int code); /* writes the page; the exit status, which was `code` */

#endif
