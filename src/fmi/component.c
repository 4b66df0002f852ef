/* SPDX-License-Identifier: MIT
   component.c — an FMU as a component of a Modelica model. Its class (compiler/foreign) has an
   external object, the FMU, and equations whose functions are these: derivatives, event indicators
   and outputs at a point, which time, states and inputs are; an event, after which all of them are
   others, so that each takes the number of the last one, too; a step of co-simulation.

   The model asks for points in any order, so a point is made where it is not the last one. What an
   FMU wants to be told of steps that count it is told of the last point (component_accept). */
#include "fmi/fmi.h"
#include "runtime/ext/ext.h"

#include <string.h>

enum { MOST_EVENTS = 1000 }; /* at one time, one after the other */
#define NEVER 1e60           /* Modelica.Constants.inf: values of a model are finite */

/* Places of variables in the description. */
typedef struct Places {
	const int *at; /* n */
	size_t n;
} Places;

typedef struct Component {
	struct Component *next;  /* of the session */
	char folder[FMI_FOLDER]; /* where it is unpacked */
	Arena keep;              /* memory */
	FmiDescription d;        /* what it says of itself */
	FmiCalls *calls;         /* its functions */
	bool exchange;           /* by model exchange */
	Places p, u, dis;        /* parameters, inputs, those that change at events only */
	double *p_value;         /* of the parameters */
	double *u_value;         /* inputs as the FMU has them … */
	double *d_value;         /* … */
	double *x, *x_start;     /* states: as it has them, and as it began */
	size_t n_x;              /* how many */
	double t;                /* its time */
	bool started;            /* it is initialized */
	bool wants_event;        /* since the last step that counted */
	FmiUpdate update;        /* of its last event … */
	int event;               /* … whose number this was; -1: none yet */
	double *x_event;         /* … and the states after it */
	char why[640];           /* of component_accept */
} Component;

/* --- failing --- */

static void check(Component *c, MdvStatus status)
{
	if (status == MDV_RETRY)
		ext_error("%s", calls_why(c->calls));
	if (status != MDV_OK)
		ext_refuse("%s", calls_why(c->calls));
}

static void tell(void *ctx, const char *text)
{
	(void)ctx;
	ext_say(EXT_WARNING, "%s\n", text);
}

/* --- its life --- */

static Places keep_places(Component *c, const int at[], size_t n)
{
	int *copy = NEW_ARRAY(&c->keep, int, n + 1);

	for (size_t i = 0; i < n; i++) {
		if (at[i] < 0 || (size_t)at[i] >= c->d.var.n)
			ext_refuse("the FMU has no variable number %d", at[i]);
		copy[i] = at[i];
	}
	return (Places){copy, n};
}

static double *keep_values(Component *c, const double x[], size_t n)
{
	double *copy = NEW_ARRAY(&c->keep, double, n + 1);

	for (size_t i = 0; i < n; i++)
		copy[i] = x ? x[i] : NAN;
	return copy;
}

static void free_component(void *ptr)
{
	Component *c = ptr;

	calls_close(c->calls);
	folder_remove(c->folder);
	arena_free(&c->keep);
	alloc_free(&alloc_heap, c, sizeof *c);
}

static void load(Component *c)
{
	char why[512];

	c->calls = calls_open(&c->d, c->folder, c->exchange, (FmiLog){tell, NULL}, why, sizeof why);
	if (!c->calls)
		ext_refuse("%s", why);
	calls_note(c->calls, ext_session()->doing);
}

static Component *unpack(const char *file)
{
	Component *c = alloc_new(&alloc_heap, sizeof *c);
	char why[512];

	if (!c)
		ext_no_memory();
	ext_arena_init(&c->keep);
	ext_guard(free_component, c);
	if (!folder_unpack(file, c->folder, why, sizeof why))
		ext_refuse("%s: %s", file, why);
	if (!description_read(arena_printf(&c->keep, "%s/modelDescription.xml", c->folder), &c->keep,
						  &c->d, why, sizeof why))
		ext_refuse("%s: %s", file, why);
	return c;
}

static void *fmu_open(const char *file, int exchange, const int *p, size_t n_p,
					  const double *p_value, const int *u, size_t n_u, const int *d, size_t n_d)
{
	ExtSession *session = ext_session();
	Component *c;

	if (!allow_library(session, file))
		ext_refuse("%s: its binary is a program of somebody else: --allow external lets it run",
				   file);
	c = unpack(file);
	c->exchange = exchange != 0;
	c->p = keep_places(c, p, n_p);
	c->u = keep_places(c, u, n_u);
	c->dis = keep_places(c, d, n_d);
	c->p_value = keep_values(c, p_value, n_p);
	c->u_value = keep_values(c, NULL, n_u);
	c->d_value = keep_values(c, NULL, n_d);
	c->n_x = c->exchange ? c->d.derivative.n : 0;
	c->x = keep_values(c, NULL, c->n_x);
	c->x_start = keep_values(c, NULL, c->n_x);
	c->x_event = keep_values(c, NULL, c->n_x);
	load(c);
	ext_unguard();
	c->next = session->objects;
	session->objects = c;
	return c;
}

static void fmu_close(void *object)
{
	ExtSession *session = ext_session();
	Component **at = (Component **)&session->objects;

	while (*at && *at != object)
		at = &(*at)->next;
	if (*at)
		*at = (*at)->next;
	free_component(object);
}

/* --- points --- */

static void give(Component *c, const Places *places, double held[], const double x[])
{
	for (size_t i = 0; i < places->n; i++)
		if (held[i] != x[i]) {
			check(c, calls_set(c->calls, &c->d.var.at[places->at[i]], x[i]));
			held[i] = x[i];
		}
}

static void forget(Component *c)
{
	for (size_t i = 0; i < c->u.n; i++)
		c->u_value[i] = NAN;
	for (size_t i = 0; i < c->dis.n; i++)
		c->d_value[i] = NAN;
}

/* Event mode, until there is nothing more to do at t; then the states are read. */
static void carry_out(Component *c)
{
	int k = 0;

	do {
		FmiUpdate u;

		if (k++ > 0)
			check(c, calls_enter_event(c->calls));
		check(c, calls_update(c->calls, &u));
		c->update = u;
		check(c, calls_get_states(c->calls, c->x, c->n_x));
		check(c, calls_enter_continuous(c->calls));
	} while (c->update.next <= c->t && !c->update.terminate && k < MOST_EVENTS);
	if (k == MOST_EVENTS)
		ext_refuse("events of the FMU at time %g never end", c->t);
	c->wants_event = false;
}

/* Initialized at t; what there was before is gone. */
static void start(Component *c, double t, const double u[], const double d[])
{
	if (c->started) {
		calls_close(c->calls);
		c->calls = NULL;
		load(c);
	}
	c->started = false;
	forget(c);
	check(c, calls_instantiate(c->calls));
	for (size_t i = 0; i < c->p.n; i++) {
		const FmiVar *v = &c->d.var.at[c->p.at[i]];

		if (!v->has_start || v->start != c->p_value[i])
			check(c, calls_set(c->calls, v, c->p_value[i]));
	}
	check(c, calls_begin(c->calls, t, INFINITY, 0));
	give(c, &c->u, c->u_value, u);
	if (d)
		give(c, &c->dis, c->d_value, d);
	check(c, calls_initialized(c->calls));
	c->started = true;
	c->event = -1;
	c->t = t;
	if (c->exchange)
		carry_out(c);
	memcpy(c->x_start, c->x, c->n_x * sizeof *c->x);
}

static bool same(const double a[], const double b[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

static void move(Component *c, double t, const double x[], const double u[])
{
	if (!c->started) /* the initial system has its own order */
		start(c, t, u, NULL);
	if (c->t != t)
		check(c, calls_set_time(c->calls, t));
	c->t = t;
	if (!same(c->x, x, c->n_x)) {
		check(c, calls_set_states(c->calls, x, c->n_x));
		memcpy(c->x, x, c->n_x * sizeof *x);
	}
	give(c, &c->u, c->u_value, u);
}

/* --- what a class of model exchange calls --- */

static double fmu_start(void *object, double t, const double *u, size_t n_u, const double *d,
						size_t n_d, double *x, size_t n_x)
{
	Component *c = object;

	(void)n_u, (void)n_d;
	if (n_x != c->n_x)
		ext_refuse("the FMU has %zu states, not %zu", c->n_x, n_x);
	if (!c->started || c->t != t || !same(c->u_value, u, c->u.n) || !same(c->d_value, d, c->dis.n))
		start(c, t, u, d);
	memcpy(x, c->x_start, n_x * sizeof *x);
	return fmin(c->update.next, NEVER);
}

static void fmu_derivatives(void *object, int number, double t, const double *x, size_t n_x,
							const double *u, size_t n_u, double *dx)
{
	Component *c = object;

	(void)number, (void)n_u;
	move(c, t, x, u);
	check(c, calls_get_derivatives(c->calls, dx, n_x));
}

static void fmu_indicators(void *object, int number, double t, const double *x, size_t n_x,
						   const double *u, size_t n_u, double *z, size_t n_z)
{
	Component *c = object;

	(void)number, (void)n_u, (void)n_x;
	move(c, t, x, u);
	check(c, calls_get_indicators(c->calls, z, n_z));
}

static double value_of(Component *c, int which)
{
	double value = NAN;

	if (which < 0 || (size_t)which >= c->d.var.n)
		ext_refuse("the FMU has no variable number %d", which);
	check(c, calls_get(c->calls, &c->d.var.at[which], &value));
	return value;
}

static double fmu_value(void *object, int number, double t, const double *x, size_t n_x,
						const double *u, size_t n_u, int which)
{
	(void)number, (void)n_u, (void)n_x;
	move(object, t, x, u);
	return value_of(object, which);
}

/* One that depends on no input. */
static double fmu_state_value(void *object, int number, double t, const double *x, size_t n_x,
							  const double *u, size_t n_u, int which)
{
	Component *c = object;

	return fmu_value(object, number, t, x, n_x, c->started ? c->u_value : u, n_u, which);
}

static double fmu_discrete(void *object, int number, int which)
{
	const Component *c = object;

	(void)number;
	if (c->started || which < 0 || (size_t)which >= c->d.var.n)
		return value_of(object, which);
	return c->d.var.at[which].start; /* the initial system has its own order; asked for again */
}

static int fmu_whole(void *object, int number, int which)
{
	return (int)fmu_discrete(object, number, which);
}

/* The model may ask for what an event gives one by one: an event of one number takes place once. */
static int fmu_event(void *object, int number, double t, const double *x, size_t n_x,
					 const double *u, size_t n_u, const double *d, size_t n_d, double *x_new,
					 double *next)
{
	Component *c = object;

	(void)n_u, (void)n_d;
	if (c->event != number || !c->started) {
		move(c, t, x, u);
		check(c, calls_enter_event(c->calls));
		give(c, &c->dis, c->d_value, d);
		carry_out(c);
		memcpy(c->x_event, c->x, n_x * sizeof *x);
		c->event = number;
	}
	memcpy(x_new, c->x_event, n_x * sizeof *x);
	*next = fmin(c->update.next, NEVER);
	return c->update.terminate;
}

static double fmu_wants(void *object, double t)
{
	(void)t;
	return ((const Component *)object)->wants_event;
}

/* --- of co-simulation --- */

static double fmu_first(void *object, double t, const double *u, size_t n_u, const double *d,
						size_t n_d, int which)
{
	Component *c = object;

	(void)n_u, (void)n_d;
	if (!c->started || c->t != t || !same(c->u_value, u, c->u.n) || !same(c->d_value, d, c->dis.n))
		start(c, t, u, d);
	return value_of(c, which);
}

/* Up to t, if it is not there yet; the value there. Several steps, if it returns early. */
static double fmu_step(void *object, double t, int which)
{
	Component *c = object;

	while (c->t < t && !c->update.terminate) {
		FmiStep s = {.t = c->t, .h = t - c->t, .no_return = true};

		check(c, calls_step(c->calls, &s));
		if (!(s.reached > c->t) && !s.terminate)
			ext_refuse("at time %g the FMU does not move on", c->t);
		c->t = s.reached;
		c->update.terminate = s.terminate;
	}
	return value_of(c, which);
}

static int fmu_give(void *object, double t, const double *u, size_t n_u, const double *d,
					size_t n_d)
{
	Component *c = object;

	(void)n_u, (void)n_d, (void)t;
	give(c, &c->u, c->u_value, u);
	give(c, &c->dis, c->d_value, d);
	return c->update.terminate;
}

/* --- the table --- */

#define POINT "oM i r r[m] m:z r[n] n:z"
#define GIVEN "r[n] n:z r[k] k:z"
#define ROW(name, fn, signature)                      \
	{                                                 \
		name, (ExtFn)(fn), EXT_NONE, signature, false \
	}
static const ExtFunction functions[] = {
	ROW("ModevsFmu_open", fmu_open, "oM(s i i[p] p:z r[p] i[n] n:z i[k] k:z)"),
	ROW("ModevsFmu_close", fmu_close, "v(xM)"),
	ROW("ModevsFmu_start", fmu_start, "r(oM r " GIVEN " R[m] m:z)"),
	ROW("ModevsFmu_derivatives", fmu_derivatives, "v(" POINT " R[m])"),
	ROW("ModevsFmu_indicators", fmu_indicators, "v(" POINT " R[q] q:z)"),
	ROW("ModevsFmu_value", fmu_value, "r(" POINT " i)"),
	ROW("ModevsFmu_state_value", fmu_state_value, "r(" POINT " i)"),
	ROW("ModevsFmu_discrete", fmu_discrete, "r(oM i i)"),
	ROW("ModevsFmu_whole", fmu_whole, "i(oM i i)"),
	ROW("ModevsFmu_event", fmu_event, "i(" POINT " r[k] k:z R[m] R)"),
	ROW("ModevsFmu_wants", fmu_wants, "r(oM r)"),
	ROW("ModevsFmu_first", fmu_first, "r(oM r " GIVEN " i)"),
	ROW("ModevsFmu_step", fmu_step, "r(oM r i)"),
	ROW("ModevsFmu_give", fmu_give, "i(oM r " GIVEN ")"),
};

const ExtFunction *component_find(const char *symbol)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (!strcmp(functions[i].symbol, symbol))
			return &functions[i];
	return NULL;
}

/* --- steps that count --- */

static MdvStatus accept_one(Component *c, double t)
{
	bool event, terminate;

	if (c->t != t) {
		plain_snprintf(c->why, sizeof c->why,
					   "the step to %.17g counts, but the FMU was asked at %.17g last", t, c->t);
		return MDV_INTERNAL_ERROR;
	}
	if (calls_completed(c->calls, &event, &terminate) != MDV_OK) {
		snprintf(c->why, sizeof c->why, "%s", calls_why(c->calls));
		return MDV_FAILED;
	}
	c->wants_event = event || terminate;
	return MDV_OK;
}

MdvStatus component_accept(ExtSession *session, double t, bool *event)
{
	for (Component *c = session->objects; c; c = c->next) {
		if (!c->exchange || !c->started || !c->d.needs_completed)
			continue;
		TRY(accept_one(c, t));
		*event |= c->wants_event;
	}
	return MDV_OK;
}

const char *component_why(const ExtSession *session)
{
	for (const Component *c = session->objects; c; c = c->next)
		if (c->why[0])
			return c->why;
	return "";
}
