/* SPDX-License-Identifier: MIT
   hand.h — for models made by hand, as the compiler would make them: the slots that every model
   has, steps in short, and a trace of the rows of a run. */
#ifndef MDV_HAND_H
#define MDV_HAND_H

#include "runtime/system/system.h"

#include "t.h"

#include <stdlib.h>

/* Slots 0 … 3 of every model. start_code and init_check are to be given besides. */
enum { TIME, INITIAL, TERMINAL, HOMOTOPY, FIRST };

static const char *hand_why(void *code)
{
	(void)code;
	return "a function of the test is not defined here";
}

#define HAND                                                                            \
	.time = TIME, .is_initial = INITIAL, .is_terminal = TERMINAL, .homotopy = HOMOTOPY, \
	.objects_code = -1, .why = hand_why, .stop = 1

#define COUNT(array) (int32_t)(sizeof(array) / sizeof *(array))
#define LIST(...)    ((const int32_t[]){__VA_ARGS__})
#define CODE(region, with)                                                                 \
	{                                                                                      \
		.kind = MDV_STEP_CODE, .code = (region), .tangent = (with), .full_tangent = (with) \
	}
#define SEQUENCE(kind_, steps)                                            \
	{                                                                     \
		.kind = MDV_SEQ_##kind_, .n_steps = COUNT(steps), .step = (steps) \
	}
#define SEQUENCES(...)                              \
	.sequence = (const MdvSequence[]){__VA_ARGS__}, \
	.n_sequences = (int32_t)(sizeof((const MdvSequence[]){__VA_ARGS__}) / sizeof(MdvSequence))

/* A variable without attributes. */
#define VAR(name_, slot_, flags_)                                                         \
	{                                                                                     \
		.name = (name_), .unit = "", .display_unit = "", .comment = "", .slot = (slot_),  \
		.start = -1, .nominal = -1, .min = -1, .max = -1, .source = -1, .type = MDV_REAL, \
		.flags = (flags_)                                                                 \
	}

typedef struct HandRow {
	double t;        /* time */
	double value[8]; /* of the slots that are traced */
} HandRow;

typedef struct HandTrace {
	const int32_t *slot; /* n_slots to be traced */
	int32_t n_slots;     /* at most 8 */
	VEC(HandRow) rows;   /* in order */
} HandTrace;

static inline MdvStatus hand_row(void *ctx, double t, const double frame[])
{
	HandTrace *trace = ctx;
	HandRow row = {.t = t};

	for (int32_t i = 0; i < trace->n_slots; i++)
		row.value[i] = frame[trace->slot[i]];
	return vec_push(&alloc_heap, &trace->rows, row) ? MDV_OK : MDV_NO_MEMORY;
}

/* The last row at or before t. */
static inline const HandRow *hand_at(const HandTrace *trace, double t)
{
	const HandRow *found = &trace->rows.at[0];

	for (size_t i = 0; i < trace->rows.n; i++)
		if (trace->rows.at[i].t <= t)
			found = &trace->rows.at[i];
	return found;
}

static inline bool hand_says(const Rt *rt, const char *words)
{
	if (strstr(rt_message(rt), words))
		return true;
	fprintf(stderr, "\"%s\" does not say \"%s\"\n", rt_message(rt), words);
	return false;
}

static inline void hand_print(void *ctx, const char *text)
{
	Text *log = ctx;

	text_printf(log, "%s\n", text);
}

#endif
