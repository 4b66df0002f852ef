/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

int names_calls;

#define NAMES_DEFINE(name)    \
	const char *name(int n)   \
	{                         \
		names_calls += n;     \
		return "host " #name; \
	}
NAMES_LIST(NAMES_DEFINE)
#undef NAMES_DEFINE

#define NAMES_CALL(name) wrong += strcmp(name(1), "host " #name) != 0;

int names_wrong(void)
{
	int wrong = 0;

	NAMES_LIST(NAMES_CALL)
	return wrong;
}
