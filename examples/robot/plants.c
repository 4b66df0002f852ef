/* SPDX-License-Identifier: MIT
   plants.c — what C adds to the Modelica models. RobotExt puts each new sample of the joints into a
   packet and sets the motors' torques when a command comes; ControlExt computes the command for a
   sample (equations 38 to 41), with the angles of the reference path from its model.

   The loop starts with a sample at time 0, which the control answers: friction holds the arm, and
   with threshold sampling nothing would ever be sent. */
#include "robot.h"

/* --- packets --- */

static MdvStatus send_packet(MdvHybrid *h, uint32_t to, double a, double b)
{
	Packet packet = {.role = APP_DATA, .to = to, .bytes = PACKET_BYTES, .data = {a, b}};
	MdvValue message = ethernet_message(mdv_hybrid_call(h), &packet);

	if (!message.payload)
		return mdv_hybrid_fail(h, MDV_NO_MEMORY, "no memory for a packet");
	return mdv_hybrid_send(h, PLANT_TO_CARD, message);
}

static MdvStatus find(MdvHybrid *h, const char *name, int32_t *var)
{
	*var = mdv_hybrid_find(h, name);
	return *var >= 0 ? MDV_OK : MDV_NOT_FOUND;
}

/* --- RobotExt --- */

/* Send a sample that has not been sent. */
static MdvStatus report(RobotExt *s, MdvHybrid *h)
{
	double number = mdv_hybrid_get(h, s->number);

	if (number == s->sample_number)
		return MDV_OK;
	s->sample_number = number;
	s->samples_sent++;
	return send_packet(h, CONTROL_ADDRESS, mdv_hybrid_get(h, s->sample[0]),
					   mdv_hybrid_get(h, s->sample[1]));
}

static MdvStatus robot_begin(void *state, MdvHybrid *h, const void *params)
{
	RobotExt *s = state;
	MdvStatus status = find(h, "T[1]", &s->torque[0]);

	(void)params;
	if (status == MDV_OK)
		status = find(h, "T[2]", &s->torque[1]);
	if (status == MDV_OK)
		status = find(h, "q_sample[1]", &s->sample[0]);
	if (status == MDV_OK)
		status = find(h, "q_sample[2]", &s->sample[1]);
	if (status == MDV_OK)
		status = find(h, "sampleNumber", &s->number);
	return status == MDV_OK ? report(s, h) : status;
}

static MdvStatus robot_internal(void *state, MdvHybrid *h)
{
	return report(state, h);
}

static MdvStatus robot_external(void *state, MdvHybrid *h, const MdvBag *x)
{
	RobotExt *s = state;
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < x->n; i++) {
		const Packet *p = ethernet_packet(&x->at[i]);

		for (int k = 0; k < 2 && status == MDV_OK; k++)
			status = mdv_hybrid_set(h, s->torque[k], p->data[k]);
		s->commands++;
	}
	return status;
}

const MdvExtension robot_ext = {
	.state_size = sizeof(RobotExt),
	.begin = robot_begin,
	.internal = robot_internal,
	.external = robot_external,
};

/* --- ControlExt --- */

typedef struct ControlExt {
	int32_t angle[2];   /* variables: qd */
	double error[2];    /* at the last sample */
	double integral[2]; /* of the error */
	double t;           /* of the last sample */
} ControlExt;

static MdvStatus control_begin(void *state, MdvHybrid *h, const void *params)
{
	ControlExt *s = state;
	MdvStatus status = find(h, "qd[1]", &s->angle[0]);

	(void)params;
	s->t = mdv_hybrid_time(h);
	return status == MDV_OK ? find(h, "qd[2]", &s->angle[1]) : status;
}

static MdvStatus answer(ControlExt *s, MdvHybrid *h, const Packet *sample)
{
	double interval = mdv_hybrid_time(h) - s->t, torque[2];

	if (!(interval > 0))
		return mdv_hybrid_fail(h, MDV_BAD_TIME, "two samples reach the control at one instant");
	for (int k = 0; k < 2; k++) {
		double error = mdv_hybrid_get(h, s->angle[k]) - sample->data[k];
		double rate = (error - s->error[k]) / interval;

		s->integral[k] += interval * error;
		s->error[k] = error;
		torque[k] = 2000 * (error + s->integral[k] / 300 + 0.05 * rate);
	}
	s->t = mdv_hybrid_time(h);
	return send_packet(h, ROBOT_ADDRESS, torque[0], torque[1]);
}

static MdvStatus control_external(void *state, MdvHybrid *h, const MdvBag *x)
{
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < x->n && status == MDV_OK; i++)
		status = answer(state, h, ethernet_packet(&x->at[i]));
	return status;
}

const MdvExtension control_ext = {
	.state_size = sizeof(ControlExt),
	.begin = control_begin,
	.external = control_external,
};
