/* SPDX-License-Identifier: MIT
   sweep.h — a sweep under way, for the files that make its runs: threads (cmd_sweep.c), ranks of
   MPI (sweep_mpi.c), parts for a cluster (sweep_parts.c). */
#ifndef MDV_SWEEP_H
#define MDV_SWEEP_H

#include "cli/study/study.h"

#include <pthread.h>

typedef struct Sweep {
	const Options *o;     /* the command line */
	Design design;        /* what is varied */
	Measures measures;    /* what is asked */
	Workshop shop;        /* the compilation in use */
	uint64_t compiled;    /* the run whose values are compiled in */
	Journal journal;      /* what was found; under the lock while threads run */
	Replace replace;      /* which files may be replaced */
	Arena keep;           /* of all that */
	const char *path;     /* of the table */
	const char *name;     /* of the model */
	uint64_t key;         /* tells this sweep from others */
	uint64_t part;        /* --part: from 1; 0: all runs */
	uint64_t n_parts;     /* --part: of how many */
	uint64_t mine;        /* how many runs are to be made here */
	uint64_t had;         /* how many were there at the beginning */
	double began;         /* when, by clock_seconds */
	double *value;        /* room for the values of a run; under the lock */
	char progress[2][80]; /* texts shown in turn */
	int turn;             /* which of them */
	int n_jobs;           /* threads */
	pthread_mutex_t lock; /* of what follows, and the journal */
	pthread_cond_t idle;  /* a thread has ended */
	uint64_t first;       /* runs like this one are made now */
	uint64_t next;        /* no run before it is left */
	bool *handed;         /* under MPI, by run: it was given away */
	int working;          /* threads that have not ended */
	MdvStatus status;     /* not MDV_OK: the sweep ends */
	uint64_t warned;      /* the first run with a warning, from 1; 0: none */
	char warning[512];    /* what it said; or why the sweep ends */
} Sweep;

/* cmd_sweep.c */

bool sweep_is_mine(Sweep *s, uint64_t run); /* it is to be made here, and was not yet */
bool sweep_is_alike(const Sweep *s, uint64_t run, uint64_t first); /* of one compilation */
/* Compiles for runs like `first`, unless that was done; gives why these fail; NULL: they do not. */
const char *sweep_prepare(Sweep *s, uint64_t first);
void sweep_show(Sweep *s); /* how far it is */
const char *sweep_journal_path(Sweep *s, uint64_t part, uint64_t of);
int sweep_finish(Sweep *s); /* all runs are there: the table; an exit status */

/* sweep_report.c */

bool sweep_report(Sweep *s, Text *why); /* all runs are there: the page of --report */

/* sweep_mpi.c */

int sweep_mpi_rank(void); /* under mpirun with several ranks: this one; -1: not so */
/* All runs, if this is rank 0 (*is_first); otherwise those that it is given. False: why tells. */
bool sweep_mpi_run(Sweep *s, bool *is_first, Text *why);

/* sweep_parts.c */

bool sweep_parts_merge(Sweep *s, uint64_t n);  /* into the journal; false: said what is missing */
void sweep_parts_remove(Sweep *s, uint64_t n); /* their files */
int sweep_parts_submit(Sweep *s, uint64_t n);  /* to Slurm; an exit status */

#endif
