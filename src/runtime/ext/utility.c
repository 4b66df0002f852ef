/* SPDX-License-Identifier: MIT
   utility.c — the functions that external C code may call (MLS 12.9.6): errors, messages, and
   memory for strings that are returned. Their names in C are in modevs/utility.h, for the program
   modevs and for others. */
#define MDV_OFFER_UTILITIES
#include "runtime/ext/ext.h"

#include "modevs/utility.h"

void mdv_utility_error(const char *format, va_list args)
{
	ext_verror(format, args);
}

void mdv_utility_message(const char *format, va_list args)
{
	ext_vsay(EXT_MESSAGE, format, args);
}

void mdv_utility_warning(const char *format, va_list args)
{
	ext_vsay(EXT_WARNING, format, args);
}

char *mdv_utility_allocate(size_t len)
{
	if (len == SIZE_MAX)
		ext_no_memory();
	return arena_new(ext_memory(), len + 1, 1, 1);
}

char *mdv_utility_try_allocate(size_t len)
{
	Arena *a = ext_memory();
	void (*no_memory)(void *) = a->no_memory;
	char *s;

	if (len == SIZE_MAX)
		return NULL;
	a->no_memory = NULL;
	s = arena_new(a, len + 1, 1, 1);
	a->no_memory = no_memory;
	return s;
}
