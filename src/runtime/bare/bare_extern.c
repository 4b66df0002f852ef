/* SPDX-License-Identifier: MIT
   bare_extern.c — external functions in the sources of FMUs: those that we provide, but not LAPACK.
   No libraries are loaded, no C code is compiled, and there is no machine code. */
#include "runtime/ext/ext.h"

#define WITHOUT "the sources of an FMU load no libraries"

const ExtFunction *lapack_find(const char *symbol)
{
	(void)symbol;
	return NULL;
}

bool include_library(const char *text, const char *folder, char path[PATH_MAX], char *why,
					 size_t size)
{
	(void)text, (void)folder;
	*path = '\0';
	snprintf(why, size, WITHOUT);
	return false;
}

VmSymbol vm_foreign_find(VmFn *vm, const IrFn *fn)
{
	vm_fn_fail(vm, MDV_FAILED, "%s needs the external function '%s': " WITHOUT, fn->name,
			   fn->external->symbol);
	return NULL;
}

VmSymbol vm_foreign_symbol(VmFn *vm, const char *symbol, char *why, size_t size)
{
	(void)vm, (void)symbol;
	snprintf(why, size, WITHOUT);
	return NULL;
}

void vm_foreign_close(VmFn *vm)
{
	(void)vm;
}

void *vm_foreign_open(const char *directory, const char *library, char *why, size_t size)
{
	(void)directory, (void)library;
	snprintf(why, size, WITHOUT);
	return NULL;
}

void *vm_foreign_address(void *library, const char *name)
{
	(void)library, (void)name;
	return NULL;
}

void vm_foreign_drop(void *library)
{
	(void)library;
}

MdvFunction *jit_function(Jit *j, int32_t fn)
{
	(void)j, (void)fn;
	return NULL;
}

void *jit_direct(Jit *j, int32_t fn)
{
	(void)j, (void)fn;
	return NULL;
}
