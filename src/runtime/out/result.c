/* SPDX-License-Identifier: MIT
   result.c — the result file of a model: which variables are its columns, and its rows. */
#include "runtime/out/out.h"

static const OutKind kinds[] = {[MDV_REAL] = OUT_REAL,
								[MDV_INTEGER] = OUT_INTEGER,
								[MDV_BOOLEAN] = OUT_BOOLEAN,
								[MDV_ENUMERATION] = OUT_ENUM};

bool result_is_stepwise(const MdvModel *m, int32_t var)
{
	if (m->var[var].type != MDV_REAL)
		return true;
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].slot == m->var[var].slot &&
			(m->var[i].flags & (MDV_VAR_DISCRETE | MDV_VAR_OUTSIDE)))
			return true;
	return false;
}

void result_stepwise(const MdvModel *m, bool by_slot[])
{
	for (int32_t i = 0; i < m->n_vars; i++)
		if (m->var[i].slot >= 0 &&
			(m->var[i].type != MDV_REAL || m->var[i].flags & (MDV_VAR_DISCRETE | MDV_VAR_OUTSIDE)))
			by_slot[m->var[i].slot] = true;
}

OutKind result_kind(const MdvVar *v)
{
	return v->type == MDV_STRING ? OUT_REAL : kinds[v->type];
}

double result_value(const MdvVar *v, const double frame[])
{
	double x = frame[v->slot];

	if (!(v->flags & MDV_VAR_NEGATED))
		return x;
	return v->type == MDV_BOOLEAN ? !x : -x;
}

void result_init(Result *r, const MdvModel *m, const char *path, const bool *wanted, Arena *keep)
{
	*r = (Result){.m = m, .path = path, .wanted = wanted, .keep = keep};
}

/* Parameters are in MAT files only: a CSV would repeat them in every row. */
bool result_shows(const MdvVar *v, bool parameters)
{
	if (v->flags & MDV_VAR_HIDDEN || v->type == MDV_STRING || v->slot < 0)
		return false;
	return parameters || !(v->flags & MDV_VAR_PARAMETER) || v->flags & MDV_VAR_CONSTANT;
}

static void add_column(Result *r, size_t n, const MdvVar *v, const double frame[])
{
	OutColumn *c = &r->column[n];

	*c = (OutColumn){
		.name = v->name, .unit = v->unit, .comment = v->comment, .kind = result_kind(v)};
	if (v->flags & MDV_VAR_PARAMETER) {
		c->constant = true;
		c->constant_value = result_value(v, frame);
		return;
	}
	c->source = v->slot;
	c->negate = v->flags & MDV_VAR_NEGATED;
}

static MdvStatus open_file(Result *r, const double frame[])
{
	const MdvModel *m = r->m;
	const OutOps *format = out_format_ops(out_format(r->path));
	bool parameters = format && format->has_aliases;
	OutColumns columns = {0};

	r->column = NEW_ARRAY(r->keep, OutColumn, m->n_vars);
	if (!r->column)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < m->n_vars; i++)
		if ((!r->wanted || r->wanted[i]) && result_shows(&m->var[i], parameters))
			add_column(r, columns.n++, &m->var[i], frame);
	columns.at = r->column;
	fflush(stdout);
	if (r->replace && !replace_may(r->replace, r->path, r->out.error, sizeof r->out.error))
		return r->out.status = MDV_IO;
	r->open = true;
	return out_open(&r->out, NULL, r->path, OUT_BY_SUFFIX, columns);
}

MdvStatus result_row(Result *r, double t, const double frame[])
{
	if (!r->open) {
		MdvStatus status = open_file(r, frame);

		if (status != MDV_OK)
			return status;
	}
	return out_row(&r->out, t, frame);
}

MdvStatus result_close(Result *r)
{
	return r->open ? out_close(&r->out) : r->out.status;
}
