/* SPDX-License-Identifier: MIT
   fields.c — the records of modevs/model.h as data. Each list of fields there is expanded
   twice here: to descriptions, and to the sizes of lists and the bounds of indices. */
#include "model/fields.h"

#include <stddef.h>
#include <string.h>

/* --- descriptions --- */

/* In all of these Rec is the struct that a list belongs to. */
#define FIELD(kind_, shape_, name_, ...) \
	{.name = #name_,                     \
	 .kind = (kind_),                    \
	 .shape = (shape_),                  \
	 .offset = offsetof(Rec, name_),     \
	 __VA_ARGS__},
#define NONE                .or_none = true
#define MANDATORY           .or_none = false
#define MAY_BE_NULL         .or_null = true
#define WRITTEN             .written = true
#define TEXT_OF(name, ...)  #name "\0"
#define ONE_MORE(name, ...) +1
#define TEXTS(LIST)         .texts = LIST(TEXT_OF), .n_texts = 0 LIST(ONE_MORE)

#define DESCRIBE(kind, ...)                      DESCRIBE_##kind(__VA_ARGS__)
#define DESCRIBE_SLOT(name)                      FIELD(FK_SLOT, FS_ONE, name, MANDATORY)
#define DESCRIBE_SLOT_OR_NONE(name)              FIELD(FK_SLOT, FS_ONE, name, NONE)
#define DESCRIBE_TARGET(name)                    FIELD(FK_SLOT, FS_ONE, name, WRITTEN)
#define DESCRIBE_TARGET_OR_NONE(name)            FIELD(FK_SLOT, FS_ONE, name, WRITTEN, NONE)
#define DESCRIBE_CODE(name)                      FIELD(FK_CODE, FS_ONE, name, MANDATORY)
#define DESCRIBE_CODE_OR_NONE(name)              FIELD(FK_CODE, FS_ONE, name, NONE)
#define DESCRIBE_INDEX(name, n)                  FIELD(FK_INDEX, FS_ONE, name, MANDATORY)
#define DESCRIBE_INDEX_OR_NONE(name, n)          FIELD(FK_INDEX, FS_ONE, name, NONE)
#define DESCRIBE_COUNT(name)                     FIELD(FK_COUNT, FS_ONE, name, MANDATORY)
#define DESCRIBE_INT(name)                       FIELD(FK_INT, FS_ONE, name, MANDATORY)
#define DESCRIBE_REAL(name)                      FIELD(FK_REAL, FS_ONE, name, MANDATORY)
#define DESCRIBE_FLAG(name)                      FIELD(FK_FLAG, FS_ONE, name, MANDATORY)
#define DESCRIBE_TEXT(name)                      FIELD(FK_TEXT, FS_ONE, name, MANDATORY)
#define DESCRIBE_ENUM(name, LIST)                FIELD(FK_ENUM, FS_ONE, name, TEXTS(LIST))
#define DESCRIBE_BITS(name, LIST)                FIELD(FK_BITS, FS_ONE, name, TEXTS(LIST))
#define DESCRIBE_SLOT_ARRAY(name, n)             FIELD(FK_SLOT, FS_ARRAY, name, MANDATORY)
#define DESCRIBE_TARGET_ARRAY(name, n)           FIELD(FK_SLOT, FS_ARRAY, name, WRITTEN)
#define DESCRIBE_COUNT_ARRAY(name, n)            FIELD(FK_COUNT, FS_ARRAY, name, MANDATORY)
#define DESCRIBE_SLOTS(name, n)                  FIELD(FK_SLOT, FS_LIST, name, MANDATORY)
#define DESCRIBE_SLOTS_OR_NULL(name, n)          FIELD(FK_SLOT, FS_LIST, name, MAY_BE_NULL)
#define DESCRIBE_TARGETS(name, n)                FIELD(FK_SLOT, FS_LIST, name, WRITTEN)
#define DESCRIBE_TARGETS_OR_NULL(name, n)        FIELD(FK_SLOT, FS_LIST, name, WRITTEN, MAY_BE_NULL)
#define DESCRIBE_INTS(name, n)                   FIELD(FK_INT, FS_LIST, name, MANDATORY)
#define DESCRIBE_INDICES(name, n, below)         FIELD(FK_INDEX, FS_LIST, name, NONE)
#define DESCRIBE_INDICES_OR_NULL(name, n, below) FIELD(FK_INDEX, FS_LIST, name, NONE, MAY_BE_NULL)
#define DESCRIBE_STARTS(name, n)                 FIELD(FK_START, FS_LIST, name, MANDATORY)
#define DESCRIBE_STARTS_OR_NULL(name, n)         FIELD(FK_START, FS_LIST, name, MAY_BE_NULL)
#define DESCRIBE_REALS(name, n)                  FIELD(FK_REAL, FS_LIST, name, MANDATORY)
#define DESCRIBE_RECORDS(name, Type, n)          FIELD(FK_RECORD, FS_LIST, name, .of = record_##Type)

/* --- how many elements a field has, and what its indices are below --- */

#define LIMITS_ARE(name, n, below) \
	case offsetof(Rec, name):      \
		return (FieldLimits){(n), (below)};
#define LIMITS(kind, ...) LIMITS_##kind(__VA_ARGS__)
#define LIMITS_SLOT(name)
#define LIMITS_SLOT_OR_NONE(name)
#define LIMITS_TARGET(name)
#define LIMITS_TARGET_OR_NONE(name)
#define LIMITS_CODE(name)
#define LIMITS_CODE_OR_NONE(name)
#define LIMITS_INDEX(name, n)         LIMITS_ARE(name, 1, n)
#define LIMITS_INDEX_OR_NONE(name, n) LIMITS_ARE(name, 1, n)
#define LIMITS_COUNT(name)
#define LIMITS_INT(name)
#define LIMITS_REAL(name)
#define LIMITS_FLAG(name)
#define LIMITS_TEXT(name)
#define LIMITS_ENUM(name, LIST)
#define LIMITS_BITS(name, LIST)
#define LIMITS_SLOT_ARRAY(name, n)             LIMITS_ARE(name, n, 0)
#define LIMITS_TARGET_ARRAY(name, n)           LIMITS_ARE(name, n, 0)
#define LIMITS_COUNT_ARRAY(name, n)            LIMITS_ARE(name, n, 0)
#define LIMITS_SLOTS(name, n)                  LIMITS_ARE(name, n, 0)
#define LIMITS_SLOTS_OR_NULL(name, n)          LIMITS_ARE(name, n, 0)
#define LIMITS_TARGETS(name, n)                LIMITS_ARE(name, n, 0)
#define LIMITS_TARGETS_OR_NULL(name, n)        LIMITS_ARE(name, n, 0)
#define LIMITS_INTS(name, n)                   LIMITS_ARE(name, n, 0)
#define LIMITS_INDICES(name, n, below)         LIMITS_ARE(name, n, below)
#define LIMITS_INDICES_OR_NULL(name, n, below) LIMITS_ARE(name, n, below)
#define LIMITS_STARTS(name, n)                 LIMITS_ARE(name, (n) + 1, 0)
#define LIMITS_STARTS_OR_NULL(name, n)         LIMITS_ARE(name, (n) + 1, 0)
#define LIMITS_REALS(name, n)                  LIMITS_ARE(name, n, 0)
#define LIMITS_RECORDS(name, Type, n)          LIMITS_ARE(name, n, 0)

/* A function that gives the record. */
#define DEFINE(Type, FIELDS)                                                               \
	static FieldLimits limits_##Type(const MdvModel *m, const void *record, size_t offset) \
	{                                                                                      \
		typedef Type Rec;                                                                  \
		const Rec *r = record;                                                             \
                                                                                           \
		(void)m, (void)r;                                                                  \
		switch (offset) {                                                                  \
			FIELDS(LIMITS)                                                                 \
		default: return (FieldLimits){1, 0};                                               \
		}                                                                                  \
	}                                                                                      \
	static const Record *record_##Type(void)                                               \
	{                                                                                      \
		typedef Type Rec;                                                                  \
		static const Field field[] = {FIELDS(DESCRIBE)};                                   \
		static const Record record = {#Type, sizeof(Rec), field,                           \
									  (int)(sizeof field / sizeof *field), limits_##Type}; \
                                                                                           \
		return &record;                                                                    \
	}

MDV_RECORDS(DEFINE)

const Record *record_model(void)
{
	return record_MdvModel();
}

/* --- values --- */

const void *field_list(const Field *f, const void *record)
{
	const void *list;

	memcpy(&list, (const char *)record + f->offset, sizeof list);
	return list;
}

const void *field_elements(const Field *f, const void *record)
{
	return f->shape == FS_LIST ? field_list(f, record) : (const char *)record + f->offset;
}

int32_t field_number(const Field *f, const void *record, int32_t k)
{
	const void *at = field_elements(f, record);

	if (f->kind == FK_ENUM)
		return *(const uint8_t *)at;
	if (f->kind == FK_BITS)
		return *(const uint16_t *)at;
	return ((const int32_t *)at)[k];
}

double field_real(const Field *f, const void *record, int32_t k)
{
	return ((const double *)field_elements(f, record))[k];
}

const char *field_text(const Field *f, const void *record)
{
	return field_list(f, record);
}

bool field_flag(const Field *f, const void *record)
{
	return *(const bool *)field_elements(f, record);
}

const void *field_record(const Field *f, const void *record, int32_t k)
{
	return (const char *)field_list(f, record) + (size_t)k * f->of()->size;
}

int32_t field_count(const MdvModel *m, const Record *r, const Field *f, const void *record)
{
	if (f->shape == FS_ONE)
		return 1;
	if (f->shape == FS_LIST && !field_list(f, record))
		return 0;
	return r->limits(m, record, f->offset).count;
}

const char *field_name(const Field *f, int32_t k)
{
	const char *text = f->texts;

	while (k-- > 0)
		text += strlen(text) + 1;
	return text;
}

/* --- visiting --- */

typedef struct Visit {
	const MdvModel *m;  /* the model */
	RecordVisitor *see; /* is shown records */
	void *ctx;          /* handed to it */
	const char *table;  /* where it is; NULL: in the model itself */
	int32_t number;     /* of the record there */
} Visit;

static void visit_inner(Visit *v, const Record *r, const void *record)
{
	bool outer = !v->table;

	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		int32_t n = f->kind == FK_RECORD ? field_count(v->m, r, f, record) : 0;

		for (int32_t k = 0; k < n; k++) {
			if (outer) {
				v->table = f->name;
				v->number = k;
			}
			visit_inner(v, f->of(), field_record(f, record, k));
			v->see(v->ctx, f->of(), field_record(f, record, k), v->table, v->number);
			if (outer)
				v->table = NULL;
		}
	}
}

void record_visit(const MdvModel *m, RecordVisitor *see, void *ctx)
{
	Visit v = {.m = m, .see = see, .ctx = ctx};

	visit_inner(&v, record_model(), m);
}
