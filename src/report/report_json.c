/* SPDX-License-Identifier: MIT
   report_json.c — a run as a JSON object (RFC 8259). Columns are single-precision numbers in base64
   (RFC 4648), those that never change plain numbers; what is not a number is null. Names are short
   since there are many of each: n name, u unit, d display unit, c comment, k kind, e literals, p
   parameter, w who set it, s column, g negated, x steps, z state, v value. */
#include "report/report.h"

#include <inttypes.h>
#include <math.h>

/* "</script" must not appear in the page. */
void report_json_text(Text *out, const char *s)
{
	text_add_char(out, '"', 1);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < 32 || c == '<' || c == 127)
			text_printf(out, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			text_printf(out, "\\%c", c);
		else
			text_add_char(out, *s, 1);
	}
	text_add_char(out, '"', 1);
}

static void add_member(Text *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	text_printf(out, ",\"%s\":", name);
	report_json_text(out, text);
}

void report_json_real(Text *out, double x)
{
	char buf[32];

	text_printf(out, "%s", isfinite(x) ? text_real(buf, x) : "null");
}

static void add_base64(Text *out, const unsigned char *at, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	text_add_char(out, '"', 1);
	for (size_t i = 0; i < n; i += 3) {
		size_t left = n - i;
		uint32_t x = (uint32_t)at[i] << 16 | (left > 1 ? (uint32_t)at[i + 1] << 8 : 0) |
					 (left > 2 ? at[i + 2] : 0);
		char four[4] = {digits[x >> 18], digits[x >> 12 & 63], left > 1 ? digits[x >> 6 & 63] : '=',
						left > 2 ? digits[x & 63] : '='};

		text_add(out, four, 4);
	}
	text_add_char(out, '"', 1);
}

void report_json_floats(Text *out, const float x[], size_t n)
{
	add_base64(out, (const unsigned char *)x, n * sizeof *x);
}

/* One value of all rows; of joined rows the least and the greatest in turn. */
static void add_column(const ReportRows *x, size_t source, float *scratch, Text *out)
{
	size_t n = 0;
	bool same = true;

	for (size_t k = 0; k < x->t.n; k++) {
		float low = x->low.at[k * x->n_sources + source];
		float high = x->high.at[k * x->n_sources + source];

		scratch[n++] = low;
		if (x->per > 1)
			scratch[n++] = high;
		same = same && low == scratch[0] && high == scratch[0];
	}
	if (same && n > 0)
		report_json_real(out, (double)scratch[0]);
	else
		report_json_floats(out, scratch, n);
}

static void add_rows(const ReportRows *x, Arena *keep, Text *out)
{
	float *scratch = NEW_ARRAY(keep, float, 2 * x->t.n + 1);

	text_printf(out, ",\"rows\":%" PRIu64 ",\"per\":%zu,\"t\":", x->n_given, x->per);
	add_base64(out, (const unsigned char *)x->t.at, x->t.n * sizeof *x->t.at);
	text_printf(out, ",\"col\":[");
	for (size_t i = 0; i < x->n_sources; i++) {
		text_printf(out, i ? ",\n" : "\n");
		add_column(x, i, scratch, out);
	}
	text_printf(out, "]");
}

static void add_var(const ReportVar *v, Text *out)
{
	text_printf(out, "{\"n\":");
	report_json_text(out, v->name);
	add_member(out, "u", v->unit);
	add_member(out, "d", v->display_unit);
	add_member(out, "c", v->comment);
	add_member(out, "e", v->literals);
	add_member(out, "w", v->where);
	if (v->kind != OUT_REAL)
		text_printf(out, ",\"k\":%d", (int)v->kind);
	if (v->parameter)
		text_printf(out, ",\"p\":1");
	if (v->state)
		text_printf(out, ",\"z\":1");
	if (v->steps)
		text_printf(out, ",\"x\":1");
	if (v->text) {
		text_printf(out, ",\"v\":");
		report_json_text(out, v->text);
	} else if (v->source < 0) {
		text_printf(out, ",\"v\":");
		report_json_real(out, v->value);
	} else {
		text_printf(out, v->negate ? ",\"s\":%d,\"g\":1" : ",\"s\":%d", (int)v->source);
	}
	text_printf(out, "}");
}

static void add_told(const ReportRun *r, Text *out)
{
	text_printf(out, ",\n\"nEvents\":%" PRIu64 ",\"events\":[", r->n_events);
	for (size_t i = 0; i < r->events.n; i++) {
		text_printf(out, i ? ",\n[" : "\n[");
		report_json_real(out, r->events.at[i].t);
		text_printf(out, ",");
		report_json_text(out, r->events.at[i].text);
		text_printf(out, "]");
	}
	text_printf(out, "],\n\"nMessages\":%" PRIu64 ",\"messages\":[", r->n_messages);
	for (size_t i = 0; i < r->messages.n; i++) {
		const ReportMessage *m = &r->messages.at[i];

		text_printf(out, i ? ",\n[" : "\n[");
		report_json_real(out, m->t);
		text_printf(out, ",%" PRIu64 ",", m->step);
		report_json_text(out, m->from);
		text_printf(out, ",");
		report_json_text(out, m->to);
		text_printf(out, ",");
		report_json_text(out, m->text);
		text_printf(out, "]");
	}
	text_printf(out, "],\n\"warnings\":[");
	for (size_t i = 0; i < r->warnings.n; i++) {
		text_printf(out, i ? "," : "");
		report_json_text(out, r->warnings.at[i]);
	}
	text_printf(out, "],\n\"asked\":[");
	for (size_t i = 0; i < r->first.n; i++) {
		text_printf(out, i ? "," : "");
		report_json_text(out, r->first.at[i]);
	}
	text_printf(out, "]");
}

static void add_system(const ReportRun *r, Text *out)
{
	const SystemWatch *w = r->watch;

	if (!w || w->n_counts < 2)
		return;
	text_printf(out, ",\n\"system\":{\"components\":[");
	for (int32_t i = 0; i < w->n_counts; i++) {
		const SystemCount *c = &w->count[i];

		text_printf(out, i ? ",\n{\"n\":" : "{\"n\":");
		report_json_text(out, c->name);
		text_printf(out,
					",\"internal\":%" PRIu64 ",\"external\":%" PRIu64 ",\"confluent\":%" PRIu64
					",\"sent\":%" PRIu64 ",\"received\":%" PRIu64 "}",
					c->internal, c->external, c->confluent, c->sent, c->received);
	}
	text_printf(out, "],\"couplings\":[");
	for (int32_t i = 0; i < r->n_couplings; i++) {
		const MdvCoupling *c = &r->coupling[i];

		text_printf(out, i ? ",[%d,%d,%d,%d]" : "[%d,%d,%d,%d]", (int)c->from, (int)c->from_port,
					(int)c->to, (int)c->to_port);
	}
	text_printf(out, "]}");
}

void report_json(const ReportRun *r, Text *out)
{
	text_printf(out, "{\"name\":");
	report_json_text(out, r->name);
	add_member(out, "status", r->status);
	if (r->stats)
		text_printf(out, ",\n\"stats\":%s", r->stats);
	add_rows(&r->rows, r->keep, out);
	text_printf(out, ",\n\"vars\":[");
	for (size_t i = 0; i < r->n_vars; i++) {
		text_printf(out, i ? ",\n" : "\n");
		add_var(&r->var[i], out);
	}
	text_printf(out, "]");
	add_told(r, out);
	add_system(r, out);
	text_printf(out, "}");
}
