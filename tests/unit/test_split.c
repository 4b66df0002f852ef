/* SPDX-License-Identifier: MIT
   test_split.c — the flat model as a system of components, and what its checker finds. */
#include "t.h"
#include "dae_model.h"
#include "modevs/parts.h"

static DaeModel m;

static void begin(void)
{
	dae_model_init(&m, "model M Real x(start = 1); equation der(x) = -x; end M;", false);
}

/* What the checker says of the system as it is now. */
static const char *verdict(void)
{
	static char said[256];
	Text why;

	text_init(&why, NULL);
	snprintf(said, sizeof said, "%s",
			 split_check(&m.cx.system, &m.cx.flat, &why) ? "right" : text_str(&why));
	text_free(&why);
	return said;
}

static void a_model_without_devs_classes_is_one_island(void)
{
	Text text;

	begin();
	T_INT(m.cx.system.components.n, 1);
	T_INT(m.cx.system.couplings.n, 0);
	T_INT(m.cx.n_islands, 1);
	T_CHECK(m.cx.islands[0].component == &m.cx.system.components.at[0]);
	T_STR(verdict(), "right");
	T_CHECK(dae_model_has(&m, "der(x) = -x"));
	text_init(&text, NULL);
	split_print(&m.cx.system, &m.cx.flat, &text);
	T_STR(text_str(&text), "system: 1 component, 0 couplings\n"
						   "  M: island (equations that interact continuously)\n");
	text_free(&text);
	dae_model_free(&m);
}

static void add(Component c)
{
	vec_push(arena_allocator(&m.cx.keep), &m.cx.system.components, c);
}

static void couple(Coupling c)
{
	vec_push(arena_allocator(&m.cx.keep), &m.cx.system.couplings, c);
}

static void a_damaged_system_is_found(void)
{
	FlatModel empty = {.vars = {.n = 0}};
	Name other;

	begin();
	m.cx.system.components.at[0].flat = NULL;
	T_STR(verdict(), "an island without a model");
	m.cx.system.components.at[0].flat = &empty;
	T_CHECK(strstr(verdict(), "0 variables in components"));
	m.cx.system.components.at[0].flat = &m.cx.flat;
	m.cx.system.components.at[0].atomic = &mdv_recorder;
	T_STR(verdict(), "a component that is twice");
	m.cx.system.components.at[0].atomic = NULL;
	T_STR(verdict(), "right");

	add((Component){.kind = COMPONENT_ISLAND, .name = m.cx.flat.name, .flat = &empty});
	T_STR(verdict(), "two components are called 'M'");
	other = intern_name(&m.cx.names, "other", 5);
	m.cx.system.components.at[1].name = other;
	T_STR(verdict(), "right");

	m.cx.system.components.at[0].n_out = 1;
	m.cx.system.components.at[1].n_in = 1;
	couple((Coupling){.from = {0}, .to = {1}});
	T_STR(verdict(), "right");
	couple((Coupling){.from = {0}, .to = {2}});
	T_STR(verdict(), "coupling 1 joins components that are not there");
	m.cx.system.couplings.at[1] = (Coupling){.from = {0}, .to = {1}, .to_port = 1};
	T_STR(verdict(), "coupling 1 joins ports that are not there");
	m.cx.system.couplings.at[1] = (Coupling){.from = {1}, .to = {0}};
	T_STR(verdict(), "coupling 1 joins ports that are not there");
	dae_model_free(&m);
}

int main(void)
{
	T_RUN(a_model_without_devs_classes_is_one_island);
	T_RUN(a_damaged_system_is_found);
	return T_END();
}
