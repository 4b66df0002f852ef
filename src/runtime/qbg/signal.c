/* SPDX-License-Identifier: MIT
   signal.c — the signals of sources. */
#include "runtime/qbg/qbg.h"

#define TEXT(kind, text) text,
const char *const qbg_signal_name[] = {QBG_SIGNALS(TEXT)};
#undef TEXT
#define TEXT(kind, text, effort_in, flow_in) text,
const char *const qbg_kind_name[] = {QBG_KINDS(TEXT)};
#undef TEXT
