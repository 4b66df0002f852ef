/* SPDX-License-Identifier: MIT
   host.c — a simulator of its own, with a queue of its own and time in integer nanoseconds, takes a
   Modelica plant in: the event-scheduling form of the split system (paper 002, 5.3). The plant is a
   heated room with a sensor that reports when the temperature leaves a band; reports and commands
   travel through a network with a random delay; the controller switches the heater.

   The plant's plan is one event in the queue. It is executed at the first nanosecond that is not
   before it, and keeps its own, real time. A plan that input has overtaken need not be taken out of
   the queue: its number tells. */
#include "modevs/modevs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char room[] =
	"model Room \"a heated room with a thermostat's sensor\"\n"
	"  input Boolean heat(start = false) \"the heater is on\";\n"
	"  Real T(start = 19, fixed = true, unit = \"degC\") \"temperature\";\n"
	"  parameter Real T_out = 5 \"temperature outside\";\n"
	"  Boolean cold(start = false, fixed = true) \"what the sensor reports\";\n"
	"equation\n"
	"  600 * der(T) = T_out - T + (if heat then 25 else 0);\n"
	"  cold = T < 18 or pre(cold) and T < 21;\n"
	"end Room;\n";

enum { NANOSECONDS = 1000000000, CAPACITY = 64 };

typedef enum { PLAN, REPORT, COMMAND } EventKind;

typedef struct {
	int64_t t;       /* nanoseconds */
	uint64_t order;  /* of scheduling: first come, first served at one time */
	EventKind kind;  /* what */
	uint64_t number; /* PLAN: of the plan */
	bool on;         /* REPORT: it is cold; COMMAND: switch the heater on */
} Event;

typedef struct {
	Event queue[CAPACITY]; /* n events in no order: there are only a few */
	int n;                 /* how many */
	uint64_t scheduled;    /* ever */
	int64_t now;           /* nanoseconds */
	uint64_t random;       /* for delays */
	MdvHybrid *plant;      /* the room */
	int n_stale;           /* plans that had been overtaken */
} Host;

static void schedule(Host *host, Event e)
{
	if (host->n == CAPACITY) {
		fputs("host: the queue is full\n", stderr);
		exit(1);
	}
	e.order = host->scheduled++;
	host->queue[host->n++] = e;
}

static Event next_event(Host *host)
{
	int first = 0;
	Event e;

	for (int i = 1; i < host->n; i++) {
		const Event *a = &host->queue[i], *b = &host->queue[first];

		if (a->t < b->t || (a->t == b->t && a->order < b->order))
			first = i;
	}
	e = host->queue[first];
	host->queue[first] = host->queue[--host->n];
	return e;
}

/* 1 to 100 milliseconds, in nanoseconds. */
static int64_t delay(Host *host)
{
	host->random = host->random * 6364136223846793005u + 1442695040888963407u;
	return 1000000 + (int64_t)((host->random >> 33) % 99000000);
}

/* The plant reports; the network brings it to the controller. */
static MdvStatus emit(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value)
{
	Host *host = user;

	(void)port;
	printf("%.6f s  the room reports: %s\n", mdv_hybrid_time(h), value->boolean ? "cold" : "warm");
	schedule(host, (Event){.t = host->now + delay(host), .kind = REPORT, .on = value->boolean});
	return MDV_OK;
}

static void schedule_plan(Host *host)
{
	MdvPlan plan = mdv_hybrid_plan(host->plant);

	if (plan.kind != MDV_PLAN_NEVER)
		schedule(host, (Event){.t = plan.tick, .kind = PLAN, .number = plan.number});
}

static void check(Host *host, MdvStatus status)
{
	if (status == MDV_OK)
		return;
	fprintf(stderr, "host: %s\n", mdv_hybrid_message(host->plant));
	exit(1);
}

static void handle(Host *host, const Event *e)
{
	MdvPlan plan = mdv_hybrid_plan(host->plant);
	MdvValue value = mdv_boolean(e->on);
	MdvBag bag = {&value, 1};

	switch (e->kind) {
	case PLAN:
		if (e->number != plan.number) {
			host->n_stale++;
			return;
		}
		check(host, plan.kind == MDV_PLAN_STEP ? mdv_hybrid_step(host->plant, e->number)
											   : mdv_hybrid_change(host->plant, e->number));
		schedule_plan(host);
		return;
	case REPORT:
		schedule(host, (Event){.t = e->t + delay(host), .kind = COMMAND, .on = e->on});
		return;
	case COMMAND:
		printf("%" PRId64 " ns  the heater goes %s\n", e->t, e->on ? "on" : "off");
		check(host,
			  mdv_hybrid_external(host->plant, mdv_hybrid_tick_time(host->plant, e->t), &bag));
		schedule_plan(host);
		return;
	}
}

int main(void)
{
	static const MdvSend send[] = {{.variable = "cold", .port = 0, .when = MDV_SEND_CHANGE}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "heat"}};
	Host host = {.random = 1};
	MdvHybridOptions o = {.send = send,
						  .n_send = 1,
						  .receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .n_out = 1,
						  .run.solver = MDV_SOLVER_RK45,
						  .run.tol = 1e-8,
						  .run.span = 900,
						  .emit = emit,
						  .ticks_per_second = NANOSECONDS,
						  .user = &host};
	MdvProgram *program;

	if (mdv_compile_text("Room.mo", room, NULL, &program) != MDV_OK) {
		fputs(program ? mdv_program_messages(program) : "host: out of memory\n", stderr);
		return 1;
	}
	o.model = mdv_program_source(program);
	if (mdv_hybrid_new(&o, 0, &host.plant) != MDV_OK) {
		fprintf(stderr, "host: %s\n",
				host.plant ? mdv_hybrid_message(host.plant) : "out of memory");
		return 1;
	}
	schedule_plan(&host);
	while (host.n > 0) {
		Event e = next_event(&host);

		if (e.t > (int64_t)900 * NANOSECONDS)
			break;
		host.now = e.t;
		handle(&host, &e);
	}
	printf("after a quarter of an hour %.3f degC; %d plans were overtaken by input\n",
		   mdv_hybrid_get(host.plant, mdv_hybrid_find(host.plant, "T")), host.n_stale);
	mdv_hybrid_free(host.plant);
	mdv_program_free(program);
	return 0;
}
