/* SPDX-License-Identifier: MIT
   robot.h — the contents of the study "robot over Ethernet" (paper 000, section 5): network cards
   and background traffic, the robot and its control as plants with extensions, one run of it all,
   and the same by co-simulation. */
#ifndef EXAMPLES_ROBOT_H
#define EXAMPLES_ROBOT_H

#include "modevs/modevs.h"

#define FRAME     51.2e-6 /* seconds: 512 bits at 10 Mbit/s */
#define LOST_FROM 0.1     /* metres: with such an error control is lost */

enum { FRAME_BITS = 512, MOST_ATTEMPTS = 16, MOST_BACKOFF = 10, PACKET_BYTES = 100 };

/* ethernet.c — cards, packets, background traffic (5.3, 5.4) */

typedef enum PacketRole {
	APP_DATA, /* from or to an application */
	TX_START, /* a transmission over the medium begins, */
	TX_CMPLT, /* has succeeded, */
	TX_FAIL   /* has collided with another */
} PacketRole;

typedef struct Packet {
	PacketRole role; /* of this instance */
	uint32_t to;     /* address of the card that is to receive it; 0: none of those modelled */
	uint32_t bytes;  /* length */
	double data[2];  /* joint angles, or torques */
} Packet;

/* A message with a packet; its payload is NULL if there is no memory. */
MdvValue ethernet_message(const MdvCall *call, const Packet *packet);
const Packet *ethernet_packet(const MdvValue *message);

enum { CARD_FROM_APP, CARD_FROM_MEDIA };              /* inputs of a card */
enum { CARD_TO_APP, CARD_TO_MEDIA };                  /* outputs */
enum { TX_FROM_APP, TX_FROM_MEDIA };                  /* inputs of its transmitter */
enum { ROBOT_ADDRESS = 1, CONTROL_ADDRESS, SOURCES }; /* addresses; the sources' from there on */

/* What transmitters have done. */
typedef struct EthernetCounts {
	uint64_t sent;       /* packets transmitted */
	uint64_t collisions; /* of each transmitter that took part */
	uint64_t dropped;    /* packets given up after MOST_ATTEMPTS */
	uint64_t waiting;    /* packets in queues now */
} EthernetCounts;

typedef struct Ethernet {
	MdvDevs *sim;                /* where the cards are */
	MdvComponent *card, *tx;     /* n_cards; cards and their transmitters */
	uint32_t n_cards;            /* the robot's, the control's, those of sources */
	MdvComponent robot, control; /* the cards of these two */
} Ethernet;

/* Two cards, and one with traffic for each source; every card hears every other. ethernet_free is
   due in any case. */
MdvStatus ethernet_build(Ethernet *net, MdvDevs *sim, uint32_t n_sources);
EthernetCounts ethernet_counts(const Ethernet *net);
void ethernet_free(Ethernet *net);

/* plants.c — RobotExt and ControlExt (5.1, 5.2) */

enum { PLANT_FROM_CARD }; /* input of both: packets */
enum { PLANT_TO_CARD };   /* output */

typedef struct RobotExt {
	int32_t torque[2];     /* variables: T, */
	int32_t sample[2];     /* q_sample, */
	int32_t number;        /* sampleNumber */
	double sample_number;  /* of the last sample that was sent */
	uint64_t samples_sent; /* samples out */
	uint64_t commands;     /* torques in */
} RobotExt;

extern const MdvExtension robot_ext, control_ext;

/* world.c — one run of it all */

typedef enum RobotControl {
	ROBOT_SAMPLED,   /* 1 kHz */
	ROBOT_THRESHOLD, /* when the tool has moved by half a millimetre */
	ROBOT_COSIM      /* 1 kHz, fixed-step co-simulation */
} RobotControl;

typedef enum RobotStates {
	ROBOT_CHOSEN, /* at run time */
	ROBOT_JOINTS, /* the joints' angles are always the states */
	ROBOT_TOOL    /* the tool's coordinates */
} RobotStates;

/* Where the tool was, on a grid of time. */
typedef struct RobotPath {
	double interval;  /* of the grid */
	double *x, *z;    /* n places, the first at time 0 */
	size_t n, cap;    /* how many; room for so many */
	double reversal;  /* when a joint first reversed its motion; INFINITY: never */
	double moving[2]; /* speeds of the joints when they last moved; 0: they have not */
} RobotPath;

typedef struct RobotCase {
	RobotControl control;                  /* how the joints are sampled */
	RobotStates states;                    /* which variables are states */
	uint32_t n_sources;                    /* of background traffic */
	uint64_t seed;                         /* of its random numbers and those of back-off */
	double stop;                           /* seconds; events at it are not simulated */
	double tol;                            /* of the integrator, relative */
	double limit;                          /* metres: the run ends with such an error */
	MdvLocator locator;                    /* of crossings */
	void (*log)(void *, const char *text); /* changes of states and warnings; NULL: dropped */
	/* Called with the error, at every event and every millisecond; NULL: nobody is. */
	void (*watch)(void *user, double t, double x, double z, double error);
	void *user;      /* handed to watch and log */
	RobotPath *path; /* filled in; NULL: not wanted */
} RobotCase;

typedef struct RobotFigures {
	double max_error;     /* largest |x-xd|+|z-zd|, metres; the limit if it was reached */
	double max_residual;  /* of the constraints, square metres */
	double t_end;         /* how far it came */
	double cpu_s;         /* seconds, without compiling */
	uint64_t samples;     /* from the robot */
	uint64_t commands;    /* to it */
	EthernetCounts net;   /* what the transmitters did */
	MdvHybridStats stats; /* of the robot's plant, or of the co-simulation */
} RobotFigures;

typedef struct RobotPrograms {
	MdvProgram *robot, *control; /* compiled; NULL: there is none */
} RobotPrograms;

/* False: told on the standard error; world_free is due in any case. */
bool world_compile(RobotPrograms *p, RobotControl control, RobotStates states);
void world_free(RobotPrograms *p);
bool world_run(const RobotPrograms *p, const RobotCase *c, RobotFigures *out);

/* For cosim.c: the network and the control, without the robot. What is due to be freed is, by
   world_close. */
typedef struct World {
	MdvDevs *sim;             /* the simulation */
	Ethernet net;             /* its network */
	MdvHybridOptions control; /* of the control's plant */
	MdvAtomic control_kind;   /* the same as an atomic */
} World;

MdvStatus world_open(World *w, const RobotPrograms *p, const RobotCase *c);
void world_close(World *w);

/* path.c — recording and comparing paths */

bool path_init(RobotPath *path, double interval, double stop); /* false: no memory */
/* At any time, in order: what is due by the grid is kept. */
void path_add(RobotPath *path, double t, double x, double z, const double speed[2]);
/* The largest distance |dx|+|dz| of two paths up to t. */
double path_distance(const RobotPath *a, const RobotPath *b, double t);
void path_free(RobotPath *path);

/* cosim.c — fixed-step co-simulation of the same */

bool cosim_run(const RobotPrograms *p, const RobotCase *c, RobotFigures *out);

#endif
