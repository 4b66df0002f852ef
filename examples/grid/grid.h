/* SPDX-License-Identifier: MIT
   grid.h — load control of a power system through a packet network (paper 002, section 5.6). The
   power system is the Modelica model Grid.PowerNetwork; monitors, loads, and the nodes and lines
   of the network are atomics in C:

	   plant ─ sample ─> monitor ─ packet ─> node ═ line ═ node ─ packet ─> load ─ power ─> plant

   Nodes 0 to 11 belong to loads, 12 to 16 to machines; lines of the network follow those of the
   power system. */
#ifndef EXAMPLES_GRID_H
#define EXAMPLES_GRID_H

#include "modevs/modevs.h"
#include "modevs/parts.h"

#include "study.h"

enum {
	GRID_LOADS = 12,
	GRID_MACHINES = 5,
	GRID_NODES = GRID_LOADS + GRID_MACHINES,
	GRID_LINES = 23,
	GRID_DEGREE = 5, /* most lines at a node */
	GRID_STEPS = 10  /* of the service fraction, from 0 to 1: 1 / delta alpha */
};

#define GRID_NOMINAL 60.0 /* frequency, Hz */
#define GRID_TRIP    0.1  /* deviation at which a machine's breaker opens, Hz */

/* How a monitor reads the paper's time to failure, whose numerator is in Hz. */
typedef enum GridEstimate {
	GRID_SECONDS, /* the acceleration in Hz/s too: a time */
	GRID_PRINTED  /* the acceleration per unit, as printed: 60 times that time */
} GridEstimate;

typedef struct GridOptions {
	bool control;          /* monitors and network are there */
	double stop;           /* s */
	uint64_t seed;         /* of the nodes' hold */
	double hold;           /* a node keeps a packet up to so long, at random, s */
	double inertia;        /* factor of all inertias */
	double reactance;      /* factor of all machines' reactances */
	GridEstimate estimate; /* see there */
	bool every_sample;     /* monitors send at every sample, not only what is new */
	bool shaft_angles;     /* of the machines are those of the network, as printed; else 2 pi 60
							  times as much, for speeds per unit */
	double throughput;     /* of a line, bits per second */
	double latency;        /* of a line, s */
	const char *solver;    /* of the plant */
	double tol;            /* its relative tolerance */
} GridOptions;

/* What pictures show */
typedef struct GridCurves {
	StudyCurve frequency[GRID_MACHINES]; /* Hz */
	StudyCurve demand, served;           /* all loads, per unit */
	StudyCurve requested;                /* mean of the fractions that the monitors ask for */
	StudyCurve service;                  /* of the demand, what the loads take */
} GridCurves;

typedef struct GridResult {
	double t_trip[GRID_MACHINES];  /* when breakers opened; INFINITY: never */
	int tripped;                   /* how many opened */
	double min_frequency;          /* of any machine, Hz */
	double max_frequency;          /* of any machine, Hz */
	double min_service;            /* least fraction of the demand that the loads took */
	double end_service;            /* the same at the end; 0 in a dead network */
	double unserved;               /* demand that was not served, integrated, per unit s */
	double t_served;               /* from when on all demand was served; INFINITY: not */
	uint64_t samples, messages;    /* taken; sent by monitors */
	uint64_t packets;              /* carried by lines */
	uint64_t received[GRID_LOADS]; /* messages at each load */
	uint64_t stale;                /* of these, those older than one that came before */
	double min_delay[GRID_LOADS];  /* of a message to each load, s; 0: none came */
	double max_delay;              /* from a monitor to a load, s */
	double mean_delay;             /* of all messages and loads, s */
	size_t longest_queue;          /* packets in and before a line */
	MdvHybridStats plant;          /* what the plant took */
} GridResult;

/* run.c — one simulation; curves may be NULL. False: why is on the standard error. */
bool grid_run(const GridOptions *o, GridCurves *curves, GridResult *result);

/* plant.c — the power system's own code: samples of machines when their frequency has changed */

typedef struct GridSample {
	double dP_m, r; /* mechanical power and its rate of change */
	double dP_e;    /* electrical power */
	double w, a;    /* speed and acceleration, per unit */
} GridSample;

extern const MdvExtension grid_sampler; /* output i: a GridSample of machine i */

/* control.c — monitors and loads */

typedef struct GridPacket {
	uint32_t monitor; /* whose */
	uint64_t number;  /* from 1 on */
	double alpha;     /* the fraction it asks for */
	double t;         /* when it was sent */
} GridPacket;

typedef struct GridMonitorParams {
	uint32_t machine;      /* which */
	GridEstimate estimate; /* see there */
	bool every_sample;     /* send at each, not only what is new */
} GridMonitorParams;

/* Input: samples of its machine; output: packets. */
typedef struct GridMonitor {
	GridMonitorParams p; /* as given */
	int steps;           /* the fraction it asks for, in steps */
	double t_next;       /* now if that is to be sent, or INFINITY */
	uint64_t samples;    /* taken */
	uint64_t sent;       /* packets */
} GridMonitor;

extern const MdvAtomic grid_monitor; /* params: GridMonitorParams */

/* Input: packets; output: the power injected at its bus, when it changes. */
typedef struct GridLoad {
	uint32_t load;                /* which */
	double alpha[GRID_MACHINES];  /* the last fraction from each monitor */
	uint64_t last[GRID_MACHINES]; /* number of that packet */
	double t_next;                /* now if the power is to be sent, or when the demand changes */
	MdvTally delay;               /* of packets */
	uint64_t stale;               /* packets older than one before */
} GridLoad;

extern const MdvAtomic grid_load;                 /* params: its number, uint32_t */
double grid_load_demand(uint32_t load, double t); /* what it would take, per unit */
double grid_load_fraction(const GridLoad *s);     /* of that, what it takes */

/* net.c — packets flood the network */

typedef struct GridLink {
	uint32_t a, b; /* nodes at its ends */
} GridLink;

extern const GridLink grid_links[GRID_LINES];

/* Passes every packet that it has not seen on to its own load and to all lines but the one by which
   it came. Port 0: the node's own monitor (input) or load (output); 1 + k: its k-th line. */
typedef struct GridNode {
	uint64_t last[GRID_MACHINES]; /* number of the last packet of each monitor */
	double hold;                  /* longest, s */
	MdvRandom random;             /* of holds */
	MdvItems held;                /* packets with the time at which they leave, in order */
	double t_next;                /* that of the first */
} GridNode;

extern const MdvAtomic grid_node; /* params: the longest hold, double */

/* Carries one packet at a time, whichever way. Input and output 0: from end a to end b; 1: back. */
typedef struct GridLine {
	double time;    /* that a packet takes, s */
	MdvItems queue; /* the first one is under way */
	double t_next;  /* when it arrives */
	uint64_t n;     /* carried */
	size_t longest; /* queue */
} GridLine;

extern const MdvAtomic grid_line;                         /* params: that time, double */
double grid_line_time(double throughput, double latency); /* for one message */

#endif
