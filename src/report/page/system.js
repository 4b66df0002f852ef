/* DEVS: components and couplings as a graph, messages as a sequence diagram. */

/* In which column a component stands: behind all that send to it, apart from couplings that close a loop. */
function columnsOf(system) {
	const n = system.components.length, next = Array.from({ length: n }, () => []), fed = new Array(n).fill(0), column = new Array(n).fill(0), state = new Array(n).fill(0), order = [];
	for (const [from, , to] of system.couplings)
		if (from !== to && !next[from].includes(to)) {
			next[from].push(to);
			fed[to]++;
		}
	/* Depth first: what is met again while it is open closes a loop. */
	const visit = (root) => {
		const stack = [[root, 0]];
		state[root] = 1;
		while (stack.length) {
			const top = stack[stack.length - 1], to = next[top[0]][top[1]++];
			if (to === undefined) {
				state[top[0]] = 2;
				order.push(top[0]);
				stack.pop();
			} else if (state[to] === 0) {
				state[to] = 1;
				stack.push([to, 0]);
			} else if (state[to] === 1)
				next[top[0]][top[1] - 1] = -1;
		}
	};
	for (const root of [...Array(n).keys()].sort((a, b) => fed[a] - fed[b] || a - b))
		if (state[root] === 0)
			visit(root);
	for (const at of order.reverse())
		for (const to of next[at])
			if (to >= 0)
				column[to] = Math.max(column[to], column[at] + 1);
	return column;
}

/* Rows of the components in their columns, and for each coupling that passes columns the rows that are left free for it there:
   {row: by component, through: "from:to" → rows}. Each stands about where those are that send to it. */
function rowsOf(system, column) {
	const columns = [], passing = new Map(), through = new Map(), row = new Array(system.components.length).fill(0);
	const items = system.components.map((c, i) => ({ from: [], order: i, i }));
	const put = (item, k) => { (columns[k] = columns[k] || []).push(item); };
	items.forEach((item, i) => put(item, column[i]));
	for (const [from, , to] of system.couplings) {
		if (column[to] <= column[from])
			continue;
		const way = [];
		for (let k = column[from] + 1; k < column[to]; k++) {
			const key = from + ":" + k;
			if (!passing.has(key)) {
				const free = { from: [way.length ? way[way.length - 1] : items[from]], order: from };
				passing.set(key, free);
				put(free, k);
			}
			way.push(passing.get(key));
		}
		items[to].from.push(way.length ? way[way.length - 1] : items[from]);
		through.set(from + ":" + to, way);
	}
	const mean = (item) => (item.from.length ? item.from.reduce((sum, f) => sum + f.row, 0) / item.from.length : item.order);
	for (const list of columns)
		list.map((item) => [mean(item), item]).sort((a, b) => a[0] - b[0] || a[1].order - b[1].order).forEach(([, item], r) => { item.row = r; });
	items.forEach((item, i) => { row[i] = item.row; });
	return { row, through, high: Math.max(...columns.map((list) => list.length)) };
}

function arrowHead(id) {
	return make("defs", {}, make("marker", { id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, make("path", { d: "M0 0L8 4L0 8z", fill: "context-stroke" })));
}

function systemPage(section) {
	const system = runs[0].system, most = 400;
	if (!system)
		return false;
	const column = system.components.length > most ? [] : columnsOf(system), wide = 170, high = 62, parts = [arrowHead("tip")];
	if (system.components.length > most) {
		section.append(make("p", {}, system.components.length + " components, " + system.couplings.length + " couplings: too many to draw; the first " + most + " are listed."));
		section.append(tableOf(["component", "sent", "received"], system.components.slice(0, most).map((c) => make("tr", {}, make("td", {}, c.n), number(c.sent ?? "–"), number(c.received ?? "–")))));
		return true;
	}
	const rows = rowsOf(system, column), xOf = (k) => 20 + k * (wide + 60), yOf = (r) => 20 + r * (high + 24);
	const place = system.components.map((c, i) => [xOf(column[i]), yOf(rows.row[i])]);
	for (const [from, fp, to, tp] of system.couplings) {
		const [xb, yb] = place[to], to1 = yb + high / 2;
		let x = place[from][0] + wide, y = place[from][1] + high / 2, d = `M${x} ${y}`;
		(rows.through.get(from + ":" + to) || []).forEach((free, k) => {
			const x1 = xOf(column[from] + 1 + k), y1 = yOf(free.row) + high / 2;
			d += `C${x + 30} ${y} ${x1 - 30} ${y1} ${x1} ${y1}h${wide}`;
			[x, y] = [x1 + wide, y1];
		});
		d += xb > x ? `C${x + 30} ${y} ${xb - 30} ${to1} ${xb} ${to1}` : `C${x + 60} ${y} ${xb - 60} ${to1 + high} ${xb} ${to1}`;
		parts.push(make("path", { class: "wire", "marker-end": "url(#tip)", d },
			make("title", {}, `${system.components[from].n}, port ${fp} → ${system.components[to].n}, port ${tp}`)));
	}
	system.components.forEach((c, i) => {
		const [x, y] = place[i], count = c.sent === undefined ? "" : `${c.sent} sent, ${c.received} received`;
		parts.push(make("rect", { class: "box", x, y, width: wide, height: high, rx: 6 }),
			make("text", { x: x + 10, y: y + 24 }, c.n.length > 22 ? c.n.slice(0, 21) + "…" : c.n, make("title", {}, c.n)), make("text", { class: "soft", x: x + 10, y: y + 44 }, count));
	});
	const w = 40 + (Math.max(...column) + 1) * (wide + 60), h = 40 + rows.high * (high + 24);
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
