/* SPDX-License-Identifier: MIT
   foreign.h — the contents of foreign/: classes that stand for FMUs,
	   annotation(__modevs(fmu = "Motor.fmu"))
   get the declarations and equations that make them so. */
#ifndef MDV_FOREIGN_H
#define MDV_FOREIGN_H

#include "compiler/syntax/syntax.h"
#include "fmi/fmi.h"

/* foreign_class.c — the class */

/* Before the class is used: if it stands for an FMU, its body becomes complete, once. What is wrong
   is reported. */
void foreign_class_complete(Syntax *sx, ClassDef *def);

/* foreign_text.c — what is added, as Modelica */

/* A declaration of the class, and the variable of the FMU that it is. */
typedef struct ForeignItem {
	const char *name; /* in the class */
	const char *type; /* its type, as written */
	const FmiVar *var;
	int place;   /* of var in the description */
	bool no_u;   /* an output that depends on no input */
	bool varies; /* declared `discrete` */
} ForeignItem;

typedef struct ForeignClass {
	const char *name; /* of the class */
	const char *file; /* of the FMU */
	bool exchange;    /* model exchange, not co-simulation */
	double step;      /* of co-simulation: between communication points */
	FmiDescription d;
	VEC(ForeignItem) item;
} ForeignClass;

void foreign_text(const ForeignClass *c, Text *out);

#endif
