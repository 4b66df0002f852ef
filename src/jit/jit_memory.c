/* SPDX-License-Identifier: MIT
   jit_memory.c — memory for code. No address can be both written and executed: the same pages are
   mapped twice, once to write, once to execute. So code can be added while other threads run what
   is there. Systems that forbid one of the steps have no machine code. */
#define _GNU_SOURCE /* memfd_create */
#include "jit/jit.h"

#include <errno.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>

#define CHUNK ((size_t)1 << 20) /* bytes, at least; pages that nothing touches take no memory */

static JitMemory *refuse(Jit *j, JitMemory *memory, const char *why)
{
	j->stats.refused = why;
	alloc_free(j->alloc, memory, sizeof *memory);
	return NULL;
}

static JitMemory *new_memory(Jit *j, size_t size)
{
	JitMemory *memory = alloc_new(j->alloc, sizeof *memory);
	void *write = MAP_FAILED, *run = MAP_FAILED;
	int fd;

	if (!memory)
		return NULL;
	fd = memfd_create("modevs", MFD_CLOEXEC);
	if (fd >= 0 && ftruncate(fd, (off_t)size) == 0) {
		write = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		run = mmap(NULL, size, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	}
	if (fd >= 0)
		(void)close(fd);
	if (write == MAP_FAILED || run == MAP_FAILED) {
		if (write != MAP_FAILED)
			munmap(write, size);
		if (run != MAP_FAILED)
			munmap(run, size);
		return refuse(j, memory,
					  errno == ENOMEM ? "there is no memory for it"
									  : "the system forbids memory that is executed");
	}
	*memory = (JitMemory){j->memory, write, run, size, JIT_POOL_SIZE};
	jit_value_fill_pool(memory->write, &j->host);
	j->memory = memory;
	return memory;
}

JitMemory *jit_memory_get(Jit *j, size_t need)
{
	JitMemory *memory = j->memory;

	if (memory && memory->size - memory->used >= need)
		return memory;
	need += JIT_POOL_SIZE;
	return new_memory(j, need < CHUNK ? CHUNK : (need + 4095) / 4096 * 4096);
}

void jit_memory_free(Jit *j)
{
	while (j->memory) {
		JitMemory *memory = j->memory;

		j->memory = memory->next;
		munmap(memory->write, memory->size);
		munmap(memory->run, memory->size);
		alloc_free(j->alloc, memory, sizeof *memory);
	}
}
#else
JitMemory *jit_memory_get(Jit *j, size_t need)
{
	(void)need;
	j->stats.refused = "this system is not known";
	return NULL;
}

void jit_memory_free(Jit *j)
{
	(void)j;
}
#endif
