/* SPDX-License-Identifier: MIT
   fmi_source.c — modevs/fmi.h: an FMU as a source of models, one instance for each plant. */
#include "fmi/fmi.h"
#include "modevs/fmi.h"

struct MdvFmi {
	MdvFmiOptions o;         /* as given */
	char folder[FMI_FOLDER]; /* where it is unpacked */
	bool only_once;          /* one instance in a process */
	MdvModelSource source;   /* makes instances */
	int n_made;              /* of those that are there */
	char why[640];           /* the last failure */
};

/* One instance. */
typedef struct Made {
	FmiImport im; /* its model is what the plant has; first */
	Arena keep;   /* memory */
	MdvAlloc alloc;
	void (*log)(void *user, const char *text);
	void *user;
	MdvFmi *fmi; /* of which it is one */
} Made;

static void tell(void *ctx, const char *text)
{
	const Made *m = ctx;

	if (m->log)
		m->log(m->user, text);
}

static double step_of(const MdvFmi *f, const FmiDescription *d)
{
	if (f->o.step > 0)
		return f->o.step;
	if (d->step_size > 0)
		return d->step_size;
	return isfinite(d->stop) && d->stop > 0 ? d->stop / 500 : 0;
}

static void make_import(void *ctx)
{
	Made *m = ctx;
	MdvFmi *f = m->fmi;

	if (!import_open(&m->im, f->folder, f->o.interface != MDV_INTERFACE_CS, (FmiLog){tell, m},
					 &m->keep)) {
		snprintf(f->why, sizeof f->why, "%s", m->im.why);
		return;
	}
	if (!m->im.exchange)
		m->im.step = step_of(f, &m->im.d);
	m->im.tol = f->o.tolerance;
}

static void free_made(Made *m)
{
	MdvAlloc alloc = m->alloc;

	import_close(&m->im);
	arena_free(&m->keep);
	alloc_free(&alloc, m, sizeof *m);
}

static Made *new_made(MdvFmi *f, const MdvAlloc *alloc)
{
	const MdvAlloc *heap = alloc ? alloc : &alloc_heap;
	Made *m = alloc_new(heap, sizeof *m);
	Guard guard;

	if (!m)
		return NULL;
	m->alloc = *heap;
	m->fmi = f;
	arena_init(&m->keep, &m->alloc);
	m->keep.no_memory = guard_no_memory;
	if (guard_run(&guard, NULL, make_import, m) == MDV_OK && m->im.calls)
		return m;
	if (!f->why[0])
		snprintf(f->why, sizeof f->why, "out of memory");
	free_made(m);
	return NULL;
}

static const MdvModel *make(void *ctx, const MdvAlloc *alloc,
							void (*log)(void *user, const char *text), void *user)
{
	MdvFmi *f = ctx;
	Made *m;

	if (f->only_once && f->n_made > 0) {
		if (log)
			log(user, "this FMU can be instantiated only once in a process");
		return NULL;
	}
	m = new_made(f, alloc);
	if (!m)
		return NULL;
	m->log = log;
	m->user = user;
	f->n_made++;
	return &m->im.model;
}

static void drop(void *ctx, const MdvModel *model)
{
	MdvFmi *f = ctx;

	f->n_made--;
	free_made(model->code); /* an FmiImport, which is its first */
}

/* --- opening --- */

static MdvStatus refuse(MdvFmi *f, MdvStatus status, const char *why)
{
	snprintf(f->why, sizeof f->why, "%s", why);
	return status;
}

/* An instance that is not initialized shows what is wrong with the binary. */
static MdvStatus try_once(MdvFmi *f)
{
	Made *m = new_made(f, NULL);
	bool exchange, stepless;

	if (!m)
		return MDV_FAILED;
	exchange = m->im.exchange;
	stepless = !exchange && m->im.step == 0;
	f->only_once = m->im.d.only_once;
	free_made(m);
	if (f->o.interface == MDV_INTERFACE_ME && !exchange)
		return refuse(f, MDV_BAD_ARGUMENT, "it has no model exchange");
	if (f->o.interface == MDV_INTERFACE_CS && exchange)
		return refuse(f, MDV_BAD_ARGUMENT, "it has no co-simulation");
	if (stepless)
		return refuse(f, MDV_BAD_ARGUMENT,
					  "it says nothing of communication points: their distance must be given");
	return MDV_OK;
}

MdvStatus mdv_fmi_open(const char *path, const MdvFmiOptions *o, MdvFmi **out)
{
	MdvFmi *f = alloc_new(&alloc_heap, sizeof *f);

	*out = f;
	if (!f)
		return MDV_NO_MEMORY;
	f->o = *o;
	f->source = (MdvModelSource){make, drop, f};
	if (!o->allow_external)
		return refuse(f, MDV_BAD_ARGUMENT,
					  "its binary is a program of somebody else, which nobody has allowed to run");
	if (!(o->step >= 0) || !isfinite(o->step))
		return refuse(f, MDV_BAD_ARGUMENT, "a distance of communication points that is none");
	if (!(o->tolerance >= 0 && o->tolerance < 1))
		return refuse(f, MDV_BAD_ARGUMENT, "a tolerance that is none");
	if (!folder_unpack(path, f->folder, f->why, sizeof f->why))
		return MDV_FAILED;
	return try_once(f);
}

const MdvModelSource *mdv_fmi_source(const MdvFmi *f)
{
	return &f->source;
}

const char *mdv_fmi_message(const MdvFmi *f)
{
	return f->why;
}

void mdv_fmi_close(MdvFmi *f)
{
	if (!f)
		return;
	folder_remove(f->folder);
	alloc_free(&alloc_heap, f, sizeof *f);
}
