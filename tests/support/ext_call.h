/* SPDX-License-Identifier: MIT
   ext_call.h — calls of external functions in tests: RUN expects success, FAILS an error whose text
   contains a part. Variables assigned inside must be static or volatile. */
#ifndef MDV_EXT_CALL_H
#define MDV_EXT_CALL_H

#include "runtime/ext/ext.h"
#include "t.h"

#include <stdlib.h>
#include <unistd.h>

static ExtSession session; /* of all calls of a test program */
static Text said;          /* what the functions said, since the last text_clear */

static inline void remember(void *ctx, ExtLevel level, const char *text)
{
	(void)ctx;
	text_printf(&said, "%s%s", level == EXT_WARNING ? "warning: " : "", text);
}

static inline void start_session(void)
{
	text_init(&said, NULL);
	ext_session_init(&session, NULL);
	session.sink = remember;
	for (int need = 0; need < EXT_NEEDS; need++)
		session.allow.anywhere[need] = true;
}

static inline void end_session(void)
{
	ext_session_free(&session);
	text_free(&said);
}

#define RUN(statement)                         \
	do {                                       \
		ExtCall x_call;                        \
		ext_call_begin(&x_call, &session);     \
		if (setjmp(x_call.on_error) == 0) {    \
			statement;                         \
		} else {                               \
			T_FAIL("error: %s", x_call.error); \
		}                                      \
		ext_call_end(&x_call);                 \
	} while (0)

#define FAILS(statement, part)                                                  \
	do {                                                                        \
		ExtCall x_call;                                                         \
		ext_call_begin(&x_call, &session);                                      \
		if (setjmp(x_call.on_error) == 0) {                                     \
			statement;                                                          \
			T_FAIL("%s did not fail", #statement);                              \
		} else if (!strstr(x_call.error, part)) {                               \
			T_FAIL("the error \"%s\" does not say \"%s\"", x_call.error, part); \
		}                                                                       \
		ext_call_end(&x_call);                                                  \
	} while (0)

#endif
