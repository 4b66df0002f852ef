/* SPDX-License-Identifier: MIT
   sweep_mpi.c — a sweep under mpirun: rank 0 keeps the journal and hands out runs, one at a time,
   to whoever is free; the other ranks make them. Open MPI is loaded when mpirun has started the
   program, and not needed otherwise; what is declared here is what its version 4 has (mpi.h). */
#include "cli/study/sweep.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NO_RUN UINT64_MAX

typedef struct Mpi {
	int (*init)(int *argc, char ***argv);
	int (*finalize)(void);
	int (*rank)(void *comm, int *rank);
	int (*size)(void *comm, int *size);
	int (*send)(const void *buf, int count, void *type, int to, int tag, void *comm);
	int (*recv)(void *buf, int count, void *type, int from, int tag, void *comm, void *status);
	int (*probe)(int from, int tag, void *comm, int *flag, void *status);
	void *world;  /* MPI_COMM_WORLD */
	void *byte;   /* MPI_BYTE */
	int me, n;    /* this rank, and how many there are */
	char *letter; /* room for one */
	size_t size_of_letter;
} Mpi;

/* What a rank tells: how its last run went. Values follow. */
typedef struct Letter {
	uint64_t run;   /* NO_RUN: it has made none yet */
	int32_t from;   /* rank */
	int32_t status; /* MdvStatus of worker_run */
	JournalRun how; /* how it went */
} Letter;

int sweep_mpi_rank(void)
{
	const char *size = getenv("OMPI_COMM_WORLD_SIZE"), *rank = getenv("OMPI_COMM_WORLD_RANK");

	return size && rank && atoi(size) > 1 ? atoi(rank) : -1;
}

/* POSIX says that what dlsym gives may be taken for a function. */
static bool find(void *library, const char *name, void *to)
{
	void *symbol = dlsym(library, name);

	memcpy(to, &symbol, sizeof symbol);
	return symbol != NULL;
}

static bool load(Mpi *m, Text *why)
{
	void *l = dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);

	l = l ? l : dlopen("libmpi.so", RTLD_NOW | RTLD_GLOBAL);
	if (l && find(l, "MPI_Init", &m->init) && find(l, "MPI_Finalize", &m->finalize) &&
		find(l, "MPI_Comm_rank", &m->rank) && find(l, "MPI_Comm_size", &m->size) &&
		find(l, "MPI_Send", &m->send) && find(l, "MPI_Recv", &m->recv) &&
		find(l, "MPI_Iprobe", &m->probe) && find(l, "ompi_mpi_comm_world", &m->world) &&
		find(l, "ompi_mpi_byte", &m->byte) && m->init(NULL, NULL) == 0 &&
		m->rank(m->world, &m->me) == 0 && m->size(m->world, &m->n) == 0)
		return true;
	text_printf(why, "mpirun has started this program, but Open MPI cannot be used: %s",
				l ? "the library is another one" : dlerror());
	return false;
}

/* -- rank 0 ----------------------------------------------------------------------------------- */

/* The next run in order of what is compiled in; NO_RUN: there is none. */
static uint64_t next_run(Sweep *s)
{
	for (;;) {
		for (; s->next < s->design.n_runs; s->next++)
			if (sweep_is_mine(s, s->next) && sweep_is_alike(s, s->next, s->first) &&
				!s->handed[s->next])
				return s->handed[s->next] = true, s->next++;
		for (; s->first < s->design.n_runs; s->first++)
			if (!s->handed[s->first] && sweep_is_mine(s, s->first))
				break;
		if (s->first == s->design.n_runs)
			return NO_RUN;
		s->next = s->first;
	}
}

static void take_letter(Sweep *s, const Mpi *m)
{
	const Letter *letter = (const Letter *)(const void *)m->letter;
	const double *value = (const double *)(const void *)(m->letter + sizeof *letter);

	if (letter->status != MDV_OK && s->status == MDV_OK) {
		s->status = (MdvStatus)letter->status;
		snprintf(s->warning, sizeof s->warning, "%s", letter->how.reason);
	} else if (letter->status == MDV_OK && letter->run != NO_RUN &&
			   !journal_put(&s->journal, letter->run, &letter->how, value))
		s->status = MDV_IO;
}

/* Others may need the processor that a waiting MPI_Recv would take. */
static void wait_for_letter(Sweep *s, const Mpi *m)
{
	struct timespec pause = {.tv_nsec = 50000};
	int flag = 0;
	char status[64]; /* MPI_Status is 24 bytes */

	while (m->probe(-1, 0, m->world, &flag, status) == 0 && !flag) {
		nanosleep(&pause, NULL);
		sweep_show(s);
	}
}

static void serve(Sweep *s, const Mpi *m)
{
	char status[64];

	s->handed = NEW_ARRAY(&s->keep, bool, s->design.n_runs + 1);
	s->first = s->next = 0;
	for (int left = m->n - 1; left > 0;) {
		uint64_t run = NO_RUN;
		int to;

		wait_for_letter(s, m);
		m->recv(m->letter, (int)m->size_of_letter, m->byte, -1, 0, m->world, status);
		take_letter(s, m);
		to = ((const Letter *)(const void *)m->letter)->from;
		if (s->status == MDV_OK && !*interrupt_flag())
			run = next_run(s);
		left -= run == NO_RUN;
		m->send(&run, sizeof run, m->byte, to, 0, m->world);
	}
}

/* -- the others ------------------------------------------------------------------------------- */

static void make_runs(Sweep *s, const Mpi *m)
{
	Letter *letter = (Letter *)(void *)m->letter;
	uint64_t run = NO_RUN;
	const char *why = NULL;
	char status[64];
	Worker k;
	bool open = false;

	*letter = (Letter){.run = NO_RUN, .from = m->me};
	for (;;) {
		m->send(m->letter, (int)m->size_of_letter, m->byte, 0, 0, m->world);
		m->recv(&run, sizeof run, m->byte, 0, 0, m->world, status);
		if (run == NO_RUN)
			break;
		if (open && !(s->shop.made && sweep_is_alike(s, run, s->compiled))) {
			worker_end(&k);
			open = false;
		}
		why = sweep_prepare(s, run);
		if (!why && !open)
			open = worker_begin(&k, &s->shop);
		*letter = (Letter){.run = run, .from = m->me};
		memset(m->letter + sizeof *letter, 0, m->size_of_letter - sizeof *letter);
		if (why) {
			letter->how.status = MDV_FAILED;
			snprintf(letter->how.reason, sizeof letter->how.reason, "%s", why);
			continue;
		}
		letter->status = open ? worker_run(&k, run) : MDV_NO_MEMORY;
		letter->how = k.how;
		memcpy(m->letter + sizeof *letter, k.value, s->measures.n * sizeof *k.value);
	}
	if (open)
		worker_end(&k);
}

bool sweep_mpi_run(Sweep *s, bool *is_first, Text *why)
{
	Mpi m = {.size_of_letter = sizeof(Letter) + s->measures.n * sizeof(double)};

	if (!load(&m, why))
		return false;
	m.letter = NEW_ARRAY(&s->keep, char, m.size_of_letter + 8);
	*is_first = m.me == 0;
	if (*is_first)
		serve(s, &m);
	else
		make_runs(s, &m);
	m.finalize();
	return true;
}
