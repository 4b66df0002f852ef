/* Matrices A, B, C, D: frequency responses, poles, the matrices themselves. */

/* Q' A Q = H with H upper Hessenberg (Golub, Van Loan: Matrix Computations, 7.4.3), B and C likewise: each frequency then takes n² instead of n³. */
function hessenberg(A, B, C) {
	const n = A.length, H = A.map((r) => r.slice()), b = B.map((r) => r.slice()), c = C.map((r) => r.slice());
	for (let k = 0; k + 2 < n; k++) {
		const v = new Array(n).fill(0);
		let norm = 0;
		for (let i = k + 1; i < n; i++)
			norm = Math.hypot(norm, v[i] = H[i][k]);
		if (norm === 0)
			continue;
		v[k + 1] += v[k + 1] < 0 ? -norm : norm;
		const beta = 2 / v.reduce((s, x) => s + x * x, 0);
		const left = (M) => {
			for (let j = 0; M.length && j < M[0].length; j++) {
				let s = 0;
				for (let i = k + 1; i < n; i++)
					s += v[i] * M[i][j];
				for (let i = k + 1; i < n; i++)
					M[i][j] -= beta * s * v[i];
			}
		}, right = (M) => {
			for (const row of M) {
				let s = 0;
				for (let j = k + 1; j < n; j++)
					s += row[j] * v[j];
				for (let j = k + 1; j < n; j++)
					row[j] -= beta * s * v[j];
			}
		};
		left(H);
		left(b);
		right(H);
		right(c);
	}
	return { H, b, c };
}

/* x of (jω I − H) x = b, by elimination with pivots of two rows; real and imaginary parts. */
function solveAt(H, b, w) {
	const n = H.length, re = H.map((r) => r.map((x) => -x)), im = H.map((r, i) => r.map((x, j) => (i === j ? w : 0))), xr = b.slice(), xi = new Array(n).fill(0);
	for (let k = 0; k < n; k++) {
		if (k + 1 < n && Math.hypot(re[k + 1][k], im[k + 1][k]) > Math.hypot(re[k][k], im[k][k]))
			for (const m of [re, im, xr, xi])
				[m[k], m[k + 1]] = [m[k + 1], m[k]];
		if (k + 1 === n)
			break;
		const d = re[k][k] ** 2 + im[k][k] ** 2;
		if (d === 0)
			return null;
		const fr = (re[k + 1][k] * re[k][k] + im[k + 1][k] * im[k][k]) / d, fi = (im[k + 1][k] * re[k][k] - re[k + 1][k] * im[k][k]) / d;
		for (let j = k; j < n; j++) {
			re[k + 1][j] -= fr * re[k][j] - fi * im[k][j];
			im[k + 1][j] -= fr * im[k][j] + fi * re[k][j];
		}
		xr[k + 1] -= fr * xr[k] - fi * xi[k];
		xi[k + 1] -= fr * xi[k] + fi * xr[k];
	}
	for (let k = n - 1; k >= 0; k--) {
		for (let j = k + 1; j < n; j++) {
			xr[k] -= re[k][j] * xr[j] - im[k][j] * xi[j];
			xi[k] -= re[k][j] * xi[j] + im[k][j] * xr[j];
		}
		const d = re[k][k] ** 2 + im[k][k] ** 2, r = xr[k], i = xi[k];
		if (d === 0)
			return null;
		xr[k] = (r * re[k][k] + i * im[k][k]) / d;
		xi[k] = (i * re[k][k] - r * im[k][k]) / d;
	}
	return [xr, xi];
}

/* G(jω) of one input and output at each ω: [re, im], or null at a pole. */
function responses(study, input, output, omegas) {
	const n = study.A.length, C = study.C.length ? study.C : study.A.map((r, i) => r.map((x, j) => (i === j ? 1 : 0)));
	const { H, b, c } = hessenberg(study.A, study.B, C), d = study.C.length ? study.D[output][input] : 0;
	return omegas.map((w) => {
		const x = n ? solveAt(H, b.map((r) => r[input]), w) : [[], []];
		return x && [x[0].reduce((s, v, i) => s + v * c[output][i], d), x[1].reduce((s, v, i) => s + v * c[output][i], 0)];
	});
}

/* A decade around what the eigenvalues do. */
function omegasOf(study) {
	const sizes = study.eigenvalues.map((e) => Math.hypot(...e)).filter((x) => x > 1e-12), low = (sizes.length ? Math.min(...sizes) : 1) / 20, high = (sizes.length ? Math.max(...sizes) : 1) * 20;
	return Array.from({ length: 600 }, (x, i) => low * (high / low) ** (i / 599));
}

function bodePage(section) {
	const outputs = study.outputs.length ? study.outputs : study.states;
	if (!study.inputs.length || !outputs.length)
		return false;
	const choice = (names, label) => make("select", { "aria-label": label }, ...names.map((name, i) => make("option", { value: i }, name)));
	const from = choice(study.inputs, "input"), to = choice(["all outputs", ...outputs], "output"), box = make("div", {}), keys = make("p", { class: "keys" });
	to.value = outputs.length > 6 ? 1 : 0;
	const draw = () => {
		const omegas = omegasOf(study), wanted = +to.value ? [to.value - 1] : outputs.map((x, i) => i), gain = [], phase = [];
		for (const o of wanted) {
			const g = responses(study, +from.value, o, omegas), name = outputs[o], colour = COLOURS[o % COLOURS.length];
			let turn = 0, before = null;
			const dB = [], degrees = [];
			g.forEach((z, i) => {
				const size = z ? Math.hypot(...z) : 0;
				if (!(size > 0) || !Number.isFinite(size))
					return;
				const angle = Math.atan2(z[1], z[0]) * 180 / Math.PI;
				if (before !== null)
					turn -= 360 * Math.round((angle - before) / 360);
				before = angle;
				dB.push([omegas[i] / (2 * Math.PI), 20 * Math.log10(size)]);
				degrees.push([omegas[i] / (2 * Math.PI), angle + turn]);
			});
			if (dB.length) {
				gain.push({ name, colour, points: dB });
				phase.push({ name, colour, points: degrees });
			}
		}
		const axis = () => ({ log: true, tight: true, label: "frequency [Hz]", short: "f [Hz]" }), size = [Math.min(1100, innerWidth - 60), 340];
		keys.replaceChildren(...gain.map((c) => make("span", {}, make("i", { style: "background:" + c.colour }), c.name)), gain.length < wanted.length ? " What is not drawn does not depend on the input." : "");
		box.replaceChildren(curvesChart("gain [dB]", axis(), { label: "dB" }, gain, size), curvesChart("phase [°]", axis(), { label: "°", step: 45 }, phase, size));
	};
	from.addEventListener("change", draw);
	to.addEventListener("change", draw);
	section.append(make("div", { class: "bar" }, make("label", {}, "from ", from), make("label", {}, "to ", to), keys), box);
	if (!study.outputs.length)
		section.append(make("p", { class: "soft" }, "The model has no outputs: its states stand for them."));
	draw();
	return true;
}

function modesPage(section) {
	const list = study.eigenvalues;
	if (!list.length)
		return false;
	const xAxis = fitAxis({ label: "real part [1/s]" }, [0, ...list.map((e) => e[0])]), yAxis = fitAxis({ label: "imaginary part" }, [0, ...list.map((e) => e[1])]);
	const f = frame("eigenvalues: real and imaginary part [1/s]", xAxis, yAxis, [560, 420]);
	f.svg.append(make("line", { class: "zero", x1: f.x(0), x2: f.x(0), y1: f.area.y, y2: f.area.y + f.area.h }));
	for (const [re, im] of list) {
		const x = f.x(re), y = f.y(im);
		f.svg.append(make("path", { class: re < 0 ? "pole" : "pole unstable", d: `M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x - 5} ${y + 5}L${x + 5} ${y - 5}` }, make("title", {}, brief(re) + (im ? (im < 0 ? " − " : " + ") + brief(Math.abs(im)) + "i" : ""))));
	}
	const rows = list.map(([re, im]) => {
		const size = Math.hypot(re, im);
		return make("tr", {}, number(brief(re)), number(brief(im)), number(size > 0 ? brief(size / (2 * Math.PI)) : "–"), number(size > 0 ? brief(-re / size) : "–"), number(re !== 0 ? brief(Math.abs(1 / re)) : "–"));
	});
	section.append(f.svg, tableOf(["real part [1/s]", "imaginary part [1/s]", "frequency [Hz]", "damping", "time constant [s]"], rows));
	return true;
}

function matricesPage(section) {
	const most = 40, one = (name, m, rows, columns) => {
		if (!m.length || !m[0].length)
			return;
		section.append(make("h2", {}, name), tableOf(["", ...columns.slice(0, most)], m.slice(0, most).map((r, i) => make("tr", {}, make("td", {}, rows[i]), ...r.slice(0, most).map((x) => number(brief(x)))))));
		if (m.length > most || m[0].length > most)
			section.append(make("p", {}, `The first ${most} rows and columns of ${m.length} and ${m[0].length} are here; modevs linearize --json tells all.`));
	};
	one("A", study.A, study.states, study.states);
	one("B", study.B, study.states, study.inputs);
	one("C", study.C, study.outputs, study.states);
	one("D", study.D, study.outputs, study.inputs);
	return section.children.length > 0;
}
