"use strict";
/* Runs in an empty page: makes pictures of pages small, and tells how far two of them are apart. A cell is five dots wide and high,
   so that how letters are drawn matters little, and a thin line still does. */
const WIDTH = 260, HEIGHT = 180, SEEN = 24;

async function drawn(url) {
	const image = new Image(), canvas = document.createElement("canvas"), d = canvas.getContext("2d");
	image.src = url;
	await image.decode();
	canvas.width = WIDTH;
	canvas.height = HEIGHT;
	d.imageSmoothingQuality = "high";
	d.drawImage(image, 0, 0, WIDTH, HEIGHT);
	return canvas;
}

const dots = (canvas) => canvas.getContext("2d").getImageData(0, 0, WIDTH, HEIGHT).data;

/* In 16 steps of each colour: a third of the size. */
async function small(url) {
	const canvas = await drawn(url), image = new ImageData(dots(canvas).map((c) => 17 * Math.round(c / 17)), WIDTH, HEIGHT);
	canvas.getContext("2d").putImageData(image, 0, 0);
	return canvas.toDataURL("image/png");
}

/* The share of cells in which a colour of two small pictures differs by what one would see. */
async function apart(one, other) {
	const a = dots(await drawn(one)), b = dots(await drawn(other));
	let n = 0;
	for (let i = 0; i < a.length; i += 4)
		n += Math.abs(a[i] - b[i]) > SEEN || Math.abs(a[i + 1] - b[i + 1]) > SEEN || Math.abs(a[i + 2] - b[i + 2]) > SEEN;
	return n / (WIDTH * HEIGHT);
}
