/* SPDX-License-Identifier: MIT
   vm_foreign.c — external functions that are not ours: in libraries, in what the program has, in C
   that the model has with it (MLS 12.9.4). Only if the user allows it. */
#define _GNU_SOURCE /* dladdr */
#include "vm/vm_fn.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define INCLUDE_ADDRESS "mdv_include_address" /* a variable: where a static function is */

void *vm_foreign_address(void *library, const char *name)
{
	return dlsym(library, name);
}

void vm_foreign_drop(void *library)
{
	dlclose(library);
}

static VmSymbol symbol_of(void *library, const char *name)
{
	void *found = dlsym(library, name);
	VmSymbol fn;

	memcpy(&fn, &found, sizeof fn); /* ISO C has no cast from void * to a function */
	return fn;
}

/* What external C code may call (MLS 12.9.6) is ours: where we are a shared library that its host
   loaded for itself alone, the libraries that we load must find it nevertheless. */
static const char offered; /* lies where we are */

static void offer_own_symbols(void)
{
	Dl_info self;
	void *handle;

	if (dladdr(&offered, &self) == 0 || !self.dli_fname)
		return;
	handle = dlopen(self.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
	if (handle)
		dlclose(handle);
}

void *vm_foreign_open(const char *directory, const char *library, char *why, size_t size)
{
	/* MLS 12.9.4: the folder of the platform comes before the one that all share. */
	static const char *const prefix[] = {"linux64/lib", "linux64/", "lib", "", ""};
	static const char *const suffix[] = {".so", ".so", ".so", ".so", ""};
	char path[PATH_MAX];
	void *handle = NULL;

	offer_own_symbols();
	for (size_t k = 0; k < sizeof prefix / sizeof *prefix && !handle && *directory; k++) {
		snprintf(path, sizeof path, "%s/%s%s%s", directory, prefix[k], library, suffix[k]);
		if (access(path, R_OK) != 0)
			continue;
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		if (!handle)
			snprintf(why, size, "%s", dlerror());
	}
	if (!handle) {
		snprintf(path, sizeof path, "lib%s.so", library);
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	if (!handle && !*why)
		snprintf(why, size, "%s", dlerror());
	return handle;
}

static VmSymbol find_in(VmFn *vm, const IrExtern *x, const char *library, char *why, size_t size)
{
	char symbol[PATH_MAX];
	void *handle;
	VmSymbol fn;

	handle = vm_foreign_open(x->directory, library, why, size);
	if (!handle)
		return NULL;
	snprintf(symbol, sizeof symbol, "%s%s", x->symbol, x->fortran ? "_" : "");
	fn = symbol_of(handle, symbol);
	if (!fn || !vec_push(vm->alloc, &vm->libraries, handle))
		dlclose(handle);
	return fn;
}

void vm_foreign_close(VmFn *vm)
{
	while (vm->libraries.n > 0)
		dlclose(vm->libraries.at[--vm->libraries.n]);
	vec_free(vm->alloc, &vm->libraries);
}

/* The function out of a library of this name; NULL: it is not there. */
static VmSymbol take_from(VmFn *vm, const char *path, const char *symbol, char *why, size_t size)
{
	void *handle, *const *address;
	VmSymbol fn;

	offer_own_symbols();
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		snprintf(why, size, "%s", dlerror());
		return NULL;
	}
	fn = symbol_of(handle, symbol);
	address = fn ? NULL : dlsym(handle, INCLUDE_ADDRESS);
	if (address)
		memcpy(&fn, address, sizeof fn);
	if (!fn || !vec_push(vm->alloc, &vm->libraries, handle))
		dlclose(handle);
	return fn;
}

/* The C code that a function has with it, with header files in that folder; "": none. */
static const char *code_of(const IrExtern *x, const char *folder)
{
	return x && !x->fortran && strcmp(x->include_folder, folder) == 0
			   ? x->include + strspn(x->include, " \t\n")
			   : "";
}

/* That of all functions, each text once: one translation unit (MLS 12.9.4), with one state. */
static void print_code(const VmFn *vm, const char *folder, Text *out)
{
	for (size_t i = 0; i < vm->module->fns.n; i++) {
		const char *code = code_of(vm->module->fns.at[i]->external, folder);
		bool seen = !*code;

		for (size_t k = 0; k < i && !seen; k++)
			seen = strcmp(code, code_of(vm->module->fns.at[k]->external, folder)) == 0;
		if (!seen)
			text_printf(out, "%s\n", code);
	}
}

/* The function out of a library made of the code, a static one by its address; NULL: none. */
static VmSymbol find_in_code(VmFn *vm, const IrExtern *x, const char *code, char *why, size_t size)
{
	char path[PATH_MAX];
	VmSymbol fn;
	Text text;

	if (!vm->hooks.include(code, x->include_folder, path, why, size))
		return NULL;
	fn = take_from(vm, path, x->symbol, why, size);
	if (fn || *why)
		return fn;
	text_init(&text, vm->alloc);
	text_printf(&text, "%s\nvoid *const " INCLUDE_ADDRESS " = (void *)%s;\n", code, x->symbol);
	if (vm->hooks.include(text_str(&text), x->include_folder, path, why, size))
		fn = take_from(vm, path, x->symbol, why, size);
	text_free(&text);
	return fn;
}

/* In all C code of the model; its own alone, if together they are no C. */
static VmSymbol find_included(VmFn *vm, const IrExtern *x, char *why, size_t size)
{
	char reason[512] = "";
	VmSymbol fn;
	Text all;

	if (!*x->include || x->fortran || !vm->hooks.include)
		return NULL;
	text_init(&all, vm->alloc);
	print_code(vm, x->include_folder, &all);
	fn = find_in_code(vm, x, text_str(&all), reason, sizeof reason);
	text_free(&all);
	return fn ? fn : find_in_code(vm, x, x->include, why, size);
}

static bool may_load(const VmFn *vm, const char *library)
{
	return vm->hooks.may_load && vm->hooks.may_load(vm->hooks.external, library);
}

VmSymbol vm_foreign_symbol(VmFn *vm, const char *symbol, char *why, size_t size)
{
	VmSymbol found = NULL;

	for (size_t i = 0; i < vm->module->fns.n && !found; i++) {
		const IrExtern *x = vm->module->fns.at[i]->external;
		IrExtern other;

		if (!x || x->fortran)
			continue;
		other = *x; /* what is found with it */
		other.symbol = symbol;
		for (int32_t k = 0; k < x->n_libraries && !found; k++)
			if (may_load(vm, x->library[k]))
				found = find_in(vm, &other, x->library[k], why, size);
		if (!found && may_load(vm, NULL))
			found = find_included(vm, &other, why, size);
	}
	return found;
}

/* A function that we do not provide: in its libraries, or in what the program has. */
VmSymbol vm_foreign_find(VmFn *vm, const IrFn *fn)
{
	const IrExtern *x = fn->external;
	char symbol[PATH_MAX], why[512] = "";
	bool allowed = may_load(vm, NULL);
	bool named = x->n_libraries > 0 && text_is_plain(x->library[0]);
	VmSymbol found = NULL;

	for (int32_t i = 0; i < x->n_libraries && !found; i++)
		if (may_load(vm, x->library[i])) {
			allowed = true;
			found = find_in(vm, x, x->library[i], why, sizeof why);
		}
	snprintf(symbol, sizeof symbol, "%s%s", x->symbol, x->fortran ? "_" : "");
	if (!found && may_load(vm, NULL))
		found = symbol_of(NULL, symbol);
	if (!found && may_load(vm, NULL)) {
		char reason[sizeof why] = "";

		found = find_included(vm, x, reason, sizeof reason);
		if (*reason)
			memcpy(why, reason, sizeof why);
	}
	if (!allowed)
		vm_fn_fail(
			vm, MDV_FAILED,
			"%s needs the external function '%s', which is not ours; allow foreign code with "
			"--allow external%s%s",
			fn->name, x->symbol, named ? ":" : "", named ? x->library[0] : "");
	else if (!found)
		vm_fn_fail(vm, MDV_FAILED, "the external function '%s' of %s was not found in %s%s%s",
				   x->symbol, fn->name,
				   x->n_libraries > 0 ? "its libraries"
				   : *x->include      ? "its code"
									  : "the program and the system",
				   *why ? ": " : "", why);
	return found;
}
