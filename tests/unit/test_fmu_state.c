/* SPDX-License-Identifier: MIT
   FMU states as bytes: what an instance of model exchange is goes on in another one to the same
   bits, and bytes that are none are refused with words. Events.c, Kept.c, Ladder.c, Pendulum.c and
   Plant.c are made of tests/emit and examples. */
#include "Events.h"
#include "Kept.h"
#include "Ladder.h"
#include "Pendulum.h"
#include "Plant.h"
#include "importer.h"
#include "runtime/fmi/fmu.h"

#include <stdlib.h>

typedef struct Bytes {
	unsigned char *at; /* n of them */
	size_t n, cap;     /* room */
} Bytes;

static void write_down(MdvFmu *f, Bytes *b)
{
	MdvFmuState *s = NULL;

	T_INT(mdv_fmu_save(f, &s), MDV_OK);
	T_INT(mdv_fmu_state_size(f, s, &b->n), MDV_OK);
	if (b->n > b->cap)
		b->at = realloc(b->at, b->cap = b->n);
	T_CHECK(b->at);
	T_INT(mdv_fmu_state_write(f, s, b->at, b->n), MDV_OK);
	mdv_fmu_state_free(f, s);
}

static MdvStatus take_up(MdvFmu *f, const Bytes *b)
{
	MdvFmuState *s = NULL;
	MdvStatus status = mdv_fmu_state_read(f, b->at, b->n, &s);

	if (status == MDV_OK)
		status = mdv_fmu_restore(f, s);
	mdv_fmu_state_free(f, s);
	return status;
}

static void same_variables(MdvFmu *a, MdvFmu *b)
{
	for (uint32_t ref = 0; ref < mdv_fmu_layout(mdv_fmu_model(a)).n_vars; ref++) {
		const char *s = "1", *t = "2";
		double x = 1, y = 2;

		if (mdv_fmu_model(a)->var[ref].type == MDV_STRING) {
			T_INT(mdv_fmu_get_text(a, ref, &s), MDV_OK);
			T_INT(mdv_fmu_get_text(b, ref, &t), MDV_OK);
			T_STR(s, t);
			continue;
		}
		T_INT(mdv_fmu_get(a, &ref, 1, &x), MDV_OK);
		T_INT(mdv_fmu_get(b, &ref, 1, &y), MDV_OK);
		if (memcmp(&x, &y, sizeof x) != 0)
			T_FAIL("%s: %.17g, not %.17g", mdv_fmu_model(a)->var[ref].name, y, x);
	}
}

/* --- going on elsewhere --- */

/* One runs as it is; the other is again and again written down, somewhere in a step or at its end,
   and goes on as a new instance that has done something else before. */
static void moves_change_nothing(const MdvUnit *unit, int times, double stop)
{
	Said said = {0};
	MdvFmu *a = make(unit, true, &said), *b = make(unit, true, &said);
	Importer one, two;
	Bytes bytes = {0};
	uint64_t seed = 4711;

	import(&one, a, 0.01);
	import(&two, b, 0.01);
	for (int k = 0; k < times && one.t < stop; k++) {
		MdvFmu *c = make(unit, true, &said);
		double dx[MOST];

		if (k % 3 == 0) { /* a look inside of a step, of both */
			double t = one.t + 0.01 * random_number(&seed);

			derivatives(&one, t, one.x, dx);
			derivatives(&two, t, two.x, dx);
		}
		write_down(b, &bytes);
		if (k % 2 == 0)
			begin(c, 1e-9);
		T_INT(take_up(c, &bytes), MDV_OK);
		mdv_fmu_free(b);
		two.f = b = c;
		import_step(&one);
		import_step(&two);
		T_CHECK(one.t == two.t && one.next == two.next &&
				!memcmp(one.x, two.x, one.n * sizeof *one.x) &&
				!memcmp(one.z, two.z, one.nz * sizeof *one.z));
		if (k % 10 == 0)
			same_variables(a, b);
	}
	same_variables(a, b);
	T_INT(said.n, 0);
	free(bytes.at);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

static void a_thousand_moves_into_new_instances_change_no_bit(void)
{
	moves_change_nothing(&Kept_unit, 1000, 20);
	moves_change_nothing(&Events_unit, 1000, 6.4);
	moves_change_nothing(&Ladder_unit, 1000, 20);
	moves_change_nothing(&Pendulum_unit, 1000, 20);
	moves_change_nothing(&Plant_unit, 1000, 20);
}

/* Before initialization, in it, and at an event that is not yet over. */
static void every_phase_can_be_written_down(void)
{
	Said said = {0};
	MdvFmu *a = make(&Kept_unit, true, &said), *b = make(&Kept_unit, true, &said);
	Importer im;
	Bytes bytes = {0};
	MdvFmuUpdate u, v;
	const char *text;

	T_INT(set(a, "top", 3), MDV_OK);
	T_INT(mdv_fmu_set_text(a, ref_of(a, "unit"), "rounds"), MDV_OK);
	write_down(a, &bytes);
	T_INT(take_up(b, &bytes), MDV_OK);
	T_REAL(get(b, "top"), 3, 0);
	T_INT(mdv_fmu_begin(a, 0, INFINITY, 1e-9), MDV_OK);
	(void)get(a, "v");
	write_down(a, &bytes);
	T_INT(take_up(b, &bytes), MDV_OK);
	same_variables(a, b);
	T_INT(mdv_fmu_initialized(b), MDV_OK);
	T_INT(mdv_fmu_reset(a), MDV_OK);
	T_INT(set(a, "top", 3), MDV_OK);
	T_INT(mdv_fmu_set_text(a, ref_of(a, "unit"), "rounds"), MDV_OK);
	import(&im, a, 0.55);
	T_INT(mdv_fmu_enter_event(a), MDV_OK);
	T_INT(set(a, "u", 0.5), MDV_OK);
	write_down(a, &bytes);
	T_INT(take_up(b, &bytes), MDV_OK);
	T_INT(mdv_fmu_phase(b), MDV_FMU_EVENT);
	T_INT(mdv_fmu_update(a, &u), MDV_OK);
	T_INT(mdv_fmu_update(b, &v), MDV_OK);
	T_CHECK(u.states_changed && v.states_changed && u.next == v.next);
	same_variables(a, b);
	T_INT(mdv_fmu_get_text(b, ref_of(b, "said"), &text), MDV_OK);
	T_STR(text, "2 rounds");
	T_INT(said.n, 0);
	free(bytes.at);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

/* --- what is refused --- */

static void what_was_cut_off_or_changed_is_refused(void)
{
	Said said = {0};
	MdvFmu *a = make(&Kept_unit, true, &said), *b = make(&Kept_unit, true, &said);
	Importer one, two;
	Bytes bytes = {0};
	uint64_t seed = 7;
	size_t n;

	import(&one, a, 0.5);
	import(&two, b, 0.5);
	write_down(a, &bytes);
	n = bytes.n;
	for (bytes.n = 0; bytes.n < n; bytes.n++) {
		unsigned char *cut = malloc(bytes.n + 1); /* of that size, for those who watch memory */
		Bytes part = {cut, bytes.n, bytes.n};

		memcpy(cut, bytes.at, bytes.n);
		T_INT(take_up(b, &part), MDV_BAD_ARGUMENT);
		T_CHECK(strstr(said.text, "an FMU state: these bytes are none"));
		free(cut);
	}
	for (int k = 0; k < 2000; k++) {
		size_t at = (size_t)(random_number(&seed) * (double)n);
		unsigned char was = bytes.at[at];

		bytes.at[at] ^= (unsigned char)(1 + 254 * random_number(&seed));
		T_INT(take_up(b, &bytes), MDV_BAD_ARGUMENT);
		bytes.at[at] = was;
	}
	for (int k = 0; k < 20; k++) { /* that was nothing to it */
		import_step(&one);
		import_step(&two);
	}
	same_variables(a, b);
	free(bytes.at);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

/* Some steps, whatever comes of them. */
static void try_to_go_on(MdvFmu *f)
{
	MdvFmuLayout l = mdv_fmu_layout(mdv_fmu_model(f));
	double x[MOST], dx[MOST], z[MOST];
	MdvFmuUpdate u;
	bool event;

	for (int k = 0; k < 3; k++) {
		(void)mdv_fmu_enter_continuous(f);
		(void)mdv_fmu_set_time(f, mdv_fmu_time(f) + 0.1);
		if (mdv_fmu_get_states(f, x) == MDV_OK)
			(void)mdv_fmu_set_states(f, x);
		(void)mdv_fmu_get_derivatives(f, dx);
		(void)mdv_fmu_get_indicators(f, z);
		(void)mdv_fmu_completed(f, &event);
		(void)mdv_fmu_enter_event(f);
		(void)mdv_fmu_update(f, &u);
		for (uint32_t ref = 0; ref < l.n_vars; ref++) {
			const char *text;

			if (mdv_fmu_model(f)->var[ref].type == MDV_STRING)
				(void)mdv_fmu_get_text(f, ref, &text);
			else
				(void)mdv_fmu_get(f, &ref, 1, x);
		}
	}
}

static void sign(Bytes *b)
{
	uint64_t sum = fmu_state_sum(b->at, b->n - sizeof sum);

	memcpy(b->at + b->n - sizeof sum, &sum, sizeof sum);
}

/* Something in it is not what it was. */
static void spoil(unsigned char bytes[], size_t n, int how, uint64_t *seed)
{
	static const uint64_t evil[] = {0,
									UINT64_MAX,
									UINT64_C(0x7ff0000000000000),
									UINT64_C(0x7ff8000000000000),
									UINT64_C(0x7fffffff7fffffff),
									UINT64_C(0x8000000080000000),
									UINT64_C(0x0101010101010101),
									UINT64_C(0x4170000000000000)};
	size_t at = (size_t)(random_number(seed) * (double)(n - sizeof *evil));

	if (how % 2)
		bytes[at] = (unsigned char)(256 * random_number(seed));
	else
		memcpy(bytes + at, &evil[how / 2 % 8], how % 4 ? 4 : 8);
}

/* Made on purpose: the sum is right. */
static void forge(const MdvUnit *unit, int times)
{
	Said said = {0};
	MdvFmu *a = make(unit, true, &said);
	Bytes good = {0}, bad = {0};
	uint64_t seed = 99;
	Importer im;

	import(&im, a, 1.2);
	write_down(a, &good);
	bad = (Bytes){malloc(good.n), good.n, good.n};
	T_INT(said.n, 0);
	for (int k = 0; k < times; k++) {
		MdvFmu *b = make(unit, true, &said);
		int n_said = said.n;
		MdvStatus status;

		memcpy(bad.at, good.at, good.n);
		spoil(bad.at, good.n - sizeof(uint64_t), k, &seed);
		sign(&bad);
		status = take_up(b, &bad);
		T_CHECK(status == MDV_OK || said.n > n_said); /* refused with words, or some state */
		if (status == MDV_OK)
			try_to_go_on(b);
		mdv_fmu_free(b);
	}
	free(good.at);
	free(bad.at);
	mdv_fmu_free(a);
}

static void forged_bytes_do_no_harm(void)
{
	forge(&Kept_unit, 3000);
	forge(&Ladder_unit, 1000);
	forge(&Events_unit, 1000);
	forge(&Pendulum_unit, 1000);
}

/* One whose memory is the heap's, block by block: whoever watches that sees where a wrong index
   leads. */
static MdvFmu *make_on_heap(const MdvUnit *unit, Said *said)
{
	MdvFmu *f = calloc(1, sizeof *f);

	f->unit = unit;
	f->host = (MdvFmuHost){hear, said, true, MDV_SOLVER_CVODE, "test"};
	f->alloc = &alloc_heap;
	f->code = native_code_new(unit, &alloc_heap);
	f->stop = INFINITY;
	f->tol = 1e-9;
	T_INT(fmu_exchange_open(f), MDV_OK);
	f->phase = MDV_FMU_EVENT;
	return f;
}

static void free_on_heap(MdvFmu *f)
{
	fmu_exchange_close(f);
	native_code_free(f->code);
	free(f);
}

static void forge_run(const MdvUnit *unit, int times)
{
	Said said = {0};
	MdvFmu *a = make(unit, true, &said);
	Tape out = {0};
	uint64_t seed = 1234;
	unsigned char *good, *bad;
	Importer im;
	int n_taken = 0;

	import(&im, a, 1.2);
	fmu_exchange_tape(a, &out);
	good = out.to = malloc(out.at);
	bad = malloc(out.at);
	out.at = 0;
	fmu_exchange_tape(a, &out);
	T_CHECK(!out.wrong && said.n == 0);
	for (int k = 0; k < times; k++) {
		MdvFmu *b = make_on_heap(unit, &said);
		Tape in = {.from = bad, .size = out.at};

		memcpy(bad, good, out.at);
		for (int i = 0; i < 1 + k % 3; i++)
			spoil(bad, out.at, 8 * k + i, &seed);
		fmu_exchange_tape(b, &in);
		n_taken += !in.wrong;
		if (!in.wrong)
			try_to_go_on(b);
		free_on_heap(b);
	}
	T_CHECK(n_taken > times / 10 && n_taken < times); /* numbers are taken as they are */
	free(good);
	free(bad);
	mdv_fmu_free(a);
}

static void forged_runs_read_and_write_nothing_that_is_not_theirs(void)
{
	forge_run(&Kept_unit, 2000);
	forge_run(&Ladder_unit, 1000);
	forge_run(&Events_unit, 1000);
	forge_run(&Pendulum_unit, 1000);
}

static void bytes_of_other_models_and_kinds_are_refused(void)
{
	Said said = {0};
	MdvFmu *a = make(&Plant_unit, true, &said), *b = make(&Events_unit, true, &said);
	MdvFmu *c = make(&Plant_unit, false, &said);
	MdvFmuState *s = NULL;
	Bytes bytes = {0};
	Importer im;
	size_t n;

	import(&im, a, 0.1);
	write_down(a, &bytes);
	T_INT(take_up(b, &bytes), MDV_BAD_ARGUMENT);
	T_STR(said.text, "an FMU state: it is of another model");
	T_INT(take_up(c, &bytes), MDV_BAD_ARGUMENT);
	T_STR(said.text, "an FMU state: it is one of model exchange");
	begin(c, 0);
	write_down(c, &bytes);
	T_INT(take_up(a, &bytes), MDV_BAD_ARGUMENT);
	T_STR(said.text, "an FMU state: it is one of co-simulation");
	T_INT(mdv_fmu_save(a, &s), MDV_OK);
	T_INT(mdv_fmu_state_size(b, s, &n), MDV_BAD_ARGUMENT);
	T_STR(said.text, "an FMU state: it is not one of this instance");
	mdv_fmu_state_free(a, s);
	free(bytes.at);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
	mdv_fmu_free(c);
}

/* What objects of other people's code are, only they know. */
static void models_with_objects_of_others_are_not_written_down(void)
{
	Said said = {0};
	MdvFmu *f = make(&Kept_unit, true, &said);
	MdvFmuState *s = NULL;
	Bytes bytes = {0};
	char object;
	size_t n;

	begin(f, 1e-9);
	write_down(f, &bytes);
	object = f->code->fns->objects.at[0].object;
	f->code->fns->objects.at[0].object = 0;
	T_INT(mdv_fmu_save(f, &s), MDV_OK);
	T_INT(mdv_fmu_state_size(f, s, &n), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "external objects of code that is not modevs'"));
	T_INT(take_up(f, &bytes), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "external objects of code that is not modevs'"));
	f->code->fns->objects.at[0].object = object;
	T_INT(take_up(f, &bytes), MDV_OK);
	mdv_fmu_state_free(f, s);
	free(bytes.at);
	mdv_fmu_free(f);
}

/* --- Strings that are set --- */

static void strings_are_set_before_the_model_runs(void)
{
	for (int exchange = 0; exchange < 2; exchange++) {
		Said said = {0};
		MdvFmu *f = make(&Kept_unit, exchange, &said), *g = make(&Kept_unit, exchange, &said);
		uint32_t unit = ref_of(f, "unit"), told = ref_of(f, "said");
		Bytes bytes = {0};
		const char *text;

		T_INT(mdv_fmu_set_text(f, unit, "rounds"), MDV_OK);
		T_INT(mdv_fmu_get_text(f, unit, &text), MDV_OK);
		T_STR(text, "rounds");
		T_INT(mdv_fmu_set_text(f, told, "no"), MDV_BAD_ARGUMENT);
		T_CHECK(strstr(said.text, "said: of Strings parameters are set"));
		T_INT(mdv_fmu_set_text(f, ref_of(f, "top"), "no"), MDV_BAD_ARGUMENT);
		T_INT(set(f, "unit", 1), MDV_BAD_ARGUMENT);
		T_INT(mdv_fmu_begin(f, 0, INFINITY, 0), MDV_OK);
		(void)get(f, "x");
		T_INT(mdv_fmu_set_text(f, unit, "laps"), MDV_OK); /* initialized anew */
		T_INT(mdv_fmu_initialized(f), MDV_OK);
		T_INT(mdv_fmu_set_text(f, unit, "late"), MDV_BAD_ARGUMENT);
		if (exchange) {
			T_INT(mdv_fmu_set_time(f, 0.1), MDV_OK);
			T_INT(mdv_fmu_enter_event(f), MDV_OK);
			T_INT(mdv_fmu_update(f, &(MdvFmuUpdate){0}), MDV_OK);
		} else {
			T_INT(mdv_fmu_step(f, 0.2, false, &(double){0}), MDV_OK);
		}
		write_down(f, &bytes);
		T_INT(take_up(g, &bytes), MDV_OK);
		T_INT(mdv_fmu_get_text(g, told, &text), MDV_OK);
		T_STR(text, "1 laps");
		T_INT(mdv_fmu_get_text(g, unit, &text), MDV_OK);
		T_STR(text, "laps");
		T_INT(mdv_fmu_reset(g), MDV_OK);
		T_INT(mdv_fmu_get_text(g, unit, &text), MDV_OK);
		T_STR(text, "turns");
		free(bytes.at);
		mdv_fmu_free(f);
		mdv_fmu_free(g);
	}
}

int main(void)
{
	T_RUN(a_thousand_moves_into_new_instances_change_no_bit);
	T_RUN(every_phase_can_be_written_down);
	T_RUN(what_was_cut_off_or_changed_is_refused);
	T_RUN(forged_bytes_do_no_harm);
	T_RUN(forged_runs_read_and_write_nothing_that_is_not_theirs);
	T_RUN(bytes_of_other_models_and_kinds_are_refused);
	T_RUN(models_with_objects_of_others_are_not_written_down);
	T_RUN(strings_are_set_before_the_model_runs);
	return T_END();
}
