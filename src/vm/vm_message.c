/* SPDX-License-Identifier: MIT
   vm_message.c — messages of DEVS models: a record, in registers of a function, and the same as
   scalars one after the other in a queue. Queues are not ours (VmHooks.message). */
#include "vm/vm_fn.h"

#include <string.h>

bool vm_message_init(VmFn *vm)
{
	int32_t most = 3;

	for (size_t k = 0; k < vm->module->records.n; k++)
		if (vm->module->records.at[k].n > most)
			most = vm->module->records.at[k].n;
	vm->message = NEW_ARRAY(&vm->keep, double, (size_t)most + 2);
	return vm->message != NULL;
}

static bool gather(VmFn *vm, const VmFrame *f, const IrRecord *record, const uint32_t pair[])
{
	double *x = vm->message + 2;

	for (int32_t k = 0; k < record->n_leaves; k++, pair += 2) {
		const IrRecordLeaf *leaf = &record->leaf[k];
		const VmArray *a;

		if (leaf->rank == 0) {
			*x++ = f->r[pair[1]];
			continue;
		}
		a = &f->a[pair[1]];
		for (int d = 0; d < leaf->rank; d++)
			if (a->rank != leaf->rank || a->dim[d] != leaf->dim[d])
				return vm_fn_fail(vm, MDV_RETRY, "'%s' of a message has another size than %s says",
								  leaf->name, record->name);
		memcpy(x, a->at, (size_t)leaf->n * sizeof *x);
		x += leaf->n;
	}
	return true;
}

static bool scatter(VmFn *vm, const VmFrame *f, const IrRecord *record, const uint32_t pair[])
{
	const double *x = vm->message + 2;

	for (int32_t k = 0; k < record->n_leaves; k++, pair += 2) {
		const IrRecordLeaf *leaf = &record->leaf[k];

		if (leaf->rank == 0) {
			f->r[pair[1]] = *x++;
			continue;
		}
		if (!vm_fn_array_size(vm, &f->a[pair[1]], leaf->dim, leaf->rank))
			return false;
		memcpy(f->a[pair[1]].at, x, (size_t)leaf->n * sizeof *x);
		x += leaf->n;
	}
	return true;
}

static inline bool quick(MdvCode *c, uint32_t op, double x[])
{
	switch (op) {
	case IR_QUEUE_SIZE:
	case IR_QUEUE_COUNT: return mdv_message_count(c, x);
	case IR_QUEUE_TAKE: return mdv_message_take(c, x);
	case IR_QUEUE_LAST: return mdv_message_send(c, x);
	default: return false;
	}
}

/* Are the messages of that queue not in it? */
static bool is_outside(const MdvCode *c, double queue)
{
	return (c->bag > 0 && queue == c->bag) || (c->open && queue >= c->first && queue < c->behind);
}

bool vm_message_do(VmFn *vm, const IrInstr *i, double x[])
{
	char why[256];
	MdvStatus status;

	if (i->b == 0 && quick(&vm->shared, i->a, x))
		return true;
	if (is_outside(&vm->shared, x[0]) && !vm->shared.spill(vm->shared.user))
		return vm_fn_fail(vm, MDV_FAILED, "what has arrived cannot be read as messages");
	if (!vm->hooks.message)
		return vm_fn_fail(vm, MDV_FAILED, "there are no queues of messages here");
	status = vm->hooks.message(vm->hooks.external, (IrMessageOp)i->a, &vm->module->records.at[i->b],
							   x, why, sizeof why);
	return status == MDV_OK || vm_fn_fail(vm, status, "%s", why);
}

/* Of the paper's library, of which most messages are; false: it must be done otherwise. */
static bool step_quickly(VmFn *vm, const VmFrame *f, const IrInstr *i)
{
	const uint32_t *pair = f->fn->list + i->c + 1;
	double *r = f->r, x[5];

	x[0] = r[pair[1]];
	x[1] = r[pair[3]];
	if (i->a == IR_QUEUE_LAST) {
		x[3] = r[pair[7]];
		x[4] = r[pair[9]];
	}
	if (!quick(&vm->shared, i->a, x))
		return false;
	r[i->dst] = x[0];
	if (i->a == IR_QUEUE_TAKE) {
		r[pair[5]] = x[2];
		r[pair[7]] = x[3];
		r[pair[9]] = x[4];
	}
	return true;
}

bool vm_message_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const IrRecord *record = &vm->module->records.at[i->b];
	const uint32_t *pair = f->fn->list + i->c + 1;
	char what = ir_messages[i->a].message;

	if (i->b == 0 && step_quickly(vm, f, i))
		return true;
	vm->message[0] = f->r[pair[1]];
	vm->message[1] = f->r[pair[3]];
	if (what == '>' && !gather(vm, f, record, pair + 4))
		return false;
	if (!vm_message_do(vm, i, vm->message))
		return false;
	f->r[i->dst] = vm->message[0];
	return what != '<' || scatter(vm, f, record, pair + 4);
}
