/* SPDX-License-Identifier: MIT
   utility.c — the functions that external C code may call (MLS 12.9.6): errors, messages, and
   memory for strings that are returned. */
#include "runtime/ext/ext.h"

#include <string.h>

void ModelicaError(const char *string)
{
	ext_error("%s", string);
}

void ModelicaVFormatError(const char *format, va_list args)
{
	ext_verror(format, args);
}

void ModelicaFormatError(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ext_verror(format, args);
}

/* Text, text with arguments, text with a list of them. */
#define SAYING(Name, KIND)                                       \
	void Modelica##Name(const char *string)                      \
	{                                                            \
		ext_say(KIND, "%s", string);                             \
	}                                                            \
	void ModelicaVFormat##Name(const char *format, va_list args) \
	{                                                            \
		ext_vsay(KIND, format, args);                            \
	}                                                            \
	void ModelicaFormat##Name(const char *format, ...)           \
	{                                                            \
		va_list args;                                            \
                                                                 \
		va_start(args, format);                                  \
		ext_vsay(KIND, format, args);                            \
		va_end(args);                                            \
	}

SAYING(Message, EXT_MESSAGE)
SAYING(Warning, EXT_WARNING)

/* len characters and a NUL, cleared. */
char *ModelicaAllocateString(size_t len)
{
	if (len == SIZE_MAX)
		ext_no_memory();
	return arena_new(ext_memory(), len + 1, 1, 1);
}

/* The same, but NULL instead of an error: the caller has to clean up first. */
char *ModelicaAllocateStringWithErrorReturn(size_t len)
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

char *ModelicaDuplicateString(const char *string)
{
	size_t len = strlen(string);

	return memcpy(ModelicaAllocateString(len), string, len);
}

char *ModelicaDuplicateStringWithErrorReturn(const char *string)
{
	size_t len = strlen(string);
	char *s = ModelicaAllocateStringWithErrorReturn(len);

	return s ? memcpy(s, string, len) : NULL;
}
