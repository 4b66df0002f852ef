/* SPDX-License-Identifier: MIT
   vm_extern.c — external functions (MLS 12.9). C: numbers by value, what is written by
   address, arrays by the address of their elements, row by row, sizes as size_t. FORTRAN 77: all by
   address, arrays by columns, the lengths of texts behind the last argument. Functions that we
   provide come from the `find` hook; others only if the user allows it. */
#include "vm/vm_fn.h"

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
	VmSymbol fn;           /* what is called */
	const char *signature; /* of one that we provide: what it takes; NULL: another's */
	bool open;             /* sizes and values are looked at in each call */
	VmSymbol end;          /* of one that we provide: ends the objects that it makes; NULL: none */
	VmShape shape;         /* of one that we provide: it is called straight */
	const VmCif *cif;      /* how it is called otherwise */
	uint8_t *kind;         /* by entry of IrExtern.arg: as the function has it */
	char *object;          /* the same, of ours: the class of an object that it takes; 0: none */
	bool *ends;            /* the same: it ends the object */
	bool ends_any;         /* there is one */
	int32_t n;             /* arguments of the C function */
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

/* One that we provide is called as it is, whatever the model declares. */
static bool check_builtin(VmFn *vm, const IrFn *fn, const VmBuiltin *b)
{
	const IrExtern *x = fn->external;
	Text form;

	if (b->refused)
		return vm_fn_fail(vm, MDV_FAILED, "%s: %s", fn->name, b->refused);
	if (!b->signature)
		return true;
	if (x->fortran == b->fortran && (x->fortran || strcmp(x->language, "C") == 0) &&
		vm_signature_fits(b->signature, x))
		return true;
	text_init(&form, vm->alloc);
	vm_signature_print(b->signature, &form);
	vm_fn_fail(vm, MDV_FAILED, "%s declares '%s' otherwise than it is: external \"%s\" %s",
			   fn->name, x->symbol, b->fortran ? "FORTRAN 77" : "C", text_str(&form));
	text_free(&form);
	return false;
}

/* Gives .fn NULL: it was told why there is none. */
static VmBuiltin find(VmFn *vm, const IrFn *fn)
{
	VmBuiltin builtin = {.fn = NULL};

	if (!vm->hooks.find || !vm->hooks.find(vm->hooks.external, fn->external->symbol, &builtin))
		return (VmBuiltin){.fn = vm_foreign_find(vm, fn)};
	return check_builtin(vm, fn, &builtin) ? builtin : (VmBuiltin){.fn = NULL};
}

/* Where an object is made there must be what ends it: at the end nobody would be told. */
static bool has_end(VmFn *vm, const IrFn *fn)
{
	int32_t destructor = fn->external->destructor;
	const IrFn *end = destructor >= 0 ? vm->module->fns.at[destructor] : NULL;

	return !end || !end->external || find(vm, end).fn;
}

/* -- its type ------------------------------------------------------------------------------- */

static char value_type(uint8_t kind)
{
	switch (kind) {
	case IR_REAL: return 'd';
	case IR_STRING:
	case IR_OBJECT: return 'p';
	case IR_SIZE: return 'z';
	default: return 'i';
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

static VmExtern *prepare(VmFn *vm, const IrFn *fn, const char *signature)
{
	const IrExtern *x = fn->external;
	VmExtern *e = NEW(&vm->keep, VmExtern);
	int32_t n_texts = 0;
	char *types;

	if (!e)
		return NULL;
	types = NEW_ARRAY(&vm->keep, char, 2 * x->n_args + 2);
	e->kind = NEW_ARRAY(&vm->keep, uint8_t, x->n_args + 1);
	e->object = NEW_ARRAY(&vm->keep, char, x->n_args + 1);
	e->ends = NEW_ARRAY(&vm->keep, bool, x->n_args + 1);
	if (!types || !e->kind || !e->object || !e->ends)
		return NULL;
	types[0] = x->has_result ? value_type(x->result.kind) : 'v';
	e->signature = signature;
	e->open = signature && vm_signature_is_open(signature);
	for (int32_t k = 0; k < x->n_args; k++) {
		const IrExternArg *arg = &x->arg[k];
		bool is_size = signature && vm_signature_is_size(signature, k);

		e->kind[k] = is_size ? (uint8_t)IR_SIZE : arg->kind;
		if (signature && arg->kind == IR_OBJECT)
			e->object[k] = vm_signature_object(signature, k, &e->ends[k]);
		e->ends_any |= e->ends[k];
		types[++e->n] = by_value(x, arg) ? value_type(e->kind[k]) : 'p';
		n_texts += x->fortran && is_text(arg);
		k += arg->n_fields > 0 ? arg->n_fields : 0;
	}
	while (n_texts-- > 0)
		types[++e->n] = value_type(IR_SIZE);
	if (signature && !e->open && !e->ends_any)
		e->shape = vm_shape_of(x);
	e->cif = vm_ffi_new(&vm->keep, types);
	return e->cif ? e : NULL;
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

/* Entry k of the declaration; only an object of the class that the function works on. */
static bool to_object(Call *c, int32_t k, double handle, void **ptr)
{
	const VmObject *o = handle >= 1 && handle <= (double)c->vm->objects.n
							? &c->vm->objects.at[(size_t)handle - 1]
							: NULL;

	if (!o)
		return vm_fn_fail(c->vm, MDV_FAILED, "'%s' is given an external object that does not exist",
						  c->x->symbol);
	if (c->e->signature && (!o->ptr || o->object != c->e->object[k]))
		return vm_fn_fail(c->vm, MDV_FAILED, "'%s' is given an external object of another kind",
						  c->x->symbol);
	*ptr = o->ptr;
	return true;
}

static bool to_cell(Call *c, int32_t k, uint8_t kind, double x, Cell *cell)
{
	switch (kind) {
	case IR_REAL: cell->real = x; return true;
	case IR_STRING: cell->string = vm_string_text(c->vm, x); return true;
	case IR_OBJECT: return to_object(c, k, x, &cell->ptr);
	case IR_SIZE: cell->size = x > 0 ? (size_t)x : 0; return true;
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
		if (!to_cell(c, 0, arg[f].kind, c->f->r[arg[f].reg], &cell))
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
	} else if (!to_cell(c, k, c->e->kind[k], c->f->r[arg->reg], &c->cell[k])) {
		return false;
	}
	/* CHARACTER: the address of the first one, of a copy: the routine may write there. */
	if (c->x->fortran && is_text(arg)) {
		size_t len = strlen(c->cell[k].string);
		char *copy = scratch(c, len + 2, 1);

		if (!copy)
			return false;
		c->address[k].ptr = memcpy(copy, c->cell[k].string, len + 1);
	}
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

static bool makes_object(const Call *c)
{
	return c->x->has_result && c->x->result.kind == IR_OBJECT;
}

/* The function that we provide and that the destructor of an object only calls; NULL: another. */
static VmSymbol plain_end(VmFn *vm, int32_t destructor, char object)
{
	const IrExtern *x = destructor >= 0 ? vm->module->fns.at[destructor]->external : NULL;
	bool ends = false;
	VmBuiltin b;

	if (!x || x->n_args != 1 || !vm->hooks.find ||
		!vm->hooks.find(vm->hooks.external, x->symbol, &b) || !b.signature || b.refused)
		return NULL;
	return vm_signature_object(b.signature, 0, &ends) == object && ends ? b.fn : NULL;
}

/* There is room for it (call). */
static void take_object(Call *c, void *ptr, double *out)
{
	VmObject object = {.ptr = ptr, .destructor = c->x->destructor};
	bool ends;

	if (c->e->signature) {
		object.object = vm_signature_object(c->e->signature, -1, &ends);
		object.end = plain_end(c->vm, object.destructor, object.object);
		object.is_plain = object.end != NULL;
		if (!object.end)
			object.end = c->e->end;
	}
	c->vm->objects.at[c->vm->objects.n++] = object;
	*out = (double)c->vm->objects.n;
}

/* -- the call ------------------------------------------------------------------------------- */

static void body(void *arg)
{
	Call *c = arg;
	VmFfiResult result = {0};
	double *out = &c->f->r[c->x->result.reg];
	Cell cell;

	vm_ffi_call(c->e->cif, c->e->fn, c->value, &result);
	if (makes_object(c)) /* before anything can fail: who has it gives it back */
		take_object(c, result.ptr, out);
	c->ok = take_all(c);
	if (!c->ok || !c->x->has_result || makes_object(c))
		return;
	if (c->x->result.kind == IR_REAL)
		cell.real = result.real;
	else if (c->x->result.kind == IR_STRING)
		cell.string = result.ptr;
	else
		cell.integer = result.integer;
	c->ok = from_cell(c, c->x->result.kind, &cell, out);
}

/* Sizes and values are those that the function, one that we provide, takes. */
static bool check_given(Call *c)
{
	VmGiven *given = scratch(c, (size_t)c->x->n_args + 1, sizeof *given);
	int32_t wrong;

	if (!given)
		return false;
	for (int32_t k = 0; k < c->x->n_args; k++) {
		const IrExternArg *arg = &c->x->arg[k];

		given[k] = (VmGiven){.count = 1};
		if (arg->rank > 0) {
			given[k].count = c->f->a[arg->reg].n;
			given[k].integers = c->address[k].ptr;
		} else if (arg->kind == IR_STRING) {
			given[k].text = c->cell[k].string;
		} else {
			given[k].number = c->f->r[arg->reg];
		}
	}
	wrong = vm_signature_misfit(c->e->signature, given, c->x->fortran);
	return wrong == 0 ||
		   vm_fn_fail(c->vm, MDV_FAILED,
					  "argument %d of '%s' has a size or value that it cannot work with", wrong,
					  c->x->symbol);
}

/* What the function has ended is not given to anyone again. */
static void forget_ended(Call *c)
{
	for (int32_t k = 0; k < c->x->n_args; k++)
		if (c->e->ends[k])
			c->vm->objects.at[(size_t)c->f->r[c->x->arg[k].reg] - 1].ptr = NULL;
}

static bool call(Call *c)
{
	VmFn *vm = c->vm;
	MdvStatus status = MDV_OK;
	char why[2048];

	why[0] = '\0';
	if (!give_all(c) || (c->e->open && !check_given(c)))
		return false;
	if (makes_object(c) && !vec_reserve(vm->alloc, &vm->objects, vm->objects.n + 1))
		return no_memory(vm);
	if (!vm->hooks.guard)
		body(c);
	else
		status = vm->hooks.guard(vm->hooks.external, body, c, why, sizeof why);
	if (c->e->ends_any)
		forget_ended(c);
	return status == MDV_OK ? c->ok : vm_fn_fail(vm, status, "%s", why);
}

/* The same for a shape that is known. */
typedef struct Shaped {
	VmShape shape;               /* what is called how */
	VmSymbol fn;                 /* what is called */
	Cell object, integer;        /* its arguments */
	double real[VM_SHAPE_REALS]; /* likewise */
	double result;               /* what it gave */
} Shaped;

static void body_shaped(void *arg)
{
	Shaped *s = arg;

	s->result = vm_shape_call(s->shape, s->fn, s->object.ptr, s->integer.integer, s->real);
}

static bool call_shaped(Call *c)
{
	Shaped s = {.shape = c->e->shape, .fn = c->e->fn};
	VmFn *vm = c->vm;
	MdvStatus status = MDV_OK;
	int n = 0;
	char why[2048];

	for (int32_t k = 0; k < c->x->n_args; k++) {
		uint8_t kind = c->x->arg[k].kind;
		double x = c->f->r[c->x->arg[k].reg];

		if (kind == IR_REAL)
			s.real[n++] = x;
		else if (!to_cell(c, k, kind, x, kind == IR_OBJECT ? &s.object : &s.integer))
			return false;
	}
	if (vm->hooks.guard)
		status = vm->hooks.guard(vm->hooks.external, body_shaped, &s, why, sizeof why);
	else
		body_shaped(&s);
	if (status != MDV_OK)
		return vm_fn_fail(vm, status, "%s", why);
	c->f->r[c->x->result.reg] = s.result;
	return true;
}

bool vm_extern_call(VmFn *vm, VmFrame *f)
{
	VmExtern **e = &vm->external[f->fn->number];
	ArenaMark mark = arena_mark(&vm->stack);
	Call c = {.vm = vm, .f = f, .x = f->fn->external};
	bool ok;

	if (!*e) {
		VmBuiltin found = find(vm, f->fn);

		if (!found.fn || !has_end(vm, f->fn))
			return false;
		*e = prepare(vm, f->fn, found.signature);
		if (!*e)
			return no_memory(vm);
		(*e)->fn = found.fn;
		(*e)->end = found.end;
	}
	c.e = *e;
	if (c.e->shape != VM_SHAPE_NONE)
		return call_shaped(&c);
	ok = call(&c);
	arena_release(&vm->stack, mark);
	return ok;
}
