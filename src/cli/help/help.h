/* SPDX-License-Identifier: MIT
   help.h — the contents of cli/help/: pages of `modevs help`. */
#ifndef MDV_HELP_H
#define MDV_HELP_H

#include "options/options.h"

/* code_page.c — what diagnostics mean */

bool help_code(FILE *to, const char *code); /* its page; false: there is no such code */
void help_codes(FILE *to);                  /* all of them: docs/diagnostics.md */

/* help_parts.c */

void help_parts(FILE *to); /* the ready parts: docs/parts.md */

#endif
