/* The frame: pages, keys, light and dark. */

const onOpen = {};
const pages = [["plots", "Plots"], ["animation", "Animation", animationPage], ["events", "Events", eventsPage], ["parameters", "Parameters", parametersPage],
	["system", "System", systemPage], ["messages", "Messages", messagesPage], ["statistics", "Statistics", statisticsPage], ["warnings", "Warnings", warningsPage]];
let opened = "plots";

function open(id) {
	opened = id;
	for (const [page] of pages)
		byId(page).hidden = page !== id;
	for (const tab of byId("tabs").children)
		tab.setAttribute("aria-selected", tab.dataset.page === id);
	if (id === "plots")
		redraw();
	if (onOpen[id])
		onOpen[id]();
}

function head() {
	const run = runs[0], names = runs.map((r) => r.name).join(", ");
	document.title = names;
	byId("title").textContent = names;
	byId("ended").textContent = run.status || `${run.first} … ${+run.last.toPrecision(7)} s, ${counted(run.rows, "row")}` + (run.stats ? `, ${counted(run.nEvents, "event")}` : "");
	byId("note").textContent = (runs.some((r) => r.per > 1) ? "Of each " + Math.max(...runs.map((r) => r.per)) + " rows the least and the greatest value are here. " : "") +
		"Drag to zoom, shift-drag to move, double-click for the whole time; ctrl-wheel, + − ← → 0 do it, too. Numbers have single precision here; the result file has all digits.";
}

function keys(e) {
	if (e.target.matches("input[type=search], select") || e.ctrlKey || e.metaKey || e.altKey) {
		if (e.key === "Escape")
			e.target.blur();
		return;
	}
	const act = { "/": () => byId("search").focus(), "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": () => look(...whole), d: theme, ArrowLeft: () => pan(-0.25), ArrowRight: () => pan(0.25) }[e.key];
	if (!act || (opened !== "plots" && e.key !== "d") || e.target.matches("input[type=range]"))
		return;
	e.preventDefault();
	act();
}

function theme() {
	document.documentElement.classList.toggle("dark");
	open(opened);
}

function begin() {
	head();
	for (const [id, label, fill] of pages) {
		if (fill && !fill(byId(id)))
			continue;
		const tab = make("button", { role: "tab", "data-page": id }, label);
		tab.addEventListener("click", () => open(id));
		byId("tabs").append(tab);
	}
	if (matchMedia("(prefers-color-scheme: dark)").matches)
		document.documentElement.classList.add("dark");
	byId("theme").addEventListener("click", theme);
	byId("whole").addEventListener("click", () => look(...whole));
	byId("search").addEventListener("input", (e) => search(e.target.value));
	byId("differ").hidden = runs.length < 2;
	byId("differ").firstChild.addEventListener("change", (e) => { differences = e.target.checked; redraw(); });
	byId("timeline").addEventListener("click", (e) => {
		const [left, all] = timelineArea(), part = Math.max(0, Math.min(1, (e.offsetX - left) / all)), t = whole[0] + part * (whole[1] - whole[0]), width = (view[1] - view[0]) / 2;
		look(t - width, t + width);
		pointAt(t);
	});
	addEventListener("keydown", keys);
	addEventListener("resize", drawTimeline);
	suggest();
	search("");
	open("plots");
}

begin();
