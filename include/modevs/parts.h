/* SPDX-License-Identifier: MIT
   parts.h — ready-made atomic models: generator, processor, delay, switch, statistics, transducer,
   recorder, and what they are made of, for use in models of one's own.

   A part is added with mdv_devs_add_atomic and a pointer to its parameters, which are copied; what
   they point to (lists of times, of values) must outlive the component. Zeroed parameters mean the
   defaults; impossible ones are refused by mdv_devs_add_atomic with a text. The ports of each part
   are named by an enumeration. Results are read with mdv_<part>_read, at any time between events.

   Parts that do not mind their number of ports (switch, recorder) may be copied to get another:
   `MdvAtomic wide = mdv_switch; wide.n_out = 100;`.

   Their names, parameters and ports as data, for couplings written in Modelica: library.h. */
#ifndef MODEVS_PARTS_H
#define MODEVS_PARTS_H

#include "modevs/devs.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* Times between events or of service */

typedef enum {
	MDV_TIMES_CONSTANT,
	MDV_TIMES_EXPONENTIAL,
	MDV_TIMES_UNIFORM,
	MDV_TIMES_LISTED,
} MdvTimesKind;

typedef struct {
	MdvTimesKind kind;  /* how they are drawn */
	double a;           /* constant: the time; exponential: the mean; uniform: the least */
	double b;           /* uniform: the greatest */
	const double *list; /* listed: n times, one after the other, then again from the first */
	size_t n;           /* how many are listed */
} MdvTimes;

static inline MdvTimes mdv_constant(double time)
{
	return (MdvTimes){.kind = MDV_TIMES_CONSTANT, .a = time};
}
static inline MdvTimes mdv_exponential(double mean)
{
	return (MdvTimes){.kind = MDV_TIMES_EXPONENTIAL, .a = mean};
}
static inline MdvTimes mdv_uniform(double least, double greatest)
{
	return (MdvTimes){.kind = MDV_TIMES_UNIFORM, .a = least, .b = greatest};
}
static inline MdvTimes mdv_listed(const double *list, size_t n)
{
	return (MdvTimes){.kind = MDV_TIMES_LISTED, .list = list, .n = n};
}

/* For init: refuse times that are negative, not finite or not given; `what` names the parameter. */
MdvStatus mdv_times_check(const MdvTimes *times, const MdvCall *call, const char *what);
/* The k-th time (k counts from 0 and matters to lists only). */
double mdv_times_draw(const MdvTimes *times, MdvRandom *r, uint64_t k);

/* Values kept in a state: a queue open at both ends, which grows as needed and keeps the payloads
   in it alive. Zeroed memory is an empty one; mdv_items_free belongs into destroy. */

typedef struct {
	MdvValue value; /* what; its port is the user's */
	double t;       /* a time the user gave with it */
} MdvItem;

typedef struct {
	MdvItem *at;  /* cap places, a ring */
	size_t first; /* place of the first */
	size_t n;     /* how many are in it */
	size_t cap;   /* a power of two, or 0 */
} MdvItems;

/* Append; a payload is retained. MDV_NO_MEMORY (the reason is given): nothing has changed. */
MdvStatus mdv_items_push(MdvItems *items, const MdvCall *call, MdvValue value, double t);
const MdvItem *mdv_items_at(const MdvItems *items, size_t i); /* the i-th from the first, i < n */
/* Take an item out; the reference to its payload goes to the caller. */
MdvItem mdv_items_take_first(MdvItems *items);
MdvItem mdv_items_take_last(MdvItems *items);
void mdv_items_free(MdvItems *items, const MdvCall *call);

/* Send a value and keep it: for lambda, which may not change the state. */
MdvStatus mdv_send_copy(MdvCall *call, uint32_t port, MdvValue value);
/* Release the payload of a value, if it is one. */
void mdv_value_release(const MdvCall *call, MdvValue value);

/* Number, mean, variance and extremes of a series, without keeping it (Welford's recurrence). */

typedef struct {
	uint64_t n;      /* how many */
	double mean;     /* 0 if n is 0 */
	double m2;       /* sum of squared deviations from the mean */
	double min, max; /* 0 if n is 0 */
} MdvTally;

void mdv_tally_add(MdvTally *tally, double x);
double mdv_tally_variance(const MdvTally *tally); /* of the sample, over n - 1; 0 if n < 2 */

/* Generator: sends values one after the other, with a time between them. */

enum { MDV_GENERATOR_START, MDV_GENERATOR_STOP }; /* inputs: any value will do */
enum { MDV_GENERATOR_OUT };                       /* output */

typedef struct {
	MdvTimes gaps;          /* between values; constant gaps do not add up rounding errors */
	bool at_once;           /* the first value leaves at the start, not a gap after it */
	bool waiting;           /* do not start before the first message on START */
	uint64_t limit;         /* stop for good after so many values; 0: never */
	const MdvValue *values; /* n_values to send, again and again; NULL: integers 1, 2, 3, ... */
	size_t n_values;        /* how many */
	uint64_t seed;          /* of the gaps: another number gives another stream */
} MdvGeneratorParams;

extern const MdvAtomic mdv_generator;

uint64_t mdv_generator_read(const MdvDevs *sim, MdvComponent generator); /* values sent so far */

/* Processor: serves jobs (values of any kind) one at a time; the others wait. Its finishing times
   are exact: a job taken at t leaves at t + service time, whatever arrives meanwhile. A job that
   finishes at the instant of an arrival leaves before the arriving one is looked at. */

enum { MDV_PROCESSOR_IN };                         /* input: jobs */
enum { MDV_PROCESSOR_OUT, MDV_PROCESSOR_REFUSED }; /* outputs: jobs done; jobs without room */

typedef enum { MDV_FIFO, MDV_LIFO } MdvOrder; /* of the waiting jobs; service is not interrupted */

typedef struct {
	MdvTimes service; /* how long a job takes */
	/* If not NULL: the time of this job, instead of `service`; called when service begins. */
	double (*time_of)(const MdvValue *job);
	MdvOrder order;  /* who is next; jobs that arrive together count in the order of the bag */
	size_t capacity; /* most jobs at a time, the one in service included; 0: no limit */
	uint64_t seed;   /* of the service times: another number gives another stream */
} MdvProcessorParams;

typedef struct {
	uint64_t arrived; /* jobs, the refused ones included */
	uint64_t served;  /* done */
	uint64_t refused; /* for lack of room */
	size_t waiting;   /* now */
	size_t longest;   /* most that ever waited */
	bool busy;        /* now */
	double busy_time; /* spent serving */
} MdvProcessorResult;

extern const MdvAtomic mdv_processor;

MdvProcessorResult mdv_processor_read(const MdvDevs *sim, MdvComponent processor);

/* Pipe: n processors one after the other as one coupled model with the ports of a processor; jobs
   refused by any of them leave on MDV_PROCESSOR_REFUSED. They are called "1", "2", ... */
MdvStatus mdv_add_pipe(MdvDevs *sim, MdvComponent parent, const char *name,
					   const MdvProcessorParams *processors, size_t n, MdvComponent *added);

/* The same of n equal ones. */
typedef struct {
	size_t n;         /* how many, at least 1 */
	MdvTimes service; /* as of a processor; each has a stream of its own */
	MdvOrder order;   /* likewise */
	size_t capacity;  /* likewise */
	uint64_t seed;    /* likewise */
} MdvPipeParams;

MdvStatus mdv_add_even_pipe(MdvDevs *sim, MdvComponent parent, const char *name,
							const MdvPipeParams *params, MdvComponent *added);

/* Delay: every value leaves unchanged after a fixed time, in the order of arrival. */

typedef struct {
	double time; /* 0 or more */
} MdvDelayParams;

extern const MdvAtomic mdv_delay; /* input 0, output 0 */

/* Switch: passes values on, one step later at the same time, to one of n outputs. */

enum { MDV_SWITCH_IN, MDV_SWITCH_CONTROL }; /* inputs; CONTROL: an integer 0 .. n-1, an output */

typedef struct {
	uint32_t n;       /* outputs in use; 0: 8, all that mdv_switch has */
	uint32_t first;   /* where values go before the first command */
	bool round_robin; /* after each value on to the next output; a command says where to go on */
} MdvSwitchParams;

/* Values and a command that arrive together: the command comes first. */
extern const MdvAtomic mdv_switch; /* 8 outputs */

/* Statistics: of sampled numbers, and of a level that changes in time. */

enum {
	MDV_STATISTICS_SAMPLE, /* a number (true counts as 1); an event is counted, no more */
	MDV_STATISTICS_LEVEL,  /* a number, the level from now on */
	MDV_STATISTICS_UP,     /* any value raises the level by 1, */
	MDV_STATISTICS_DOWN,   /* lowers it by 1 */
	MDV_STATISTICS_RESET,  /* forget everything but the level: the end of a warm-up */
};

typedef struct {
	double level; /* at the start */
} MdvStatisticsParams;

typedef struct {
	uint64_t count;              /* values on SAMPLE */
	MdvTally samples;            /* of those that are numbers */
	double rate;                 /* count per unit of time */
	double time;                 /* since the start or the last reset */
	double level;                /* now */
	double level_mean;           /* time average */
	double level_min, level_max; /* of the level, as each instant leaves it */
} MdvStatisticsResult;

extern const MdvAtomic mdv_statistics; /* params may be NULL */

MdvStatisticsResult mdv_statistics_read(const MdvDevs *sim, MdvComponent statistics);

/* Transducer: watches jobs come and go. A job that is solved or lost is told by its value (a
   payload by its identity); equal ones are taken in the order of their arrival. */

enum { MDV_TRANSDUCER_ARRIVED, MDV_TRANSDUCER_SOLVED, MDV_TRANSDUCER_LOST };        /* inputs */
enum { MDV_TRANSDUCER_DONE, MDV_TRANSDUCER_THROUGHPUT, MDV_TRANSDUCER_TURNAROUND }; /* outputs */

/* When the period is over, results are sent: an event on DONE, e.g. to stop a generator, and two
   reals; what arrives at that instant or later is ignored. */
typedef struct {
	double period; /* of observation; 0: for ever */
} MdvTransducerParams;

typedef struct {
	uint64_t arrived, solved, lost; /* jobs */
	uint64_t unknown;               /* solved or lost, but never seen to arrive */
	size_t present;                 /* arrived and still there */
	double throughput;              /* solved per unit of time */
	MdvTally turnaround;            /* from arrival to solution */
} MdvTransducerResult;

extern const MdvAtomic mdv_transducer; /* params may be NULL */

MdvTransducerResult mdv_transducer_read(const MdvDevs *sim, MdvComponent transducer);

/* Recorder: keeps all that arrives on any of its 8 inputs. */

typedef struct {
	double t;       /* when it arrived */
	uint64_t step;  /* superdense step at t */
	MdvValue value; /* what, and on which port; payloads live as long as the recorder */
} MdvRecord;

typedef struct {
	uint32_t n; /* inputs in use; 0: 8, all that mdv_recorder has */
} MdvRecorderParams;

extern const MdvAtomic mdv_recorder; /* params may be NULL */

/* The n records so far, in the order of arrival; valid until the next event. */
const MdvRecord *mdv_recorder_read(const MdvDevs *sim, MdvComponent recorder, size_t *n);
/* As lines "t,step,port,value", with a heading. */
MdvStatus mdv_recorder_write(const MdvDevs *sim, MdvComponent recorder, FILE *file);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
