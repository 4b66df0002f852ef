"use strict";
/* The runs of the page: columns are decoded when they are first asked for. */

const KIND = { real: 0, integer: 1, boolean: 2, enumeration: 3 };

function decode(text, Kind) {
	const raw = atob(text), bytes = new Uint8Array(raw.length);
	for (let i = 0; i < raw.length; i++)
		bytes[i] = raw.charCodeAt(i);
	return new Kind(bytes.buffer);
}

/* Of joined rows the least value stands at the time of the first, the greatest in the middle to the next. */
function timesOf(run) {
	const t = decode(run.t, Float64Array);
	if (run.per === 1)
		return t;
	const both = new Float64Array(2 * t.length);
	for (let i = 0; i < t.length; i++) {
		both[2 * i] = t[i];
		both[2 * i + 1] = i + 1 < t.length ? (t[i] + t[i + 1]) / 2 : t[i];
	}
	return both;
}

class Run {
	constructor(json, index) {
		Object.assign(this, json);
		this.index = index;
		this.times = timesOf(json);
		this.column = [];
		this.byName = new Map(this.vars.map((v) => [v.n, v]));
	}

	get first() { return this.times.length ? this.times[0] : 0; }
	get last() { return this.times.length ? this.times[this.times.length - 1] : 1; }

	/* All values of a variable, or one number if it never changes. */
	values(v) {
		if (v.s === undefined)
			return v.v;
		const key = v.g ? ~v.s : v.s;
		if (this.column[key] === undefined) {
			const raw = this.col[v.s];
			let y = typeof raw === "string" ? decode(raw, Float32Array) : raw === null ? NaN : raw;
			if (v.g && v.k === KIND.boolean)
				y = typeof y === "number" ? 1 - y : y.map((x) => 1 - x);
			else if (v.g)
				y = typeof y === "number" ? -y : y.map((x) => -x);
			this.column[key] = y;
		}
		return this.column[key];
	}

	/* The last row that is not after t. */
	rowAt(t) {
		let low = 0, high = this.times.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.times[middle] <= t)
				low = middle + 1;
			else
				high = middle;
		}
		return Math.max(0, low - 1);
	}

	valueAt(v, t) {
		const y = this.values(v);
		if (typeof y === "number" || typeof y === "string")
			return y;
		const i = this.rowAt(t), t0 = this.times[i], t1 = this.times[i + 1];
		if (v.x || v.k || i + 1 >= y.length || !(t1 > t0))
			return y[i];
		return y[i] + (y[i + 1] - y[i]) * Math.min(1, Math.max(0, (t - t0) / (t1 - t0)));
	}
}

const runs = JSON.parse(document.getElementById("data").textContent).map((r, i) => new Run(r, i));

function byId(id) { return document.getElementById(id); }

/* "1 row", "2 rows" */
function counted(n, word) { return n + " " + word + (n === 1 ? "" : "s"); }

/* An element with attributes and children; texts stay texts. */
function make(tag, attributes, ...children) {
	const svg = ["svg", "g", "path", "rect", "text", "line", "title", "marker", "defs"].includes(tag);
	const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		e.setAttribute(name, value);
	e.append(...children.filter((c) => c !== null && c !== undefined));
	return e;
}

function literalsOf(v) { return (v.e || "").split(","); }

/* A number as the kind of its variable says. */
function show(v, x) {
	if (x === undefined || x === null)
		return "–";
	if (typeof x === "string")
		return '"' + x + '"';
	if (v.k === KIND.boolean)
		return x ? "true" : "false";
	if (v.k === KIND.enumeration && Number.isInteger(x) && v.e)
		return literalsOf(v)[x - 1] || String(x);
	return v.k ? String(x) : String(+x.toPrecision(6));
}

function withUnit(v, x) { return show(v, x) + (v.u ? " " + v.u : ""); }
