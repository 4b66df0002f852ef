"use strict";
/* Runs behind the programs of the page of a study: drive() looks at each of its parts and gives what it saw, a line for each check. */
const verdict = [];
const claim = (text, holds) => verdict.push((holds ? "ok " : "NOT ") + text);
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const tab = (id) => [...byId("tabs").children].find((t) => t.dataset.page === id);
const near = (a, b) => Math.abs(a - b) <= 1e-9 * (1 + Math.abs(b));

/* What a response is by hand: of a mass at a spring 1/(c − m w² + j d w). */
function linear() {
	const w = [0.1, 1, 2, 7], g = responses(study, 0, 0, w), { m, c, d } = window.mass;
	claim("the response is that by hand", w.every((x, i) => {
		const re = c - m * x * x, im = d * x, size = re * re + im * im;
		return near(g[i][0], re / size) && near(g[i][1], -im / size);
	}));
	claim("gain and phase are drawn", byId("bode").querySelectorAll("path.curve").length === 2);
	claim("each eigenvalue has its mark", byId("modes").querySelectorAll("path.pole").length === study.eigenvalues.length);
	claim("the matrices are listed", byId("matrices").querySelectorAll("h2").length === 4);
}

function sweep() {
	const n = study.varied.length;
	claim("points are drawn", byId("points").querySelector("path.dots").getAttribute("d").split("M").length - 1 > 1);
	claim("a heat map has a cell for each pair of values", n < 2 || byId("heat").querySelectorAll("rect.cell").length === window.cells);
	claim("a tornado has two bars for each variable", byId("tornado").querySelectorAll("rect").length === 2 * n);
	const first = byId("tornado").querySelector("tbody td").textContent;
	claim("what matters most is first", first === window.first);
	claim("runs are listed", byId("table").querySelectorAll("tbody tr").length === Math.min(500, study.runs));
	claim("failed runs are told", study.nFailed === 0 || byId("failed").querySelectorAll("tbody tr").length === study.nFailed);
	const before = byId("points").querySelector("path.dots").getAttribute("d"), choice = byId("points").querySelectorAll("select")[1];
	choice.value = 0;
	choice.dispatchEvent(new Event("change"));
	claim("another choice draws other points", byId("points").querySelector("path.dots").getAttribute("d") !== before);
}

async function all() {
	claim("the title is the model's name", document.title === study.name && byId("title").textContent === study.name);
	for (const t of [...byId("tabs").children]) {
		t.click();
		claim("one part at a time: " + t.textContent, [...byId("main").children].filter((s) => !s.hidden).length === 1 && !byId(t.dataset.page).hidden);
	}
	const dark = document.documentElement.classList.contains("dark");
	press("d");
	claim("d turns light and dark", dark !== document.documentElement.classList.contains("dark"));
	press("d");
	(study.kind === "linear" ? linear : sweep)();
	tab(pages[0][0]).click();
}

/* When the page was ready to be used, in ms from its beginning. */
const readyAfter = performance.now();

function drive() {
	return all().catch((e) => errors.push("error: " + e.message)).then(() => verdict.concat(errors));
}
