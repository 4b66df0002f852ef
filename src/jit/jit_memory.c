/* SPDX-License-Identifier: MIT
   jit_memory.c — memory for code. No address can be both written and executed: the same pages are
   mapped twice, once to write, once to execute. So code can be added while other threads run what
   is there. Systems that forbid one of the steps have no machine code. */
#define _GNU_SOURCE /* mremap, memfd_create */
#include "jit/jit.h"

#include <errno.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK ((size_t)1 << 20) /* bytes, at least; pages that nothing touches take no memory */
#define HEAD  64 /* bytes of a JitMemory, which is at the begin of what it is about */

_Static_assert(sizeof(JitMemory) <= HEAD, "it fits");

static void unmap(JitMemory *memory)
{
	if (memory->run)
		munmap(memory->run, memory->size);
	munmap(memory, memory->size);
}

/* Of memory without a file, since profilers look for names of code only there; or of a file that
   nobody else sees, where that is not known (valgrind). MAP_FAILED: it cannot be had. */
static void *map_again(void *write, size_t size)
{
	void *run = mremap(write, 0, size, MREMAP_MAYMOVE); /* of length 0: the same pages once more */

	if (run != MAP_FAILED && mprotect(run, size, PROT_READ | PROT_EXEC) != 0) {
		munmap(run, size);
		run = MAP_FAILED;
	}
	return run;
}

static void map_file(size_t size, void **write, void **run)
{
	int fd = memfd_create("modevs", MFD_CLOEXEC);

	*write = *run = MAP_FAILED;
	if (fd < 0)
		return;
	if (ftruncate(fd, (off_t)size) == 0) {
		*write = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		*run = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	}
	(void)close(fd);
}

/* NULL: they cannot be had. */
static JitMemory *map_twice(size_t size)
{
	void *write = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	void *run = write != MAP_FAILED ? map_again(write, size) : MAP_FAILED;
	JitMemory *memory;

	if (run == MAP_FAILED) {
		if (write != MAP_FAILED)
			munmap(write, size);
		map_file(size, &write, &run);
	}
	if (write == MAP_FAILED || run == MAP_FAILED) {
		int why = errno;

		if (write != MAP_FAILED)
			munmap(write, size);
		if (run != MAP_FAILED)
			munmap(run, size);
		errno = why;
		return NULL;
	}
	memory = write;
	*memory = (JitMemory){.write = write, .run = run, .size = size};
	return memory;
}

static JitMemory *new_memory(Jit *j, size_t size)
{
	JitMemory *memory = map_twice(size);

	if (!memory) {
		j->stats.refused = errno == ENOMEM ? "there is no memory for it"
										   : "the system forbids memory that is executed";
		return NULL;
	}
	memory->next = j->memory;
	memory->used = HEAD + JIT_POOL_SIZE;
	jit_value_fill_pool(memory->write + HEAD, &j->host);
	j->memory = memory;
	return memory;
}

JitMemory *jit_memory_get(Jit *j, size_t need)
{
	JitMemory *memory = j->memory;

	if (memory && memory->size - memory->used >= need)
		return memory;
	need += HEAD + JIT_POOL_SIZE;
	return new_memory(j, need < CHUNK ? CHUNK : (need + 4095) / 4096 * 4096);
}

const uint8_t *jit_memory_pool(const JitMemory *memory)
{
	return memory->write + HEAD;
}

void *jit_memory_table(Jit *j, size_t size)
{
	JitMemory *memory =
		mmap(NULL, HEAD + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	*memory = (JitMemory){.next = j->table, .size = HEAD + size};
	j->table = memory;
	return (uint8_t *)memory + HEAD;
}

void jit_memory_free(Jit *j)
{
	for (JitMemory *table = j->table; table; table = table->next)
		if (table->symbols)
			debugger_remove(table->symbols);
	for (JitMemory *next; j->memory; j->memory = next) {
		next = j->memory->next;
		unmap(j->memory);
	}
	for (JitMemory *next; j->table; j->table = next) {
		next = j->table->next;
		unmap(j->table);
	}
}
#else
JitMemory *jit_memory_get(Jit *j, size_t need)
{
	(void)need;
	j->stats.refused = "this system is not known";
	return NULL;
}

const uint8_t *jit_memory_pool(const JitMemory *memory)
{
	return memory->write;
}

void *jit_memory_table(Jit *j, size_t size)
{
	(void)j, (void)size;
	return NULL;
}

void jit_memory_free(Jit *j)
{
	(void)j;
}
#endif
