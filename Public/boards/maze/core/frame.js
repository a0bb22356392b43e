// @ts-check
"use strict";

/*
 * Where the picture is drawn. The screen's y runs downwards and the maze's upwards, so that north is at
 * the top. Lengths are in device pixels.
 */

/**
 * What of the maze is seen: the place in the middle, and how large a room is, in pixels. The middle of
 * the room at 2,1 is 2,1.
 * @typedef {{x: number, y: number, scale: number}} View
 */

/** @typedef {{width: number, height: number}} Size */

/** A tile is a square of at most so many pixels and rooms on a side, so that one is drawn in no time. */
tablecastMaze.tilePixelsMax = 512;
tablecastMaze.tileSpanMax = 16;

/**
 * How many rooms a tile has on a side.
 * @param {number} scale
 */
tablecastMaze.tileSpan = function (scale) {
    let span = 4;
    const { tilePixelsMax, tileSpanMax } = tablecastMaze;
    while (span < tileSpanMax && span * 2 * scale <= tilePixelsMax) {
        span *= 2;
    }
    return span;
};

/**
 * The nearest scale below at which the edges of tiles are whole pixels, so that they meet without a seam.
 * @param {number} scale
 */
tablecastMaze.tiledScale = function (scale) {
    const span = tablecastMaze.tileSpan(scale);
    return Math.max(1, Math.floor(scale * span + 1e-6)) / span;
};

/**
 * The view that shows all places within the bounds, as large as they fit.
 * @param {Bounds | null} bounds
 * @param {Size} size
 * @param {number} scaleMax the largest room
 * @returns {View}
 */
tablecastMaze.fitView = function (bounds, size, scaleMax) {
    const { x0, y0, x1, y1 } = bounds || { x0: 0, y0: 0, x1: 0, y1: 0 };
    const [columns, rows] = [x1 - x0 + 1, y1 - y0 + 1];
    // Walls at the edge reach beyond it.
    const exact = Math.min(size.width / (columns + 0.3), size.height / (rows + 0.3), scaleMax);
    // With a whole number of pixels, all rooms have the same size. Used if the maze stays nearly as large.
    const whole = Math.floor(exact);
    const scale = whole >= exact * 0.94 ? whole : tablecastMaze.tiledScale(exact);
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
};

/**
 * Where the upper left corner of the room at 0,0 is on the screen. It is a whole pixel, so that what rests
 * is sharp.
 * @param {View} view
 * @param {Size} size
 */
tablecastMaze.originOf = function (view, size) {
    return {
        x: Math.round(size.width / 2 - (view.x + 0.5) * view.scale),
        y: Math.round(size.height / 2 + (view.y - 0.5) * view.scale)
    };
};

/**
 * A view on its way to another one, after some time. It comes closer by the same part in equal times, so
 * the target may move meanwhile.
 * @param {View} from
 * @param {View} to
 * @param {number} ms since `from`
 * @returns {View} `to` itself when there is nothing left to see of the way
 */
tablecastMaze.easedView = function (from, to, ms) {
    const part = 1 - Math.exp(-ms / 90);
    const scale = from.scale * Math.pow(to.scale / from.scale, part);
    const x = from.x + (to.x - from.x) * part;
    const y = from.y + (to.y - from.y) * part;
    const pixels = Math.max(Math.abs(to.x - x), Math.abs(to.y - y)) * to.scale;
    const isThere = pixels < 0.5 && Math.abs(scale / to.scale - 1) < 0.002;
    return isThere ? to : { x, y, scale };
};

/**
 * A view that is moved so that some of the maze stays in sight.
 * @param {View} view
 * @param {Bounds | null} bounds
 * @returns {View}
 */
tablecastMaze.keptInSight = function (view, bounds) {
    if (!bounds) {
        return view;
    }
    const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
        Math.min(Math.max(value, least), most);
    return {
        x: within(view.x, bounds.x0, bounds.x1),
        y: within(view.y, bounds.y0, bounds.y1),
        scale: view.scale
    };
};

/**
 * Returns a view that is zoomed around one point of the screen, which keeps its place.
 * @param {View} view
 * @param {number} factor
 * @param {number} left of the point, from the middle of the screen to the right
 * @param {number} down of the point, from the middle of the screen downwards
 * @returns {View}
 */
tablecastMaze.zoomedView = function (view, factor, left, down) {
    const scale = view.scale * factor;
    return {
        x: view.x + left / view.scale - left / scale,
        y: view.y - down / view.scale + down / scale,
        scale
    };
};

/**
 * Where the walkers on one place stand beside each other, as steps of about a disc from its middle: one in
 * the middle, the others around it as the seeds of a sunflower are.
 * @param {number} index
 * @param {number} count
 * @returns {{x: number, y: number}}
 */
tablecastMaze.fanned = function (index, count) {
    if (count === 1) {
        return { x: 0, y: 0 };
    }
    // Two, three or four stand on a ring of their own, none in the middle.
    if (count <= 4) {
        const turn = (index / count) * 2 * Math.PI - Math.PI / 2 - (count === 4 ? Math.PI / 4 : 0);
        const radius = count === 2 ? 0.5 : count === 3 ? 0.58 : 0.71;
        return { x: radius * Math.cos(turn - (count === 2 ? Math.PI / 2 : 0)),
            y: radius * Math.sin(turn - (count === 2 ? Math.PI / 2 : 0)) };
    }
    // The more there are, the closer they stand, so that all of them stay in their room.
    const radius = Math.min(0.62, 0.75 / Math.sqrt(count)) * Math.sqrt(index + 0.2);
    const turn = index * 2.39996;
    return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
};
