/* SPDX-License-Identifier: MIT
   utility.h — the functions that external C code may call (MLS 12.9.6): ModelicaError,
   ModelicaFormatMessage, ModelicaAllocateString … Libraries of external functions look for these
   names in the program that loads them, and libmodevs has mdv_ names only. A program that loads
   such libraries defines MDV_OFFER_UTILITIES and includes this file in one of its sources; it is
   linked with -Wl,--export-dynamic-symbol='Modelica*' (or -rdynamic). What `modevs build --kind
   exe` makes has them. */
#ifndef MODEVS_UTILITY_H
#define MODEVS_UTILITY_H

#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* Ends the external function that is running, and with it perhaps the run; does not return. */
void mdv_utility_error(const char *format, va_list args);
void mdv_utility_message(const char *format, va_list args);
void mdv_utility_warning(const char *format, va_list args);
/* len characters and a NUL, cleared, until the external function has returned its texts. */
char *mdv_utility_allocate(size_t len);     /* without memory: an error */
char *mdv_utility_try_allocate(size_t len); /* without memory: NULL */

#ifdef MDV_OFFER_UTILITIES

/* Text, text with arguments, text with a list of them. */
#define MDV_UTILITY_TELLS(Name, tell)                             \
	void ModelicaVFormat##Name(const char *format, va_list args); \
	void ModelicaFormat##Name(const char *format, ...);           \
	void Modelica##Name(const char *string);                      \
	void ModelicaVFormat##Name(const char *format, va_list args)  \
	{                                                             \
		tell(format, args);                                       \
	}                                                             \
	void ModelicaFormat##Name(const char *format, ...)            \
	{                                                             \
		va_list args;                                             \
                                                                  \
		va_start(args, format);                                   \
		tell(format, args);                                       \
		va_end(args);                                             \
	}                                                             \
	void Modelica##Name(const char *string)                       \
	{                                                             \
		ModelicaFormat##Name("%s", string);                       \
	}
MDV_UTILITY_TELLS(Error, mdv_utility_error)
MDV_UTILITY_TELLS(Message, mdv_utility_message)
MDV_UTILITY_TELLS(Warning, mdv_utility_warning)
#undef MDV_UTILITY_TELLS

/* The second of each pair gives NULL instead of an error: the caller has to clean up first. */
#define MDV_UTILITY_STRINGS(suffix, allocate)                   \
	char *ModelicaAllocateString##suffix(size_t len);           \
	char *ModelicaDuplicateString##suffix(const char *string);  \
	char *ModelicaAllocateString##suffix(size_t len)            \
	{                                                           \
		return allocate(len);                                   \
	}                                                           \
	char *ModelicaDuplicateString##suffix(const char *string)   \
	{                                                           \
		size_t len = strlen(string);                            \
		char *copy = allocate(len);                             \
                                                                \
		return copy ? (char *)memcpy(copy, string, len) : copy; \
	}
MDV_UTILITY_STRINGS(, mdv_utility_allocate)
MDV_UTILITY_STRINGS(WithErrorReturn, mdv_utility_try_allocate)
#undef MDV_UTILITY_STRINGS

#endif

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
