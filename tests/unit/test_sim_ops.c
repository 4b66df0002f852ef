/* Every operation gives the same bits wherever it is computed: in an equation, in a function, of
   literals, at compile time. */
#include "ops_model.h"
#include "sim.h"
#include "t.h"

static bool same(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0;
}

static const char *text_of(OpsRow r, const OpsCase *c)
{
	static char text[128];

	snprintf(text, sizeof text, "%s of %s: %.17g, %.17g", expr_op_info[r.op].text, ops_type(r.kind),
			 c->a, c->b);
	return text;
}

static void check_row(OpsRow r)
{
	static const char *const way[] = {"one%d",      "many[%d]", "event[%d]", "fold[%d]",
									  "called[%d]", "seen[%d]", "mapped[%d]"};
	OpsCase at[OPS_MOST_CASES];
	int n = ops_cases(r, expr_op_info[r.op].least == 2 ? 3 : 1, at);
	Text model;
	Sim s;

	text_init(&model, NULL);
	ops_model(&model, "M", r, at, n);
	T_CHECK(n > 0);
	if (!sim_text(&s, text_str(&model)) || sim_run(&s) != MDV_OK)
		T_FAIL("%s of %s: %s", expr_op_info[r.op].text, ops_type(r.kind), sim_said(&s));
	else
		for (int i = 0; i < n; i++)
			for (size_t k = 0; k < sizeof way / sizeof *way - !ops_maps(r); k++) {
				char name[32];
				double got;

				snprintf(name, sizeof name, way[k], i + 1);
				got = sim_last(&s, name);
				if (!same(got, at[i].want))
					T_FAIL("%s: %s is %.17g, not %.17g", text_of(r, &at[i]), name, got, at[i].want);
			}
	sim_free(&s);
	text_free(&model);
}

static void every_operation_gives_the_same_bits_everywhere(void)
{
	OpsRow row[OPS_MOST_ROWS];
	int n = ops_rows(row);

	T_CHECK(n > 30);
	for (int k = 0; k < n; k++)
		check_row(row[k]);
}

int main(void)
{
	T_RUN(every_operation_gives_the_same_bits_everywhere);
	return T_END();
}
