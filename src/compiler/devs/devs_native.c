/* SPDX-License-Identifier: MIT
   devs_native.c — models of the paper's library that write into queues from their equations, and so
   hand messages on in a way that no equation can say here: the shipped library has one of the same
   parameters and ports for each, which takes their place wherever they are instantiated. */
#include "compiler/devs/devs.h"

#include <string.h>

/* Such a class is told by the end of its full name; ours has the last part of it. */
#define HYBRID "DEVSLib.SRC.Hybrid."
static const char *const natives[] = {
	HYBRID "DiCo",          HYBRID "DiBo",    HYBRID "Quantizer",     HYBRID "QuantizerUP",
	HYBRID "QuantizerDOWN", HYBRID "CrossUP", HYBRID "CrossDOWN",     HYBRID "BCrossUP",
	HYBRID "BCrossDOWN",    HYBRID "CondGen", "DEVSLib.SRC.breakloop"};

/* Does the full name of the class end in `name`, behind another package? Ours do not. */
static bool is_called(const Inst *in, const ClassDef *def, const char *name)
{
	size_t end = strlen(name);

	for (; def && end > 0; def = def->parent) {
		const char *part = intern_text(in->sx->names, def->name);
		size_t n = strlen(part);

		if (n > end || memcmp(name + end - n, part, n) != 0)
			return false;
		end -= n;
		end -= end > 0; /* the dot */
	}
	return end == 0;
}

Node *devs_native(Inst *in, Node *cls)
{
	const ClassDef *def = cls->kind == NODE_CLASS ? cls->def : NULL;
	const char *name = def && def->parent ? intern_text(in->sx->names, def->name) : "";

	for (size_t i = 0; *name && i < sizeof natives / sizeof *natives; i++) {
		const char *last = strrchr(natives[i], '.') + 1;
		Node *ours;

		if (strcmp(last, name) != 0 || !is_called(in, def, natives[i]))
			continue;
		ours = lookup_native(in, last);
		return ours ? ours : cls;
	}
	return cls;
}
