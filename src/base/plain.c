/* SPDX-License-Identifier: MIT
   plain.c — numbers and messages as in the C locale, whatever the host has set. The locale of the
   calling thread is changed for the time of one call of the C library, in which nothing of the host
   can run. Taking the C locale costs neither time nor memory. */
#include "base/base.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

typedef struct Plain {
	locale_t c;    /* the C locale; 0: it could not be had */
	locale_t host; /* what was set */
} Plain;

static Plain begin_plain(void)
{
	Plain p = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};

	if (p.c)
		p.host = uselocale(p.c);
	return p;
}

static void end_plain(Plain p)
{
	if (!p.c)
		return;
	uselocale(p.host);
	freelocale(p.c);
}

/* Does it print Reals? All else that we print is the same in every locale. */
static bool prints_reals(const char *format)
{
	while ((format = strchr(format, '%'))) {
		format++;
		format += strspn(format, "-+ #0123456789.*lhjzt");
		if (*format && strchr("aefgAEFG'", *format))
			return true;
		format += *format != '\0';
	}
	return false;
}

int plain_vsnprintf(char *buf, size_t size, const char *format, va_list args)
{
	Plain p;
	int n;

	if (!prints_reals(format))
		return vsnprintf(buf, size, format, args);
	p = begin_plain();
	n = vsnprintf(buf, size, format, args);
	end_plain(p);
	return n;
}

int plain_snprintf(char *buf, size_t size, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = plain_vsnprintf(buf, size, format, args);
	va_end(args);
	return n;
}

int plain_vfprintf(FILE *to, const char *format, va_list args)
{
	Plain p = begin_plain();
	int n = vfprintf(to, format, args);

	end_plain(p);
	return n;
}

int plain_fprintf(FILE *to, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = plain_vfprintf(to, format, args);
	va_end(args);
	return n;
}

double plain_strtod(const char *s, char **end)
{
	Plain p = begin_plain();
	double x = strtod(s, end);

	end_plain(p);
	return x;
}

const char *plain_strerror(int error)
{
	Plain p = begin_plain();
	const char *text = strerror(error);

	end_plain(p);
	return text;
}

bool plain_same(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (plain_lower(a[i]) != plain_lower(b[i]))
			return false;
		if (!a[i])
			break;
	}
	return true;
}
