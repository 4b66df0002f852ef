/* SPDX-License-Identifier: MIT
   vm_string.c — Strings: texts by number, equal texts by one number, and String(…) of MLS 3.7.1.1:
   (value, minimumLength, leftJustified, significantDigits) or (value, format), a conversion of
   ISO C without its % and without a size. */
#include "vm/vm_fn.h"

#include <string.h>

#define LIMIT 10000 /* longest field, most digits */

const char *vm_string_text(const VmFn *vm, double handle)
{
	return vm_text_at(&vm->strings, handle);
}

bool vm_string_new(VmFn *vm, const char *text, size_t len, double *handle)
{
	int64_t number = vm_text_number(&vm->strings, text, len);

	if (number < 0)
		return vm_fn_fail(vm, MDV_NO_MEMORY, "out of memory for a String");
	*handle = (double)number;
	return true;
}

double vm_string_handle(VmFn *vm, const char *text)
{
	return (double)vm_text_number(&vm->strings, text, strlen(text));
}

/* The text in vm->text becomes a String. */
static bool finish(VmFn *vm, double *handle)
{
	if (vm->text.failed)
		return vm_fn_fail(vm, MDV_NO_MEMORY, "out of memory for a String");
	return vm_string_new(vm, text_str(&vm->text), vm->text.n, handle);
}

bool vm_string_join(VmFn *vm, double a, double b, double *handle)
{
	const char *x = vm_string_text(vm, a), *y = vm_string_text(vm, b);

	text_clear(&vm->text);
	text_add(&vm->text, x, strlen(x));
	text_add(&vm->text, y, strlen(y));
	return finish(vm, handle);
}

/* -- String(…) ------------------------------------------------------------------------------ */

/* Reads a number at *s, if there is one; false: it is too large. */
static bool read_number(const char **s)
{
	long n = 0;

	for (; **s >= '0' && **s <= '9'; ++*s) {
		n = n * 10 + (**s - '0');
		if (n > LIMIT)
			return false;
	}
	return true;
}

/* The last character of a conversion; '\0': it is none. */
static char conversion(const char *s)
{
	s += strspn(s, "-+ #0");
	if (!read_number(&s))
		return '\0';
	if (*s == '.') {
		s++;
		if (!read_number(&s))
			return '\0';
	}
	return *s && s[1] == '\0' && strchr("diouxXceEfFgG", *s) ? *s : '\0';
}

/* The format is the user's: checked above, so that it takes exactly the one argument given. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static bool format(VmFn *vm, double x, const char *s, uint32_t kind, double *handle)
{
	char c = conversion(s), buf[64];
	size_t len = strlen(s);

	if (!c || len + 4 > sizeof buf)
		return vm_fn_fail(vm, MDV_RETRY, "\"%s\" is not a format of String", s);
	text_clear(&vm->text);
	if (strchr("eEfFgG", c)) {
		snprintf(buf, sizeof buf, "%%%s", s);
		text_printf(&vm->text, buf, x);
	} else if (kind == IR_REAL) {
		return vm_fn_fail(vm, MDV_RETRY, "\"%s\" is not a format for a Real", s);
	} else if (c == 'c') {
		snprintf(buf, sizeof buf, "%%%s", s);
		text_printf(&vm->text, buf, x > 0 && x < 128 ? (int)x : '?');
	} else {
		snprintf(buf, sizeof buf, "%%%.*sll%c", (int)len - 1, s, c);
		text_printf(&vm->text, buf, (long long)x);
	}
	return finish(vm, handle);
}
#pragma GCC diagnostic pop

static bool option(VmFn *vm, double x, const char *name, int *out)
{
	if (!(x >= 0 && x <= LIMIT))
		return vm_fn_fail(vm, MDV_RETRY, "%s of String is %g", name, x);
	*out = (int)x;
	return true;
}

static void print(VmFn *vm, double x, uint32_t kind, int digits)
{
	switch (kind) {
	case IR_REAL: text_printf(&vm->text, "%.*g", digits, x); break;
	case IR_BOOLEAN: text_printf(&vm->text, "%s", x != 0 ? "true" : "false"); break;
	case IR_STRING: text_printf(&vm->text, "%s", vm_string_text(vm, x)); break;
	default: text_printf(&vm->text, "%.0f", x); break;
	}
}

/* Padded with blanks on the right, or on the left: then the text is made behind the widest field
   that it may need. */
static bool to_text(VmFn *vm, const VmFrame *f, const IrInstr *i, double *handle)
{
	const uint32_t *list = f->fn->list + i->c + 1;
	bool left = f->r[list[1]] != 0;
	size_t skip, len;
	int width = 0, digits = 6;

	if (!option(vm, f->r[list[0]], "minimumLength", &width) ||
		!option(vm, f->r[list[2]], "significantDigits", &digits))
		return false;
	text_clear(&vm->text);
	if (!left)
		text_add_char(&vm->text, ' ', (size_t)width);
	skip = vm->text.n;
	print(vm, f->r[i->a], i->b, digits);
	len = vm->text.n - skip;
	if (left && len < (size_t)width)
		text_add_char(&vm->text, ' ', (size_t)width - len);
	if (vm->text.failed)
		return finish(vm, handle);
	if (left)
		return finish(vm, handle);
	skip = len < (size_t)width ? len : (size_t)width; /* blanks that there are too many */
	return vm_string_new(vm, text_str(&vm->text) + skip, vm->text.n - skip, handle);
}

static bool literal(VmFn *vm, double x, const uint32_t *list, double *handle)
{
	if (!(x >= 1 && x <= list[0]))
		return vm_fn_fail(vm, MDV_RETRY, "%.0f is not the number of a literal", x);
	*handle = list[(uint32_t)x];
	return true;
}

bool vm_string_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	double *dst = &f->r[i->dst], a = f->r[i->a];
	int order;

	switch (i->op) {
	case FN_JOIN: return vm_string_join(vm, a, f->r[i->b], dst);
	case FN_ORDER:
		order = strcmp(vm_string_text(vm, a), vm_string_text(vm, f->r[i->b]));
		*dst = (order > 0) - (order < 0);
		return true;
	case FN_LITERAL: return literal(vm, a, f->fn->list + i->b, dst);
	case FN_TEXT: return to_text(vm, f, i, dst);
	default: return format(vm, a, vm_string_text(vm, f->r[i->b]), i->c, dst);
	}
}
