/* SPDX-License-Identifier: MIT
   description.c — modelDescription.xml of FMI 2.0 and 3.0, read with expat: what the importer needs
   of it. It is data of somebody else: entities are refused, numbers are looked at, and whatever is
   missing or contradicts itself is told. */
#include "fmi/fmi.h"

#include <errno.h>
#include <expat.h>
#include <string.h>

typedef struct TypeDef {
	const char *name;     /* of the definition */
	const char *literals; /* of an enumeration; NULL: another type */
	const char *unit;     /* of a Real; NULL: none */
} TypeDef;

#define MOST_INDICATORS 1000000 /* beyond, the description is wrong or hostile */

typedef struct Reader {
	FmiDescription *d;                                 /* what is filled in */
	Arena *keep;                                       /* memory */
	XML_Parser parser;                                 /* expat */
	VEC(TypeDef) type;                                 /* definitions so far */
	VEC(FmiVar) alias;                                 /* other names of the variable being read */
	VEC(int32_t) unknown;                              /* of derivatives: place or reference */
	VEC(const char *) depends;                         /* of these: on what; NULL: all */
	VEC(const char *) by_state;                        /* the same by element */
	bool in_outputs, in_initial;                       /* of the structure, in FMI 2 */
	bool scheduled;                                    /* there is scheduled execution */
	bool in_own;                                       /* inside of what modevs has annotated */
	Text literals;                                     /* of the enumeration being read */
	FmiText *last_text;                                /* start of the String being read */
	bool in_variables, in_derivatives, in_types, open; /* where it is; open: inside of a variable */
	size_t n_indicators;                               /* FMI 3 */
	bool seen;                                         /* the outermost element */
	char *why;                                         /* what is wrong; empty: nothing */
	size_t size;                                       /* bytes of it */
} Reader;

static void fail(Reader *r, const char *format, ...) PRINTF_LIKE(2, 3);
static void fail(Reader *r, const char *format, ...)
{
	va_list args;
	size_t n;

	if (*r->why)
		return;
	snprintf(r->why, r->size,
			 "modelDescription.xml:%lu: ", (unsigned long)XML_GetCurrentLineNumber(r->parser));
	n = strlen(r->why);
	va_start(args, format);
	plain_vsnprintf(r->why + n, r->size - n, format, args);
	va_end(args);
	XML_StopParser(r->parser, XML_FALSE);
}

/* --- attributes --- */

static const char *attribute(const char **attr, const char *name)
{
	for (; attr[0]; attr += 2)
		if (!strcmp(attr[0], name))
			return attr[1];
	return NULL;
}

static const char *text(Reader *r, const char **attr, const char *name)
{
	const char *value = attribute(attr, name);

	return value ? arena_strdup(r->keep, value) : "";
}

/* Names are written into results and on terminals: no control characters, of Unicode neither. (The
   standard allows no ends of lines and tabulators there.) */
static const char *name_of(Reader *r, const char **attr)
{
	const char *name = text(r, attr, "name");

	for (const unsigned char *c = (const unsigned char *)name; *c; c++)
		if (*c < ' ' || *c == 127 || (c[0] == 0xC2 && c[1] < 0xA0)) {
			fail(r, "a name with a control character");
			return "";
		}
	return name;
}

static bool flag(const char **attr, const char *name, bool otherwise)
{
	const char *value = attribute(attr, name);

	return value ? !strcmp(value, "true") || !strcmp(value, "1") : otherwise;
}

static double number(Reader *r, const char **attr, const char *name, double otherwise)
{
	const char *value = attribute(attr, name);
	double x = otherwise;

	if (value && !real_read(value, strlen(value), &x))
		fail(r, "'%s' is no number: %.40s", name, value);
	return x;
}

static uint32_t whole(Reader *r, const char **attr, const char *name)
{
	double x = number(r, attr, name, -1);

	if (!(x >= 0 && x <= UINT32_MAX && x == floor(x)))
		fail(r, "'%s' is missing, or no whole number", name);
	return x >= 0 && x <= UINT32_MAX ? (uint32_t)x : 0;
}

/* --- parts --- */

static void read_whole(Reader *r, const char **attr)
{
	const char *version = attribute(attr, "fmiVersion");
	FmiDescription *d = r->d;

	r->seen = true;
	d->version = version && !strncmp(version, "2.", 2)   ? 2
				 : version && !strncmp(version, "3.", 2) ? 3
														 : 0;
	if (d->version == 0)
		fail(r, "FMI %.20s: only 2.0 and 3.0 are known here",
			 version ? version : "without version");
	d->name = text(r, attr, "modelName");
	d->token = text(r, attr, d->version == 2 ? "guid" : "instantiationToken");
	if (d->version == 2)
		d->n_indicators = attribute(attr, "numberOfEventIndicators")
							  ? whole(r, attr, "numberOfEventIndicators")
							  : 0;
}

/* An identifier is the name of a file: it may have no slash. */
static const char *read_identifier(Reader *r, const char **attr)
{
	const char *name = text(r, attr, "modelIdentifier");

	if (!*name || strchr(name, '/') || *name == '.')
		fail(r, "a model identifier that is none: '%.60s'", name);
	if (flag(attr, "needsExecutionTool", false))
		fail(r, "the FMU needs a tool to run it");
	r->d->only_once |= flag(attr, "canBeInstantiatedOnlyOncePerProcess", false);
	return name;
}

static void read_exchange(Reader *r, const char **attr)
{
	r->d->exchange = read_identifier(r, attr);
	if (r->d->version == 2)
		r->d->needs_completed = !flag(attr, "completedIntegratorStepNotNeeded", false);
	else
		r->d->needs_completed = flag(attr, "needsCompletedIntegratorStep", false);
	r->d->slopes = flag(attr,
						r->d->version == 2 ? "providesDirectionalDerivative"
										   : "providesDirectionalDerivatives",
						false);
}

static void read_step(Reader *r, const char **attr)
{
	FmiDescription *d = r->d;

	d->step = read_identifier(r, attr);
	d->varies_step = flag(attr, "canHandleVariableCommunicationStepSize", false);
	d->keeps_state =
		flag(attr, d->version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", false);
	d->returns_early = flag(attr, "mightReturnEarlyFromDoStep", false);
	d->has_event_mode = flag(attr, "hasEventMode", false);
}

static void read_experiment(Reader *r, const char **attr)
{
	r->d->start = number(r, attr, "startTime", NAN);
	r->d->stop = number(r, attr, "stopTime", NAN);
	r->d->tol = number(r, attr, "tolerance", NAN);
	r->d->step_size = number(r, attr, "stepSize", NAN);
}

/* --- types --- */

static void read_item(Reader *r, const char **attr)
{
	const char *name = attribute(attr, "name");

	text_printf(&r->literals, "%s%s", r->literals.n > 0 ? "," : "", name ? name : "");
}

/* The one that was read so far: its literals are known. */
static void end_type(Reader *r)
{
	if (r->type.n > 0 && r->literals.n > 0)
		r->type.at[r->type.n - 1].literals =
			arena_strndup(r->keep, text_str(&r->literals), r->literals.n);
	text_clear(&r->literals);
}

static void begin_type(Reader *r, const char **attr)
{
	TypeDef t = {.name = text(r, attr, "name")};

	if (attribute(attr, "unit"))
		t.unit = text(r, attr, "unit");
	end_type(r);
	vec_push(arena_allocator(r->keep), &r->type, t);
}

static const TypeDef *find_type(const Reader *r, const char *name)
{
	for (size_t k = 0; name && k < r->type.n; k++)
		if (!strcmp(r->type.at[k].name, name))
			return &r->type.at[k];
	return NULL;
}

/* --- variables --- */

typedef struct Kind {
	const char *name;   /* of the element */
	uint8_t type, bits; /* as in FmiVar */
	bool is_unsigned;   /* likewise */
} Kind;

static const Kind kinds2[] = {{"Real", MDV_REAL, 64, false},
							  {"Integer", MDV_INTEGER, 32, false},
							  {"Boolean", MDV_BOOLEAN, 0, false},
							  {"String", MDV_STRING, 0, false},
							  {"Enumeration", MDV_ENUMERATION, 32, false},
							  {0}};
static const Kind kinds3[] = {{"Float64", MDV_REAL, 64, false},
							  {"Float32", MDV_REAL, 32, false},
							  {"Int8", MDV_INTEGER, 8, false},
							  {"UInt8", MDV_INTEGER, 8, true},
							  {"Int16", MDV_INTEGER, 16, false},
							  {"UInt16", MDV_INTEGER, 16, true},
							  {"Int32", MDV_INTEGER, 32, false},
							  {"UInt32", MDV_INTEGER, 32, true},
							  {"Int64", MDV_INTEGER, 64, false},
							  {"UInt64", MDV_INTEGER, 64, true},
							  {"Boolean", MDV_BOOLEAN, 0, false},
							  {"String", MDV_STRING, 0, false},
							  {"Enumeration", MDV_ENUMERATION, 64, false},
							  {0}};

static const Kind *find_kind(const Reader *r, const char *name)
{
	const Kind *k = r->d->version == 2 ? kinds2 : kinds3;

	while (k->name && strcmp(k->name, name))
		k++;
	return k->name ? k : NULL;
}

static int find_word(const char *word, const char *const list[], int otherwise)
{
	for (int i = 0; word && list[i]; i++)
		if (!strcmp(word, list[i]))
			return i;
	return otherwise;
}

static const char *const causalities[] = {"parameter", "calculatedParameter", "input", "output",
										  "local",     "independent",         NULL};
static const char *const initials[] = {"exact", "approx", "calculated", NULL};

static void read_role(Reader *r, FmiVar *v, const char **attr)
{
	const char *causality = attribute(attr, "causality"),
			   *variability = attribute(attr, "variability");

	if (causality && !strcmp(causality, "structuralParameter"))
		v->causality = FMI_LOCAL, v->constant = true;
	else
		v->causality = (uint8_t)find_word(causality, causalities, FMI_LOCAL);
	v->constant = v->constant || (variability && !strcmp(variability, "constant"));
	v->discrete = variability && strcmp(variability, "continuous") != 0;
	/* Defaults of the standard's table: what is given exactly needs no computing. */
	v->initial =
		(uint8_t)find_word(attribute(attr, "initial"), initials,
						   v->causality == FMI_PARAMETER || v->constant ? FMI_EXACT : FMI_COMPUTED);
	v->initial_told = attribute(attr, "initial") != NULL;
	v->variability = variability ? text(r, attr, "variability") : NULL;
	v->name = name_of(r, attr);
	v->comment = text(r, attr, "description");
	v->ref = whole(r, attr, "valueReference");
	if (!*v->name)
		fail(r, "a variable without a name");
}

static void read_start(Reader *r, FmiVar *v, const char **attr)
{
	const char *start = attribute(attr, "start");

	v->has_start = start != NULL;
	v->start = v->type == MDV_ENUMERATION; /* until the FMU says: there is no value 0 */
	if (!start)
		return;
	if (v->type == MDV_STRING)
		v->start_text = arena_strdup(r->keep, start);
	else if (r->d->version == 3 && strpbrk(start, " \t\r\n"))
		v->start_list = arena_strdup(r->keep, start); /* of an array, whose dimensions follow */
	else if (v->type == MDV_BOOLEAN)
		v->start = !strcmp(start, "true") || !strcmp(start, "1");
	else
		v->start = number(r, attr, "start", 0);
}

/* FMI 3: one of a String, several of an array of them. */
static void add_start_text(Reader *r, FmiVar *v, const char *value)
{
	FmiText *text = NEW(r->keep, FmiText);

	text->text = arena_strdup(r->keep, value);
	if (!v->start_texts) {
		v->start_texts = text;
		v->start_text = text->text;
	} else {
		r->last_text->next = text;
	}
	r->last_text = text;
	v->has_start = true;
}

static void read_value(Reader *r, FmiVar *v, const Kind *k, const char **attr)
{
	const TypeDef *t = find_type(r, attribute(attr, "declaredType"));

	v->type = k->type;
	v->bits = k->bits;
	v->is_unsigned = k->is_unsigned;
	v->discrete = v->discrete || (k->type != MDV_REAL);
	v->unit = attribute(attr, "unit") ? text(r, attr, "unit") : t && t->unit ? t->unit : "";
	v->display_unit = text(r, attr, "displayUnit");
	v->literals = t && t->literals ? t->literals : "";
	if (k->type != MDV_BOOLEAN && k->type != MDV_STRING) {
		v->min = number(r, attr, "min", NAN);
		v->max = number(r, attr, "max", NAN);
	}
	v->nominal = number(r, attr, "nominal", 0);
	v->nominal_told = attribute(attr, "nominal") != NULL;
	if (attribute(attr, "derivative"))
		v->derivative_of = (int64_t)whole(r, attr, "derivative") + (r->d->version == 3);
	read_start(r, v, attr);
}

static FmiVar *add_variable(Reader *r)
{
	FmiVar v = {.min = NAN, .max = NAN, .unit = "", .display_unit = "", .literals = ""};

	vec_push(arena_allocator(r->keep), &r->d->var, v);
	return &r->d->var.at[r->d->var.n - 1];
}

static void add_dimension(Reader *r, FmiVar *v, const char **attr)
{
	bool is_ref = attribute(attr, "start") == NULL;

	if (v->n_dims == FMI_MOST_DIMS) {
		fail(r, "'%.60s' has more than %d dimensions", v->name, FMI_MOST_DIMS);
		return;
	}
	v->dim_is_ref[v->n_dims] = is_ref;
	v->dim[v->n_dims++] = whole(r, attr, is_ref ? "valueReference" : "start");
}

/* FMI 3: another name of the variable. What else both share is known when its element ends. */
static void add_alias(Reader *r, const char **attr)
{
	FmiVar v = {.name = name_of(r, attr),
				.comment = text(r, attr, "description"),
				.display_unit = text(r, attr, "displayUnit")};

	if (!*v.name)
		fail(r, "an alias without a name");
	vec_push(arena_allocator(r->keep), &r->alias, v);
}

/* It is computed, whatever the variable is: that one can be set, and is the state, or none is. */
static void end_variable(Reader *r)
{
	size_t of = r->d->var.n - 1;

	r->open = false;
	for (size_t k = 0; k < r->alias.n; k++) {
		FmiVar v = r->d->var.at[of];

		v.name = r->alias.at[k].name;
		v.comment = r->alias.at[k].comment;
		v.display_unit = r->alias.at[k].display_unit;
		if (v.causality == FMI_OUTPUT || v.causality == FMI_INPUT)
			v.causality = FMI_LOCAL;
		else if (v.causality == FMI_PARAMETER)
			v.causality = FMI_CALCULATED;
		v.initial = v.constant ? v.initial : FMI_COMPUTED;
		v.has_start = v.constant && v.has_start;
		v.start_list = v.constant ? v.start_list : NULL;
		v.derivative_of = 0;
		v.is_alias = true;
		vec_push(arena_allocator(r->keep), &r->d->var, v);
	}
	r->alias.n = 0;
}

static void begin_variable(Reader *r, const char *name, const char **attr)
{
	const Kind *k = r->d->version == 3 || r->open ? find_kind(r, name) : NULL;

	if (r->open && r->d->version == 2 && k) {
		read_value(r, &r->d->var.at[r->d->var.n - 1], k, attr);
	} else if (!r->open && r->d->version == 2 && !strcmp(name, "ScalarVariable")) {
		r->open = true;
		read_role(r, add_variable(r), attr);
	} else if (!r->open && k) {
		FmiVar *v = add_variable(r);

		r->open = true;
		read_role(r, v, attr);
		read_value(r, v, k, attr);
	} else if (r->open && !strcmp(name, "Dimension")) {
		add_dimension(r, &r->d->var.at[r->d->var.n - 1], attr);
	} else if (r->open && r->d->version == 3 && !strcmp(name, "Alias")) {
		add_alias(r, attr);
	} else if (!strcmp(name, "Clock")) {
		fail(r, "the FMU has clocks, which importing does not know yet");
	} else if (!strcmp(name, "Binary")) {
		r->d->n_binary++; /* left alone: there is no such value in Modelica */
	} else if (r->open && !strcmp(name, "Start") && attribute(attr, "value")) {
		add_start_text(r, &r->d->var.at[r->d->var.n - 1], attribute(attr, "value"));
	}
}

/* --- the document --- */

static void add_unknown(Reader *r, const char **attr, const char *name)
{
	bool told = attribute(attr, "dependencies") != NULL;

	vec_push(arena_allocator(r->keep), &r->unknown, (int32_t)whole(r, attr, name));
	vec_push(arena_allocator(r->keep), &r->depends, told ? text(r, attr, "dependencies") : NULL);
}

static void add_listed(Reader *r, const char **attr, FmiEntries *to, FmiTexts *depends)
{
	bool told = attribute(attr, "dependencies") != NULL;

	vec_push(arena_allocator(r->keep), to,
			 whole(r, attr, r->d->version == 2 ? "index" : "valueReference"));
	vec_push(arena_allocator(r->keep), depends, told ? text(r, attr, "dependencies") : NULL);
}

static void begin(void *ctx, const char *name, const char **attr)
{
	Reader *r = ctx;

	if (!r->seen && strcmp(name, "fmiModelDescription") != 0)
		fail(r, "the outermost element is <%.60s>", name);
	else if (!r->seen)
		read_whole(r, attr);
	else if (r->in_variables)
		begin_variable(r, name, attr);
	else if (!strcmp(name, "ModelVariables"))
		r->in_variables = true;
	else if (!strcmp(name, "ModelExchange"))
		read_exchange(r, attr);
	else if (!strcmp(name, "CoSimulation"))
		read_step(r, attr);
	else if (!strcmp(name, "ScheduledExecution"))
		r->scheduled = true;
	else if (!strcmp(name, "DefaultExperiment"))
		read_experiment(r, attr);
	else if (!strcmp(name, "TypeDefinitions"))
		r->in_types = true;
	else if (r->in_types && attribute(attr, "name") && strcmp(name, "Item") != 0)
		begin_type(r, attr);
	else if (r->in_types && !strcmp(name, "Real") && r->type.n > 0 && attribute(attr, "unit"))
		r->type.at[r->type.n - 1].unit = text(r, attr, "unit");
	else if (r->in_types && !strcmp(name, "Item"))
		read_item(r, attr);
	else if (!strcmp(name, "Derivatives"))
		r->in_derivatives = true;
	else if (!strcmp(name, "Outputs"))
		r->in_outputs = true;
	else if (!strcmp(name, "InitialUnknowns"))
		r->in_initial = true;
	else if (!strcmp(name, r->in_outputs ? "Unknown" : "Output"))
		add_listed(r, attr, &r->d->output, &r->d->output_depends);
	else if (r->in_derivatives && !strcmp(name, "Unknown"))
		add_unknown(r, attr, "index");
	else if (!strcmp(name, "ContinuousStateDerivative"))
		add_unknown(r, attr, "valueReference");
	else if (!strcmp(name, r->in_initial ? "Unknown" : "InitialUnknown"))
		add_listed(r, attr, &r->d->initial, &r->d->initial_depends);
	else if (!strcmp(name, "Tool") || !strcmp(name, "Annotation"))
		r->in_own = attribute(attr, r->d->version == 2 ? "name" : "type") &&
					!strcmp(attribute(attr, r->d->version == 2 ? "name" : "type"), "modevs");
	else if (r->in_own && !strcmp(name, "Restarts"))
		r->d->tells_restarts = flag(attr, "told", false);
	else if (!strcmp(name, "EventIndicator"))
		r->n_indicators++;
}

static void end(void *ctx, const char *name)
{
	Reader *r = ctx;

	if (!strcmp(name, "ModelVariables"))
		r->in_variables = false;
	else if (!strcmp(name, "Derivatives"))
		r->in_derivatives = false;
	else if (!strcmp(name, "Outputs"))
		r->in_outputs = false;
	else if (!strcmp(name, "InitialUnknowns"))
		r->in_initial = false;
	else if (!strcmp(name, "TypeDefinitions")) {
		r->in_types = false;
		end_type(r);
	} else if (r->open &&
			   (r->d->version == 2 ? !strcmp(name, "ScalarVariable") : find_kind(r, name) != NULL))
		end_variable(r);
}

static void refuse_entity(void *ctx, const char *name, int is_parameter, const char *value, int len,
						  const char *base, const char *system, const char *public,
						  const char *notation)
{
	(void)is_parameter, (void)value, (void)len, (void)base, (void)system, (void)public,
		(void)notation;
	fail(ctx, "it declares the entity '%.40s', which FMI does not need", name);
}

static bool parse(Reader *r, FILE *file)
{
	char buf[65536];
	size_t n;

	do {
		n = fread(buf, 1, sizeof buf, file);
		if (XML_Parse(r->parser, buf, (int)n, n == 0) == XML_STATUS_OK)
			continue;
		fail(r, "%s", XML_ErrorString(XML_GetErrorCode(r->parser)));
		return false;
	} while (n > 0);
	return !*r->why;
}

/* --- what it says as a whole --- */

/* Elements of an array follow each other: this is the first. */
static int32_t find_reference(const FmiDescription *d, uint32_t ref)
{
	for (size_t i = 0; i < d->var.n; i++)
		if (d->var.at[i].ref == ref && d->var.at[i].type == MDV_REAL)
			return (int32_t)i;
	return -1;
}

/* The variable that the structure names as derivative k; -1: there is none. */
static int32_t find_derivative(const Reader *r, size_t k)
{
	const FmiDescription *d = r->d;
	int32_t i =
		d->version == 2 ? r->unknown.at[k] - 1 : find_reference(d, (uint32_t)r->unknown.at[k]);

	return i >= 0 && (size_t)i < d->var.n && d->var.at[i].derivative_of > 0 ? i : -1;
}

int32_t description_state(const FmiDescription *d, int32_t derivative)
{
	const FmiVar *v = &d->var.at[derivative];
	int32_t i =
		d->version == 2 ? v->derivative_of - 1 : find_reference(d, (uint32_t)v->derivative_of - 1);

	if (i < 0 || (size_t)i >= d->var.n || d->var.at[i].type != MDV_REAL ||
		d->var.at[i].n_elements != v->n_elements)
		return -1;
	return i + (int32_t)v->element;
}

static bool refuse_derivative(const Reader *r, size_t k, const char *text)
{
	snprintf(r->why, r->size,
			 "modelDescription.xml: entry %zu of the derivatives in the model's structure %s",
			 k + 1, text);
	return false;
}

/* Is variable i the derivative of the derivative … of itself? seen, by variable: it leads to no
   cycle, as was found for entry seen - 1. */
static bool is_cyclic(const FmiDescription *d, int32_t i, size_t seen[], size_t k)
{
	for (; i >= 0 && seen[i] == 0; i = description_state(d, i))
		seen[i] = k + 1;
	return i >= 0 && seen[i] == k + 1;
}

static bool find_states(Reader *r)
{
	FmiDescription *d = r->d;
	bool *listed = NEW_ARRAY(r->keep, bool, d->var.n + 1);
	size_t *seen = NEW_ARRAY(r->keep, size_t, d->var.n + 1);

	for (size_t k = 0; k < r->unknown.n; k++) {
		int32_t i = find_derivative(r, k);

		if (i < 0 || description_state(d, i) < 0)
			return refuse_derivative(r, k, "is not the derivative of a state");
		if (listed[i])
			return refuse_derivative(r, k, "was there before");
		if (is_cyclic(d, i, seen, k))
			return refuse_derivative(r, k, "is in the end the derivative of itself");
		listed[i] = true;
		for (uint32_t e = 0; e < (d->var.at[i].n_elements ? d->var.at[i].n_elements : 1); e++) {
			vec_push(arena_allocator(r->keep), &d->derivative, i + (int32_t)e);
			vec_push(arena_allocator(r->keep), &r->by_state, r->depends.at[k]);
		}
	}
	d->depends = r->by_state.at;
	return true;
}

static bool check(Reader *r)
{
	FmiDescription *d = r->d;
	const char *wrong = !r->seen ? "there is no fmiModelDescription"
						: !d->exchange && !d->step && r->scheduled
							? "it has scheduled execution only, which importing does not know"
						: !d->exchange && !d->step
							? "there is neither model exchange nor co-simulation"
						: !*d->token ? "there is no guid or instantiation token"
									 : NULL;

	if (wrong) {
		snprintf(r->why, r->size, "modelDescription.xml: %s", wrong);
		return false;
	}
	if (d->version == 3)
		d->n_indicators = r->n_indicators;
	if (d->n_indicators > MOST_INDICATORS) {
		snprintf(r->why, r->size,
				 "modelDescription.xml: there are more than a million event "
				 "indicators");
		return false;
	}
	return arrays_expand(d, r->keep, r->why, r->size) && find_states(r);
}

bool description_read(const char *path, Arena *keep, FmiDescription *d, char *why, size_t size)
{
	Reader r = {.d = d, .keep = keep, .why = why, .size = size};
	FILE *file = file_open(path);
	bool ok;

	*why = '\0';
	*d = (FmiDescription){.start = NAN, .stop = NAN, .tol = NAN, .step_size = NAN};
	if (!file) {
		snprintf(why, size, "there is no modelDescription.xml: %s", file_error(errno));
		return false;
	}
	r.parser = XML_ParserCreate(NULL);
	if (!r.parser) {
		fclose(file);
		snprintf(why, size, "out of memory");
		return false;
	}
	text_init(&r.literals, NULL);
	XML_SetUserData(r.parser, &r);
	XML_SetElementHandler(r.parser, begin, end);
	XML_SetEntityDeclHandler(r.parser, refuse_entity);
	ok = parse(&r, file);
	XML_ParserFree(r.parser);
	text_free(&r.literals);
	fclose(file);
	return ok && check(&r);
}
