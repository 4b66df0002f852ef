/* The other pages: events, parameters, statistics, warnings. */

function number(x) { return make("td", { class: "number" }, String(x)); }

function tableOf(heads, rows) {
	return make("table", {}, make("thead", {}, make("tr", {}, ...heads.map((h) => make("th", {}, h)))), make("tbody", {}, ...rows));
}

/* A long list a part at a time. */
function lengthy(section, heads, n, rowAt, total) {
	const t = tableOf(heads, []), more = make("button", {}, "more");
	let shown = 0;
	const add = () => {
		const end = Math.min(n, shown + 500);
		for (; shown < end; shown++)
			t.tBodies[0].append(rowAt(shown));
		more.hidden = shown >= n;
	};
	more.addEventListener("click", add);
	add();
	section.append(t, more);
	if (total > n)
		section.append(make("p", {}, "The first " + n + " of " + total + " are here."));
}

function eventsPage(section) {
	for (const run of runs)
		if (run.events.length)
			lengthy(section, ["time", runs.length > 1 ? run.name : "what happened"], run.events.length, (i) => {
				const [t, text] = run.events[i], r = make("tr", { class: "go", tabindex: 0 }, number(+t.toPrecision(12)), make("td", {}, make("pre", {}, text)));
				const go = () => {
					const width = Math.min((view[1] - view[0]) / 2, (whole[1] - whole[0]) / 20);
					open("plots");
					look(t - width, t + width);
					pointAt(t);
				};
				r.addEventListener("click", go);
				r.addEventListener("keydown", (e) => { if (e.key === "Enter") go(); });
				return r;
			}, run.nEvents);
	return section.children.length > 0;
}

function parametersPage(section) {
	for (const run of runs) {
		const list = run.vars.filter((v) => v.p);
		if (runs.length > 1 && list.length)
			section.append(make("h2", {}, run.name));
		if (list.length)
			lengthy(section, ["parameter", "value", "", "set by", ""], list.length, (i) => {
				const v = list[i];
				return make("tr", {}, make("td", {}, v.n), make("td", { class: "number" }, show(v, v.v)), make("td", {}, v.u || ""), make("td", { class: v.w ? "by set" : "by" }, v.w || "the model"), make("td", {}, v.c || ""));
			}, list.length);
	}
	return section.children.length > 0;
}

function statisticsPage(section) {
	for (const run of runs) {
		if (!run.stats)
			continue;
		const rows = [], walk = (o, before) => {
			for (const [name, x] of Object.entries(o))
				if (x && typeof x === "object" && !Array.isArray(x))
					walk(x, before + name.replaceAll("_", " ") + ", ");
				else if (!Array.isArray(x))
					rows.push(make("tr", {}, make("td", {}, before + name.replaceAll("_", " ")), number(x)));
		};
		walk(run.stats, "");
		section.append(make("h2", {}, run.name), tableOf(["", ""], rows));
	}
	return section.children.length > 0;
}

function warningsPage(section) {
	for (const run of runs)
		for (const text of run.warnings)
			section.append(make("div", { class: "warning" }, make("pre", {}, text)));
	return section.children.length > 0;
}
