/* SPDX-License-Identifier: MIT
   cmd_bondgraph.c — modevs bondgraph: a circuit as a bond graph, on standard output. */
#include "bondgraph/bondgraph.h"
#include "cli/cli.h"

/* Elements and nodes of the model. A circuit without a ground is no model that could run, but has a
   bond graph: the passes end before that is looked at, if no --set needs them. */
static int find_circuit(const Options *o, Compile *cx, Circuit *c)
{
	int code;

	if (o->set.n > 0)
		code = start_flat(o, cx);
	else {
		cx->input = (CompileInput){.what = o->what, .model = o->model};
		code = pipeline_run(cx, pipeline_find("restrict")) ? EXIT_DONE : EXIT_MODEL;
	}
	if (code == EXIT_DONE && (cx->diag.n_errors > 0 || !circuit_find(cx, c)))
		code = EXIT_MODEL;
	if (code == EXIT_DONE && !quantum_read(o, c, &cx->keep))
		code = EXIT_USAGE;
	return code;
}

static int write_graph(const Options *o, Compile *cx, const BondGraph *before, const BondGraph *g,
					   const QbgNetwork *net, Text *out)
{
	const char *model = intern_text(&cx->names, cx->flat.name);

	if (o->json)
		write_json(before, g, model, out);
	else if (o->dot)
		write_dot(g, out);
	else if (o->ma)
		write_ma(net, o->priorities, &cx->keep, out);
	else if (!o->svg)
		write_text(g, model, out);
	else if (!write_svg(g, &cx->keep, out)) {
		fprintf(stderr, "%s: the graph is too large to be drawn; --dot writes it for Graphviz\n",
				o->program);
		return EXIT_MODEL;
	}
	if (render_write(stdout, text_str(out), out->n) && fflush(stdout) == 0)
		return EXIT_DONE;
	fprintf(stderr, "%s: the result could not be written\n", o->program);
	return EXIT_MODEL;
}

static int make_graph(const Options *o, Compile *cx, const Circuit *c, Text *out)
{
	BondGraph before, g;
	QbgNetwork net;

	if (o->before) {
		build_graph(c, &cx->keep, &before);
		return write_graph(o, cx, &before, &before, NULL, out);
	}
	if (!bondgraph_make(c, cx, &before, &g))
		return EXIT_MODEL;
	network_make(&g, &net);
	return write_graph(o, cx, &before, &g, &net, out);
}

typedef struct GraphCommand {
	const Options *o; /* the command line */
	Compile cx;       /* the model */
	Text out;         /* what is written */
} GraphCommand;

static int compile_and_write(void *arg)
{
	GraphCommand *c = arg;
	Circuit circuit;
	int code;

	start_compile(c->o, &c->cx);
	text_init(&c->out, arena_heap(&c->cx.keep));
	code = find_circuit(c->o, &c->cx, &circuit);
	if (code == EXIT_DONE)
		code = make_graph(c->o, &c->cx, &circuit, &c->out);
	start_tell(&c->cx);
	return code;
}

int cmd_bondgraph(const Options *o)
{
	GraphCommand *c;
	int code;

	if (o->before && o->ma) {
		options_wrong(o, "'--ma' needs causality: it cannot be written with '--before'");
		return EXIT_USAGE;
	}
	c = alloc_new(&alloc_heap, sizeof *c);
	if (!c)
		guard_no_memory(NULL);
	c->o = o;
	code = run_begin_inner(o->program, &c->cx.keep, compile_and_write, c);
	pipeline_free(&c->cx);
	alloc_free(&alloc_heap, c, sizeof *c);
	return code;
}
