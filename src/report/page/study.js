/* The frame of the pages of a study: which there are, keys, light and dark. */

const study = JSON.parse(byId("study").textContent);
const pages = study.kind === "linear" ? [["bode", "Bode", bodePage], ["modes", "Eigenvalues", modesPage], ["matrices", "Matrices", matricesPage]]
	: [["points", "Points", pointsPage], ["heat", "Heat map", heatPage], ["tornado", "Tornado", tornadoPage], ["table", "Table", tablePage], ["failed", "Failed runs", failedPage]];

function open(id) {
	for (const section of byId("main").children)
		section.hidden = section.id !== id;
	for (const tab of byId("tabs").children)
		tab.setAttribute("aria-selected", tab.dataset.page === id);
}

function theme() { document.documentElement.classList.toggle("dark"); }

function begin() {
	document.title = study.name;
	byId("title").textContent = study.name;
	byId("ended").textContent = study.kind === "linear" ? `at time ${study.time} s: ${counted(study.states.length, "state")}, ${counted(study.inputs.length, "input")}, ${counted(study.outputs.length, "output")}`
		: counted(study.runs, "run") + (study.nFailed ? `, ${study.nFailed} failed` : "") + (study.every > 1 ? `; every ${study.every}th is here` : "");
	for (const [id, label, fill] of pages) {
		const section = make("section", { id, role: "tabpanel" });
		if (!fill(section))
			continue;
		const tab = make("button", { role: "tab", "data-page": id }, label);
		tab.addEventListener("click", () => open(id));
		byId("tabs").append(tab);
		byId("main").append(section);
	}
	if (matchMedia("(prefers-color-scheme: dark)").matches)
		theme();
	byId("theme").addEventListener("click", theme);
	addEventListener("keydown", (e) => {
		if (e.key === "d" && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.matches("select"))
			theme();
	});
	if (byId("main").firstChild)
		open(byId("main").firstChild.id);
}

begin();
