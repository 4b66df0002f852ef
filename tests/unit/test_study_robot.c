/* SPDX-License-Identifier: MIT
   The robot over Ethernet (docs/studies/robot.md): the network's timing, the control's error, what
   states, locator and co-simulation make of it. */
#include "figures.h"

#include "robot.h"

/* --- the network --- */

/* What the transmitters say, as it leaves them. */
typedef struct Medium {
	const Ethernet *net;   /* the network */
	double start[64];      /* of the transmission of each card; NAN: none */
	uint32_t attempts[64]; /* of each card that have failed, since it last sent or gave up */
	uint32_t bytes[64];    /* of its packet */
	size_t n_on;           /* transmissions now */
	size_t n_sent;         /* that succeeded */
	size_t n_failed;       /* that collided */
	size_t n_wrong;        /* ends at another time than they should */
	size_t n_overlaps;     /* ends well although another was there */
	uint32_t most;         /* failed attempts of one packet */
} Medium;

static int card_of(const Medium *m, uint32_t id)
{
	for (uint32_t i = 0; i < m->net->n_cards; i++)
		if (m->net->tx[i].id == id)
			return (int)i;
	return -1;
}

static MdvStatus hear(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	Medium *m = user;
	int i = card_of(m, now->self);
	const Packet *p = i >= 0 ? ethernet_packet(value) : NULL;

	(void)port;
	if (!p)
		return MDV_OK;
	if (p->role == TX_START) {
		m->start[i] = now->t;
		m->n_on++;
		return MDV_OK;
	}
	m->n_on--;
	if (p->role == TX_FAIL) {
		m->n_failed++;
		m->n_wrong += now->t != m->start[i];
		m->attempts[i] = m->attempts[i] % MOST_ATTEMPTS + 1;
		m->most = m->attempts[i] > m->most ? m->attempts[i] : m->most;
		return MDV_OK;
	}
	{
		volatile double length = (double)((8 * p->bytes + 511) / 512) * 51.2e-6;
		volatile double end = m->start[i] + length;

		m->n_wrong += now->t != end;
	}
	m->n_overlaps += m->n_on > 0;
	m->attempts[i] = 0;
	m->n_sent++;
	return MDV_OK;
}

static void open_medium(Medium *m, Ethernet *net, uint32_t n_sources, uint64_t seed)
{
	MdvDevsOptions o = {.seed = seed};
	MdvObserver observer = {.output = hear, .user = m};
	MdvDevs *sim = mdv_devs_new(&o);

	memset(m, 0, sizeof *m);
	m->net = net;
	T_INT(ethernet_build(net, sim, n_sources), MDV_OK);
	T_INT(mdv_devs_observe(sim, &observer), MDV_OK);
}

static void run_medium(Ethernet *net, double t)
{
	if (mdv_devs_run(net->sim, t) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(net->sim));
}

static void close_medium(Ethernet *net)
{
	mdv_devs_free(net->sim);
	ethernet_free(net);
}

static void put_packet(Ethernet *net, double t, MdvComponent card, uint32_t to, uint32_t bytes)
{
	Packet p = {.role = APP_DATA, .to = to, .bytes = bytes};

	T_INT(mdv_devs_inject(net->sim, t, card, CARD_FROM_APP,
						  ethernet_message(mdv_devs_call(net->sim), &p)),
		  MDV_OK);
}

/* Packets of all lengths at odd times, in the traffic of others. */
static void a_transmission_ends_whole_frames_after_its_start(void)
{
	Ethernet net;
	Medium m;

	open_medium(&m, &net, 20, 3);
	for (uint32_t k = 0; k < 1500; k++)
		put_packet(&net, k * (0.7 + 1e-3 / 3) / 300, net.robot, CONTROL_ADDRESS, k + 1);
	run_medium(&net, 5);
	T_CHECK(m.n_sent > 10000);
	T_CHECK(m.n_failed > 1000);
	T_INT(m.n_wrong, 0);
	T_INT(m.n_overlaps, 0);
	close_medium(&net);
}

static void cards_that_collide_send_in_the_end(void)
{
	Ethernet net;
	Medium m;

	open_medium(&m, &net, 0, 5);
	for (int k = 0; k < 100; k++) {
		put_packet(&net, 0.01 * k, net.robot, CONTROL_ADDRESS, 100);
		put_packet(&net, 0.01 * k, net.control, ROBOT_ADDRESS, 100);
	}
	run_medium(&net, 2);
	T_INT(m.n_sent, 200);
	T_CHECK(m.n_failed >= 200);
	T_INT(m.n_failed % 2, 0);
	T_INT(m.n_wrong, 0);
	T_INT(ethernet_counts(&net).dropped, 0);
	T_INT(ethernet_counts(&net).waiting, 0);
	close_medium(&net);
}

static void a_packet_is_given_up_after_sixteen_attempts(void)
{
	Ethernet net;
	EthernetCounts counts;
	Medium m;

	open_medium(&m, &net, 61, 1);
	run_medium(&net, 1);
	counts = ethernet_counts(&net);
	T_CHECK(counts.dropped > 10);
	T_INT(m.most, MOST_ATTEMPTS);
	T_INT(counts.sent, m.n_sent);
	T_INT(counts.collisions, m.n_failed);
	T_INT(m.n_wrong, 0);
	close_medium(&net);
}

/* --- the control --- */

static double number(const char *arguments, const char *name)
{
	Figures f;

	figures_run(&f, "robot", arguments);
	return figures_number(&f, name);
}

static void without_traffic_the_error_is_that_of_the_paper(void)
{
	Figures f;

	figures_run(&f, "robot", "--control sampled");
	T_CHECK(figures_number(&f, "max_error") > 0.0036);
	T_CHECK(figures_number(&f, "max_error") < 0.0039);
	T_INT(figures_number(&f, "samples"), 20000);
	T_INT(figures_number(&f, "commands"), 20000);
	T_CHECK(figures_number(&f, "max_residual") < 1e-8);
	T_CHECK(figures_number(&f, "max_residual") > 0);
	figures_run(&f, "robot", "--control threshold");
	T_CHECK(figures_number(&f, "max_error") > 0.0036);
	T_CHECK(figures_number(&f, "max_error") < 0.0039);
	T_CHECK(figures_number(&f, "samples") - figures_number(&f, "commands") <= 1);
	T_CHECK(figures_number(&f, "max_residual") < 1e-8);
}

/* Other states are chosen at 0.145 s; from 0.454 s on friction holds a joint, which reverses some
   rows later, with one tolerance earlier than with another. */
static void the_motion_does_not_depend_on_the_states(void)
{
	Figures f;

	figures_run(&f, "robot", "--compare states --stop 0.45 --tol 1e-8");
	T_INT(figures_number(&f, "set_changes"), 2);
	T_CHECK(figures_number(&f, "joints_to_end") < 1e-9);
	T_CHECK(figures_number(&f, "tool_to_end") < 1e-9);
	figures_run(&f, "robot", "--compare states --stop 5");
	T_INT(figures_number(&f, "set_changes"), 4);
	T_REAL(figures_number(&f, "reversal"), 0.458, 0.006);
	T_CHECK(figures_number(&f, "joints_to_end") < 1e-5);
	T_CHECK(figures_number(&f, "tool_to_end") < 1e-5);
}

static void changes_of_states_are_told(void)
{
	char line[256];
	FILE *pipe = popen("'" STUDIES "/robot' --stop 0.2 --log 2>&1", "r");
	int n = 0;

	while (pipe && fgets(line, sizeof line, pipe))
		n += strcmp(line, "at 0.1452048 states of set 2: x q[2]\n") == 0 ||
			 strcmp(line, "at 0.1452048 states of set 1: dx dq[2]\n") == 0;
	T_INT(n, 2);
	T_CHECK(pipe && pclose(pipe) == 0);
}

/* Between two ends there is neither friction that sticks nor another state: every step ends with a
   sample, or with a command, and no other is tried. */
static void a_command_costs_no_more_than_the_restart(void)
{
	Figures early, late;
	double d[5];
	const char *const names[] = {"steps", "rhs", "restarts", "inputs", "time_events"};

	figures_run(&early, "robot", "--states joints --stop 0.2");
	figures_run(&late, "robot", "--states joints --stop 0.4");
	for (int i = 0; i < 5; i++)
		d[i] = figures_number(&late, names[i]) - figures_number(&early, names[i]);
	T_INT(d[3], 200);
	T_INT(d[2], d[3]);
	T_INT(d[0], d[3] + d[4]);
	T_INT(d[1], 6 * d[0] + d[2]);
}

/* Nothing else makes the integrator start again, in traffic either. */
static void only_commands_and_other_states_restart(void)
{
	Figures f;

	figures_run(&f, "robot", "--sources 30 --seed 2 --stop 2");
	T_CHECK(figures_number(&f, "inputs") > 1900);
	T_CHECK(figures_number(&f, "restarts") <=
			figures_number(&f, "inputs") + figures_number(&f, "set_changes"));
}

static void dense_output_needs_less_than_half_of_the_evaluations(void)
{
	double dense = number("--control threshold --stop 0.2", "rhs");
	double halve = number("--control threshold --stop 0.2 --locator halve", "rhs");

	T_CHECK(dense > 0);
	T_CHECK(dense < 0.5 * halve);
}

static void events_beat_cosimulation(void)
{
	Figures f;

	figures_run(&f, "robot", "--compare cosim --stop 0.45");
	T_CHECK(figures_number(&f, "distance_events") < 5e-6);
	T_CHECK(figures_number(&f, "distance_cosim") > 4 * figures_number(&f, "distance_events"));
	T_CHECK(figures_number(&f, "rhs_cosim") > 6 * figures_number(&f, "rhs_events"));
	T_CHECK(figures_number(&f, "cpu_ratio") > 2.5); /* about 5; others use the machine, too */
}

static void traffic_makes_control_worse_until_it_is_lost(void)
{
	Figures none, some, much;

	figures_run(&none, "robot", "--sources 0 --stop 3");
	figures_run(&some, "robot", "--sources 30 --stop 3 --seeds 3");
	figures_run(&much, "robot", "--sources 50 --stop 3 --seeds 3");
	T_CHECK(figures_number(&some, "median") > figures_number(&none, "max_error"));
	T_INT(figures_number(&some, "share_lost"), 0);
	T_REAL(figures_number(&much, "share_lost"), 1, 0);
	T_REAL(figures_number(&much, "median"), 0.1, 0);
}

/* The same seed, the same bytes; another seed, other collisions. */
static void runs_can_be_repeated(void)
{
	double a = number("--sources 20 --stop 1 --seed 4", "collisions");
	double e = number("--sources 20 --stop 1 --seed 4", "max_error");

	T_REAL(number("--sources 20 --stop 1 --seed 4", "collisions"), a, 0);
	T_REAL(number("--sources 20 --stop 1 --seed 4", "max_error"), e, 0);
	T_CHECK(number("--sources 20 --stop 1 --seed 5", "collisions") != a);
}

int main(void)
{
	T_RUN(a_transmission_ends_whole_frames_after_its_start);
	T_RUN(cards_that_collide_send_in_the_end);
	T_RUN(a_packet_is_given_up_after_sixteen_attempts);
	T_RUN(without_traffic_the_error_is_that_of_the_paper);
	T_RUN(the_motion_does_not_depend_on_the_states);
	T_RUN(changes_of_states_are_told);
	T_RUN(a_command_costs_no_more_than_the_restart);
	T_RUN(only_commands_and_other_states_restart);
	T_RUN(dense_output_needs_less_than_half_of_the_evaluations);
	T_RUN(events_beat_cosimulation);
	T_RUN(traffic_makes_control_worse_until_it_is_lost);
	T_RUN(runs_can_be_repeated);
	return T_END();
}
