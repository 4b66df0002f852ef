/* SPDX-License-Identifier: MIT
   debugger.c — the interface of debuggers for code that is made while a program runs (gdb manual,
   "JIT Compilation Interface"): a list of symbol files in memory, under a name that debuggers know,
   and a function that does nothing, at which they stop. One of each in a process, whoever makes the
   code. */
#include "base/base.h"

#include <pthread.h>

enum { VERSION = 1, NOTHING = 0, ADDED = 1, REMOVED = 2 };

/* The layout is the debuggers'. */
struct Descriptor {
	uint32_t version;
	uint32_t action;
	DebuggerFile *changed;
	DebuggerFile *first;
};

extern struct Descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

struct Descriptor __jit_debug_descriptor = {VERSION, NOTHING, NULL, NULL};

/* Debuggers have a breakpoint here; a compiler must not leave the call out. */
__attribute__((noinline)) void __jit_debug_register_code(void)
{
	__asm__ volatile("" ::: "memory");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(DebuggerFile *file, uint32_t action)
{
	__jit_debug_descriptor.changed = file;
	__jit_debug_descriptor.action = action;
	__jit_debug_register_code();
	__jit_debug_descriptor.changed = NULL;
	__jit_debug_descriptor.action = NOTHING;
}

void debugger_add(DebuggerFile *file, const void *symbols, size_t size)
{
	pthread_mutex_lock(&lock);
	*file = (DebuggerFile){__jit_debug_descriptor.first, NULL, symbols, size};
	if (file->next)
		file->next->before = file;
	__jit_debug_descriptor.first = file;
	tell(file, ADDED);
	pthread_mutex_unlock(&lock);
}

void debugger_remove(DebuggerFile *file)
{
	pthread_mutex_lock(&lock);
	if (file->next)
		file->next->before = file->before;
	if (file->before)
		file->before->next = file->next;
	else
		__jit_debug_descriptor.first = file->next;
	tell(file, REMOVED);
	pthread_mutex_unlock(&lock);
}
