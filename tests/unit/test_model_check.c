/* SPDX-License-Identifier: MIT
   test_model_check.c — models that were compiled are sound, and every damage is found: of each
   field of each record by what its kind forbids, and of what must agree between fields. */
#include "compiler/compiler.h"
#include "model/fields.h"
#include "t.h"

#include <stdlib.h>

/* Together they have records of every kind. */
static const char *const models[] = {
	"model Events\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true), late, a, b, q, y "
	"= x * v;\n"
	"  discrete Real k(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n  input "
	"Real u, w;\n"
	"equation\n  der(x) = v + u + w;\n  der(v) = -x - (if x > 0.5 then 1 else 0);\n"
	"  late = delay(x, 0.1 + 0.05 * sin(time), 1);\n"
	"  (a, b) = spatialDistribution(x, 0, time, v > -10, {0, 1}, {0, 1});\n"
	"  q = integer(3 * x) + (if time < 0.5 then 0 else 1);\n"
	"  when sample(0, 0.1) then n = pre(n) + 1; k = y; end when;\n"
	"  when x < -0.5 then reinit(v, 0.5); end when;\n"
	"  when x > 5 then terminate(\"far\"); end when;\n"
	"  assert(x < 10, \"too far\");\nend Events;\n",
	/* a set of candidates; more initial equations than needed */
	"model Pendulum\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u, v, F;\n"
	"equation\n  der(x) = u;\n  der(y) = v;\n  der(u) = -F * x;\n  der(v) = -F * y - 9.81;\n"
	"  x ^ 2 + y ^ 2 = 1;\nend Pendulum;\n",
	/* a mixed block */
	"model Diode\n  Real s(start = 0), v, i, uC(start = 0, fixed = true);\n"
	"  Boolean off(start = true);\nequation\n  off = s < 0;\n"
	"  v = s * (if off then 1 else 1e-5);\n  i = s * (if off then 1e-5 else 1);\n"
	"  sin(time) = v + i + uC;\n  der(uC) = i;\nend Diode;\n",
	/* a ladder of limits, a sparse Jacobian */
	"model Ladder\n  Real x[60](each start = 0, each fixed = true);\n  Boolean above[20];\n"
	"equation\n  der(x[1]) = 1 - x[1];\n"
	"  for i in 2:60 loop\n    der(x[i]) = x[i - 1] - x[i];\n  end for;\n"
	"  for i in 1:20 loop\n    above[i] = x[1] > 0.05 * i;\n  end for;\nend Ladder;\n",
	/* atomic DEVS models */
	"connector In flow Real event; Real queue; annotation(__modevs(port = \"in\")); end In;\n"
	"connector Out flow Real event; Real queue; annotation(__modevs(port = \"out\")); end Out;\n"
	"record St Real sigma; Integer n; end St;\n"
	"partial model Atomic St S; annotation(__modevs(devs = true)); end Atomic;\n"
	"function first input Real p; output St s; algorithm s.sigma := p; s.n := 0; end first;\n"
	"function next input St s; output St t; algorithm t := s; t.n := s.n + 1; end next;\n"
	"function take input St s; input Real e; input Integer bag; output St t; algorithm t := s; end "
	"take;\n"
	"function say input St s; input Integer q[n]; input Integer n; end say;\n"
	"function wait input St s; output Real t; algorithm t := s.sigma; end wait;\n"
	"model A\n  parameter Real p = 1;\n  extends Atomic;\n  function initState = first(p = p);\n"
	"  function Fint = next;\n  function Fext = take;\n  function Fcon = take;\n"
	"  function Fout = say;\n  function Fta = wait;\n  In i;\n  Out o;\nend A;\n"
	"model Count In i annotation(__modevs(receive(Value = y, count = n)));\n"
	"  discrete Real y(start = 0); Integer n(start = 0); end Count;\n"
	"model Say Out o annotation(__modevs(send(trigger = n, Value = 2, Type = n)));\n"
	"  Integer n(start = 0, fixed = true); equation when time > 1 then n = pre(n) + 1; end when; "
	"end Say;\n"
	"model Part parameter Real service = 1; In inport; Out outport; Integer served;\n"
	"  annotation(__modevs(part = \"processor\")); end Part;\n"
	"model Atomics A a, b; Count c; Say s; Part p; Real x, y;\nequation der(x) = c.y; der(y) = "
	"-c.y;\n"
	"connect(a.o, b.i); connect(b.o, c.i); "
	"connect(s.o, a.i); connect(a.o, p.inport); connect(p.outport, b.i); end Atomics;\n",
	/* the ticks of a clock */
	"model Clocked\n  Real x(start = 0, fixed = true), u, e, i(start = 0);\nequation\n"
	"  der(x) = -x + hold(u);\n  when Clock(1, 10) then\n    e = 1 - sample(x);\n"
	"    i = previous(i) + 0.1 * e;\n    u = 2 * e + i;\n  end when;\nend Clocked;\n"};

enum { N_MODELS = sizeof models / sizeof *models };

enum { EVENTS, PENDULUM, DIODE, LADDER, ATOMICS, CLOCKED };

static Compile compiled[N_MODELS];

/* The tables that are looked at, and the number of regions of their code. */
static const MdvModel *tables(int k)
{
	return &compiled[k].island->model;
}

static int32_t n_regions(int k)
{
	return (int32_t)compiled[k].island->code.regions.n;
}

static void compile_all(void)
{
	for (int k = 0; k < N_MODELS; k++) {
		Compile *cx = &compiled[k];

		pipeline_init(cx, NULL);
		if (!pipeline_flatten_text(cx, "test.mo", models[k], strlen(models[k])) ||
			!pipeline_sort(cx) || !pipeline_lower(cx)) {
			diag_print(&cx->diag, stderr);
			abort();
		}
	}
}

/* --- a copy that may be damaged --- */

static void *part(void *record, const Field *f)
{
	return (char *)record + f->offset;
}

static void copy_lists(Arena *a, const MdvModel *m, const Record *r, void *record)
{
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		size_t n, size = f->kind == FK_RECORD ? f->of()->size
						 : f->kind == FK_REAL ? sizeof(double)
											  : sizeof(int32_t);
		void *list;

		if (f->shape != FS_LIST || !field_list(f, record))
			continue;
		n = (size_t)field_count(m, r, f, record);
		list = arena_alloc(a, n * size + 1, 16);
		if (n > 0)
			memcpy(list, field_list(f, record), n * size);
		memcpy(part(record, f), &list, sizeof list);
		for (size_t k = 0; f->kind == FK_RECORD && k < n; k++)
			copy_lists(a, m, f->of(), (char *)list + k * size);
	}
}

static MdvModel *copy(Arena *a, int k)
{
	MdvModel *m = NEW(a, MdvModel);

	*m = *tables(k);
	copy_lists(a, tables(k), record_model(), m);
	return m;
}

/* Is it sound? What is said otherwise. */
static bool sound(const MdvModel *m, int k, Text *why)
{
	text_clear(why);
	return model_check(m, n_regions(k), why);
}

/* --- damage to every field --- */

typedef struct Damage {
	MdvModel *m; /* the model */
	int k;       /* which */
	Text why;    /* what the check says */
	int n;       /* damages done */
} Damage;

static void expect_found(Damage *d, const Record *r, const Field *f, long value)
{
	d->n++;
	if (sound(d->m, d->k, &d->why))
		T_FAIL("%s.%s = %ld was not found", r->type, f->name, value);
	else
		T_CHECK(strstr(text_str(&d->why), f->name) != NULL);
}

static void damage_number(Damage *d, const Record *r, const Field *f, int32_t *at, int32_t k)
{
	int32_t kept = at[k], bad[3] = {-2, INT32_MIN, INT32_MAX};

	if (f->kind == FK_SLOT)
		bad[2] = d->m->n_slots;
	else if (f->kind == FK_CODE)
		bad[2] = n_regions(d->k);
	for (int i = 0; i < (f->kind == FK_COUNT ? 2 : 3); i++) {
		if (f->kind == FK_START && bad[i] > 0)
			bad[i] = k == 0 ? 1 : at[k - 1] - 1;
		at[k] = bad[i];
		expect_found(d, r, f, bad[i]);
	}
	at[k] = kept;
}

static void damage_name(Damage *d, const Record *r, const Field *f, void *record)
{
	uint16_t kept, bits = (uint16_t)(1u << f->n_texts);
	uint8_t *enumeration = part(record, f);

	memcpy(&kept, enumeration, f->kind == FK_BITS ? 2 : 1);
	for (int i = 0; i < 3; i++) {
		uint8_t value = (uint8_t)(i == 2 ? 255 : f->n_texts + i);

		if (f->kind == FK_BITS)
			memcpy(enumeration, &(uint16_t){(uint16_t)(bits << i)}, sizeof bits);
		else
			*enumeration = value;
		expect_found(d, r, f, i);
	}
	memcpy(enumeration, &kept, f->kind == FK_BITS ? 2 : 1);
}

/* A text or a list that is not there. */
static void damage_pointer(Damage *d, const Record *r, const Field *f, void *record)
{
	const void *kept = field_list(f, record), *none = NULL;

	memcpy(part(record, f), &none, sizeof none);
	expect_found(d, r, f, 0);
	memcpy(part(record, f), &kept, sizeof kept);
}

static void damage_record(Damage *d, const Record *r, void *record);

static void damage_field(Damage *d, const Record *r, const Field *f, void *record)
{
	int32_t n = field_count(d->m, r, f, record);
	char *list = part(record, f);

	if (f->shape == FS_LIST)
		memcpy(&list, part(record, f), sizeof list);
	if (f->kind == FK_TEXT ||
		(f->shape == FS_LIST && n > 0 && !f->or_null && strcmp(f->name, "event_graph") != 0 &&
		 strcmp(f->name, "proof") != 0))
		damage_pointer(d, r, f, record);
	if (f->kind == FK_ENUM || f->kind == FK_BITS)
		damage_name(d, r, f, record);
	else if (f->kind == FK_RECORD && n > 0) {
		damage_record(d, f->of(), list);
		damage_record(d, f->of(), list + (size_t)(n - 1) * f->of()->size);
	} else if (f->kind <= FK_START && n > 0) {
		damage_number(d, r, f, (int32_t *)(void *)list, 0);
		damage_number(d, r, f, (int32_t *)(void *)list, n - 1);
	}
}

static void damage_record(Damage *d, const Record *r, void *record)
{
	for (int i = 0; i < r->n_fields; i++)
		damage_field(d, r, &r->field[i], record);
}

static void every_field_that_is_damaged_is_found(void)
{
	for (int k = 0; k < N_MODELS; k++) {
		Damage d = {.k = k};
		Arena a;

		arena_init(&a, NULL);
		text_init(&d.why, NULL);
		d.m = copy(&a, k);
		damage_record(&d, record_model(), d.m);
		T_CHECK(d.n > (k == ATOMICS ? 100 : 500));
		if (!sound(d.m, k, &d.why)) /* all was put back */
			T_FAIL("%s", text_str(&d.why));
		text_free(&d.why);
		arena_free(&a);
	}
}

/* Each kind of record is in one of the models, and so damaged above. */
static void every_table_is_there(void)
{
	const Record *r = record_model();

	for (int i = 0; i < r->n_fields; i++) {
		int32_t n = 0;

		for (int k = 0; k < N_MODELS && r->field[i].shape == FS_LIST; k++)
			n += field_count(tables(k), r, &r->field[i], tables(k));
		if (r->field[i].shape == FS_LIST && n == 0)
			T_FAIL("no model has '%s'", r->field[i].name);
	}
}

/* --- what must agree --- */

/* The copy is changed by the assignment, which the check must find; it tells `where`. */
#define DAMAGED(model, where, ...)                                  \
	do {                                                            \
		Arena memory;                                               \
		MdvModel *m;                                                \
		Text why;                                                   \
                                                                    \
		arena_init(&memory, NULL);                                  \
		text_init(&why, NULL);                                      \
		m = copy(&memory, (model));                                 \
		__VA_ARGS__;                                                \
		if (sound(m, (model), &why))                                \
			T_FAIL("not found: %s", #__VA_ARGS__);                  \
		else if (!strstr(text_str(&why), (where)))                  \
			T_FAIL("%s says \"%s\"", #__VA_ARGS__, text_str(&why)); \
		text_free(&why);                                            \
		arena_free(&memory);                                        \
	} while (0)

/* Of the copy, which is not constant. */
#define MUTABLE(Type, pointer) ((Type *)(uintptr_t)(pointer))
#define STEP_OF(seq_kind, i)   MUTABLE(MdvStep, &mdv_model_sequence(m, seq_kind)->step[i])

static int32_t find_step(const MdvModel *m, MdvSeqKind kind, MdvStepKind wanted)
{
	const MdvSequence *s = mdv_model_sequence(m, kind);

	for (int32_t i = 0; s && i < s->n_steps; i++)
		if (s->step[i].kind == wanted)
			return i;
	T_FAIL("there is no such step");
	return 0;
}

static void sequences_that_do_not_agree_are_found(void)
{
	int32_t mixed = find_step(&compiled[DIODE].island->model, MDV_SEQ_EVENT, MDV_STEP_MIXED);
	int32_t set = find_step(&compiled[PENDULUM].island->model, MDV_SEQ_ODE, MDV_STEP_SET);
	int32_t code = find_step(&compiled[EVENTS].island->model, MDV_SEQ_EVENT, MDV_STEP_CODE);

	DAMAGED(EVENTS, "second of kind",
			MUTABLE(MdvSequence, m->sequence)[1].kind = m->sequence->kind);
	DAMAGED(EVENTS, "code", STEP_OF(MDV_SEQ_EVENT, code)->code = -1);
	DAMAGED(EVENTS, "inner steps", STEP_OF(MDV_SEQ_EVENT, code)->n_steps = 1);
	DAMAGED(DIODE, "inner steps", STEP_OF(MDV_SEQ_EVENT, mixed)->n_steps += 1000);
	DAMAGED(DIODE, "code", STEP_OF(MDV_SEQ_EVENT, mixed)->code = 0);
	DAMAGED(PENDULUM, "of set", STEP_OF(MDV_SEQ_ODE, set)->set = -1);
	DAMAGED(PENDULUM, "of set", STEP_OF(MDV_SEQ_ODE, set)->n = 0);
	DAMAGED(PENDULUM, "without tangents", STEP_OF(MDV_SEQ_ODE, set)->residual_tangent = NULL);
}

static void sets_that_do_not_agree_are_found(void)
{
	DAMAGED(PENDULUM, "set[0]", MUTABLE(MdvSet, m->set)[0].first++);
	DAMAGED(PENDULUM, "set[0]", MUTABLE(MdvSet, m->set)[0].m = m->set[0].n + 1);
	DAMAGED(PENDULUM, "set[0]", MUTABLE(MdvSet, m->set)[0].tied = 0);
}

static void events_that_do_not_agree_are_found(void)
{
	DAMAGED(LADDER, "crossing[0]", MUTABLE(MdvCrossing, m->crossing)[0].ladder = -1);
	DAMAGED(LADDER, "crossing[0]", MUTABLE(MdvCrossing, m->crossing)[0].limit = -1);
	DAMAGED(EVENTS, "crossing[0]", MUTABLE(MdvCrossing, m->crossing)[0].limit = 0);
	for (int32_t i = 0; i < compiled[EVENTS].island->model.n_actions; i++) {
		DAMAGED(EVENTS, "action[", MUTABLE(MdvAction, m->action)[i].kind = MDV_ACTION_CALL);
		DAMAGED(EVENTS, "action[", MUTABLE(MdvAction, m->action)[i].slot = -1);
		DAMAGED(EVENTS, "action[",
				MUTABLE(MdvAction, m->action)[i].code = m->action[i].code < 0 ? 0 : -1);
	}
	DAMAGED(EVENTS, "spatial[0]", MUTABLE(MdvSpatial, m->spatial)[0].n_points = 1);
	DAMAGED(PENDULUM, "check", m->init_check = -1);
}

static void a_graph_that_does_not_agree_is_found(void)
{
	const MdvEventGraph *g = compiled[EVENTS].island->model.event_graph;

#define PROOF MUTABLE(MdvProof, m->proof)
	DAMAGED(EVENTS, "proof", MUTABLE(int32_t, PROOF->op)[0] = -1 - MDV_LEAF_COUNT);
	DAMAGED(EVENTS, "proof", MUTABLE(int32_t, PROOF->op)[0] = 1000);
	DAMAGED(EVENTS, "proof", MUTABLE(int32_t, PROOF->op)[0] = 1);
#undef PROOF
#define GRAPH MUTABLE(MdvEventGraph, m->event_graph)
	DAMAGED(EVENTS, "event_graph", GRAPH->n_passing = GRAPH->n_nodes + 1);
	DAMAGED(EVENTS, "event_graph", MUTABLE(MdvEventNode, GRAPH->node)[0].code = -1);
	DAMAGED(EVENTS, "event_graph", MUTABLE(MdvEventNode, GRAPH->node)[0].step = 0);
	T_CHECK(g->need_start[g->n_nodes] > 0);
	DAMAGED(EVENTS, "needs", MUTABLE(int32_t, GRAPH->need)[0] = GRAPH->n_nodes - 1);
	DAMAGED(EVENTS, "needs", MUTABLE(int32_t, GRAPH->need)[0] = -1);
}

static void a_pattern_that_is_not_in_order_is_found(void)
{
	T_CHECK(compiled[LADDER].island->model.jac_start != NULL &&
			compiled[EVENTS].island->model.n_input_reads == 2);
	DAMAGED(LADDER, "jac_row", MUTABLE(int32_t, m->jac_row)[0] = -1);
	DAMAGED(LADDER, "jac_row", MUTABLE(int32_t, m->jac_row)[1] = m->jac_row[0]);
	DAMAGED(LADDER, "tangents", m->n_tangents = m->n_slots);
	DAMAGED(EVENTS, "input_read", MUTABLE(int32_t, m->input_read)[0] = m->input_read[1] + 1);
	DAMAGED(EVENTS, "tangents", m->tangents = m->n_slots);
}

static void atomics_that_do_not_agree_are_found(void)
{
#define CLASS MUTABLE(MdvAtomicClass, m->atomic_class)
	DAMAGED(ATOMICS, "atomic_class", CLASS[0].state = m->n_slots - 1);
	DAMAGED(ATOMICS, "atomic_class", CLASS[0].n_given = m->n_slots);
	DAMAGED(ATOMICS, "atomic_class", CLASS[0].ports = m->n_slots - 1);
	DAMAGED(ATOMICS, "atomic_class", CLASS[0].kinds = "r");
	DAMAGED(ATOMICS, "atomic[0] has other ports than its class",
			MUTABLE(MdvAtomicModel, m->atomic)[0].n_in = 0);
#undef CLASS
	DAMAGED(ATOMICS, "coupling", MUTABLE(MdvCoupling, m->coupling)[0].from_port = 1);
	DAMAGED(ATOMICS, "coupling", MUTABLE(MdvCoupling, m->coupling)[0].to_port = 1);
	DAMAGED(ATOMICS, "coupling", MUTABLE(MdvCoupling, m->coupling)[0].to = m->coupling[0].from);
}

static void every_table_is_printed(void)
{
	const Record *r = record_model();
	Text out;

	text_init(&out, NULL);
	for (int k = 0; k < N_MODELS; k++)
		model_print(tables(k), &out);
	for (int i = 0; i < r->n_fields; i++)
		if (r->field[i].shape == FS_LIST && !strstr(text_str(&out), r->field[i].name))
			T_FAIL("'%s' is not printed", r->field[i].name);
	T_CHECK(strstr(text_str(&out), "MDV_ACTION_REINIT fires=") != NULL);
	text_free(&out);
}

/* Rows and texts of a model, as emitted C has them. */
static MdvRows rows_of(const MdvModel *m, Text *row, Text *texts)
{
	Intern names;
	MdvRows rows;

	intern_init(&names, NULL);
	text_init(row, NULL);
	text_init(texts, NULL);
	model_rows_write(m, &names, row);
	for (size_t k = 1; k < names.n; k++) {
		const char *text = intern_text(&names, (Name){(uint32_t)k});

		text_add(texts, text, strlen(text) + 1);
	}
	rows = (MdvRows){text_str(row), text_str(texts), (int32_t)names.n - 1};
	intern_free(&names);
	return rows;
}

static void tables_as_rows_are_the_same_tables(void)
{
	for (int k = 0; k < N_MODELS; k++) {
		Text row, texts, before, after;
		MdvRows rows = rows_of(tables(k), &row, &texts);
		MdvModel read;
		Arena keep;

		arena_init(&keep, &alloc_heap);
		text_init(&before, NULL);
		text_init(&after, NULL);
		T_CHECK(model_rows_read(&rows, &keep, &read));
		T_CHECK(model_check(&read, n_regions(k), &after));
		text_clear(&after);
		model_print(tables(k), &before);
		model_print(&read, &after);
		T_STR(text_str(&after), text_str(&before));
		for (size_t n = 0; n < row.n; n += 1 + row.n / 97) { /* what is cut off is refused */
			char *cut = strdup(rows.row);
			MdvRows part = {cut, rows.texts, rows.n_texts};

			cut[n] = '\0';
			T_CHECK(!model_rows_read(&part, &keep, &read));
			free(cut);
		}
		arena_free(&keep);
		text_free(&row);
		text_free(&texts);
		text_free(&before);
		text_free(&after);
	}
}

int main(void)
{
	compile_all();
	T_RUN(every_table_is_there);
	T_RUN(every_field_that_is_damaged_is_found);
	T_RUN(sequences_that_do_not_agree_are_found);
	T_RUN(sets_that_do_not_agree_are_found);
	T_RUN(events_that_do_not_agree_are_found);
	T_RUN(a_graph_that_does_not_agree_is_found);
	T_RUN(a_pattern_that_is_not_in_order_is_found);
	T_RUN(atomics_that_do_not_agree_are_found);
	T_RUN(every_table_is_printed);
	T_RUN(tables_as_rows_are_the_same_tables);
	for (int k = 0; k < N_MODELS; k++)
		pipeline_free(&compiled[k]);
	return T_END();
}
