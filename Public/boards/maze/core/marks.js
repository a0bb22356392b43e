// @ts-check
"use strict";

/* The colours of a picture, and what stands in its rooms and above them: start, exit and walkers. */

/**
 * The colours of a picture: those of the look, dark for televisions and at night, light otherwise.
 * @typedef {object} MazeColors
 * @property {string} ground
 * @property {string} floor
 * @property {string} wall
 * @property {string} line
 * @property {string} text
 * @property {string} exit
 * @property {string} onExit
 * @property {string} door
 * @property {string} doorFloor
 * @property {string} lost
 * @property {string[]} walkers
 * @property {string} onWalker
 */

/** @type {MazeColors} */
tablecastMaze.darkColors = {
    ground: "#16130F",
    floor: "#26211A",
    wall: "#B9AF9F",
    line: "#3A332A",
    text: "#F6F1E7",
    exit: "#7EE2A8",
    onExit: "#16130F",
    door: "#FFC857",
    doorFloor: "#3A2E14",
    lost: "#FF8A7A",
    walkers: [
        "#8FB8FF", "#FFD86B", "#FF8A7A", "#F6F1E7", "#C7A6FF", "#6FD6D0", "#FFB077", "#F2A9CF"
    ],
    onWalker: "#16130F"
};

/** @type {MazeColors} */
tablecastMaze.lightColors = {
    ground: "#FBF8F3",
    floor: "#FFFFFF",
    wall: "#5F574C",
    line: "#DCD3C5",
    text: "#1D1A16",
    exit: "#0B6B3A",
    onExit: "#FFFFFF",
    door: "#8A4B00",
    doorFloor: "#FBEFD9",
    lost: "#B3261E",
    walkers: [
        "#1F4E8C", "#806200", "#B3261E", "#1D1A16", "#6A3C9E", "#0B6468", "#A8480A", "#9B2467"
    ],
    onWalker: "#FFFFFF"
};

/**
 * The colours for an element: dark where the page's ground is, and on pages without tokens, which are
 * those of televisions.
 * @param {Element} element
 * @returns {MazeColors}
 */
tablecastMaze.colorsFor = function (element) {
    const ground = window.getComputedStyle(element).getPropertyValue("--ground").trim();
    const isLight = /^#[8-9a-f]/i.test(ground);
    return isLight ? tablecastMaze.lightColors : tablecastMaze.darkColors;
};

/** The rings around a walker's disc, by which those of similar colours differ. */
tablecastMaze.rings = ["none", "solid", "dashed", "double"];

/**
 * How a walker is marked: the number of its colour and its ring. No two of the first 32 colours have
 * both in common.
 * @param {number} colour as the document has it
 * @returns {{color: number, ring: string}}
 */
tablecastMaze.walkerMark = function (colour) {
    const number = Math.max(0, Math.floor(colour) || 0);
    const { rings } = tablecastMaze;
    return { color: number % 8, ring: rings[(number + Math.floor(number / 8)) % rings.length] };
};

/**
 * The letter on a walker's disc, or the number that tells walkers of one name apart.
 * @param {string} label
 */
tablecastMaze.initialOf = function (label) {
    const number = /\s(\d{1,2})$/.exec(label);
    return number ? number[1] : (Array.from(label.trim())[0] || "?").toUpperCase();
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {MazeColors} colors
 */
tablecastMaze.drawStartRing = function (context, x, y, size, colors) {
    // With a dot in it, it would look like something to aim at.
    context.strokeStyle = colors.text;
    context.lineWidth = Math.max(1, size * 0.16);
    context.beginPath();
    context.arc(x, y, size * 0.4, 0, 2 * Math.PI);
    context.stroke();
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x of its middle
 * @param {number} y
 * @param {number} size
 * @param {MazeColors} colors
 */
tablecastMaze.drawExitCard = function (context, x, y, size, colors) {
    const half = size / 2;
    context.fillStyle = colors.exit;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half - size * 0.3, y - half);
    context.lineTo(x + half, y - half + size * 0.3);
    context.lineTo(x + half, y + half);
    context.lineTo(x - half, y + half);
    context.closePath();
    context.fill();
    context.strokeStyle = colors.onExit;
    context.lineWidth = Math.max(1, size * 0.11);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.beginPath();
    context.moveTo(x - half * 0.5, y + half * 0.12);
    context.lineTo(x + half * 0.45, y + half * 0.12);
    context.moveTo(x + half * 0.08, y - half * 0.3);
    context.lineTo(x + half * 0.5, y + half * 0.12);
    context.lineTo(x + half * 0.08, y + half * 0.54);
    context.stroke();
};

/**
 * @param {string} initial
 * @param {number} colour
 * @param {number} radius
 * @param {boolean} isOwn
 * @param {MazeColors} colors
 * @returns {HTMLCanvasElement}
 */
tablecastMaze.drawDisc = function (initial, colour, radius, isOwn, colors) {
    const { color, ring } = tablecastMaze.walkerMark(colour);
    const line = Math.max(1, radius * 0.16);
    const half = Math.ceil(radius * (isOwn ? 1.42 : 1.2));
    const disc = document.createElement("canvas");
    disc.width = 2 * half;
    disc.height = 2 * half;
    const context = /** @type {CanvasRenderingContext2D} */ (disc.getContext("2d"));
    const circle = (/** @type {number} */ size) => {
        context.beginPath();
        context.arc(half, half, size, 0, 2 * Math.PI);
    };
    if (isOwn) {
        circle(radius * 1.38);
        context.fillStyle = colors.text;
        context.fill();
    }
    // The ground around it keeps it apart from walls and from other discs.
    circle(radius * (isOwn ? 1.2 : 1.15));
    context.fillStyle = colors.ground;
    context.fill();
    circle(radius);
    context.fillStyle = colors.walkers[color];
    context.fill();
    if (ring !== "none") {
        context.strokeStyle = colors.onWalker;
        context.lineWidth = line * (ring === "double" ? 0.6 : 0.8);
        circle(radius * 0.84);
        if (ring === "dashed") {
            context.setLineDash([radius * 0.44, radius * 0.44]);
        }
        context.stroke();
        if (ring === "double") {
            circle(radius * 0.66);
            context.stroke();
        }
    }
    context.fillStyle = colors.onWalker;
    context.font = `700 ${Math.round(radius * (ring === "double" ? 0.9 : 1.05))}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(initial, half, half + radius * 0.06);
    return disc;
};
