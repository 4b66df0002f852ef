/* SPDX-License-Identifier: MIT */
#include "t.h"
#include "mini.h"

static char *printed(Mini *t)
{
	static char buf[8192];
	Text out;

	text_init(&out, NULL);
	print_model(&t->m, &t->scratch, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	return buf;
}

static void a_model_prints_as_modelica(void)
{
	Mini t;

	mini_begin(&t, "model M;\n"
				   "parameter Real R(unit=\"Ohm\", min=0) = 2;\n"
				   "Real x(start = 1, fixed = true), r.v[2,2], y;\n"
				   "discrete Real z; Integer n; Boolean b; input Real u;\n"
				   "function f(2) 2;\n"
				   "initial equation x = 1;\n"
				   "equation der(x) = -R*(x - 1)^2 + u;\n"
				   "(r.v[1,1], r.v[1,2]) = f(x, y + 1);\n"
				   "when {x > 1, initial()} then z = pre(z) + 1; reinit(x, 0); elsewhen b then z = "
				   "3; end when;\n"
				   "if b then y = 1; else y = if n > 2 then 2 else -x; end if;\n"
				   "b = not (x > 2) and (n == 2 or x < 1);\n"
				   "algorithm n := 2; if b then n := 3; end if;\n"
				   "for i in 1:2 loop r.v[2,i] := x*i; end for;\n"
				   "end");
	T_STR(printed(&t), "function f\n"
					   "  input Real u1;\n"
					   "  input Real u2;\n"
					   "  output Real y1;\n"
					   "  output Real y2;\n"
					   "algorithm\n"
					   "end f;\n"
					   "\n"
					   "class M\n"
					   "  parameter Real R(unit = \"Ohm\", min = 0) = 2;\n"
					   "  Real x(start = 1, fixed = true);\n"
					   "  Real r.v[1,1];\n"
					   "  Real r.v[1,2];\n"
					   "  Real r.v[2,1];\n"
					   "  Real r.v[2,2];\n"
					   "  Real y;\n"
					   "  discrete Real z;\n"
					   "  Integer n;\n"
					   "  Boolean b;\n"
					   "  input Real u;\n"
					   "initial equation\n"
					   "  x = 1;\n"
					   "equation\n"
					   "  der(x) = -R*(x - 1)^2 + u;\n"
					   "  (r.v[1,1], r.v[1,2]) = f(x, y + 1);\n"
					   "  when {x > 1, initial()} then\n"
					   "    z = pre(z) + 1;\n"
					   "    reinit(x, 0);\n"
					   "  elsewhen b then\n"
					   "    z = 3;\n"
					   "  end when;\n"
					   "  if b then\n"
					   "    y = 1;\n"
					   "  else\n"
					   "    y = if n > 2 then 2 else -x;\n"
					   "  end if;\n"
					   "  b = not x > 2 and (n == 2 or x < 1);\n"
					   "algorithm\n"
					   "  n := 2;\n"
					   "  if b then\n"
					   "    n := 3;\n"
					   "  end if;\n"
					   "  for i in 1:2 loop\n"
					   "    r.v[2,i] := x*i;\n"
					   "  end for;\n"
					   "end M;\n");
	mini_free(&t);
}

int main(void)
{
	T_RUN(a_model_prints_as_modelica);
	return T_END();
}
