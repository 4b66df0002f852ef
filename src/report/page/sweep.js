/* A sweep: what was varied and measured as points, as a heat map, by its weight (tornado), and as a table. */

class Column {
	constructor(json, varied) {
		Object.assign(this, { name: json.n, varied, log: Boolean(json.log), names: json.e });
		this.x = decode(json.x, Float32Array);
	}

	axis() { return { label: this.name, short: this.name, log: this.log, names: this.names }; }
	show(x) { return this.names ? this.names[x - 1] || "–" : brief(x); }
}

function columnsOfStudy() {
	return [...study.varied.map((c) => new Column(c, true)), ...study.measured.map((c) => new Column(c, false))];
}

function chooser(label, list, first, draw) {
	const s = make("select", { "aria-label": label }, ...list.map((c, i) => make("option", { value: i }, c ? c.name : "–")));
	s.value = first;
	s.addEventListener("change", draw);
	return s;
}

/* Blue to yellow, lighter and lighter, so that it prints and everybody tells it apart; its ends are seen on light and dark pages. */
function heat(part) {
	const c = [[66, 70, 190], [140, 66, 186], [206, 84, 140], [240, 142, 74], [248, 222, 60]], at = Math.min(0.9999, Math.max(0, part)) * 4, i = Math.floor(at), f = at - i;
	return "rgb(" + c[i].map((x, k) => Math.round(x + (c[i + 1][k] - x) * f)).join(",") + ")";
}

function rangeOf(x) {
	let low = Infinity, high = -Infinity;
	for (const v of x)
		if (Number.isFinite(v)) {
			low = Math.min(low, v);
			high = Math.max(high, v);
		}
	return [low, high];
}

function heatKey(low, high, name) {
	return make("span", { class: "keys" }, name + ": ", brief(low), " ", make("i", { class: "ramp", style: "background:linear-gradient(90deg," + [0, 0.25, 0.5, 0.75, 1].map(heat).join(",") + ")" }), " ", brief(high));
}

function pointsPage(section) {
	const all = columnsOfStudy(), box = make("div", {}), key = make("span", {}), inks = [null, ...all];
	const draw = () => {
		const a = all[x.value], b = all[y.value], c = inks[ink.value], n = a.x.length, [low, high] = c ? rangeOf(c.x) : [0, 1];
		const f = frame(b.name, fitAxis(a.axis(), [...a.x]), fitAxis(b.axis(), [...b.x]), [Math.min(1000, innerWidth - 60), 520]), seen = [];
		const ok = (column, v) => Number.isFinite(v) && (!column.log || v > 0);
		for (let i = 0; i < n; i++)
			if (ok(a, a.x[i]) && ok(b, b.x[i]))
				seen.push([f.x(a.x[i]), f.y(b.x[i]), i]);
		const colour = (i) => (!c ? COLOURS[0] : Number.isFinite(c.x[i]) ? heat(high > low ? (c.x[i] - low) / (high - low) : 0.5) : "var(--soft)");
		const groups = new Map();
		for (const p of seen) {
			const ink = colour(p[2]);
			groups.set(ink, (groups.get(ink) || "") + `M${p[0].toFixed(1)} ${p[1].toFixed(1)}h0`);
		}
		for (const [stroke, d] of groups)
			f.svg.append(make("path", { class: seen.length > 2000 ? "dots small" : "dots", stroke, d }));
		key.replaceChildren(c ? heatKey(low, high, c.name) : "", seen.length < n ? ` ${n - seen.length} of ${n} runs have no such value.` : "");
		box.replaceChildren(tell(f.svg, (px, py) => {
			let best = null, near = 144;
			for (const p of seen) {
				const d = (p[0] - px) ** 2 + (p[1] - py) ** 2;
				if (d < near)
					[near, best] = [d, p[2]];
			}
			return best === null ? "" : "run " + runNumber(best) + "\n" + all.map((q) => q.name + " = " + q.show(q.x[best])).join("\n");
		}));
	};
	const first = all.findIndex((c) => !c.varied), x = chooser("across", all, 0, draw), y = chooser("up", all, Math.max(0, first), draw), ink = chooser("colour", inks, study.varied.length > 1 ? 2 : 0, draw);
	section.append(make("div", { class: "bar" }, make("label", {}, "across ", x), make("label", {}, "up ", y), make("label", {}, "colour ", ink), key), box);
	draw();
	return true;
}

/* Where the values of a column lie on a heat map: each by itself, or in parts of the range, with a few runs in each cell. */
function binsOf(c) {
	const distinct = [...new Set(c.x)].filter(Number.isFinite).sort((a, b) => a - b), most = 60;
	if (distinct.length <= most)
		return { n: distinct.length, label: (i) => c.show(distinct[i]), of: (v) => distinct.indexOf(v) };
	const [low, high] = [distinct[0], distinct[distinct.length - 1]], n = Math.min(24, Math.max(4, Math.floor(Math.sqrt(c.x.length / 5)))), part = c.log ? (v) => Math.log(v / low) / Math.log(high / low) : (v) => (v - low) / (high - low), at = (p) => (c.log ? low * (high / low) ** p : low + p * (high - low));
	return { n, label: (i) => String(+at((i + 0.5) / n).toPrecision(3)), span: (i) => brief(at(i / n)) + " … " + brief(at((i + 1) / n)), of: (v) => Math.min(n - 1, Math.floor(part(v) * n)) };
}

function heatPage(section) {
	const all = columnsOfStudy(), varied = all.filter((c) => c.varied), measured = all.filter((c) => !c.varied), box = make("div", {}), key = make("span", {});
	if (varied.length < 2 || !measured.length)
		return false;
	const draw = () => {
		const a = varied[x.value], b = varied[y.value], m = measured[what.value], ba = binsOf(a), bb = binsOf(b), sum = new Float64Array(ba.n * bb.n), count = new Uint32Array(ba.n * bb.n);
		m.x.forEach((v, i) => {
			if (!Number.isFinite(v))
				return;
			const k = bb.of(b.x[i]) * ba.n + ba.of(a.x[i]);
			sum[k] += v;
			count[k]++;
		});
		const mean = [...sum].map((s, k) => (count[k] ? s / count[k] : NaN)), [low, high] = rangeOf(mean);
		const names = (bins) => Array.from({ length: bins.n }, (v, i) => bins.label(i)), thin = (bins, most) => names(bins).map((t, i) => (i % Math.ceil(bins.n / most) ? "" : t));
		const f = frame(m.name + " over " + a.name + " (across) and " + b.name + " (up)", fitAxis({ label: a.name, names: thin(ba, 12) }, []), fitAxis({ label: b.name, names: thin(bb, 16) }, []), [Math.min(900, innerWidth - 60), 560]);
		const w = f.area.w / ba.n, h = f.area.h / bb.n;
		mean.forEach((v, k) => {
			const at = { x: f.area.x + (k % ba.n) * w, y: f.area.y + f.area.h - (Math.floor(k / ba.n) + 1) * h, width: w + 0.4, height: h + 0.4 };
			f.svg.append(make("rect", count[k] ? { class: "cell", ...at, fill: heat(high > low ? (v - low) / (high - low) : 0.5) } : { class: "missing", ...at }));
		});
		key.replaceChildren(heatKey(low, high, m.name));
		box.replaceChildren(tell(f.svg, (px, py) => {
			const i = Math.floor((px - f.area.x) / w), j = Math.floor((f.area.y + f.area.h - py) / h), k = j * ba.n + i, span = (bins, n) => (bins.span || bins.label)(n);
			if (i < 0 || j < 0 || i >= ba.n || j >= bb.n)
				return "";
			return `${a.name} = ${span(ba, i)}\n${b.name} = ${span(bb, j)}\n` + (count[k] ? `${m.name} = ${brief(mean[k])}` + (count[k] > 1 ? `, the mean of ${count[k]} runs` : "") : "no run has a value");
		}));
	};
	const x = chooser("across", varied, 0, draw), y = chooser("up", varied, 1, draw), what = chooser("what", measured, 0, draw);
	section.append(make("div", { class: "bar" }, make("label", {}, what), make("label", {}, "across ", x), make("label", {}, "up ", y), key), box,
		make("p", { class: "soft" }, varied.length > 2 || study.sample !== "grid" ? "A cell is the mean of all runs in it." : ""));
	draw();
	return true;
}

/* The mean of a measure over the runs with the lowest third of a variable's values, and over those with the highest; of names the least and the greatest mean. */
function weightOf(c, m) {
	const rows = [...c.x.keys()].filter((i) => Number.isFinite(m.x[i])), meanOf = (list) => list.reduce((s, i) => s + m.x[i], 0) / list.length;
	if (!rows.length)
		return null;
	if (c.names) {
		const means = c.names.map((name, k) => [name, meanOf(rows.filter((i) => c.x[i] === k + 1))]).filter((p) => Number.isFinite(p[1])).sort((a, b) => a[1] - b[1]);
		return { column: c, low: means[0][1], high: means[means.length - 1][1], lowText: means[0][0], highText: means[means.length - 1][0] };
	}
	const sorted = rows.map((i) => c.x[i]).sort((a, b) => a - b), a = sorted[Math.floor((sorted.length - 1) / 3)], b = sorted[Math.ceil((sorted.length - 1) * 2 / 3)];
	const [under, over] = a < b ? [a, b] : [sorted[0], sorted[sorted.length - 1]];
	return { column: c, low: meanOf(rows.filter((i) => c.x[i] <= under)), high: meanOf(rows.filter((i) => c.x[i] >= over)), lowText: "≤ " + brief(under), highText: "≥ " + brief(over) };
}

function tornadoPage(section) {
	const all = columnsOfStudy(), varied = all.filter((c) => c.varied), measured = all.filter((c) => !c.varied), box = make("div", {});
	if (!varied.length || !measured.length)
		return false;
	const draw = () => {
		const m = measured[what.value], bars = varied.map((c) => weightOf(c, m)).filter(Boolean).sort((a, b) => Math.abs(b.high - b.low) - Math.abs(a.high - a.low)), good = [...m.x].filter(Number.isFinite);
		if (!bars.length)
			return box.replaceChildren(make("p", {}, "No run has a value of " + m.name + "."));
		const middle = good.reduce((s, v) => s + v, 0) / good.length, height = 90 + 44 * bars.length;
		const f = frame(m.name, fitAxis({ label: m.name }, [middle, ...bars.flatMap((b) => [b.low, b.high])]), fitAxis({ label: "", names: bars.map((b) => b.column.name).reverse() }, []), [Math.min(900, innerWidth - 60), height]);
		bars.forEach((b, i) => {
			const y = f.area.y + (i + 0.5) * f.area.h / bars.length, zero = f.x(middle);
			for (const [end, text, kind] of [[b.low, b.lowText, "low"], [b.high, b.highText, "high"]]) {
				const x = f.x(end);
				f.svg.append(make("rect", { class: "bar-" + kind, x: Math.min(x, zero), y: y - 11, width: Math.max(1, Math.abs(x - zero)), height: 22 }, make("title", {}, `${b.column.name} ${text}: ${m.name} = ${brief(end)}`)));
			}
		});
		f.svg.append(make("line", { class: "zero", x1: f.x(middle), x2: f.x(middle), y1: f.area.y, y2: f.area.y + f.area.h }));
		box.replaceChildren(f.svg, tableOf(["varied", "low values", "mean of " + m.name, "high values", "mean of " + m.name, "difference"],
			bars.map((b) => make("tr", {}, make("td", {}, b.column.name), make("td", {}, b.lowText), number(brief(b.low)), make("td", {}, b.highText), number(brief(b.high)), number(brief(b.high - b.low))))));
	};
	const what = chooser("what", measured, 0, draw);
	section.append(make("div", { class: "bar" }, make("label", {}, what), make("span", { class: "keys" }, make("i", { class: "bar-low" }), "lowest third of the values ", make("i", { class: "bar-high" }), "highest third; the line is the mean of all runs")), box);
	draw();
	return true;
}

function runNumber(row) { return row * study.every + 1; }

function tablePage(section) {
	const all = columnsOfStudy(), n = all.length ? all[0].x.length : 0, why = new Map(study.failed);
	lengthy(section, ["run", ...all.map((c) => c.name), "status"], n, (i) => make("tr", {}, number(runNumber(i)), ...all.map((c) => make("td", { class: c.names ? "" : "number" }, c.show(c.x[i]))), make("td", { class: study.ok[i] === "0" ? "set" : "" }, study.ok[i] === "0" ? why.get(runNumber(i)) || "failed" : "ok")), n);
	return true;
}

function failedPage(section) {
	if (!study.failed.length)
		return false;
	section.append(make("p", {}, `${study.nFailed} of ${study.runs} runs failed` + (study.nFailed > study.failed.length ? `; the first ${study.failed.length}:` : ":")));
	section.append(tableOf(["run", "reason"], study.failed.map(([run, text]) => make("tr", {}, number(run), make("td", {}, text)))));
	return true;
}
