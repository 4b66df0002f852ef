/* SPDX-License-Identifier: MIT
   ready.c — components that are written in C: found by their names, added to the engine, and
   watched for transitions, after which what they show is read. */
#include "runtime/system/ready.h"
#include "model/part.h"

#include <string.h>

/* --- which part it is --- */

static MdvStatus fail_at(Ready *r, const char *where, const char *name, const char *why)
{
	return report_fail(r->rt, MDV_BAD_ARGUMENT, NAN, "%s%s'%s': %s", where, *where ? ": " : "",
					   name, why);
}

/* Does what a library says of itself hold together? NULL: yes. */
static const char *find_fault(const MdvPart *p)
{
	uint32_t n_in = p->atomic ? p->atomic->n_in : 0, n_out = p->atomic ? p->atomic->n_out : 0;

	if (!p->name || (!p->atomic && !p->add))
		return "a part of it has no name or no functions";
	if (p->atomic && ((p->n_in && !p->in[p->n_in - 1].many && p->n_in > n_in) ||
					  (p->n_out && !p->out[p->n_out - 1].many && p->n_out > n_out)))
		return "a part of it has names for more ports than there are";
	if (p->n_shown > 0 && !p->read)
		return "a part of it shows something, but has no function to read it";
	for (size_t i = 0; i < p->n_params; i++)
		if (p->params[i].offset + p->params[i].size > p->params_size)
			return "a parameter of it lies outside of its struct";
	return NULL;
}

static const MdvLibrary *check_library(void *handle, char *why, size_t size)
{
	const MdvLibrary *library = vm_foreign_address(handle, "mdv_library");

	if (!library) {
		snprintf(why, size, "it has no symbol 'mdv_library' (modevs/library.h)");
		return NULL;
	}
	if (library->version != MDV_LIBRARY_VERSION) {
		snprintf(why, size, "it was made for version %u of modevs/library.h, this is version %u",
				 (unsigned)library->version, (unsigned)MDV_LIBRARY_VERSION);
		return NULL;
	}
	for (uint32_t i = 0; i < library->n_parts; i++) {
		const char *fault = find_fault(&library->parts[i]);

		if (!fault)
			continue;
		snprintf(why, size, "%s", fault);
		return NULL;
	}
	return library;
}

static const MdvLibrary *load_library(Ready *r, const MdvReady *tables, char *why, size_t size)
{
	void *handle = allow_open(r->session, tables->folder, tables->library, why, size);
	const MdvLibrary *library = handle ? check_library(handle, why, size) : NULL;

	if (handle && !vec_push(arena_allocator(&r->memory), &r->libraries, handle)) {
		vm_foreign_drop(handle);
		snprintf(why, size, "%s", mdv_status_text(MDV_NO_MEMORY));
		return NULL;
	}
	return library;
}

static MdvStatus find_part(Ready *r, int32_t i)
{
	const MdvReady *tables = &r->rt->m->ready[i];
	const MdvLibrary *library = &mdv_parts;
	MdvStatus status = MDV_OK;
	char why[512] = "";
	Text text;

	if (*tables->library)
		library = load_library(r, tables, why, sizeof why);
	if (!library)
		return report_fail(r->rt, MDV_BAD_ARGUMENT, NAN,
						   "%s: '%s' needs the shared library '%s': %s", tables->where,
						   tables->name, tables->library, why);
	text_init(&text, r->rt->alloc);
	r->part[i].part = part_find(library, tables->part, &text);
	if (!r->part[i].part)
		status = fail_at(r, tables->where, tables->name, text_str(&text));
	text_free(&text);
	return status;
}

/* --- its ports, and what it shows --- */

static MdvStatus find_ports(Ready *r, int32_t i, bool output, Text *why)
{
	const MdvReady *tables = &r->rt->m->ready[i];
	const MdvReadyPort *port = output ? tables->out : tables->in;
	int32_t n = output ? tables->n_out : tables->n_in;
	int32_t *number = arena_new(&r->memory, (size_t)n + 1, sizeof *number, _Alignof(int32_t));
	ReadyPart *p = &r->part[i];
	uint32_t *count = output ? &p->atomic.n_out : &p->atomic.n_in;

	if (!number)
		return MDV_NO_MEMORY;
	*(output ? &p->out : &p->in) = number;
	for (int32_t k = 0; k < n; k++) {
		PartGiven given = {.name = port[k].name, .array = port[k].array};
		int32_t found = part_port(p->part, &given, output, why);

		if (found < 0)
			return fail_at(r, port[k].where, tables->name, text_str(why));
		number[k] = found + port[k].element;
		if (port[k].array && (uint32_t)number[k] >= *count)
			*count = (uint32_t)number[k] + 1; /* names beyond those of the part are numbers */
	}
	return MDV_OK;
}

static MdvStatus find_shown(Ready *r, int32_t i, Text *why)
{
	const MdvReady *tables = &r->rt->m->ready[i];
	ReadyPart *p = &r->part[i];

	p->shown =
		arena_new(&r->memory, (size_t)tables->n_shown + 1, sizeof *p->shown, _Alignof(int32_t));
	p->value = arena_new(&r->memory, p->part->n_shown + 1, sizeof *p->value, _Alignof(double));
	if (!p->shown || !p->value)
		return MDV_NO_MEMORY;
	for (int32_t k = 0; k < tables->n_shown; k++) {
		const MdvReadyShown *shown = &tables->shown[k];
		PartGiven given = {.name = shown->name, .type = r->rt->m->var[shown->var].type};

		p->shown[k] = part_shown(p->part, &given, why);
		if (p->shown[k] < 0)
			return fail_at(r, shown->where, tables->name, text_str(why));
	}
	return MDV_OK;
}

/* Further ports of an array have no names in the atomic. */
static void set_atomic(ReadyPart *p)
{
	uint32_t n_in = p->atomic.n_in, n_out = p->atomic.n_out;

	if (!p->part->atomic)
		return;
	p->atomic = *p->part->atomic;
	if (n_in > p->atomic.n_in) {
		p->atomic.n_in = n_in;
		p->atomic.in_names = NULL;
		p->atomic.in_types = NULL;
	}
	if (n_out > p->atomic.n_out) {
		p->atomic.n_out = n_out;
		p->atomic.out_names = NULL;
	}
}

static MdvStatus open_part(Ready *r, int32_t i)
{
	MdvStatus status;
	Text why;

	TRY(find_part(r, i));
	text_init(&why, r->rt->alloc);
	status = find_ports(r, i, false, &why);
	if (status == MDV_OK)
		status = find_ports(r, i, true, &why);
	if (status == MDV_OK)
		status = find_shown(r, i, &why);
	text_free(&why);
	if (status == MDV_OK)
		set_atomic(&r->part[i]);
	return status == MDV_OK ? ready_fill(r, i) : status;
}

MdvStatus ready_open(Ready *r, Rt *rt, ExtSession *session)
{
	*r = (Ready){.rt = rt, .session = session};
	arena_init(&r->memory, rt->alloc);
	r->part =
		arena_new(&r->memory, (size_t)rt->m->n_readies + 1, sizeof *r->part, _Alignof(ReadyPart));
	if (!r->part)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < rt->m->n_readies; i++)
		TRY(open_part(r, i));
	return MDV_OK;
}

void ready_close(Ready *r)
{
	while (r->libraries.n > 0)
		vm_foreign_drop(r->libraries.at[--r->libraries.n]);
	arena_free(&r->memory);
}

/* --- in the engine --- */

MdvStatus ready_add(Ready *r, MdvDevs *sim, int32_t i, const char *name)
{
	const MdvReady *tables = &r->rt->m->ready[i];
	ReadyPart *p = &r->part[i];
	MdvComponent root = mdv_devs_root(sim);
	MdvStatus status =
		p->part->add ? p->part->add(sim, root, name, p->params, &p->component)
					 : mdv_devs_add_atomic(sim, root, name, &p->atomic, p->params, &p->component);

	if (status >= 0 || status == MDV_NO_MEMORY)
		return status < 0 ? status : MDV_OK;
	return report_fail(r->rt, status, NAN, "%s: %s", tables->where, mdv_devs_error(sim));
}

static MdvStatus note_transition(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	Ready *r = user;
	int32_t i = now->self < r->n_ids ? r->by_id[now->self] - 1 : -1;

	(void)kind, (void)s;
	if (i >= 0 && !r->part[i].changed) {
		r->part[i].changed = true;
		r->changed[r->n_changed++] = i;
	}
	return MDV_OK;
}

MdvStatus ready_watch(Ready *r, MdvDevs *sim)
{
	MdvObserver observer = {.state = note_transition, .user = r};
	const MdvModel *m = r->rt->m;
	bool any = false;

	for (int32_t i = 0; i < m->n_readies; i++)
		if (r->part[i].component.id >= r->n_ids)
			r->n_ids = r->part[i].component.id + 1;
	r->by_id = arena_new(&r->memory, (size_t)r->n_ids + 1, sizeof *r->by_id, _Alignof(int32_t));
	r->changed =
		arena_new(&r->memory, (size_t)m->n_readies + 1, sizeof *r->changed, _Alignof(int32_t));
	if (!r->by_id || !r->changed)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < m->n_readies; i++) {
		if (m->ready[i].n_shown == 0)
			continue;
		any = true;
		r->by_id[r->part[i].component.id] = i + 1;
		r->part[i].changed = true;
		r->changed[r->n_changed++] = i;
	}
	return any ? mdv_devs_observe(sim, &observer) : MDV_OK;
}

void ready_changed(Ready *r, const MdvDevs *sim, void (*visit)(void *ctx, ReadyValue v), void *ctx)
{
	const MdvModel *m = r->rt->m;

	for (int32_t k = 0; k < r->n_changed; k++) {
		int32_t i = r->changed[k];
		ReadyPart *p = &r->part[i];

		p->part->read(sim, p->component, p->value);
		for (int32_t s = 0; s < m->ready[i].n_shown; s++) {
			const MdvReadyShown *shown = &m->ready[i].shown[s];

			visit(ctx, (ReadyValue){shown->var, shown->port, p->value[p->shown[s]]});
		}
	}
}

void ready_forget(Ready *r)
{
	for (int32_t k = 0; k < r->n_changed; k++)
		r->part[r->changed[k]].changed = false;
	r->n_changed = 0;
}
