/* SPDX-License-Identifier: MIT
   maker.c — models that can run. Each plant has a VM of its own: the VM keeps texts, external
   objects and code that was encoded while it ran, and serves one thread at a time. */
#include "api/api.h"

static VmSymbol find_symbol(void *ctx, const char *symbol)
{
	(void)ctx;
	return ext_find(symbol);
}

static bool guard_call(void *ctx, void (*body)(void *arg), void *arg, char *why, size_t size)
{
	Made *made = ctx;
	ExtCall call;
	bool ok;

	ext_call_begin(&call, &made->session);
	ok = ext_call_run(&call, body, arg);
	if (!ok)
		snprintf(why, size, "%s", call.error);
	ext_call_end(&call);
	return ok;
}

static void warn(void *ctx, const char *text)
{
	Made *made = ctx;

	if (made->log)
		made->log(made->user, text);
}

static const MdvModel *make(void *ctx, void (*log)(void *user, const char *text), void *user)
{
	MdvProgram *p = ctx;
	Made *made = alloc_new(&alloc_heap, sizeof *made);
	VmHooks hooks = {.ctx = made,
					 .find = find_symbol,
					 .guard = guard_call,
					 .warn = warn,
					 .allow_external = p->allow_external};

	if (!made)
		return NULL;
	made->vm = vm_new(&p->cx.code, NULL);
	if (!made->vm) {
		alloc_free(&alloc_heap, made, sizeof *made);
		return NULL;
	}
	vm_fn_set_hooks(vm_fns(made->vm), &hooks);
	ext_session_init(&made->session, NULL);
	made->log = log;
	made->user = user;
	made->model = p->cx.model;
	made->model.run = vm_run;
	made->model.why = vm_why;
	made->model.find_bad = vm_find_source;
	made->model.string = vm_string;
	made->model.code = made->vm;
	return &made->model;
}

/* The model is the first member of what was made. */
static void drop(void *ctx, const MdvModel *model)
{
	Made *made = (Made *)(uintptr_t)model;

	(void)ctx;
	vm_free(made->vm);
	ext_session_free(&made->session);
	alloc_free(&alloc_heap, made, sizeof *made);
}

MdvModelSource maker_source(MdvProgram *p)
{
	return (MdvModelSource){.make = make, .drop = drop, .ctx = p};
}
