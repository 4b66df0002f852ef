/* Charts of studies as SVG: axes that are linear, logarithmic or of names, curves and points, and a cursor that tells values. */

const COLOURS = ["#1f77b4", "#d65f2a", "#3a923a", "#9467bd", "#c03d3e", "#17a2b0", "#a87c2a", "#d16fb0", "#6f7780", "#8aa62f"];

function brief(x) { return x === null || x === undefined || Number.isNaN(x) ? "–" : String(+Number(x).toPrecision(6)); }

/* Round numbers between a and b, about n of them; of a logarithmic axis the powers of ten, or 1, 2 and 5 of few. */
function ticksOf(axis, n) {
	const { low: a, high: b } = axis, list = [];
	if (axis.names)
		return axis.names.map((name, i) => [i + 1, name]);
	if (axis.log) {
		const decades = Math.log10(b / a), every = Math.max(1, Math.ceil(decades / n));
		for (let k = Math.floor(Math.log10(a)); k <= Math.ceil(Math.log10(b)); k += every)
			for (const m of decades < 3 ? [1, 2, 5] : [1])
				if (m * 10 ** k >= a * (1 - 1e-9) && m * 10 ** k <= b * (1 + 1e-9))
					list.push([m * 10 ** k, brief(m * 10 ** k)]);
		return list;
	}
	const raw = (axis.step ? Math.max(axis.step, (b - a) / n) : (b - a) / n), power = 10 ** Math.floor(Math.log10(raw));
	const step = axis.step ? axis.step * Math.ceil(raw / axis.step) : power * [1, 2, 5, 10].find((m) => m * power >= raw * (1 - 1e-9));
	for (let i = Math.ceil(a / step - 1e-9); i * step <= b + 1e-9 * step; i++)
		list.push([i * step, brief(i * step)]);
	return list;
}

/* The range of an axis from the values that are to be shown. */
function fitAxis(axis, values) {
	const seen = values.filter((x) => Number.isFinite(x) && (!axis.log || x > 0));
	let low = seen.reduce((a, x) => Math.min(a, x), Infinity), high = seen.reduce((a, x) => Math.max(a, x), -Infinity);
	if (axis.names)
		[low, high] = [0.5, axis.names.length + 0.5];
	if (!(low <= high))
		[low, high] = axis.log ? [1, 10] : [0, 1];
	if (low === high)
		[low, high] = axis.log ? [low / 2, high * 2] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
	const pad = axis.tight || axis.names ? 0 : 0.04;
	if (axis.log)
		return Object.assign(axis, { low: low / (high / low) ** pad, high: high * (high / low) ** pad });
	return Object.assign(axis, { low: low - pad * (high - low), high: high + pad * (high - low) });
}

function placeOn(axis, from, length) {
	return axis.log ? (x) => from + Math.log(x / axis.low) / Math.log(axis.high / axis.low) * length : (x) => from + (x - axis.low) / (axis.high - axis.low) * length;
}

function shorten(text, n) { return text.length > n ? text.slice(0, n - 1) + "…" : text; }

/* The frame of a chart: {svg, x, y, area}, with its axes drawn. */
function frame(title, xAxis, yAxis, size) {
	const [width, height] = size, area = { x: 76, y: 30, w: width - 100, h: height - 82 };
	const x = placeOn(xAxis, area.x, area.w), y = placeOn(yAxis, area.y + area.h, -area.h), parts = [];
	for (const [at, label] of ticksOf(xAxis, 8))
		parts.push(make("line", { class: "life", x1: x(at), x2: x(at), y1: area.y, y2: area.y + area.h }), make("text", { class: "soft", x: x(at), y: area.y + area.h + 17, "text-anchor": "middle" }, shorten(label, 14)));
	for (const [at, label] of ticksOf(yAxis, 6))
		parts.push(make("line", { class: "life", x1: area.x, x2: area.x + area.w, y1: y(at), y2: y(at) }), make("text", { class: "soft", x: area.x - 6, y: y(at) + 4, "text-anchor": "end" }, shorten(label, 11)));
	parts.push(make("text", { x: area.x, y: 18, "font-weight": "bold" }, title), make("text", { class: "soft", x: area.x + area.w / 2, y: height - 14, "text-anchor": "middle" }, xAxis.label));
	const svg = make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "chart" }, ...parts);
	return { svg, x, y, area };
}

/* A box beside the pointer. */
function tell(svg, find) {
	const note = make("div", { class: "note", hidden: "" }), box = make("div", { class: "holder" }, svg, note);
	svg.addEventListener("pointermove", (e) => {
		const place = svg.getBoundingClientRect(), text = find(e.clientX - place.left, e.clientY - place.top);
		note.hidden = !text;
		note.textContent = text || "";
		note.style.left = Math.min(e.clientX - place.left + 14, place.width - 190) + "px";
		note.style.top = e.clientY - place.top + 14 + "px";
	});
	svg.addEventListener("pointerleave", () => { note.hidden = true; });
	return box;
}

/* Curves [{name, colour, points: [[x, y]]}] over one axis, drawn below each other's names. */
function curvesChart(title, xAxis, yAxis, curves, size) {
	fitAxis(xAxis, curves.flatMap((c) => c.points.map((p) => p[0])));
	fitAxis(yAxis, curves.flatMap((c) => c.points.map((p) => p[1])));
	const f = frame(title, xAxis, yAxis, size);
	for (const c of curves)
		f.svg.append(make("path", { class: "curve", stroke: c.colour, d: c.points.map((p, i) => (i ? "L" : "M") + f.x(p[0]).toFixed(1) + " " + f.y(p[1]).toFixed(1)).join("") }, make("title", {}, c.name)));
	return tell(f.svg, (px) => {
		const first = curves[0] && curves[0].points;
		if (!first || px < f.area.x || px > f.area.x + f.area.w)
			return "";
		const i = first.reduce((best, p, k) => (Math.abs(f.x(p[0]) - px) < Math.abs(f.x(first[best][0]) - px) ? k : best), 0);
		return xAxis.short + " = " + brief(first[i][0]) + "\n" + curves.map((c) => c.name + " = " + brief(c.points[i][1])).join("\n");
	});
}
