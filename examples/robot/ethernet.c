/* SPDX-License-Identifier: MIT
   ethernet.c — media access as in paper 000, 5.3: a card is a transmitter Tx and a receiver Rx; all
   cards hear each other at once. Whoever wants to send waits until nobody transmits. Two that begin
   at the same instant collide: both say so (TX_FAIL) and stand back for 0 to min(attempts, 10)
   frames; after 16 attempts the packet is dropped. A transmission takes whole frames of 512 bits.

   The paper lets a card say TX_FAIL only when it gives up; then two cards that collide wait for an
   idle medium for ever. Here a collided card says it at every collision. */
#include "robot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "modevs/parts.h"

/* Packets */

static int print_packet(const void *data, char *buf, size_t size)
{
	static const char *const role[] = {"APP_DATA", "TX_START", "TX_CMPLT", "TX_FAIL"};
	const Packet *p = data;

	return snprintf(buf, size, "%s to %u", role[p->role], (unsigned)p->to);
}

static const MdvPayloadType packet_type = {.name = "packet", .print = print_packet};

MdvValue ethernet_message(const MdvCall *call, const Packet *packet)
{
	MdvPayload *payload = mdv_payload_new(call, &packet_type, sizeof *packet);

	if (payload)
		*(Packet *)mdv_payload_data(payload) = *packet;
	return mdv_payload(payload);
}

const Packet *ethernet_packet(const MdvValue *message)
{
	return mdv_payload_data(message->payload);
}

/* The same packet in another role. */
static MdvStatus send_as(MdvCall *call, const MdvValue *message, PacketRole role)
{
	Packet packet = *ethernet_packet(message);
	MdvValue sent;

	packet.role = role;
	sent = ethernet_message(call, &packet);
	if (!sent.payload)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a packet");
	return mdv_send(call, 0, sent);
}

/* Rx: a packet that has been transmitted to this card goes to its application, at once. */

typedef struct Rx {
	uint32_t address; /* of the card */
	MdvItems arrived; /* packets that leave now */
	double t_next;    /* now, or INFINITY */
} Rx;

static MdvStatus rx_init(void *state, const MdvCall *call, const void *params)
{
	Rx *s = state;

	(void)call;
	s->address = *(const uint32_t *)params;
	s->t_next = INFINITY;
	return MDV_OK;
}

static void rx_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((Rx *)state)->arrived, call);
}

static double rx_t_next(const void *state)
{
	return ((const Rx *)state)->t_next;
}

static MdvStatus rx_lambda(const void *state, MdvCall *call)
{
	const Rx *s = state;
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < s->arrived.n && status >= 0; i++)
		status = send_as(call, &mdv_items_at(&s->arrived, i)->value, APP_DATA);
	return status;
}

static MdvStatus rx_delta_int(void *state, const MdvCall *call)
{
	Rx *s = state;

	while (s->arrived.n)
		mdv_value_release(call, mdv_items_take_first(&s->arrived).value);
	s->t_next = INFINITY;
	return MDV_OK;
}

static MdvStatus rx_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Rx *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	for (size_t i = 0; i < x->n && status >= 0; i++) {
		const Packet *p = ethernet_packet(&x->at[i]);

		if (p->role != TX_CMPLT || p->to != s->address)
			continue;
		status = mdv_items_push(&s->arrived, call, x->at[i], call->t);
		s->t_next = call->t;
	}
	return status;
}

static const MdvAtomic rx = {
	.name = "rx",
	.state_size = sizeof(Rx),
	.n_in = 1,
	.n_out = 1,
	.init = rx_init,
	.destroy = rx_destroy,
	.t_next = rx_t_next,
	.lambda = rx_lambda,
	.delta_int = rx_delta_int,
	.delta_ext = rx_delta_ext,
};

/* Tx: packets wait in a queue for the medium. */

typedef enum TxPhase {
	TX_IDLE,    /* nothing to send */
	TX_WAITING, /* for the medium to become idle */
	TX_READY,   /* to begin now */
	TX_SENDING, /* on the medium */
	TX_FAILING, /* has collided, to tell so now */
	TX_BACKOFF  /* standing back */
} TxPhase;

typedef struct Tx {
	TxPhase phase;         /* see there */
	MdvItems queue;        /* packets; the first one is being sent */
	uint32_t n_busy;       /* transmissions of other cards going on */
	uint32_t attempts;     /* that have failed to send the first packet */
	MdvRandom random;      /* for back-off */
	double t_next;         /* of the next internal event */
	EthernetCounts counts; /* so far */
} Tx;

static MdvStatus tx_init(void *state, const MdvCall *call, const void *params)
{
	Tx *s = state;

	(void)params;
	mdv_random_init(&s->random, call, 0);
	s->t_next = INFINITY;
	return MDV_OK;
}

static void tx_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((Tx *)state)->queue, call);
}

static double tx_t_next(const void *state)
{
	return ((const Tx *)state)->t_next;
}

/* When a number of frames that begins at t ends: rounded twice, no more. */
static double after_frames(double t, uint64_t n)
{
	return t + (double)n * FRAME;
}

static uint64_t frames_of(const Packet *p)
{
	return (8 * (uint64_t)p->bytes + FRAME_BITS - 1) / FRAME_BITS;
}

/* Begin with the first packet, as soon as the medium is idle. */
static void look_for_work(Tx *s, double t)
{
	s->phase = s->queue.n == 0 ? TX_IDLE : s->n_busy > 0 ? TX_WAITING : TX_READY;
	s->t_next = s->phase == TX_READY ? t : INFINITY;
}

static void take_out_first(Tx *s, const MdvCall *call)
{
	mdv_value_release(call, mdv_items_take_first(&s->queue).value);
	s->attempts = 0;
}

/* After a collision. A wait of no frames, too, is one: whoever heard the medium become idle goes
   first. */
static void stand_back(Tx *s, const MdvCall *call)
{
	uint64_t most = s->attempts < MOST_BACKOFF ? s->attempts : MOST_BACKOFF;

	if (s->attempts == MOST_ATTEMPTS) {
		take_out_first(s, call);
		s->counts.dropped++;
		look_for_work(s, call->t);
		return;
	}
	s->phase = TX_BACKOFF;
	s->t_next = after_frames(call->t, mdv_random_below(&s->random, most + 1));
}

static MdvStatus tx_lambda(const void *state, MdvCall *call)
{
	const Tx *s = state;
	const MdvValue *first = &mdv_items_at(&s->queue, 0)->value;

	switch (s->phase) {
	case TX_READY: return send_as(call, first, TX_START);
	case TX_SENDING: return send_as(call, first, TX_CMPLT);
	case TX_FAILING: return send_as(call, first, TX_FAIL);
	case TX_IDLE:
	case TX_WAITING:
	case TX_BACKOFF: break;
	}
	return MDV_OK;
}

static MdvStatus tx_delta_int(void *state, const MdvCall *call)
{
	Tx *s = state;

	switch (s->phase) {
	case TX_READY:
		s->phase = TX_SENDING;
		s->t_next =
			after_frames(call->t, frames_of(ethernet_packet(&mdv_items_at(&s->queue, 0)->value)));
		break;
	case TX_SENDING:
		take_out_first(s, call);
		s->counts.sent++;
		look_for_work(s, call->t);
		break;
	case TX_FAILING: stand_back(s, call); break;
	case TX_BACKOFF: look_for_work(s, call->t); break;
	case TX_IDLE:
	case TX_WAITING: break;
	}
	return MDV_OK;
}

/* After tx_delta_int if both are due: two that have begun at one instant meet here. */
static MdvStatus tx_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Tx *s = state;
	bool started = false;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		if (x->at[i].port == TX_FROM_APP) {
			MdvStatus status = mdv_items_push(&s->queue, call, x->at[i], call->t);

			if (status < 0)
				return status;
			continue;
		}
		if (ethernet_packet(&x->at[i])->role == TX_START) {
			s->n_busy++;
			started = true;
		} else {
			s->n_busy--;
		}
	}
	if (s->phase == TX_SENDING && started) {
		s->phase = TX_FAILING;
		s->t_next = call->t;
		s->attempts++;
		s->counts.collisions++;
	} else if (s->phase == TX_IDLE || s->phase == TX_WAITING || s->phase == TX_READY) {
		look_for_work(s, call->t);
	}
	return MDV_OK;
}

static const MdvAtomic tx = {
	.name = "tx",
	.state_size = sizeof(Tx),
	.n_in = 2,
	.n_out = 1,
	.init = tx_init,
	.destroy = tx_destroy,
	.t_next = tx_t_next,
	.lambda = tx_lambda,
	.delta_int = tx_delta_int,
	.delta_ext = tx_delta_ext,
};

/* Source: another application, which sends packets at random to stations that are not modelled. */

static const double mean_gap = 1.0 / 125; /* seconds */

typedef struct Source {
	MdvRandom random; /* of gaps */
	double gap;       /* until the next packet */
} Source;

static MdvStatus source_next(void *state, const MdvCall *call)
{
	Source *s = state;

	(void)call;
	s->gap = mdv_random_exponential(&s->random, mean_gap);
	return MDV_OK;
}

static MdvStatus source_init(void *state, const MdvCall *call, const void *params)
{
	(void)params;
	mdv_random_init(&((Source *)state)->random, call, 0);
	return source_next(state, call);
}

static double source_ta(const void *state)
{
	return ((const Source *)state)->gap;
}

static MdvStatus source_lambda(const void *state, MdvCall *call)
{
	Packet packet = {.role = APP_DATA, .bytes = PACKET_BYTES};
	MdvValue message = ethernet_message(call, &packet);

	(void)state;
	if (!message.payload)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a packet");
	return mdv_send(call, 0, message);
}

static const MdvAtomic source = {
	.name = "source",
	.state_size = sizeof(Source),
	.n_out = 1,
	.init = source_init,
	.ta = source_ta,
	.lambda = source_lambda,
	.delta_int = source_next,
};

/* The network */

/* A card: Tx and Rx with the ports of Figure 6. */
static MdvStatus add_card(Ethernet *net, const char *name, uint32_t address)
{
	MdvComponent *card = &net->card[net->n_cards], *transmitter = &net->tx[net->n_cards], receiver;
	MdvStatus status = mdv_devs_add_coupled(net->sim, mdv_devs_root(net->sim), name, 2, 2, card);

	if (status >= 0)
		status = mdv_devs_add_atomic(net->sim, *card, "tx", &tx, NULL, transmitter);
	if (status >= 0)
		status = mdv_devs_add_atomic(net->sim, *card, "rx", &rx, &address, &receiver);
	if (status < 0)
		return status;
	net->n_cards++;
	status = mdv_devs_couple(net->sim, *card, CARD_FROM_APP, *transmitter, TX_FROM_APP);
	if (status >= 0)
		status = mdv_devs_couple(net->sim, *card, CARD_FROM_MEDIA, *transmitter, TX_FROM_MEDIA);
	if (status >= 0)
		status = mdv_devs_couple(net->sim, *card, CARD_FROM_MEDIA, receiver, 0);
	if (status >= 0)
		status = mdv_devs_couple(net->sim, *transmitter, 0, *card, CARD_TO_MEDIA);
	if (status >= 0)
		status = mdv_devs_couple(net->sim, receiver, 0, *card, CARD_TO_APP);
	return status;
}

static MdvStatus add_source(Ethernet *net, uint32_t i)
{
	MdvComponent traffic;
	MdvStatus status;
	char name[32];

	snprintf(name, sizeof name, "card%u", (unsigned)i + 1);
	status = add_card(net, name, SOURCES + i);
	snprintf(name, sizeof name, "source%u", (unsigned)i + 1);
	if (status >= 0)
		status =
			mdv_devs_add_atomic(net->sim, mdv_devs_root(net->sim), name, &source, NULL, &traffic);
	if (status >= 0)
		status = mdv_devs_couple(net->sim, traffic, 0, net->card[net->n_cards - 1], CARD_FROM_APP);
	return status;
}

static MdvStatus connect_all(Ethernet *net)
{
	MdvStatus status = MDV_OK;

	for (uint32_t i = 0; i < net->n_cards; i++)
		for (uint32_t j = 0; j < net->n_cards && status >= 0; j++)
			if (i != j)
				status = mdv_devs_couple(net->sim, net->card[i], CARD_TO_MEDIA, net->card[j],
										 CARD_FROM_MEDIA);
	return status;
}

MdvStatus ethernet_build(Ethernet *net, MdvDevs *sim, uint32_t n_sources)
{
	size_t size = (n_sources + 2) * sizeof(MdvComponent);
	MdvStatus status;

	*net = (Ethernet){.sim = sim};
	net->card = malloc(size);
	net->tx = malloc(size);
	if (!net->card || !net->tx)
		return MDV_NO_MEMORY;
	status = add_card(net, "robot_card", ROBOT_ADDRESS);
	if (status >= 0)
		status = add_card(net, "control_card", CONTROL_ADDRESS);
	for (uint32_t i = 0; i < n_sources && status >= 0; i++)
		status = add_source(net, i);
	net->robot = net->card[0];
	net->control = net->card[1];
	return status >= 0 ? connect_all(net) : status;
}

EthernetCounts ethernet_counts(const Ethernet *net)
{
	EthernetCounts sum = {0};

	for (uint32_t i = 0; i < net->n_cards; i++) {
		const Tx *s = mdv_devs_state(net->sim, net->tx[i]);

		sum.sent += s->counts.sent;
		sum.collisions += s->counts.collisions;
		sum.dropped += s->counts.dropped;
		sum.waiting += s->queue.n;
	}
	return sum;
}

void ethernet_free(Ethernet *net)
{
	free(net->card);
	free(net->tx);
}
