/* SPDX-License-Identifier: MIT
   status.c — the text of each status, from the one list in modevs/status.h. */
#include "base/base.h"

const char *mdv_version(void)
{
	return MDV_VERSION;
}

const char *mdv_status_text(MdvStatus status)
{
#define STATUS_CASE(name, value, text) \
	case name: return text;
	switch (status) {
		MDV_STATUS_LIST(STATUS_CASE)
	}
#undef STATUS_CASE
	return "unknown status";
}
