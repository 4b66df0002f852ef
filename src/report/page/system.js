/* DEVS: components and couplings as a graph, messages as a sequence diagram. */

/* In which column a component stands: one more than the first that sends to it, breadth first. */
function columnsOf(system) {
	const n = system.components.length, next = Array.from({ length: n }, () => []), fed = new Array(n).fill(0), column = new Array(n).fill(-1);
	for (const [from, , to] of system.couplings)
		if (from !== to) {
			next[from].push(to);
			fed[to]++;
		}
	const starts = [...Array(n).keys()].sort((a, b) => fed[a] - fed[b] || a - b);
	for (const start of starts) {
		if (column[start] >= 0)
			continue;
		column[start] = 0;
		for (const queue = [start]; queue.length;) {
			const at = queue.shift();
			for (const to of next[at])
				if (column[to] < 0) {
					column[to] = column[at] + 1;
					queue.push(to);
				}
		}
	}
	return column;
}

function arrowHead(id) {
	return make("defs", {}, make("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, make("path", { d: "M0 0L8 4L0 8z", fill: "context-stroke" })));
}

function systemPage(section) {
	const system = runs[0].system, most = 400;
	if (!system)
		return false;
	const column = columnsOf(system), filled = [], place = [], wide = 170, high = 62, parts = [arrowHead("tip")];
	if (system.components.length > most) {
		section.append(make("p", {}, system.components.length + " components, " + system.couplings.length + " couplings: too many to draw; the first " + most + " are listed."));
		section.append(tableOf(["component", "sent", "received"], system.components.slice(0, most).map((c) => make("tr", {}, make("td", {}, c.n), number(c.sent ?? "–"), number(c.received ?? "–")))));
		return true;
	}
	system.components.forEach((c, i) => {
		const k = column[i];
		filled[k] = filled[k] || 0;
		place[i] = [20 + k * (wide + 60), 20 + filled[k]++ * (high + 24)];
	});
	for (const [from, fp, to, tp] of system.couplings) {
		const [xa, ya] = place[from], [xb, yb] = place[to], x0 = xa + wide, y0 = ya + high / 2, x1 = xb, y1 = yb + high / 2, bend = x1 > x0 ? (x1 - x0) / 2 : 60;
		parts.push(make("path", { class: "wire", "marker-end": "url(#tip)", d: `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1 + (x1 > x0 ? 0 : high)} ${x1} ${y1}` },
			make("title", {}, `${system.components[from].n}, port ${fp} → ${system.components[to].n}, port ${tp}`)));
	}
	system.components.forEach((c, i) => {
		const [x, y] = place[i], count = c.sent === undefined ? "" : `${c.sent} sent, ${c.received} received`;
		parts.push(make("rect", { class: "box", x, y, width: wide, height: high, rx: 6 }),
			make("text", { x: x + 10, y: y + 24 }, c.n.length > 22 ? c.n.slice(0, 21) + "…" : c.n, make("title", {}, c.n)), make("text", { class: "soft", x: x + 10, y: y + 44 }, count));
	});
	const w = 40 + (Math.max(...column) + 1) * (wide + 60), h = 40 + Math.max(...filled) * (high + 24);
	section.append(make("svg", { width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": "components and couplings" }, ...parts));
	return true;
}

/* The component that a port belongs to. */
function ownerOf(port) {
	const at = port.lastIndexOf(".");
	return at < 0 ? port : port.slice(0, at);
}

function messagesPage(section) {
	const run = runs[0], list = run.messages, part = 200;
	if (!list.length)
		return false;
	const lives = [...new Set(list.flatMap((m) => [ownerOf(m[2]), ...m[3].split(" ").filter(Boolean).map(ownerOf)]))];
	const gap = 170, x = (name) => 110 + lives.indexOf(name) * gap, holder = make("div"), more = make("button", {}, "later messages");
	let from = 0;
	const draw = () => {
		const shown = list.slice(from, from + part), height = 50 + 26 * shown.length, width = 60 + 110 + lives.length * gap;
		const drawn = [arrowHead("point"), ...lives.flatMap((name) => [make("text", { x: x(name), y: 18, "text-anchor": "middle" }, name), make("line", { class: "life", x1: x(name), x2: x(name), y1: 26, y2: height })])];
		shown.forEach((m, i) => {
			const y = 50 + 26 * i, a = x(ownerOf(m[2])), again = i > 0 && shown[i - 1][0] === m[0];
			drawn.push(make("text", { class: "soft", x: 4, y: y + 4 }, again ? "" : String(+m[0].toPrecision(7))));
			for (const to of m[3].split(" ").filter(Boolean)) {
				const b = x(ownerOf(to)), d = a === b ? `M${a} ${y}h26v10h-26` : `M${a} ${y}H${b}`;
				drawn.push(make("path", { class: "wire", "marker-end": "url(#point)", d }, make("title", {}, `${m[2]} → ${to}: ${m[4]}`)));
			}
			drawn.push(make("text", { x: a + 6, y: y - 4 }, m[4].length > 28 ? m[4].slice(0, 27) + "…" : m[4]));
		});
		holder.replaceChildren(make("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "messages" }, ...drawn));
		more.hidden = from + part >= list.length;
	};
	more.addEventListener("click", () => { from += part; draw(); section.scrollTop = 0; });
	draw();
	section.append(holder, more);
	if (run.nMessages > list.length)
		section.append(make("p", {}, "The first " + list.length + " of " + run.nMessages + " messages are here."));
	return true;
}
