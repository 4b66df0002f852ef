/* SPDX-License-Identifier: MIT
   qbg_part.c — what storages, sources, resistors and two-ports share. */
#include "runtime/qbg/qbg.h"

void qbg_part_begin(QbgPart *s, const MdvCall *call, const QbgAtomicParams *p, double t_next)
{
	*s = (QbgPart){.element = p->element,
				   .order = p->order,
				   .depth = p->depth,
				   .gdevs = p->gdevs,
				   .t_next = t_next};
	for (int i = 0; i < 2; i++)
		s->port[i].in = s->port[i].out = (QbgPoly){.t = call->t};
}

double qbg_part_next(const void *state)
{
	return ((const QbgPart *)state)->t_next;
}
