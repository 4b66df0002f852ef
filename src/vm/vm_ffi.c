/* SPDX-License-Identifier: MIT
   vm_ffi.c — calls of C functions whose types are known at run time only, by libffi. */
#include "vm/vm_fn.h"

#include <ffi.h>
#include <string.h>

struct VmCif {
	ffi_cif cif;     /* its type */
	ffi_type *arg[]; /* of its arguments */
};

static ffi_type *type_of(char letter)
{
	switch (letter) {
	case 'v': return &ffi_type_void;
	case 'd': return &ffi_type_double;
	case 'z': return sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
	case 'i': return &ffi_type_sint;
	default: return &ffi_type_pointer;
	}
}

const VmCif *vm_ffi_new(Arena *keep, const char *types)
{
	size_t n = strlen(types) - 1;
	VmCif *c = arena_alloc(keep, sizeof *c + n * sizeof c->arg[0], _Alignof(VmCif));

	if (!c)
		return NULL;
	for (size_t k = 0; k < n; k++)
		c->arg[k] = type_of(types[k + 1]);
	if (ffi_prep_cif(&c->cif, FFI_DEFAULT_ABI, (unsigned)n, type_of(types[0]), c->arg) != FFI_OK)
		BUG("a type that libffi does not take");
	return c;
}

void vm_ffi_call(const VmCif *c, VmSymbol fn, void *value[], VmFfiResult *result)
{
	ffi_cif cif = c->cif; /* libffi takes none that is constant */
	union {
		double real;
		ffi_arg integer; /* it widens small results */
		void *ptr;
	} got = {0};

	ffi_call(&cif, fn, &got, value);
	if (cif.rtype == &ffi_type_double)
		result->real = got.real;
	else if (cif.rtype == &ffi_type_pointer)
		result->ptr = got.ptr;
	else
		result->integer = (int)got.integer;
}
