/* SPDX-License-Identifier: MIT
   vm_extern.c — external functions by libffi (MLS 12.9). C: numbers by value, what is written by
   address, arrays by the address of their elements, row by row, sizes as size_t. FORTRAN 77: all by
   address, arrays by columns, the lengths of texts behind the last argument. Functions that we
   provide come from the `find` hook; others only if the user allows it. */
#include "vm/vm_fn.h"

#include <dlfcn.h>
#include <ffi.h>
#include <limits.h>
#include <string.h>

typedef union Cell {
	double real;
	int integer;
	size_t size;
	const char *string;
	void *ptr;
} Cell;

/* A function found, and how it is called. */
struct VmExtern {
	VmSymbol fn;      /* what is called */
	ffi_cif cif;      /* its type */
	ffi_type **types; /* of its arguments */
	int32_t n;        /* arguments of the C function */
};

/* One call. */
typedef struct Call {
	VmFn *vm;          /* who calls */
	VmFrame *f;        /* the function declared in Modelica */
	const IrExtern *x; /* its declaration */
	VmExtern *e;       /* the C function */
	Cell *cell;        /* for each entry of x->arg: its value, or what its address is given of */
	Cell *address;     /* for each: the address */
	void **value;      /* for each argument: where it is */
	size_t *length;    /* of texts, for FORTRAN */
	bool ok;           /* results were taken over */
} Call;

/* -- the function --------------------------------------------------------------------------- */

static VmSymbol symbol_of(void *library, const char *name)
{
	void *found = dlsym(library, name);
	VmSymbol fn;

	memcpy(&fn, &found, sizeof fn); /* ISO C has no cast from void * to a function */
	return fn;
}

/* Looks in lib<name>.so of the directory given, then wherever the system looks. */
static VmSymbol find_in(VmFn *vm, const IrExtern *x, const char *library, const char *symbol)
{
	const char *const form[] = {"%s/lib%s.so", "%s/%s.so", "%s/%s"};
	char path[PATH_MAX];
	void *handle = NULL;
	VmSymbol fn;

	for (size_t k = 0; k < 3 && !handle && *x->directory; k++) {
		snprintf(path, sizeof path,
				 k == 0   ? form[0]
				 : k == 1 ? form[1]
						  : form[2],
				 x->directory, library);
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	if (!handle) {
		snprintf(path, sizeof path, "lib%s.so", library);
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	if (!handle)
		return NULL;
	fn = symbol_of(handle, symbol);
	if (!fn || !vec_push(vm->alloc, &vm->libraries, handle))
		dlclose(handle);
	return fn;
}

void vm_extern_close(VmFn *vm)
{
	while (vm->libraries.n > 0)
		dlclose(vm->libraries.at[--vm->libraries.n]);
	vec_free(vm->alloc, &vm->libraries);
}

static VmSymbol find_allowed(VmFn *vm, const IrExtern *x)
{
	char name[PATH_MAX];
	VmSymbol fn = NULL;

	snprintf(name, sizeof name, "%s%s", x->symbol, x->fortran ? "_" : "");
	for (int32_t i = 0; i < x->n_libraries && !fn; i++)
		fn = find_in(vm, x, x->library[i], name);
	return fn ? fn : symbol_of(NULL, name);
}

static VmSymbol find(VmFn *vm, const IrFn *fn)
{
	const IrExtern *x = fn->external;
	VmSymbol found = vm->hooks.find ? vm->hooks.find(vm->hooks.ctx, x->symbol) : NULL;

	if (found)
		return found;
	if (strcmp(x->language, "C") != 0 && strcmp(x->language, "builtin") != 0 && !x->fortran) {
		vm_fn_fail(vm, MDV_FAILED,
				   "the external function '%s' is written in \"%s\", which is not "
				   "supported: only C and FORTRAN 77 are",
				   x->symbol, x->language);
	} else if (!vm->hooks.allow_external) {
		vm_fn_fail(vm, MDV_FAILED,
				   "%s needs the external function '%s', which is not ours; allow "
				   "foreign code with --allow-external",
				   fn->name, x->symbol);
	} else {
		found = find_allowed(vm, x);
		if (!found)
			vm_fn_fail(vm, MDV_FAILED, "the external function '%s' of %s was not found in %s",
					   x->symbol, fn->name,
					   x->n_libraries > 0 ? "its libraries" : "the program and the system");
	}
	return found;
}

/* -- its type ------------------------------------------------------------------------------- */

static ffi_type *value_type(uint8_t kind)
{
	switch (kind) {
	case IR_REAL: return &ffi_type_double;
	case IR_STRING:
	case IR_OBJECT: return &ffi_type_pointer;
	case IR_SIZE: return sizeof(size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
	default: return &ffi_type_sint;
	}
}

static bool by_value(const IrExtern *x, const IrExternArg *arg)
{
	return !x->fortran && arg->rank == 0 && arg->n_fields < 0 && !arg->out;
}

static bool is_text(const IrExternArg *arg)
{
	return arg->kind == IR_STRING && arg->rank == 0 && arg->n_fields < 0;
}

static VmExtern *prepare(VmFn *vm, const IrFn *fn)
{
	const IrExtern *x = fn->external;
	VmExtern *e = NEW(&vm->keep, VmExtern);
	ffi_type *result = x->has_result ? value_type(x->result.kind) : &ffi_type_void;
	int32_t n_texts = 0;

	if (!e)
		return NULL;
	e->types = NEW_ARRAY(&vm->keep, ffi_type *, 2 * x->n_args + 1);
	if (!e->types)
		return NULL;
	for (int32_t k = 0; k < x->n_args; k++) {
		const IrExternArg *arg = &x->arg[k];

		e->types[e->n++] = by_value(x, arg) ? value_type(arg->kind) : &ffi_type_pointer;
		n_texts += x->fortran && is_text(arg);
		k += arg->n_fields > 0 ? arg->n_fields : 0;
	}
	while (n_texts-- > 0)
		e->types[e->n++] = value_type(IR_SIZE);
	if (ffi_prep_cif(&e->cif, FFI_DEFAULT_ABI, (unsigned)e->n, result, e->types) != FFI_OK)
		BUG("a type that libffi does not take");
	return e;
}

/* -- arguments ------------------------------------------------------------------------------ */

static bool no_memory(VmFn *vm)
{
	return vm_fn_fail(vm, MDV_NO_MEMORY, "out of memory");
}

static void *scratch(Call *c, size_t n, size_t size)
{
	void *ptr = n < SIZE_MAX / size ? arena_alloc(&c->vm->stack, n * size, 16) : NULL;

	if (!ptr)
		no_memory(c->vm);
	return ptr;
}

static bool to_int(Call *c, double x, int *out)
{
	if (!(x >= INT_MIN && x <= INT_MAX))
		return vm_fn_fail(c->vm, MDV_RETRY, "%.17g is no argument for '%s': it does not fit an int",
						  x, c->x->symbol);
	*out = (int)x;
	return true;
}

static bool to_object(Call *c, double handle, void **ptr)
{
	if (!(handle >= 1 && handle <= (double)c->vm->objects.n))
		return vm_fn_fail(c->vm, MDV_FAILED, "'%s' is given an external object that does not exist",
						  c->x->symbol);
	*ptr = c->vm->objects.at[(size_t)handle - 1].ptr;
	return true;
}

static bool to_cell(Call *c, uint8_t kind, double x, Cell *cell)
{
	switch (kind) {
	case IR_REAL: cell->real = x; return true;
	case IR_STRING: cell->string = vm_string_text(c->vm, x); return true;
	case IR_OBJECT: return to_object(c, x, &cell->ptr);
	case IR_SIZE: cell->size = (size_t)x; return true;
	default: return to_int(c, x, &cell->integer);
	}
}

/* The position by columns of element k, counted row by row. */
static size_t by_columns(const VmArray *a, size_t k)
{
	size_t stride = 1, at = 0, place[IR_MAX_RANK];

	for (int d = a->rank - 1; d >= 0; d--) {
		place[d] = k % (size_t)a->dim[d];
		k /= (size_t)a->dim[d];
	}
	for (int d = 0; d < a->rank; d++) {
		at += place[d] * stride;
		stride *= (size_t)a->dim[d];
	}
	return at;
}

static size_t position(const Call *c, const VmArray *a, size_t k)
{
	return c->x->fortran && a->rank > 1 ? by_columns(a, k) : k;
}

/* The elements as C has them; Reals in row order are handed over as they are. */
static bool give_array(Call *c, const IrExternArg *arg, void **address)
{
	const VmArray *a = &c->f->a[arg->reg];
	size_t n = (size_t)a->n;
	const char **text;
	double *real;
	int *integer;

	if (arg->kind == IR_REAL && !c->x->fortran) {
		*address = a->at;
		return true;
	}
	if (arg->kind == IR_OBJECT)
		return vm_fn_fail(c->vm, MDV_FAILED,
						  "an array of external objects as argument of '%s' is "
						  "not supported",
						  c->x->symbol);
	*address = scratch(c, n + 1, sizeof(double));
	real = *address;
	text = *address;
	integer = *address;
	for (size_t k = 0; *address && k < n; k++) {
		if (arg->kind == IR_REAL)
			real[position(c, a, k)] = a->at[k];
		else if (arg->kind == IR_STRING)
			text[position(c, a, k)] = vm_string_text(c->vm, a->at[k]);
		else if (!to_int(c, a->at[k], &integer[position(c, a, k)]))
			return false;
	}
	return *address != NULL;
}

static size_t size_of_kind(uint8_t kind)
{
	return kind == IR_REAL ? sizeof(double) : kind == IR_STRING ? sizeof(char *) : sizeof(int);
}

/* A structure with the fields of a record, each at a multiple of its size. */
static bool give_record(Call *c, const IrExternArg *arg, void **address)
{
	size_t at = 0;
	char *bytes = scratch(c, (size_t)arg->n_fields + 1, sizeof(Cell));

	for (int32_t f = 1; bytes && f <= arg->n_fields; f++) {
		size_t size = size_of_kind(arg[f].kind);
		Cell cell;

		if (arg[f].kind == IR_OBJECT)
			return vm_fn_fail(c->vm, MDV_FAILED,
							  "an external object in a record as argument of "
							  "'%s' is not supported",
							  c->x->symbol);
		if (!to_cell(c, arg[f].kind, c->f->r[arg[f].reg], &cell))
			return false;
		at = (at + size - 1) / size * size;
		memcpy(bytes + at, &cell, size);
		at += size;
	}
	*address = bytes;
	return bytes != NULL;
}

/* Fills in argument `n` of the C function from entry k of the declaration. */
static bool give(Call *c, int32_t k, int32_t n)
{
	const IrExternArg *arg = &c->x->arg[k];

	c->address[k].ptr = &c->cell[k];
	if (arg->n_fields >= 0) {
		if (!give_record(c, arg, &c->address[k].ptr))
			return false;
	} else if (arg->rank > 0) {
		if (!give_array(c, arg, &c->address[k].ptr))
			return false;
	} else if (!to_cell(c, arg->kind, c->f->r[arg->reg], &c->cell[k])) {
		return false;
	}
	if (c->x->fortran && is_text(arg)) /* CHARACTER: the address of the first one */
		c->address[k].string = c->cell[k].string;
	c->value[n] = by_value(c->x, arg) ? (void *)&c->cell[k] : (void *)&c->address[k];
	return true;
}

static bool give_all(Call *c)
{
	const IrExtern *x = c->x;
	size_t n_entries = (size_t)x->n_args + 1;
	int32_t n = 0, n_texts = 0;

	c->cell = scratch(c, n_entries, sizeof *c->cell);
	c->address = scratch(c, n_entries, sizeof *c->address);
	c->length = scratch(c, n_entries, sizeof *c->length);
	c->value = scratch(c, 2 * n_entries, sizeof *c->value);
	if (!c->cell || !c->address || !c->length || !c->value)
		return false;
	for (int32_t k = 0; k < x->n_args; k++) {
		if (!give(c, k, n++))
			return false;
		if (x->fortran && is_text(&x->arg[k])) {
			if (x->arg[k].out)
				return vm_fn_fail(c->vm, MDV_FAILED,
								  "a String as result of '%s' in FORTRAN is not "
								  "supported",
								  x->symbol);
			c->length[n_texts++] = strlen(c->cell[k].string);
		}
		k += x->arg[k].n_fields > 0 ? x->arg[k].n_fields : 0;
	}
	for (int32_t k = 0; k < n_texts; k++)
		c->value[n++] = &c->length[k];
	return true;
}

/* -- results -------------------------------------------------------------------------------- */

static bool from_string(Call *c, const char *text, double *out)
{
	if (!text)
		return vm_fn_fail(c->vm, MDV_RETRY, "'%s' gave no text where it should", c->x->symbol);
	return vm_string_new(c->vm, text, strlen(text), out);
}

static bool from_cell(Call *c, uint8_t kind, const Cell *cell, double *out)
{
	switch (kind) {
	case IR_REAL: *out = cell->real; return true;
	case IR_STRING: return from_string(c, cell->string, out);
	case IR_OBJECT: return true;
	case IR_BOOLEAN: *out = cell->integer != 0; return true;
	default: *out = cell->integer; return true;
	}
}

static bool take_array(Call *c, const IrExternArg *arg, const void *address)
{
	const VmArray *a = &c->f->a[arg->reg];
	const char *const *text = address;
	const double *real = address;
	const int *integer = address;

	if (address == a->at)
		return true;
	for (size_t k = 0; k < (size_t)a->n; k++) {
		size_t at = position(c, a, k);

		if (arg->kind == IR_REAL)
			a->at[k] = real[at];
		else if (arg->kind != IR_STRING)
			a->at[k] = arg->kind == IR_BOOLEAN ? integer[at] != 0 : integer[at];
		else if (!from_string(c, text[at], &a->at[k]))
			return false;
	}
	return true;
}

static bool take_record(Call *c, const IrExternArg *arg, const char *bytes)
{
	size_t at = 0;

	for (int32_t f = 1; f <= arg->n_fields; f++) {
		size_t size = size_of_kind(arg[f].kind);
		Cell cell;

		at = (at + size - 1) / size * size;
		memcpy(&cell, bytes + at, size);
		at += size;
		if (!from_cell(c, arg[f].kind, &cell, &c->f->r[arg[f].reg]))
			return false;
	}
	return true;
}

static bool take_all(Call *c)
{
	for (int32_t k = 0; k < c->x->n_args; k++) {
		const IrExternArg *arg = &c->x->arg[k];
		bool ok = true;

		if (arg->out && arg->n_fields >= 0)
			ok = take_record(c, arg, c->address[k].ptr);
		else if (arg->out && arg->rank > 0)
			ok = take_array(c, arg, c->address[k].ptr);
		else if (arg->out)
			ok = from_cell(c, arg->kind, &c->cell[k], &c->f->r[arg->reg]);
		if (!ok)
			return false;
		k += arg->n_fields > 0 ? arg->n_fields : 0;
	}
	return true;
}

static bool take_object(Call *c, void *ptr, double *out)
{
	VmObject object = {ptr, c->x->destructor};

	if (!vec_push(c->vm->alloc, &c->vm->objects, object))
		return no_memory(c->vm);
	*out = (double)c->vm->objects.n;
	return true;
}

/* -- the call ------------------------------------------------------------------------------- */

static void body(void *arg)
{
	Call *c = arg;
	union {
		double real;
		ffi_arg integer; /* libffi widens small results */
		void *ptr;
	} result = {0};
	double *out = &c->f->r[c->x->result.reg];
	Cell cell;

	ffi_call(&c->e->cif, c->e->fn, &result, c->value);
	c->ok = take_all(c);
	if (!c->ok || !c->x->has_result)
		return;
	if (c->x->result.kind == IR_OBJECT) {
		c->ok = take_object(c, result.ptr, out);
		return;
	}
	if (c->x->result.kind == IR_REAL)
		cell.real = result.real;
	else if (c->x->result.kind == IR_STRING)
		cell.string = result.ptr;
	else
		cell.integer = (int)result.integer;
	c->ok = from_cell(c, c->x->result.kind, &cell, out);
}

static bool call(Call *c)
{
	VmFn *vm = c->vm;
	char why[2048] = "";

	if (!give_all(c))
		return false;
	if (!vm->hooks.guard)
		body(c);
	else if (!vm->hooks.guard(vm->hooks.ctx, body, c, why, sizeof why))
		return vm_fn_fail(vm, MDV_RETRY, "%s", why);
	return c->ok;
}

bool vm_extern_call(VmFn *vm, VmFrame *f)
{
	VmExtern **e = &vm->external[f->fn->number];
	ArenaMark mark = arena_mark(&vm->stack);
	Call c = {.vm = vm, .f = f, .x = f->fn->external};
	bool ok;

	if (!*e) {
		VmSymbol fn = find(vm, f->fn);

		if (!fn)
			return false;
		*e = prepare(vm, f->fn);
		if (!*e)
			return no_memory(vm);
		(*e)->fn = fn;
	}
	c.e = *e;
	ok = call(&c);
	arena_release(&vm->stack, mark);
	return ok;
}
