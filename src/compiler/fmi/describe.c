/* SPDX-License-Identifier: MIT
   describe.c — modelDescription.xml: what an importer of an FMU may know of the model, and what the
   FMU can do. Nothing in it depends on when and where it is made. O(size of the model). */
#include "compiler/fmi/describe.h"

#include <string.h>

/* Control characters have no place in XML 1.0, but for those of lines and tabs, as numbers. */
static void write_text(Text *out, const char *text, bool exact)
{
	for (; *text; text++) {
		switch (*text) {
		case '&': text_printf(out, "&amp;"); break;
		case '<': text_printf(out, "&lt;"); break;
		case '>': text_printf(out, "&gt;"); break;
		case '"': text_printf(out, "&quot;"); break;
		case '\n':
		case '\r':
		case '\t':
			if (exact)
				text_printf(out, "&#%d;", *text);
			else
				text_add_char(out, ' ', 1);
			break;
		default:
			if ((unsigned char)*text >= ' ')
				text_add_char(out, *text, 1);
		}
	}
}

void describe_text(Text *out, const char *text)
{
	write_text(out, text, false);
}

void describe_value(Text *out, const char *text)
{
	write_text(out, text, true);
}

void describe_attribute(Text *out, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	text_printf(out, " %s=\"", name);
	describe_text(out, text);
	text_printf(out, "\"");
}

void describe_number(Text *out, const char *name, double value)
{
	char buf[32];

	text_printf(out, " %s=\"%s\"", name, text_real(buf, value));
}

static const char flags2[] = " canNotUseMemoryManagementFunctions=\"true\"";

/* Ends an element of a kind. FMI 2.0: it lists the sources; 3.0 has a file of its own for that. */
static void end_kind(Describe *d, const char *kind)
{
	if (d->o->version != 2 || d->o->n_sources == 0) {
		text_printf(d->out, "/>\n");
		return;
	}
	text_printf(d->out, ">\n    <SourceFiles>\n");
	for (size_t i = 0; i < d->o->n_sources; i++) {
		text_printf(d->out, "      <File");
		describe_attribute(d->out, "name", d->o->source[i]);
		text_printf(d->out, "/>\n");
	}
	text_printf(d->out, "    </SourceFiles>\n  </%s>\n", kind);
}

/* That states can be kept, and written down. */
static void write_states(Describe *d, bool written)
{
	const char *name = d->o->version == 2 ? "state" : "State";

	text_printf(d->out, " canGetAndSetFMU%s=\"true\"", name);
	if (written)
		text_printf(d->out, " canSerializeFMU%s=\"true\"", name);
}

static void write_slopes(Describe *d)
{
	text_printf(d->out, d->o->version == 2 ? " providesDirectionalDerivative=\"true\""
										   : " providesDirectionalDerivatives=\"true\""
											 " providesAdjointDerivatives=\"true\"");
}

/* DEVS components run beside the equations of a plant: an importer that integrates knows nothing of
   them. */
static void write_exchange(Describe *d)
{
	if (d->m->n_atomics + d->m->n_readies > 0)
		return;
	text_printf(d->out, "  <ModelExchange");
	describe_attribute(d->out, "modelIdentifier", d->o->identifier);
	/* FMI 3 tells the ends of steps to none that does not ask for them. */
	text_printf(d->out, "%s",
				d->o->version == 2 ? flags2 : " needsCompletedIntegratorStep=\"true\"");
	write_states(d, !d->o->foreign_objects);
	write_slopes(d);
	end_kind(d, "ModelExchange");
}

static void write_kinds(Describe *d)
{
	write_exchange(d);
	text_printf(d->out, "  <CoSimulation");
	describe_attribute(d->out, "modelIdentifier", d->o->identifier);
	text_printf(d->out, " canHandleVariableCommunicationStepSize=\"true\"%s",
				d->o->version == 2 ? flags2
								   : " hasEventMode=\"true\" mightReturnEarlyFromDoStep=\"true\""
									 " providesIntermediateUpdate=\"true\""
									 " canReturnEarlyAfterIntermediateUpdate=\"true\"");
	write_states(d, true);
	if (d->m->n_atomics + d->m->n_readies == 0)
		write_slopes(d);
	end_kind(d, "CoSimulation");
}

/* What the standard has no word for: an event after which the integrator may go on as if nothing
   had happened says so by valuesOfContinuousStatesChanged = false. */
static void write_annotations(Describe *d)
{
	if (d->o->version == 2)
		text_printf(d->out, "  <VendorAnnotations>\n    <Tool name=\"modevs\">"
							"<Restarts told=\"true\"/></Tool>\n  </VendorAnnotations>\n");
	else
		text_printf(d->out, "  <Annotations>\n    <Annotation type=\"modevs\">"
							"<Restarts told=\"true\"/></Annotation>\n  </Annotations>\n");
}

static void write_experiment(Describe *d)
{
	const MdvModel *m = d->m;

	text_printf(d->out, "  <DefaultExperiment");
	describe_number(d->out, "startTime", m->start);
	describe_number(d->out, "stopTime", m->has_stop ? m->stop : m->start + 1);
	if (m->tolerance > 0)
		describe_number(d->out, "tolerance", m->tolerance);
	if (m->interval > 0)
		describe_number(d->out, "stepSize", m->interval);
	text_printf(d->out, "/>\n");
}

/* FMI's structured names (FMI 2.0, 2.2.9) have numbers as indices: not literals of enumerations. */
static bool name_is_structured(const char *name)
{
	bool quoted = false;

	for (const char *s = name; *s; s++) {
		if (*s == '\\' && quoted && s[1])
			s++;
		else if (*s == '\'')
			quoted = !quoted;
		else if (*s == '[' && !quoted) {
			s += 1 + strspn(s + 1, "0123456789,");
			if (*s != ']')
				return false;
		}
	}
	return true;
}

static const char *naming_convention(const Describe *d)
{
	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (!name_is_structured(d->m->var[i].name))
			return "flat";
	return "structured";
}

static void write_whole(Describe *d)
{
	bool two = d->o->version == 2;

	text_printf(d->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription");
	describe_attribute(d->out, "fmiVersion", two ? "2.0" : "3.0");
	describe_attribute(d->out, "modelName", d->m->name);
	describe_attribute(d->out, two ? "guid" : "instantiationToken", d->o->token);
	describe_attribute(d->out, "generationTool", d->o->tool);
	describe_attribute(d->out, "variableNamingConvention", naming_convention(d));
	if (two)
		text_printf(d->out, " numberOfEventIndicators=\"%u\"", (unsigned)d->layout.n_indicators);
	text_printf(d->out, ">\n");
	write_kinds(d);
	describe_units(d);
	describe_types(d);
	text_printf(d->out, "  <LogCategories>\n    <Category name=\"logStatusError\"/>\n"
						"    <Category name=\"logStatusWarning\"/>\n  </LogCategories>\n");
	write_experiment(d);
	if (two)
		write_annotations(d);
	describe_variables(d);
	describe_structure(d);
	if (!two)
		write_annotations(d);
	text_printf(d->out, "</fmiModelDescription>\n");
}

void describe_model(const MdvModel *m, const IrModule *code, const DescribeOptions *o,
					Arena *scratch, Text *out)
{
	Describe d = {.o = o, .m = m, .layout = mdv_fmu_layout(m), .out = out};
	Arena keep;

	arena_child(&keep, scratch);
	d.keep = &keep;
	d.emit = (Emit){.m = m, .code = code, .keep = &keep};
	intern_init(&d.units, arena_allocator(&keep));
	intern_init(&d.types, arena_allocator(&keep));
	emit_slot_constants(&d.emit);
	describe_references(&d);
	describe_aliases(&d);
	describe_arrays(&d);
	describe_alias_lists(&d);
	write_whole(&d);
	arena_free(&keep);
}
