/* SPDX-License-Identifier: MIT
   test_status.c — the texts of the statuses. */
#include "base/base.h"
#include "t.h"

static void each_status_has_its_text(void)
{
	T_STR(mdv_status_text(MDV_OK), "success");
	T_STR(mdv_status_text(MDV_NO_MEMORY), "out of memory");
#define CHECK_TEXT(name, value, text) T_STR(mdv_status_text(name), text);
	MDV_STATUS_LIST(CHECK_TEXT)
#undef CHECK_TEXT
}

static void a_number_that_is_no_status_has_a_text_too(void)
{
	T_STR(mdv_status_text((MdvStatus)12345), "unknown status");
}

int main(void)
{
	T_RUN(each_status_has_its_text);
	T_RUN(a_number_that_is_no_status_has_a_text_too);
	return T_END();
}
