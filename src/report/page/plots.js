/* Plots: one panel for each unit, all with one axis of time and one cursor. */

const COLOURS = ["#1f77b4", "#d65f2a", "#3a923a", "#9467bd", "#c03d3e", "#17a2b0", "#a87c2a", "#d16fb0", "#6f7780", "#8aa62f"];
const FEW = 3000; /* points that are drawn as they are */
const chosen = [];  /* {name, colour} in order of choice */
const panels = new Map();
let view = [Math.min(...runs.map((r) => r.first)), Math.max(...runs.map((r) => r.last))];
if (!(view[1] > view[0]))
	view = [view[0] - 0.5, view[0] + 0.5];
const whole = view.slice();
let cursor = null, differences = false;

function panelKey(v) {
	return v.k === KIND.boolean ? "Boolean" : v.k === KIND.enumeration ? "enumeration " + v.e : v.u || (v.k ? "Integer" : "–");
}

/* Points of one curve in the window: as they are, or the least and the greatest of each of `parts`. */
function points(times, y, from, to, parts) {
	const a = from, b = to, n = b - a + 1, out = [];
	if (n <= FEW) {
		for (let i = a; i <= b; i++)
			out.push([times[i], y[i]]);
		return out;
	}
	const step = n / parts;
	for (let p = 0; p < parts; p++) {
		const start = a + Math.floor(p * step), end = a + Math.floor((p + 1) * step);
		let low = start, high = start;
		for (let i = start + 1; i < end; i++) {
			if (y[i] < y[low])
				low = i;
			if (y[i] > y[high])
				high = i;
		}
		for (const i of low < high ? [low, high] : high < low ? [high, low] : [low])
			out.push([times[i], y[i]]);
	}
	return out;
}

function curve(run, v) {
	let y = run.values(v);
	if (typeof y === "number")
		y = new Float32Array(run.times.length).fill(y);
	if (y.includes(Infinity) || y.includes(-Infinity)) /* no axis reaches there: a gap */
		y = y.map((x) => (Number.isFinite(x) ? x : NaN));
	if (differences && run.index > 0 && runs[0].byName.has(v.n)) {
		const base = runs[0].byName.get(v.n);
		y = Float64Array.from(y, (x, i) => x - runs[0].valueAt(base, run.times[i]));
	}
	const from = Math.max(0, run.rowAt(view[0]) - 1), to = Math.min(run.times.length - 1, run.rowAt(view[1]) + 1);
	return points(run.times, y, from, to, 1500);
}

/* Curves of a panel: [{label, colour, v, run}] */
function curvesOf(key) {
	const list = [];
	for (const c of chosen)
		for (const run of runs) {
			const v = run.byName.get(c.name);
			if (v && panelKey(v) === key && !(differences && run.index === 0))
				list.push({ label: runs.length > 1 ? c.name + " (" + (run.index + 1) + ")" : c.name, colour: COLOURS[(c.colour + 3 * run.index) % COLOURS.length], v, run });
		}
	return list;
}

/* One table of all curves: rows by time, null where a curve has no point. */
function table(curves) {
	const all = curves.map((c) => curve(c.run, c.v)), at = all.map(() => 0), rows = [];
	for (;;) {
		let t = Infinity;
		all.forEach((p, i) => { if (at[i] < p.length) t = Math.min(t, p[at[i]][0]); });
		if (t === Infinity)
			break;
		const row = [t];
		all.forEach((p, i) => row.push(at[i] < p.length && p[at[i]][0] === t ? p[at[i]++][1] : null));
		rows.push(row);
	}
	return rows;
}

/* Events as thin lines behind the curves, the paler the more of them there are; where they are dense, a wash. */
function markEvents(canvas, area, g) {
	const list = eventsIn(view[0], view[1]);
	canvas.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--mark");
	canvas.globalAlpha = Math.max(0.12, Math.min(0.35, 6 / list.length));
	let before = -1;
	for (const e of list) {
		const x = Math.round(g.toDomXCoord(e[0])) + 0.5;
		if (x === before)
			continue;
		before = x;
		canvas.beginPath();
		canvas.moveTo(x, area.y);
		canvas.lineTo(x, area.y + area.h);
		canvas.stroke();
	}
	canvas.globalAlpha = 1;
}

function eventsIn(a, b) {
	const list = runs[0].events;
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (list[middle][0] < a)
			low = middle + 1;
		else
			high = middle;
	}
	let end = low;
	while (end < list.length && list[end][0] <= b)
		end++;
	return list.slice(low, end);
}

function axisOf(curves) {
	const v = curves[0].v;
	if (v.k !== KIND.boolean && v.k !== KIND.enumeration)
		return { axisLabelFormatter: (x) => String(+x.toPrecision(5)), axisLabelWidth: 64 };
	return {
		ticker: (a, b) => {
			const ticks = [];
			for (let i = Math.ceil(a); i <= b; i++)
				ticks.push({ v: i, label: show(v, i) });
			return ticks;
		},
		axisLabelWidth: 64
	};
}

function options(curves) {
	const series = {};
	curves.forEach((c) => { series[c.label] = { color: c.colour, stepPlot: Boolean(c.v.x || c.v.k) }; });
	const grid = getComputedStyle(document.documentElement).getPropertyValue("--line").trim();
	return {
		labels: ["time"].concat(curves.map((c) => c.label)), series, legend: "never", connectSeparatedPoints: true, strokeWidth: 1.6,
		axes: { y: axisOf(curves), x: { axisLabelFormatter: (x) => String(+x.toPrecision(7)) } },
		dateWindow: view.slice(), gridLineColor: grid, axisLineColor: grid, highlightCircleSize: 3, yRangePad: 12, includeZero: false,
		underlayCallback: markEvents, zoomCallback: (a, b) => look(a, b), highlightCallback: (e, x) => pointAt(x),
		drawCallback: (g, initial) => {
			const [a, b] = g.xAxisRange();
			if (!initial && !g.quiet && (Math.abs(a - view[0]) > 1e-9 * (b - a) || Math.abs(b - view[1]) > 1e-9 * (b - a)))
				requestAnimationFrame(() => look(a, b));
		}
	};
}

/* Curves of every panel anew: after a choice, a zoom, another theme. */
function redraw() {
	const keys = [...new Set(chosen.map((c) => { const r = runs.find((x) => x.byName.has(c.name)); return panelKey(r.byName.get(c.name)); }))];
	for (const [key, p] of panels)
		if (!keys.includes(key)) {
			p.g.destroy();
			p.box.remove();
			panels.delete(key);
		}
	for (const key of keys) {
		const curves = curvesOf(key);
		let p = panels.get(key);
		if (curves.length === 0)
			continue;
		if (!p) {
			const plot = make("div", { class: "plot", role: "img", "aria-label": "plot, " + key }), legend = make("div", { class: "legend" });
			const box = make("div", { class: "panel" }, legend, plot);
			byId("panels").append(box);
			p = { box, legend };
			p.g = new Dygraph(plot, table(curves), Object.assign(options(curves), { ylabel: "" }));
			plot.addEventListener("wheel", (e) => wheel(e, p.g), { passive: false });
			panels.set(key, p);
		} else {
			p.g.quiet = true;
			p.g.updateOptions(Object.assign(options(curves), { file: table(curves) }));
			p.g.quiet = false;
		}
		p.curves = curves;
		legend(p, key);
	}
	drawTimeline();
	tellCursor();
}

function legend(p, key) {
	p.legend.replaceChildren(make("b", {}, key === "–" ? "" : key.startsWith("enumeration ") ? "enumeration" : key), ...p.curves.map((c) => {
		const close = make("button", { title: "remove", "aria-label": "remove " + c.label }, "×");
		close.addEventListener("click", () => choose(c.v.n, false));
		c.value = make("span", {});
		return make("span", { title: c.v.c || "" }, make("i", { style: "background:" + c.colour }), c.label, " ", c.value, close);
	}));
}

function tellCursor() {
	byId("cursor").textContent = cursor === null ? "" : "time = " + +cursor.toPrecision(8) + " s";
	for (const p of panels.values())
		for (const c of p.curves || [])
			c.value.textContent = cursor === null ? "" : "= " + withUnit(c.v, c.run.valueAt(c.v, cursor));
}

function pointAt(t) {
	cursor = t;
	tellCursor();
}

/* The window of time of all panels. */
function look(a, b) {
	const least = 1e-12 * Math.max(1e-9, Math.abs(whole[0]), Math.abs(whole[1]));
	if (!(b - a > least))
		return;
	view = [Math.max(a, whole[0]), Math.min(b, whole[1])];
	redraw();
}

function zoom(factor, at) {
	const t = at === undefined ? (view[0] + view[1]) / 2 : at;
	look(t - (t - view[0]) * factor, t + (view[1] - t) * factor);
}

function wheel(e, g) {
	if (!e.ctrlKey && !e.shiftKey && !e.altKey)
		return;
	e.preventDefault();
	zoom(e.deltaY > 0 ? 1.25 : 0.8, g.toDataXCoord(e.offsetX));
}

function pan(part) {
	const width = view[1] - view[0], a = Math.min(Math.max(view[0] + part * width, whole[0]), whole[1] - width);
	look(a, a + width);
}

/* The strip of the whole time stands over the plots: where it begins, and how wide it is. */
function timelineArea() {
	const first = panels.values().next().value, area = first && first.g.getArea();
	return area && area.w > 0 ? [area.x, area.w] : [0, byId("timeline").clientWidth];
}

function drawTimeline() {
	const canvas = byId("timeline"), all = canvas.width = canvas.clientWidth, c = canvas.getContext("2d"), [left, width] = timelineArea();
	const style = getComputedStyle(document.documentElement), x = (t) => left + (t - whole[0]) / (whole[1] - whole[0]) * width;
	c.clearRect(0, 0, all, 18);
	c.fillStyle = style.getPropertyValue("--wash");
	c.fillRect(left, 0, width, 18);
	c.fillStyle = style.getPropertyValue("--line");
	c.fillRect(x(view[0]), 0, Math.max(1, x(view[1]) - x(view[0])), 18);
	c.fillStyle = style.getPropertyValue("--mark");
	for (const e of runs[0].events)
		c.fillRect(Math.round(x(e[0])), 3, 1, 12);
}

/* The tree of variables. */
function choose(name, on) {
	const i = chosen.findIndex((c) => c.name === name);
	if (on && i < 0)
		chosen.push({ name, colour: [...COLOURS.keys()].find((k) => !chosen.some((c) => c.colour === k)) ?? chosen.length });
	if (!on && i >= 0)
		chosen.splice(i, 1);
	for (const box of document.querySelectorAll("#tree input"))
		if (box.dataset.name === name)
			box.checked = on;
	redraw();
}

function row(v, label) {
	const box = make("input", { type: "checkbox", "data-name": v.n });
	box.checked = chosen.some((c) => c.name === v.n);
	box.addEventListener("change", () => choose(v.n, box.checked));
	const said = v.c && v.u && v.c.endsWith(" [" + v.u + "]") ? v.c.slice(0, -v.u.length - 3) : v.c;
	return make("label", { title: v.n + (v.c ? ": " + v.c : "") }, box, " ", label, v.u ? make("small", {}, v.u) : null, said ? make("small", {}, said) : null);
}

/* "a.b[1,2].c" is c of b[1,2] of a; der(a.b) is beside b. */
function pathOf(name) {
	const inner = /^der\((.*)\)$/.exec(name), parts = (inner ? inner[1] : name).split(/\.(?![^[]*\])/);
	if (inner)
		parts.push("der(" + parts.pop() + ")");
	return parts;
}

function plotted() {
	const names = new Map();
	for (const run of runs)
		for (const v of run.vars)
			if (!v.p && typeof v.v !== "string" && !names.has(v.n))
				names.set(v.n, v);
	return [...names.values()];
}

const variables = plotted();

function grow(folder, list, depth) {
	const groups = new Map();
	for (const v of list) {
		const path = pathOf(v.n);
		if (path.length === depth + 1)
			folder.append(row(v, path[depth]));
		else if (groups.has(path[depth]))
			groups.get(path[depth]).push(v);
		else
			groups.set(path[depth], [v]);
	}
	for (const [name, members] of groups) {
		const box = make("details", {}, make("summary", {}, name));
		box.addEventListener("toggle", () => { if (box.children.length === 1) grow(box, members, depth + 1); }, { once: true });
		folder.append(box);
	}
}

function search(text) {
	const tree = byId("tree"), words = text.toLowerCase().split(/\s+/).filter(Boolean), most = 300;
	tree.replaceChildren();
	if (words.length === 0)
		return grow(tree, variables, 0);
	const found = variables.filter((v) => words.every((w) => (v.n + " " + (v.c || "")).toLowerCase().includes(w)));
	tree.append(...found.slice(0, most).map((v) => row(v, v.n)));
	if (found.length > most)
		tree.append(make("p", {}, "and " + (found.length - most) + " more"));
	if (found.length === 0)
		tree.append(make("p", {}, "no variable has all these words in its name or description"));
}

/* What to show first: what --plot names, of an array all elements; or, of what moves, what the top level has, or states, each
   under one name. */
function suggest() {
	const asked = new Set(runs.flatMap((r) => r.asked || []).map((name) => name.replaceAll(" ", "")));
	for (const v of variables)
		if (asked.has(v.n) || asked.has(v.n.replace(/\[[^\]]*\]$/, "")))
			chosen.push({ name: v.n, colour: chosen.length % COLOURS.length });
	if (chosen.length)
		return;
	const moves = variables.filter((v) => { const r = runs.find((x) => x.byName.has(v.n)); return typeof r.values(v) !== "number"; });
	const first = [moves.filter((v) => !v.n.includes(".")), moves.filter((v) => v.z), moves].find((list) => list.length) || [], seen = new Set();
	for (const v of first)
		if (seen.size < 4 && !seen.has(v.s)) {
			seen.add(v.s);
			chosen.push({ name: v.n, colour: chosen.length });
		}
}
