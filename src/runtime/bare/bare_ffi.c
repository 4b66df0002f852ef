/* SPDX-License-Identifier: MIT
   bare_ffi.c — calls of the C functions that we provide (runtime/ext/symbols.h), for the sources of
   FMUs: one function for each type that there is among them, so that no library is needed that
   knows how machines call. test_bare_ffi looks whether all are there. */
#include "vm/vm_fn.h"

#include <string.h>

struct VmCif {
	const char *types; /* a letter for what is returned, then one for each argument */
	void (*call)(VmSymbol fn, void *value[], VmFfiResult *result); /* does it */
};

#define D(k) (*(double *)v[k])
#define I(k) (*(int *)v[k])
#define Z(k) (*(size_t *)v[k])
#define P(k) (*(void **)v[k])

static void call_d_d(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(double))fn)(D(0));
}

static void call_d_i(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(int))fn)(I(0));
}

static void call_d_p(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *))fn)(P(0));
}

static void call_d_pd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, double))fn)(P(0), D(1));
}

static void call_d_pdd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, double, double))fn)(P(0), D(1), D(2));
}

static void call_d_pdddd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real =
		((double (*)(void *, double, double, double, double))fn)(P(0), D(1), D(2), D(3), D(4));
}

static void call_d_pdddddd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, double, double, double, double, double, double))fn)(
		P(0), D(1), D(2), D(3), D(4), D(5), D(6));
}

static void call_d_pid(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, double))fn)(P(0), I(1), D(2));
}

static void call_d_pidd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, double, double))fn)(P(0), I(1), D(2), D(3));
}

static void call_d_piddd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, double, double, double))fn)(P(0), I(1), D(2), D(3), D(4));
}

static void call_d_pidddd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, double, double, double, double))fn)(P(0), I(1), D(2), D(3),
																			D(4), D(5));
}

static void call_d_piddddd(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, double, double, double, double, double))fn)(
		P(0), I(1), D(2), D(3), D(4), D(5), D(6));
}

static void call_d_pii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->real = ((double (*)(void *, int, int))fn)(P(0), I(1), I(2));
}

static void call_i(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)v;
	r->integer = ((int (*)(void))fn)();
}

static void call_i_d(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(double))fn)(D(0));
}

static void call_i_p(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(void *))fn)(P(0));
}

static void call_i_pi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(void *, int))fn)(P(0), I(1));
}

static void call_i_ppi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(void *, void *, int))fn)(P(0), P(1), I(2));
}

static void call_i_pppzzip(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(void *, void *, void *, size_t, size_t, int, void *))fn)(
		P(0), P(1), P(2), Z(3), Z(4), I(5), P(6));
}

static void call_i_pzpzpp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->integer = ((int (*)(void *, size_t, void *, size_t, void *, void *))fn)(P(0), Z(1), P(2),
																			   Z(3), P(4), P(5));
}

static void call_p(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)v;
	r->ptr = ((void *(*)(void))fn)();
}

static void call_p_i(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(int))fn)(I(0));
}

static void call_p_p(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *))fn)(P(0));
}

static void call_p_pii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, int, int))fn)(P(0), I(1), I(2));
}

static void call_p_pip(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, int, void *))fn)(P(0), I(1), P(2));
}

static void call_p_pppzzdpzii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, double, void *, size_t, int,
						 int))fn)(P(0), P(1), P(2), Z(3), Z(4), D(5), P(6), Z(7), I(8), I(9));
}

static void call_p_pppzzdpziidii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, double, void *, size_t, int, int,
						 double, int, int))fn)(P(0), P(1), P(2), Z(3), Z(4), D(5), P(6), Z(7), I(8),
											   I(9), D(10), I(11), I(12));
}

static void call_p_pppzzdpziidiipi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, double, void *, size_t, int, int,
						 double, int, int, void *, int))fn)(P(0), P(1), P(2), Z(3), Z(4), D(5),
															P(6), Z(7), I(8), I(9), D(10), I(11),
															I(12), P(13), I(14));
}

static void call_p_pppzzi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, int))fn)(P(0), P(1), P(2), Z(3),
																		  Z(4), I(5));
}

static void call_p_pppzziii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, int, int, int))fn)(
		P(0), P(1), P(2), Z(3), Z(4), I(5), I(6), I(7));
}

static void call_p_pppzziiipi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, int, int, int, void *, int))fn)(
		P(0), P(1), P(2), Z(3), Z(4), I(5), I(6), I(7), P(8), I(9));
}

static void call_p_pppzzpzi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, void *, size_t, int))fn)(
		P(0), P(1), P(2), Z(3), Z(4), P(5), Z(6), I(7));
}

static void call_p_pppzzpziii(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, void *, size_t, int, int, int))fn)(
		P(0), P(1), P(2), Z(3), Z(4), P(5), Z(6), I(7), I(8), I(9));
}

static void call_p_pppzzpziiipi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	r->ptr = ((void *(*)(void *, void *, void *, size_t, size_t, void *, size_t, int, int, int,
						 void *, int))fn)(P(0), P(1), P(2), Z(3), Z(4), P(5), Z(6), I(7), I(8),
										  I(9), P(10), I(11));
}

static void call_v_p(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *))fn)(P(0));
}

static void call_v_piipp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, int, int, void *, void *))fn)(P(0), I(1), I(2), P(3), P(4));
}

static void call_v_pip(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, int, void *))fn)(P(0), I(1), P(2));
}

static void call_v_pipp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, int, void *, void *))fn)(P(0), I(1), P(2), P(3));
}

static void call_v_pp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *))fn)(P(0), P(1));
}

static void call_v_ppi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *, int))fn)(P(0), P(1), I(2));
}

static void call_v_ppp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *, void *))fn)(P(0), P(1), P(2));
}

static void call_v_ppppppp(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *, void *, void *, void *, void *, void *))fn)(P(0), P(1), P(2), P(3),
																		   P(4), P(5), P(6));
}

static void call_v_pppzzi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *, void *, size_t, size_t, int))fn)(P(0), P(1), P(2), Z(3), Z(4), I(5));
}

static void call_v_ppz(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, void *, size_t))fn)(P(0), P(1), Z(2));
}

static void call_v_pzi(VmSymbol fn, void *v[], VmFfiResult *r)
{
	(void)r;
	((void (*)(void *, size_t, int))fn)(P(0), Z(1), I(2));
}

static const VmCif known[] = {
	{"dd", call_d_d},
	{"di", call_d_i},
	{"dp", call_d_p},
	{"dpd", call_d_pd},
	{"dpdd", call_d_pdd},
	{"dpdddd", call_d_pdddd},
	{"dpdddddd", call_d_pdddddd},
	{"dpid", call_d_pid},
	{"dpidd", call_d_pidd},
	{"dpiddd", call_d_piddd},
	{"dpidddd", call_d_pidddd},
	{"dpiddddd", call_d_piddddd},
	{"dpii", call_d_pii},
	{"i", call_i},
	{"id", call_i_d},
	{"ip", call_i_p},
	{"ipi", call_i_pi},
	{"ippi", call_i_ppi},
	{"ipppzzip", call_i_pppzzip},
	{"ipzpzpp", call_i_pzpzpp},
	{"p", call_p},
	{"pi", call_p_i},
	{"pp", call_p_p},
	{"ppii", call_p_pii},
	{"ppip", call_p_pip},
	{"ppppzzdpzii", call_p_pppzzdpzii},
	{"ppppzzdpziidii", call_p_pppzzdpziidii},
	{"ppppzzdpziidiipi", call_p_pppzzdpziidiipi},
	{"ppppzzi", call_p_pppzzi},
	{"ppppzziii", call_p_pppzziii},
	{"ppppzziiipi", call_p_pppzziiipi},
	{"ppppzzpzi", call_p_pppzzpzi},
	{"ppppzzpziii", call_p_pppzzpziii},
	{"ppppzzpziiipi", call_p_pppzzpziiipi},
	{"vp", call_v_p},
	{"vpiipp", call_v_piipp},
	{"vpip", call_v_pip},
	{"vpipp", call_v_pipp},
	{"vpp", call_v_pp},
	{"vppi", call_v_ppi},
	{"vppp", call_v_ppp},
	{"vppppppp", call_v_ppppppp},
	{"vpppzzi", call_v_pppzzi},
	{"vppz", call_v_ppz},
	{"vpzi", call_v_pzi},
};

const VmCif *vm_ffi_new(Arena *keep, const char *types)
{
	(void)keep;
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (!strcmp(known[k].types, types))
			return &known[k];
	BUG("no function calls one of the type %s", types);
}

void vm_ffi_call(const VmCif *c, VmSymbol fn, void *value[], VmFfiResult *result)
{
	c->call(fn, value, result);
}
