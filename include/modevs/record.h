/* SPDX-License-Identifier: MIT
   record.h — from a list of fields, as model.h has them, to a struct. */
#ifndef MODEVS_RECORD_H
#define MODEVS_RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* From a kind to a declaration. */
#define MDV_DECLARE(kind, ...)                  MDV_DECLARE_##kind(__VA_ARGS__)
#define MDV_DECLARE_SLOT(name)                  int32_t name;
#define MDV_DECLARE_SLOT_OR_NONE(name)          int32_t name;
#define MDV_DECLARE_TARGET(name)                int32_t name;
#define MDV_DECLARE_TARGET_OR_NONE(name)        int32_t name;
#define MDV_DECLARE_CODE(name)                  int32_t name;
#define MDV_DECLARE_CODE_OR_NONE(name)          int32_t name;
#define MDV_DECLARE_INDEX(name, n)              int32_t name;
#define MDV_DECLARE_INDEX_OR_NONE(name, n)      int32_t name;
#define MDV_DECLARE_COUNT(name)                 int32_t name;
#define MDV_DECLARE_INT(name)                   int32_t name;
#define MDV_DECLARE_REAL(name)                  double name;
#define MDV_DECLARE_FLAG(name)                  bool name;
#define MDV_DECLARE_TEXT(name)                  const char *name;
#define MDV_DECLARE_ENUM(name, LIST)            uint8_t name;
#define MDV_DECLARE_BITS(name, LIST)            uint16_t name;
#define MDV_DECLARE_SLOT_ARRAY(name, n)         int32_t name[n];
#define MDV_DECLARE_TARGET_ARRAY(name, n)       int32_t name[n];
#define MDV_DECLARE_COUNT_ARRAY(name, n)        int32_t name[n];
#define MDV_DECLARE_SLOTS(name, n)              const int32_t *name;
#define MDV_DECLARE_SLOTS_OR_NULL(name, n)      const int32_t *name;
#define MDV_DECLARE_TARGETS(name, n)            const int32_t *name;
#define MDV_DECLARE_TARGETS_OR_NULL(name, n)    const int32_t *name;
#define MDV_DECLARE_INTS(name, n)               const int32_t *name;
#define MDV_DECLARE_INDICES(name, n, b)         const int32_t *name;
#define MDV_DECLARE_INDICES_OR_NULL(name, n, b) const int32_t *name;
#define MDV_DECLARE_STARTS(name, n)             const int32_t *name;
#define MDV_DECLARE_STARTS_OR_NULL(name, n)     const int32_t *name;
#define MDV_DECLARE_REALS(name, n)              const double *name;
#define MDV_DECLARE_RECORDS(name, Type, n)      const Type *name;
#define MDV_RECORD(Type, FIELDS) \
	typedef struct Type {        \
		FIELDS(MDV_DECLARE)      \
	} Type
#define MDV_ENUMERATOR(name) name,
#define MDV_BIT(name, value) name = value,

#endif
