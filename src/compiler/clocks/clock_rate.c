/* SPDX-License-Identifier: MIT
   clock_rate.c — sub-clock inference (MLS 16.7.5): the interval and the first tick of every
   sub-partition, as exact rationals. Links with known factors fix parts to each other; such groups
   get their scale from the clocks that are given, or from factors that are free. */
#include "compiler/clocks/clocks.h"

#include <string.h>

/* --- rationals --- */

/* What does not fit 63 bits is an error of the user's: MLS 16.7.5 asks for no more. */
typedef struct Reckon {
	Clocks *c;      /* the pass */
	bool too_large; /* a number did not fit */
} Reckon;

static __int128 gcd(__int128 a, __int128 b)
{
	while (b) {
		__int128 r = a % b;

		a = b;
		b = r;
	}
	return a < 0 ? -a : a;
}

static Rational ratio(Reckon *r, __int128 num, __int128 den)
{
	__int128 by = gcd(num, den);

	if (by == 0 || den == 0)
		return (Rational){0, 1};
	num /= den < 0 ? -by : by;
	den /= den < 0 ? -by : by;
	if (num > INT64_MAX || num < -INT64_MAX || den > INT64_MAX) {
		r->too_large = true;
		return (Rational){1, 1};
	}
	return (Rational){(int64_t)num, (int64_t)den};
}

static Rational times(Reckon *r, Rational a, Rational b)
{
	return ratio(r, (__int128)a.num * b.num, (__int128)a.den * b.den);
}

static Rational over(Reckon *r, Rational a, Rational b)
{
	return ratio(r, (__int128)a.num * b.den, (__int128)a.den * b.num);
}

static Rational plus(Reckon *r, Rational a, Rational b, int sign)
{
	__int128 by = gcd(a.den, b.den), left = (__int128)a.num * (b.den / by),
			 right = (__int128)b.num * (a.den / by);

	return ratio(r, left + sign * right, (__int128)a.den * (b.den / by));
}

static bool same(Rational a, Rational b)
{
	return a.num == b.num && a.den == b.den;
}

/* --- groups of parts with known factors --- */

static bool is_known(const ClockLink *l)
{
	return l->op != EX_NO_CLOCK &&
		   (l->factor > 0 || (l->op != EX_SUB_SAMPLE && l->op != EX_SUPER_SAMPLE));
}

/* The rate at the other end of a link, from that at one end. */
static void step(Reckon *r, const ClockLink *l, const ClockPart *from, bool forward, ClockPart *to)
{
	Rational factor = {l->factor > 0 ? l->factor : 1, 1}, shift = {l->factor, l->per};
	int sign = (l->op == EX_SHIFT_SAMPLE) == forward ? 1 : -1;

	to->interval = from->interval;
	to->start = from->start;
	if (l->op == EX_SUB_SAMPLE || l->op == EX_SUPER_SAMPLE)
		to->interval = (l->op == EX_SUB_SAMPLE) == forward ? times(r, from->interval, factor)
														   : over(r, from->interval, factor);
	if (l->op == EX_SHIFT_SAMPLE || l->op == EX_BACK_SAMPLE)
		to->start = plus(r, from->start, times(r, shift, from->interval), sign);
}

static void print_rate(Text *out, const ClockPart *p)
{
	text_printf(out, "%lld/%lld from %lld/%lld on", (long long)p->interval.num,
				(long long)p->interval.den, (long long)p->start.num, (long long)p->start.den);
}

/* A variable of the part, for messages; NULL text: none that the user has written. */
static const char *name_part(Clocks *c, int32_t part, Text *out)
{
	text_clear(out);
	for (int32_t i = 0; i < (int32_t)c->m->vars.n; i++)
		if (c->part_of[i] == part &&
			intern_text(c->m->names, flat_decl_of(c->m, (VarId){i})->name)[0] != '$') {
			clock_name_var(c, (VarId){i}, out);
			return text_str(out);
		}
	text_printf(out, "these equations");
	return text_str(out);
}

static void say_contradiction(Clocks *c, Span at, int32_t part, const ClockPart *a,
							  const ClockPart *b)
{
	Text name, rates;

	text_init(&name, arena_heap(c->m->keep));
	text_init(&rates, arena_heap(c->m->keep));
	print_rate(&rates, a);
	text_printf(&rates, ", and every ");
	print_rate(&rates, b);
	diag_error(c->diag, at, E_CLOCK_TWO,
			   "the clock of %s would have to tick in two ways: every %s (in units of its base "
			   "clock)",
			   name_part(c, part, &name), text_str(&rates));
	text_free(&rates);
	text_free(&name);
}

typedef struct Edges {
	const Csr *of;      /* parts x links */
	VEC(int32_t) stack; /* parts to go on from */
} Edges;

static bool follow(Reckon *r, Edges *e, int32_t from)
{
	Clocks *c = r->c;

	for (int32_t k = e->of->start[from]; k < e->of->start[from + 1]; k++) {
		const ClockLink *l = &c->links.at[e->of->col[k]];
		int32_t u = c->part_of[l->u], y = c->part_of[l->y];
		bool forward = u == from;
		int32_t other = forward ? y : u;
		ClockPart *to = &c->parts.at[other], found = *to;

		if (!is_known(l))
			continue;
		step(r, l, &c->parts.at[from], forward, &found);
		if (to->group < 0) {
			found.group = c->parts.at[from].group;
			*to = found;
			vec_push(arena_allocator(c->scratch), &e->stack, other);
		} else if (!same(to->interval, found.interval) || !same(to->start, found.start)) {
			say_contradiction(c, l->at, other, to, &found);
			return false;
		}
	}
	return true;
}

static void index_links(Clocks *c, Csr *out)
{
	CsrBuilder b;
	Arena work;

	arena_child(&work, c->scratch);
	csr_begin(&b, &work, (int32_t)c->parts.n, (int32_t)c->links.n);
	for (int32_t i = 0; i < (int32_t)c->links.n; i++) {
		csr_add(&b, c->part_of[c->links.at[i].u], i);
		csr_add(&b, c->part_of[c->links.at[i].y], i);
	}
	csr_finish(&b, c->scratch, out);
	arena_free(&work);
}

static int32_t find_groups(Reckon *r, const Csr *links)
{
	Clocks *c = r->c;
	Edges e = {.of = links};
	int32_t n = 0;

	for (int32_t i = 0; i < (int32_t)c->parts.n; i++) {
		ClockPart *p = &c->parts.at[i];

		if (p->group >= 0)
			continue;
		p->group = n++;
		p->interval = (Rational){1, 1};
		p->start = (Rational){0, 1};
		vec_push(arena_allocator(c->scratch), &e.stack, i);
		while (e.stack.n > 0) {
			int32_t from = e.stack.at[--e.stack.n];

			if (!follow(r, &e, from))
				return -1;
		}
	}
	return n;
}

/* --- the clocks that are given --- */

static uint8_t kind_of(const ClockAnchor *a)
{
	if (a->clock->op == EX_CLOCK_EVENT)
		return CLOCK_EVENT;
	if (a->clock->arg[0]->variability > VB_PARAMETER)
		return CLOCK_VARYING;
	return a->clock->op == EX_CLOCK_INTERVAL ? CLOCK_INTERVAL : CLOCK_RATIONAL;
}

static void say_two(Clocks *c, const ClockAnchor *a, const ClockAnchor *b)
{
	Text name;

	text_init(&name, arena_heap(c->m->keep));
	diag_error(c->diag, b->at, E_CLOCK_TWO,
			   "%s cannot have this clock, too: equations that belong together have one base clock",
			   name_part(c, c->part_of[b->node], &name));
	diag_note(c->diag, a->at, "the other clock is given here");
	text_free(&name);
}

/* MLS 16.3.1: rational clocks may be several; of the others there is one. The same text twice can
   only mean the same clock. */
static bool find_bases(Clocks *c)
{
	bool ok = true;

	for (size_t i = 0; i < c->anchors.n; i++) {
		const ClockAnchor *a = &c->anchors.at[i];
		int32_t part = c->part_of[a->node];
		ClockBase *base = &c->bases.at[c->parts.at[part].base];
		const ClockAnchor *other = base->anchor;

		if (!other) {
			base->anchor = a;
			base->kind = kind_of(a);
			base->part = part;
			continue;
		}
		if (kind_of(a) == CLOCK_RATIONAL && base->kind == CLOCK_RATIONAL)
			continue;
		if (a->clock == other->clock && part == base->part) {
			ok &= diag_older(c->diag, NULL, a->at, E_CLOCK_TWO,
							 "the same clock is given to these equations twice: a variable of type "
							 "Clock says that it is one");
			continue;
		}
		say_two(c, other, a);
		ok = false;
	}
	return ok;
}

/* The group of `part` gets its scale: the part has interval and start of `given`. */
static bool set_scale(Reckon *r, bool *scaled, int32_t part, ClockPart given, Span at)
{
	Clocks *c = r->c;
	ClockPart p = c->parts.at[part];
	Rational unit = over(r, given.interval, p.interval);
	Rational shift = plus(r, times(r, p.start, unit), given.start, -1);

	if (scaled[p.group]) {
		if (same(p.interval, given.interval) && same(p.start, given.start))
			return true;
		say_contradiction(c, at, part, &p, &given);
		return false;
	}
	scaled[p.group] = true;
	for (size_t i = 0; i < c->parts.n; i++) {
		ClockPart *x = &c->parts.at[i];

		if (x->group != p.group)
			continue;
		x->interval = times(r, x->interval, unit);
		x->start = plus(r, times(r, x->start, unit), shift, -1);
	}
	return true;
}

static bool scale_anchors(Reckon *r, bool *scaled)
{
	Clocks *c = r->c;

	for (size_t i = 0; i < c->anchors.n; i++) {
		const ClockAnchor *a = &c->anchors.at[i];
		int32_t part = c->part_of[a->node];
		ClockPart given = {.interval = {1, 1}, .start = {0, 1}};

		if (kind_of(a) == CLOCK_RATIONAL) {
			if (a->clock->arg[0]->op != EX_INTEGER) {
				diag_error(c->diag, a->at, E_CLOCK_ARGUMENT,
						   "the counter of a clock must be known at compile time, or be clocked");
				return false;
			}
			given.interval = ratio(r, expr_integer_value(a->clock->arg[0]),
								   expr_integer_value(a->clock->arg[1]));
		}
		if (!set_scale(r, scaled, part, given, a->at))
			return false;
	}
	return true;
}

/* MLS 16.3.1: without any clock the fastest part ticks every second. */
static bool scale_default(Reckon *r, bool *scaled)
{
	Clocks *c = r->c;

	for (size_t b = 0; b < c->bases.n; b++) {
		ClockPart second = {.interval = {1, 1}, .start = {0, 1}};
		int32_t fastest = -1;
		Text name;

		if (c->bases.at[b].anchor)
			continue;
		for (int32_t i = 0; i < (int32_t)c->parts.n; i++) {
			const ClockPart *p = &c->parts.at[i];

			if (p->base == (int32_t)b &&
				(fastest < 0 || (__int128)p->interval.num * c->parts.at[fastest].interval.den <
									(__int128)c->parts.at[fastest].interval.num * p->interval.den))
				fastest = i;
		}
		if (fastest < 0)
			continue;
		text_init(&name, arena_heap(c->m->keep));
		diag_warning(c->diag, c->parts.at[fastest].at, W_CLOCK_DEFAULT,
					 "no clock is given for %s and what it belongs to: it ticks every second",
					 name_part(c, fastest, &name));
		text_free(&name);
		c->bases.at[b].part = fastest;
		if (!set_scale(r, scaled, fastest, second, c->parts.at[fastest].at))
			return false;
	}
	return true;
}

/* Groups without a clock of their own tick with those to which a factor is left open. */
static bool scale_rest(Reckon *r, bool *scaled)
{
	Clocks *c = r->c;
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < c->links.n; i++) {
			int32_t u = c->part_of[c->links.at[i].u], y = c->part_of[c->links.at[i].y];
			bool of_u = scaled[c->parts.at[u].group], of_y = scaled[c->parts.at[y].group];
			ClockPart from = c->parts.at[of_u ? u : y];

			if (of_u == of_y)
				continue;
			if (!set_scale(r, scaled, of_u ? y : u, from, c->links.at[i].at))
				return false;
			again = true;
		}
	}
	return true;
}

/* Factors that were left open are whole numbers, and both begin together. */
static bool check_open(Reckon *r)
{
	Clocks *c = r->c;

	for (size_t i = 0; i < c->links.n; i++) {
		const ClockLink *l = &c->links.at[i];
		const ClockPart *u = &c->parts.at[c->part_of[l->u]], *y = &c->parts.at[c->part_of[l->y]];
		Rational f;
		Text name;

		if (is_known(l) || l->op == EX_NO_CLOCK)
			continue;
		f = l->op == EX_SUB_SAMPLE ? over(r, y->interval, u->interval)
								   : over(r, u->interval, y->interval);
		if (f.den == 1 && same(u->start, y->start))
			continue;
		text_init(&name, arena_heap(c->m->keep));
		diag_error(c->diag, l->at, E_CLOCK_TWO,
				   "no factor of '%s' makes the clock of %s out of the other one: intervals are as "
				   "%lld to %lld",
				   expr_op_info[l->op].text, name_part(c, c->part_of[l->y], &name),
				   (long long)y->interval.num * (long long)u->interval.den,
				   (long long)u->interval.num * (long long)y->interval.den);
		text_free(&name);
		return false;
	}
	return true;
}

/* --- whole numbers of the smallest part --- */

static bool check_part(Clocks *c, const ClockPart *p, int32_t i)
{
	const ClockBase *base = &c->bases.at[p->base];
	const char *wrong = NULL;
	Text name;

	if (p->start.num < 0)
		wrong = "would tick before its base clock does";
	else if (base->anchor && base->kind == CLOCK_EVENT && (p->interval.den > 1 || p->start.den > 1))
		wrong = "would need ticks that the condition of its event clock does not give";
	if (!wrong)
		return true;
	text_init(&name, arena_heap(c->m->keep));
	diag_error(c->diag, p->at, p->start.num < 0 ? E_CLOCK_EARLY : E_CLOCK_EVENT,
			   "the clock of %s %s", name_part(c, i, &name), wrong);
	text_free(&name);
	return false;
}

static bool find_denominators(Reckon *r)
{
	Clocks *c = r->c;
	bool ok = true;

	for (size_t i = 0; i < c->parts.n; i++) {
		const ClockPart *p = &c->parts.at[i];
		ClockBase *base = &c->bases.at[p->base];
		const int64_t den[2] = {p->interval.den, p->start.den};

		if (!p->used)
			continue;
		ok &= check_part(c, p, (int32_t)i);
		for (int k = 0; k < 2; k++) {
			__int128 per = (__int128)base->per / gcd(base->per, den[k]) * den[k];

			r->too_large |= per > (__int128)1 << 53; /* exact as a double */
			base->per = r->too_large ? 1 : (int64_t)per;
		}
	}
	return ok;
}

/* --- methods (MLS 16.8.4) --- */

/* What the parts that are linked with this one, over parts without a method, have. */
static bool find_method(Clocks *c, const Csr *links, int32_t part)
{
	bool *seen = NEW_ARRAY(c->scratch, bool, c->parts.n);
	VEC(int32_t) stack = {0};
	const char *found = NULL;

	seen[part] = true;
	vec_push(arena_allocator(c->scratch), &stack, part);
	while (stack.n > 0) {
		int32_t at = stack.at[--stack.n];

		for (int32_t k = links->start[at]; k < links->start[at + 1]; k++) {
			const ClockLink *l = &c->links.at[links->col[k]];
			int32_t other = c->part_of[l->u] == at ? c->part_of[l->y] : c->part_of[l->u];
			const char *method = c->parts.at[other].method;

			if (seen[other])
				continue;
			seen[other] = true;
			if (!method)
				vec_push(arena_allocator(c->scratch), &stack, other);
			else if (found && strcmp(found, method) != 0) {
				Text name;

				text_init(&name, arena_heap(c->m->keep));
				diag_error(c->diag, c->parts.at[part].at, E_CLOCK_METHOD,
						   "the differential equations of %s could be integrated by '%s' or '%s': "
						   "its clock must say which",
						   name_part(c, part, &name), found, method);
				text_free(&name);
				return false;
			} else
				found = method;
		}
	}
	c->parts.at[part].method = found;
	return true;
}

static bool find_methods(Clocks *c, const Csr *links)
{
	Text name;
	bool ok = true;

	for (size_t i = 0; i < c->methods.n; i++) {
		const ClockMethod *m = &c->methods.at[i];
		ClockPart *p = &c->parts.at[c->part_of[m->node]];

		if (p->method && strcmp(p->method, m->name) != 0) {
			diag_error(c->diag, m->at, E_CLOCK_METHOD,
					   "equations of one clock are integrated by one method, '%s' or '%s'",
					   p->method, m->name);
			return false;
		}
		p->method = m->name;
	}
	for (int32_t i = 0; i < (int32_t)c->parts.n && ok; i++) {
		if (!c->parts.at[i].has_der || c->parts.at[i].method)
			continue;
		ok = find_method(c, links, i);
		if (!ok || c->parts.at[i].method)
			continue;
		text_init(&name, arena_heap(c->m->keep));
		diag_error(c->diag, c->parts.at[i].at, E_CLOCK_METHOD,
				   "%s belongs to clocked differential equations, whose clock needs a solver "
				   "method: Clock(c, solverMethod = \"ExplicitEuler\")",
				   name_part(c, i, &name));
		text_free(&name);
		ok = false;
	}
	return ok;
}

bool clock_rates(Clocks *c)
{
	Reckon r = {.c = c};
	bool *scaled, ok;
	int32_t n;
	Csr links;

	index_links(c, &links);
	n = find_groups(&r, &links);
	if (n < 0 || !find_bases(c))
		return false;
	scaled = NEW_ARRAY(c->scratch, bool, n + 1);
	ok = scale_anchors(&r, scaled) && scale_default(&r, scaled) && scale_rest(&r, scaled) &&
		 check_open(&r) && find_denominators(&r) && find_methods(c, &links);
	if (ok && r.too_large) {
		diag_error(c->diag, c->m->at, E_CLOCK_TWO,
				   "factors of clocks are too large: their product does not fit into 63 bits");
		return false;
	}
	return ok;
}
