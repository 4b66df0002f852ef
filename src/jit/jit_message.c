/* SPDX-License-Identifier: MIT
   jit_message.c — messages of the paper's library that need no queue, for code to call: the scalars
   are where the list of the instruction says. What is not so simple is left to the host. */
#include "jit/jit.h"

bool jit_message_count(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst)
{
	double x[1] = {r[pair[1]]};

	if (!mdv_message_count(fns, x))
		return false;
	r[dst] = x[0];
	return true;
}

bool jit_message_take(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst)
{
	double x[5] = {r[pair[1]], r[pair[3]]};

	if (!mdv_message_take(fns, x))
		return false;
	r[dst] = x[0];
	r[pair[5]] = x[2];
	r[pair[7]] = x[3];
	r[pair[9]] = x[4];
	return true;
}

bool jit_message_send(MdvCode *fns, double r[], const uint32_t pair[], uint32_t dst)
{
	double x[5] = {r[pair[1]], 0, 0, r[pair[7]], r[pair[9]]};

	if (!mdv_message_send(fns, x))
		return false;
	r[dst] = x[0];
	return true;
}
