/* Animation of MultiBody models: every group of variables that has the inputs of Visualizers.Advanced.Shape is a shape.
   WebGL where there is one, otherwise lines on a canvas. */

const SHAPE_NUMBERS = ["R.T[1,1]", "R.T[1,2]", "R.T[1,3]", "R.T[2,1]", "R.T[2,2]", "R.T[2,3]", "R.T[3,1]", "R.T[3,2]", "R.T[3,3]",
	"r[1]", "r[2]", "r[3]", "r_shape[1]", "r_shape[2]", "r_shape[3]", "lengthDirection[1]", "lengthDirection[2]", "lengthDirection[3]",
	"widthDirection[1]", "widthDirection[2]", "widthDirection[3]", "length", "width", "height", "extra", "color[1]", "color[2]", "color[3]"];

function findShapes(run) {
	const shapes = [];
	for (const v of run.vars) {
		const m = /^(.*)\.lengthDirection\[1\]$/.exec(v.n);
		if (!m)
			continue;
		const vars = SHAPE_NUMBERS.map((s) => run.byName.get(m[1] + "." + s)), type = run.byName.get(m[1] + ".shapeType");
		if (vars.every(Boolean))
			shapes.push({ name: m[1], vars, type: type && typeof type.v === "string" ? type.v : "box" });
	}
	return shapes;
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => { const n = Math.hypot(...a); return n > 1e-12 ? a.map((x) => x / n) : null; };

/* Where a shape is at t: origin and the three axes (length, width, height) in the world, not scaled. R.T turns the world into the frame. */
function poseOf(run, shape, t) {
	const x = shape.vars.map((v) => run.valueAt(v, t)), T = [x.slice(0, 3), x.slice(3, 6), x.slice(6, 9)];
	const toWorld = (a) => [0, 1, 2].map((i) => T[0][i] * a[0] + T[1][i] * a[1] + T[2][i] * a[2]);
	const along = unit(x.slice(15, 18)) || [1, 0, 0];
	let side = x.slice(18, 21);
	side = unit(side.map((s, i) => s - dot(side, along) * along[i])) || unit(cross(along, Math.abs(along[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
	const shift = toWorld(x.slice(12, 15));
	return {
		at: [0, 1, 2].map((i) => x[9 + i] + shift[i]), axes: [toWorld(along), toWorld(side), toWorld(cross(along, side))],
		size: [x[21], x[22], x[23]], extra: x[24], colour: x.slice(25, 28).map((c) => c / 255)
	};
}

/* Triangles of unit shapes: x from 0 to 1 along the length, y and z from -1/2 to 1/2; normals beside them. */
function boxMesh() {
	const p = [], n = [];
	for (let axis = 0; axis < 3; axis++)
		for (const s of [-1, 1]) {
			const c = [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]];
			for (const [u, v] of c) {
				const q = [0, 0, 0], m = [0, 0, 0];
				q[axis] = s; q[(axis + 1) % 3] = u; q[(axis + 2) % 3] = v * s;
				m[axis] = s;
				p.push((q[0] + 1) / 2, q[1] / 2, q[2] / 2);
				n.push(...m);
			}
		}
	return { p, n };
}

/* A body of revolution with a profile [x, radius]. */
function turned(profile, parts) {
	const p = [], n = [], at = (k, a) => [profile[k][0], profile[k][1] * Math.cos(a), profile[k][1] * Math.sin(a)];
	for (let k = 0; k + 1 < profile.length; k++) {
		const dx = profile[k + 1][0] - profile[k][0], dr = profile[k + 1][1] - profile[k][1], l = Math.hypot(dx, dr) || 1;
		for (let i = 0; i < parts; i++) {
			const a = 2 * Math.PI * i / parts, b = 2 * Math.PI * (i + 1) / parts, na = [-dr / l, dx / l * Math.cos(a), dx / l * Math.sin(a)], nb = [-dr / l, dx / l * Math.cos(b), dx / l * Math.sin(b)];
			p.push(...at(k, a), ...at(k, b), ...at(k + 1, b), ...at(k, a), ...at(k + 1, b), ...at(k + 1, a));
			n.push(...na, ...nb, ...nb, ...na, ...nb, ...na);
		}
	}
	return { p, n };
}

const cylinderMesh = () => turned([[0, 0], [0, 0.5], [1, 0.5], [1, 0]], 24);
const sphereMesh = () => turned(Array.from({ length: 13 }, (_, i) => [(1 - Math.cos(Math.PI * i / 12)) / 2, Math.sin(Math.PI * i / 12) / 2]), 24);

/* A helix with `coils` turns; its wire is thin. */
function springMesh(coils) {
	const p = [], n = [], wire = 0.06, around = 6, steps = Math.max(1, Math.round(coils || 5)) * 16;
	const ring = (i) => {
		const a = 2 * Math.PI * i / 16, x = i / steps, c = [x, 0.45 * Math.cos(a), 0.45 * Math.sin(a)];
		return Array.from({ length: around + 1 }, (_, k) => {
			const b = 2 * Math.PI * k / around, m = [Math.sin(b) * 0.3, Math.cos(b) * Math.cos(a), Math.cos(b) * Math.sin(a)];
			return [c.map((q, j) => q + wire * m[j]), m];
		});
	};
	for (let i = 0, r = ring(0); i < steps; i++) {
		const s = ring(i + 1);
		for (let k = 0; k < around; k++)
			for (const q of [r[k], r[k + 1], s[k + 1], r[k], s[k + 1], s[k]]) {
				p.push(...q[0]);
				n.push(...q[1]);
			}
		r = s;
	}
	return { p, n };
}

function meshOf(type, extra) {
	if (type === "cylinder" || type === "pipecylinder" || type === "pipe" || type === "gearwheel")
		return cylinderMesh();
	if (type === "cone")
		return turned([[0, 0], [0, 0.5], [1, 0.5 * Math.min(1, Math.max(0, extra || 0))], [1, 0]], 24);
	if (type === "sphere")
		return sphereMesh();
	return type === "spring" ? springMesh(extra) : boxMesh();
}

const VERTEX = `attribute vec3 p; attribute vec3 n; uniform mat4 camera; uniform mat4 model; uniform vec3 grow; varying vec3 m;
void main() { m = mat3(model) * (n / grow); gl_Position = camera * model * vec4(p * grow, 1.0); }`;
const FRAGMENT = `precision mediump float; varying vec3 m; uniform vec3 colour; uniform vec3 light;
void main() { float d = 0.35 + 0.65 * abs(dot(normalize(m), light)); gl_FragColor = vec4(colour * d, 1.0); }`;

class Scene {
	constructor(run, shapes, canvas) {
		Object.assign(this, { run, shapes, canvas, turn: 0.6, tilt: 0.35, distance: 1, t: run.first, drawn: 0 });
		this.gl = canvas.getContext("webgl", { antialias: true, preserveDrawingBuffer: true });
		this.flat = this.gl ? null : canvas.getContext("2d");
		this.meshes = new Map();
		this.measure();
		if (this.gl)
			this.prepare();
	}

	/* All that is ever seen fits. */
	measure() {
		const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
		for (let k = 0; k <= 20; k++)
			for (const s of this.shapes) {
				const pose = poseOf(this.run, s, this.run.first + (this.run.last - this.run.first) * k / 20);
				for (const end of [0, 1])
					for (let i = 0; i < 3; i++) {
						const x = pose.at[i] + end * pose.axes[0][i] * pose.size[0];
						low[i] = Math.min(low[i], x);
						high[i] = Math.max(high[i], x);
					}
			}
		this.middle = low.map((x, i) => (x + high[i]) / 2);
		this.radius = Math.max(1e-6, Math.hypot(...low.map((x, i) => high[i] - x)) / 2);
	}

	prepare() {
		const gl = this.gl, program = gl.createProgram();
		for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
			const shader = gl.createShader(kind);
			gl.shaderSource(shader, text);
			gl.compileShader(shader);
			gl.attachShader(program, shader);
		}
		gl.linkProgram(program);
		gl.useProgram(program);
		gl.enable(gl.DEPTH_TEST);
		this.at = {};
		for (const name of ["camera", "model", "grow", "colour", "light"])
			this.at[name] = gl.getUniformLocation(program, name);
		for (const name of ["p", "n"]) {
			this.at[name] = gl.getAttribLocation(program, name);
			gl.enableVertexAttribArray(this.at[name]);
		}
	}

	mesh(type, extra) {
		const key = type + " " + (type === "spring" || type === "cone" ? +extra.toPrecision(3) : "");
		if (!this.meshes.has(key)) {
			const m = meshOf(type, extra);
			m.count = m.p.length / 3;
			for (const name of this.gl ? ["p", "n"] : []) {
				m[name + "Buffer"] = this.gl.createBuffer();
				this.gl.bindBuffer(this.gl.ARRAY_BUFFER, m[name + "Buffer"]);
				this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(m[name]), this.gl.STATIC_DRAW);
			}
			this.meshes.set(key, m);
		}
		return this.meshes.get(key);
	}

	/* The eye: right, up and towards it, in the world; y is up, as World's gravity has it by default. */
	eye() {
		const to = [Math.sin(this.turn) * Math.cos(this.tilt), Math.sin(this.tilt), Math.cos(this.turn) * Math.cos(this.tilt)];
		const right = unit(cross([0, 1, 0], to)) || [1, 0, 0];
		return { right, up: cross(to, right), to, far: 3.2 * this.radius * this.distance };
	}

	camera(aspect) {
		const e = this.eye(), f = 2.6, near = e.far / 100, far = e.far * 3 + 4 * this.radius, rows = [e.right, e.up, e.to];
		const back = rows.map((r) => -dot(r, this.middle));
		const a = (far + near) / (near - far), b = 2 * far * near / (near - far), m = new Float32Array(16), scale = aspect >= 1 ? [f / aspect, f] : [f, f * aspect];
		for (let i = 0; i < 3; i++) {
			m[4 * i] = scale[0] * rows[0][i];
			m[4 * i + 1] = scale[1] * rows[1][i];
			m[4 * i + 2] = a * rows[2][i];
			m[4 * i + 3] = -rows[2][i];
		}
		const z = back[2] - e.far;
		m[12] = scale[0] * back[0];
		m[13] = scale[1] * back[1];
		m[14] = a * z + b;
		m[15] = -z;
		return m;
	}

	draw(t) {
		const fine = window.devicePixelRatio || 1, w = Math.round(this.canvas.clientWidth * fine), h = Math.round(this.canvas.clientHeight * fine);
		this.t = t;
		this.drawn++;
		if (this.canvas.width !== w || this.canvas.height !== h) {
			this.canvas.width = w;
			this.canvas.height = h;
		}
		if (w === 0 || h === 0)
			return;
		const camera = this.camera(w / h);
		if (this.gl)
			this.drawSolid(camera, t, w, h);
		else
			this.drawLines(camera, t, w, h);
	}

	drawSolid(camera, t, w, h) {
		const gl = this.gl, dark = document.documentElement.classList.contains("dark");
		gl.viewport(0, 0, w, h);
		gl.clearColor(...(dark ? [0.082, 0.094, 0.114] : [1, 1, 1]), 1);
		gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
		gl.uniformMatrix4fv(this.at.camera, false, camera);
		gl.uniform3fv(this.at.light, unit(this.eye().to.map((x, i) => x + [0.3, 0.8, 0.2][i])));
		for (const s of this.shapes) {
			const pose = poseOf(this.run, s, t), m = this.mesh(s.type, pose.extra), a = pose.axes;
			const grow = s.type === "sphere" ? [pose.size[0], pose.size[0], pose.size[0]] : pose.size;
			gl.uniformMatrix4fv(this.at.model, false, new Float32Array([...a[0], 0, ...a[1], 0, ...a[2], 0, ...pose.at, 1]));
			gl.uniform3fv(this.at.grow, grow.map((x) => Math.abs(x) > 1e-9 ? x : 1e-9));
			gl.uniform3fv(this.at.colour, pose.colour);
			for (const name of ["p", "n"]) {
				gl.bindBuffer(gl.ARRAY_BUFFER, m[name + "Buffer"]);
				gl.vertexAttribPointer(this.at[name], 3, gl.FLOAT, false, 0, 0);
			}
			gl.drawArrays(gl.TRIANGLES, 0, m.count);
		}
	}

	/* Without WebGL: each shape is a line along its length, as thick as it is wide. */
	drawLines(camera, t, w, h) {
		const c = this.flat, at = (p) => {
			const q = [0, 1, 3].map((i) => camera[i] * p[0] + camera[4 + i] * p[1] + camera[8 + i] * p[2] + camera[12 + i]);
			return [(q[0] / q[2] + 1) * w / 2, (1 - q[1] / q[2]) * h / 2, q[2]];
		};
		c.clearRect(0, 0, w, h);
		c.lineCap = "round";
		for (const s of this.shapes) {
			const pose = poseOf(this.run, s, t), a = at(pose.at), b = at(pose.at.map((x, i) => x + pose.axes[0][i] * pose.size[0]));
			c.strokeStyle = "rgb(" + pose.colour.map((x) => Math.round(255 * x)).join() + ")";
			c.lineWidth = Math.max(1, pose.size[1] / a[2] * h);
			c.beginPath();
			c.moveTo(a[0], a[1]);
			c.lineTo(b[0], b[1]);
			c.stroke();
		}
	}
}

function animationPage() {
	const run = runs[0], shapes = findShapes(run), canvas = byId("scene"), slider = byId("when"), play = byId("play");
	if (!shapes.length)
		return false;
	const scene = new Scene(run, shapes, canvas), span = run.last - run.first;
	let running = false, before = 0;
	const showAt = (t) => {
		scene.draw(t);
		slider.value = 1000 * (t - run.first) / (span || 1);
		byId("clock").textContent = t.toFixed(3) + " s";
		cursor = t;
	};
	const frame = (now) => {
		if (!running)
			return;
		let t = scene.t + (now - before) / 1000 * byId("speed").value;
		before = now;
		if (t >= run.last)
			t = run.first;
		showAt(t);
		requestAnimationFrame(frame);
	};
	play.addEventListener("click", () => {
		running = !running;
		play.textContent = running ? "pause" : "play";
		before = performance.now();
		requestAnimationFrame(frame);
	});
	slider.addEventListener("input", () => showAt(run.first + slider.value / 1000 * span));
	canvas.addEventListener("pointermove", (e) => {
		if (!e.buttons)
			return;
		scene.turn -= e.movementX * 0.01;
		scene.tilt = Math.max(-1.5, Math.min(1.5, scene.tilt + e.movementY * 0.01));
		scene.draw(scene.t);
	});
	canvas.addEventListener("wheel", (e) => {
		e.preventDefault();
		scene.distance *= e.deltaY > 0 ? 1.1 : 1 / 1.1;
		scene.draw(scene.t);
	}, { passive: false });
	addEventListener("resize", () => scene.draw(scene.t));
	window.scene = scene;
	onOpen.animation = () => showAt(scene.t);
	return true;
}
