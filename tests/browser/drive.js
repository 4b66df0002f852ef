"use strict";
/* Runs behind the programs of a report: drive() uses it as a reader would and gives what it saw, a line for each check. What is
   measured, browser.py asks for: zooms() and frames(). */
const verdict = [];
const claim = (text, holds) => verdict.push((holds ? "ok " : "NOT ") + text);
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const tab = (id) => [...byId("tabs").children].find((t) => t.dataset.page === id);
const frame = () => new Promise((done) => requestAnimationFrame(done));

/* Has a canvas anything but one colour? */
function isDrawn(canvas) {
	const c = document.createElement("canvas"), d = c.getContext("2d");
	c.width = canvas.width;
	c.height = canvas.height;
	if (!c.width || !c.height)
		return false;
	d.drawImage(canvas, 0, 0);
	const p = new Uint32Array(d.getImageData(0, 0, c.width, c.height).data.buffer);
	return p.some((x) => x !== p[0]);
}

async function common() {
	claim("the title is the model's name", document.title === runs[0].name && byId("title").textContent === runs[0].name);
	claim("plots are drawn", panels.size > 0 && [...document.querySelectorAll(".plot canvas")].some(isDrawn));
	if (window.asked)
		claim("what --plot names is shown first", chosen.map((c) => c.name).join() === window.asked.join());
	claim("each panel has one unit", [...panels.values()].every((p) => new Set(p.curves.map((c) => panelKey(c.v))).size === 1));
	const all = view.slice();
	press("+");
	claim("+ zooms in", Math.abs((view[1] - view[0]) / (all[1] - all[0]) - 0.5) < 1e-9);
	claim("all panels follow", [...panels.values()].every((p) => Math.abs(p.g.xAxisRange()[0] - view[0]) < 1e-9 * (all[1] - all[0])));
	const before = view[0];
	press("ArrowRight");
	claim("the arrow moves", view[0] > before);
	press("0");
	claim("0 shows the whole time", view[0] === all[0] && view[1] === all[1]);
	const last = variables.findLast((v) => !chosen.some((c) => c.name === v.n)) || variables[0];
	choose(last.n, false);
	const left = chosen.length;
	byId("search").value = last.n;
	byId("search").dispatchEvent(new Event("input"));
	const box = [...document.querySelectorAll("#tree input")].find((b) => b.dataset.name === last.n);
	claim("search finds a variable", Boolean(box));
	box.click();
	claim("a click adds a curve", chosen.length === left + 1 && [...panels.values()].some((p) => p.curves.some((c) => c.v.n === last.n)));
	pointAt((all[0] + all[1]) / 2);
	claim("the cursor shows values", document.querySelector(".legend").textContent.includes("=") && byId("cursor").textContent.startsWith("time"));
	if (tab("parameters")) {
		tab("parameters").click();
		claim("parameters are listed", byId("parameters").querySelectorAll("tbody tr").length > 0 && byId("plots").hidden);
	}
	press("d");
	const dark = document.documentElement.classList.contains("dark");
	press("d");
	claim("d turns light and dark", dark !== document.documentElement.classList.contains("dark"));
	tab("plots").click();
	if (runs[0].events.length > 1) {
		tab("events").click();
		byId("events").querySelectorAll("tr.go")[1].click();
		const t = runs[0].events[1][0];
		claim("an event shows its plots", !byId("plots").hidden && view[0] <= t && t <= view[1] && cursor === t);
		press("0");
	}
}

/* Zooms n times, from the whole time on; each is drawn before the next begins. How long one of them took, in the middle. */
async function zooms(n) {
	const took = [];
	tab("plots").click();
	press("0");
	await frame();
	for (let i = 0; i < n; i++) {
		const start = performance.now();
		zoom(0.7);
		await frame();
		await frame(); /* the one before is on the screen */
		took.push(performance.now() - start);
	}
	press("0");
	await frame();
	return { ms: took.sort((a, b) => a - b)[n >> 1], what: runs[0].times.length + " rows, " + chosen.length + " curves" };
}

/* Plays for some seconds: how many frames were drawn, and in which time. */
async function frames(seconds) {
	tab("animation").click();
	const old = scene.drawn, start = performance.now();
	byId("play").click();
	while (performance.now() - start < 1000 * seconds)
		await frame();
	byId("play").click();
	return { n: scene.drawn - old, ms: performance.now() - start, what: scene.shapes.length + " shapes, " + (scene.gl ? "WebGL" : "canvas") };
}

async function animated() {
	tab("animation").click();
	claim("shapes are found", scene.shapes.length > 0);
	claim("the scene is drawn", isDrawn(byId("scene")));
	await frames(0.3);
	claim("time moves", scene.t > runs[0].first);
	/* The picture follows the results of others. */
	let worst = 0, path = 0;
	for (const [shape, t, at] of window.track || []) {
		const s = scene.shapes.find((x) => x.name === shape), pose = s && poseOf(runs[0], s, t);
		worst = pose ? Math.max(worst, Math.hypot(...pose.at.map((x, i) => x - at[i]))) : Infinity;
		path = Math.max(path, Math.hypot(...at.map((x, i) => x - window.track[0][2][i])));
	}
	if (window.track)
		claim("its end point is within 2 mm of the reference at " + window.track.length + " times (" + (1000 * worst).toFixed(2) + " mm, it goes " + path.toFixed(2) + " m)", worst < 2e-3 && path > 0.1);
	/* What ends a body in the picture is where the results say its frame is. */
	for (const [shape, point] of window.ends || [])
		for (const part of [0, 0.3, 0.7, 1]) {
			const t = runs[0].first + part * (runs[0].last - runs[0].first), s = scene.shapes.find((x) => x.name === shape), pose = poseOf(runs[0], s, t);
			const end = pose.at.map((x, i) => x + pose.axes[0][i] * pose.size[0]), at = [1, 2, 3].map((i) => runs[0].valueAt(runs[0].byName.get(point + "[" + i + "]"), t));
			claim(shape + " ends at " + point + " at " + t.toFixed(2) + " s", Math.hypot(...end.map((x, i) => x - at[i])) < 1e-5 * (1 + Math.hypot(...at)));
		}
}

function discrete() {
	choose("mode", true);
	const p = [...panels.values()].find((q) => q.curves.some((c) => c.v.n === "mode"));
	claim("enumerations have their names", p.box.querySelector(".plot").textContent.includes("warming"));
	claim("discrete variables are steps", p.g.getOption("stepPlot", "mode") === true);
	claim("what --set has set is told", byId("parameters").textContent.includes("--set"));
}

function network() {
	tab("system").click();
	claim("components are drawn", byId("system").querySelectorAll("rect").length === runs[0].system.components.length);
	claim("couplings are drawn", byId("system").querySelectorAll("path.wire").length === runs[0].system.couplings.length);
	tab("messages").click();
	claim("messages are drawn", byId("messages").querySelectorAll("path.wire").length > 0);
}

async function all() {
	await common();
	if (tab("animation"))
		await animated();
	if (runs[0].byName.has("mode"))
		discrete();
	if (runs[0].system)
		network();
}

/* When the page was ready to be used, in ms from its beginning. */
const readyAfter = performance.now();

function drive() {
	return all().catch((e) => errors.push("error: " + e.message)).then(() => verdict.concat(errors));
}
