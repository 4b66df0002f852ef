/* SPDX-License-Identifier: MIT
   jit.c — machine code for one module: made when it is asked for, once, whoever asks. Its tables
   belong to the module's arena; what making code takes, and code itself, come from the system: they
   stay when a run ends, and nothing of the host's is called while others wait. */
#include "jit/jit.h"

#include <stdio.h>

/* Long code that does not repeat misses the caches as machine code, too: words take less of them.
 */
#define MOST 200000 /* instructions: some 50,000 equations (measured) */

Jit *jit_new(const IrModule *m, const JitHost *host, Arena *keep)
{
	Jit *j = NEW_ARRAY(keep, Jit, 1);

	if (!j)
		return NULL;
	j->m = m;
	j->host = *host;
	j->most = MOST;
	j->region = NEW_ARRAY(keep, JitRegion *, m->regions.n);
	j->region_tried = NEW_ARRAY(keep, bool, m->regions.n);
	j->function = NEW_ARRAY(keep, MdvFunction *, m->fns.n);
	j->function_tried = NEW_ARRAY(keep, bool, m->fns.n);
	j->direct = NEW_ARRAY(keep, void *, m->fns.n);
	if (!j->direct || !j->region || !j->region_tried || !j->function || !j->function_tried ||
		pthread_mutex_init(&j->lock, NULL) != 0)
		return NULL;
	if (!x64_runs_here(&j->processor))
		j->stats.refused = "this processor is not known";
	return j;
}

void jit_free(Jit *j)
{
	if (!j)
		return;
	jit_memory_free(j);
	pthread_mutex_destroy(&j->lock);
}

void jit_take_all(Jit *j)
{
	j->most = INT32_MAX;
}

void jit_stats(Jit *j, JitStats *out)
{
	pthread_mutex_lock(&j->lock);
	*out = j->stats;
	pthread_mutex_unlock(&j->lock);
}

/* Memory for n instructions, and everything else that making code needs. */
static JitMemory *open_code(Jit *j, size_t n, JitCode *c)
{
	size_t need = n * JIT_MOST_PER_INSTR + 2 * JIT_MARGIN;
	JitMemory *memory = j->stats.refused ? NULL : jit_memory_get(j, need);

	arena_init(&j->scratch, &alloc_heap);
	if (!memory)
		return NULL;
	memory->used = (memory->used + 15) / 16 * 16; /* where processors like code to begin */
	*c = (JitCode){.x = j->processor};
	c->x.at = memory->write + memory->used;
	c->x.end = memory->write + memory->size;
	c->x.pool = jit_memory_pool(memory);
	return memory;
}

/* Where to run what was written at `start`; NULL: nothing was. */
static uint8_t *close_code(Jit *j, JitMemory *memory, const JitCode *c, uint8_t *start, size_t n)
{
	size_t at = start ? (size_t)(start - memory->write) : 0;

	if (!start)
		return NULL;
	memory->used = (size_t)(c->x.at - memory->write);
	j->stats.n_instrs += n;
	j->stats.n_bytes += memory->used - at;
	return memory->run + at;
}

/* For people who look at the program as it runs. */
static void note_name(Jit *j, const JitMemory *memory, const uint8_t *at, const char *kind,
					  const char *name)
{
	size_t size = (size_t)(memory->run + memory->used - at);

	jit_perf_note(at, size, kind, name);
	jit_gdb_note(j, at, size, kind, name);
}

/* A pointer to code is no pointer to data in C; here they are the same. */
typedef union Code {
	uint8_t *at;
	JitRegion *region;
	MdvFunction *function;
} Code;

/* Slots of the frame, and of the temporaries that a batch has besides. */
static JitSlot *new_slots(Jit *j)
{
	size_t most = 0;

	for (size_t i = 0; i < j->m->batches.n; i++)
		if ((size_t)j->m->batches.at[i].n_temps > most)
			most = (size_t)j->m->batches.at[i].n_temps;
	return jit_memory_table(j, (j->m->n_slots + most) * sizeof(JitSlot));
}

static JitRegion *make_region(Jit *j, int32_t number)
{
	const IrRegion *r = &j->m->regions.at[number];
	size_t length = jit_region_length(j, r);
	Code code = {.at = NULL};
	JitMemory *memory;
	JitCode c;

	if (length > (size_t)j->most)
		return NULL;
	if (!j->slot)
		j->slot = new_slots(j);
	memory = j->slot ? open_code(j, length, &c) : NULL;
	if (memory) {
		c.slot = j->slot;
		c.first_temp = j->m->first_temp;
		c.n_slots = (uint32_t)j->m->n_slots;
		code.at = close_code(j, memory, &c, jit_region_make(j, &c, r), length);
		j->stats.n_regions += code.at != NULL;
		if (code.at) {
			char name[16];

			snprintf(name, sizeof name, "%d", (int)number);
			note_name(j, memory, code.at, "piece", name);
		}
	}
	arena_free(&j->scratch);
	return code.region;
}

static MdvFunction *make_function(Jit *j, int32_t number)
{
	const IrFn *fn = j->m->fns.at[number];
	Code code = {.at = NULL};
	uint8_t *direct = NULL;
	JitMemory *memory;
	JitCode c;

	memory = open_code(j, jit_fn_length(fn), &c);
	if (memory) {
		code.at = close_code(j, memory, &c, jit_fn_make(j, &c, fn, &direct), fn->n_code);
		j->stats.n_functions += code.at != NULL;
		if (code.at && direct)
			j->direct[number] = memory->run + (direct - memory->write);
		if (code.at)
			note_name(j, memory, code.at, "function", fn->name);
	}
	arena_free(&j->scratch);
	return code.function;
}

JitRegion *jit_region(Jit *j, int32_t region)
{
	JitRegion *code;

	pthread_mutex_lock(&j->lock);
	if (!j->region_tried[region]) {
		double begin = clock_seconds();

		j->region_tried[region] = true;
		j->region[region] = make_region(j, region);
		j->stats.seconds += clock_seconds() - begin;
	}
	code = j->region[region];
	pthread_mutex_unlock(&j->lock);
	return code;
}

MdvFunction *jit_function(Jit *j, int32_t fn)
{
	MdvFunction *code;

	pthread_mutex_lock(&j->lock);
	if (!j->function_tried[fn]) {
		double begin = clock_seconds();

		j->function_tried[fn] = true;
		j->function[fn] = make_function(j, fn);
		j->stats.seconds += clock_seconds() - begin;
	}
	code = j->function[fn];
	pthread_mutex_unlock(&j->lock);
	return code;
}

void *jit_direct(Jit *j, int32_t fn)
{
	void *code;

	pthread_mutex_lock(&j->lock);
	code = j->direct[fn];
	pthread_mutex_unlock(&j->lock);
	return code;
}
