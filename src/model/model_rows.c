/* SPDX-License-Identifier: MIT
   model_rows.c — the tables of a model as rows of text, and back: so emitted C carries them. A
   compiler of C reads a text a hundred times as fast as a table of structs. A row is the fields of
   a record in their order, with blanks between: numbers; of a text its number in a list of texts;
   of a list the count of its elements, or -1 if it is not there, and the elements, of which `7*3`
   are three. Records follow the row that they belong to, each a row. Both directions go through the
   same places in the same order. O(size of the tables). */
#include "model/fields.h"

#include <math.h>
#include <string.h>

/* -- writing -------------------------------------------------------------------------------- */

static void put_int(Text *out, int64_t value)
{
	char digits[24], *at = digits + sizeof digits;
	int64_t rest = value < 0 ? -value : value;

	do
		*--at = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (value < 0)
		*--at = '-';
	(void)text_add(out, at, (size_t)(digits + sizeof digits - at));
}

static void put_real(Text *out, double x)
{
	char buf[32];

	if (isnan(x) || isinf(x))
		text_printf(out, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
	else
		(void)text_add(out, buf, (size_t)real_print(buf, x));
}

static int32_t number_of(Intern *texts, const char *text)
{
	return (int32_t)intern_name(texts, text, strlen(text)).i - 1;
}

static void put_element(const Field *f, const void *record, int32_t k, Intern *texts, Text *out)
{
	switch (f->kind) {
	case FK_REAL: put_real(out, field_real(f, record, k)); break;
	case FK_FLAG: put_int(out, field_flag(f, record)); break;
	case FK_TEXT: put_int(out, number_of(texts, field_text(f, record))); break;
	default: put_int(out, field_number(f, record, k)); break;
	}
}

/* Bit for bit: 0 and -0 differ. */
static bool is_same(const Field *f, const void *record, int32_t i, int32_t k)
{
	double x, y;

	if (f->kind != FK_REAL)
		return field_number(f, record, i) == field_number(f, record, k);
	x = field_real(f, record, i);
	y = field_real(f, record, k);
	return memcmp(&x, &y, sizeof x) == 0;
}

static void put_elements(const Field *f, const void *record, int32_t n, Text *out)
{
	for (int32_t k = 0, end; k < n; k = end) {
		for (end = k + 1; end < n && is_same(f, record, k, end);)
			end++;
		text_add_char(out, ' ', 1);
		put_element(f, record, k, NULL, out);
		if (end - k > 1) {
			text_add_char(out, '*', 1);
			put_int(out, end - k);
		}
	}
}

/* Recurses into records of records: as deep as the tables are, three levels. */
static void put_record(const MdvModel *m, const Record *r, const void *record, Intern *texts,
					   Text *out)
{
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		int32_t n = field_count(m, r, f, record);

		if (i > 0)
			text_add_char(out, ' ', 1);
		if (f->shape == FS_ONE) {
			put_element(f, record, 0, texts, out);
			continue;
		}
		put_int(out, f->shape == FS_LIST && !field_list(f, record) ? -1 : n);
		if (f->kind != FK_RECORD)
			put_elements(f, record, n, out);
	}
	text_add_char(out, '\n', 1);
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];

		for (int32_t k = 0; f->kind == FK_RECORD && k < field_count(m, r, f, record); k++)
			put_record(m, f->of(), field_record(f, record, k), texts, out);
	}
}

void model_rows_write(const MdvModel *m, Intern *texts, Text *out)
{
	put_record(m, record_model(), m, texts, out);
}

/* -- reading -------------------------------------------------------------------------------- */

typedef struct Reader {
	const char *at;          /* the next character */
	const char *const *text; /* n_texts */
	int32_t n_texts;         /* how many */
	Arena *keep;             /* holds lists */
	bool failed;             /* it is no such text, or there is no memory */
} Reader;

static bool fail(Reader *r)
{
	r->failed = true;
	r->at = "";
	return false;
}

/* The characters of the next number. */
static const char *next_token(Reader *r, size_t *len)
{
	const char *token;

	r->at += *r->at == ' ' || *r->at == '\n';
	token = r->at;
	*len = strcspn(token, " \n*");
	r->at += *len;
	if (*len == 0)
		fail(r);
	return token;
}

static int32_t read_int(Reader *r)
{
	size_t len;
	const char *s = next_token(r, &len);
	bool negative = len > 1 && *s == '-';
	int64_t value = 0;

	for (size_t k = negative; k < len; k++) {
		if (s[k] < '0' || s[k] > '9' || value > INT32_MAX)
			return fail(r);
		value = 10 * value + (s[k] - '0');
	}
	return (int32_t)(negative ? -value : value);
}

static double read_real(Reader *r)
{
	size_t len;
	const char *s = next_token(r, &len);
	double x = 0;

	if (len == 3 && !memcmp(s, "nan", 3))
		return NAN;
	if (len >= 3 && !memcmp(s + len - 3, "inf", 3))
		return *s == '-' ? -INFINITY : INFINITY;
	if (!real_read(s, len, &x))
		fail(r);
	return x;
}

static const char *read_text(Reader *r)
{
	int32_t k = read_int(r);

	if (k < 0 || k >= r->n_texts) {
		fail(r);
		return "";
	}
	return r->text[k];
}

static void read_one(Reader *r, const Field *f, char *to)
{
	switch (f->kind) {
	case FK_REAL: *(double *)(void *)to = read_real(r); break;
	case FK_FLAG: *(bool *)to = read_int(r) != 0; break;
	case FK_TEXT: *(const char **)(void *)to = read_text(r); break;
	case FK_ENUM: *(uint8_t *)to = (uint8_t)read_int(r); break;
	case FK_BITS: *(uint16_t *)(void *)to = (uint16_t)read_int(r); break;
	default: *(int32_t *)(void *)to = read_int(r); break;
	}
}

static void read_elements(Reader *r, const Field *f, char *to, int32_t n)
{
	size_t size = f->kind == FK_REAL ? sizeof(double) : sizeof(int32_t);
	int32_t k = 0;

	while (k < n && !r->failed) {
		int32_t times = 1;

		read_one(r, f, to + (size_t)k * size);
		if (*r->at == '*') {
			r->at++;
			times = read_int(r);
		}
		if (times < 1 || times > n - k)
			fail(r);
		for (int32_t i = 1; i < times && !r->failed; i++)
			memcpy(to + (size_t)(k + i) * size, to + (size_t)k * size, size);
		k += times;
	}
}

/* Its elements come now, or of records as rows behind this one. Memory is zeroed. */
static void *new_list(Reader *r, const Field *f, int32_t n)
{
	size_t size = f->kind == FK_RECORD ? f->of()->size
				  : f->kind == FK_REAL ? sizeof(double)
									   : sizeof(int32_t);
	void *list = n < 0 ? NULL : arena_new(r->keep, (size_t)n + 1, size, _Alignof(max_align_t));

	if (n >= 0 && !list)
		fail(r);
	return list;
}

static void read_field(Reader *r, const Field *f, char *record, int32_t *n)
{
	char *to = record + f->offset;

	*n = 1;
	if (f->shape == FS_ONE) {
		read_one(r, f, to);
		return;
	}
	*n = read_int(r);
	if (f->shape == FS_LIST) {
		void *list = r->failed ? NULL : new_list(r, f, *n);

		memcpy(to, &list, sizeof list);
		to = list;
	}
	if (f->kind != FK_RECORD && to && !r->failed)
		read_elements(r, f, to, *n);
}

enum { MOST_FIELDS = 160 }; /* of a record; the model has most */

static void read_record(Reader *r, const Record *of, char *record)
{
	int32_t n[MOST_FIELDS];

	if (of->n_fields > MOST_FIELDS)
		BUG("%s has %d fields", of->type, of->n_fields);
	for (int i = 0; i < of->n_fields && !r->failed; i++)
		read_field(r, &of->field[i], record, &n[i]);
	for (int i = 0; i < of->n_fields && !r->failed; i++) {
		const Field *f = &of->field[i];
		char *list = NULL;

		if (f->kind != FK_RECORD)
			continue;
		memcpy(&list, record + f->offset, sizeof list);
		for (int32_t k = 0; k < n[i] && !r->failed; k++)
			read_record(r, f->of(), list + (size_t)k * f->of()->size);
	}
}

/* Texts follow one another, each ends with '\0'. */
static bool find_texts(Reader *r, const char *texts, int32_t n)
{
	const char **list = arena_new(r->keep, (size_t)n + 1, sizeof *list, _Alignof(const char *));

	if (!list)
		return false;
	for (int32_t k = 0; k < n; k++, texts += strlen(texts) + 1)
		list[k] = texts;
	r->text = list;
	r->n_texts = n;
	return true;
}

bool model_rows_read(const MdvRows *rows, Arena *keep, MdvModel *out)
{
	Reader r = {.at = rows->row, .keep = keep};

	*out = (MdvModel){.name = ""};
	if (!find_texts(&r, rows->texts, rows->n_texts))
		return false;
	read_record(&r, record_model(), (char *)out);
	return !r.failed && !strcmp(r.at, "\n");
}
