/* SPDX-License-Identifier: MIT
   test_intern.c — interned names. */
#include "base/base.h"
#include "t.h"

static void equal_texts_have_one_name_and_others_another(void)
{
	Intern in;
	Name a, b;

	intern_init(&in, NULL);
	a = intern_name(&in, "voltage", 7);
	b = intern_name(&in, "voltages", 8);
	T_INT(a.i, 1);
	T_INT(b.i, 2);
	T_INT(intern_name(&in, "voltages", 7).i, 1); /* the length counts, not a NUL */
	T_STR(intern_text(&in, a), "voltage");
	T_INT(intern_len(&in, b), 8);
	T_INT(intern_find(&in, "voltages", 8).i, 2);
	T_INT(intern_find(&in, "volt", 4).i, 0);
	intern_free(&in);
	T_INT(intern_find(&in, "volt", 4).i, 0);
}

static void no_name_is_zero_and_the_empty_text_is_a_name(void)
{
	Intern in;
	Name empty;

	intern_init(&in, NULL);
	T_INT(intern_find(&in, "", 0).i, 0);
	T_STR(intern_text(&in, (Name){0}), "");
	T_INT(intern_len(&in, (Name){0}), 0);
	empty = intern_name(&in, "", 0);
	T_CHECK(empty.i != 0);
	T_INT(intern_name(&in, "", 0).i, empty.i);
	T_STR(intern_text(&in, empty), "");
	intern_free(&in);
}

static void any_bytes_are_a_name(void)
{
	Intern in;
	Name a, b;

	intern_init(&in, NULL);
	a = intern_name(&in, "a\0b", 3);
	b = intern_name(&in, "a\0c", 3);
	T_CHECK(a.i != b.i);
	T_CHECK(memcmp(intern_text(&in, a), "a\0b", 4) == 0);
	intern_free(&in);
}

static void a_million_names_are_numbered_in_order_and_do_not_move(void)
{
	enum { N = 1000000 };
	const char *first;
	char text[32];
	Intern in;

	intern_init(&in, NULL);
	first = intern_text(&in, intern_name(&in, "x0", 2));
	for (int i = 1; i < N; i++) {
		int len = snprintf(text, sizeof text, "x%d", i);

		if (intern_name(&in, text, (size_t)len).i != (uint32_t)i + 1)
			T_FAIL("%s has the wrong number", text);
	}
	T_CHECK(intern_text(&in, (Name){1}) == first);
	for (int i = 0; i < N; i += 997) {
		int len = snprintf(text, sizeof text, "x%d", i);

		T_STR(intern_text(&in, (Name){(uint32_t)i + 1}), text);
		T_INT(intern_find(&in, text, (size_t)len).i, i + 1);
	}
	intern_free(&in);
}

static void a_failed_allocation_loses_no_name(void)
{
	bool ok = false;

	for (size_t k = 1; !ok && k < 1000; k++) {
		AllocMeter meter;
		Intern in;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		intern_init(&in, &meter.alloc);
		ok = true;
		for (uint32_t i = 0; i < 100; i++) {
			char text[2] = {(char)('A' + i / 10), (char)('0' + i % 10)};
			Name name = intern_name(&in, text, 2);

			if (name.i == 0) {
				ok = false;
				name = intern_name(&in, text, 2);
			}
			T_INT(name.i, i + 1);
		}
		T_INT(intern_find(&in, "C7", 2).i, 28);
		intern_free(&in);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
}

/* Some of them are known, some come twice, and the table grows under them. */
static void many_names_at_once_are_those_that_come_one_by_one(void)
{
	enum { N = 200 };
	char text[8 * N];
	size_t end[N], n = 0;
	Name name[N];
	Intern in;

	intern_init(&in, NULL);
	T_CHECK(intern_names(&in, "", NULL, 0, NULL));
	intern_name(&in, "x7", 2);
	for (int i = 0; i < N; i++) {
		n += (size_t)sprintf(text + n, "x%d", i % 150);
		end[i] = n;
	}
	T_CHECK(intern_names(&in, text, end, N, name));
	for (int i = 0; i < N; i++) {
		char one[8];
		int len = snprintf(one, sizeof one, "x%d", i % 150);

		T_INT(name[i].i, i % 150 == 7 ? 1 : i % 150 < 7 ? i % 150 + 2 : i % 150 + 1);
		T_INT(intern_find(&in, one, (size_t)len).i, name[i].i);
		T_STR(intern_text(&in, name[i]), one);
	}
	intern_free(&in);
}

static void many_names_without_memory_are_none(void)
{
	static const size_t end[] = {1, 2, 3};
	bool ok = false;

	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		Name name[3];
		Intern in;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		intern_init(&in, &meter.alloc);
		ok = intern_names(&in, "abc", end, 3, name);
		T_CHECK(ok || intern_names(&in, "abc", end, 3, name));
		T_INT(intern_find(&in, "c", 1).i, name[2].i);
		T_INT(intern_find(&in, "a", 1).i, name[0].i);
		intern_free(&in);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
}

int main(void)
{
	T_RUN(equal_texts_have_one_name_and_others_another);
	T_RUN(no_name_is_zero_and_the_empty_text_is_a_name);
	T_RUN(any_bytes_are_a_name);
	T_RUN(a_million_names_are_numbered_in_order_and_do_not_move);
	T_RUN(a_failed_allocation_loses_no_name);
	T_RUN(many_names_at_once_are_those_that_come_one_by_one);
	T_RUN(many_names_without_memory_are_none);
	return T_END();
}
