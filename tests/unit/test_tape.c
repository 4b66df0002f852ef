/* SPDX-License-Identifier: MIT
   test_tape.c — what is written down is read again; what cannot be is refused. */
#include "base/base.h"

#include "t.h"

#include <math.h>

typedef struct Thing {
	double real[3];
	bool flag[2];
	int32_t number[2]; /* 0 … 9 */
	uint64_t word;
	size_t n; /* values */
	double value[8];
} Thing;

static void tape_thing(Thing *x, Tape *t)
{
	tape_reals(t, x->real, 3);
	tape_flags(t, x->flag, 2);
	tape_numbers(t, x->number, 2, 0, 9);
	tape_word(t, &x->word);
	x->n = tape_count(t, x->n, sizeof(double));
	if (x->n > 8)
		tape_refuse(t, "too many");
	else
		tape_reals(t, x->value, x->n);
}

static const Thing thing = {.real = {1.5, -0.0, INFINITY},
							.flag = {true, false},
							.number = {0, 9},
							.word = UINT64_C(0x123456789abcdef0),
							.n = 2,
							.value = {3, 4}};

static void what_is_written_is_read(void)
{
	unsigned char bytes[200];
	Thing x = thing, y = {0};
	Tape count = {0}, out = {.to = bytes}, in = {.from = bytes};

	tape_thing(&x, &count);
	tape_thing(&x, &out);
	T_INT((int)count.at, (int)out.at);
	in.size = out.at;
	tape_thing(&y, &in);
	T_CHECK(!in.wrong && in.at == in.size);
	T_CHECK(!memcmp(x.real, y.real, sizeof x.real) && x.word == y.word && y.n == 2);
	T_CHECK(y.flag[0] && !y.flag[1] && y.number[0] == 0 && y.number[1] == 9 && y.value[1] == 4);
}

static void every_length_that_is_too_short_is_refused(void)
{
	unsigned char bytes[200];
	Thing x = thing;
	Tape out = {.to = bytes};

	tape_thing(&x, &out);
	for (size_t n = 0; n < out.at; n++) {
		Thing y = {0};
		Tape in = {.from = bytes, .size = n};

		tape_thing(&y, &in);
		T_STR(in.wrong, "it ends too early");
	}
}

static void flags_and_numbers_are_looked_at(void)
{
	static const struct {
		size_t at;
		unsigned char byte;
		const char *why;
	} wrong[] = {{24, 2, "a flag is neither true nor false"},
				 {26, 10, "a number is outside of its range"},
				 {33, 0xff, "a number is outside of its range"},
				 {42, 200, "it ends too early"},
				 {49, 0xff, "it ends too early"}};
	unsigned char bytes[200];
	Thing x = thing;
	Tape out = {.to = bytes};

	tape_thing(&x, &out);
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		Thing y = thing;
		Tape in = {.from = bytes, .size = out.at};
		unsigned char was = bytes[wrong[k].at];

		bytes[wrong[k].at] = wrong[k].byte;
		tape_thing(&y, &in);
		T_STR(in.wrong, wrong[k].why);
		bytes[wrong[k].at] = was;
	}
}

int main(void)
{
	T_RUN(what_is_written_is_read);
	T_RUN(every_length_that_is_too_short_is_refused);
	T_RUN(flags_and_numbers_are_looked_at);
	return T_END();
}
