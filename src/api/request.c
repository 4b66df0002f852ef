/* SPDX-License-Identifier: MIT
   request.c — what is asked for by name: options and values are collected, then handed to
   mdv_compile, mdv_simulate or a plant. */
#include "api/request.h"

#include "modevs/library.h"
#include "modevs/parts.h"
#include "options/options.h"

#include <string.h>

MdvRequest *mdv_request_new(void)
{
	MdvRequest *r = alloc_new(&alloc_heap, sizeof *r);

	if (!r)
		return NULL;
	arena_init(&r->memory, NULL);
	text_init(&r->why, NULL);
	text_init(&r->log, NULL);
	r->run = mdv_options();
	return r;
}

void mdv_request_free(MdvRequest *r)
{
	if (!r)
		return;
	text_free(&r->why);
	text_free(&r->log);
	arena_free(&r->memory);
	alloc_free(&alloc_heap, r, sizeof *r);
}

const char *mdv_request_why(const MdvRequest *r)
{
	return text_str(&r->why);
}

const char *mdv_request_log(const MdvRequest *r)
{
	return text_str(&r->log);
}

void mdv_request_stop(MdvRequest *r)
{
	r->stop = 1;
}

MdvStatus request_fail(MdvRequest *r, MdvStatus status, const char *text)
{
	text_clear(&r->why);
	text_printf(&r->why, "%s", text && *text ? text : mdv_status_text(status));
	return status;
}

void request_note(void *ctx, const char *text)
{
	MdvRequest *r = ctx;

	text_printf(&r->log, "%s\n", text);
}

/* --- what is asked for --- */

const char *request_keep(MdvRequest *r, const char *text)
{
	return text ? arena_strdup(&r->memory, text) : NULL;
}

/* One more text at the end of a list that ends with NULL. */
MdvStatus request_add(MdvRequest *r, RequestTexts *list, const char *text)
{
	const char *copy = request_keep(r, text), *end = NULL;
	const MdvAlloc *a = arena_allocator(&r->memory);

	if (list->n > 0)
		list->n--;
	if (!copy || !vec_push(a, list, copy) || !vec_push(a, list, end))
		return request_fail(r, MDV_NO_MEMORY, NULL);
	return MDV_OK;
}

static const char *const *texts_of(const RequestTexts *list)
{
	return list->n > 0 ? list->at : NULL;
}

static MdvStatus give_flag(MdvRequest *r, const char *name, const char *value, bool *flag)
{
	*flag = !strcmp(value, "true");
	if (*flag || !strcmp(value, "false"))
		return MDV_OK;
	text_clear(&r->why);
	text_printf(&r->why, "'%s' is true or false, not '%s'", name, value);
	return MDV_BAD_ARGUMENT;
}

static MdvStatus give_code(MdvRequest *r, const char *value)
{
#define CODE_NAME(constant, number, name) \
	if (!strcmp(value, #name)) {          \
		r->compile.code = constant;       \
		return MDV_OK;                    \
	}
#define CODE_LATER(name)
	MDV_CODE_KINDS(CODE_NAME, CODE_LATER)
	text_clear(&r->why);
	text_printf(&r->why, "there is no code '%s': it is auto, vm or jit", value);
	return MDV_BAD_ARGUMENT;
}

MdvStatus mdv_request_option(MdvRequest *r, const char *name, const char *value)
{
	char why[512];
	MdvStatus status;

	if (!strcmp(name, "model")) {
		r->compile.model = request_keep(r, value);
		return r->compile.model ? MDV_OK : request_fail(r, MDV_NO_MEMORY, NULL);
	}
	if (!strcmp(name, "dirs"))
		return request_add(r, &r->dirs, value);
	if (!strcmp(name, "allow"))
		return request_add(r, &r->allow, value);
	if (!strcmp(name, "strict"))
		return give_flag(r, name, value, &r->compile.strict);
	if (!strcmp(name, "code"))
		return give_code(r, value);
	status = mdv_options_set(&r->run, name, value, why, sizeof why);
	return status == MDV_OK ? MDV_OK : request_fail(r, status, why);
}

MdvStatus mdv_request_set(MdvRequest *r, const char *name, const char *value)
{
	TRY(request_add(r, &r->set, name));
	return request_add(r, &r->set, value);
}

MdvStatus mdv_request_number(MdvRequest *r, const char *name, double value)
{
	MdvSetting set = {request_keep(r, name), value};

	if (!set.variable || !vec_push(arena_allocator(&r->memory), &r->numbers, set))
		return request_fail(r, MDV_NO_MEMORY, NULL);
	return MDV_OK;
}

MdvStatus mdv_request_want(MdvRequest *r, const char *name)
{
	return request_add(r, &r->want, name);
}

/* --- what comes of it --- */

MdvStatus mdv_request_compile(MdvRequest *r, const char *what, const char *text, MdvProgram **out)
{
	MdvStatus status;

	r->compile.dirs = texts_of(&r->dirs);
	r->compile.allow = texts_of(&r->allow);
	r->compile.set = texts_of(&r->set);
	r->compile.timeout = r->run.timeout;
	r->compile.stop = &r->stop;
	status =
		text ? mdv_compile_text(what, text, &r->compile, out) : mdv_compile(what, &r->compile, out);
	return status == MDV_OK ? MDV_OK
							: request_fail(r, status, *out ? mdv_program_messages(*out) : NULL);
}

MdvStatus request_results(MdvRequest *r, const MdvProgram *p, MdvResults **results)
{
	const MdvModel *m = mdv_program_model(p);
	size_t n = r->want.n > 0 ? r->want.n - 1 : 0;
	char why[512];
	MdvStatus status;

	*results = NULL;
	if (!m)
		return request_fail(r, MDV_BAD_ARGUMENT, "the program was not compiled");
	status = mdv_results_new(m, texts_of(&r->want), n, why, sizeof why, results);
	return status == MDV_OK ? MDV_OK : request_fail(r, status, why);
}

MdvStatus mdv_request_simulate(MdvRequest *r, const MdvProgram *p, bool events,
							   MdvSimulateResult *out, MdvResults **results)
{
	MdvSimulateOptions o = {.run = r->run,
							.set = r->numbers.at,
							.n_set = r->numbers.n,
							.log = request_note,
							.user = r,
							.events = events,
							.stop = &r->stop};
	MdvStatus status;

	*out = (MdvSimulateResult){.t = 0};
	TRY(request_results(r, p, results));
	o.results = *results;
	status = mdv_simulate(p, &o, out);
	return status == MDV_OK ? MDV_OK : request_fail(r, status, out->message);
}

size_t mdv_request_size(const char *type)
{
	static const struct {
		const char *name;
		size_t size;
	} known[] = {
#define SIZE(Type) {#Type, sizeof(Type)}
		SIZE(MdvValue),          SIZE(MdvBag),         SIZE(MdvCall),      SIZE(MdvAtomic),
		SIZE(MdvComponent),      SIZE(MdvDevsOptions), SIZE(MdvDevsStats), SIZE(MdvPayloadType),
		SIZE(MdvPart),           SIZE(MdvParam),       SIZE(MdvPortInfo),  SIZE(MdvShown),
		SIZE(MdvLibrary),        SIZE(MdvTimes),       SIZE(MdvRecord),    SIZE(MdvVariable),
		SIZE(MdvResultEvent),    SIZE(MdvDiagnostic),  SIZE(MdvSend),      SIZE(MdvReceive),
		SIZE(MdvSimulateResult),
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].name, type))
			return known[i].size;
	return 0;
}
